"""Tables of the report."""

from __future__ import annotations

from itertools import combinations

from ludus.lab import Column, Table
from ludus.studies.delve_players.findings import Findings


def players(found: Findings) -> Table:
    """All bots, the best first."""
    ranked, rows = found.ranked(), []
    for k, player in enumerate(ranked):
        behind = found.ahead(ranked[k - 1], player) if k else None
        tied = ", ".join(b if a == player else a for a, b in found.ties() if player in (a, b))
        rows.append([k + 1, player, found.win(player), behind, tied or None, found.turns_to_win(player)])
    columns = [
        Column.whole("rank"),
        Column.text("player"),
        Column.estimate("win", "fights won", percent=True),
        Column.estimate("behind", "behind the one above", percent=True),
        Column.text("tied", "not to be told apart from"),
        Column.estimate("turns", "turns to win"),
    ]
    return Table("players", columns, rows, "Everybody on the same fights; differences are of pairs of the same fights.")


def pairs(found: Findings) -> Table:
    """All pairs of bots."""
    rows = []
    for one, other in combinations(found.ranked(), 2):
        ahead = found.ahead(one, other)
        rows.append([one, other, ahead, "tie" if ahead.low <= 0 else "ahead", found.slower(one, other)])
    columns = [
        Column.text("player"),
        Column.text("against"),
        Column.estimate("ahead", "wins more", percent=True),
        Column.text("verdict"),
        Column.estimate("slower", "turns more where both win"),
    ]
    return Table("pairs", columns, rows, "Every pair on the same fights.", most=20)


def encounters(found: Findings) -> Table:
    """Win rates by bot and encounter."""
    rows = [[player, k + 1, found.win(player, k)] for player in found.ranked() for k in range(found.wins.shape[3])]
    columns = [Column.text("player"), Column.whole("encounter"), Column.estimate("win", "fights won", percent=True)]
    return Table("encounters", columns, rows, "By encounter.", most=20)


def picks(found: Findings) -> Table:
    """Results of whole runs."""
    rows = [[runner, found.cleared(runner), found.completed(runner)] for runner in found.runners]
    columns = [
        Column.text("player"),
        Column.estimate("encounters", "encounters won in a run"),
        Column.estimate("runs", "runs won", percent=True),
    ]
    return Table("picks", columns, rows, "Whole runs, by who plays and how it picks.")
