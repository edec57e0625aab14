"""Scores of cards: enemies killed, then damage dealt, not counting damage beyond their hit points.

The thesis leaves open which enemy a targeted card hits among those for which it scores equally. With `aim=urgent` it is
the one with the most attack per remaining hit point, as in the thesis's approximate simulation; with `aim=first` the
first in line.
"""

# mypy: ignore-errors

from typing import Annotated, Literal

from msgspec import Meta

from ludus.core import Record, int64, rule
from ludus.games.delve.bots.pickers import PickingOptions, Picks, fill_picks
from ludus.games.delve.fight import strength
from ludus.games.delve.kinds import TARGETED
from ludus.games.delve.moves import EVERYBODY, play

KILL = 1 << 24  # larger than any damage
KEY = 1 << 8
NONE = -1
Aim = Annotated[
    Literal["urgent", "first"],
    Meta(description="whom it shoots among equals: most attack for each hit point left, or the first in line"),
]


class FightingOptions(PickingOptions, frozen=True, forbid_unknown_fields=True):
    """Options of a bot that aims."""

    aim: Aim = "urgent"


class Fighting(Record):
    """Parameters of a bot that aims."""

    picks: Picks
    urgent: int64  # 0: the first in line


def fill(options, params) -> None:
    """Fill the parameters of a bot that aims."""
    fill_picks(options.picks, params.picks)
    params.urgent = int(options.aim == "urgent")


@rule(inline=True)
def wound(left, damage):
    """Return the score of `damage` to an enemy with `left` hit points."""
    return KILL + left if damage >= left else damage


@rule(inline=True)
def more_urgent(attack, left, other_attack, other_left):
    """Return whether an enemy has more attack per remaining hit point than another."""
    return attack * other_left > other_attack * left


@rule
def aim(table, state, kind, urgent):
    """Return the living enemy for which a targeted card scores most; among equals the most urgent, or the first."""
    foes = table.foes[state.encounter]
    damage = strength(table, state, kind)
    best, most = NONE, NONE
    for place in range(foes.size + 0):
        left = state.enemies[place]
        if left <= 0:
            continue
        score = wound(left, damage)
        if score > most:
            best, most = place, score
        elif score == most and urgent:
            if more_urgent(foes.attack[place], left, foes.attack[best], state.enemies[best]):
                best = place
    return best


@rule
def impact(table, state, kind, place):
    """Return the score of a card of this kind, on one enemy or on all of them."""
    damage = strength(table, state, kind)
    if table.cards[kind].category == TARGETED:
        return wound(state.enemies[place], damage)
    total = 0
    for enemy in range(table.foes[state.encounter].size + 0):
        if state.enemies[enemy] > 0:
            total += wound(state.enemies[enemy], damage)
    return total


@rule
def key_of(table, state, kind, urgent):
    """Return the sort key of a card: its best score, then the lowest cost, then the order in the deck's list."""
    card = table.cards[kind]
    place = aim(table, state, kind, urgent) if card.category == TARGETED else EVERYBODY
    return (impact(table, state, kind, place) * KEY + KEY - 1 - card.cost) * KEY + KEY - 1 - kind


@rule(inline=True)
def kind_in(key):
    """Return the kind of card that a key belongs to."""
    return KEY - 1 - key % KEY


@rule
def at_its_best(table, state, kind, urgent):
    """Return the move that plays a card of this kind where it scores most."""
    return play(kind, aim(table, state, kind, urgent) if table.cards[kind].category == TARGETED else EVERYBODY)
