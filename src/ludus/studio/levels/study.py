"""The thesis's study with people: two tutorial levels, then ten on its schedule, and how hard each was.

study/ID/study.json       who takes part, and as which session
study/ID/tutorials.jsonl  what they played to learn the game
study/ID/sessions.jsonl   the ten levels, as `ludus.design.platformer.recordings.files` has them
study/sessions.jsonl      those of everybody, for `ludus run platformer-difficulty`

A file is written whole each time, so what is finished is never lost and never half there. What a person is to do next
follows from the files alone.
"""

from __future__ import annotations

import threading
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import msgspec

from ludus.core.random import derive
from ludus.design.platformer.level_io import Level
from ludus.design.platformer.recordings.events import Recording
from ludus.design.platformer.recordings.files import load_recordings, write_recordings
from ludus.design.platformer.recordings.replays import RecordingOutcome, parse_moves
from ludus.design.platformer.recordings.thesis_schedule import LEVELS_PER_SESSION, TUTORIALS, ScheduledLevel, tutorials
from ludus.studio.home import NotThere
from ludus.studio.levels.kept import ID, new_id, now
from ludus.studio.levels.runs import check_run
from ludus.studio.protocol.levels import StudyPlay, StudyRating, StudyRow
from ludus.studio.table import NotAllowed
from ludus.util.errors import LudusError, OptionError
from ludus.util.files import atomic_write, file_errors

SEED = 2015  # of all levels: the next session has other ones
STEPS = len(TUTORIALS) + LEVELS_PER_SESSION
FACTS, LEARNT, SESSIONS = "study.json", "tutorials.jsonl", "sessions.jsonl"
MOST = 1000  # people


class Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What study.json holds."""

    id: str
    session: int
    player: str
    began: str


class StudyShelf:
    """The folder of all who take part."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.sessions = folder, folder / SESSIONS
        self._lock = threading.Lock()  # one change at a time
        with file_errors(folder, "made"):
            folder.mkdir(parents=True, exist_ok=True)

    def begin(self, player: str) -> Kept:
        """Somebody new, as the next session."""
        name = " ".join(player.split())
        if not name:
            raise OptionError("a player has a name; any will do")
        with self._lock:
            others = self.everybody()
            if len(others) >= MOST:
                raise OptionError(f"{MOST} people have taken part already")
            kept = Kept(new_id(), max((each.session for each in others), default=-1) + 1, name, now())
            with file_errors(self.folder / kept.id, "made"):
                (self.folder / kept.id).mkdir()
            atomic_write(self.folder / kept.id / FACTS, msgspec.json.encode(kept))
        return kept

    def find(self, id: str) -> Kept:
        path = self.folder / id / FACTS
        if not ID.fullmatch(id) or not path.is_file():
            raise NotThere(f"nobody takes part as {id[:40]!r}")
        try:
            return msgspec.json.decode(path.read_bytes(), type=Kept)
        except msgspec.DecodeError as error:
            raise LudusError(f"{FACTS}: cannot be read: {error}") from None

    def everybody(self) -> list[Kept]:
        """By session."""
        ids = [each.name for each in self.folder.iterdir() if ID.fullmatch(each.name) and (each / FACTS).is_file()]
        return sorted((self.find(id) for id in ids), key=lambda each: each.session)

    def row(self, kept: Kept) -> StudyRow:
        return StudyRow(kept.id, kept.session, kept.player, kept.began, len(self.plays(kept)), STEPS)

    def plays(self, kept: Kept) -> list[Recording]:
        """All levels that were played, in order."""
        return [play for name in (LEARNT, SESSIONS) for play in self._read(kept, name)]

    def level(self, kept: Kept) -> Level | None:
        """What is to be played next; None at the end."""
        step = len(self.plays(kept))
        return None if step >= STEPS else level_of(kept.session, step)

    def add(self, given: StudyPlay) -> Kept:
        """A level was played. Refuses what does not follow from what was played before."""
        kept = self.find(given.study)
        self._check_turn(kept, given.step)
        learning = given.step < len(TUTORIALS)
        play = Recording(
            level=level_of(kept.session, given.step),
            moves=parse_moves(given.presses),
            player=kept.player,
            kind="person",
            session=kept.session,
            order=given.step if learning else given.step - len(TUTORIALS),
            skipped=given.skipped,
        )
        check_run(play, RecordingOutcome(given.ticks, given.deaths, arrived=not given.skipped))
        with self._lock:
            self._check_turn(kept, given.step)  # somebody may have been quicker
            name = LEARNT if learning else SESSIONS
            self._write(kept, name, [*self._read(kept, name), play])
        return kept

    def _check_turn(self, kept: Kept, step: int) -> None:
        plays = self.plays(kept)
        if plays and plays[-1].rating is None:
            raise NotAllowed("say first how hard the last level was")
        if step != len(plays) or step >= STEPS:
            raise NotAllowed(f"this is level {step + 1}, but {len(plays)} of {STEPS} have been played")

    def rate(self, given: StudyRating) -> Kept:
        """How hard the last level was."""
        with self._lock:
            kept = self.find(given.study)
            played = len(self.plays(kept))
            name = LEARNT if played <= len(TUTORIALS) else SESSIONS
            plays = self._read(kept, name)
            if not plays or given.step != played - 1 or plays[-1].rating is not None:
                raise NotAllowed(f"level {given.step + 1} is not the one that waits for a rating")
            self._write(kept, name, [*plays[:-1], replace(plays[-1], rating=given.rating)])
        return kept

    def file(self, kept: Kept) -> Path:
        """The sessions of one person, which must have been begun."""
        path = self.folder / kept.id / SESSIONS
        if not path.is_file():
            raise NotThere("no level has been played yet, but for those to learn the game")
        return path

    def _read(self, kept: Kept, name: str) -> list[Recording]:
        path = self.folder / kept.id / name
        return load_recordings(path) if path.is_file() else []

    def _write(self, kept: Kept, name: str, plays: list[Recording]) -> None:
        atomic_write(self.folder / kept.id / name, write_recordings(plays).encode())
        if name == SESSIONS:
            files = [self.folder / each.id / SESSIONS for each in self.everybody()]
            atomic_write(self.sessions, b"".join(file.read_bytes() for file in files if file.is_file()))


@lru_cache(maxsize=256)
def level_of(session: int, step: int) -> Level:
    """The level of a step; those of the schedule are made when they are first asked for."""
    if step < len(TUTORIALS):
        return tutorials()[step]
    order = step - len(TUTORIALS)
    level = ScheduledLevel(session, order, derive(SEED, "session", session, "level", order)).make().level
    return replace(level, name=f"Level {order + 1}")
