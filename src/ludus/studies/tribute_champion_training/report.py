"""Report on the courtier."""

from __future__ import annotations

from typing import Any

from ludus.games.tribute.bots import courtier
from ludus.lab import Column, Command, Figure, File, Report, RunContext, Section, Table, Verdict
from ludus.lab.config import run_command
from ludus.report.charts import Series, line_chart
from ludus.report.file_and_column_names import file_slug
from ludus.stats import Estimate, proportion
from ludus.studies.training_report import (
    generations_table,
    opponents_figure,
    replay_files,
    rivals_figure,
    win_rate_verdict,
)
from ludus.studies.tribute_champion_training.config import GAME, TributeChampionConfig
from ludus.studies.tribute_champion_training.experiment import CourtierTraining
from ludus.studies.tribute_champion_training.weight_regression import SELF_PLAY, learning_rounds
from ludus.util.text import plural

TITLE, RIVALS_TITLE = "A courtier for Tales of Tribute", "Against everybody"
GOAL_WIN_RATE = 0.75
BOT_TEXT = "courtier:weights={run}/courtier.json"


def report(settings: TributeChampionConfig, context: RunContext) -> Report:
    """Build the report from stored results."""
    training = CourtierTraining(settings, context)
    payoffs = {rival: proportion(training.validate(rival)) for rival in settings.rivals}
    data = courtier.weights_data(training.champion_weights(), training.preferred_patrons(), rerun_command(settings))
    notes = training.generation_notes()
    sections = [
        Section(
            RIVALS_TITLE,
            [
                goal_verdict(settings, payoffs),
                _rivals_table(training, payoffs),
                rivals_figure(payoffs, "Games won by the courtier"),
            ],
        ),
        Section("How it learned", _learning_parts(settings, context)),
        Section("How it was evolved", [_method_text(settings), opponents_figure(notes), generations_table(notes)]),
        Section("What it values", _weights_parts(training, data)),
    ]
    return Report(TITLE, [answer(payoffs)], sections)


def answer(payoffs: dict[str, Estimate]) -> str:
    """How often the courtier wins against its hardest rival."""
    hardest = min(payoffs, key=lambda rival: (payoffs[rival].value, rival))
    return f"The courtier wins {payoffs[hardest].in_percent()} against {hardest}, its hardest rival."


def goal_verdict(settings: TributeChampionConfig, payoffs: dict[str, Estimate]) -> Verdict:
    """Verdict on the claim that the courtier reaches its goal against every rival."""
    return win_rate_verdict(GOAL_WIN_RATE, payoffs, settings.validation_games // 2)


def rerun_command(settings: TributeChampionConfig) -> str:
    """Command that repeats the training."""
    return run_command("tribute-champion", settings)


def _rivals_table(training: CourtierTraining, payoffs: dict[str, Estimate]) -> Table:
    settings, seed = training.settings, training.validation_seed()
    games = settings.validation_games
    rows = [[rival, games, payoff] for rival, payoff in payoffs.items()]
    player = f"{BOT_TEXT},iterations={settings.playing_iterations}"
    again = [f"ludus match {GAME} {player} {rival} -n {games} --seed {seed}" for rival in payoffs]
    columns = [Column.text("rival"), Column.integer("games"), Column.estimate("share", "wins", percent=True)]
    caption = f"With a draft, on deals that it never saw, from both seats; seed {seed}."
    return Table("rivals", columns, rows, caption, again)


def _learning_parts(settings: TributeChampionConfig, context: RunContext) -> list[Any]:
    rounds = learning_rounds(settings, context)
    if not rounds:
        return ["It learned from no games: the weights it began with went straight into the evolution."]
    teachers = [name for name in rounds[0]["against"] if name != SELF_PLAY]
    rows = [[k, record["loss"], *(record["against"][name] for name in teachers)] for k, record in enumerate(rounds)]
    columns = [
        Column.integer("round"),
        Column.number("loss", shown_digits=4),
        *(Column.number(file_slug(name), f"wins against {name}", percent=True) for name in teachers),
    ]
    text = (
        f"In each of {plural(settings.rounds, 'round')} it played {plural(settings.own_games, 'game')} against "
        "itself and "
        f"{settings.teacher_games} against each teacher, {settings.learning_iterations} lines a move. A logistic "
        "regression of who won on the position after every second turn gave the next weights. Wins are those of the "
        "weights before the round."
    )
    parts: list[Any] = [text, Table("rounds", columns, rows, "Rounds of learning.", max_shown_rows=len(rows))]
    if teachers and len(rounds) > 1:
        lines = [Series(name, [record["against"][name] for record in rounds]) for name in teachers]
        title = "Games won against teachers"
        svg = line_chart([*range(len(rounds))], lines, title=title, x_title="round", y_title="games won", percent=True)
        parts.append(Figure("teachers", svg, f"{title}, round by round."))
    return parts


def _method_text(settings: TributeChampionConfig) -> str:
    return (
        f"CMA-ES, {plural(settings.generations, 'generation')} of {settings.population}, on the general weights and "
        "on how much "
        f"all cards, agents and favours count; {plural(settings.deals, 'new deal')} a generation on random patrons "
        "from both "
        f"seats against each opponent, {settings.training_iterations} lines a move. Of these "
        f"{_anchors_text(settings)} stay, "
        f"others leave when they are beaten in {100 * settings.leaves:.0f} % of their games, and every "
        f"{settings.enters} generations the current weights enter. The courtier is the mean of the better halves of "
        "the last quarter of all generations."
    )


def _anchors_text(settings: TributeChampionConfig) -> str:
    return ", ".join(settings.anchors)


def _weights_parts(training: CourtierTraining, data: dict[str, Any]) -> list[Any]:
    stages = courtier.STAGES
    numbers = [Column.number(stage, shown_digits=1) for stage in stages]
    tables = []
    for part, title in (
        ("cards", "What it is worth to own a card."),
        ("in play", "What it is worth besides to have an agent in play."),
        ("favours", "What a favour is worth."),
        ("general", "Weights that belong to no card."),
    ):
        rows = [[key, *three] for key, three in data[part].items()]
        tables.append(Table(file_slug(part), [Column.text("of"), *numbers], rows, title, max_shown_rows=len(rows)))
    wins = sorted(training.patron_payoffs().items(), key=lambda item: (-item[1], item[0]))
    columns = [Column.text("patron"), Column.number("share", "wins", percent=True)]
    return [
        "100 is about one prestige in the middle of a game: the first number counts while nobody has prestige, the "
        "second at 16, the last from 32 on.",
        *tables,
        Table("patrons", columns, [list(row) for row in wins], "Games won with a patron in them: its draft."),
        File("courtier.json", data, "the weights, to play with"),
        Command(f"ludus match {GAME} {BOT_TEXT} beam -n 200", "Let it play:"),
        *replay_files(training.example_replays()),
    ]
