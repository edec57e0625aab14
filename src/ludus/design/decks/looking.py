"""What is measured of a card file: by a ruler, by players that choose for themselves, and by a ladder."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ludus.arena.census import Census, Counted
from ludus.arena.match import Match
from ludus.core.progress import first_use
from ludus.core.random import derive
from ludus.design.contract import Order
from ludus.design.decks.asks import Subject
from ludus.design.decks.census import Survey, survey_of
from ludus.design.decks.ladder import Ladder, play_ladder
from ludus.design.decks.ruler import Ruled, by_ruler
from ludus.design.decks.space import Thing
from ludus.players import find_compiled
from ludus.stats import Estimate, mean, share, share_difference

PLAYED_PART, LADDER_PART = 10, 200  # such a part of the ruler's games for the players, and for each pair of the ladder
FIRST_SEAT, TURNS, SPREAD = "first_seat", "turns", "spread"


@dataclass(frozen=True)
class Look:
    """One card file."""

    subject: Subject
    ruled: Ruled
    match: Match  # of the players
    players: list[str]
    counted: Counted
    survey: Survey
    ladder: Ladder

    @property
    def name(self) -> str:
        return self.subject.name

    @cached_property
    def keys(self) -> dict[str, tuple[str, ...]]:
        """Of cards and patrons, by number."""
        assert self.match.game.design is not None
        design, content = self.match.game.design(), self.subject.content
        return {"cards": design.names_of_cards(content), "patrons": design.names_of_patrons(content)}

    def key(self, thing: Thing) -> str:
        return self.keys[thing[0]][thing[1]]

    @cached_property
    def by_key(self) -> dict[tuple[str, str], Estimate]:
        """Strengths, so that two files can be put side by side; only of what could be measured."""
        found = {(thing[0], self.key(thing)): each for thing, each in self.ruled.strengths().items()}
        return {thing: each for thing, each in found.items() if each.count}

    @cached_property
    def series(self) -> dict[str, np.ndarray]:
        """By deal: shares of the first seat and of every way to end, in the players' games."""
        outcomes = self.counted.outcomes
        found = {FIRST_SEAT: self.match.by_deal(outcomes.shares)[:, 0]}
        for number, reason in enumerate(self.match.reasons):
            ended = outcomes.reasons == number
            if ended.any():
                found[f"ends by {reason}"] = self.match.by_deal(ended.astype(np.float64))
        return found

    @cached_property
    def turns(self) -> np.ndarray:
        """By deal."""
        found: np.ndarray = self.match.by_deal(self.counted.tallies["turns"].astype(np.float64))
        return found

    def measures(self) -> dict[str, Estimate]:
        """All that are shares."""
        found = {name: share(values) for name, values in self.series.items()}
        return found | {"first seat of the ruler": self.ruled.first_seat, SPREAD: self.ladder.spread}

    def length(self) -> Estimate:
        return mean(self.turns)

    def game_ending(self, reason: str) -> int:
        """The number of a game that ended so."""
        return int(np.flatnonzero(self.counted.outcomes.reasons == self.match.reasons.index(reason))[0])


def look(
    subject: Subject, ruler: str, players: list[str], ladder: list[str], games: int, order: Order, more: str
) -> Look:
    """Play all games; `more` says which file, if there are several."""
    with first_use(order.game):
        census = Census(
            Match(order.game, subject.content, [find_compiled(order.game, each) for each in players], order.seed)
        )
    some, few = (max(2, games // part // 2 * 2) for part in (PLAYED_PART, LADDER_PART))
    pairs, ladder_seed = len(ladder) * (len(ladder) - 1) // 2, derive(order.seed, "ladder")
    with order.progress(f"{ruler}{more}", games) as told:
        ruled = by_ruler(order.game, subject.content, ruler, games, derive(order.seed, "ruler"), order.place, told)
    with order.progress(f"players and ladder{more}", some + few * pairs) as told:
        counted = census.play(some, order.place, told)
        rungs = play_ladder(order.game, subject.content, ladder, few, ladder_seed, order.place, told)
    return Look(subject, ruled, census.match, players, counted, survey_of(census.match, players, counted), rungs)


def differences(one: Look, other: Look) -> dict[str, Estimate]:
    """How much more the other file has of every share, deal by deal where they were played on the same ones."""
    found, nobody = {}, np.zeros(len(one.series[FIRST_SEAT]))
    for name in dict.fromkeys([*one.series, *other.series]):
        found[name] = share_difference(other.series.get(name, nobody), one.series.get(name, nobody))
    mine, yours = one.measures(), other.measures()
    for name in ("first seat of the ruler", SPREAD):
        found[name] = apart(mine[name], yours[name])
    return found


def apart(one: Estimate, other: Estimate) -> Estimate:
    """How much more the other is, as if they had nothing in common: too wide an interval if they do."""
    value = other.value - one.value
    down = float(np.hypot(other.value - other.low, one.high - one.value))
    up = float(np.hypot(other.high - other.value, one.value - one.low))
    return Estimate(value, value - down, value + up, min(one.count, other.count))
