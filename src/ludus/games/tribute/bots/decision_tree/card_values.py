"""Card values of the decision tree: tiers, counts of own cards by deck, and the best purchase.

It buys cards of decks it owns many of, by tier, with combos, and cheap.
"""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.tribute.bots.card_recognition import contract_amount
from ludus.games.tribute.game_data_records import CALL, KNOCKOUT, LEVELS
from ludus.games.tribute.move_bits import BUY, thing_of, verb_of

HUGE = 5000
TIER_A, TIER_B, TIER_C, TIER_D = 25, 10, 5, 1
NONE = -1
ALL_FAVOURS = 4
PER_AGENT = 3  # for each knock-out and each agent of the rival


@rule(inline=True)
def tier(data, state, tiers, piece):
    return int(data.tiers[tiers, state.card_of[piece]])


@rule
def deck_count(data, state, me, deck):
    """n(deck): own cards in hand, played, in cooldown and in the draw pile. Agents in play do not count."""
    n = count_in(data, state, me.hand, me.hand_size, deck)
    n += count_in(data, state, state.played, state.played_size, deck)
    n += count_in(data, state, me.cooldown, me.cooldown_size, deck)
    return n + count_in(data, state, me.pile, me.pile_size, deck)


@rule
def count_in(data, state, zone, size, deck):
    n = 0
    for k in range(size):
        if data.cards[state.card_of[zone[k]]].deck == deck:
            n += 1
    return n


@rule(inline=True)
def count_same_deck(data, state, me, piece):
    """n of the card's deck."""
    return deck_count(data, state, me, data.cards[state.card_of[piece]].deck)


@rule(inline=True)
def count_owned(state, me):
    """Number of cards in the same zones."""
    return me.hand_size + state.played_size + me.cooldown_size + me.pile_size


@rule
def top_level(data, card):
    """Highest combo level on which a card has an effect."""
    for level in range(LEVELS - 1, 0, -1):
        if data.cards[card].effects[level, 0] != 0:
            return level
    return 0


@rule
def sum_of_tiers(data, state, tiers, zone, size):
    total = 0
    for k in range(size):
        total += tier(data, state, tiers, zone[k])
    return total


@rule
def best_buy(data, state, tiers, me, rival, moves, n):
    """The best purchase, the first on a tie; NONE if nothing is worth buying."""
    best, most = NONE, 0
    for k in range(n):
        if verb_of(moves[k]) == BUY:
            worth = buying_worth(data, state, tiers, me, rival, thing_of(moves[k]))
            if worth > most:
                best, most = moves[k] + 0, worth
    return best


@rule
def buying_worth(data, state, tiers, me, rival, piece):
    card = state.card_of[piece] + 0
    facts = data.cards[card]
    if facts.deck == data.treasury:
        return contract_worth(data, state, tiers, me, rival, card)
    n = deck_count(data, state, me, facts.deck)
    worth = n * n + tier(data, state, tiers, piece) - facts.cost
    for level in range(1, LEVELS):
        if facts.effects[level, 0] != 0:
            worth += level * (level + 1)
    return worth


@rule
def contract_worth(data, state, tiers, me, rival, card):
    """Value of a contract: Tithe for the last favour; knock-outs by the number of agents; otherwise 0."""
    if contract_amount(data, card, CALL):
        favours = 0
        for k in range(state.patron_count):
            if state.favour[k] == state.active + 1:
                favours += 1
        return HUGE if favours + me.calls + 1 == ALL_FAVOURS else 0
    knockouts = contract_amount(data, card, KNOCKOUT)
    if knockouts == 0:
        return 0
    agents = rival.agent_count + 0
    return PER_AGENT * knockouts * agents + sum_of_tiers(data, state, tiers, rival.agents, agents)


@rule
def buy_contract(data, state, moves, n, op):
    """Purchase of the first affordable Treasury contract with this effect."""
    for k in range(n):
        if verb_of(moves[k]) == BUY and contract_amount(data, state.card_of[thing_of(moves[k])], op):
            return moves[k] + 0
    return NONE


@rule
def is_poor(data, state, tiers, me, move, tier_b):
    """Whether a card is of a low tier and of a deck the bot owns few of."""
    piece = thing_of(move)
    return tier(data, state, tiers, piece) <= tier_b and count_same_deck(data, state, me, piece) < 3
