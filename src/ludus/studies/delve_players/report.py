"""Report: ranking of the bots, and the claims of the thesis."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from ludus.lab import Command, RunContext, Report, Section, Verdict
from ludus.studies.again import run_command
from ludus.studies.claim import Claim
from ludus.studies.delve_players import figures, tables
from ludus.studies.delve_players.claims import make_claims
from ludus.studies.delve_players.config import DelvePlayersConfig
from ludus.studies.delve_players.findings import DelvePlayersResults

TITLE = "The players of Delve: who fights best, and who picks best"


def report(settings: DelvePlayersConfig, context: RunContext) -> Report:
    """Build the report from stored results."""
    results = DelvePlayersResults.read(settings, context)
    claims = make_claims(results)
    return Report(
        TITLE,
        _lead(results, claims),
        [
            Section(
                "The order of skill",
                [
                    _fights_text(results),
                    figures.players_figure(results),
                    figures.paired_figure(results),
                    tables.players_table(results),
                    _ties_text(results),
                ],
            ),
            Section("Claims", [_claims_text(), *(_verdict(claim) for claim in claims)]),
            Section(
                "Turns and encounters",
                [figures.turns_figure(results), figures.encounters_figure(results), tables.encounters_table(results)],
            ),
            Section("Picking nodes", [_picks_text(), figures.picks_figure(results), tables.picks_table(results)]),
            Section("Every pair", [tables.pairs_table(results)]),
            Section("How to repeat the study", [Command(run_command("delve-players", settings), "All of it:")]),
        ],
    )


def skill_order_text(results: DelvePlayersResults) -> str:
    """Bots in order: > where one is significantly ahead of the next, = otherwise."""
    ranked = results.ranked_bots()
    signs = [">" if results.win_difference(a, b).low > 0 else "=" for a, b in pairwise(ranked)]
    return ranked[0] + "".join(f" {sign} {player}" for sign, player in zip(signs, ranked[1:], strict=True))


def _lead(results: DelvePlayersResults, claims: list[Claim]) -> str:
    counts = Counter(claim.verdict for claim in claims)
    best, settings = results.ranked_bots()[0], results.settings
    ahead = results.win_difference(settings.ours, settings.urgent[-2])
    return (
        f"In order of skill: {skill_order_text(results)} (= where two neighbours cannot be told apart). {best} wins "
        f"{results.win_rate(best).in_percent()} of its fights. {settings.ours} wins {100 * ahead.value:+.1f} points "
        f"[{100 * ahead.low:+.1f}, {100 * ahead.high:+.1f}] against BestTurnBot on the same fights, and looks at "
        f"nothing hidden. Of {len(claims)} claims {counts['holds']} hold, {counts['fails']} fail and "
        f"{counts['undecided']} are undecided after {results.fights:,} fights."
    )


def _fights_text(results: DelvePlayersResults) -> str:
    trees, _, decks, encounters = results.wins.shape
    return (
        f"{decks} decks, {encounters} encounters and {trees} random trees of {results.settings.nodes} nodes. In each "
        "fight all players have the same nodes, those of a random way through the tree, and the same order of cards. "
        "Intervals hold for other decks and other trees of these kinds."
    )


def _ties_text(results: DelvePlayersResults) -> str:
    ties = results.ties()
    if not ties:
        return "There are no ties: every difference between two players is larger than chance explains."
    return f"Ties, as far as these fights tell: {'; '.join(f'{a} and {b}' for a, b in ties)}."


def _claims_text() -> str:
    return (
        "A claim holds or fails if the whole 95 % interval is on one side of zero. The thesis does not say at whom a "
        "bot shoots among enemies to whom a card does as much, so its bots are here twice."
    )


def _picks_text() -> str:
    return (
        "Whole runs from the first encounter to the last; a lost encounter ends a run. Random picks take any node that "
        "can be had, greedy ones what adds most damage in the next fight, and lookahead thinks three picks ahead."
    )


def _verdict(claim: Claim) -> Verdict:
    ours = claim.measured
    assert ours is not None  # every claim of this study has a number
    numbers = f"{ours.value:+.2f} [{ours.low:+.2f}, {ours.high:+.2f}]"
    return Verdict(claim.statement, claim.verdict, f"{claim.source}: {claim.published}. Here: {numbers} {claim.unit}.")
