"""The state of a game: hands, played cards, and pending decisions."""

from ludus.core import Record, int16, uint8, uint64

MAX_SEATS, HAND, DEPTH = 4, 8, 4
KINDS = ("copper", "silver", "gold", "magpie", "cat")
MAGPIE, CAT = 3, 4
KIND_COUNT = 5

RUNNING, ALL_PLAYED, CAPACITY = 0, 1, 2
REASONS = ("running", "all played", "capacity")
PLAY, ROB, TAKE = 0, 16, 32  # a move is one of these, plus an index in a hand or a seat


class MagpiesHand(Record):
    count: uint8
    cards: uint8[HAND]
    known: uint8[HAND]  # bit p: seat p knows this card


class PendingDecision(Record):
    kind: uint8  # ROB or TAKE
    thief: uint8
    victim: uint8


class State(Record):
    stream: uint64
    seats: uint8
    turn: uint8
    reason: uint8
    depth: uint8
    stack: PendingDecision[DEPTH]
    hands: MagpiesHand[MAX_SEATS]
    piles: uint8[MAX_SEATS, KIND_COUNT]  # played by each seat
    rest: uint8[KIND_COUNT]  # never dealt, face down
    points: int16[MAX_SEATS]
