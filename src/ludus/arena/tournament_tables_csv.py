"""The tables of a tournament as CSV files, written when it has ended.

    players.csv   number, name, games, win rate, score, games lost by own fault
    ratings.csv   by rank: rating in Elo around the mean of the field, the lead over the next player and the probability
                  that it is real, openskill's mu and sigma. In games for one player there is no rating, and the lead is
                  in win rate. If one group of players lost and drew no game against another one, their distance is
                  unknown: ratings are around the mean of the largest such group, those of the others have no interval,
                  and there is no lead over a player of another group
    pairs.csv     by pair: win rates, what the ratings expect, length of games, verdict of its sequential test
    seats.csv     by pair, and over all of them: win rate of each seat
    endings.csv   by pair: how games ended, and by whose fault

Every number has its 95 % interval in _low and _high, empty if the games do not determine it, as those of one deal.
Numbers have a fixed count of decimals; text is UTF-8, lines end with a line feed. games.csv is in
`tournament_games_csv`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from ludus.arena.pairing import pair_text
from ludus.arena.standings import TournamentResult
from ludus.stats import Estimate
from ludus.util.csv_text import csv_field, decimal
from ludus.util.files import atomic_write

TABLES = ("players", "ratings", "pairs", "seats", "endings")
PAYOFF_DECIMALS, ELO_DECIMALS, SKILL_DECIMALS = 6, 2, 4  # decimals
ALL_PAIRS = "all"

Cell = str | int | None


def write_tables(folder: Path, standings: TournamentResult) -> None:
    """Write all tables of the results into a folder."""
    for name in TABLES:
        columns, rows = _WRITERS[name](standings)
        lines = [columns, *rows]
        text = "".join(",".join("" if cell is None else csv_field(str(cell)) for cell in line) + "\n" for line in lines)
        atomic_write(folder / f"{name}.csv", text.encode())


def _players(result: TournamentResult) -> tuple[list[str], Iterable[Sequence[Cell]]]:
    columns = ["number", "player", "games", *_interval_columns("share"), *_interval_columns("points"), "faults"]
    rows = [
        [
            row.number,
            row.name,
            row.games,
            *_interval_cells(row.share),
            *_interval_cells(row.points, ELO_DECIMALS),
            sum(row.faults.values()),
        ]
        for row in sorted(result.players, key=lambda row: row.number)
    ]
    return columns, rows


def _ratings(result: TournamentResult) -> tuple[list[str], Iterable[Sequence[Cell]]]:
    columns = [
        "rank",
        "player",
        *_interval_columns("rating"),
        *_interval_columns("ahead"),
        "chance",
        "openskill_mu",
        "openskill_sigma",
    ]
    digits = ELO_DECIMALS if result.ratings else PAYOFF_DECIMALS
    rows = [
        [
            rank,
            row.name,
            *_interval_cells(row.rating, ELO_DECIMALS),
            *_interval_cells(row.ahead, digits),
            decimal(row.chance, PAYOFF_DECIMALS),
            decimal(row.skill.mu, SKILL_DECIMALS),
            decimal(row.skill.sigma, SKILL_DECIMALS),
        ]
        for rank, row in enumerate(result.players, 1)
    ]
    return columns, rows


def _pairs(result: TournamentResult) -> tuple[list[str], Iterable[Sequence[Cell]]]:
    members = range(result.seats)
    columns = ["pair", *(f"player_{k}" for k in members), "games"]
    for k in members:
        columns += [*_interval_columns(f"share_{k}"), f"expected_{k}"]
    columns += [*_interval_columns("length"), "test", "llr"]
    rows = []
    for row in result.pairs:
        cells: list[Cell] = [pair_text(row.group), *(result.names[k] for k in row.group), row.games]
        for k in members:
            cells += [
                *_interval_cells(row.shares[k]),
                decimal(row.expected[k] if row.expected else None, PAYOFF_DECIMALS),
            ]
        verdict = row.verdict
        cells += [*_interval_cells(row.length, ELO_DECIMALS)]
        cells += [verdict.decision, decimal(verdict.llr, SKILL_DECIMALS)] if verdict else [None, None]
        rows.append(cells)
    return columns, rows


def _seats(result: TournamentResult) -> tuple[list[str], Iterable[Sequence[Cell]]]:
    groups = [(ALL_PAIRS, result.seat_shares), *((pair_text(row.group), row.seats) for row in result.pairs)]
    rows = [[pair, seat, *_interval_cells(share)] for pair, shares in groups for seat, share in enumerate(shares)]
    return ["pair", "seat", *_interval_columns("share")], rows


def _endings(result: TournamentResult) -> tuple[list[str], Iterable[Sequence[Cell]]]:
    rows = [
        [pair_text(row.group), reason, None if culprit is None else result.names[culprit], number]
        for row in result.pairs
        for (reason, culprit), number in row.endings.items()
    ]
    return ["pair", "reason", "fault", "games"], rows


_WRITERS = {"players": _players, "ratings": _ratings, "pairs": _pairs, "seats": _seats, "endings": _endings}


def _interval_columns(name: str) -> tuple[str, str, str]:
    return name, f"{name}_low", f"{name}_high"


def _interval_cells(estimate: Estimate | None, digits: int = PAYOFF_DECIMALS) -> list[Cell]:
    if estimate is None:
        return [None] * 3
    return [decimal(value, digits) for value in (estimate.value, estimate.low, estimate.high)]
