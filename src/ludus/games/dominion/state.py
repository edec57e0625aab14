"""One game of Dominion in progress, as bytes.

A card is a slot: the seven basic cards, then the kingdom's ten, as the table lists them. A deck has two parts. The
lower one is a bag: nobody knows its order, so it means nothing, and drawing takes any of its cards. On top of it lie
the cards whose order somebody has seen. Zones of cards have zeros behind their last card, see blocks.py.
"""

from ludus.core import Record, int8, int16, uint8, uint64

SEATS = 4
COPPER, SILVER, GOLD, ESTATE, DUCHY, PROVINCE, CURSE = range(7)
KINGDOM = 7  # the first slot of the kingdom
PILES = 10  # of the kingdom
SLOTS = KINGDOM + PILES
CARDS = 336  # no zone can hold more: all cards of a game for four
ROOM = CARDS + 8  # see blocks.py
FRAMES = 124  # cards being played inside each other: at most all that can play others, and one more

CARD = 31  # the bits of a card in a zone that say which it is
UNSEEN = 32  # in deck, discard pile or aside: only its owner knows it
SEEN = 64  # in hand: everybody knows it

# Phases of a turn
ACTION, BUY = 0, 1

# Why a game ended
RUNNING, PROVINCES, THREE_PILES, TURN_CAP = 0, 1, 2, 3
REASONS = ("running", "provinces", "three piles", "turn cap")

# What is asked. Each has its moves in moves.py.
NOTHING = 0
PLAY_ACTION = 1  # the action phase: a card, or stop
BUY_CARD = 2
DISCARD_HAND = 3
TRASH_HAND = 4
GAIN_CARD = 5
PUT_HAND = 6  # a card from hand on the deck
REVEAL_CARD = 7  # a reaction
DOUBLE_ACTION = 8  # Throne Room
JUDGE_CARD = 9  # discard the card aside, or put it back
TRASH_ASIDE = 10
TAKE_LOOT = 11
SET_ASIDE = 12
MAY_DISCARD_DECK = 13
MAY_PLAY_CARD = 14  # the card on top of the discard pile
RECALL_CARD = 15  # from the discard pile to the deck
SORT_CARD = 16  # trash, discard or keep the card aside
ORDER_CARDS = 17  # which of the kept cards goes back first


class Player(Record):
    score: int16  # victory points
    fixed: int16  # of these, what does not depend on other cards
    turns: int16  # taken so far
    cards: int16  # owned, wherever they are
    hand_size: int16
    bag_size: int16  # the deck is the bag
    top_size: int16  # and what lies on top of it
    discard_size: int16
    owned: uint8[SLOTS]  # in hand, deck, discard pile, in play and aside
    held: uint8[SLOTS]  # in hand
    hand: uint8[ROOM]  # in the order drawn
    deck: uint8[ROOM]  # first the bag, then what lies on top; of that the last is drawn first
    discard: uint8[ROOM]  # in the order discarded


class Frame(Record):
    """A card that is being played."""

    card: uint8
    step: int8  # of its text; -1 while others may react
    again: uint8  # how often it is played after this
    gone: uint8  # it trashed itself
    around: uint8  # how many seats after the player's own the step has come to
    immune: uint8  # a bit for each seat that showed a reaction
    count: int16  # how many cards the last choice of its player to discard or trash moved
    cost: int16  # of the card that its player trashed last


class State(Record):
    stream: uint64
    reason: uint8
    winners: uint8  # a bit for each
    active: uint8  # whose turn it is
    chooser: uint8  # whose decision is pending
    phase: uint8
    asked: uint8
    least: int16  # how many cards are still to be chosen, at least and at most
    most: int16
    lowest: uint8  # sets are chosen in the order of slots, from this one on
    what: uint8  # which cards can be chosen, see `fits` in table.py
    limit: int16  # the highest cost of a card to gain
    to: uint8  # where a gained card goes
    empty: uint8  # piles
    actions: int16
    buys: int16
    coins: int16
    merchants: int16  # coins that the first Silver brings
    depth: uint8
    aside_of: uint8
    aside_size: int16
    played_size: int16
    supply: uint8[SLOTS]
    trash: uint8[SLOTS]
    loot: uint8[SLOTS]  # trashed by the card being played, free to be taken
    in_play: uint8[SLOTS]
    played: uint8[ROOM]
    aside: uint8[ROOM]  # revealed, looked at or set aside
    players: Player[SEATS]
    frames: Frame[FRAMES]
