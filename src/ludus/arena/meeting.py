"""The match of one group of players in a tournament, and the addresses of its games.

All pairings of a tournament share the same deals, so players are compared on the same cards. The bots' seeds depend on
the names of the players: a pairing gives the same result in every tournament with this seed, independent of the others.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from ludus.arena.match import Match
from ludus.arena.schedule import Group
from ludus.core.contract import Content, Game
from ludus.core.errors import OptionError
from ludus.core.random import derive, derive_range
from ludus.players import BotFactory

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
    ) -> None:
        super().__init__(game, content, players, seed, competition=competition)
        self.names = names  # by player

    def seeds(self, part: range) -> np.ndarray:
        seeds = super().seeds(part)
        for k in range(self.seats):
            dice = derive_range(self.seed, part.start, len(part), "dice", *self.names, k)
            seeds[:, 1 + k] = dice.view(np.int64)
        return seeds

    def seed_roots(self) -> list[int]:
        dice = [derive(self.seed, "dice", *self.names, k) for k in range(self.seats)]
        return [super().roots()[0], *dice]

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
