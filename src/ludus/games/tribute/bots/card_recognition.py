"""Recognise cards and patrons that the published bots know by name from their effects, so that other card files work
too.
"""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.tribute.data import ALL_COINS, CONTRACT_ACTION, CURSE, JUMP, NEVER


@rule
def contract_amount(table, card, op):
    """Amount of an effect that a Treasury contract has when bought: Tithe has 1 CALL; 0 for any other card."""
    facts = table.cards[card]
    effect = table.effects[facts.effects[0, 0]]
    if facts.type != CONTRACT_ACTION or facts.deck != table.treasury or effect.op != op:
        return 0
    return effect.n + 0


@rule(inline=True)
def is_curse(table, card):
    return table.cards[card].type == CURSE


@rule
def first_call_effect(table, number, standing):
    """First effect of a patron at a standing."""
    return table.effects[table.patrons[number].deeds[standing, 0]].op + 0


@rule(inline=True)
def is_ansei(table, number):
    """Whether one call wins the patron's favour from any standing."""
    return table.patrons[number].favour == JUMP


@rule(inline=True)
def is_duke(table, number):
    """Whether the patron's price is all coins."""
    return table.patrons[number].coins == ALL_COINS


@rule(inline=True)
def takes_sides(table, number):
    """Whether the patron can favour a player; all but the Treasury can."""
    return table.patrons[number].favour != NEVER
