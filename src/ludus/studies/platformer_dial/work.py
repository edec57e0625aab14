"""Experiment: make levels and play them."""

from __future__ import annotations

from functools import partial
from typing import Any

from ludus.compute.place import units
from ludus.core.progress import first_use
from ludus.core.random import derive
from ludus.core.registry import find_game
from ludus.design.levels.levels import make_level
from ludus.design.levels.making.dialling import Dialled, dial_level
from ludus.design.levels.making.targets import Demand, Targets
from ludus.design.levels.people.crowds import send_crowd
from ludus.lab import Desk
from ludus.stats import Estimate
from ludus.studies.platformer_dial.config import Settings, order

MAKING = "levels for {:g}"


def work(settings: Settings, desk: Desk) -> None:
    """Make and play the levels of every target."""
    desk.plan({MAKING.format(target): settings.levels for target in settings.targets})
    with first_use(find_game("platformer")):
        send_crowd(make_level(1).level, 1, 1)  # compiles the rules
    for target in settings.targets:
        desk.stage(MAKING.format(target))
        desk.keep(piece(target), lambda target=target: _levels(settings, desk, target))  # type: ignore[misc]


def piece(target: float) -> str:
    """Name under which the levels of a target are stored."""
    return f"levels/{target:g}"


def _levels(settings: Settings, desk: Desk, target: float) -> list[dict[str, Any]]:
    rows = []
    for row in desk.place.run(partial(_level, settings, target), units(settings.levels, 1)):
        rows.append(row)
        desk.advance(1)
    return rows


def _level(settings: Settings, target: float, part: range) -> dict[str, Any]:
    """A level as `ludus make platformer --count` makes it, with its measurements."""
    (number,) = part
    return _row(dial_level(derive(settings.seed, "make", number), Demand(order(settings), Targets(target))))


def _row(found: Dialled) -> dict[str, Any]:
    crowd = found.crowd
    return {
        "failure": _plain(crowd.failure),
        "deaths": _plain(crowd.deaths),
        "hardest": _plain(crowd.hardest[1]) if crowd.hardest else None,
        "challenges": len(found.rating.path),
        "traps": len(found.made.level.traps),
        "looked": found.looked,
        "seed": str(found.seed),
        "rejected": dict(found.rejected),
    }


def _plain(each: Estimate) -> list[float]:
    return [each.value, each.low, each.high]
