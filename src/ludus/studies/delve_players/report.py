"""Report: ranking of the bots, and the claims of the thesis."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from ludus.lab import Command, Desk, Report, Section, Verdict
from ludus.studies.again import run_command
from ludus.studies.claim import Claim
from ludus.studies.delve_players import figures, tables
from ludus.studies.delve_players.claims import judge
from ludus.studies.delve_players.config import Settings
from ludus.studies.delve_players.findings import Findings

TITLE = "The players of Delve: who fights best, and who picks best"


def report(settings: Settings, desk: Desk) -> Report:
    """Build the report from stored results."""
    results = Findings.read(settings, desk)
    claims = judge(results)
    return Report(
        TITLE,
        _lead(results, claims),
        [
            Section(
                "The order of skill",
                [
                    _words_on_fights(results),
                    figures.players(results),
                    figures.paired(results),
                    tables.players(results),
                    _words_on_ties(results),
                ],
            ),
            Section("Claims", [_words_on_claims(), *(_verdict(claim) for claim in claims)]),
            Section(
                "Turns and encounters",
                [figures.turns(results), figures.encounters(results), tables.encounters(results)],
            ),
            Section("Picking nodes", [_words_on_picks(), figures.picks(results), tables.picks(results)]),
            Section("Every pair", [tables.pairs(results)]),
            Section("How to repeat the study", [Command(run_command("delve-players", settings), "All of it:")]),
        ],
    )


def order(found: Findings) -> str:
    """Bots in order: > where one is significantly ahead of the next, = otherwise."""
    ranked = found.ranked()
    signs = [">" if found.ahead(a, b).low > 0 else "=" for a, b in pairwise(ranked)]
    return ranked[0] + "".join(f" {sign} {player}" for sign, player in zip(signs, ranked[1:], strict=True))


def _lead(found: Findings, claims: list[Claim]) -> str:
    counts = Counter(claim.verdict for claim in claims)
    best, settings = found.ranked()[0], found.settings
    ahead = found.ahead(settings.ours, settings.urgent[-2])
    return (
        f"In order of skill: {order(found)} (= where two neighbours cannot be told apart). {best} wins "
        f"{found.win(best).in_percent()} of its fights. {settings.ours} wins {100 * ahead.value:+.1f} points "
        f"[{100 * ahead.low:+.1f}, {100 * ahead.high:+.1f}] against BestTurnBot on the same fights, and looks at "
        f"nothing hidden. Of {len(claims)} claims {counts['holds']} hold, {counts['fails']} fail and "
        f"{counts['undecided']} are undecided after {found.fights:,} fights."
    )


def _words_on_fights(found: Findings) -> str:
    trees, _, decks, encounters = found.wins.shape
    return (
        f"{decks} decks, {encounters} encounters and {trees} random trees of {found.settings.nodes} nodes. In each "
        "fight all players have the same nodes, those of a random way through the tree, and the same order of cards. "
        "Intervals hold for other decks and other trees of these kinds."
    )


def _words_on_ties(found: Findings) -> str:
    ties = found.ties()
    if not ties:
        return "There are no ties: every difference between two players is larger than chance explains."
    return f"Ties, as far as these fights tell: {'; '.join(f'{a} and {b}' for a, b in ties)}."


def _words_on_claims() -> str:
    return (
        "A claim holds or fails if the whole 95 % interval is on one side of zero. The thesis does not say at whom a "
        "bot shoots among enemies to whom a card does as much, so its bots are here twice."
    )


def _words_on_picks() -> str:
    return (
        "Whole runs from the first encounter to the last; a lost encounter ends a run. Random picks take any node that "
        "can be had, greedy ones what adds most damage in the next fight, and lookahead thinks three picks ahead."
    )


def _verdict(claim: Claim) -> Verdict:
    ours = claim.ours
    assert ours is not None  # every claim of this study has a number
    numbers = f"{ours.value:+.2f} [{ours.low:+.2f}, {ours.high:+.2f}]"
    return Verdict(claim.statement, claim.verdict, f"{claim.source}: {claim.theirs}. Here: {numbers} {claim.unit}.")
