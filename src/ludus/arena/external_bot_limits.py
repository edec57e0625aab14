"""Limits of bots that are not compiled: where they run and what they may use."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass
from typing import Any

from ludus.bots import BotFactory, load_bot
from ludus.bots.external.limits import Clock
from ludus.core.game import Content, Game

REQUEST_LOG_BYTES = 16 << 20  # of one log, if it holds whole requests


@dataclass(frozen=True)
class BotLimits:
    """Limits of external bots; compiled ones need none."""

    in_process: bool = False  # run Python bots inside this process: faster, for trusted bots, without limits
    seconds: float | None = None  # for a reply, instead of the game's own limit
    memory: int | None = None  # in MB
    turn_seconds: float | None = None  # for all decisions of a turn
    cpu_seconds: float | None = None  # of processor time, for a whole game
    freeze: bool | None = None  # stop bots while others decide; None: in tournaments, but not in matches
    hide: tuple[str, ...] = ()  # files and folders that bots cannot see, in addition to those always hidden
    pass_env: tuple[str, ...] = ()  # names of environment variables that bots get in addition to the usual ones
    keep: bool = False  # keep bots for many games, and their files, for training
    clock: Clock = "wall"  # what limits of replies and turns count
    log_requests: bool = False  # logs hold everything that bots are sent, and all legal moves

    def as_dict(self) -> dict[str, Any]:
        """The limits as plain data; fields added later are omitted if not set, so that older plans stay the same."""
        added = ("turn_seconds", "cpu_seconds", "freeze", "hide", "pass_env", "clock")
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in asdict(self).items()
            if name != "log_requests"
            and (name not in added or value not in (None, (), "wall"))
            and (name != "keep" or value)
        }

    def load_bot(
        self,
        game: Game,
        text: str,
        content: Content | None = None,
        contest: bool = False,
        kept_folder: str = "",
        restart: bool = False,
    ) -> BotFactory:
        """Load a bot of any kind from its text, with these limits.

        Args:
            game: The game.
            text: The text of the bot.
            content: The content that is played.
            contest: Stop it while others decide, unless `freeze` says otherwise.
            kept_folder: Folder for the files of a bot that is kept; empty: it is not kept.
            restart: Start persistent programs anew for every game.
        """
        from ludus.bots.external import Limits

        values = {
            "reply": self.seconds,
            "memory": self.memory,
            "turn": self.turn_seconds,
            "computing": self.cpu_seconds,
            "freeze": contest if self.freeze is None else self.freeze,
            "hidden": tuple(map(os.path.abspath, self.hide)),
            "environment": tuple(self.pass_env),
            "clock": self.clock,
            "requests": self.log_requests,
            "keep": kept_folder,
            "restart": restart,
            "log": REQUEST_LOG_BYTES if self.log_requests else None,
        }
        limits = Limits(**{name: value for name, value in values.items() if value is not None})  # type: ignore[arg-type]
        return load_bot(game, text, in_process=self.in_process, limits=limits, content=content)
