"""The rules of Delve under their contract names: fights of some cards per turn, and picks of nodes after won fights.

Two moves are equivalent if they play the same card on enemies that differ only in their position.
"""

# mypy: ignore-errors

import numpy as np

from ludus.core import rule
from ludus.core.random import seed_stream
from ludus.games.delve.combat import begin_encounter, end_turn, play_card, playable, reshuffle_unseen
from ludus.games.delve.constants import TARGETED
from ludus.games.delve.features import features
from ludus.games.delve.moves import ALL_ENEMIES, END, NODE, PLAY, SAVE, play, played_kind, target_of
from ludus.games.delve.skill_picks import affordable, begin_picking, own_node
from ludus.games.delve.state import FIGHT, PICK, RUNNING, WON

__all__ = [
    "apply",
    "canonical_move",
    "current_player",
    "end_reason",
    "features",
    "legal_moves",
    "payoff",
    "resample_hidden",
    "score",
    "start",
]


@rule
def start(data, state, seed):
    """Begin with the first encounter, or with picks of nodes if the player has points for them."""
    state.stream = seed_stream(seed)
    state.deal = seed_stream(seed)
    state.encounter = data.first
    state.points = data.points
    for node in range(data.nodes):
        if data.tree[node].root:
            state.open[node >> 6] |= np.uint64(1) << np.uint64(node & 63)
    for node in range(data.nodes):
        if (data.had[node >> 6] >> np.uint64(node & 63)) & np.uint64(1):
            own_node(data, state, node)
    begin_picking(data, state)
    if state.asked == FIGHT:
        begin_encounter(data, state)


@rule
def current_player(state):
    """Return 0: there is one player."""
    return 0


@rule
def legal_moves(data, state, moves):
    """List the affordable cards and the end of the turn, or the nodes that can be picked."""
    if state.reason != RUNNING:
        return 0
    n = 0
    if state.asked == PICK:
        for node in range(data.nodes):
            if affordable(data, state, node):
                moves[n] = NODE + node
                n += 1
        if data.priced:
            moves[n] = SAVE
            n += 1
        return n
    foes = data.foes[state.encounter].size
    for kind in range(data.kinds):
        if playable(data, state, kind):
            if data.cards[kind].category == TARGETED:
                for place in range(foes):
                    if state.enemies[place] > 0:
                        moves[n] = play(kind, place)
                        n += 1
            else:
                moves[n] = play(kind, ALL_ENEMIES)
                n += 1
    moves[n] = END
    return n + 1


@rule
def apply(data, state, move):
    """Apply a legal move; after a won encounter a node is picked, then the next encounter begins."""
    if move >= NODE:
        own_node(data, state, move - NODE)
        state.points -= data.tree[move - NODE].price
        begin_picking(data, state)
        if state.asked == FIGHT:
            begin_encounter(data, state)
    elif move == SAVE:
        state.asked = FIGHT
        begin_encounter(data, state)
    elif move == END:
        end_turn(data, state)
        if data.extended and state.reason == RUNNING and _all_dead(data, state):
            _win_encounter(data, state)  # by poison
    else:
        play_card(data, state, played_kind(move), target_of(move))
        if _all_dead(data, state):
            _win_encounter(data, state)


@rule
def _all_dead(data, state):
    for place in range(data.foes[state.encounter].size):
        if state.enemies[place] > 0:
            return False
    return True


@rule
def _win_encounter(data, state):
    state.won += 1
    if state.encounter == data.last:
        state.reason = WON
        return
    state.points += data.reward[state.encounter]
    state.encounter += 1
    begin_picking(data, state)
    if state.asked == FIGHT:
        begin_encounter(data, state)


@rule
def end_reason(state):
    """Return the end reason; 0 while the game runs."""
    return state.reason


@rule
def payoff(state, seat):
    """Return 1 if every encounter was won, else 0."""
    return 1.0 if state.reason == WON else 0.0


@rule
def score(state, seat):
    """Return the number of encounters won."""
    return state.won


@rule
def resample_hidden(data, state, seat, seed):
    """Resample the order of the pile and all future shuffles."""
    state.stream = seed_stream(seed)
    state.deal = seed_stream(seed)
    reshuffle_unseen(data, state)


@rule
def canonical_move(data, state, move):
    """Return the first move equivalent to `move`; it is legal if `move` is."""
    if move < PLAY or move >= SAVE or target_of(move) == ALL_ENEMIES:
        return move
    foes = data.foes[state.encounter]
    place = target_of(move)
    for other in range(place):
        if state.enemies[other] == state.enemies[place] and foes.attack[other] == foes.attack[place]:
            if not data.extended or _same_statuses(state, other, place):
                return play(played_kind(move), other)
    return move


@rule
def _same_statuses(state, one, other):
    return (
        state.weak[one] == state.weak[other]
        and state.vulnerable[one] == state.vulnerable[other]
        and state.poison[one] == state.poison[other]
    )
