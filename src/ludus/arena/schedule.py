"""Schedules: which players meet. A schedule yields groups of player numbers, one for each seat, and receives after each
whether the first of them proved stronger; it returns the ranking, best first, if it determines one.
"""

from __future__ import annotations

from collections.abc import Generator
from itertools import combinations
from math import comb
from typing import Literal

from ludus.core.errors import OptionError

ScheduleKind = Literal["round robin", "gauntlet", "ladder"]
Group = tuple[int, ...]
Schedule = Generator[Group, bool, list[int] | None]


def schedule(kind: ScheduleKind, players: int, seats: int) -> Schedule:
    """The schedule of a kind of tournament."""
    if kind == "ladder":
        return _ladder(players)
    return _groups(kind, players, seats)


def max_groups(kind: ScheduleKind, players: int, seats: int) -> int:
    """The number of groups that meet, or for a ladder, could meet."""
    if kind == "gauntlet":
        return comb(players - 1, seats - 1)
    return comb(players, seats)


def check_field(kind: ScheduleKind, players: int, seats: int, game: str) -> None:
    """Raise OptionError if a kind of tournament cannot seat so many players."""
    if players < max(2, seats):
        raise OptionError(f"a tournament of {game} needs at least {max(2, seats)} players here, not {players}")
    if kind == "ladder" and seats != 2:
        raise OptionError(f"a ladder needs a game of two players; {game} has {seats} here")
    if kind == "gauntlet" and seats == 1:
        raise OptionError(f"{game} is played alone: there are no opponents for a gauntlet")


def _groups(kind: ScheduleKind, players: int, seats: int) -> Schedule:
    """Round robin: all groups that fill the seats. Gauntlet: those that include the first player."""
    for group in combinations(range(players), seats):
        if kind == "round robin" or group[0] == 0:
            yield group
    return None


def _ladder(players: int) -> Schedule:
    """The first player starts on the ladder. Each other player in turn begins at the bottom and challenges the next one
    above, as long as it proves stronger. So every pair meets at most once.
    """
    standing = [0]
    for challenger in range(1, players):
        rung = len(standing)
        while rung > 0 and (yield challenger, standing[rung - 1]):
            rung -= 1
        standing.insert(rung, challenger)
    return standing
