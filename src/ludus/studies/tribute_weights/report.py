"""Report on the tuning of the heuristic."""

from __future__ import annotations

from typing import Any

from ludus.lab import Column, Command, Figure, File, Report, RunContext, Section, Table
from ludus.lab.config import run_command
from ludus.report.charts import Series, line_chart
from ludus.stats import Estimate, proportion
from ludus.studies.claims import Claim, ClaimFormat, above, judge_family, verdict_part
from ludus.studies.tribute_weights.config import TributeWeightsConfig
from ludus.studies.tribute_weights.experiment import (
    BRED_WEIGHTS,
    CMA_WEIGHTS,
    PUBLISHED_WEIGHTS,
    checkpoint_generations,
    matchup_pairs,
    play_matchup,
    tuned_weights,
    validation_seed,
)
from ludus.studies.tribute_weights.tuned_bot import GAME, weight_rows, weights_file
from ludus.util.text import plural

TITLE, FRESH_TITLE = "A heuristic for Tales of Tribute, tuned", "On fresh deals"
WEIGHT_FILES = {BRED_WEIGHTS: "heuristic_bred.toml", CMA_WEIGHTS: "heuristic_cma.toml"}


def report(settings: TributeWeightsConfig, context: RunContext) -> Report:
    """Build the report from stored results."""
    payoffs = {pair: proportion(play_matchup(settings, context, *pair)) for pair in matchup_pairs(settings)}
    sections = [
        Section(
            FRESH_TITLE,
            [
                *map(verdict_part, make_claims(settings, payoffs)),
                _matchups_table(settings, payoffs),
            ],
        ),
        Section(
            "How they were tuned", [_method_text(settings), _breeding_figure(settings, context), _cma_figure(context)]
        ),
        Section("The weights", _weights_parts(settings, context)),
    ]
    return Report(TITLE, [answer(settings, payoffs)], sections)


def answer(settings: TributeWeightsConfig, payoffs: dict[tuple[str, str], Estimate]) -> str:
    """How often the search wins with the best weights against itself with the published ones."""
    best = max(WEIGHT_FILES, key=lambda maker: (payoffs[maker, PUBLISHED_WEIGHTS].value, maker))
    wins = payoffs[best, PUBLISHED_WEIGHTS].in_percent()
    return f"With the weights of {best}, {settings.search} wins {wins} against itself as published."


def make_claims(settings: TributeWeightsConfig, payoffs: dict[tuple[str, str], Estimate]) -> list[Claim]:
    """Claims that tuned weights are better than the published ones.

    Args:
        settings: Configuration of the study.
        payoffs: Win rate of each weights against others, by both names.
    """
    claims = [
        Claim(
            f"these weights of {maker} are better than the published ones",
            "this study",
            "",
            payoffs[maker, PUBLISHED_WEIGHTS],
            claimed=above(0.5),
            text=f"it wins {payoffs[maker, PUBLISHED_WEIGHTS].in_percent()} of fresh games in the same search",
            sample_unit="deal",
            number_format=ClaimFormat(digits=1, scale=100),
        )
        for maker in WEIGHT_FILES
    ]
    return judge_family("ways to tune", claims, {"deal": settings.validation_games // 2})


def _matchups_table(settings: TributeWeightsConfig, payoffs: dict[tuple[str, str], Estimate]) -> Table:
    rows = [[one, other, settings.validation_games, payoff] for (one, other), payoff in payoffs.items()]
    columns = [
        Column.text("weights"),
        Column.text("against"),
        Column.integer("games"),
        Column.estimate("share", "wins", percent=True),
    ]
    caption = (
        f"{settings.search} with these weights, from both seats on random patrons; seed {validation_seed(settings)}."
    )
    return Table("meetings", columns, rows, caption, max_shown_rows=len(rows))


def _method_text(settings: TributeWeightsConfig) -> str:
    half = settings.population // 2
    return (
        f"Winners breed: {plural(settings.generations, 'generation')} of {settings.population}; random pairs play "
        "one game, the "
        f"{half} winners stay and have {half} children, each gene from either parent; {100 * settings.mutation:g} % "
        "of all genes mutate. The result is the mean of the winners of the last quarter. CMA-ES: "
        f"{plural(settings.cma_generations, 'generation')} of {settings.cma_population}, from the published weights "
        "on, each "
        f"with {plural(settings.cma_deals, 'deal')} from both seats against the published weights and each of "
        f"{', '.join(settings.opponents) or 'nobody else'}."
    )


def _breeding_figure(settings: TributeWeightsConfig, context: RunContext) -> Figure:
    notes, generations_shown = context.result("breed"), checkpoint_generations(settings)
    line = Series("mean of the winners", [notes[k]["share"] for k in generations_shown])
    title = "Winners against the published weights"
    svg = line_chart(generations_shown, [line], title=title, x_title="generation", y_title="games won", percent=True)
    return Figure("breed", svg, f"{title}, the mean of a generation's winners in few games each time.")


def _cma_figure(context: RunContext) -> Figure:
    notes = context.result("cma")
    lines = [
        Series("against the published weights", [note["share"] for note in notes]),
        Series("against all, on average", [note["mean_score"] for note in notes]),
        Series("the best of a generation", [note["score"] for note in notes]),
    ]
    title = "CMA-ES by generation"
    svg = line_chart([*range(len(notes))], lines, title=title, x_title="generation", y_title="games won", percent=True)
    return Figure("cma", svg, f"{title}: the mean share of the population, and its best.")


def _weights_parts(settings: TributeWeightsConfig, context: RunContext) -> list[Any]:
    makers, command = tuned_weights(settings, context), run_command("tribute-weights", settings)
    columns = [Column.text("weight"), *(Column.number(f"by {maker}", shown_digits=2) for maker in makers)]
    rows = weight_rows(makers)
    name, _, options = settings.search.partition(":")
    parts: list[Any] = [Table("weights", columns, rows, "The weights by who made them.", max_shown_rows=len(rows))]
    for maker, file in WEIGHT_FILES.items():
        text = weights_file(settings.search, makers[maker], f"{command} ({maker})")
        parts.append(File(file, text, f"the weights of {maker}, to play with"))
        player = f"{name}:{options + ',' if options else ''}weights={{run}}/{file}"
        parts.append(Command(f"ludus match {GAME} {player} {settings.search} -n 400", "Let them play:"))
    return parts
