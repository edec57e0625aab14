"""Report: results of the thesis and of this run."""

from __future__ import annotations

from collections import Counter

from ludus.lab import Command, Desk, Report, Section, Verdict
from ludus.stats import share
from ludus.studies.again import run_command
from ludus.studies.claim import Claim
from ludus.studies.tribute_thesis import figures, tables
from ludus.studies.tribute_thesis.claims import judge
from ludus.studies.tribute_thesis.config import Settings
from ludus.studies.tribute_thesis.findings import Findings
from ludus.studies.tribute_thesis.published import FAVOURITES, NAMES

TITLE = "The bots of Scripts of Tribute: the thesis's experiments again"
PICKS = 4


def report(settings: Settings, desk: Desk) -> Report:
    """Build the report from stored results."""
    results = Findings.read(settings, desk)
    claims = judge(results)
    return Report(
        TITLE,
        _lead(results, claims),
        [
            Section(
                "The five bots",
                [_words_on_bots(), figures.averages(results), tables.averages(results), tables.table_7_1(results)],
            ),
            Section("Claims", [_words_on_claims(), *(_verdict(claim) for claim in claims)]),
            Section(
                "Patrons by apriori",
                [
                    _words_on_patrons(results),
                    figures.tournaments(results),
                    tables.halves(results),
                    tables.course(results),
                ],
            ),
            Section("Beams by width", [_words_on_widths(results), figures.widths(results), tables.widths(results)]),
            Section(
                "All against all",
                [figures.matrix(results), figures.seats(results), tables.field(results), tables.everybody(results)],
            ),
            Section("How to repeat the study", [Command(run_command("tribute-thesis", settings), "All of it:")]),
        ],
    )


def _lead(found: Findings, claims: list[Claim]) -> str:
    counts = Counter(claim.verdict for claim in claims)
    ranked = sorted(
        range(len(NAMES)),
        key=lambda k: -found.everybody.average(found.settings.published[k], found.settings.published).value,
    )
    order = ", ".join(
        f"{NAMES[k]} {100 * found.everybody.average(found.settings.published[k], found.settings.published).value:.0f} %"
        for k in ranked
    )
    return (
        f"Of {len(claims)} statements of the thesis {counts['holds']} hold here, {counts['fails']} fail and "
        f"{counts['undecided']} are undecided after {found.games:,} games. As published, the five bots win against "
        f"each other: {order}. In the first seat bots win {_points(found)} than in the second."
    )


def _points(found: Findings) -> str:
    advantage = found.everybody.first_seat()
    word = "more" if advantage.value >= 0 else "less"
    return f"{abs(100 * advantage.value):.1f} points {word} [{100 * advantage.low:+.1f}, {100 * advantage.high:+.1f}]"


def _words_on_bots() -> str:
    return (
        "Every bot exists twice. As published it does what the program of its authors does, faults and all; some look "
        "at hidden cards then. As intended it does what the thesis says, and plays fair. Searches count their "
        "tries instead of seconds, so that games can be repeated."
    )


def _words_on_claims() -> str:
    return (
        "A statement holds or fails if the whole 95 % interval is on one side of zero. Pairs of Table 7.1 that 400 "
        "games cannot tell apart are left out."
    )


def _words_on_patrons(found: Findings) -> str:
    picked = found.lists[0][:PICKS]
    both = [name for name in picked if name in FAVOURITES]
    return (
        "A tournament is one game of every pair. After each block of tournaments bots learn anew from the patrons of "
        "all games they have won; the seats change from tournament to tournament instead of being drawn. The "
        f"favourites of MaxPrestige in the thesis are {_and(FAVOURITES)}; here it ends with {_and(picked)}, "
        f"{len(both)} of which are the same. The patrons of a game serve both players, and the rival picks two of them."
    )


def _words_on_widths(found: Findings) -> str:
    widths = list(found.widths)
    first, last = share(found.widths[widths[0]].deals), share(found.widths[widths[-1]].deals)
    return (
        f"From width {widths[0]} to {widths[-1]} the beam's share of wins goes from {first.in_percent()} to "
        f"{last.in_percent()}."
    )


def _verdict(claim: Claim) -> Verdict:
    ours = claim.ours
    if ours is None:
        return Verdict(claim.statement, "undecided", f"{claim.source}: {claim.theirs}. Here: {claim.unit}.")
    numbers = f"{100 * ours.value:+.1f} [{100 * ours.low:+.1f}, {100 * ours.high:+.1f}]"
    because = f"{claim.source}: {claim.theirs}. Here: {numbers} {claim.unit}."
    return Verdict(claim.statement, claim.verdict, because)


def _and(names: tuple[str, ...] | list[str]) -> str:
    titles = [name.replace("_", " ") for name in names]
    return f"{', '.join(titles[:-1])} and {titles[-1]}"
