"""Replay files: enough to play a game again, move by move, and to know that it is the same game.

{"ludus": 1, "game": "locm", "rules": "1", "options": {...}, "content": "<digest>",
 "seed": 7, "players": ["random", "random"], "moves": ["PICK 0", ...], "result": {...}}
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from ludus.core.contract import Content, Game
from ludus.core.errors import LudusError, ReplayError
from ludus.core.position import Position
from ludus.core.registry import find_game

FORMAT = 1
LARGEST = 50_000_000  # bytes


class Replay(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One game as a file keeps it."""

    ludus: int
    game: str
    rules: str
    content: str
    seed: int
    moves: list[str]
    options: dict[str, Any] = {}
    players: list[str] = []
    result: dict[str, Any] = {}
    release: str = ""  # of Ludus, that wrote it
    fault: dict[str, Any] = {}  # where a player lost by its own fault: seat, reason, what

    @classmethod
    def of(cls, position: Position, players: list[str] | None = None, fault: dict[str, Any] | None = None) -> Replay:
        """The replay of a position that was started from a seed."""
        from ludus import __version__

        if position.seed is None:
            raise ReplayError("only a game started from a seed has a replay; this position was read or redealt")
        defaults = msgspec.to_builtins(type(position.content.options)())
        chosen = msgspec.to_builtins(position.content.options)
        result = position.result
        return cls(
            ludus=FORMAT,
            game=position.game.name,
            rules=position.game.version,
            content=_base_digest(position.game, position.content),
            seed=position.seed,
            moves=[event.text for event in position.history],
            options={name: value for name, value in chosen.items() if value != defaults.get(name)},
            players=players or [],
            result={} if result is None else {"reason": result.reason, "shares": list(result.shares)},
            release=__version__,
            fault=fault or {},
        )

    def save(self, path: str | Path) -> None:
        try:
            Path(path).write_bytes(msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n")
        except OSError as error:
            raise ReplayError(f"{path}: cannot be written: {error.strerror}") from None

    @classmethod
    def load(cls, path: str | Path) -> Replay:
        """Read a replay file; the error says what is wrong with one that cannot be read."""
        data = _read(path)
        try:
            head = msgspec.json.decode(data)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise ReplayError(f"{path}: not a replay file: {error}") from None
        if not isinstance(head, dict) or "ludus" not in head:
            raise ReplayError(f"{path}: not a replay file: the field 'ludus' is missing")
        if head["ludus"] != FORMAT:
            release = head.get("release", "of unknown release")
            raise ReplayError(
                f"{path}: written in replay format {head['ludus']!r} by Ludus {release}; "
                f"this release reads format {FORMAT}. Use that release to read it."
            )
        try:
            return msgspec.convert(head, cls)
        except msgspec.ValidationError as error:
            raise ReplayError(f"{path}: {error}") from None

    def open(self) -> tuple[Game, Content]:
        """The game and content this replay was played with, or a clear word why not."""
        game = find_game(self.game)
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

    def positions(self) -> list[Position]:
        """Every position of the game, the first one included; checks that each move is legal."""
        game, content = self.open()
        position = Position.start(game, content, self.seed)
        found = [position.copy()]
        for number, move in enumerate(self.moves):
            try:
                position.play(move)
            except LudusError as error:
                raise ReplayError(f"move {number + 1} of {len(self.moves)}, {move!r}: {error}") from None
            found.append(position.copy())
        result = position.result
        if self.result and not self.fault and (result is None or list(result.shares) != self.result.get("shares")):
            raise ReplayError(f"the moves lead to {result}, but the replay says {self.result}")
        return found


def _base_digest(game: Game, content: Content) -> str:
    """The digest of the content before the seed completed it."""
    return game.load(content.options).digest if game.rules.prepares else content.digest


def _read(path: str | Path) -> bytes:
    try:
        file = Path(path)
        if file.exists() and not file.is_file():
            raise ReplayError(f"{path}: cannot be read: this is not a file")
        if file.stat().st_size > LARGEST:
            raise ReplayError(f"{path}: too large for a replay ({file.stat().st_size:,} bytes)")
        return file.read_bytes()
    except (OSError, ValueError) as error:
        raise ReplayError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
