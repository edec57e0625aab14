"""One game of Tales of Tribute in progress, as bytes.

A physical card is a number, 0 to 254, for as long as it is in the game; `card_of` says which card of the table it is.
The numbers of cards that left the game are used again for cards that are created. Zones are ordered and have zeros
behind their last card.
"""

from ludus.core import Record, int8, int16, uint8, uint64

SEATS = 2
PATRONS = 5  # in one game
DECKS = 16  # cards of these many patrons can be in one card file
OWNED = 88  # cards of one player, wherever they are
ROOM = OWNED + 8  # zones are moved eight cards at a time
AGENTS = 24  # of one player in play
ROW = 5
TAVERN = 128  # cards under the row; the ring is as long, so that places are counted with a mask
QUEUE = 32  # effects that wait
COMING = 16  # discards that the rival has to make next turn
EARLIER = 3  # cards of a deck whose combos can still come
PIECES = 256  # physical cards
PICKS = 8
MOST = 10_000  # coins, power, prestige or calls of a player

NOBODY = 255  # in `card_of`: no physical card has this number now
ACTIVATED = 128  # beside an agent's health
HEALTH = 127

# Phases
DRAFT, BATTLE = 0, 1
PHASES = ("draft", "battle")

# Favour
NEUTRAL = 0  # else the seat and one

# Why a game ended
RUNNING, PRESTIGE_40, PRESTIGE_80, FAVOUR, TURN_LIMIT, CAPACITY = range(6)
REASONS = (
    "running",
    "prestige over 40 not matched",
    "prestige over 80",
    "patron favour",
    "turn limit",
    "capacity",
)

# What is asked. Each has its moves in choices.py.
FREE = 0  # play, activate, attack, buy, call or end the turn
DRAFT_PATRON = 1
CHOOSE_SIDE = 2  # of an effect with an "or"
REPLACE, ACQUIRE, DESTROY, RECALL, RECALL_AGENT, TOSS, KNOCK_OUT, DONATE, DISCARD = range(3, 12)
BANISH, SELL, RALLY, MINT = range(12, 16)  # for Psijic, Hlaalu, Pelin and the Treasury


class Player(Record):
    coins: int16
    power: int16
    prestige: int16
    calls: int16  # of patrons, left in this turn
    hand_size: int8
    pile_size: int8
    cooldown_size: int8
    agent_count: int8
    known: int8  # cards on top of the draw pile that their owner knows
    counted: int8  # the same as the reference engine counts it, which forgets what Pelin returned
    older: int8  # cards on top of the draw pile that lay there when others were shuffled under them; 0: all alike
    hand: uint8[ROOM]
    pile: uint8[ROOM]  # to draw from; the last card is on top
    cooldown: uint8[ROOM]
    agents: uint8[AGENTS]
    health: uint8[AGENTS]


class State(Record):
    stream: uint64
    turn: int16
    reason: int8
    winner: int8  # the seat and one; 0: nobody
    phase: int8
    active: int8  # whose turn it is, who decides
    asked: int8
    least: int8  # how many cards are still to be chosen, at least and at most
    most: int8
    picked: int8  # how many were chosen
    lowest: int8  # where order does not matter cards are chosen in the order of the list, from this place on
    limit: int8  # TOSS: how many cards are on offer
    offered: uint8  # REPLACE, ACQUIRE: a bit for each place of the row
    effect: uint8  # CHOOSE_SIDE: the effect
    source: uint8  # and the card it comes from
    opening: int8  # 1: choices at the start of a turn are not over
    queue_size: int8
    coming_size: int8
    played_size: int8
    row_size: int8
    tavern_first: int8
    tavern_size: int8
    veiled: int8  # cards on top of the tavern deck whose order nobody knows; those below were put there openly
    patron_count: int8
    newest: uint8  # the number that was given to a card last
    patrons: uint8[PATRONS]  # in the order of the game
    favour: uint8[PATRONS]
    plays: uint8[DECKS]  # cards of each deck that were played this turn, 4 at most
    earlier: uint8[DECKS, EARLIER]  # the first of them, as cards of the table
    earlier_piece: uint8[DECKS, EARLIER]
    queue: uint8[QUEUE]  # effects
    queue_piece: uint8[QUEUE]  # and where they come from
    coming: uint8[COMING]  # effects that the rival meets at the start of its turn
    picks: uint8[PICKS]  # REPLACE: chosen so far
    row: uint8[8]
    shown: uint8[32]  # a bit for each physical card in a hand or draw pile of which the rival knows that it is there
    played: uint8[ROOM]  # by the active player in this turn
    tavern: uint8[TAVERN]  # a ring
    card_of: uint8[PIECES]
    players: Player[SEATS]
