"""Load of a machine by bots that are not compiled: how many run at once, compared with its cores."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludus.arena.external_bot_limits import BotLimits
from ludus.backends import Backend
from ludus.bots import BotFactory, CompiledBot
from ludus.util.text import plural


def available_cores() -> int:
    """The number of cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on all systems
        return os.cpu_count() or 1


def outside_bots_per_game(players: Iterable[BotFactory], seats: int) -> int:
    """The most bots of one game that are not compiled."""
    return min(seats, sum(not isinstance(player, CompiledBot) for player in players))


@dataclass(frozen=True)
class BotLoad:
    """Bots that are not compiled and run at once, and the cores they share; a waiting bot may compute, too."""

    bots: int
    cores: int

    @classmethod
    def of(
        cls, players: Sequence[BotFactory], seats: int, backend: Backend | None, limits: BotLimits | None = None
    ) -> BotLoad:
        """The load of a tournament of these players.

        Args:
            players: All players.
            seats: Players of one game.
            backend: Where games run; one thread if None.
            limits: Limits of the bots; frozen ones do not compute while others decide, so one of a game runs.
        """
        games_at_once = 1 if backend is None else backend.count
        per_game = outside_bots_per_game(players, seats)
        if limits is not None and limits.freeze is not False and not limits.in_process:
            per_game = min(per_game, 1)
        return cls(per_game * games_at_once, available_cores())

    @property
    def too_many(self) -> bool:
        return self.bots > self.cores

    def as_dict(self) -> dict[str, int]:
        """The load as plain data, for the events of a tournament."""
        return {"bots_at_once": self.bots, "cores": self.cores}

    def warning(self) -> str:
        """What too many bots mean, as a sentence."""
        return (
            f"{self.bots} bots run at once on {plural(self.cores, 'core')}: they slow each other down, and time limits "
            "are reached sooner"
        )


def worst_load(events: Iterable[Mapping[str, Any]]) -> BotLoad | None:
    """The highest load that the events of a tournament record; None if no event records one."""
    loads = [
        BotLoad(event["bots_at_once"], event["cores"])
        for event in events
        if isinstance(event.get("bots_at_once"), int) and isinstance(event.get("cores"), int) and event["cores"] > 0
    ]
    return max(loads, key=lambda load: load.bots / load.cores, default=None)
