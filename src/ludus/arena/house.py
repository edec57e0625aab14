"""The house rules for players that are not compiled: where they run and what they may use."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from ludus.core.contract import Content, Game
from ludus.players import Sitter, find_player


@dataclass(frozen=True)
class House:
    """How bots from outside are treated; compiled ones need no rules."""

    in_process: bool = False  # Python bots run inside this process: faster, trusted, without limits
    seconds: float | None = None  # for a reply, instead of the game's own limit
    memory: int | None = None  # in MB
    turn_seconds: float | None = None  # for all that a player decides in a row

    def as_dict(self) -> dict[str, Any]:
        """The rules as plain data; a later rule is left out where it is not set, so that older plans stay the same."""
        rules = asdict(self)
        return {name: rules[name] for name in rules if name != "turn_seconds" or rules[name] is not None}

    def find(self, game: Game, text: str, content: Content | None = None) -> Sitter:
        """A player of any kind from its text, under these rules."""
        from ludus.players.outside import Limits

        chosen = {"reply": self.seconds, "memory": self.memory, "turn": self.turn_seconds}
        limits = Limits(**{name: value for name, value in chosen.items() if value is not None})  # type: ignore[arg-type]
        return find_player(game, text, in_process=self.in_process, limits=limits, content=content)
