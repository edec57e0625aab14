"""Games of a tournament, read from games.csv. The file can be read while the tournament still appends to it."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from ludus.arena.pairing import pair_text, read_address
from ludus.arena.tournament_dir import GAMES_FILE
from ludus.stats import pooled_proportion, proportion
from ludus.studio.labour.found import value_message
from ludus.studio.protocol.contests import GameRow, GamesPage
from ludus.studio.protocol.work import Cell, Standing
from ludus.util.files import file_errors

GameLine = dict[str, str]
MOST_GAMES = 100  # in one response
LARGEST_GAMES_FILE = 30_000_000  # bytes; for a larger file there are no intermediate standings, only the final tables


def read_games(folder: Path, pair: str, first: int, winner: str = "") -> GamesPage:
    """Games of a pair from number `first` on; only those won by `winner`, if it is given."""
    played, matching = 0, []
    for line in _game_lines(folder):
        if line["pair"] == pair:
            row = _game_row(line)
            played += 1
            if not winner or _won(row, winner):
                matching.append(row)
    page = [row for row in matching if row.number >= first][:MOST_GAMES]
    return GamesPage(pair, page, len(matching), played)


def intermediate_standings(folder: Path, players: list[str]) -> tuple[list[Standing], list[Cell]]:
    """Intermediate standings and cells of a running tournament, without ratings, which need all games."""
    if not (folder / GAMES_FILE).is_file() or (folder / GAMES_FILE).stat().st_size > LARGEST_GAMES_FILE:
        return [], []
    by_pair: dict[tuple[int, ...], list[list[float]]] = {}
    for line in _game_lines(folder):
        group, _ = read_address(f"{line['pair']}/0")
        number, seats = int(line["number"]), len(group)
        shares = [float(line[f"share_{(player - number) % seats}"]) for player in range(seats)]
        by_pair.setdefault(group, []).append(shares)
    series = {group: _deal_means(games, len(group)) for group, games in by_pair.items() if len(games) >= len(group)}
    cells = [
        Cell(pair_text(group), len(deals) * len(group), [value_message(proportion(column)) for column in deals.T])
        for group, deals in series.items()
    ]
    standings = []
    for number, name in enumerate(players):
        own_deals = [deals[:, group.index(number)] for group, deals in series.items() if number in group]
        standings.append(
            Standing(number, name, value_message(pooled_proportion(own_deals)) if own_deals else None, None)
        )
    return sorted(
        standings, key=lambda standing: -1.0 if standing.share is None else standing.share.value, reverse=True
    ), cells


def _deal_means(games: list[list[float]], seats: int) -> np.ndarray:
    """Mean payoffs by deal and player. The games of a deal, one from each seat, are one observation."""
    complete = len(games) - len(games) % seats
    means: np.ndarray = np.array(games[:complete]).reshape(-1, seats, seats).mean(axis=1)
    return means


def _game_lines(folder: Path) -> Iterator[GameLine]:
    """Complete rows; the last one may be written at this moment."""
    path = folder / GAMES_FILE
    with file_errors(path, "read"):
        if not path.is_file():
            return
        with open(path, encoding="utf-8", newline="") as text:
            complete_lines = (line for line in text if line.endswith("\n"))
            for line in csv.DictReader(complete_lines):
                if None not in line.values():
                    yield line


def _game_row(line: GameLine) -> GameRow:
    seats = range(sum(name.startswith("seat_") for name in line))
    return GameRow(
        number=int(line["number"]),
        deal=line["deal"],
        seats=[line[f"seat_{k}"] for k in seats],
        shares=[float(line[f"share_{k}"]) for k in seats],
        points=[int(line[f"points_{k}"]) for k in seats],
        reason=line["reason"],
        length=int(line["length"]),
    )


def _won(row: GameRow, player: str) -> bool:
    best = max(row.shares)
    return best > 0 and any(name == player and row.shares[seat] == best for seat, name in enumerate(row.seats))
