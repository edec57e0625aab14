"""Tables on disk, so that a restart loses none.

tables/ID/table.json    who sat there, the keys of people's seats, how it ended
tables/ID/replay.json   the game as `ludus replay` reads it; without moves as long as it is played
tables/ID/moves         a line a move, until the whole game is in replay.json
"""

from __future__ import annotations

import hashlib
import re
import secrets
from pathlib import Path

import msgspec

from ludus.core.position import Position
from ludus.core.replay import Replay
from ludus.studio.home import NotThere
from ludus.studio.protocol.tables import Ending, Origin, TableState
from ludus.studio.table import Table
from ludus.util.errors import LudusError
from ludus.util.files import atomic_write, file_errors

FORMAT = 1
ID = re.compile("[0-9a-f]{12}")
FACTS, REPLAY, MOVES = "table.json", "replay.json", "moves"


class Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What table.json holds."""

    studio: int  # the format
    id: str
    game: str
    seed: int
    players: list[str]
    keys: list[str | None]
    began: str
    open: bool
    origin: Origin | None
    state: TableState
    moves: int
    ending: Ending | None = None
    logs: list[str] = []
    guest: bool = False


class Shelf:
    """The folder of all tables."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def new_id(self) -> str:
        while (self.folder / (found := secrets.token_hex(6))).exists():
            continue
        return found

    def begin(self, table: Table) -> None:
        """A new table; one that branched off has moves already."""
        folder = self.folder / table.id
        with file_errors(folder, "made"):
            folder.mkdir(exist_ok=True)  # a server may have been killed while it made the same
        with file_errors(folder / MOVES):
            (folder / MOVES).write_text("".join(f"{made.text}\n" for made in table.moves), encoding="utf-8")
        start = msgspec.structs.replace(table.replay(), written=[], result={}, fault={})
        atomic_write(folder / REPLAY, msgspec.json.encode(start))
        self._write_facts(table)

    def add(self, table: Table, first: int) -> None:
        """The moves from number `first` on."""
        path = self.folder / table.id / MOVES
        with file_errors(path), open(path, "a", encoding="utf-8") as file:
            file.write("".join(f"{made.text}\n" for made in table.moves[first:]))

    def note(self, table: Table) -> None:
        """How it stands, at once and without waiting for the disk: a server that is killed has said nothing before."""
        path = self.folder / table.id / FACTS
        with file_errors(path):
            part = path.with_name(path.name + ".note")
            part.write_bytes(msgspec.json.encode(facts_of(table)))
            part.replace(path)

    def finish(self, table: Table) -> None:
        """The whole game. What is not known to be on the disk before its moves are removed is still there after."""
        folder = self.folder / table.id
        atomic_write(folder / REPLAY, msgspec.json.format(msgspec.json.encode(table.replay()), indent=1) + b"\n")
        self._write_facts(table)
        with file_errors(folder / MOVES, "removed"):
            (folder / MOVES).unlink(missing_ok=True)

    def listed(self) -> list[Kept]:
        """All tables that can be read, the newest first."""
        found = []
        with file_errors(self.folder, "read"):
            folders = list(self.folder.iterdir())
        for folder in folders:
            try:
                kept = self.facts(folder.name)
                if kept.state == "playing":
                    kept = msgspec.structs.replace(kept, moves=len(self._moves(kept.id)))
                found.append(kept)
            except LudusError:
                continue  # half made when the server was killed, or not ours
        return sorted(found, key=lambda each: (each.began, each.id), reverse=True)

    def facts(self, id: str) -> Kept:
        path = self._folder(id) / FACTS
        with file_errors(path, "read"):
            if not path.is_file():
                raise NotThere(f"there is no table {id!r}")
            data = path.read_bytes()
        try:
            return msgspec.json.decode(data, type=Kept)
        except msgspec.DecodeError as error:
            raise LudusError(f"{path}: cannot be read: {error}") from None

    def replay(self, id: str) -> Path:
        return self._folder(id) / REPLAY

    def load(self, id: str) -> Table:
        """A table as it was."""
        kept = self.facts(id)
        replay = Replay.load(self.replay(id))
        game, content = replay.load_game()
        start = Position.start(game, content, replay.seed)
        table = Table(
            kept.id, kept.players, kept.keys, [start], kept.began, kept.open, kept.origin, kept.guest, logs=[*kept.logs]
        )
        for text in replay.moves if kept.state != "playing" and self.is_whole(id) else self._moves(id):
            table.put(table.now.read_move(text))
        if table.state == "playing":  # else it was over, and this was yet to be said
            table.state, table.ending = kept.state, kept.ending
        return table

    def is_whole(self, id: str) -> bool:
        """Whether the replay has the game to its end, or its moves still lie beside it."""
        return not (self._folder(id) / MOVES).exists()

    def _moves(self, id: str) -> list[str]:
        path = self._folder(id) / MOVES
        with file_errors(path, "read"):
            data = path.read_text(encoding="utf-8")
        return data[: data.rfind("\n") + 1].splitlines()  # a server that is killed may leave half a line

    def _write_facts(self, table: Table) -> None:
        atomic_write(self.folder / table.id / FACTS, msgspec.json.encode(facts_of(table)))

    def _folder(self, id: str) -> Path:
        if not ID.fullmatch(id):
            raise NotThere(f"there is no table {id[:40]!r}")
        return self.folder / id


def content_id(replay: Replay) -> str:
    """The id of a table for a game from elsewhere: the same for the same game."""
    return hashlib.sha256(msgspec.json.encode(replay, order="sorted")).hexdigest()[:12]


def facts_of(table: Table) -> Kept:
    """A table without its moves."""
    return Kept(
        studio=FORMAT,
        id=table.id,
        game=table.game.name,
        seed=table.seed,
        players=table.players,
        keys=table.keys,
        began=table.began,
        open=table.open,
        origin=table.origin,
        state=table.state,
        moves=len(table.moves),
        ending=table.ending,
        logs=table.logs,
        guest=table.guest,
    )
