"""Campaigns for `ludus make`: by a curve for everybody, or in a band for one player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ludus.core.progress import first_use
from ludus.core.random import derive
from ludus.design.contract import Column, Findings, Order, Sheet, count
from ludus.design.levels.dialling import ATTEMPTS, PROVED, Dialled, Fixed, Targets
from ludus.design.levels.levels import LevelOrder, make_level
from ludus.design.levels.people.filter import SyntheticPlayer, load_calibration
from ludus.design.levels.people.play import Stage as Boards
from ludus.design.levels.sessions.plays import Respawn
from ludus.design.levels.space.campaign import Band, Stage, keep_in_band, make_campaign
from ludus.design.levels.space.pictures import campaign_picture
from ludus.design.levels.space.player import Player
from ludus.games.platformer.level import Level, write_level
from ludus.stats.ranks import FEWEST, rank_correlation

FILE = "level_{:02d}.level"


def follow_curve(
    targets: Sequence[float],
    order: Order,
    wanted: LevelOrder,
    fixed: Fixed = Fixed(),  # noqa: B008
    respawn: Respawn = "checkpoint",
) -> Findings:
    """Levels that are as hard as a curve says, each proved by players who decided nothing."""
    with first_use(order.game):
        make_level(order.seed, replace(wanted, traps=None))  # compiles
    with order.progress("levels looked at, at most", len(targets) * ATTEMPTS, "level") as told:
        done = make_campaign(targets, order.seed, wanted, fixed, respawn, order.place, told)
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
        facts={**_facts(order), "proof": f"{PROVED} synthetic players a level, who decided nothing"},
        files=_files([each.made.level for each in done]),
        notes=["Players are synthetic: how people fare is for people to say."],
    )


def follow_player(
    skill: float, band: Band, levels: int, order: Order, wanted: LevelOrder, respawn: Respawn = "checkpoint"
) -> Findings:
    """Levels for one synthetic player of whom nothing is known at first: each played before the next is made."""
    somebody = SyntheticPlayer(skill, load_calibration())

    def plays(level: Level, number: int) -> int:
        told(1)
        played = Boards(level, respawn).play(somebody, derive(order.seed, "plays", number))
        return max(played.deaths, 0 if played.arrived else 1)

    with first_use(order.game):
        make_level(order.seed, replace(wanted, traps=None))  # compiles
    with order.progress("levels played", levels, "level") as told:
        stages, known = keep_in_band(Player.unknown(), band, levels, order.seed, plays, wanted)
    clean = sum(stage.deaths == 0 for stage in stages)
    drawn = campaign_picture(
        "Foretold success of the player",
        [(stage.success, stage.success, stage.success) for stage in stages],
        band=band,
        y_title="chance to get through without dying",
    )
    return Findings(
        title=f"{order.game.title}: a campaign of {count(levels, 'level')} for one player",
        answer=[
            f"Foretold success was {100 * min(stage.success for stage in stages):.0f} to "
            f"{100 * max(stage.success for stage in stages):.0f} %, asked {100 * band[0]:.0f} to "
            f"{100 * band[1]:.0f} %. The player got through {clean} of {count(levels, 'level')} without dying.",
            f"Believed skill at the end: {known.skill:+.2f}, give or take {known.spread:.2f}; it is {skill:+.2f}.",
        ],
        sheets=[_player_sheet(stages)],
        pictures={"campaign.svg": (drawn, "Dots: foretold before each level was played; the band: what was asked.")},
        facts={**_facts(order), "player": f"synthetic, skill {skill:+.2f}"},
        files=_files([stage.made.level for stage in stages]),
        notes=["The player is synthetic. Skill is in standard deviations over all players; 0 is average."],
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


def _player_sheet(stages: Sequence[Stage]) -> Sheet:
    columns = [
        Column("level"),
        Column("success", "number", "foretold success"),
        Column("skill", "number", "believed skill"),
        Column("deaths", "count"),
        Column("traps", "count"),
    ]
    rows = [
        [FILE.format(k), round(each.success, 4), round(each.skill, 4), each.deaths, len(each.made.level.traps)]
        for k, each in enumerate(stages, 1)
    ]
    return Sheet("campaign", "The levels of the campaign, before and after each was played", columns, rows)


def _files(levels: Sequence[Level]) -> dict[str, str]:
    return {FILE.format(k): write_level(replace(level, name=f"Level {k}")) for k, level in enumerate(levels, 1)}


def _facts(order: Order) -> dict[str, str]:
    return {"game": f"{order.game.name}, rules version {order.game.version}", "seed": str(order.seed)}
