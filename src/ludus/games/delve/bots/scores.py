"""What a card does for whoever plays it: enemies killed, then damage dealt, none of it beyond their hit points.

The thesis leaves open at whom a targeted card goes among enemies to whom it does as much. With `aim=urgent` it is the
one with the most attack for each hit point left, as in its approximating simulation; with `aim=first` the first in the
line.
"""

# mypy: ignore-errors

from typing import Annotated, Literal

from msgspec import Meta

from ludus.core import Record, int64, rule
from ludus.games.delve.bots.pickers import PickingOptions, Picks, fill_picks
from ludus.games.delve.fight import strength
from ludus.games.delve.kinds import TARGETED
from ludus.games.delve.moves import EVERYBODY, play

KILL = 1 << 24  # more than any damage
KEY = 1 << 8
NONE = -1
Aim = Annotated[
    Literal["urgent", "first"],
    Meta(description="whom it shoots among equals: most attack for each hit point left, or the first in line"),
]


class FightingOptions(PickingOptions, frozen=True, forbid_unknown_fields=True):
    """Of a bot that aims."""

    aim: Aim = "urgent"


class Fighting(Record):
    """Parameters of a bot that aims."""

    picks: Picks
    urgent: int64  # 0: the first in line


def fill(options, params) -> None:
    """The parameters of a bot that aims."""
    fill_picks(options.picks, params.picks)
    params.urgent = int(options.aim == "urgent")


@rule(inline=True)
def wound(left, damage):
    """The score of so much damage to an enemy with so many hit points left."""
    return KILL + left if damage >= left else damage


@rule(inline=True)
def more_urgent(attack, left, other_attack, other_left):
    """Whether an enemy has more attack for each hit point left than another."""
    return attack * other_left > other_attack * left


@rule
def aim(table, state, kind, urgent):
    """The living enemy for whom a targeted card scores most; among equals the most urgent, or the first."""
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
    """The score of a card of the kind, on an enemy or on everybody."""
    damage = strength(table, state, kind)
    if table.cards[kind].category == TARGETED:
        return wound(state.enemies[place], damage)
    total = 0
    for each in range(table.foes[state.encounter].size + 0):
        if state.enemies[each] > 0:
            total += wound(state.enemies[each], damage)
    return total


@rule
def key_of(table, state, kind, urgent):
    """What cards are ranked by: the score at its best, then the lowest cost, then the place in the deck's list."""
    card = table.cards[kind]
    place = aim(table, state, kind, urgent) if card.category == TARGETED else EVERYBODY
    return (impact(table, state, kind, place) * KEY + KEY - 1 - card.cost) * KEY + KEY - 1 - kind


@rule(inline=True)
def kind_in(key):
    """The kind of card that a key belongs to."""
    return KEY - 1 - key % KEY


@rule
def at_its_best(table, state, kind, urgent):
    """The move that plays a card of the kind where it scores most."""
    return play(kind, aim(table, state, kind, urgent) if table.cards[kind].category == TARGETED else EVERYBODY)
