"""What the courtier knows of the cards before a game begins: their weights, and which to play without thinking."""

# mypy: ignore-errors

from ludus.core import Record, int64, rule, uint8, uint64
from ludus.games.tribute.bots.courtier.signature import signature
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

STRANGE = -1  # like no card that has weights


class Memory(Record):
    stream: uint64
    known_as: int64[CARDS]  # the card whose weights count for this one
    eager: uint8[CARDS]  # 1: play it as soon as it is there
    iterations: int64  # so many so far in this game
    clock: TurnClock


@rule
def study_cards(table, weights, memory):
    for card in range(table.card_count):
        memory.known_as[card] = find_known(table, weights, card)
        memory.eager[card] = is_eager(table, table.cards[card])


@rule
def find_known(table, weights, card):
    """Mostly the one with the same number; in another card file, one that does the same."""
    looks = signature(table, card)
    if card < weights.count and weights.signatures[card] == looks:
        return card
    for other in range(weights.count):
        if weights.signatures[other] == looks:
            return other
    return STRANGE


@rule
def is_eager(table, facts):
    """Whether nothing is lost by playing it first: it asks nothing for which the right moment may come later."""
    for level in range(LEVELS):
        for part in range(PARTS):
            effect = table.effects[facts.effects[level, part]]
            if effect.other_op != NOTHING or wants_a_moment(effect.op):
                return False
    return True


@rule(inline=True)
def wants_a_moment(op):
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
