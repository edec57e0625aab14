"""Sufficient statistics over deals, and the estimates that follow from them.

A deal is played from both seats, so its games are not independent: everything is summed by deal, and only sums and
sums of products are stored, all whole numbers. Sums of several pairings are combined by `estimate_rates`, which
compares players with an item to the same players without it, pairing by pairing: that strong players like a card is no
merit of it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ludus.design.base.significance import UNKNOWN_ESTIMATE, as_share, inside_bounds, standard_error
from ludus.stats import Estimate
from ludus.stats.intervals import DIFFERENCE_BOUNDS, normal_estimate, ratio_mean, ratio_proportion

SEATS = 2
CHUNK_DEALS = 500  # deals that are multiplied at a time, to limit memory
HALF_POINTS = 2  # shares are kept in half points, so that they are whole

# Columns of a deal about one item, for each player in turn: games with it, half points won in them, games without it,
# half points won in those.
WITH_ITEM, WON_WITH, WITHOUT_ITEM, WON_WITHOUT = range(4)
PLAYER_COLUMNS = 4
# Columns about the presence of a patron: games with it, their turns, half points of the first seat and of the first
# player; then the same for games without it.
PRESENT, TURNS, FIRST, FIRST_PLAYER = range(4)


@dataclass(frozen=True)
class DealSums:
    """Sums over deals for many items: of each item's columns, and of their products."""

    deals: int
    totals: np.ndarray  # by item and column
    products: np.ndarray  # by item, column and column

    def __add__(self, other: DealSums) -> DealSums:
        return DealSums(self.deals + other.deals, self.totals + other.totals, self.products + other.products)

    @classmethod
    def of(cls, values: np.ndarray) -> DealSums:
        """Sum whole numbers given by deal, item and column."""
        whole = values.astype(np.float64)  # exact far beyond what is counted here
        products = np.zeros((values.shape[1], values.shape[2], values.shape[2]))
        for at in range(0, len(whole), CHUNK_DEALS):
            part = whole[at : at + CHUNK_DEALS].transpose(1, 0, 2)
            products += part.transpose(0, 2, 1) @ part
        return cls(len(whole), whole.sum(axis=0).astype(np.int64), products.astype(np.int64))


@dataclass(frozen=True)
class ItemRates:
    """Estimates of one card or patron: how many players had it, what they won, and its effect."""

    players: int  # players who had it, counted once a game
    others: int  # players who did not
    won: Estimate  # share of wins with it
    without: Estimate  # share of wins without it
    power: Estimate  # 0.5 and what players with it win beyond what the same players win on average
    lift: Estimate  # what they win more than without it


@dataclass(frozen=True)
class PresenceEffect:
    """A patron in the game, against games without it."""

    games: int
    turns: Estimate  # additional turns
    first_seat: Estimate  # additional wins of the first seat
    share: Estimate  # additional wins of the first player


PairingPart = tuple[DealSums, int | None]  # a pairing, and the player whose games count; None: both
PairingGroup = tuple[DealSums, tuple[int, ...]]  # the same with a list of players


def estimate_rates(parts: Sequence[PairingPart], number: int) -> ItemRates:
    """Return estimates of one item over several pairings.

    For a player of one pairing: w of d games with the item, w' of d' without it, m = (w + w') / (d + d') on average.
    x = w - m d is what it wins with the item beyond its average. Over all: power = 1/2 + sum(x) / sum(d), and lift =
    sum(x) / sum(d) + sum(x) / sum(d').
    """
    groups: list[PairingGroup] = [(sums, (0, 1) if player is None else (player,)) for sums, player in parts]
    d = sum(_total(sums, players, WITH_ITEM, number) for sums, players in groups)
    d_ = sum(_total(sums, players, WITHOUT_ITEM, number) for sums, players in groups)
    won, without = (
        _win_ratio(groups, number, WON_WITH, WITH_ITEM),
        _win_ratio(groups, number, WON_WITHOUT, WITHOUT_ITEM),
    )
    if d == 0 or d_ == 0:
        return ItemRates(round(d), round(d_), won, without, UNKNOWN_ESTIMATE, UNKNOWN_ESTIMATE)
    x = sum(_excess(sums, player, number) for sums, players in groups for player in players)
    power = lift = 0.0  # variances
    for sums, players in groups:
        pull_x, pull_d, pull_d_ = np.zeros((3, PLAYER_COLUMNS * SEATS))
        for player in players:
            pull_x += _excess_gradient(sums, player, number)
            pull_d[PLAYER_COLUMNS * player + WITH_ITEM] = 1.0
            pull_d_[PLAYER_COLUMNS * player + WITHOUT_ITEM] = 1.0
        power += _variance(sums, number, pull_x / d - x / d**2 * pull_d)
        lift += _variance(sums, number, pull_x * (1 / d + 1 / d_) - x * (pull_d / d**2 + pull_d_ / d_**2))
    count = sum(sums.deals for sums, _ in groups)
    return ItemRates(
        round(d),
        round(d_),
        won,
        without,
        as_share(normal_estimate(0.5 + x / d, power, count)),
        inside_bounds(normal_estimate(x / d + x / d_, lift, count), *DIFFERENCE_BOUNDS),
    )


def presence_effect(sums: DealSums, number: int) -> PresenceEffect:
    """Return what changes when a patron is in the game."""
    with_patron, without_patron = (
        sums.totals[number, half * PLAYER_COLUMNS : (half + 1) * PLAYER_COLUMNS] for half in range(2)
    )
    games = int(with_patron[PRESENT])
    if games == 0 or without_patron[PRESENT] == 0:
        return PresenceEffect(games, UNKNOWN_ESTIMATE, UNKNOWN_ESTIMATE, UNKNOWN_ESTIMATE)

    def difference(what: int, unit: float) -> Estimate:
        pull, values = np.zeros(2 * PLAYER_COLUMNS), []
        for half, (side, sign) in enumerate(((with_patron, 1.0), (without_patron, -1.0))):
            values.append(side[what] / side[PRESENT])
            pull[half * PLAYER_COLUMNS + what] = sign / side[PRESENT]
            pull[half * PLAYER_COLUMNS + PRESENT] = -sign * values[-1] / side[PRESENT]
        return normal_estimate((values[0] - values[1]) / unit, _variance(sums, number, pull / unit), sums.deals)

    return PresenceEffect(
        games, difference(TURNS, 1), difference(FIRST, HALF_POINTS), difference(FIRST_PLAYER, HALF_POINTS)
    )


def suitability(meetings: Sequence[tuple[DealSums, int]], number: int) -> Estimate:
    """Return how much more a player wins when a patron is in the game: the unweighted mean over pairings.

    Args:
        meetings: sums of each pairing, with the player's number in it.
        number: the patron.
    """
    effects = [(presence_effect(sums, number).share, 1 - 2 * player) for sums, player in meetings]
    effects = [(effect, sign) for effect, sign in effects if effect.count]
    if not effects:
        return UNKNOWN_ESTIMATE
    value = math.fsum(sign * effect.value for effect, sign in effects) / len(effects)
    variance = math.fsum(standard_error(effect) ** 2 for effect, _ in effects) / len(effects) ** 2
    return normal_estimate(value, variance, sum(effect.count for effect, _ in effects))


def overall_estimate(sums: DealSums, what: int) -> Estimate:
    """Return TURNS, FIRST or MINE over all games, from sums about the presence of patrons."""
    totals, products = sums.totals[0], sums.products[0]
    unit = 1 if what == TURNS else HALF_POINTS
    games, value = np.zeros((2, 2 * PLAYER_COLUMNS))
    for half in range(2):
        games[half * PLAYER_COLUMNS + PRESENT], value[half * PLAYER_COLUMNS + what] = 1.0, 1 / unit
    x, d = float(value @ totals), float(games @ totals)
    xx, xd, dd = (float(a @ products @ b) for a, b in ((value, value), (value, games), (games, games)))
    return (ratio_mean if what == TURNS else ratio_proportion)(sums.deals, x, d, xx, xd, dd)


def _total(sums: DealSums, players: tuple[int, ...], k: int, number: int) -> float:
    unit = HALF_POINTS if k in (WON_WITH, WON_WITHOUT) else 1
    return sum(float(sums.totals[number, PLAYER_COLUMNS * player + k]) for player in players) / unit


def _excess(sums: DealSums, player: int, number: int) -> float:
    """Wins of a player with an item beyond its average."""
    d, w, d_, w_ = (_total(sums, (player,), k, number) for k in range(PLAYER_COLUMNS))
    return (w * d_ - w_ * d) / (d + d_) if d + d_ else 0.0


def _excess_gradient(sums: DealSums, player: int, number: int) -> np.ndarray:
    """Gradient of `_excess` with respect to the columns of a deal."""
    d, w, d_, w_ = (_total(sums, (player,), k, number) for k in range(PLAYER_COLUMNS))
    pull = np.zeros(PLAYER_COLUMNS * SEATS)
    if d + d_:
        m, q, at = (w + w_) / (d + d_), d / (d + d_), PLAYER_COLUMNS * player
        pull[at + WON_WITH], pull[at + WITH_ITEM] = (1 - q) / HALF_POINTS, -(1 - q) * m
        pull[at + WON_WITHOUT], pull[at + WITHOUT_ITEM] = -q / HALF_POINTS, q * m
    return pull


def _win_ratio(groups: list[PairingGroup], number: int, won: int, games: int) -> Estimate:
    """Win rate over all such games."""
    n = x = d = xx = xd = dd = 0.0
    for sums, players in groups:
        win, game = np.zeros((2, PLAYER_COLUMNS * SEATS))
        for player in players:
            win[PLAYER_COLUMNS * player + won], game[PLAYER_COLUMNS * player + games] = 1 / HALF_POINTS, 1.0
        totals, products = sums.totals[number], sums.products[number]
        n, x, d = n + sums.deals, x + float(win @ totals), d + float(game @ totals)
        xx, xd = xx + float(win @ products @ win), xd + float(win @ products @ game)
        dd += float(game @ products @ game)
    return ratio_proportion(min(n, d), x, d, xx, xd, dd)


def _variance(sums: DealSums, number: int, pull: np.ndarray) -> float:
    """Variance of a sum over deals, to which each deal contributes `pull` times its columns."""
    n = sums.deals
    if n < 2:
        return math.inf
    total = float(pull @ sums.totals[number])
    return max(float(pull @ sums.products[number] @ pull) - total * total / n, 0.0) * n / (n - 1)
