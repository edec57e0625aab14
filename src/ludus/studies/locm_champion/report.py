"""Report on the champion."""

from __future__ import annotations

from typing import Any

from ludus.core.registry import find_game
from ludus.design.evaluation import describe, genome_data
from ludus.lab import Column, Command, Desk, Figure, File, Report, Section, Table, Verdict
from ludus.lab.figures import Bar, bars
from ludus.lab.names import file_name
from ludus.stats import Estimate, share
from ludus.studies.claim import verdict_on
from ludus.studies.locm_champion.config import GAME, Settings
from ludus.studies.locm_champion.work import champion, check_seed, measure, show_games
from ludus.studies.opponents import against_opponents, generations

GOAL = "coac"


def report(settings: Settings, desk: Desk) -> Report:
    """Build the report from stored results."""
    game = find_game(GAME)
    payoffs = {rival: share(measure(settings, desk, rival).deals(0, 0)) for rival in settings.rivals}
    genome = champion(settings, desk)
    name = f"{settings.draft}+{settings.playing},weights={{run}}/champion.json"
    parts: list[Any] = [_shares(settings, payoffs, name), _bars(payoffs)]
    if GOAL in payoffs:
        parts.insert(0, _verdict(payoffs[GOAL]))
    sections = [
        Section("Against its rivals", parts),
        Section(
            "How it was made",
            [_words(settings), against_opponents(desk.kept("weights")), generations(desk.kept("weights"))],
        ),
        Section(
            "What it values",
            [
                File("champion.json", genome_data(game, genome), "the weights, to play with"),
                File("champion.txt", describe(game, genome), "the same in words"),
                Command(f"ludus match locm {name} coac -n 100", "Let it play:"),
                *(
                    File(f"replays/{file_name(key)}.json", data, key)
                    for key, data in show_games(settings, desk).items()
                ),
            ],
        ),
    ]
    lead = "; ".join(f"{payoff.in_percent()} against {rival}" for rival, payoff in payoffs.items())
    return Report("A champion for Legends of Code and Magic", f"The champion wins {lead}.", sections)


def _verdict(found: Estimate) -> Verdict:
    because = f"Miernik's agents won 4.8 to 16.0 %. Here: {found.in_percent()}, the interval over deals."
    return Verdict("an evolved agent beats Coac in more than half of its games", verdict_on(found, 0.5), because)


def _shares(settings: Settings, found: dict[str, Estimate], name: str) -> Table:
    rows = [[rival, settings.validation_games, payoff] for rival, payoff in found.items()]
    columns = [Column.text("rival"), Column.whole("games"), Column.estimate("share", "wins", percent=True)]
    n, seed = settings.validation_games, check_seed(settings)
    again = [f"ludus match locm {name} {rival} -n {n} --seed {seed}" for rival in found]
    return Table("rivals", columns, rows, f"On deals that it never saw, from both seats; seed {seed}.", again)


def _bars(found: dict[str, Estimate]) -> Figure:
    marks = [Bar(rival, payoff.value, payoff.low, payoff.high) for rival, payoff in found.items()]
    title = "Games won by the champion"
    return Figure("rivals", bars(marks, title=title, percent=True, mark=0.5), f"{title}, by rival.")


def _words(settings: Settings) -> str:
    return (
        f"CMA-ES on {settings.features} features, {settings.generations} generations of {settings.population}. Weights "
        f"are tried in the search {settings.training}, which is quick, against a portfolio of opponents: "
        f"{', '.join(settings.anchors)} stay, others leave when they are beaten in {100 * settings.leaves:.0f} % of "
        f"their games, and every {settings.enters} generations the current weights enter. The score is an ensemble: "
        f"the mean over the portfolio and the neighbour in the population. The champion is the mean of the better "
        f"halves of the last quarter of all generations, and plays by {settings.playing} after a draft like "
        f"{settings.draft}."
    )
