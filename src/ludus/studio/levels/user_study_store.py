"""The thesis's study with people: two tutorial levels, then ten scheduled levels, and a difficulty rating for each.

study/ID/study.json       the participant and the session number
study/ID/tutorials.jsonl  recordings of the tutorial levels
study/ID/sessions.jsonl   the ten levels, in the format of `ludus.design.platformer.recordings.files`
study/sessions.jsonl      sessions of all participants, for `ludus run platformer-difficulty`

Files are written atomically, so finished levels are never lost or incomplete. The next step of a participant follows
from the files alone.
"""

from __future__ import annotations

import threading
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import msgspec

from ludus.core.random import derive
from ludus.design.platformer.level_io import Level
from ludus.design.platformer.recordings import Recording
from ludus.design.platformer.recordings.files import load_recordings, write_recordings
from ludus.design.platformer.recordings.replay_conversion import RecordingOutcome, parse_moves
from ludus.design.platformer.recordings.thesis_study_levels import (
    LEVELS_PER_SESSION,
    TUTORIALS,
    ScheduledLevel,
    tutorials,
)
from ludus.studio.levels.level_store import ID, check_run, new_id
from ludus.studio.protocol.levels import StudyPlay, StudyRating, StudyRow
from ludus.studio.request_errors import NotAllowed, NotFound
from ludus.util.errors import LudusError, OptionError
from ludus.util.files import atomic_write, file_errors
from ludus.util.text import utc_timestamp

SEED = 2015  # of all levels; each session derives its own
STEPS = len(TUTORIALS) + LEVELS_PER_SESSION
PARTICIPANT_FILE, TUTORIALS_FILE, SESSIONS_FILE = "study.json", "tutorials.jsonl", "sessions.jsonl"
MAX_PARTICIPANTS = 1000


class Participant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Content of study.json."""

    id: str
    session: int
    player: str
    began: str


class StudyStore:
    """Store of all participants."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.sessions = folder, folder / SESSIONS_FILE
        self._lock = threading.Lock()  # one change at a time
        with file_errors(folder, "made"):
            folder.mkdir(parents=True, exist_ok=True)

    def begin(self, player: str) -> Participant:
        """Add a participant with the next session number."""
        name = " ".join(player.split())
        if not name:
            raise OptionError("a player has a name; any will do")
        with self._lock:
            others = self.participants()
            if len(others) >= MAX_PARTICIPANTS:
                raise OptionError(f"{MAX_PARTICIPANTS} people have taken part already")
            participant = Participant(
                new_id(), max((other.session for other in others), default=-1) + 1, name, utc_timestamp()
            )
            with file_errors(self.folder / participant.id, "made"):
                (self.folder / participant.id).mkdir()
            atomic_write(self.folder / participant.id / PARTICIPANT_FILE, msgspec.json.encode(participant))
        return participant

    def find(self, id: str) -> Participant:
        """Get a participant by id. Raises NotFound if there is none."""
        path = self.folder / id / PARTICIPANT_FILE
        if not ID.fullmatch(id) or not path.is_file():
            raise NotFound("participant", id)
        try:
            return msgspec.json.decode(path.read_bytes(), type=Participant)
        except msgspec.DecodeError as error:
            raise LudusError(f"{PARTICIPANT_FILE}: cannot be read: {error}") from None

    def participants(self) -> list[Participant]:
        """All participants, ordered by session number."""
        ids = [
            folder.name
            for folder in self.folder.iterdir()
            if ID.fullmatch(folder.name) and (folder / PARTICIPANT_FILE).is_file()
        ]
        return sorted((self.find(id) for id in ids), key=lambda participant: participant.session)

    def row(self, participant: Participant) -> StudyRow:
        return StudyRow(
            participant.id,
            participant.session,
            participant.player,
            participant.began,
            len(self.plays(participant)),
            STEPS,
        )

    def plays(self, participant: Participant) -> list[Recording]:
        """Recordings of all levels played so far, in order."""
        return [recording for name in (TUTORIALS_FILE, SESSIONS_FILE) for recording in self._read(participant, name)]

    def add(self, play: StudyPlay) -> Participant:
        """Store a played level. Raises NotAllowed if it is not the next step of the participant."""
        participant = self.find(play.study)
        self._check_step(participant, play.step)
        is_tutorial = play.step < len(TUTORIALS)
        recording = Recording(
            level=study_level(participant.session, play.step),
            moves=parse_moves(play.presses),
            player=participant.player,
            kind="person",
            session=participant.session,
            order=play.step if is_tutorial else play.step - len(TUTORIALS),
            skipped=play.skipped,
        )
        check_run(recording, RecordingOutcome(play.ticks, play.deaths, arrived=not play.skipped))
        with self._lock:
            self._check_step(participant, play.step)  # another request may have been faster
            name = TUTORIALS_FILE if is_tutorial else SESSIONS_FILE
            self._write(participant, name, [*self._read(participant, name), recording])
        return participant

    def _check_step(self, participant: Participant, step: int) -> None:
        plays = self.plays(participant)
        if plays and plays[-1].rating is None:
            raise NotAllowed("say first how hard the last level was")
        if step != len(plays) or step >= STEPS:
            raise NotAllowed(f"this is level {step + 1}, but {len(plays)} of {STEPS} have been played")

    def rate(self, rating: StudyRating) -> Participant:
        """Store the difficulty rating of the last level."""
        with self._lock:
            participant = self.find(rating.study)
            played = len(self.plays(participant))
            name = TUTORIALS_FILE if played <= len(TUTORIALS) else SESSIONS_FILE
            plays = self._read(participant, name)
            if not plays or rating.step != played - 1 or plays[-1].rating is not None:
                raise NotAllowed(f"level {rating.step + 1} is not the one that waits for a rating")
            self._write(participant, name, [*plays[:-1], replace(plays[-1], rating=rating.rating)])
        return participant

    def file(self, participant: Participant) -> Path:
        """File with the sessions of one participant. Raises NotFound if no scheduled level was played yet."""
        path = self.folder / participant.id / SESSIONS_FILE
        if not path.is_file():
            raise NotFound("recording", participant.id, "no level has been played yet, but for those to learn the game")
        return path

    def _read(self, participant: Participant, name: str) -> list[Recording]:
        path = self.folder / participant.id / name
        return load_recordings(path) if path.is_file() else []

    def _write(self, participant: Participant, name: str, plays: list[Recording]) -> None:
        atomic_write(self.folder / participant.id / name, write_recordings(plays).encode())
        if name == SESSIONS_FILE:
            files = [self.folder / other.id / SESSIONS_FILE for other in self.participants()]
            atomic_write(self.sessions, b"".join(file.read_bytes() for file in files if file.is_file()))


@lru_cache(maxsize=256)
def study_level(session: int, step: int) -> Level:
    """The level of a step. Scheduled levels are generated on first use."""
    if step < len(TUTORIALS):
        return tutorials()[step]
    order = step - len(TUTORIALS)
    level = ScheduledLevel(session, order, derive(SEED, "session", session, "level", order)).make().level
    return replace(level, name=f"Level {order + 1}")
