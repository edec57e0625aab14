"""Session store on disk, so that a restart loses no game.

tables/ID/table.json    players, keys of people's seats, result
tables/ID/replay.json   the game in the format of `ludus replay`; without moves while the game is in progress
tables/ID/moves         one move per line, until the complete game is in replay.json
"""

from __future__ import annotations

import hashlib
import re
import secrets
from bisect import bisect_left, insort
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

import msgspec
from msgspec import structs

from ludus.core.narrator import Reader
from ludus.core.position import Position
from ludus.core.replay import Replay
from ludus.studio.protocol.sessions import Ending, SessionOrigin, SessionState
from ludus.studio.request_errors import NotFound
from ludus.studio.sessions.game_session import GameSession
from ludus.util.errors import LudusError
from ludus.util.files import atomic_write, file_errors

FORMAT = 1
ID = re.compile("[0-9a-f]{12}")
FACTS, REPLAY, MOVES, TURN = "table.json", "replay.json", "moves", "turn"


class StoredSession(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Content of table.json."""

    studio: int  # the format
    id: str
    game: str
    seed: int
    players: list[str]
    keys: list[str | None]
    began: str
    open: bool
    origin: SessionOrigin | None
    state: SessionState
    moves: int
    ending: Ending | None = None
    logs: list[str] = []
    guest: bool = False
    turn_seconds: float | None = None
    own_seat: int | None = None
    guided: bool = False
    drafted: bool = False
    turn: str = ""  # the current turn in the words of the game; empty: not known
    outcome: str = ""  # who won and why, in a sentence for others than the players; empty: no words for it
    own_outcome: str = ""  # the same sentence for the person who created the session


class SessionStore:
    """Store of all game sessions."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def new_id(self) -> str:
        while (self.folder / (id := secrets.token_hex(6))).exists():
            continue
        return id

    def create(self, session: GameSession) -> None:
        """Store a new session; a branch has moves already."""
        folder = self.folder / session.id
        with file_errors(folder, "made"):
            folder.mkdir(exist_ok=True)  # the server may have been killed while it created the same session
        self.write_moves(session)
        start = msgspec.structs.replace(session.replay(), written=[], result={}, fault={})
        atomic_write(folder / REPLAY, msgspec.json.encode(start))
        self._write_facts(session)

    def write_moves(self, session: GameSession) -> None:
        """Write all moves anew, for example after one was taken back."""
        text = "".join(f"{played.text}\n" for played in session.moves)
        atomic_write(self.folder / session.id / MOVES, text.encode(), durable=False)

    def append_moves(self, session: GameSession, first: int) -> None:
        """Append the moves from number `first` on."""
        path = self.folder / session.id / MOVES
        with file_errors(path), open(path, "a", encoding="utf-8") as file:
            file.write("".join(f"{played.text}\n" for played in session.moves[first:]))

    def write_turn(self, session: GameSession) -> None:
        """Write the current turn, so that lists show it without playing the game again."""
        atomic_write(self.folder / session.id / TURN, session.turn.encode(), durable=False)

    def write_state(self, session: GameSession) -> None:
        """Write the current state at once, without waiting for the disk (no fsync)."""
        path = self.folder / session.id / FACTS
        data = msgspec.json.encode(stored_session(session))
        atomic_write(path, data, durable=False, part_suffix=".note")  # `finish` may be writing it in another thread

    def finish(self, session: GameSession) -> None:
        """Write the complete game. The file of moves is removed only after the replay is safely on disk."""
        folder = self.folder / session.id
        atomic_write(folder / REPLAY, msgspec.json.format(msgspec.json.encode(session.replay()), indent=1) + b"\n")
        self._write_facts(session)
        with file_errors(folder / MOVES, "removed"):
            (folder / MOVES).unlink(missing_ok=True)
            (folder / TURN).unlink(missing_ok=True)

    def load_all(self) -> list[StoredSession]:
        """All sessions that can be read, newest first."""
        sessions = []
        with file_errors(self.folder, "read"):
            folders = list(self.folder.iterdir())
        for folder in folders:
            try:
                session = self.facts(folder.name)
                if session.state == "playing":
                    moves, turn = len(self._moves(session.id)), self._turn(session.id)
                    session = msgspec.structs.replace(session, moves=moves, turn=turn)
                sessions.append(session)
            except LudusError:
                continue  # incomplete because the server was killed, or not a session
        return sorted(sessions, key=lambda session: (session.began, session.id), reverse=True)

    def facts(self, id: str) -> StoredSession:
        path = self._folder(id) / FACTS
        with file_errors(path, "read"):
            if not path.is_file():
                raise NotFound("game", id)
            data = path.read_bytes()
        try:
            return msgspec.json.decode(data, type=StoredSession)
        except msgspec.DecodeError as error:
            raise LudusError(f"{path}: cannot be read: {error}") from None

    def replay(self, id: str) -> Path:
        return self._folder(id) / REPLAY

    def load(self, id: str) -> GameSession:
        """Load a session as it was."""
        facts = self.facts(id)
        replay = Replay.load(self.replay(id))
        game, content = replay.load_game()
        start = Position.start(game, content, replay.seed)
        session = GameSession(
            facts.id,
            facts.players,
            facts.keys,
            [start],
            facts.began,
            facts.open,
            facts.origin,
            facts.guest,
            facts.turn_seconds,
            facts.own_seat,
            facts.guided,
            facts.drafted,
            logs=[*facts.logs],
        )
        for text in replay.moves if facts.state != "playing" and self.is_complete(id) else self._moves(id):
            session.make_move(session.position.read_move(text))
        if session.state == "playing":  # otherwise the moves ended the game, and its end was not written yet
            session.state, session.ending = facts.state, facts.ending
        return session

    def is_complete(self, id: str) -> bool:
        """Whether replay.json has the complete game; otherwise the file of moves still exists."""
        return not (self._folder(id) / MOVES).exists()

    def _moves(self, id: str) -> list[str]:
        path = self._folder(id) / MOVES
        with file_errors(path, "read"):
            data = path.read_text(encoding="utf-8")
        return data[: data.rfind("\n") + 1].splitlines()  # a killed server may leave an incomplete line

    def _turn(self, id: str) -> str:
        path = self._folder(id) / TURN
        with file_errors(path, "read"):
            return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""

    def _write_facts(self, session: GameSession) -> None:
        atomic_write(self.folder / session.id / FACTS, msgspec.json.encode(stored_session(session)))

    def _folder(self, id: str) -> Path:
        if not ID.fullmatch(id):
            raise NotFound("game", id)
        return self.folder / id


def replay_session_id(replay: Replay) -> str:
    """Id of the session of an uploaded replay: the same for the same game."""
    return hashlib.sha256(msgspec.json.encode(replay, order="sorted")).hexdigest()[:12]


def stored_session(session: GameSession) -> StoredSession:
    """Stored facts of a session, without its moves."""
    return StoredSession(
        studio=FORMAT,
        id=session.id,
        game=session.game.name,
        seed=session.seed,
        players=session.players,
        keys=session.keys,
        began=session.began,
        open=session.open,
        origin=session.origin,
        state=session.state,
        moves=len(session.moves),
        ending=session.ending,
        logs=session.logs,
        guest=session.guest,
        turn_seconds=session.turn_seconds,
        own_seat=session.own_seat,
        guided=session.guided,
        drafted=session.drafted,
        turn=session.turn,
        outcome=session.outcome.get(Reader(True, None), ""),
        own_outcome=session.outcome.get(Reader(True, session.own_seat), ""),
    )


class SessionList:
    """In-memory list of all sessions, newest first, so that a page of it needs no reading and no sorting.

    The stored sessions are read in the background. Entries added since the start of the server are newer and win.
    """

    def __init__(self, reading: Future[list[StoredSession]]) -> None:
        self.reading: Future[list[StoredSession]] | None = reading  # None: already merged into the list
        self.guests = 0  # number of sessions that guests created
        self._by_id: dict[str, StoredSession] = {}
        self._order: list[tuple[str, str]] = []  # start time and id

    def update(self, stored: StoredSession) -> None:
        """Add or update a session. Bot logs are left out to save memory."""
        if stored.id not in self._by_id:
            insort(self._order, (stored.began, stored.id))
            self.guests += stored.guest
        self._by_id[stored.id] = structs.replace(stored, logs=[])

    def before(self, before: str = "") -> Iterator[StoredSession]:
        """All sessions, newest first; only those that began before the session `before`, if given."""
        self._read()
        if before and before not in self._by_id:
            raise NotFound("game", before)
        end = bisect_left(self._order, (self._by_id[before].began, before)) if before else len(self._order)
        return (self._by_id[id] for _, id in reversed(self._order[:end]))

    def __len__(self) -> int:
        self._read()
        return len(self._order)

    def _read(self) -> None:
        """Merge the stored sessions. Blocks until they are read; await `reading` first to avoid that."""
        if self.reading is not None:
            for session in self.reading.result():
                if session.id not in self._by_id:
                    self.update(session)
            self.reading = None
