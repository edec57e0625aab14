"""Scores of cards: enemies killed, then damage dealt, not counting damage beyond their hit points.

The thesis leaves open which enemy a targeted card hits among those for which it scores equally. With `aim=urgent` it is
the one with the most attack per remaining hit point, as in the thesis's approximate simulation; with `aim=first` the
first in line.
"""

# mypy: ignore-errors

from typing import Annotated, Literal

from msgspec import Meta

from ludus.core import Record, int64, rule
from ludus.games.delve.bots.node_pickers import PickingOptions, PickParams, parse_picks
from ludus.games.delve.combat import thesis_damage
from ludus.games.delve.constants import TARGETED
from ludus.games.delve.moves import ALL_ENEMIES, play

KILL_SCORE = 1 << 24  # larger than any damage
KEY_RADIX = 1 << 8
NO_CARD = -1
AimOption = Annotated[
    Literal["urgent", "first"],
    Meta(description="its target among equally good ones: most attack per hit point left, or the first"),
]


class FightingOptions(PickingOptions, frozen=True, forbid_unknown_fields=True):
    """Options of a bot that aims."""

    aim: AimOption = "urgent"


class FightingParams(Record):
    """Parameters of a bot that aims."""

    picks: PickParams
    urgent: int64  # 0: the first in line


def fill(options, params) -> None:
    """Fill the parameters of a bot that aims."""
    parse_picks(options.picks, params.picks)
    params.urgent = int(options.aim == "urgent")


@rule(inline=True)
def damage_score(left, damage):
    """Return the score of `damage` to an enemy with `left` hit points."""
    return KILL_SCORE + left if damage >= left else damage


@rule(inline=True)
def more_urgent(attack, left, other_attack, other_left):
    """Return whether an enemy has more attack per remaining hit point than another."""
    return attack * other_left > other_attack * left


@rule
def best_target(data, state, kind, urgent):
    """Return the living enemy for which a targeted card scores most; among equals the most urgent, or the first."""
    foes = data.foes[state.encounter]
    damage = thesis_damage(data, state, kind)
    best, most = NO_CARD, NO_CARD
    for place in range(foes.size + 0):
        left = state.enemies[place]
        if left <= 0:
            continue
        score = damage_score(left, damage)
        if score > most:
            best, most = place, score
        elif score == most and urgent:
            if more_urgent(foes.attack[place], left, foes.attack[best], state.enemies[best]):
                best = place
    return best


@rule
def card_score(data, state, kind, place):
    """Return the score of a card of this kind, on one enemy or on all of them."""
    damage = thesis_damage(data, state, kind)
    if data.cards[kind].category == TARGETED:
        return damage_score(state.enemies[place], damage)
    total = 0
    for enemy in range(data.foes[state.encounter].size + 0):
        if state.enemies[enemy] > 0:
            total += damage_score(state.enemies[enemy], damage)
    return total


@rule
def card_key(data, state, kind, urgent):
    """Return the sort key of a card: its best score, then the lowest cost, then the order in the deck's list."""
    card = data.cards[kind]
    place = best_target(data, state, kind, urgent) if card.category == TARGETED else ALL_ENEMIES
    return (
        (card_score(data, state, kind, place) * KEY_RADIX + KEY_RADIX - 1 - card.cost) * KEY_RADIX
        + KEY_RADIX
        - 1
        - kind
    )


@rule(inline=True)
def kind_of_key(key):
    """Return the kind of card that a key belongs to."""
    return KEY_RADIX - 1 - key % KEY_RADIX


@rule
def best_play(data, state, kind, urgent):
    """Return the move that plays a card of this kind where it scores most."""
    return play(kind, best_target(data, state, kind, urgent) if data.cards[kind].category == TARGETED else ALL_ENEMIES)
