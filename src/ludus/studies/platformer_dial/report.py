"""Report: requested and measured difficulty; intervals are over levels."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from ludus.design.platformer.difficulty_search import HELD_OUT_PLAYERS
from ludus.design.platformer.options import MakeOptions
from ludus.design.platformer.players.player_kinds import other_kind, player_kind
from ludus.lab import Column, Command, Figure, Report, RunContext, Section, Table
from ludus.lab.config import run_command
from ludus.report.charts import Bar, bar_chart
from ludus.report.report_model import ReportPart
from ludus.stats import Estimate, difference_of_runs, mean_of_runs
from ludus.stats.rank_correlation_and_trend import rank_correlation
from ludus.studies.claims import Claim, ClaimFormat, clipped, judge_family, judgement_text, verdict_part, within
from ludus.studies.platformer_dial.config import DialConfig
from ludus.studies.platformer_dial.experiment import result_name
from ludus.util.text import plural

TOLERANCE = 0.08  # tolerance around a target
PERCENT = ClaimFormat(digits=1, scale=100)
TITLE = "Levels of the platformer: are they as hard as asked?"


def report(settings: DialConfig, context: RunContext) -> Report:
    """Build the report from stored results."""
    targets = load_results(settings, context)
    claims, other_claims = make_claims(settings, targets)
    return Report(
        TITLE,
        [_lead(settings, targets)],
        [
            Section("Promises", [_claims_text(settings.players, claims), *map(verdict_part, claims)]),
            Section("Targets", [_targets_figure(targets), _targets_table(targets)]),
            Section(
                f"The same levels, played by {other_kind(settings.players).name}s",
                [*_other_parts(settings, targets, other_claims)],
            ),
            Section("Levels", [_levels_table(settings.players, targets), _rejections_table(targets)]),
            Section(
                "How to repeat the study",
                [Command(run_command("platformer-dial", settings), "All of it:"), *_commands(settings)],
            ),
        ],
    )


def _lead(settings: DialConfig, targets: list[TargetLevels]) -> str:
    failures = ", ".join(f"{target.failure.in_percent()} for {100 * target.target:g} %" for target in targets)
    within = sum(target.levels_within_tolerance for target in targets)
    count = sum(len(target.levels) for target in targets)
    return (
        f"Share of the {HELD_OUT_PLAYERS} held-out synthetic players ({settings.players}s) of each level who die at "
        f"least once, at levels of the set-up {settings.setup}: {failures}. {within} of {plural(count, 'level')} are "
        "within "
        f"{100 * TOLERANCE:g} points of their target."
    )


def make_claims(settings: DialConfig, targets: list[TargetLevels]) -> tuple[list[Claim], list[Claim]]:
    """Claims that levels are as hard as asked, and harder than those for lower targets; over levels.

    Returns:
        Those about the players for whom the levels were made, and about the other ones; judged together.
    """
    promises = [
        Claim(
            f"Of {settings.players}s at levels for {target.target:g}, {100 * target.target:g} % die, "
            f"to within {100 * TOLERANCE:g} points",
            "this study",
            "",
            target.failure,
            claimed=within(target.target, TOLERANCE),
            text=f"{target.failure.in_percent()} at {plural(len(target.levels), 'level')}; "
            f"{target.levels_within_tolerance} of "
            "them are that near",
            sample_unit="level",
            number_format=PERCENT,
        )
        for target in targets
    ]
    other = f" for {other_kind(settings.players).name}s, too,"
    promises += [_harder("", one, two, two.target - one.target) for one, two in pairwise(targets)]
    others = []
    if all(target.has_other for target in targets):
        others = [_harder(other, one.other, two.other, two.target - one.target) for one, two in pairwise(targets)]
    claims = judge_family("promises", [*promises, *others], {"level": 2 * settings.levels})
    return claims[: len(promises)], claims[len(promises) :]


def _harder(for_whom: str, easier: TargetLevels, harder: TargetLevels, effect: float) -> Claim:
    """Claim that levels for one target are harder than those for another."""
    return Claim(
        f"Levels for {harder.target:g} are harder{for_whom} than levels for {easier.target:g}",
        "this study",
        "",
        difference_of_runs(harder.failures, easier.failures),
        text=f"{harder.failure.in_percent()} against {easier.failure.in_percent()}",
        sample_unit="level",
        effect=effect,
        number_format=PERCENT,
    )


def _targets_figure(targets: list[TargetLevels]) -> Figure:
    marks = [
        Bar(f"{target.target:g}", target.failure.value, target.failure.low, target.failure.high, "came", target.target)
        for target in targets
    ]
    title = "Share of players who die, by what was asked for"
    svg = bar_chart(marks, title=title, x_title="failure", percent=True, expected_title="asked for")
    return Figure("targets", svg, f"{title}, with 95 % intervals over levels.")


def _targets_table(targets: list[TargetLevels]) -> Table:
    rows = [
        [
            *(target.target, len(target.levels), target.failure, target.mean_error, target.levels_within_tolerance),
            *(*target.spread, min(target.failures), max(target.failures)),
            *(target.mean("deaths"), target.mean("hardest", 1.0), sum(level["looked"] for level in target.levels)),
        ]
        for target in targets
    ]
    columns = [
        Column.number("asked", shown_digits=2),
        Column.integer("levels"),
        Column.estimate("failure", "players that die", percent=True),
        Column.estimate("off", "a level is off by", percent=True),
        Column.integer("close", f"within {100 * TOLERANCE:g} points"),
        Column.number("spread", "spread of levels", percent=True, shown_digits=1),
        Column.number("own", "without the luck of players", percent=True, shown_digits=1),
        Column.number("least", "at the easiest", percent=True, shown_digits=1),
        Column.number("most", "at the hardest", percent=True, shown_digits=1),
        Column.estimate("deaths", "deaths a player", shown_digits=2),
        Column.estimate("hardest", "fail at the hardest challenge", percent=True),
        Column.integer("looked", "levels looked at"),
    ]
    return Table("targets", columns, rows, "Means over levels, with intervals by Student's t.")


def _levels_table(players: str, targets: list[TargetLevels]) -> Table:
    numbers = ("failure", "other_failure", "deaths", "hardest", "challenges", "traps", "looked", "stopped", "seed")
    rows = [
        [target.target, number, *(level.get(what) for what in numbers)]
        for target in targets
        for number, level in enumerate(target.levels, 1)
    ]
    columns = [
        *(Column.number("asked", shown_digits=2), Column.integer("level")),
        Column.estimate("failure", f"{players}s that die", percent=True),
        Column.estimate("other", f"{other_kind(players).name}s that die", percent=True),
        Column.estimate("deaths", "deaths a player", shown_digits=2),
        Column.estimate("hardest", "fail at the hardest challenge", percent=True),
        *(
            Column.integer("challenges"),
            Column.integer("traps"),
            Column.integer("looked", "looked at"),
            Column.text("stopped", "search ended without success after"),
            Column.text("seed"),
        ),
    ]
    caption = f"Every level, with {HELD_OUT_PLAYERS} players on each; intervals are over these."
    return Table("levels", columns, rows, caption, max_shown_rows=20)


def _rejections_table(targets: list[TargetLevels]) -> Table:
    rows = [[target.target, reason, count] for target in targets for reason, count in target.rejected.most_common()]
    columns = [Column.number("asked", shown_digits=2), Column.text("reason"), Column.integer("levels")]
    return Table("rejections", columns, rows, "Levels that were looked at and not taken.", max_shown_rows=40)


def _commands(settings: DialConfig) -> Iterator[Command]:
    options = "" if settings.setup == MakeOptions().setup else f" --setup {settings.setup}"
    options += "" if settings.rooms == DialConfig().rooms else f" --rooms {settings.rooms}"
    options += "" if settings.players == DialConfig().players else f" --players {settings.players}"
    for target in settings.targets:
        yield Command(
            f"ludus make platformer{options} --count {settings.levels} --difficulty {target:g} "
            f"--seed {settings.seed} --to dial-{target:g}",
            f"The levels for {target:g} as files, with pictures:",
        )


def _claims_text(players: str, claims: list[Claim]) -> str:
    return (
        f"A player fails if it dies at least once between start and exit. Players are synthetic: a {players} is "
        f"{player_kind(players).title}. The players counted here took no part in choosing the levels. "
        f"{judgement_text(claims)}"
    )


def _other_parts(settings: DialConfig, targets: list[TargetLevels], claims: list[Claim]) -> list[ReportPart]:
    """How hard the levels are for the kind of players for whom they were not made."""
    other = other_kind(settings.players)
    if not all(target.has_other for target in targets):
        return ["Not measured in this run, which was made before there were two kinds of players."]
    text = (
        f"A {other.name} is {other.title}. {HELD_OUT_PLAYERS} of them played every level. They had no part in making "
        "it, and share nothing of the error model of the players for whom it was made. Levels of a rank correlation "
        "near 1 are in the same order for both."
    )
    made, checked = (
        [level[name][0] for target in targets for level in target.levels] for name in ("failure", "other_failure")
    )
    columns = [
        Column.number("asked", shown_digits=2),
        Column.estimate("failure", f"{settings.players}s that die", percent=True),
        Column.estimate("other", f"{other.name}s that die", percent=True),
        Column.estimate("difference", percent=True),
        Column.estimate("off", f"a level is off by, for {other.name}s", percent=True),
        Column.integer("close", f"within {100 * TOLERANCE:g} points, for {other.name}s"),
    ]
    rows = [
        [
            *(target.target, target.failure, target.other.failure),
            mean_of_runs([b - a for a, b in zip(target.failures, target.other.failures, strict=True)]),
            *(target.other.mean_error, target.other.levels_within_tolerance),
        ]
        for target in targets
    ]
    correlation = f"Rank correlation of all {plural(len(made), 'level')}: {rank_correlation(made, checked):.2f}."
    caption = "Means over levels, with intervals by Student's t."
    return [text, correlation, *map(verdict_part, claims), Table("other_players", columns, rows, caption)]


@dataclass(frozen=True)
class TargetLevels:
    """Levels for one target."""

    target: float
    levels: list[dict[str, Any]]

    @property
    def has_other(self) -> bool:
        """Whether the other kind of players was measured."""
        return all("other_failure" in level for level in self.levels)

    @property
    def other(self) -> TargetLevels:
        """The same levels as the other kind of players found them."""
        levels = [level | {"failure": level["other_failure"], "deaths": level["other_deaths"]} for level in self.levels]
        return replace(self, levels=levels)

    @property
    def failures(self) -> list[float]:
        return [level["failure"][0] for level in self.levels]

    @property
    def failure(self) -> Estimate:
        """Share of players that die, over all levels."""
        return clipped(mean_of_runs(self.failures), 0.0, 1.0)

    @property
    def mean_error(self) -> Estimate:
        """Mean absolute error of a single level."""
        return clipped(mean_of_runs([abs(failure - self.target) for failure in self.failures]), 0.0, 1.0)

    @property
    def spread(self) -> tuple[float, float]:
        """Standard deviation over levels, and the part that is not due to the small number of players."""
        failures = np.array(self.failures)
        luck = failures * (1 - failures) / (HELD_OUT_PLAYERS - 1)
        variance = failures.var(ddof=1)
        return math.sqrt(variance), math.sqrt(max(variance - luck.mean(), 0.0))

    @property
    def levels_within_tolerance(self) -> int:
        """Number of levels within the tolerance."""
        return sum(abs(failure - self.target) <= TOLERANCE for failure in self.failures)

    def mean(self, what: str, most: float = math.inf) -> Estimate:
        """Mean of another number over all levels that have it."""
        return clipped(mean_of_runs([level[what][0] for level in self.levels if level[what]]), 0.0, most)

    @property
    def rejected(self) -> Counter[str]:
        """Rejected levels, by reason."""
        return sum((Counter(level["rejected"]) for level in self.levels), Counter[str]())


def load_results(settings: DialConfig, context: RunContext) -> list[TargetLevels]:
    """All targets, the easiest first."""
    return [TargetLevels(target, context.result(result_name(target))) for target in settings.targets]
