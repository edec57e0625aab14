"""Limits of bots that are not compiled: where they run and what they may use."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from ludus.bots import BotFactory, load_bot
from ludus.core.game import Content, Game


@dataclass(frozen=True)
class BotLimits:
    """Limits of external bots; compiled ones need none."""

    in_process: bool = False  # run Python bots inside this process: faster, for trusted bots, without limits
    seconds: float | None = None  # for a reply, instead of the game's own limit
    memory: int | None = None  # in MB
    turn_seconds: float | None = None  # for all decisions of a turn

    def as_dict(self) -> dict[str, Any]:
        """The limits as plain data; the field added later is omitted if not set, so that older plans stay the same."""
        fields = asdict(self)
        return {name: fields[name] for name in fields if name != "turn_seconds" or fields[name] is not None}

    def load_bot(self, game: Game, text: str, content: Content | None = None) -> BotFactory:
        """Load a bot of any kind from its text, with these limits."""
        from ludus.bots.external import Limits

        values = {"reply": self.seconds, "memory": self.memory, "turn": self.turn_seconds}
        limits = Limits(**{name: value for name, value in values.items() if value is not None})  # type: ignore[arg-type]
        return load_bot(game, text, in_process=self.in_process, limits=limits, content=content)
