"""Report: ranking of the bots, and the claims of the thesis."""

from __future__ import annotations

import math
from itertools import combinations

from ludus.lab import Column, Command, Figure, Report, RunContext, Section, Table
from ludus.lab.config import run_command
from ludus.report.charts import Bar, Series, bar_chart, line_chart
from ludus.studies.claims import Claim, claims_sentence, judgement_text, verdict_part
from ludus.studies.delve_players.claims import ahead_of_best_turn, make_claims
from ludus.studies.delve_players.config import DelvePlayersConfig
from ludus.studies.delve_players.results import DelvePlayersResults
from ludus.util.text import plural

TITLE = "The players of Delve: who fights best, and who picks best"


def report(settings: DelvePlayersConfig, context: RunContext) -> Report:
    """Build the report from stored results."""
    results = DelvePlayersResults.read(settings, context)
    claims = make_claims(results)
    return Report(
        TITLE,
        [_answer(results, claims)],
        [
            Section(
                "The order of skill",
                [
                    _fights_text(results),
                    players_figure(results),
                    paired_figure(results),
                    players_table(results),
                    undecided_text(results),
                ],
            ),
            Section("Claims", [_claims_text(claims), *map(verdict_part, claims)]),
            Section(
                "Turns and encounters",
                [turns_figure(results), encounters_figure(results), encounters_table(results)],
            ),
            Section("Picking nodes", [_picks_text(), picks_figure(results), picks_table(results)]),
            Section("Every pair", [pairs_table(results)]),
            Section("How to repeat the study", [Command(run_command("delve-players", settings), "All of it:")]),
        ],
    )


def undecided_text(results: DelvePlayersResults) -> str:
    """Each bot with all bots below it of which these fights do not say who is better."""
    below: dict[str, list[str]] = {}
    for one, other in results.undecided_pairs():
        below.setdefault(one, []).append(other)
    if not below:
        return "Of every pair it is known who is better."
    return f"Undecided who is better: {'; '.join(f'{one} or ' + ', '.join(others) for one, others in below.items())}."


def _answer(results: DelvePlayersResults, claims: list[Claim]) -> str:
    ranked, undecided, settings = results.ranked_bots(), results.undecided_pairs(), results.settings
    ahead = results.win_difference(settings.ours, settings.urgent[-2])
    stated = ahead_of_best_turn(settings.ours)
    sure = "surely" if any(claim.statement == stated and claim.verdict == "holds" for claim in claims) else "not surely"
    return (
        f"By fights won: {', '.join(ranked)}. Of {len(undecided)} of {math.comb(len(ranked), 2)} pairs it is undecided "
        f"who is better. {ranked[0]} wins {results.win_rate(ranked[0]).in_percent()} of its fights. {settings.ours} "
        f"wins {100 * ahead.value:+.1f} points [{100 * ahead.low:+.1f}, {100 * ahead.high:+.1f}] against BestTurnBot "
        f"on the same fights ({sure} more), and looks at nothing hidden. {claims_sentence(claims)} after "
        f"{results.fights:,} fights."
    )


def _fights_text(results: DelvePlayersResults) -> str:
    trees, _, decks, encounters = results.wins.shape
    return (
        f"{plural(decks, 'deck')}, {plural(encounters, 'encounter')} and {plural(trees, 'random tree')} of "
        f"{results.settings.nodes} nodes. In each "
        "fight all players have the same nodes, those of a random way through the tree, and the same order of cards. "
        "Intervals hold for other decks and other trees of these kinds."
    )


def _claims_text(claims: list[Claim]) -> str:
    return (
        f"{judgement_text(claims)} Trees are part of the intervals, too. The thesis does not say at whom a bot shoots "
        "among enemies to whom a card does as much, so its bots are here twice."
    )


def _picks_text() -> str:
    return (
        "Whole runs from the first encounter to the last; a lost encounter ends a run. Random picks take any node that "
        "can be had, greedy ones what adds most damage in the next fight, and lookahead thinks three picks ahead."
    )


def players_table(results: DelvePlayersResults) -> Table:
    """All bots, the best first."""
    ranked, rows = results.ranked_bots(), []
    for k, player in enumerate(ranked):
        behind = results.win_difference(ranked[k - 1], player) if k else None
        undecided = ", ".join(b if a == player else a for a, b in results.undecided_pairs() if player in (a, b))
        rows.append([k + 1, player, results.win_rate(player), behind, undecided or None, results.turns_to_win(player)])
    columns = [
        Column.integer("rank"),
        Column.text("player"),
        Column.estimate("win", "fights won", percent=True),
        Column.estimate("behind", "behind the one above", percent=True),
        Column.text("undecided", "undecided who is better: it or"),
        Column.estimate("turns", "turns to win"),
    ]
    return Table("players", columns, rows, "Everybody on the same fights; differences are of pairs of the same fights.")


def pairs_table(results: DelvePlayersResults) -> Table:
    """All pairs of bots."""
    rows, undecided = [], results.undecided_pairs()
    for one, other in combinations(results.ranked_bots(), 2):
        verdict = "undecided" if (one, other) in undecided else "ahead"
        rows.append([one, other, results.win_difference(one, other), verdict, results.turn_difference(one, other)])
    columns = [
        Column.text("player"),
        Column.text("against"),
        Column.estimate("ahead", "wins more", percent=True),
        Column.text("verdict"),
        Column.estimate("slower", "turns more where both win"),
    ]
    caption = f"Every pair on the same fights; verdicts are corrected for {plural(len(rows), 'pair')}."
    return Table("pairs", columns, rows, caption, max_shown_rows=20)


def encounters_table(results: DelvePlayersResults) -> Table:
    """Win rates by bot and encounter."""
    rows = [
        [player, k + 1, results.win_rate(player, k)]
        for player in results.ranked_bots()
        for k in range(results.wins.shape[3])
    ]
    columns = [Column.text("player"), Column.integer("encounter"), Column.estimate("win", "fights won", percent=True)]
    return Table("encounters", columns, rows, "By encounter.", max_shown_rows=20)


def picks_table(results: DelvePlayersResults) -> Table:
    """Results of whole runs."""
    rows = [[runner, results.encounters_won(runner), results.runs_won(runner)] for runner in results.runners]
    columns = [
        Column.text("player"),
        Column.estimate("encounters", "encounters won in a run"),
        Column.estimate("runs", "runs won", percent=True),
    ]
    return Table("picks", columns, rows, "Whole runs, by who plays and how it picks.")


def players_figure(results: DelvePlayersResults) -> Figure:
    """Win rate of each bot: figures 27 to 31 of the thesis in one."""
    marks = []
    for player in results.ranked_bots():
        win_rate = results.win_rate(player)
        marks.append(Bar.of(player, win_rate))
    title = "Fights won"
    svg = bar_chart(marks, title=title, x_title="share of fights", percent=True)
    return Figure("players", svg, f"{title}, with 95 % intervals; the thesis's figures 27 to 31.")


def paired_figure(results: DelvePlayersResults) -> Figure:
    """Win rate difference of each bot to BestTurnBot on the same fights."""
    reference, marks = results.settings.urgent[-2], []
    for player in results.ranked_bots():
        if player not in (reference, results.settings.urgent[0]):
            difference = results.win_difference(player, reference)
            marks.append(Bar.of(player, difference))
    title = f"Fights won more than {reference}"
    svg = bar_chart(marks, title=title, x_title="difference", percent=True, reference=0.0)
    caption = f"{title} wins, on the same fights, with 95 % intervals; {results.settings.urgent[0]} is far to the left."
    return Figure("paired", svg, caption)


def turns_figure(results: DelvePlayersResults) -> Figure:
    """Turns to win: figures 32 to 36 of the thesis."""
    marks = []
    for player in results.ranked_bots():
        turns_to_win = results.turns_to_win(player)
        marks.append(Bar.of(player, turns_to_win))
    title = "Turns to win"
    svg = bar_chart(marks, title=title, x_title="turns in fights won")
    return Figure("turns", svg, f"{title}, with 95 % intervals; the thesis's figures 32 to 36.")


def encounters_figure(results: DelvePlayersResults) -> Figure:
    """Win rates by encounter."""
    numbers = range(results.wins.shape[3])
    bots_shown = dict.fromkeys((results.settings.ours, *reversed(results.settings.urgent)))
    lines = [Series(player, [results.win_rate(player, k).value for k in numbers]) for player in bots_shown]
    title = "Fights won by encounter"
    svg = line_chart(
        [k + 1 for k in numbers],
        lines,
        title=title,
        x_title="encounter",
        y_title="share of fights",
        percent=True,
        value_range=(0, 1),
    )
    return Figure("encounters", svg, f"{title}, by players that aim at the most urgent.")


def picks_figure(results: DelvePlayersResults) -> Figure:
    """Encounters won in whole runs."""
    marks = []
    for runner in results.runners:
        encounters_won = results.encounters_won(runner)
        marks.append(Bar.of(runner, encounters_won))
    title = "Encounters won in a run"
    svg = bar_chart(marks, title=title, x_title="encounters")
    return Figure("picks", svg, f"{title}, by player and way to pick nodes, with 95 % intervals.")
