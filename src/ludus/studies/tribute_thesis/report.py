"""Report: results of the thesis and of this run, with figures in the order of the thesis."""

from __future__ import annotations

import numpy as np

from ludus.games.tribute.card_and_patron_lookups import selectable_patrons
from ludus.lab import Command, Figure, Report, RunContext, Section
from ludus.lab.config import run_command
from ludus.report.charts import Bar, Series, bar_chart, heat_map, line_chart
from ludus.stats import Estimate, proportion
from ludus.studies.claims import Claim, ClaimFormat, claims_sentence, judgement_text, verdict_part
from ludus.studies.tribute_thesis import tables
from ludus.studies.tribute_thesis.claims import FEW_POINTS, make_claims
from ludus.studies.tribute_thesis.config import TributeThesisConfig, patch_content
from ludus.studies.tribute_thesis.published import THESIS_AVERAGES, THESIS_BOTS, THESIS_FAVOURITES, THESIS_GAMES
from ludus.studies.tribute_thesis.results import ThesisResults
from ludus.util.text import plural

TITLE = "The bots of Scripts of Tribute: the thesis's experiments again"


def report(settings: TributeThesisConfig, context: RunContext) -> Report:
    """Build the report from stored results."""
    results = ThesisResults.read(settings, context)
    claims = make_claims(results)
    return Report(
        TITLE,
        [_lead(results, claims)],
        [
            Section(
                "The five bots",
                [
                    _bots_text(settings),
                    averages_figure(results),
                    tables.averages_table(results),
                    tables.table_7_1_table(results, claims),
                    tables.faults_table(results),
                ],
            ),
            Section(
                "Claims",
                [_claims_text(claims), *(verdict_part(claim, ClaimFormat(digits=1, scale=100)) for claim in claims)],
            ),
            Section(
                "Patrons by apriori",
                [
                    _patrons_text(results),
                    tournaments_figure(results),
                    tables.halves_table(results),
                    tables.favourites_table(results),
                    tables.lists_table(results),
                    tables.course_table(results),
                ],
            ),
            Section("Beams by width", [_widths_text(results), widths_figure(results), tables.widths_table(results)]),
            Section(
                "All against all",
                [
                    matrix_figure(results),
                    seats_figure(results),
                    tables.field_table(results),
                    tables.pairs_table(results),
                ],
            ),
            Section("How to repeat the study", [Command(run_command("tribute-thesis", settings), "All of it:")]),
        ],
    )


def _lead(results: ThesisResults, claims: list[Claim]) -> str:
    five = results.settings.published
    means = [results.round_robin.average_payoff(bot, five).value for bot in five]
    ranked = sorted(range(len(THESIS_BOTS)), key=lambda k: -means[k])
    order = ", ".join(f"{THESIS_BOTS[k]} {100 * means[k]:.0f} %" for k in ranked)
    return (
        f"{claims_sentence(claims)} after {results.games:,} games. As published, the five bots win against "
        f"each other: {order}. In the first seat bots win {_first_seat_text(results)} than in the second."
    )


def _first_seat_text(results: ThesisResults) -> str:
    advantage = results.round_robin.seat_advantage()
    word = "more" if advantage.value >= 0 else "less"
    return f"{abs(100 * advantage.value):.1f} points {word} [{100 * advantage.low:+.1f}, {100 * advantage.high:+.1f}]"


def _bots_text(settings: TributeThesisConfig) -> str:
    patrons = len(selectable_patrons(patch_content(settings.patch)))
    return (
        f"Cards of {settings.patch}, with {patrons} patrons. Every bot exists twice. As published it does what the "
        "program of its authors does, faults and all; some look at hidden cards then. As intended it does what the "
        "thesis says, and plays fair. Searches count their tries instead of seconds, so that games can be repeated. "
        "With fresh=false, the random numbers of a bot as published begin at the seed of the game; its program begins "
        "them once per run, so they differ from game to game there, too."
    )


def _claims_text(claims: list[Claim]) -> str:
    return (
        f"{judgement_text(claims)} It is that for the difference which the thesis prints, and for "
        f"{100 * FEW_POINTS:.0f} points where it prints none; a larger difference is decided with fewer. For a printed "
        f"win rate that is to be met, the size is the smaller one of the deals here and the {THESIS_GAMES} games of "
        "the thesis, and both would have to grow in the same proportion to the needed size. Pairs of Table 7.1 that "
        f"{THESIS_GAMES} games cannot tell apart are left out."
    )


def _patrons_text(results: ThesisResults) -> str:
    runs = len(results.tournaments.runs)
    learned = ", ".join(
        f"{name.replace('_', ' ')} in {results.tournaments.top_picks(0, name, tables.PICKS)}"
        for name in THESIS_FAVOURITES
    )
    return (
        "A tournament is one game of every pair. After each block of tournaments bots learn anew from the patrons of "
        "all games they have won; the seats change from tournament to tournament instead of being drawn. The "
        f"favourites of MaxPrestige in the thesis are {_join_names(THESIS_FAVOURITES)}. Of "
        f"{plural(runs, 'repetition')} here, it has among its first {tables.PICKS}: {learned}. The patrons of a game "
        "serve both players, and the rival picks two of them."
    )


def _widths_text(results: ThesisResults) -> str:
    widths = list(results.widths)
    first, last = (
        proportion(results.widths[widths[0]].payoffs_by_deal),
        proportion(results.widths[widths[-1]].payoffs_by_deal),
    )
    return (
        f"From width {widths[0]} to {widths[-1]} the beam's share of wins goes from {first.in_percent()} to "
        f"{last.in_percent()}."
    )


def _join_names(names: tuple[str, ...]) -> str:
    titles = [name.replace("_", " ") for name in names]
    return f"{', '.join(titles[:-1])} and {titles[-1]}"


def averages_figure(results: ThesisResults) -> Figure:
    """Mean win rates of the five bots in both versions, with those of the thesis."""
    marks = []
    for word, five in (("as published", results.settings.published), ("as intended", results.settings.intended)):
        for number, name in enumerate(THESIS_BOTS):
            average = results.round_robin.average_payoff(five[number], five)
            marks.append(Bar.of(f"{name}, {word}", average, word, THESIS_AVERAGES[name]))
    marks.sort(key=lambda bar: (bar.group == "as intended", -bar.value))
    title = "Mean win rates among the five bots"
    svg = bar_chart(marks, title=title, x_title="games won", percent=True, reference=0.5, expected_title="thesis")
    return Figure("averages", svg, f"{title} of Table 7.1, with 95 % intervals.")


def matrix_figure(results: ThesisResults) -> Figure:
    """Payoff matrix of all bots."""
    names = sorted(
        results.round_robin.players,
        key=lambda name: -results.round_robin.average_payoff(name, results.round_robin.players).value,
    )
    values = np.full((len(names), len(names)), np.nan)
    for y, one in enumerate(names):
        for x, other in enumerate(names):
            if one != other:
                values[y, x] = results.round_robin.payoff(one, other).value
    title = "Games won by the row against the column"
    short = [name.partition(":")[0] for name in names]
    svg = heat_map(short, short, values, title=title, centre=0.5, low=0.0, high=1.0, percent=True)
    return Figure("matrix", svg, f"{title}, in percent; the strongest first.")


def tournaments_figure(results: ThesisResults) -> Figure:
    """Figure 7.1."""
    lines = [Series(name, results.tournaments.running_mean(number)) for number, name in enumerate(THESIS_BOTS)]
    half = results.settings.tournaments
    title = "Mean win rate during testing"
    svg = line_chart(
        range(1, 2 * half + 1),
        lines,
        title=title,
        x_title="tournament",
        y_title="games won so far",
        percent=True,
        reference=0.5,
    )
    caption = (
        f"Figure 7.1: {title.lower()}, mean over {plural(len(results.tournaments.runs), 'repetition')}. Random patrons "
        f"up to tournament {half}; after it all bots draft what apriori has taught them, and the means are counted "
        "anew."
    )
    return Figure("tournaments", svg, caption)


def widths_figure(results: ThesisResults) -> Figure:
    """Figure 7.2."""
    places = list(results.widths)
    lines = [
        _interval_series(name, [proportion(matchup.payoffs_in_seat(first)) for matchup in results.widths.values()])
        for name, first in (("beam in the first seat", True), ("beam in the second seat", False))
    ]
    title = "Beams against Monte Carlo tree search"
    svg = line_chart(
        places,
        lines,
        title=title,
        x_title="beam width",
        y_title="games won by the beam",
        percent=True,
        reference=0.5,
        log_x=True,
        value_range=(0, 1),
    )
    return Figure("widths", svg, f"Figure 7.2: {title.lower()}, by width and seat, with 95 % intervals.")


def seats_figure(results: ThesisResults) -> Figure:
    """Advantage of the first seat for each bot."""
    marks = []
    for name in results.round_robin.players:
        advantage = results.round_robin.seat_advantage(name)
        marks.append(Bar.of(name, advantage))
    marks.sort(key=lambda bar: -bar.value)
    title = "Wins in the first seat, less wins in the second"
    svg = bar_chart(marks, title=title, x_title="difference", percent=True, reference=0.0)
    return Figure("seats", svg, f"{title}, over all rivals, with 95 % intervals.")


def _interval_series(name: str, values: list[Estimate]) -> Series:
    return Series(
        name,
        [estimate.value for estimate in values],
        [estimate.low for estimate in values],
        [estimate.high for estimate in values],
    )
