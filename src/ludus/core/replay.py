"""Replay files: all that is needed to replay a game move by move and to verify that it is the same game.

{"ludus": 1, "game": "locm", "rules": "1", "options": {...}, "content": "<digest>",
 "seed": 7, "players": ["random", "random"], "moves": ["PICK 0", ...], "result": {...}}

If the game comes from a Python file, "file" has the file and the digest of its source: {"name": "letter.py:game",
"digest": "..."}. A replay never makes Ludus run that file: the reader loads the game first (`load_game`).

Real-time games repeat the same move many times. Their files have format 2, in which "moves" is run-length encoded:
["39 right", "18 right+jump", ...].
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from ludus.core.game import Content, Game
from ludus.core.game_files import game_file
from ludus.core.game_registry import game_names, load_game_by_name
from ludus.core.position import Position
from ludus.util.errors import LudusError, ReplayError
from ludus.util.files import reading_error

FORMAT_PLAIN, FORMAT_RUN_LENGTH = 1, 2  # one text per move; run-length encoded moves
MAX_FILE_BYTES = 50_000_000  # bytes
MAX_MOVES = 10_000_000


class Replay(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, rename={"written": "moves"}):
    """One recorded game, as stored in a file."""

    ludus: int  # format of the file
    game: str
    rules: str
    content: str
    seed: int
    written: list[str]  # moves in this format
    options: dict[str, Any] = {}
    players: list[str] = []
    result: dict[str, Any] = {}
    release: str = ""  # release of Ludus that wrote it
    fault: dict[str, Any] = {}  # if a bot lost by a fault: seat, reason, what
    marks: list[str] = []  # special conditions of the game, e.g. that all hands were open
    file: dict[str, str] = {}  # if the game comes from a file: name of the file with the variable, digest

    @classmethod
    def from_position(
        cls,
        position: Position,
        players: list[str] | None = None,
        fault: dict[str, Any] | None = None,
        marks: list[str] | None = None,
    ) -> Replay:
        """The replay of a position that was started from a seed.

        Args:
            position: the last position; the game may still run.
            players: names of the bots by seat.
            fault: if a bot lost by a fault: its seat, the reason and the explanation.
            marks: special conditions of the game.

        Raises:
            ReplayError: the position was read or resampled, so its game has no seed.
        """
        from ludus import __version__

        if position.seed is None:
            raise ReplayError("only a game started from a seed has a replay; this position was read or resampled")
        defaults = msgspec.to_builtins(type(position.content.options)())
        chosen = msgspec.to_builtins(position.content.options)
        result, origin = position.result, game_file(position.game)
        moves = [event.text for event in position.history]
        return cls(
            ludus=FORMAT_RUN_LENGTH if position.game.real_time else FORMAT_PLAIN,
            game=position.game.name,
            rules=position.game.version,
            content=_base_digest(position.game, position.content),
            seed=position.seed,
            written=run_length_encode(moves) if position.game.real_time else moves,
            options={name: value for name, value in chosen.items() if value != defaults.get(name)},
            players=players or [],
            result={} if result is None else {"reason": result.reason, "shares": list(result.payoffs)},
            release=__version__,
            fault=fault or {},
            marks=marks or [],
            file={} if origin is None else {"name": f"{origin.path.name}:{origin.variable}", "digest": origin.digest},
        )

    def save(self, path: str | Path) -> None:
        """Write the replay to a file, which is overwritten.

        Raises:
            ReplayError: the file cannot be written.
        """
        try:
            Path(path).write_bytes(self.file_content())
        except OSError as error:
            raise ReplayError(f"{path}: cannot be written: {error.strerror}") from None

    def file_content(self) -> bytes:
        """The content of a replay file."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"

    @classmethod
    def load(cls, path: str | Path) -> Replay:
        """Read a replay file.

        Raises:
            ReplayError: the file cannot be read or is not a replay; the message says why.
        """
        data = _read(path)
        try:
            head = msgspec.json.decode(data)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise ReplayError(f"{path}: not a replay file: {error}") from None
        if not isinstance(head, dict) or "ludus" not in head:
            raise ReplayError(f"{path}: not a replay file: the field 'ludus' is missing")
        if head["ludus"] not in (FORMAT_PLAIN, FORMAT_RUN_LENGTH):
            release = head.get("release", "of unknown release")
            raise ReplayError(
                f"{path}: written in replay format {head['ludus']!r} by Ludus {release}; "
                f"this release reads formats {FORMAT_PLAIN} and {FORMAT_RUN_LENGTH}. Use that release to read it."
            )
        try:
            replay = msgspec.convert(head, cls)
        except msgspec.ValidationError as error:
            raise ReplayError(f"{path}: {error}") from None
        if replay.ludus == FORMAT_RUN_LENGTH:
            _check_run_lengths(path, replay.written)
        return replay

    @property
    def moves(self) -> list[str]:
        """All moves in notation, one by one, for both formats."""
        return run_length_decode(self.written) if self.ludus == FORMAT_RUN_LENGTH else self.written

    def load_game(self) -> tuple[Game, Content]:
        """Return the game and content of this replay.

        Raises:
            ReplayError: the installed rules or the content differ from those of the replay, or the game comes from a
                file that is not loaded.
            UnknownName: the game is not installed.
        """
        if self.file and self.game not in game_names():
            name = self.file.get("name", "a Python file")
            raise ReplayError(
                f"the game {self.game!r} comes from a file, {name}; name this file: --game-file {name} on the command "
                f"line, or ludus.load_game({name!r}) in Python"
            )
        game = load_game_by_name(self.game)
        if game.version != self.rules:
            raise ReplayError(
                f"this game was played by rules version {self.rules!r} of {self.game} with Ludus "
                f"{self.release or 'of unknown release'}; installed is rules version {game.version!r}. "
                "The release that wrote it can read it."
            )
        content = game.content(**self.options)
        if content.digest != self.content:
            raise ReplayError(
                f"this game was played with content {self.content}, but the options {self.options} "
                f"now give content {content.digest}: a content file has changed"
            )
        return game, content

    def source_change(self) -> str:
        """Return a sentence if the game comes from a file that has changed since the replay was made, else ""."""
        origin = game_file(load_game_by_name(self.game)) if self.file and self.game in game_names() else None
        if origin is None or origin.digest == self.file.get("digest"):
            return ""
        return (
            f"{origin.path.name} has changed since this game was played (digest {self.file.get('digest')} then, "
            f"{origin.digest} now)"
        )

    def positions(self) -> list[Position]:
        """Return all positions of the game, including the first.

        Raises:
            ReplayError: a move is illegal, or the result differs from the recorded one.
        """
        game, content = self.load_game()
        changed = f"; {change}" if (change := self.source_change()) else ""
        position = Position.start(game, content, self.seed)
        positions, moves = [position.copy()], self.moves
        for number, move in enumerate(moves):
            try:
                position.play(move)
            except LudusError as error:
                raise ReplayError(f"move {number + 1} of {len(moves)}, {move!r}: {error}{changed}") from None
            positions.append(position.copy())
        result = position.result
        if self.result and not self.fault and (result is None or list(result.payoffs) != self.result.get("shares")):
            raise ReplayError(f"the moves lead to {result}, but the replay says {self.result}{changed}")
        return positions


def run_length_encode(moves: Iterable[str]) -> list[str]:
    """Run-length encode moves: 39 times "right" becomes "39 right"."""
    return [f"{len([*same])} {move}" for move, same in itertools.groupby(moves)]


def run_length_decode(counted: Iterable[str]) -> list[str]:
    """Decode run-length encoded moves."""
    pairs = (text.split(" ", 1) for text in counted)
    return [move for times, move in pairs for _ in range(int(times))]


def _check_run_lengths(path: str | Path, counted: list[str]) -> None:
    total = 0
    for number, text in enumerate(counted, 1):
        match = re.match("([1-9][0-9]{0,7}) ", text)
        if match is None:
            raise ReplayError(
                f"{path}: text {number} of 'moves' must be a number and a move, as in '39 right', not {text!r}"
            )
        total += int(match[1])
    if total > MAX_MOVES:
        raise ReplayError(f"{path}: too many moves for a replay ({total:,} of at most {MAX_MOVES:,})")


def _base_digest(game: Game, content: Content) -> str:
    """Return the digest of the content before `prepare` completed it."""
    return game.load(content.options).digest if game.rules.has_seeded_content else content.digest


def _read(path: str | Path) -> bytes:
    try:
        file = Path(path)
        if file.exists() and not file.is_file():
            raise ReplayError(f"{path}: cannot be read: this is not a file")
        if file.stat().st_size > MAX_FILE_BYTES:
            raise ReplayError(f"{path}: too large for a replay ({file.stat().st_size:,} bytes)")
        return file.read_bytes()
    except (OSError, ValueError) as error:
        raise ReplayError(f"{path}: cannot be read: {reading_error(error, path)}") from None
