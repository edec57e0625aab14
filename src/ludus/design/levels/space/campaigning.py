"""`ludus make platformer --curve`: campaign with a given difficulty curve."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ludus.core.progress import report_compilation
from ludus.design.contract import ReportColumn, DesignReport, DesignRequest, ReportTable, plural
from ludus.design.levels.building.decoration import decorate
from ludus.design.levels.levels import generate_level
from ludus.design.levels.making.dialling import HELD_OUT_PLAYERS, FoundLevel
from ludus.design.levels.making.targets import LevelSpec, DifficultyTargets
from ludus.design.levels.people.crowds import simulate
from ludus.design.levels.space.campaign import make_curve_campaign
from ludus.design.levels.space.pictures import campaign_svg
from ludus.games.platformer.level import Level, write_level
from ludus.stats.ranks import MIN_PAIRS, rank_correlation

LEVEL_FILE = "level_{:02d}.level"


def report_curve_campaign(
    targets: Sequence[float], request: DesignRequest, spec: LevelSpec, decoration: float = 0.0
) -> DesignReport:
    """Make a campaign of levels with these failure rates, measured on held-out players, and report it."""
    with report_compilation(request.game):
        simulate(generate_level(request.seed).level, 1, 1)  # compiles
    levels = make_curve_campaign(targets, request.seed, spec, request.backend, request.checkpoint, request.progress)
    shares = [item.population.failure_rate for item in levels]
    largest_error = max(abs(share.value - target) for share, target in zip(shares, targets, strict=True))
    met_count = sum(
        item.meets(DifficultyTargets(difficulty=target)) for item, target in zip(levels, targets, strict=True)
    )
    svg = campaign_svg(
        "How hard the levels are", [(item.value, item.low, item.high) for item in shares], targets=targets
    )
    return DesignReport(
        title=f"{request.game.title}: a campaign of {plural(len(levels), 'level')} that follows a curve",
        answer=[
            f"{met_count} of {plural(len(levels), 'level')} are as hard as asked; the farthest is off by "
            f"{100 * largest_error:.1f} points. {_rank_sentence(targets, levels)}"
        ],
        tables=[_curve_table(targets, levels)],
        pictures={"campaign.svg": (svg, "Dots: the share of synthetic players that die; the line: the target.")},
        facts={**run_facts(request), "proof": f"{HELD_OUT_PLAYERS} held-out synthetic players per level"},
        files=level_files([(item.generated.level, item.seed) for item in levels], decoration),
        notes=["Players are synthetic; results of real people may differ."],
    )


def _rank_sentence(targets: Sequence[float], levels: Sequence[FoundLevel]) -> str:
    if len({*targets}) < 2 or len(levels) < MIN_PAIRS:
        return ""
    correlation = rank_correlation(list(targets), [level.population.failure_rate.value for level in levels])
    return f"Rank correlation with the curve: {correlation:.2f}."


def _curve_table(targets: Sequence[float], levels: Sequence[FoundLevel]) -> ReportTable:
    columns = [
        ReportColumn("level"),
        ReportColumn("asked", "number"),
        ReportColumn("failure", "share", "players that die"),
        ReportColumn("deaths", "number", "deaths a player"),
        ReportColumn("traps", "count"),
        ReportColumn("looked", "count", "looked at", on_screen=False),
    ]
    rows = [
        [
            LEVEL_FILE.format(k),
            round(target, 4),
            level.population.failure_rate,
            level.population.deaths,
            len(level.generated.level.traps),
            level.candidates,
        ]
        for k, (target, level) in enumerate(zip(targets, levels, strict=True), 1)
    ]
    return ReportTable("campaign", "The levels of the campaign", columns, rows)


def level_files(levels: Sequence[tuple[Level, int]], decoration: float) -> dict[str, str]:
    """Level files by name; each level is named by its position and decorated."""
    return {
        LEVEL_FILE.format(k): write_level(decorate(replace(level, name=f"Level {k}"), seed, decoration))
        for k, (level, seed) in enumerate(levels, 1)
    }


def run_facts(request: DesignRequest) -> dict[str, str]:
    """Game and seed, for the report."""
    return {"game": f"{request.game.name}, rules version {request.game.version}", "seed": str(request.seed)}
