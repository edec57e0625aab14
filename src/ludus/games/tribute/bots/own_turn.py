"""A bot's own turn in thought: moves, random ones, and what it has come to if it ended here.

The search bots of Scripts of Tribute judge the position before the turn is ended, since what comes then is hidden or
the rival's. As published they do not see that a turn wins or loses the game; as intended they do.
"""

# mypy: ignore-errors

from ludus.core import rule, specialise
from ludus.core.memory import numbers_in
from ludus.core.random import draw
from ludus.games.tribute.alike import alike
from ludus.games.tribute.bots.heuristic import heuristic
from ludus.games.tribute.moves import PLAY, VERB, legal
from ludus.games.tribute.rules import apply
from ludus.games.tribute.state import FREE, HEALTH, RUNNING
from ludus.games.tribute.turns import MATCH, WIN, has_all_favour
from ludus.search import ahead

DECIDED = 1e9  # beyond every value of the heuristic
PLAN = 128  # moves of a turn, each pick counted

distinct = specialise(ahead, legal=legal, alike=alike).distinct
fresh_seed = specialise(ahead).fresh_seed


@rule
def play_move(table, state, move):
    """Make a move within a turn; how many cards it drew."""
    me = state.players[state.active]
    held = me.hand_size - (1 if move >> VERB << VERB == PLAY else 0)
    apply(table, state, move)
    return max(me.hand_size - held, 0)


@rule
def play_on(table, state, memory, scratch):
    """Random moves until only the end of the turn is left, into `line`; how many, and how many cards they drew."""
    moves = numbers_in(scratch.moves)
    n, drawn = 0, 0
    while n < PLAN - 1 and state.reason == RUNNING:
        choices = legal(table, state, moves)
        if state.asked == FREE:
            choices -= 1  # the last is the end of the turn
            if choices == 0:
                break
        move = moves[draw(memory, choices)]
        drawn += play_move(table, state, move)
        scratch.line[n] = move
        n += 1
    return n, drawn


@rule
def turn_value(table, state, weights, drawn):
    """For the active player, who drew so many cards."""
    if state.reason != RUNNING:  # nobody wins in the middle of a turn: there was no room for more cards
        return 0.0
    me, rival = state.players[state.active], state.players[1 - state.active]
    prestige = me.prestige + power_left(table, state, me, rival)
    value = heuristic(table, state, weights, drawn)
    if prestige >= WIN or has_all_favour(table, state, state.active):
        return value + DECIDED
    if rival.prestige >= MATCH and prestige < rival.prestige:
        return value - DECIDED
    return value


@rule
def power_left(table, state, me, rival):
    """Power that becomes prestige: agents with taunt get it first."""
    power = me.power + 0
    for k in range(rival.agent_count):
        if table.cards[state.card_of[rival.agents[k]]].taunt:
            power -= min(power, rival.health[k] & HEALTH)
    return power
