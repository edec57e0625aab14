"""Measurement of a card file: by a measuring bot, by bots that choose for themselves, and by a round robin."""

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

PLAYED_PART, LADDER_PART = 10, 200  # divisors of the measuring bot's games: for the players, for each ladder pair
FIRST_SEAT, TURNS, SPREAD = "first_seat", "turns", "spread"


@dataclass(frozen=True)
class Look:
    """Measurements of one card file."""

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
        """Keys of cards and patrons, by number."""
        assert self.match.game.design is not None
        design, content = self.match.game.design(), self.subject.content
        return {"cards": design.names_of_cards(content), "patrons": design.names_of_patrons(content)}

    def key(self, thing: Thing) -> str:
        return self.keys[thing[0]][thing[1]]

    @cached_property
    def by_key(self) -> dict[tuple[str, str], Estimate]:
        """Strengths by key, to compare two files; only of cards and patrons that could be measured."""
        strengths = {(thing[0], self.key(thing)): strength for thing, strength in self.ruled.strengths().items()}
        return {thing: strength for thing, strength in strengths.items() if strength.count}

    @cached_property
    def series(self) -> dict[str, np.ndarray]:
        """By deal: wins of the first seat and frequency of every end reason, in the players' games."""
        outcomes = self.counted.outcomes
        series = {FIRST_SEAT: self.match.by_deal(outcomes.shares)[:, 0]}
        for number, reason in enumerate(self.match.reasons):
            ended = outcomes.reasons == number
            if ended.any():
                series[f"ends by {reason}"] = self.match.by_deal(ended.astype(np.float64))
        return series

    @cached_property
    def turns(self) -> np.ndarray:
        """Turns by deal."""
        turns: np.ndarray = self.match.by_deal(self.counted.tallies["turns"].astype(np.float64))
        return turns

    def measures(self) -> dict[str, Estimate]:
        """All measures that are fractions of 1."""
        measures = {name: share(values) for name, values in self.series.items()}
        return measures | {"first seat of the ruler": self.ruled.first_seat, SPREAD: self.ladder.spread}

    def length(self) -> Estimate:
        return mean(self.turns)

    def game_ending(self, reason: str) -> int:
        """Return the number of a game with this end reason."""
        return int(np.flatnonzero(self.counted.outcomes.reasons == self.match.reasons.index(reason))[0])


def look(
    subject: Subject, ruler: str, players: list[str], ladder: list[str], games: int, order: Order, more: str
) -> Look:
    """Play all games of a measurement.

    Args:
        subject: the card file.
        ruler: the measuring bot.
        players: two bots that choose for themselves.
        ladder: bots of the round robin.
        games: games of the measuring bot.
        order: the request.
        more: suffix of progress texts that names the file, if there are several.
    """
    with first_use(order.game):
        census = Census(
            Match(order.game, subject.content, [find_compiled(order.game, name) for name in players], order.seed)
        )
    played_games, ladder_games = (max(2, games // part // 2 * 2) for part in (PLAYED_PART, LADDER_PART))
    pairs, ladder_seed = len(ladder) * (len(ladder) - 1) // 2, derive(order.seed, "ladder")
    with order.progress(f"{ruler}{more}", games) as advance:
        ruled = by_ruler(order.game, subject.content, ruler, games, derive(order.seed, "ruler"), order.place, advance)
    with order.progress(f"players and ladder{more}", played_games + ladder_games * pairs) as advance:
        counted = census.play(played_games, order.place, advance)
        rungs = play_ladder(order.game, subject.content, ladder, ladder_games, ladder_seed, order.place, advance)
    return Look(subject, ruled, census.match, players, counted, survey_of(census.match, players, counted), rungs)


def differences(one: Look, other: Look) -> dict[str, Estimate]:
    """Return how much larger each measure is in the other file, paired by deal where possible."""
    difference, zeros = {}, np.zeros(len(one.series[FIRST_SEAT]))
    for name in dict.fromkeys([*one.series, *other.series]):
        difference[name] = share_difference(other.series.get(name, zeros), one.series.get(name, zeros))
    mine, yours = one.measures(), other.measures()
    for name in ("first seat of the ruler", SPREAD):
        difference[name] = apart(mine[name], yours[name])
    return difference


def apart(one: Estimate, other: Estimate) -> Estimate:
    """Return the difference of two estimates as if independent; the interval is too wide if they are not."""
    value = other.value - one.value
    down = float(np.hypot(other.value - other.low, one.high - one.value))
    up = float(np.hypot(other.high - other.value, one.value - one.low))
    return Estimate(value, value - down, value + up, min(one.count, other.count))
