"""Cards known by what they do, so that weights fit any card file: a number that equal cards share."""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.tribute.table import LEVELS, PARTS

FACTOR = 1_000_003
BELOW = 2_147_483_647  # so that no product leaves 64 bits


@rule
def signature(table, card):
    """Of a card's cost, type, health, taunt and effects; not of its deck or copies. Never 0 or below."""
    facts = table.cards[card]
    found = mixed(mixed(mixed(mixed(1, facts.cost), facts.type), facts.health), 2 * facts.taunt + facts.toll)
    for level in range(LEVELS):
        for part in range(PARTS):
            effect = table.effects[facts.effects[level, part]]
            found = mixed(mixed(found, effect.op), effect.n)
            found = mixed(mixed(found, effect.other_op), effect.other_n)
    return found + 1


@rule(inline=True)
def mixed(found, number):
    return (found * FACTOR + number + 7) % BELOW
