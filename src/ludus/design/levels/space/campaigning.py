"""`ludus make platformer --curve`: a campaign that is as hard as a curve says, for everybody."""

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
    """Levels that are as hard as a curve says, each proved by players who decided nothing."""
    with first_use(order.game):
        send_crowd(make_level(order.seed).level, 1, 1)  # compiles
    done = make_campaign(targets, order.seed, demand, order.place, order.kept, order.progress)
    shares = [each.crowd.failure for each in done]
    far = max(abs(share.value - target) for share, target in zip(shares, targets, strict=True))
    met = sum(each.met(Targets(difficulty=target)) for each, target in zip(done, targets, strict=True))
    drawn = campaign_picture(
        "How hard the levels are", [(each.value, each.low, each.high) for each in shares], wanted=targets
    )
    return Findings(
        title=f"{order.game.title}: a campaign of {count(len(done), 'level')} that follows a curve",
        answer=[
            f"{met} of {count(len(done), 'level')} are as hard as asked; the farthest is off by "
            f"{100 * far:.1f} points. {_order_of(targets, done)}"
        ],
        sheets=[_curve_sheet(targets, done)],
        pictures={"campaign.svg": (drawn, "Dots: the share of synthetic players that die; the line: what was asked.")},
        facts={**facts_of(order), "proof": f"{PROVED} synthetic players a level, who decided nothing"},
        files=files_of([(each.made.level, each.seed) for each in done], decoration),
        notes=["Players are synthetic: how people fare is for people to say."],
    )


def _order_of(targets: Sequence[float], done: Sequence[Dialled]) -> str:
    if len({*targets}) < 2 or len(done) < FEWEST:
        return ""
    found = rank_correlation(list(targets), [each.crowd.failure.value for each in done])
    return f"Rank correlation with the curve: {found:.2f}."


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
            each.crowd.failure,
            each.crowd.deaths,
            len(each.made.level.traps),
            each.looked,
        ]
        for k, (target, each) in enumerate(zip(targets, done, strict=True), 1)
    ]
    return Sheet("campaign", "The levels of the campaign", columns, rows)


def files_of(levels: Sequence[tuple[Level, int]], decoration: float) -> dict[str, str]:
    """Levels with their seeds, named by their place and decorated."""
    return {
        FILE.format(k): write_level(decorate(replace(level, name=f"Level {k}"), seed, decoration))
        for k, (level, seed) in enumerate(levels, 1)
    }


def facts_of(order: Order) -> dict[str, str]:
    """By which game, and from which seed."""
    return {"game": f"{order.game.name}, rules version {order.game.version}", "seed": str(order.seed)}
