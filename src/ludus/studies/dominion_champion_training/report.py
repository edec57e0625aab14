"""Report on the steward."""

from __future__ import annotations

from typing import Any

from ludus.design.evaluation import genome_to_data
from ludus.games.dominion.bots import steward
from ludus.lab import Column, Command, File, Report, RunContext, Section, Table, Verdict
from ludus.lab.config import run_command
from ludus.stats import Estimate, proportion
from ludus.studies.dominion_champion_training.config import GAME, DominionChampionConfig
from ludus.studies.dominion_champion_training.experiment import EDITIONS, EvaluationTraining, StewardTraining
from ludus.studies.training_report import (
    generations_table,
    opponents_figure,
    replay_files,
    rivals_figure,
    win_rate_verdict,
)
from ludus.util.text import plural

TITLE, RIVALS_TITLE = "A steward for Dominion", "Against everybody"
GOAL = 0.55
GENERAL_WEIGHT_TITLES = {
    "collision": "taken off a terminal Action for each other one that a hand has on average",
    "gardens": "what any card is worth for each Gardens owned",
    "penultimate": "how bad it is to leave one Province to somebody who would win with it",
    "money": "coins to keep when Coppers are trashed",
    "gain": "what a card gained by an Action counts against coins in hand, in percent",
    "rid": "what a burden lost counts against coins in hand, in percent",
    "attack": "what it counts to hurt somebody",
    "buy": "what one more buy counts",
    "coin": "what a coin counts by itself",
    "purse": "what can be bought with a coin beyond what could be before, in percent",
}


def report(settings: DominionChampionConfig, context: RunContext) -> Report:
    """Build the report from stored results."""
    training, rivals = StewardTraining(settings, context), (*settings.rivals, *settings.slow_rivals)
    payoffs = {
        edition: {rival: proportion(training.validate(rival, edition)) for rival in rivals} for edition in EDITIONS
    }
    data = steward.weights_data(training.champion_weights(), rerun_command(settings))
    notes = training.generation_notes()
    name = "steward:weights={run}/steward.json"
    sections = [
        Section(
            RIVALS_TITLE,
            [
                goal_verdict(settings, payoffs["first"]),
                _rivals_table(training, payoffs, name),
                rivals_figure(payoffs["first"], "Games won by the steward", ", first edition"),
            ],
        ),
        Section(
            "How it was made",
            [_method_text(settings), opponents_figure(notes), generations_table(notes)],
        ),
        Section(
            "What it values",
            [
                "Weights in hundredths of a coin. A card is worth the first weight in the first turn, the second after "
                "eight turns and the third when three of four Provinces are gone; a copy that one has takes the fourth "
                "away; the fifth goes with what the card depends on (Curses left for Witch, terminals for Village); "
                "the last is added when an Action is chosen to be played.",
                _cards_table(data),
                _general_table(data),
                File("steward.json", data, "the weights, to play with"),
                Command(f"ludus match {GAME} {name} big-money -n 1000", "Let it play:"),
                *replay_files(training.example_replays()),
            ],
        ),
        Section("An evaluation for searches", _evaluation_parts(EvaluationTraining(settings, context))),
    ]
    return Report(TITLE, [answer(payoffs["first"])], sections)


def answer(payoffs: dict[str, Estimate]) -> str:
    """How often the steward wins against its hardest rival."""
    hardest = min(payoffs, key=lambda rival: (payoffs[rival].value, rival))
    return f"The steward wins {payoffs[hardest].in_percent()} against {hardest}, its hardest rival."


def goal_verdict(settings: DominionChampionConfig, payoffs: dict[str, Estimate]) -> Verdict:
    """Verdict on the claim that the steward reaches its goal against every rival, with the first edition."""
    planned_deals = max(map(settings.games_against, (*settings.rivals, *settings.slow_rivals))) // 2
    return win_rate_verdict(GOAL, payoffs, planned_deals, "First edition, the")


def _evaluation_parts(training: EvaluationTraining) -> list[Any]:
    data, settings = genome_to_data(training.game, training.evaluation()), training.settings
    rows = [[rival, settings.slow_games, proportion(training.validate(rival))] for rival in settings.evaluation_rivals]
    columns = [Column.text("rival"), Column.integer("games"), Column.estimate("share", "wins", percent=True)]
    weights = [[name, weight] for name, weight in data["weights"].items()]
    return [
        "Weights for the features of a position, evolved inside greedy, which looks one move ahead. Other searches use "
        "them, too, where they judge unfinished games.",
        Table("evaluation_rivals", columns, rows, "Greedy with these weights, first edition, from both seats."),
        Table(
            "evaluation", [Column.text("feature"), Column.number("weight")], weights, "", max_shown_rows=len(weights)
        ),
        File("weights.json", data, "the evaluation, to play with"),
        Command(f"ludus match {GAME} greedy:weights={{run}}/weights.json big-money -n 1000", "Let it play:"),
    ]


def rerun_command(settings: DominionChampionConfig) -> str:
    """Command that repeats the training."""
    return run_command("dominion-champion", settings)


def _rivals_table(training: StewardTraining, payoffs: dict[str, dict[str, Estimate]], name: str) -> Table:
    rows, again, seed = [], [], training.validation_seed()
    for edition, shares in payoffs.items():
        for rival, payoff in shares.items():
            games = training.settings.games_against(rival)
            rows.append([rival, edition, games, payoff])
            again.append(f"ludus match {GAME} {name} {rival} -n {games} --seed {seed} -o edition={edition}")
    columns = [
        Column.text("rival"),
        Column.text("edition"),
        Column.integer("games"),
        Column.estimate("share", "wins", percent=True),
    ]
    caption = f"On random kingdoms, with deals that it never saw, from both seats, two players; seed {seed}."
    return Table("rivals", columns, rows, caption, again)


def _method_text(settings: DominionChampionConfig) -> str:
    return (
        f"CMA-ES, {plural(settings.generations, 'generation')} of {settings.population}, each with "
        f"{plural(settings.deals, 'new deal')} on "
        f"random kingdoms, {settings.second} of ten of the second edition, from both seats against each of a portfolio "
        f"of opponents: {', '.join(settings.anchors)} stay, others leave when they are beaten in "
        f"{100 * settings.leaves:.0f} % of their games, and every {settings.enters} generations the current weights "
        "enter. The steward is the mean of the better halves of the last quarter of all generations."
    )


def _cards_table(data: dict[str, Any]) -> Table:
    rows = [[card, *(data["cards"][card].get(aspect, 0.0) for aspect in steward.ASPECTS)] for card in data["cards"]]
    columns = [Column.text("card"), *(Column.number(aspect, shown_digits=1) for aspect in steward.ASPECTS)]
    return Table("cards", columns, rows, "What each card is worth, in hundredths of a coin.", max_shown_rows=len(rows))


def _general_table(data: dict[str, Any]) -> Table:
    rows = [[name, value, GENERAL_WEIGHT_TITLES[name]] for name, value in data["general"].items()]
    columns = [Column.text("weight"), Column.number("value", shown_digits=1), Column.text("meaning")]
    return Table("general", columns, rows, "Weights that belong to no card.")
