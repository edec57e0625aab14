"""Pairings of a tournament: which players meet, the match of each group, and the addresses of its games.

A schedule yields groups of player numbers, one for each seat, and receives after each whether the first of them proved
stronger; it returns the ranking, best first, if it determines one.

All pairings of a tournament share the same deals, so players are compared on the same cards. The bots' seeds depend on
the names of the players: a pairing gives the same result in every tournament with this seed, independent of the others.
With kept bots, every game of every pairing has a deal of its own, which depends on these names and on the session, too:
a tournament that was stopped and continued deals other cards to bots that may remember the games that were lost.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Generator, Sequence
from itertools import combinations
from math import comb
from typing import Literal

import numpy as np

from ludus.arena.match_spec import Match
from ludus.bots import BotFactory
from ludus.core.game import Content, Game
from ludus.core.random import derive, derive_range
from ludus.util.errors import OptionError

ScheduleKind = Literal["round robin", "gauntlet", "ladder"]
Group = tuple[int, ...]
Schedule = Generator[Group, bool, list[int] | None]


def schedule(kind: ScheduleKind, players: int, seats: int, apart: Collection[Group] = ()) -> Schedule:
    """The schedule of a kind of tournament; groups of `apart` are left out, except of a ladder."""
    if kind == "ladder":
        return _ladder(players)
    return _groups(kind, players, seats, apart)


def max_groups(kind: ScheduleKind, players: int, seats: int) -> int:
    """The number of groups that meet, or for a ladder, could meet."""
    if kind == "gauntlet":
        return comb(players - 1, seats - 1)
    return comb(players, seats)


def check_field(kind: ScheduleKind, players: int, seats: int, game: str) -> None:
    """Raise OptionError if a kind of tournament cannot seat so many players."""
    if players < max(2, seats):
        raise OptionError(f"a tournament of {game} needs at least {max(2, seats)} bots here, not {players}")
    if kind == "ladder" and seats != 2:
        raise OptionError(f"a ladder needs a game of two players; {game} has {seats} here")
    if kind == "gauntlet" and seats == 1:
        raise OptionError(f"{game} is played alone: there are no opponents for a gauntlet")


def _groups(kind: ScheduleKind, players: int, seats: int, apart: Collection[Group]) -> Schedule:
    """Round robin: all groups that fill the seats. Gauntlet: those that include the first player."""
    for group in combinations(range(players), seats):
        if (kind == "round robin" or group[0] == 0) and group not in apart:
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


ADDRESS = re.compile(r"(?P<pair>\d+(?:-\d+)*)/(?P<number>\d+)")


class PairingMatch(Match):
    """A match with the deals of the whole tournament and bot seeds of its own."""

    def __init__(
        self,
        game: Game,
        content: Content,
        players: Sequence[BotFactory],
        seed: int,
        names: list[str],
        competition: bool = False,
        own_deals: bool = False,
        session: int = 0,
    ) -> None:
        super().__init__(game, content, players, seed, competition=competition, own_deals=own_deals, session=session)
        self.names = names  # by player

    def seeds(self, part: range) -> np.ndarray:
        seeds = super().seeds(part)
        for k in range(self.seats):
            dice = derive_range(self.seed, part.start, len(part), "dice", *self.names, k)
            seeds[:, 1 + k] = dice.view(np.int64)
        return seeds

    def _deal_root(self) -> tuple[str, ...]:
        return ("own deal of a pair", *self.names)

    def seed_roots(self) -> list[int]:
        dice = [derive(self.seed, "dice", *self.names, k) for k in range(self.seats)]
        return [super().seed_roots()[0], *dice]

    def seat_names(self, number: int) -> list[str]:
        """The names of the players by seat in a game."""
        return [self.names[k] for k in self.seating(number)]


def pair_text(group: Group) -> str:
    """The name of a pair, or a larger group, in tables and addresses: its numbers with dashes, as 0-2."""
    return "-".join(map(str, group))


def address_text(group: Group, number: int) -> str:
    """The address of a game within its tournament: pair and number, as 0-2/17."""
    return f"{pair_text(group)}/{number}"


def read_address(text: str) -> tuple[Group, int]:
    match = ADDRESS.fullmatch(text.strip())
    if match is None:
        raise OptionError(f"a game of a tournament is PAIR/NUMBER, such as 0-1/17; not {text!r}")
    return tuple(map(int, match["pair"].split("-"))), int(match["number"])


def unique_names(texts: list[str]) -> list[str]:
    """A unique name for every player: its text, with a number if several have the same."""
    return [f"{text} #{texts[: k + 1].count(text)}" if texts.count(text) > 1 else text for k, text in enumerate(texts)]
