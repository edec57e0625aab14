"""Game runner of the original package. Here games are started from outside: `ludus match tribute bots.py:MyBot ...`"""

from __future__ import annotations

from typing import Any

from .base_ai import BaseAI


class Game:
    """Can be imported and accepts bots, so that files which use it can be loaded; it runs nothing."""

    def __init__(self) -> None:
        self.bots: dict[str, BaseAI] = {}

    def register_bot(self, bot_instance: BaseAI) -> None:
        self.bots[bot_instance.bot_name] = bot_instance

    def run(self, *args: Any, **options: Any) -> None:
        raise RuntimeError("a bot runs no games from inside a game; use `ludus match tribute FILE.py:CLASS ...`")
