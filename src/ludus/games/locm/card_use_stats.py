"""Game statistics: which cards were offered, picked, drawn and played by each player.

`STATS` names the record and its two rules, which only read the state. `add_up` sums the statistics of many games, card
by card.
"""

# mypy: ignore-errors

from functools import cache

import numba
import numpy as np

from ludus.core import Record, int16, plain, record_reader, rule, uint8, uint32
from ludus.core.game import GameStats
from ludus.core.rule import compile_exported, is_compiled
from ludus.games.locm.action_effects import SUMMON, USE
from ludus.games.locm.game_data_records import MAX_CARDS
from ludus.games.locm.state import BATTLE, DECK, DRAFT, OFFERED, PICKS

MEASURES = ("drafted", "drawn", "played")
DRAFTED, DRAWN, PLAYED = 0, 1, 2

# Sufficient statistics that `add_up` sums over deals, for each measure and card. In one deal, over all decks that have
# (or drew, or played) the card: d is their number, w the sum of their payoffs, x the same less the average payoffs of
# their players, f the number of decks of the first player. And e: the payoff of the first player in the deal beyond its
# average, over all of its decks.
SUMS = ("deals", "d", "dd", "w", "ww", "wd", "x", "xx", "xd", "xe", "de", "f")
(DEALS, D, DD, W, WW, WD, X, XX, XD, XE, DE, F) = range(len(SUMS))
# For each player, then both together, and each card, over deals: o offers with the card, p offers in which it was
# picked.
PICK_SUMS = ("deals", "o", "oo", "p", "pp", "po")
BOTH = 2


class LocmGameStats(Record):
    """Statistics of one game; cards are indices into the game data's cards."""

    played: uint32[2]  # by seat: one bit for each position in the deck
    turns: int16
    drawn: uint8[2]  # by seat: number of cards drawn from the top of the deck
    offers: uint8[PICKS, OFFERED]
    picks: uint8[2, PICKS]  # by seat: the picked card of each offer, 0 to 2
    decks: uint8[2, DECK]  # in draw order


@rule(inline=True)
def record_move(data, state, move, stats):
    """Record a move that is about to be made."""
    if state.phase == BATTLE:
        kind = move & ~255
        if kind in (SUMMON, USE):
            stats.played[state.mover] |= 1 << int(state.players[state.mover].hand[move >> 4 & 15])
    elif state.phase == DRAFT:
        stats.picks[state.mover, state.picks] = move & 255


@rule
def record_end(data, state, stats):
    """Record the end of the game."""
    stats.turns = state.turn
    for k in range(PICKS):
        for j in range(OFFERED):
            stats.offers[k, j] = state.offers[k, j]
    for seat in range(2):
        stats.drawn[seat] = state.players[seat].drawn
        for k in range(DECK):
            stats.decks[seat, k] = state.players[seat].deck[k]


STATS = GameStats(LocmGameStats, on_move=record_move, on_end=record_end)


# Aggregation

stats_at = record_reader(LocmGameStats)
STATS_BYTES = LocmGameStats.nbytes


def add_up(stats: np.ndarray, payoffs: np.ndarray, means: np.ndarray, compiled: bool = True):
    """Sum the statistics of many games, card by card.

    Games come in pairs, one deal each; player 0 has the first seat in the even games. Deals are summed in order, so
    the same games give the same bits.

    Args:
        stats: one LocmGameStats per game.
        payoffs: payoffs by game and seat.
        means: average payoff of each player.
        compiled: False runs in plain Python.

    Returns:
        Two arrays: by measure, card and SUMS; and by player (or BOTH), card and PICK_SUMS.
    """
    sums, picks = np.zeros((len(MEASURES), MAX_CARDS, len(SUMS))), np.zeros((BOTH + 1, MAX_CARDS, len(PICK_SUMS)))
    deal_sums, marks = np.zeros((MAX_CARDS, 4)), np.zeros((2, MAX_CARDS), np.int64)
    fold = _compiled_fold() if compiled and is_compiled(fold_by_address) else plain(fold_by_address)
    fold(stats.ctypes.data, payoffs, means, sums, picks, deal_sums, marks)
    return sums, picks


@cache
def _compiled_fold():
    f8 = numba.float64
    three, two = f8[:, :, ::1], f8[:, ::1]
    signature = (numba.int64, two, f8[::1], three, three, two, numba.int64[:, ::1])
    return compile_exported(fold_by_address, signature)


@rule(export=True)
def fold_by_address(all_stats, payoffs, means, sums, picks, deal_sums, marks):
    """Sum all deals.

    `all_stats` is the address of the statistics records. `deal_sums` holds the sums of one deal by card; `marks` holds
    the last deck in which each card was seen, and the cards of this deal.
    """
    deck = 0
    for deal in range(payoffs.shape[0] // 2):
        extra = payoffs[2 * deal, 0] + payoffs[2 * deal + 1, 1] - 2.0 * means[0]
        for measure in range(3):
            count = 0
            for game in range(2 * deal, 2 * deal + 2):
                stats = stats_at(all_stats + game * STATS_BYTES)
                for seat in range(2):
                    deck += 1
                    won, player = payoffs[game, seat], seat ^ (game & 1)
                    for k in range(DECK):
                        card = int(stats.decks[seat, k])
                        if marks[0, card] != deck and is_counted(stats, seat, k, measure):
                            marks[0, card] = deck
                            count = mark_card(deal_sums, marks, card, count)
                            deal_sums[card, 0] += 1.0
                            deal_sums[card, 1] += won
                            deal_sums[card, 2] += won - means[player]
                            deal_sums[card, 3] += 1.0 - player
            for k in range(count):
                add_deal(sums, measure, marks[1, k], deal_sums, extra)
        for player in range(3):
            fold_picks(all_stats, deal, player, picks, deal_sums, marks)


@rule(inline=True)
def is_counted(stats, seat, k, measure):
    """Return whether the card at this position of the deck counts for a measure: drafted, drawn or played."""
    if measure == PLAYED:
        return int(stats.played[seat]) >> k & 1 != 0
    return measure == DRAFTED or k < stats.drawn[seat]


@rule(inline=True)
def mark_card(deal_sums, marks, card, count):
    if deal_sums[card, 0] == 0.0:
        marks[1, count] = card
        count += 1
    return count


@rule
def add_deal(sums, measure, card, deal_sums, extra):
    d, w, x, f = deal_sums[card, 0], deal_sums[card, 1], deal_sums[card, 2], deal_sums[card, 3]
    sums[measure, card, DEALS] += 1.0
    sums[measure, card, D] += d
    sums[measure, card, DD] += d * d
    sums[measure, card, W] += w
    sums[measure, card, WW] += w * w
    sums[measure, card, WD] += w * d
    sums[measure, card, X] += x
    sums[measure, card, XX] += x * x
    sums[measure, card, XD] += x * d
    sums[measure, card, XE] += x * extra
    sums[measure, card, DE] += d * extra
    sums[measure, card, F] += f
    for k in range(4):
        deal_sums[card, k] = 0.0


@rule
def fold_picks(all_stats, deal, player, picks, deal_sums, marks):
    count = 0
    for game in range(2 * deal, 2 * deal + 2):
        stats = stats_at(all_stats + game * STATS_BYTES)
        for seat in range(2):
            if player in (BOTH, seat ^ (game & 1)):
                count = add_picks(stats, seat, deal_sums, marks, count)
    for k in range(count):
        card = marks[1, k]
        offers, taken = deal_sums[card, 0], deal_sums[card, 1]
        picks[player, card, 0] += 1.0
        picks[player, card, 1] += offers
        picks[player, card, 2] += offers * offers
        picks[player, card, 3] += taken
        picks[player, card, 4] += taken * taken
        picks[player, card, 5] += taken * offers
        deal_sums[card, 0], deal_sums[card, 1] = 0.0, 0.0


@rule
def add_picks(stats, seat, deal_sums, marks, count):
    for k in range(PICKS):
        for j in range(OFFERED):
            card = int(stats.offers[k, j])
            count = mark_card(deal_sums, marks, card, count)
            deal_sums[card, 0] += 1.0
            deal_sums[card, 1] += 1.0 * int(stats.picks[seat, k] == j)
    return count
