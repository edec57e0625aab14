"""Who meets whom. A schedule yields groups of players by number, one player for each seat, and is told after each
whether the first of them proved stronger; it ends with the order of the players, best first, where it knows one.
"""

from __future__ import annotations

from collections.abc import Generator
from itertools import combinations
from math import comb
from typing import Literal

from ludus.core.errors import OptionError

Kind = Literal["round robin", "gauntlet", "ladder"]
Group = tuple[int, ...]
Schedule = Generator[Group, bool, list[int] | None]


def schedule(kind: Kind, players: int, seats: int) -> Schedule:
    if kind == "ladder":
        return _ladder(players)
    return _groups(kind, players, seats)


def most_groups(kind: Kind, players: int, seats: int) -> int:
    """How many groups meet, or for a ladder, could meet."""
    if kind == "gauntlet":
        return comb(players - 1, seats - 1)
    return comb(players, seats)


def check_field(kind: Kind, players: int, seats: int, game: str) -> None:
    """Refuse a field that the kind of tournament cannot seat."""
    if players < max(2, seats):
        raise OptionError(f"a tournament of {game} needs at least {max(2, seats)} players here, not {players}")
    if kind == "ladder" and seats != 2:
        raise OptionError(f"a ladder is climbed in games of two; {game} is played by {seats} here")
    if kind == "gauntlet" and seats == 1:
        raise OptionError(f"{game} is played alone: there is nobody to run a gauntlet against")


def _groups(kind: Kind, players: int, seats: int) -> Schedule:
    """Round robin: all groups that fit around the table. Gauntlet: those with the first player among them."""
    for group in combinations(range(players), seats):
        if kind == "round robin" or group[0] == 0:
            yield group
    return None


def _ladder(players: int) -> Schedule:
    """The first player stands on the ladder. One after another, the others begin at its foot and challenge whoever
    is next above, as long as they prove stronger. So every pair meets once at most."""
    standing = [0]
    for challenger in range(1, players):
        rung = len(standing)
        while rung > 0 and (yield challenger, standing[rung - 1]):
            rung -= 1
        standing.insert(rung, challenger)
    return standing
