"""Cards and patrons that classic bots know by name, told by what they do: so they are known in other card files too."""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.tribute.table import ALL_COINS, CONTRACT_ACTION, CURSE, JUMP, NEVER


@rule
def contract_for(table, card, op):
    """How much of something a contract of the Treasury does at once: Tithe is one for CALL; 0: it is another card."""
    facts = table.cards[card]
    effect = table.effects[facts.effects[0, 0]]
    if facts.type != CONTRACT_ACTION or facts.deck != table.treasury or effect.op != op:
        return 0
    return effect.n + 0


@rule(inline=True)
def is_curse(table, card):
    return table.cards[card].type == CURSE


@rule
def deed_of(table, number, standing):
    """What a patron does for one of a standing, by its first deed."""
    return table.effects[table.patrons[number].deeds[standing, 0]].op + 0


@rule(inline=True)
def is_ansei(table, number):
    """Its favour is won at once."""
    return table.patrons[number].favour == JUMP


@rule(inline=True)
def is_duke(table, number):
    """Takes all coins."""
    return table.patrons[number].coins == ALL_COINS


@rule(inline=True)
def takes_sides(table, number):
    """Every patron but the Treasury."""
    return table.patrons[number].favour != NEVER
