"""State of one game of Tales of Tribute, as bytes.

A physical card is a number for as long as it is in the game; `card_of` gives its card in the game data. Numbers of
cards that left the game are reused for created cards. The numbers 0 to 254 are used first. Only a game with more cards
uses those from 256 on. Zones are ordered and padded with zeros.

The room follows from the turn limit. Purchases only move cards, of which the tavern has at most 127; patrons and
effects create cards. There is room for `CREATED` new cards of each player in every round (a turn of each player) until
the usual turn limit. docs/games/tribute.md has the derivation.
"""

from ludus.core import Record, int8, int16, uint8, uint16, uint64

SEATS = 2
PATRONS = 5  # in one game
DECKS = 16  # most patrons of a card file
TURNS = 500  # usual turn limit
CREATED = 4  # new cards of a player in a round, for which there is room
STARTING = 40  # most cards of a starting deck
OWNED = STARTING + 128 + CREATED * TURNS // SEATS  # most cards of one player, in all zones
ROOM = OWNED + 8  # zones are copied in blocks of cards
HELD = 248  # most cards in hand, and most cards played in one turn
HELD_ROOM = HELD + 8
AGENTS = 24  # most agents of one player in play
ROW = 5
TAVERN = 128  # tavern cards; the ring has the same size, so that indices wrap by a mask
QUEUE = 32  # most pending effects
COMING = 16  # most discards that the rival must make next turn
EARLIER = 3  # earlier cards of a deck whose combos are still possible
PIECES = 1536  # physical cards
NEAR_PIECES = 256  # numbers that are used first
MARKS, NEAR_MARKS = PIECES // 8, NEAR_PIECES // 8  # bytes with one bit for each number
PICKS = 8
MAX_RESOURCE = 10_000  # largest value of coins, power, prestige or calls

NOBODY = 255  # in `card_of`: no physical card has this number; itself no number of a physical card
ACTIVATED = 128  # flag in an agent's health byte
HEALTH = 127

# Phases
DRAFT, BATTLE = 0, 1
PHASES = ("draft", "battle")

# Favour
NEUTRAL = 0  # otherwise the seat plus one

# End reasons
RUNNING, PRESTIGE_40, PRESTIGE_80, FAVOUR, TURN_LIMIT, CAPACITY = range(6)
REASONS = (
    "running",
    "prestige over 40 not matched",
    "prestige over 80",
    "patron favour",
    "turn limit",
    "capacity",
)

# Open questions; choices.py has their moves.
FREE = 0  # play, activate, attack, buy, call or end the turn
DRAFT_PATRON = 1
CHOOSE_SIDE = 2  # a side of an effect with "or"
REPLACE, ACQUIRE, DESTROY, RECALL, RECALL_AGENT, TOSS, KNOCK_OUT, DONATE, DISCARD = range(3, 12)
BANISH, SELL, RALLY, MINT = range(12, 16)  # for Psijic, Hlaalu, Pelin and the Treasury


class TributePlayer(Record):
    coins: int16
    power: int16
    prestige: int16
    calls: int16  # patron calls left in this turn
    hand_size: int16
    pile_size: int16
    cooldown_size: int16
    agent_count: int16
    known: int16  # cards on top of the draw pile that their owner knows
    counted: int16  # as the reference engine counts it, which forgets cards returned by Pelin
    older: int16  # top cards from before the last shuffle under them; 0: no such split
    agents: uint16[AGENTS]
    health: uint8[AGENTS]
    hand: uint16[HELD_ROOM]  # the large zones are last, see state_copy.py
    pile: uint16[ROOM]  # draw pile; the last card is on top
    cooldown: uint16[ROOM]


class State(Record):
    stream: uint64
    turn: int16
    reason: int8
    winner: int8  # seat plus one; 0: no winner
    phase: int8
    active: int8  # active player, who also decides
    asked: int8
    least: int16  # number of cards still to be chosen, at least (and, below, at most)
    most: int16
    picked: int16  # number of cards chosen so far
    lowest: int16  # list index from which the next card is chosen, where the order does not matter
    limit: int16  # TOSS: number of offered cards
    offered: uint8  # REPLACE, ACQUIRE: one bit for each index of the row
    effect: uint8  # CHOOSE_SIDE: the effect
    source: uint16  # and the card it comes from
    opening: int8  # 1: choices at the start of the turn are pending
    queue_size: int8
    coming_size: int8
    played_size: int16
    row_size: int8
    tavern_first: int8
    tavern_size: int8
    veiled: int8  # top tavern cards of unknown order; those below were put there openly
    patron_count: int8
    newest: uint16  # last assigned card number below 255
    far_pieces: int16  # number of cards with numbers from 256 on
    patrons: uint8[PATRONS]  # in the order of the game
    favour: uint8[PATRONS]
    plays: uint8[DECKS]  # cards of each deck played this turn, at most 4
    earlier: uint8[DECKS, EARLIER]  # the first of them, as card numbers
    earlier_piece: uint16[DECKS, EARLIER]
    queue: uint8[QUEUE]  # effects
    queue_piece: uint16[QUEUE]  # and their source cards
    coming: uint8[COMING]  # effects at the start of the rival's turn
    picks: uint16[PICKS]  # REPLACE: cards chosen so far
    row: uint16[8]
    shown: uint8[MARKS]  # one bit for each physical card in a hand or draw pile that the rival knows of
    tavern: uint16[TAVERN]  # ring buffer
    played: uint16[HELD_ROOM]  # by the active player in this turn; from here on see state_copy.py
    card_of: uint8[PIECES]
    players: TributePlayer[SEATS]
