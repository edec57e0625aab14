"""Card signatures: a hash of a card's effects, so that weights apply to equal cards of any card file."""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.tribute.table import LEVELS, PARTS

FACTOR = 1_000_003
MODULUS = 2_147_483_647  # keeps every product within 64 bits


@rule
def card_signature(table, card):
    """Hash of cost, type, health, taunt, toll and effects of a card, not of its deck or copies. Always positive."""
    facts = table.cards[card]
    value = mix(mix(mix(mix(1, facts.cost), facts.type), facts.health), 2 * facts.taunt + facts.toll)
    for level in range(LEVELS):
        for part in range(PARTS):
            effect = table.effects[facts.effects[level, part]]
            value = mix(mix(value, effect.op), effect.n)
            value = mix(mix(value, effect.other_op), effect.other_n)
    return value + 1


@rule(inline=True)
def mix(value, number):
    return (value * FACTOR + number + 7) % MODULUS
