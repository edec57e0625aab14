"""Tables of the report."""

from __future__ import annotations

from itertools import combinations

from ludus.lab import Column, Table
from ludus.studies.delve_players.findings import DelvePlayersResults


def players_table(results: DelvePlayersResults) -> Table:
    """All bots, the best first."""
    ranked, rows = results.ranked_bots(), []
    for k, player in enumerate(ranked):
        behind = results.win_difference(ranked[k - 1], player) if k else None
        tied = ", ".join(b if a == player else a for a, b in results.ties() if player in (a, b))
        rows.append([k + 1, player, results.win_rate(player), behind, tied or None, results.turns_to_win(player)])
    columns = [
        Column.integer("rank"),
        Column.text("player"),
        Column.estimate("win", "fights won", percent=True),
        Column.estimate("behind", "behind the one above", percent=True),
        Column.text("tied", "not to be told apart from"),
        Column.estimate("turns", "turns to win"),
    ]
    return Table("players", columns, rows, "Everybody on the same fights; differences are of pairs of the same fights.")


def pairs_table(results: DelvePlayersResults) -> Table:
    """All pairs of bots."""
    rows = []
    for one, other in combinations(results.ranked_bots(), 2):
        ahead = results.win_difference(one, other)
        rows.append([one, other, ahead, "tie" if ahead.low <= 0 else "ahead", results.turn_difference(one, other)])
    columns = [
        Column.text("player"),
        Column.text("against"),
        Column.estimate("ahead", "wins more", percent=True),
        Column.text("verdict"),
        Column.estimate("slower", "turns more where both win"),
    ]
    return Table("pairs", columns, rows, "Every pair on the same fights.", max_shown_rows=20)


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
