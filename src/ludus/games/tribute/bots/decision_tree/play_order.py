"""Order in which the decision tree plays cards: one deck after another, and within a deck for the most combos.

The bot keeps a list of cards that it intends to play or activate this turn. A card belongs to the bucket of its highest
combo level. Cards whose combos are all reached are played first; otherwise the card with the fewest reachable combos is
given up.
"""

# mypy: ignore-errors

from ludus.core import Record, int64, rule, uint8, uint16
from ludus.games.tribute.bots.decision_tree.card_values import top_level
from ludus.games.tribute.game_data_records import CONTRACT_AGENT, LEVELS, RALLY_AGENT
from ludus.games.tribute.move_bits import ACTIVATE, PLAY, thing_of, verb_of
from ludus.games.tribute.state import ACTIVATED, DECKS, MARKS, NOBODY
from ludus.games.tribute.zones import find_piece

MAX_PLANNED = 256
NONE = -1
IN_HAND, IN_PLAY = 0, 1


class PlayPlan(Record):
    """Cards that the bot intends to play in this turn."""

    open: int64  # 1: the turn has begun
    deck: int64  # deck being played
    count: int64
    cards: uint16[MAX_PLANNED]  # in the order in which they were added
    place: uint8[MAX_PLANNED]  # zone in which each was last seen
    taken: uint8[DECKS]  # cards played of each deck
    seen: uint8[MARKS]  # one bit for each physical card


@rule
def reset_plan(plan):
    plan.open = 0
    plan.count = 0
    plan.deck = 0
    for deck in range(DECKS):
        plan.taken[deck] = 0
    for k in range(MARKS):
        plan.seen[k] = 0


@rule
def update_plan(data, state, me, plan, moves, n, forgets):
    """Update the plan at each decision: drop cards that are gone, add new ones and those that came back."""
    first = plan.open == 0
    if not first:
        drop_gone(data, state, me, plan, forgets)
    for k in range(me.hand_size):
        add_unseen(plan, me.hand[k], IN_HAND)
    for k in range(me.agent_count):
        contract = data.cards[state.card_of[me.agents[k]]].type == CONTRACT_AGENT
        if me.health[k] < ACTIVATED and (first or not contract):
            add_unseen(plan, me.agents[k], IN_PLAY)
    if first:
        plan.open = 1
        plan.deck = first_deck(data, state)
    for k in range(n):
        verb, piece = verb_of(moves[k]), thing_of(moves[k])
        if verb in (PLAY, ACTIVATE) and find_piece(plan.cards, plan.count, piece) == plan.count:
            add(plan, piece, IN_HAND if verb == PLAY else IN_PLAY)


@rule
def first_deck(data, state):
    """Pelin's deck if Pelin is in the game, otherwise that of the first patron."""
    for k in range(state.patron_count):
        if data.effects[data.patrons[state.patrons[k]].deeds[1, 0]].op == RALLY_AGENT:
            return state.patrons[k] + 0
    return state.patrons[0] + 0


@rule
def add_unseen(plan, piece, place):
    """Add a card that was not seen before in this turn."""
    if plan.seen[piece >> 3] >> (piece & 7) & 1 == 0:
        plan.seen[piece >> 3] |= 1 << (piece & 7)
        add(plan, piece, place)


@rule(inline=True)
def add(plan, piece, place):
    if plan.count < MAX_PLANNED:
        plan.cards[plan.count] = piece
        plan.place[plan.count] = place
        plan.count += 1


@rule
def remove(plan, at):
    plan.count -= 1
    for k in range(at, plan.count):
        plan.cards[k] = plan.cards[k + 1]
        plan.place[k] = plan.place[k + 1]


@rule
def drop_gone(data, state, me, plan, forgets):
    """Drop cards that can no longer be played. The published bot keeps agents that were knocked out."""
    at = 0
    while at < plan.count:
        piece = plan.cards[at] + 0
        agent = find_piece(me.agents, me.agent_count, piece)
        if find_piece(me.hand, me.hand_size, piece) < me.hand_size:
            plan.place[at] = IN_HAND
            at += 1
        elif agent < me.agent_count and (forgets or me.health[agent] < ACTIVATED):
            plan.place[at] = IN_PLAY
            at += 1
        elif forgets and plan.place[at] == IN_PLAY and is_knocked_out(state, me, piece):
            at += 1
        else:
            remove(plan, at)


@rule
def is_knocked_out(state, me, piece):
    """Whether an own agent has left play, is still in the game and was not put onto the pile openly."""
    for k in range(me.pile_size - me.known, me.pile_size):
        if me.pile[k] == piece:
            return False
    return state.card_of[piece] != NOBODY


@rule
def next_planned(data, state, plan):
    """Card to play now, or NONE; it counts as played."""
    if left_of(data, state, plan, plan.deck) == 0:
        plan.deck = next_deck(data, state, plan)
        if plan.deck == NONE:
            return NONE
    at = due(data, state, plan)
    if at == NONE:
        at = fewest_combos(data, state, plan)
    piece = plan.cards[at] + 0
    remove(plan, at)
    plan.taken[plan.deck] += 1
    return piece


@rule
def left_of(data, state, plan, deck):
    n = 0
    for k in range(plan.count):
        if deck_of(data, state, plan, k) == deck:
            n += 1
    return n


@rule(inline=True)
def deck_of(data, state, plan, k):
    return data.cards[state.card_of[plan.cards[k]]].deck


@rule
def next_deck(data, state, plan):
    """The Treasury's deck, then those of the patrons in order."""
    if left_of(data, state, plan, data.treasury):
        return data.treasury + 0
    for k in range(state.patron_count):
        if left_of(data, state, plan, state.patrons[k]):
            return state.patrons[k] + 0
    return NONE


@rule
def due(data, state, plan):
    """First card of the lowest bucket below the number of cards played."""
    best, lowest = NONE, plan.taken[plan.deck] + 0
    for k in range(plan.count):
        if deck_of(data, state, plan, k) == plan.deck:
            bucket = top_level(data, state.card_of[plan.cards[k]])
            if bucket < lowest:
                best, lowest = k, bucket
    return best


@rule
def fewest_combos(data, state, plan):
    """Card with the fewest reachable combos; ties by lower combo levels, then by lower bucket."""
    worst, fewest = NONE, 0
    reach = left_of(data, state, plan, plan.deck) + plan.taken[plan.deck] - 1
    for k in range(plan.count):
        if deck_of(data, state, plan, k) == plan.deck:
            facts = data.cards[state.card_of[plan.cards[k]]]
            number, total = 0, 0
            for level in range(1, LEVELS):
                if facts.effects[level, 0] != 0 and level <= reach:
                    number += 1
                    total += level
            hope = (number * 16 + total) * LEVELS + top_level(data, state.card_of[plan.cards[k]])
            if worst == NONE or hope < fewest:
                worst, fewest = k, hope
    return worst
