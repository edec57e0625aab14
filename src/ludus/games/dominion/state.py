"""State of one game of Dominion, as bytes.

A card is a slot: the seven basic cards, then the ten of the kingdom, in the order of the game data. A deck has two
parts. The lower part is a bag: its order is unknown to all, so it has no meaning, and drawing takes a random card of
it. Above it are the cards whose order a player has seen. Zones are zero behind their last card, see zones.py.
"""

from ludus.core import Record, int8, int16, uint8, uint64

SEATS = 4
COPPER, SILVER, GOLD, ESTATE, DUCHY, PROVINCE, CURSE = range(7)
KINGDOM = 7  # the first slot of the kingdom
PILES = 10  # of the kingdom
SLOTS = KINGDOM + PILES
CARDS = 336  # most cards of a zone: all cards of a game for four
ROOM = CARDS + 8  # room for a block of eight, see zones.py
FRAMES = 124  # nested cards being played: at most all that can play others, plus one

CARD = 31  # bits of a zone entry that identify the card
UNSEEN = 32  # in deck, discard pile or aside: known only to its owner
SEEN = 64  # in hand: known to all

# Phases of a turn
ACTION, BUY = 0, 1

# End reasons
RUNNING, PROVINCES, THREE_PILES, TURN_CAP = 0, 1, 2, 3
REASONS = ("running", "provinces", "three piles", "turn cap")

# Open questions; moves.py has their moves.
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


class DominionPlayer(Record):
    score: int16  # victory points
    fixed: int16  # of these, points that do not depend on other cards
    turns: int16  # turns taken so far
    cards: int16  # cards owned, in all zones
    hand_size: int16
    bag_size: int16  # size of the bag, the lower part of the deck
    top_size: int16  # size of the upper part of the deck
    discard_size: int16
    owned: uint8[SLOTS]  # in hand, deck, discard pile, in play and aside
    held: uint8[SLOTS]  # in hand
    hand: uint8[ROOM]  # in the order drawn
    deck: uint8[ROOM]  # bag first, then the upper part, whose last card is drawn first
    discard: uint8[ROOM]  # in the order discarded


class CardFrame(Record):
    """A card being played."""

    card: uint8
    step: int8  # step of its text; -1 while others may react
    again: uint8  # how often it is played again
    gone: uint8  # 1: it trashed itself
    around: uint8  # seat that the step is at, counted from the player's own
    immune: uint8  # one bit for each seat that showed a reaction
    count: int16  # cards that the player's last choice to discard or trash moved
    cost: int16  # cost of the card that the player trashed last


class State(Record):
    stream: uint64
    reason: uint8
    winners: uint8  # one bit per winning seat
    active: uint8  # active player
    chooser: uint8  # player who decides
    phase: uint8
    asked: uint8
    least: int16  # number of cards still to be chosen, at least (and, below, at most)
    most: int16
    lowest: uint8  # lowest slot that may be chosen next; sets are chosen in slot order
    what: uint8  # cards that can be chosen, see `card_matches` in game_data_records.py
    limit: int16  # highest cost of a card to gain
    to: uint8  # destination of a gained card
    empty: uint8  # piles
    actions: int16
    buys: int16
    coins: int16
    merchants: int16  # coins that the first Silver gives
    depth: uint8
    aside_of: uint8
    aside_size: int16
    played_size: int16
    supply: uint8[SLOTS]
    trash: uint8[SLOTS]
    loot: uint8[SLOTS]  # trashed by the card being played and available to gain
    in_play: uint8[SLOTS]
    played: uint8[ROOM]
    aside: uint8[ROOM]  # revealed, looked at or set aside
    players: DominionPlayer[SEATS]
    frames: CardFrame[FRAMES]
