"""Report on the courtier."""

from __future__ import annotations

from typing import Any

from ludus.lab import Column, Command, Desk, Figure, File, Report, Section, Table
from ludus.lab.figures import Series, curves
from ludus.lab.names import file_name
from ludus.stats import Estimate, share
from ludus.studies.again import run_command
from ludus.studies.opponents import against_opponents, generations, hardest_first, shown_games, wins_enough
from ludus.studies.tribute_champion.config import Settings
from ludus.studies.tribute_champion.lessons import ITSELF, lessons
from ludus.studies.tribute_champion.player import GAME, courtier
from ludus.studies.tribute_champion.work import (
    champion,
    check_seed,
    measure,
    patrons,
    preferred,
    show_games,
)

GOAL = 0.75
NAME = "courtier:weights={run}/courtier.json"


def report(settings: Settings, desk: Desk) -> Report:
    """Build the report from stored results."""
    payoffs = {rival: share(measure(settings, desk, rival)) for rival in settings.rivals}
    data = courtier().weights_data(champion(settings, desk), preferred(settings, desk), made_by(settings))
    notes = desk.kept("dials")
    sections = [
        Section(
            "Against everybody",
            [
                wins_enough(GOAL, payoffs),
                _shares(settings, payoffs),
                hardest_first(payoffs, "Games won by the courtier"),
            ],
        ),
        Section("How it learned", _lessons(settings, desk)),
        Section("How it was evolved", [_words(settings), against_opponents(notes), generations(notes)]),
        Section("What it values", _values(settings, desk, data)),
    ]
    hardest = min(payoffs, key=lambda rival: (payoffs[rival].value, rival))
    lead = f"The courtier wins {payoffs[hardest].in_percent()} against {hardest}, its hardest rival."
    return Report("A courtier for Tales of Tribute", lead, sections)


def made_by(settings: Settings) -> str:
    """Command that repeats the training."""
    return run_command("tribute-champion", settings)


def _shares(settings: Settings, found: dict[str, Estimate]) -> Table:
    seed, games = check_seed(settings), settings.validation_games
    rows = [[rival, games, payoff] for rival, payoff in found.items()]
    player = f"{NAME},iterations={settings.playing_iterations}"
    again = [f"ludus match {GAME} {player} {rival} -n {games} --seed {seed}" for rival in found]
    columns = [Column.text("rival"), Column.whole("games"), Column.estimate("share", "wins", percent=True)]
    caption = f"With a draft, on deals that it never saw, from both seats; seed {seed}."
    return Table("rivals", columns, rows, caption, again)


def _lessons(settings: Settings, desk: Desk) -> list[Any]:
    rounds = lessons(settings, desk)
    if not rounds:
        return ["It learned from no games: the weights it began with went straight into the evolution."]
    teachers = [name for name in rounds[0]["against"] if name != ITSELF]
    rows = [[k, record["loss"], *(record["against"][name] for name in teachers)] for k, record in enumerate(rounds)]
    columns = [
        Column.whole("round"),
        Column.number("loss", shown=4),
        *(Column.number(file_name(name), f"wins against {name}", percent=True) for name in teachers),
    ]
    text = (
        f"In each of {settings.rounds} rounds it played {settings.own_games} games against itself and "
        f"{settings.teacher_games} against each teacher, {settings.learning_iterations} lines a move. A logistic "
        "regression of who won on the position after every second turn gave the next weights. Wins are those of the "
        "weights before the round."
    )
    parts: list[Any] = [text, Table("rounds", columns, rows, "Rounds of learning.", most=len(rows))]
    if teachers and len(rounds) > 1:
        lines = [Series(name, [record["against"][name] for record in rounds]) for name in teachers]
        title = "Games won against teachers"
        svg = curves([*range(len(rounds))], lines, title=title, x_title="round", y_title="games won", percent=True)
        parts.append(Figure("teachers", svg, f"{title}, round by round."))
    return parts


def _words(settings: Settings) -> str:
    return (
        f"CMA-ES, {settings.generations} generations of {settings.population}, on the general weights and on how much "
        f"all cards, agents and favours count; {settings.deals} new deals a generation on random patrons from both "
        f"seats against each opponent, {settings.training_iterations} lines a move. Of these {_named(settings)} stay, "
        f"others leave when they are beaten in {100 * settings.leaves:.0f} % of their games, and every "
        f"{settings.enters} generations the current weights enter. The courtier is the mean of the better halves of "
        "the last quarter of all generations."
    )


def _named(settings: Settings) -> str:
    return ", ".join(settings.anchors)


def _values(settings: Settings, desk: Desk, data: dict[str, Any]) -> list[Any]:
    stages = courtier().STAGES
    numbers = [Column.number(stage, shown=1) for stage in stages]
    tables = []
    for part, title in (
        ("cards", "What it is worth to own a card."),
        ("in play", "What it is worth besides to have an agent in play."),
        ("favours", "What a favour is worth."),
        ("general", "Weights that belong to no card."),
    ):
        rows = [[key, *three] for key, three in data[part].items()]
        tables.append(Table(file_name(part), [Column.text("of"), *numbers], rows, title, most=len(rows)))
    wins = sorted(patrons(settings, desk).items(), key=lambda item: (-item[1], item[0]))
    columns = [Column.text("patron"), Column.number("share", "wins", percent=True)]
    return [
        "100 is about one prestige in the middle of a game: the first number counts while nobody has prestige, the "
        "second at 16, the last from 32 on.",
        *tables,
        Table("patrons", columns, [list(row) for row in wins], "Games won with a patron in them: its draft."),
        File("courtier.json", data, "the weights, to play with"),
        Command(f"ludus match {GAME} {NAME} beam -n 200", "Let it play:"),
        *shown_games(show_games(settings, desk)),
    ]
