"""`ludus make platformer --curve`: campaign with a given difficulty curve."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ludus.core.progress import first_use
from ludus.design.contract import Column, Findings, Order, Sheet, count
from ludus.design.levels.building.decoration import decorate
from ludus.design.levels.levels import make_level
from ludus.design.levels.making.dialling import PROVED, Dialled
from ludus.design.levels.making.targets import Demand, Targets
from ludus.design.levels.people.crowds import send_crowd
from ludus.design.levels.space.campaign import make_campaign
from ludus.design.levels.space.pictures import campaign_picture
from ludus.games.platformer.level import Level, write_level
from ludus.stats.ranks import FEWEST, rank_correlation

FILE = "level_{:02d}.level"


def follow_curve(targets: Sequence[float], order: Order, demand: Demand, decoration: float = 0.0) -> Findings:
    """Make a campaign of levels with these failure rates, measured on held-out players, and report it."""
    with first_use(order.game):
        send_crowd(make_level(order.seed).level, 1, 1)  # compiles
    levels = make_campaign(targets, order.seed, demand, order.place, order.kept, order.progress)
    shares = [item.crowd.failure for item in levels]
    largest_error = max(abs(share.value - target) for share, target in zip(shares, targets, strict=True))
    met_count = sum(item.met(Targets(difficulty=target)) for item, target in zip(levels, targets, strict=True))
    svg = campaign_picture(
        "How hard the levels are", [(item.value, item.low, item.high) for item in shares], wanted=targets
    )
    return Findings(
        title=f"{order.game.title}: a campaign of {count(len(levels), 'level')} that follows a curve",
        answer=[
            f"{met_count} of {count(len(levels), 'level')} are as hard as asked; the farthest is off by "
            f"{100 * largest_error:.1f} points. {_order_of(targets, levels)}"
        ],
        sheets=[_curve_sheet(targets, levels)],
        pictures={"campaign.svg": (svg, "Dots: the share of synthetic players that die; the line: the target.")},
        facts={**facts_of(order), "proof": f"{PROVED} held-out synthetic players per level"},
        files=files_of([(item.made.level, item.seed) for item in levels], decoration),
        notes=["Players are synthetic; results of real people may differ."],
    )


def _order_of(targets: Sequence[float], done: Sequence[Dialled]) -> str:
    if len({*targets}) < 2 or len(done) < FEWEST:
        return ""
    correlation = rank_correlation(list(targets), [level.crowd.failure.value for level in done])
    return f"Rank correlation with the curve: {correlation:.2f}."


def _curve_sheet(targets: Sequence[float], done: Sequence[Dialled]) -> Sheet:
    columns = [
        Column("level"),
        Column("asked", "number"),
        Column("failure", "share", "players that die"),
        Column("deaths", "number", "deaths a player"),
        Column("traps", "count"),
        Column("looked", "count", "looked at", shown=False),
    ]
    rows = [
        [
            FILE.format(k),
            round(target, 4),
            level.crowd.failure,
            level.crowd.deaths,
            len(level.made.level.traps),
            level.looked,
        ]
        for k, (target, level) in enumerate(zip(targets, done, strict=True), 1)
    ]
    return Sheet("campaign", "The levels of the campaign", columns, rows)


def files_of(levels: Sequence[tuple[Level, int]], decoration: float) -> dict[str, str]:
    """Level files by name; each level is named by its position and decorated."""
    return {
        FILE.format(k): write_level(decorate(replace(level, name=f"Level {k}"), seed, decoration))
        for k, (level, seed) in enumerate(levels, 1)
    }


def facts_of(order: Order) -> dict[str, str]:
    """Game and seed, for the report."""
    return {"game": f"{order.game.name}, rules version {order.game.version}", "seed": str(order.seed)}
