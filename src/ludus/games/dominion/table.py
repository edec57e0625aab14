"""What is fixed while a game is played: the players at the table, the kingdom, and what its cards say."""

# mypy: ignore-errors

from ludus.core import Record, int8, int16, rule, uint8, uint64
from ludus.games.dominion.state import SLOTS

STEPS = 6  # clauses of a card's text
POOL = 64  # cards that a random kingdom is drawn from

# Types, a bit each
TREASURE, VICTORY, CURSE_CARD, ACTION_CARD, ATTACK, REACTION = 1, 2, 4, 8, 16, 32
TYPES = ("Treasure", "Victory", "Curse", "Action", "Attack", "Reaction")

# Which cards a clause is about: any, those of a type (its bit), one basic card (its slot), or as said
ANY = 0
THIS_CARD = 64
DEAR_TREASURE = 128  # a Treasure other than Copper

# Whom a clause is about
YOU, OTHERS, EVERYONE = 0, 1, 2

# What a clause does; effects.py has a rule for each
DISCARD, TRASH, GAIN, PUT, DRAW, COINS, ACTIONS, BUYS = range(1, 9)
DRAW_TO, DIG, DUMP, JUDGE, RANSACK, TAKE, SORT, FLIP, DOUBLE, TRASH_THIS, RECALL, MERCHANT = range(9, 21)

# How a clause does it
MAY = 1  # only if its player likes to
IF_DONE = 2  # only if the choice before it moved a card
RELATIVE = 4  # n is added to the cost of the trashed card
AS_MANY = 8  # n is the number of cards that the choice before it moved
DOWN_TO = 16  # n is what is left in hand
UP_TO = 32  # any number up to n
PER_PILE = 64  # n for every empty pile

# Where gained cards go
TO_DISCARD, TO_HAND, TO_DECK = 0, 1, 2

# Ties
BY_TURNS, BY_POINTS = 0, 1


class Step(Record):
    op: uint8
    who: uint8
    what: uint8
    how: uint8
    to: uint8
    n: int16


class Card(Record):
    number: uint8  # its place among all cards known, 255 for a basic card
    kind: uint8  # see kinds.py
    cost: uint8
    types: uint8
    cards: uint8  # drawn when it is played
    actions: uint8
    buys: uint8
    coins: uint8
    points: int8
    points_per: uint8  # and a point for every so many cards owned; 0: none
    step_count: uint8
    steps: Step[STEPS]
    spare: uint8[4]  # makes 64 bytes: a card is found by a shift, not by a product


class Table(Record):
    stream: uint64  # zero but while a kingdom is drawn
    seats: uint8
    ties: uint8
    declining: uint8  # 1: a gain may be declined
    turn_cap: int16
    drawn: uint8  # 1: the kingdom comes from the game's seed
    pool_count: uint8
    counting: uint8  # slots whose points depend on other cards: 0 none, else one more than the last of them
    cards: Card[SLOTS]
    pool: Card[POOL]


@rule(inline=True)
def fits(table, what, slot):
    """Whether a clause that is about `what` is about this card."""
    if what == ANY:
        return True
    if what < THIS_CARD:
        return table.cards[slot].types & what != 0
    if what == DEAR_TREASURE:
        return slot != 0 and table.cards[slot].types & TREASURE != 0
    return slot == what - THIS_CARD
