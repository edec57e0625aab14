"""Report: results of the thesis and of this run."""

from __future__ import annotations

from collections import Counter

from ludus.lab import Command, RunContext, Report, Section, Verdict
from ludus.stats import proportion
from ludus.studies.again import run_command
from ludus.studies.claim import Claim
from ludus.studies.tribute_thesis import figures, tables
from ludus.studies.tribute_thesis.claims import make_claims
from ludus.studies.tribute_thesis.config import TributeThesisConfig
from ludus.studies.tribute_thesis.findings import ThesisResults
from ludus.studies.tribute_thesis.published import THESIS_FAVOURITES, THESIS_BOTS

TITLE = "The bots of Scripts of Tribute: the thesis's experiments again"
NAMED_PATRONS = 4


def report(settings: TributeThesisConfig, context: RunContext) -> Report:
    """Build the report from stored results."""
    results = ThesisResults.read(settings, context)
    claims = make_claims(results)
    return Report(
        TITLE,
        _lead(results, claims),
        [
            Section(
                "The five bots",
                [
                    _bots_text(),
                    figures.averages_figure(results),
                    tables.averages_table(results),
                    tables.table_7_1_table(results),
                ],
            ),
            Section("Claims", [_claims_text(), *(_verdict(claim) for claim in claims)]),
            Section(
                "Patrons by apriori",
                [
                    _patrons_text(results),
                    figures.tournaments_figure(results),
                    tables.halves_table(results),
                    tables.course_table(results),
                ],
            ),
            Section(
                "Beams by width", [_widths_text(results), figures.widths_figure(results), tables.widths_table(results)]
            ),
            Section(
                "All against all",
                [
                    figures.matrix_figure(results),
                    figures.seats_figure(results),
                    tables.field_table(results),
                    tables.pairs_table(results),
                ],
            ),
            Section("How to repeat the study", [Command(run_command("tribute-thesis", settings), "All of it:")]),
        ],
    )


def _lead(results: ThesisResults, claims: list[Claim]) -> str:
    counts = Counter(claim.verdict for claim in claims)
    ranked = sorted(
        range(len(THESIS_BOTS)),
        key=lambda k: (
            -results.round_robin.average_payoff(results.settings.published[k], results.settings.published).value
        ),
    )
    order = ", ".join(
        f"{THESIS_BOTS[k]} {100 * results.round_robin.average_payoff(results.settings.published[k], results.settings.published).value:.0f} %"
        for k in ranked
    )
    return (
        f"Of {len(claims)} statements of the thesis {counts['holds']} hold here, {counts['fails']} fail and "
        f"{counts['undecided']} are undecided after {results.games:,} games. As published, the five bots win against "
        f"each other: {order}. In the first seat bots win {_first_seat_text(results)} than in the second."
    )


def _first_seat_text(results: ThesisResults) -> str:
    advantage = results.round_robin.seat_advantage()
    word = "more" if advantage.value >= 0 else "less"
    return f"{abs(100 * advantage.value):.1f} points {word} [{100 * advantage.low:+.1f}, {100 * advantage.high:+.1f}]"


def _bots_text() -> str:
    return (
        "Every bot exists twice. As published it does what the program of its authors does, faults and all; some look "
        "at hidden cards then. As intended it does what the thesis says, and plays fair. Searches count their "
        "tries instead of seconds, so that games can be repeated."
    )


def _claims_text() -> str:
    return (
        "A statement holds or fails if the whole 95 % interval is on one side of zero. Pairs of Table 7.1 that 400 "
        "games cannot tell apart are left out."
    )


def _patrons_text(results: ThesisResults) -> str:
    picked = results.learned_lists[0][:NAMED_PATRONS]
    both = [name for name in picked if name in THESIS_FAVOURITES]
    return (
        "A tournament is one game of every pair. After each block of tournaments bots learn anew from the patrons of "
        "all games they have won; the seats change from tournament to tournament instead of being drawn. The "
        f"favourites of MaxPrestige in the thesis are {_join_names(THESIS_FAVOURITES)}; here it ends with {_join_names(picked)}, "
        f"{len(both)} of which are the same. The patrons of a game serve both players, and the rival picks two of them."
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


def _verdict(claim: Claim) -> Verdict:
    ours = claim.measured
    if ours is None:
        return Verdict(claim.statement, "undecided", f"{claim.source}: {claim.published}. Here: {claim.unit}.")
    numbers = f"{100 * ours.value:+.1f} [{100 * ours.low:+.1f}, {100 * ours.high:+.1f}]"
    because = f"{claim.source}: {claim.published}. Here: {numbers} {claim.unit}."
    return Verdict(claim.statement, claim.verdict, because)


def _join_names(names: tuple[str, ...] | list[str]) -> str:
    titles = [name.replace("_", " ") for name in names]
    return f"{', '.join(titles[:-1])} and {titles[-1]}"
