"""The games of a tournament as they lie in games.csv, also while it is played: who holds the file may go on writing."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from ludus.arena.pairing import pair_text, read_address
from ludus.arena.tournament_dir import GAMES_FILE
from ludus.stats import pooled_proportion, proportion
from ludus.studio.labour.found import as_value
from ludus.studio.protocol.contests import GameRow, GamesPage
from ludus.studio.protocol.work import Cell, Standing
from ludus.util.files import file_errors

Line = dict[str, str]
MOST_GAMES = 100  # in one answer
LARGEST_SHEET = 30_000_000  # bytes; of a larger one the tables at the end tell, not numbers on the way


def games_of(folder: Path, pair: str, first: int, winner: str = "") -> GamesPage:
    """Some games of a pair from number `first` on; of those that `winner` won, if one is named."""
    played, found = 0, []
    for line in _lines(folder):
        if line["pair"] == pair:
            row = _row(line)
            played += 1
            if not winner or _won(row, winner):
                found.append(row)
    shown = [row for row in found if row.number >= first][:MOST_GAMES]
    return GamesPage(pair, shown, len(found), played)


def so_far(folder: Path, players: list[str]) -> tuple[list[Standing], list[Cell]]:
    """TournamentResult and cells from what was played until now; without ratings, which need all games."""
    if not (folder / GAMES_FILE).is_file() or (folder / GAMES_FILE).stat().st_size > LARGEST_SHEET:
        return [], []
    by_pair: dict[tuple[int, ...], list[list[float]]] = {}
    for line in _lines(folder):
        group, _ = read_address(f"{line['pair']}/0")
        number, seats = int(line["number"]), len(group)
        shares = [float(line[f"share_{(place - number) % seats}"]) for place in range(seats)]
        by_pair.setdefault(group, []).append(shares)
    series = {group: _by_deal(games, len(group)) for group, games in by_pair.items() if len(games) >= len(group)}
    cells = [
        Cell(pair_text(group), len(deals) * len(group), [as_value(proportion(column)) for column in deals.T])
        for group, deals in series.items()
    ]
    standings = []
    for number, name in enumerate(players):
        mine = [deals[:, group.index(number)] for group, deals in series.items() if number in group]
        standings.append(Standing(number, name, as_value(pooled_proportion(mine)) if mine else None, None))
    return sorted(standings, key=lambda each: -1.0 if each.share is None else each.share.value, reverse=True), cells


def _by_deal(games: list[list[float]], seats: int) -> np.ndarray:
    """Means by whole deal and player: the games of a deal, one from every seat, are one observation."""
    whole = len(games) - len(games) % seats
    found: np.ndarray = np.array(games[:whole]).reshape(-1, seats, seats).mean(axis=1)
    return found


def _lines(folder: Path) -> Iterator[Line]:
    """Whole rows; whoever writes may be in the middle of one."""
    path = folder / GAMES_FILE
    with file_errors(path, "read"):
        if not path.is_file():
            return
        with open(path, encoding="utf-8", newline="") as text:
            whole = (line for line in text if line.endswith("\n"))
            for line in csv.DictReader(whole):
                if None not in line.values():
                    yield line


def _row(line: Line) -> GameRow:
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
