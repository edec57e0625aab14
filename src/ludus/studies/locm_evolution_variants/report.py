"""Report: strength of the methods with equal numbers of games."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludus.arena.play_all_pairs import POINTS_PER_DEAL
from ludus.core.game_registry import load_game
from ludus.design.evaluation import describe, genome_to_data
from ludus.lab import Column, Figure, File, Report, RunContext, Section, Table
from ludus.report.charts import Bar, bar_chart
from ludus.stats import difference_of_runs, mean_of_runs, proportion
from ludus.studies.claims import Claim, ClaimFormat, judge_family, judgement_text, scaled, verdict_part
from ludus.studies.locm_evolution_variants.config import LocmBeyondConfig
from ludus.studies.locm_evolution_variants.experiment import method_runs, play_searches, play_tournament
from ludus.studies.locm_representation.config import GAME
from ludus.studies.locm_representation.results import SINGLE_RUN_NOTE, percent_text
from ludus.util.text import plural

CONTROL = "progressive"
TITLE = "Beyond the thesis: other ways to spend the same games"
STRONGER = f" is stronger than {CONTROL}"
CLAIM_FORMAT = ClaimFormat(digits=1, no_interval=SINGLE_RUN_NOTE)


def report(settings: LocmBeyondConfig, context: RunContext) -> Report:
    """Build the report from stored results."""
    every = method_runs(settings, context)
    means = _method_payoffs(settings, context)
    claims = make_claims(settings, means)
    sections = [
        claims_section(claims),
        Section("The tournament", [_methods_figure(settings, means), _methods_table(settings, means)]),
        Section("The evolved evaluations inside searches", [_searches_table(settings, context)]),
    ]
    switched = [(trial.name, _switch_generation(context, trial.name)) for trial in every if trial.method == "switch"]
    if switched:
        sections.append(Section("When progress stalled", [_switches_table(switched)]))
    files: list[Any] = []
    for trial in every:
        genome = trial.last_agent()
        files.append(File(f"agents/{trial.name}.json", genome_to_data(load_game(GAME), genome), trial.name))
        files.append(File(f"agents/{trial.name}.txt", describe(load_game(GAME), genome), "the same in words"))
    sections.append(Section("The agents", files))
    return Report(TITLE, [answer(means, claims)], sections)


def answer(means: dict[str, list[float]], claims: list[Claim]) -> str:
    """The method with the highest mean, and which methods are surely stronger than the thesis's own."""
    best = max(means, key=lambda method: float(np.mean(means[method])))
    text = (
        f"With the same games, agents of {best} have the highest mean: {percent_text(mean_of_runs(means[best]))} won. "
        f"{_stronger_text(claims)}"
    )
    return text.rstrip()


def _stronger_text(claims: list[Claim]) -> str:
    """Which methods are surely stronger than the thesis's own, by the claims."""
    if not claims:
        return ""
    stronger = [claim.statement.removesuffix(STRONGER) for claim in claims if claim.verdict == "holds"]
    which = f"only {', '.join(stronger)}" if stronger else "none"
    return f"Of {plural(len(claims), 'other method')}, {which} is surely stronger than {CONTROL}."


def _method_payoffs(settings: LocmBeyondConfig, context: RunContext) -> dict[str, list[float]]:
    """Payoff of every agent against all players of other methods and of the field, by method."""
    matchups, copies = play_tournament(settings, context), settings.copies
    count = int(matchups.pairs.max()) + 1
    table = np.full((count, count), np.nan)
    for (a, b), points in zip(matchups.pairs, matchups.points.mean(axis=1) / POINTS_PER_DEAL, strict=True):
        table[a, b], table[b, a] = points, 1 - points
    means: dict[str, list[float]] = {}
    for k, method in enumerate(settings.methods):
        own = list(range(k * copies, (k + 1) * copies))
        others = [j for j in range(count) if j not in own]
        means[method] = [float(table[member, others].mean()) for member in own]
    return means


def claims_section(claims: list[Claim]) -> Section:
    """The claims with their verdicts."""
    text = f"Each method had the same generations and games. A run is an evolution. {judgement_text(claims)}"
    return Section("Against the thesis's own scheme", [text, *(verdict_part(claim, CLAIM_FORMAT) for claim in claims)])


def make_claims(settings: LocmBeyondConfig, means: dict[str, list[float]]) -> list[Claim]:
    """Claims that other methods are stronger than the thesis's own.

    Args:
        settings: Configuration of the study.
        means: Payoffs of the evolutions of each method.
    """
    if CONTROL not in means:
        return []
    claims = [
        Claim(
            f"{method}{STRONGER}",
            "this study",
            "",
            scaled(difference_of_runs(values, means[CONTROL]), 100),
            "points",
            sample_unit="run",
        )
        for method, values in means.items()
        if method != CONTROL
    ]
    return judge_family("methods", claims, {"run": 2 * settings.copies})


def _methods_figure(settings: LocmBeyondConfig, means: dict[str, list[float]]) -> Figure:
    marks = []
    for method, values in sorted(means.items(), key=lambda item: -float(np.mean(item[1]))):
        mean = mean_of_runs(values)
        marks.append(Bar.of(method, mean))
    title = "Games won in the tournament"
    return Figure(
        "methods", bar_chart(marks, title=title, percent=True, reference=0.5), f"{title}; intervals over evolutions."
    )


def _methods_table(settings: LocmBeyondConfig, means: dict[str, list[float]]) -> Table:
    rows = [[method, len(values), mean_of_runs(values), max(values)] for method, values in means.items()]
    columns = [
        Column.text("method"),
        Column.integer("evolutions"),
        Column.estimate("share", "wins", percent=True),
        Column.number("best", "best evolution", percent=True, shown_digits=1),
    ]
    return Table("methods", columns, rows, "Against all agents of other methods and the field.")


def _searches_table(settings: LocmBeyondConfig, context: RunContext) -> Table:
    matchups, rows = play_searches(settings, context), []
    shares = [proportion(points / POINTS_PER_DEAL) for points in matchups.points]
    width = len(settings.searches)
    for k, trial in enumerate(method_runs(settings, context)):
        rows.append([trial.name, *shares[k * width : (k + 1) * width]])
    columns = [Column.text("evaluation")]
    columns += [Column.estimate(f"search_{k}", search, percent=True) for k, search in enumerate(settings.searches, 1)]
    caption = f"Wins against {settings.rival}; all but agent draft like weighted."
    return Table("searches", columns, rows, caption)


def _switch_generation(context: RunContext, name: str) -> int | None:
    return len(context.result(f"{name}/linear")) if context.has_result(f"{name}/tree") else None


def _switches_table(switched: list[tuple[str, int | None]]) -> Table:
    columns = [Column.text("evolution"), Column.integer("generations", "generations as Linear")]
    return Table("switches", columns, switched, "After so many generations the population went on as Trees.")
