"""Report on the tuning of the heuristic."""

from __future__ import annotations

from typing import Any

from ludus.lab import Column, Command, Desk, Figure, File, Report, Section, Table, Verdict
from ludus.lab.figures import Series, curves
from ludus.stats import Estimate, share
from ludus.studies.again import run_command
from ludus.studies.claim import verdict_on
from ludus.studies.tribute_weights.config import Settings
from ludus.studies.tribute_weights.player import GAME, as_table, weights_file
from ludus.studies.tribute_weights.work import (
    BRED,
    BY_CMA,
    PUBLISHED,
    check_seed,
    compare,
    looks,
    meetings,
    tuned,
)

FILES = {BRED: "heuristic_bred.toml", BY_CMA: "heuristic_cma.toml"}


def report(settings: Settings, desk: Desk) -> Report:
    """Build the report from stored results."""
    payoffs = {pair: share(compare(settings, desk, *pair)) for pair in meetings(settings)}
    sections = [
        Section(
            "On fresh deals",
            [*(_verdict(maker, payoffs[maker, PUBLISHED]) for maker in FILES), _meetings(settings, payoffs)],
        ),
        Section("How they were tuned", [_words(settings), _winners(settings, desk), _adapting(desk)]),
        Section("The weights", _weights(settings, desk)),
    ]
    best = max(FILES, key=lambda maker: (payoffs[maker, PUBLISHED].value, maker))
    wins = payoffs[best, PUBLISHED].in_percent()
    lead = f"With the weights of {best}, {settings.search} wins {wins} against itself as published."
    return Report("A heuristic for Tales of Tribute, tuned", lead, sections)


def _verdict(maker: str, found: Estimate) -> Verdict:
    because = f"It wins {found.in_percent()} of fresh games in the same search; the interval is over deals."
    return Verdict(f"{maker} finds better weights than the published ones", verdict_on(found, 0.5), because)


def _meetings(settings: Settings, found: dict[tuple[str, str], Estimate]) -> Table:
    rows = [[one, other, settings.validation_games, payoff] for (one, other), payoff in found.items()]
    columns = [
        Column.text("weights"),
        Column.text("against"),
        Column.whole("games"),
        Column.estimate("share", "wins", percent=True),
    ]
    caption = f"{settings.search} with these weights, from both seats on random patrons; seed {check_seed(settings)}."
    return Table("meetings", columns, rows, caption, most=len(rows))


def _words(settings: Settings) -> str:
    half = settings.population // 2
    return (
        f"Winners breed: {settings.generations} generations of {settings.population}; random pairs play one game, the "
        f"{half} winners stay and have {half} children, each gene from either parent; {100 * settings.mutation:g} % "
        "of all genes mutate. The result is the mean of the winners of the last quarter. CMA-ES: "
        f"{settings.cma_generations} generations of {settings.cma_population}, from the published weights on, each "
        f"with {settings.cma_deals} deals from both seats against the published weights and each of "
        f"{', '.join(settings.opponents) or 'nobody else'}."
    )


def _winners(settings: Settings, desk: Desk) -> Figure:
    notes, generations_shown = desk.kept("breed"), looks(settings)
    line = Series("mean of the winners", [notes[k]["share"] for k in generations_shown])
    title = "Winners against the published weights"
    svg = curves(generations_shown, [line], title=title, x_title="generation", y_title="games won", percent=True)
    return Figure("breed", svg, f"{title}, the mean of a generation's winners in few games each time.")


def _adapting(desk: Desk) -> Figure:
    notes = desk.kept("cma")
    lines = [
        Series("against the published weights", [note["share"] for note in notes]),
        Series("against all, on average", [note["mean_score"] for note in notes]),
        Series("the best of a generation", [note["score"] for note in notes]),
    ]
    title = "CMA-ES by generation"
    svg = curves([*range(len(notes))], lines, title=title, x_title="generation", y_title="games won", percent=True)
    return Figure("cma", svg, f"{title}: the mean share of the population, and its best.")


def _weights(settings: Settings, desk: Desk) -> list[Any]:
    makers, command = tuned(settings, desk), run_command("tribute-weights", settings)
    columns = [Column.text("weight"), *(Column.number(f"by {maker}", shown=2) for maker in makers)]
    rows = as_table(makers)
    name, _, options = settings.search.partition(":")
    parts: list[Any] = [Table("weights", columns, rows, "The weights by who made them.", most=len(rows))]
    for maker, file in FILES.items():
        text = weights_file(settings.search, makers[maker], f"{command} ({maker})")
        parts.append(File(file, text, f"the weights of {maker}, to play with"))
        player = f"{name}:{options + ',' if options else ''}weights={{run}}/{file}"
        parts.append(Command(f"ludus match {GAME} {player} {settings.search} -n 400", "Let them play:"))
    return parts
