"""Move generator of Coac's search, in the order in which it tries moves.

Attacks on the opponent are not included; they are made at the end of the turn. Every card can also be passed over,
which removes it from the turn: this is how the search says that it has no better use for the card.
"""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.locm.bots.coac.scene import (
    ABLE,
    ATTACK,
    DONE,
    FOE,
    IN_HAND,
    MINE,
    NO_CARD,
    PASS_CARD,
    PASSED,
    SUMMON,
    THEIRS,
    USE,
)
from ludus.games.locm.state import BREAKTHROUGH, CREATURE, DRAIN, GREEN, GUARD, LETHAL, RED, WARD

MAX_MOVES = 128  # 8 cards with up to 8 moves each, 6 creatures with up to 7

STAFF_OF_SUPPRESSION, PIERCE_ARMOUR, ROOTKIN_RITUAL, DECIMATE = 142, 143, 149, 151
BIG_CREATURE = 4  # attack or defense from which a creature is worth a Decimate


@rule
def find_moves(setting, scene, moves):
    """Write the moves into `moves` and return their number."""
    n = 0
    for k in range(setting.count):
        body = scene.bodies[k]
        if body.marks & PASSED:
            continue
        if body.place == MINE:
            if body.attack > 0 and body.marks & (ABLE | DONE) == ABLE:
                guarded = scene.guards[FOE, body.lane] > 0
                for t in range(setting.count):
                    other = scene.bodies[t]
                    if other.place == THEIRS and other.lane == body.lane:
                        if not guarded or other.keywords & GUARD:
                            moves[n] = ATTACK | k << 8 | t + 1
                            n += 1
                moves[n] = PASS_CARD | k << 8
                n += 1
        elif body.place == IN_HAND and setting.cards[k].cost <= scene.mana:
            facts = setting.cards[k]
            if facts.kind == CREATURE:
                for lane in range(setting.lanes):
                    if scene.crowd[lane] < setting.lane_room:
                        moves[n] = SUMMON | k << 8 | lane + 1
                        n += 1
            elif facts.kind == GREEN:
                for t in range(setting.count):
                    other = scene.bodies[t]
                    if other.place == MINE and other.marks & DONE == 0:
                        moves[n] = USE | k << 8 | t + 1
                        n += 1
            else:
                for t in range(setting.count):
                    other = scene.bodies[t]
                    if other.place == THEIRS and is_considered(facts, body, other):
                        moves[n] = USE | k << 8 | t + 1
                        n += 1
                if facts.kind != RED:
                    moves[n] = USE | k << 8 | NO_CARD + 1
                    n += 1
            moves[n] = PASS_CARD | k << 8
            n += 1
    return n


@rule(inline=True)
def is_considered(card, item, target):
    """Return whether Coac considers a red or blue item on an enemy creature. It knows four cards by their numbers."""
    if target.attack == 0 and target.keywords & GUARD == 0:
        return False
    if card.kind != RED:
        return item.defense != 0
    if card.number == STAFF_OF_SUPPRESSION or card.number == ROOTKIN_RITUAL:
        return target.keywords & (BREAKTHROUGH | DRAIN | GUARD | LETHAL | WARD) != 0
    if card.number == PIERCE_ARMOUR:
        return target.keywords & GUARD != 0
    if card.number == DECIMATE:
        return (
            target.attack >= BIG_CREATURE
            or target.defense >= BIG_CREATURE
            or target.keywords & (GUARD | LETHAL | WARD) != 0
        )
    return True
