"""What a census keeps of every game: which cards were offered, picked, drawn and played, by whom.

The rules `note` and `close` are called by the arena beside the game itself; they only read it. `add_up` sums the
tallies of many games, card by card.
"""

# mypy: ignore-errors

from functools import cache

import numba
import numpy as np

from ludus.core import Record, int16, plain, reader, rule, uint8, uint32
from ludus.core.rule import compile_door, is_compiled
from ludus.games.locm.actions import SUMMON, USE
from ludus.games.locm.state import BATTLE, DECK, DRAFT, OFFERED, PICKS
from ludus.games.locm.table import MOST_CARDS

MEASURES = ("drafted", "drawn", "played")
DRAFTED, DRAWN, PLAYED = 0, 1, 2

# What `add_up` sums over deals, for each measure and card. In one deal, over all decks that have the card (or drew it,
# or played it): d how many they are, w what they won, x the same less what their players win on average, f how many are
# the first player's. And e: what the first player won in the deal beyond its average, whatever its decks held.
SUMS = ("deals", "d", "dd", "w", "ww", "wd", "x", "xx", "xd", "xe", "de", "f")
(DEALS, D, DD, W, WW, WD, X, XX, XD, XE, DE, F) = range(len(SUMS))
# For each player, then both together, and each card, over deals: o offers that had the card, p those in which it was
# taken.
PICK_SUMS = ("deals", "o", "oo", "p", "pp", "po")
BOTH = 2


class Tally(Record):
    """One game; cards are indices into the table's cards."""

    played: uint32[2]  # by seat: a bit for each place in the deck
    turns: int16
    drawn: uint8[2]  # by seat: so many cards from the top of the deck
    offers: uint8[PICKS, OFFERED]
    picks: uint8[2, PICKS]  # by seat: which of an offer was taken, 0 to 2
    decks: uint8[2, DECK]  # in draw order


@rule(inline=True)
def note(table, state, move, tally):
    """A move about to be made."""
    if state.phase == BATTLE:
        kind = move & ~255
        if kind in (SUMMON, USE):
            tally.played[state.mover] |= 1 << int(state.players[state.mover].hand[move >> 4 & 15])
    elif state.phase == DRAFT:
        tally.picks[state.mover, state.picks] = move & 255


@rule
def close(table, state, tally):
    """The game is over."""
    tally.turns = state.turn
    for k in range(PICKS):
        for j in range(OFFERED):
            tally.offers[k, j] = state.offers[k, j]
    for seat in range(2):
        tally.drawn[seat] = state.players[seat].drawn
        for k in range(DECK):
            tally.decks[seat, k] = state.players[seat].deck[k]


# Adding up

tally_at = reader(Tally)
TALLY = Tally.nbytes


def add_up(tallies: np.ndarray, shares: np.ndarray, means: np.ndarray, compiled: bool = True):
    """The tallies of games in pairs, a deal each, in which player 0 sits first in the even ones, card by card.

    `shares` are by game and seat, `means` what each player wins on average. Two arrays: by measure, card and SUMS, and
    by player (or BOTH), card and PICK_SUMS. Deals are taken in their order, so the same games give the same bits.
    """
    sums, picks = np.zeros((len(MEASURES), MOST_CARDS, len(SUMS))), np.zeros((BOTH + 1, MOST_CARDS, len(PICK_SUMS)))
    here, marks = np.zeros((MOST_CARDS, 4)), np.zeros((2, MOST_CARDS), np.int64)
    fold = ready() if compiled and is_compiled(fold_by_address) else plain(fold_by_address)
    fold(tallies.ctypes.data, shares, means, sums, picks, here, marks)
    return sums, picks


@cache
def ready():
    f8 = numba.float64
    three, two = f8[:, :, ::1], f8[:, ::1]
    signature = (numba.int64, two, f8[::1], three, three, two, numba.int64[:, ::1])
    return compile_door(fold_by_address, signature)


@rule(door=True)
def fold_by_address(tallies, shares, means, sums, picks, here, marks):
    """`here` is what one deal adds up to, by card; `marks` has the last deck that was seen to hold a card, and the
    cards of this deal."""
    deck = 0
    for deal in range(shares.shape[0] // 2):
        extra = shares[2 * deal, 0] + shares[2 * deal + 1, 1] - 2.0 * means[0]
        for measure in range(3):
            count = 0
            for game in range(2 * deal, 2 * deal + 2):
                tally = tally_at(tallies + game * TALLY)
                for seat in range(2):
                    deck += 1
                    won, player = shares[game, seat], seat ^ (game & 1)
                    for k in range(DECK):
                        card = int(tally.decks[seat, k])
                        if marks[0, card] != deck and counts(tally, seat, k, measure):
                            marks[0, card] = deck
                            count = touch(here, marks, card, count)
                            here[card, 0] += 1.0
                            here[card, 1] += won
                            here[card, 2] += won - means[player]
                            here[card, 3] += 1.0 - player
            for k in range(count):
                add_deal(sums, measure, marks[1, k], here, extra)
        for player in range(3):
            fold_picks(tallies, deal, player, picks, here, marks)


@rule(inline=True)
def counts(tally, seat, k, measure):
    """Whether the card at this place of the deck was there, drawn or played."""
    if measure == PLAYED:
        return int(tally.played[seat]) >> k & 1 != 0
    return measure == DRAFTED or k < tally.drawn[seat]


@rule(inline=True)
def touch(here, marks, card, count):
    if here[card, 0] == 0.0:
        marks[1, count] = card
        count += 1
    return count


@rule
def add_deal(sums, measure, card, here, extra):
    d, w, x, f = here[card, 0], here[card, 1], here[card, 2], here[card, 3]
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
        here[card, k] = 0.0


@rule
def fold_picks(tallies, deal, player, picks, here, marks):
    count = 0
    for game in range(2 * deal, 2 * deal + 2):
        tally = tally_at(tallies + game * TALLY)
        for seat in range(2):
            if player in (BOTH, seat ^ (game & 1)):
                count = add_picks(tally, seat, here, marks, count)
    for k in range(count):
        card = marks[1, k]
        offers, taken = here[card, 0], here[card, 1]
        picks[player, card, 0] += 1.0
        picks[player, card, 1] += offers
        picks[player, card, 2] += offers * offers
        picks[player, card, 3] += taken
        picks[player, card, 4] += taken * taken
        picks[player, card, 5] += taken * offers
        here[card, 0], here[card, 1] = 0.0, 0.0


@rule
def add_picks(tally, seat, here, marks, count):
    for k in range(PICKS):
        for j in range(OFFERED):
            card = int(tally.offers[k, j])
            count = touch(here, marks, card, count)
            here[card, 0] += 1.0
            here[card, 1] += 1.0 * int(tally.picks[seat, k] == j)
    return count
