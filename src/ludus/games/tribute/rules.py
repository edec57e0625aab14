"""The rules of the game under the names that the `Game` interface requires."""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.tribute.choices import end_choice, pick
from ludus.games.tribute.effects import clear_question, queue_card_effects, run_effects
from ludus.games.tribute.features import features
from ludus.games.tribute.game_data_records import DRAW, NOTHING
from ludus.games.tribute.move_bits import (
    ACTIVATE,
    ATTACK,
    BUY,
    CALL,
    END_TURN,
    PICK,
    PLAY,
    SIDE,
    STOP,
    thing_of,
    verb_of,
)
from ludus.games.tribute.moves import canonical_move, legal_moves
from ludus.games.tribute.patrons import call_patron
from ludus.games.tribute.resampling import resample_hidden
from ludus.games.tribute.state import ACTIVATED, RUNNING
from ludus.games.tribute.tavern import buy, refill
from ludus.games.tribute.turns import attack, check_victory, draft, end_turn, start
from ludus.games.tribute.zones import find_piece, put_agent, put_in_played, take_from_hand

__all__ = [
    "apply",
    "canonical_move",
    "current_player",
    "end_reason",
    "features",
    "legal_moves",
    "payoff",
    "phase",
    "resample_hidden",
    "score",
    "start",
]

NOT_BOUGHT = -1


@rule
def apply(data, state, move):
    """Apply a move: its own effect, then the effect queue, then what follows."""
    verb, thing = verb_of(move), thing_of(move)
    op, n, what, piece, slot = NOTHING, 0, 0, 0, NOT_BOUGHT
    if verb == PLAY:
        play(data, state, thing)
    elif verb in (PICK, STOP):
        if verb == PICK:
            pick(data, state, thing)
        if verb == STOP or state.most == 0:
            n = end_choice(data, state)
            op = DRAW if n != 0 else NOTHING
    elif verb == END_TURN:
        end_turn(data, state)
    elif verb == BUY:
        slot = buy(data, state, thing)
    elif verb == SIDE:
        effect, piece = data.effects[state.effect], state.source + 0
        clear_question(state)
        op, n, what = effect.op + 0, effect.n + 0, effect.what + 0
        if thing != 0:
            op, n, what = effect.other_op + 0, effect.other_n + 0, effect.other_what + 0
    elif verb == CALL:
        call_patron(data, state, thing)
    elif verb == ACTIVATE:
        activate(data, state, thing)
    elif verb == ATTACK:
        rival = state.players[1 - state.active]
        attack(data, state, find_piece(rival.agents, rival.agent_count, thing))
    else:
        draft(data, state, thing)
    run_effects(data, state, op, n, what, piece)
    if slot != NOT_BOUGHT:
        refill(state, slot)
    elif verb == END_TURN and state.reason == RUNNING:
        check_victory(data, state)


@rule(inline=True)
def play(data, state, piece):
    me, card = state.players[state.active], state.card_of[piece] + 0
    facts = data.cards[card]
    take_from_hand(me, find_piece(me.hand, me.hand_size, piece))
    if facts.health != 0:
        put_agent(state, me, piece, facts.health)
    else:
        put_in_played(state, piece)
    queue_card_effects(data, state, card, piece)


@rule
def activate(data, state, piece):
    me = state.players[state.active]
    me.health[find_piece(me.agents, me.agent_count, piece)] |= ACTIVATED
    queue_card_effects(data, state, state.card_of[piece], piece)


@rule(inline=True)
def current_player(state):
    return state.active


@rule(inline=True)
def end_reason(state):
    return state.reason


@rule(inline=True)
def phase(state):
    return state.phase


@rule
def payoff(state, seat):
    if state.winner == 0:
        return 0.5
    return 1.0 if state.winner == seat + 1 else 0.0


@rule
def score(state, seat):
    return state.players[seat].prestige
