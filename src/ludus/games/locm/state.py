"""State of a game. Numbers in brackets refer to the rules in __init__.py."""

from ludus.core import Record, int8, int16, int32, int64, uint8, uint64

DECK, HAND, BOARD, PICKS, OFFERED = 30, 8, 6, 30, 3  # [1.2, 1.3, 2.2]

# Phases
DRAFT, CONSTRUCT, BATTLE = 0, 1, 2

# End reasons
RUNNING, KILLED, OVERDRAWN, TURN_LIMIT = 0, 1, 2, 3
REASONS = ("running", "killed", "overdrawn", "turn limit")

# Kinds of card
CREATURE, GREEN, RED, BLUE = 0, 1, 2, 3

# Keywords, bit by bit in the order of the protocol
KEYWORDS = "BCDGLW"
BREAKTHROUGH, CHARGE, DRAIN, GUARD, LETHAL, WARD = 1, 2, 4, 8, 16, 32

# Status bits of a creature
LANE = 1  # set in the second lane
READY = 2  # may attack now
ATTACKED = 4  # has attacked this turn
TOUCHED = 8  # took part in an attack or an item use; the referee 1.2 then no longer sends its summon effects [11.4]


class Creature(Record):
    id: uint8
    card: uint8  # index into the game data's cards
    attack: int16
    defense: int16
    keywords: uint8
    status: uint8


class PlayerState(Record):
    health: int32  # drain has no limit: 50 turns of a strong creature would overflow 16 bits
    next_draw: int16  # cards due at the next turn start
    shown_draw: int16  # sent by the protocol: cards due at the own turn start, then at the own turn end [11.1]
    lost: int16  # 1.5: health lost since the last own turn start [7.3]
    mana: uint8
    max_mana: uint8
    bonus: uint8  # 1 while the second player has its bonus mana [5.5]
    runes: uint8  # runes left; the next one is at 5 * runes health [6.2]
    drawn: uint8  # cards drawn so far: the top card is deck[drawn]
    hand_count: uint8
    board_count: uint8
    hand: uint8[HAND]  # positions in the deck, in the order drawn
    deck: uint8[DECK]  # cards in draw order; while picking: in the order picked
    order: uint8[DECK]  # 1.5: order in which the cards of the deck were chosen, which gives their ids [9.6]
    board: Creature[BOARD]  # in the order summoned, both lanes mixed


class State(Record):
    stream: uint64
    shuffle_seeds: int64[2]  # spent (zero) once the battle begins
    turn: int16  # -1 before the first; the player's own turn is turn // 2 [5.3]
    phase: uint8
    mover: uint8
    reason: uint8
    winner: int8
    picks: uint8  # complete picks of both players, or cards chosen by the mover
    players: PlayerState[2]
    offers: uint8[PICKS, OFFERED]
