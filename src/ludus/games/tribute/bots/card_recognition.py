"""Recognise cards and patrons that the published bots know by name from their effects, so that other card files work
too.
"""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.tribute.game_data_records import ALL_COINS, CONTRACT_ACTION, CURSE, JUMP, NEVER


@rule
def contract_amount(data, card, op):
    """Amount of an effect that a Treasury contract has when bought: Tithe has 1 CALL; 0 for any other card."""
    facts = data.cards[card]
    effect = data.effects[facts.effects[0, 0]]
    if facts.type != CONTRACT_ACTION or facts.deck != data.treasury or effect.op != op:
        return 0
    return effect.n + 0


@rule(inline=True)
def is_curse(data, card):
    return data.cards[card].type == CURSE


@rule
def first_call_effect(data, number, standing):
    """First effect of a patron at a standing."""
    return data.effects[data.patrons[number].deeds[standing, 0]].op + 0


@rule(inline=True)
def is_ansei(data, number):
    """Whether one call wins the patron's favour from any standing."""
    return data.patrons[number].favour == JUMP


@rule(inline=True)
def is_duke(data, number):
    """Whether the patron's price is all coins."""
    return data.patrons[number].coins == ALL_COINS


@rule(inline=True)
def takes_sides(data, number):
    """Whether the patron can favour a player; all but the Treasury can."""
    return data.patrons[number].favour != NEVER
