"""Purchases of the decision tree: cards of decks it owns many of, by tier, with combos, and cheap."""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.tribute.bots.decision_tree.owned import HUGE, deck_count, count_same_deck, sum_of_tiers, tier
from ludus.games.tribute.bots.known_cards import contract_amount
from ludus.games.tribute.moves import BUY, THING, VERB
from ludus.games.tribute.table import CALL, KNOCKOUT, LEVELS

NONE = -1
ALL_FAVOURS = 4
PER_AGENT = 3  # for each knock-out and each agent of the rival


@rule
def best_buy(table, state, tiers, me, rival, moves, n):
    """The best purchase, the first on a tie; NONE if nothing is worth buying."""
    best, most = NONE, 0
    for k in range(n):
        if moves[k] >> VERB << VERB == BUY:
            worth = buying_worth(table, state, tiers, me, rival, moves[k] & THING)
            if worth > most:
                best, most = moves[k] + 0, worth
    return best


@rule
def buying_worth(table, state, tiers, me, rival, piece):
    card = state.card_of[piece] + 0
    facts = table.cards[card]
    if facts.deck == table.treasury:
        return contract_worth(table, state, tiers, me, rival, card)
    n = deck_count(table, state, me, facts.deck)
    worth = n * n + tier(table, state, tiers, piece) - facts.cost
    for level in range(1, LEVELS):
        if facts.effects[level, 0] != 0:
            worth += level * (level + 1)
    return worth


@rule
def contract_worth(table, state, tiers, me, rival, card):
    """Value of a contract: Tithe for the last favour; knock-outs by the number of agents; otherwise 0."""
    if contract_amount(table, card, CALL):
        favours = 0
        for k in range(state.patron_count):
            if state.favour[k] == state.active + 1:
                favours += 1
        return HUGE if favours + me.calls + 1 == ALL_FAVOURS else 0
    knockouts = contract_amount(table, card, KNOCKOUT)
    if knockouts == 0:
        return 0
    agents = rival.agent_count + 0
    return PER_AGENT * knockouts * agents + sum_of_tiers(table, state, tiers, rival.agents, agents)


@rule
def buy_contract(table, state, moves, n, op):
    """Purchase of the first affordable Treasury contract with this effect."""
    for k in range(n):
        if moves[k] >> VERB << VERB == BUY and contract_amount(table, state.card_of[moves[k] & THING], op):
            return moves[k] + 0
    return NONE


@rule
def is_poor(table, state, tiers, me, move, tier_b):
    """Whether a card is of a low tier and of a deck the bot owns few of."""
    piece = move & THING
    return tier(table, state, tiers, piece) <= tier_b and count_same_deck(table, state, me, piece) < 3
