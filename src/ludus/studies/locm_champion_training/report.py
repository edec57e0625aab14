"""Report on the champion."""

from __future__ import annotations

from typing import Any

from ludus.design.evaluation import describe, genome_to_data
from ludus.lab import Column, Command, Figure, File, Report, RunContext, Section, Table
from ludus.report.charts import Bar, bar_chart
from ludus.report.file_and_column_names import file_slug
from ludus.stats import Estimate, proportion
from ludus.studies.claims import Claim, ClaimFormat, above, judge_family, verdict_part
from ludus.studies.locm_champion_training.config import LocmChampionConfig
from ludus.studies.locm_champion_training.experiment import LocmTraining
from ludus.studies.training_report import generations_table, opponents_figure
from ludus.util.text import plural

TITLE, RIVALS_TITLE = "A champion for Legends of Code and Magic", "Against its rivals"
GOAL_RIVAL = "coac"


def report(settings: LocmChampionConfig, context: RunContext) -> Report:
    """Build the report from stored results."""
    training = LocmTraining(settings, context)
    payoffs = {rival: proportion(training.validate(rival).deals(0, 0)) for rival in settings.rivals}
    game, genome, notes = training.game, training.champion_evaluation(), training.generation_notes()
    name = f"{settings.draft}+{settings.playing},weights={{run}}/champion.json"
    parts: list[Any] = [_rivals_table(training, payoffs, name), _rivals_bars(payoffs)]
    if GOAL_RIVAL in payoffs:
        parts.insert(0, verdict_part(goal_claim(settings, payoffs[GOAL_RIVAL])))
    sections = [
        Section(RIVALS_TITLE, parts),
        Section(
            "How it was made",
            [_method_text(settings), opponents_figure(notes), generations_table(notes)],
        ),
        Section(
            "What it values",
            [
                File("champion.json", genome_to_data(game, genome), "the weights, to play with"),
                File("champion.txt", describe(game, genome), "the same in words"),
                Command(f"ludus match locm {name} coac -n 100", "Let it play:"),
                *(
                    File(f"replays/{file_slug(key)}.json", data, key)
                    for key, data in training.example_replays().items()
                ),
            ],
        ),
    ]
    return Report(TITLE, [answer(payoffs)], sections)


def answer(payoffs: dict[str, Estimate]) -> str:
    """How often the champion wins against each rival."""
    wins = "; ".join(f"{payoff.in_percent()} against {rival}" for rival, payoff in payoffs.items())
    return f"The champion wins {wins}."


def goal_claim(settings: LocmChampionConfig, payoff: Estimate) -> Claim:
    """The claim that an evolved agent beats Coac."""
    claim = Claim(
        "an evolved agent beats Coac in more than half of its games",
        "Miernik, Table 5.1",
        "4.8 to 16.0 %",
        payoff,
        claimed=above(0.5),
        text=payoff.in_percent(),
        sample_unit="deal",
        number_format=ClaimFormat(digits=1, scale=100),
    )
    return judge_family("goal", [claim], {"deal": settings.validation_games // 2})[0]


def _rivals_table(training: LocmTraining, payoffs: dict[str, Estimate], name: str) -> Table:
    n, seed = training.settings.validation_games, training.validation_seed()
    rows = [[rival, n, payoff] for rival, payoff in payoffs.items()]
    columns = [Column.text("rival"), Column.integer("games"), Column.estimate("share", "wins", percent=True)]
    again = [f"ludus match locm {name} {rival} -n {n} --seed {seed}" for rival in payoffs]
    return Table("rivals", columns, rows, f"On deals that it never saw, from both seats; seed {seed}.", again)


def _rivals_bars(payoffs: dict[str, Estimate]) -> Figure:
    marks = [Bar.of(rival, payoff) for rival, payoff in payoffs.items()]
    title = "Games won by the champion"
    return Figure("rivals", bar_chart(marks, title=title, percent=True, reference=0.5), f"{title}, by rival.")


def _method_text(settings: LocmChampionConfig) -> str:
    return (
        f"CMA-ES on {settings.features} features, {plural(settings.generations, 'generation')} of "
        f"{settings.population}. Weights "
        f"are tried in the search {settings.training}, which is quick, against a portfolio of opponents: "
        f"{', '.join(settings.anchors)} stay, others leave when they are beaten in {100 * settings.leaves:.0f} % of "
        f"their games, and every {settings.enters} generations the current weights enter. The score is an ensemble: "
        f"the mean over the portfolio and the neighbour in the population. The champion is the mean of the better "
        f"halves of the last quarter of all generations, and plays by {settings.playing} after a draft like "
        f"{settings.draft}."
    )
