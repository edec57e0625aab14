"""Card signatures: a hash of a card's effects, so that weights apply to equal cards of any card file."""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.tribute.table import LEVELS, PARTS

FACTOR = 1_000_003
BELOW = 2_147_483_647  # keeps every product within 64 bits


@rule
def signature(table, card):
    """Hash of cost, type, health, taunt, toll and effects of a card, not of its deck or copies. Always positive."""
    facts = table.cards[card]
    value = mixed(mixed(mixed(mixed(1, facts.cost), facts.type), facts.health), 2 * facts.taunt + facts.toll)
    for level in range(LEVELS):
        for part in range(PARTS):
            effect = table.effects[facts.effects[level, part]]
            value = mixed(mixed(value, effect.op), effect.n)
            value = mixed(mixed(value, effect.other_op), effect.other_n)
    return value + 1


@rule(inline=True)
def mixed(found, number):
    return (found * FACTOR + number + 7) % BELOW
