"""Game data: number of players, kingdom, and the steps of its cards, which do not change during a game."""

# mypy: ignore-errors

from ludus.core import Record, int8, int16, rule, uint8, uint64
from ludus.games.dominion.state import SLOTS

STEPS = 6  # most clauses of a card's text
POOL = 64  # most cards that a random kingdom is drawn from

# Card types, one bit each
TREASURE, VICTORY, CURSE_CARD, ACTION_CARD, ATTACK, REACTION = 1, 2, 4, 8, 16, 32
TYPES = ("Treasure", "Victory", "Curse", "Action", "Attack", "Reaction")

# Cards that a clause concerns: any, those of a type (its bit), one basic card (THIS_CARD + slot), or as named
ANY = 0
THIS_CARD = 64
DEAR_TREASURE = 128  # a Treasure other than Copper

# Players that a clause concerns
YOU, OTHERS, EVERYONE = 0, 1, 2

# Operation of a clause; effects.py has a rule for each
DISCARD, TRASH, GAIN, PUT, DRAW, COINS, ACTIONS, BUYS = range(1, 9)
DRAW_TO, DIG, DUMP, JUDGE, RANSACK, TAKE, SORT, FLIP, DOUBLE, TRASH_THIS, RECALL, MERCHANT = range(9, 21)

# Modifiers of a clause
MAY = 1  # optional
IF_DONE = 2  # only if the choice before it moved a card
RELATIVE = 4  # n is added to the cost of the trashed card
AS_MANY = 8  # n is the number of cards that the choice before it moved
DOWN_TO = 16  # n is the number of cards left in hand
UP_TO = 32  # any number up to n
PER_PILE = 64  # n per empty pile

# Destinations of gained cards
TO_DISCARD, TO_HAND, TO_DECK = 0, 1, 2

# Ties
BY_TURNS, BY_POINTS = 0, 1


class CardStep(Record):
    op: uint8
    who: uint8
    what: uint8
    how: uint8
    to: uint8
    n: int16


class DominionCard(Record):
    number: uint8  # index among all known cards, 255 for a basic card
    kind: uint8  # see base_set_card_numbers.py
    cost: uint8
    types: uint8
    cards: uint8  # cards drawn when it is played
    actions: uint8
    buys: uint8
    coins: uint8
    points: int8
    points_per: uint8  # additional point for each group of this many cards owned; 0: none
    step_count: uint8
    steps: CardStep[STEPS]
    spare: uint8[4]  # pads the record to 64 bytes, so that indexing is a shift


class GameData(Record):
    stream: uint64  # zero except while a kingdom is drawn
    seats: uint8
    ties: uint8
    declining: uint8  # 1: a gain may be declined
    turn_cap: int16
    drawn: uint8  # 1: the kingdom is drawn from the game's seed
    pool_count: uint8
    counting: uint8  # one past the last slot whose points depend on other cards; 0: none
    cards: DominionCard[SLOTS]
    pool: DominionCard[POOL]


@rule(inline=True)
def card_matches(data, what, slot):
    """Whether a clause that concerns `what` concerns this card."""
    if what == ANY:
        return True
    if what < THIS_CARD:
        return data.cards[slot].types & what != 0
    if what == DEAR_TREASURE:
        return slot != 0 and data.cards[slot].types & TREASURE != 0
    return slot == what - THIS_CARD
