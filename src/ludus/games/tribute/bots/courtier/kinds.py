"""What the courtier derives from the cards before a game: whose weights apply, and which cards to play at once."""

# mypy: ignore-errors

from ludus.core import Record, int64, rule, uint8, uint64
from ludus.games.tribute.bots.courtier.signature import card_signature
from ludus.games.tribute.bots.turn_clock import TurnClock
from ludus.games.tribute.table import (
    ACQUIRE_CARD,
    CARDS,
    DESTROY_CARD,
    DONATE_CARDS,
    KNOCKOUT_ALL,
    LEVELS,
    NOTHING,
    PARTS,
    RECALL_AGENTS,
    RECALL_CARD,
    REPLACE_ROW,
    TOSS_CARDS,
)

UNKNOWN_CARD = -1  # no card with weights has this signature


class Memory(Record):
    stream: uint64
    known_as: int64[CARDS]  # card whose weights apply to this one
    eager: uint8[CARDS]  # 1: play it as soon as possible
    iterations: int64  # iterations so far in this game
    clock: TurnClock


@rule
def study_cards(table, weights, memory):
    for card in range(table.card_count):
        memory.known_as[card] = find_known(table, weights, card)
        memory.eager[card] = is_eager(table, table.cards[card])


@rule
def find_known(table, weights, card):
    """Card whose weights apply: usually the one with the same number, otherwise one with the same effects."""
    card_hash = card_signature(table, card)
    if card < weights.count and weights.signatures[card] == card_hash:
        return card
    for other in range(weights.count):
        if weights.signatures[other] == card_hash:
            return other
    return UNKNOWN_CARD


@rule
def is_eager(table, facts):
    """Whether playing the card first loses nothing: it asks for no decision that may be better later."""
    for level in range(LEVELS):
        for part in range(PARTS):
            effect = table.effects[facts.effects[level, part]]
            if effect.other_op != NOTHING or depends_on_timing(effect.op):
                return False
    return True


@rule(inline=True)
def depends_on_timing(op):
    return op in (
        REPLACE_ROW,
        ACQUIRE_CARD,
        DESTROY_CARD,
        DONATE_CARDS,
        RECALL_CARD,
        RECALL_AGENTS,
        TOSS_CARDS,
        KNOCKOUT_ALL,
    )
