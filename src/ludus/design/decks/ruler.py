"""How strong cards and patrons are, by players that shop at random.

    found = by_ruler(game, content, "shopper", games=20_000, seed=7, place=Threads(1))
    found.cards[17]       what players win who take card 17 instead of another that they could have: 0.5 is no help
    found.patrons[3]      the same of calling a patron
    found.above(0.55)     which of them are surely above 55 %

A ruler takes any card of the row that it may take with the same chance, and calls any patron likewise. With chance p
and T = 1 if the card was taken, T - p is 0 on average, whatever happened before. Over all such moments and both seats,
strength is 1/2 + sum((T - p)(w - 1/2)) / sum(p (1 - p)), where w is what the player wins in the end: the mean effect of
taking the card, moments counting most in which it could go either way. It has nothing of who can afford what, which
tells most of the wins of dear cards in the hands of other players.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist
from typing import Any

import numpy as np

from ludus.arena.census import Census, Counted
from ludus.arena.match import Match
from ludus.compute import Place, Threads
from ludus.core.contract import Content, Game
from ludus.core.errors import OptionError
from ludus.core.progress import first_use
from ludus.design.decks.space import Thing
from ludus.players import find_compiled
from ludus.stats import Estimate, mean, share
from ludus.stats.ratios import discoveries, ratio_mean

SEATS = 2
FEWEST = 40.0  # the sum of p (1 - p) below which nothing is said about a thing
STRAY = 6.0  # standard deviations by which no thing is taken more often than by chance
HALF = 0.5
CHUNK = 5000  # deals at a time, for the sake of memory
KINDS = {"cards": ("gained", "room"), "patrons": ("called", "call_room")}


@dataclass(frozen=True)
class Ruled:
    """Games of a ruler against itself."""

    match: Match
    player: str
    counted: Counted
    cards: list[Estimate]  # by number
    patrons: list[Estimate]

    @property
    def games(self) -> int:
        return len(self.counted.outcomes)

    @cached_property
    def first_seat(self) -> Estimate:
        return share(self.match.by_deal(self.counted.outcomes.shares)[:, 0])

    @cached_property
    def turns(self) -> Estimate:
        return mean(self.match.by_deal(self.counted.tallies["turns"].astype(np.float64)))

    def strengths(self) -> dict[Thing, Estimate]:
        """Of all patrons and cards, by kind and number."""
        found = {("patrons", number): each for number, each in enumerate(self.patrons)}
        return found | {("cards", number): each for number, each in enumerate(self.cards)}

    def above(self, most: float) -> set[Thing]:
        """What is surely stronger."""
        return surely_above(self.strengths(), most)

    def game_with(self, kind: str, number: int, won: bool) -> int | None:
        """The first game in which whoever took a thing won, or lost; None: there is none."""
        who = self.counted.tallies[KINDS[kind][0]][:, :, number] > 0
        found = np.flatnonzero((who & ((self.counted.outcomes.shares > HALF) == won)).any(axis=1))
        return int(found[0]) if len(found) else None


def by_ruler(
    game: Game,
    content: Content,
    player: str,
    games: int,
    seed: int,
    place: Place | None = None,
    progress: Callable[[int], None] | None = None,
) -> Ruled:
    """Play games of a ruler against itself; a player that does not shop at random is refused."""
    with first_use(game):
        census = Census(Match(game, content, [find_compiled(game, player)] * SEATS, seed), of="chances")
    counted = census.play(games, place or Threads(1), progress)
    assert game.design is not None
    design = game.design()
    names = {"cards": design.names_of_cards(content), "patrons": design.names_of_patrons(content)}
    found = {kind: _estimates(counted, kind, list(known), player, design.chances.UNIT) for kind, known in names.items()}
    return Ruled(census.match, player, counted, found["cards"], found["patrons"])


def error_of(estimate: Estimate) -> float:
    """The standard error of a strength."""
    return (estimate.high - estimate.low) / (2 * NormalDist().inv_cdf(0.975))


def surely_above(strengths: Mapping[Thing, Estimate], most: float) -> set[Thing]:
    """What surely has more than `most`: of those named so, at most one in twenty is expected to be wrong."""
    chances = [chance_below(each, most) for each in strengths.values()]
    return {thing for thing, sure in zip(strengths, discoveries(chances), strict=True) if sure}


def chance_below(strength: Estimate, most: float) -> float:
    """The chance to measure so much or more of a thing that has `most`; not a number where nothing is known."""
    error = error_of(strength)
    if not 0 < error < math.inf:
        return math.nan
    return NormalDist().cdf((most - strength.value) / error)


def _estimates(counted: Counted, kind: str, names: list[str], player: str, unit: int) -> list[Estimate]:
    """Of all things of a kind; those of which too little was seen are not a number."""
    sums, deals = _sums(counted, *KINDS[kind], len(names)), len(counted.outcomes) // SEATS
    found = []
    for k, name in enumerate(names):
        gained, x, d, xx, xd, dd = (float(each) for each in sums[:, k])
        room = d / unit**2
        if room < FEWEST:
            found.append(Estimate(math.nan, -math.inf, math.inf, 0))
            continue
        if abs(gained / unit) > STRAY * math.sqrt(room):
            more = "more" if gained > 0 else "less"
            raise OptionError(
                f"{player} does not shop at random: it takes {name} far {more} often than chance would; a ruler is a "
                "player such as shopper or random-no-end"
            )
        # x is in sixtieths and in half wins, d in sixtieths of sixtieths
        scale = unit / 2
        effect = ratio_mean(deals, scale * x, d, scale**2 * xx, scale * xd, dd)
        found.append(Estimate(HALF + effect.value, HALF + effect.low, HALF + effect.high, round(room)))
    return found


def _sums(counted: Counted, gained: str, room: str, things: int) -> np.ndarray:
    """For every thing: what was gained in all, and over deals the sums of x, d, x x, x d and d d; whole numbers."""
    tallies, shares = counted.tallies, counted.outcomes.shares
    found = np.zeros((6, things))
    for at in range(0, len(shares) // SEATS * SEATS, SEATS * CHUNK):
        part: Any = slice(at, min(at + SEATS * CHUNK, len(shares) // SEATS * SEATS))
        won = np.rint(2 * shares[part] - 1)  # 1, 0 or -1
        takes, rooms = (tallies[name][part, :, :things].astype(np.float64) for name in (gained, room))
        x = (takes * won[:, :, None]).sum(axis=1)
        x, d = x[0::2] + x[1::2], rooms.sum(axis=1)[0::2] + rooms.sum(axis=1)[1::2]
        found += np.array([takes.sum(axis=(0, 1)), x.sum(0), d.sum(0), (x * x).sum(0), (x * d).sum(0), (d * d).sum(0)])
    return found
