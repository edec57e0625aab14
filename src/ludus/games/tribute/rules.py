"""The rules under the names of the contract."""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.tribute.choices import choose_side, end_choice, pick
from ludus.games.tribute.effects import release, run
from ludus.games.tribute.moves import (
    ACTIVATE,
    ATTACK,
    BUY,
    CALL,
    END_TURN,
    PICK,
    PLAY,
    SIDE,
    STOP,
    THING,
    VERB,
    legal,
)
from ludus.games.tribute.patrons import call_patron
from ludus.games.tribute.redeal import hide
from ludus.games.tribute.state import ACTIVATED
from ludus.games.tribute.table import AGENT, CONTRACT_AGENT
from ludus.games.tribute.tavern import buy
from ludus.games.tribute.turns import attack, draft, end_turn, start
from ludus.games.tribute.zones import find, put_agent, put_in_played, take_from_hand

__all__ = ["apply", "decider", "ended", "hide", "legal", "phase", "points", "share", "start"]


@rule
def apply(table, state, move):
    verb, thing = move >> VERB << VERB, move & THING
    if verb == PLAY:
        play(table, state, thing)
    elif verb == PICK:
        pick(table, state, thing)
    elif verb == END_TURN:
        end_turn(table, state)
    elif verb == BUY:
        buy(table, state, thing)
    elif verb == STOP:
        end_choice(table, state)
    elif verb == SIDE:
        choose_side(table, state, thing)
    elif verb == CALL:
        call_patron(table, state, thing)
    elif verb == ACTIVATE:
        activate(table, state, thing)
    elif verb == ATTACK:
        rival = state.players[1 - state.active]
        attack(table, state, find(rival.agents, rival.agent_count, thing))
    else:
        draft(table, state, thing)


@rule(inline=True)
def play(table, state, piece):
    me, card = state.players[state.active], state.card_of[piece] + 0
    facts = table.cards[card]
    take_from_hand(me, find(me.hand, me.hand_size, piece))
    if facts.type == AGENT or facts.type == CONTRACT_AGENT:
        put_agent(state, me, piece, facts.health)
    else:
        put_in_played(state, piece)
    release(table, state, card, piece)
    run(table, state)


@rule
def activate(table, state, piece):
    me = state.players[state.active]
    me.health[find(me.agents, me.agent_count, piece)] |= ACTIVATED
    release(table, state, state.card_of[piece], piece)
    run(table, state)


@rule(inline=True)
def decider(state):
    return state.active


@rule(inline=True)
def ended(state):
    return state.reason


@rule(inline=True)
def phase(state):
    return state.phase


@rule
def share(state, seat):
    if state.winner == 0:
        return 0.5
    return 1.0 if state.winner == seat + 1 else 0.0


@rule
def points(state, seat):
    return state.players[seat].prestige
