"""The rules of LOCM under their contract names."""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.locm.alike import canonical_move
from ludus.games.locm.battle import apply_battle, legal_battle
from ludus.games.locm.decks import apply_pick, legal_picks, prepare, start
from ludus.games.locm.features import features, piece_features, pieces, prospect, situation
from ludus.games.locm.redeal import resample_hidden
from ludus.games.locm.state import BATTLE

__all__ = [
    "canonical_move",
    "apply",
    "current_player",
    "end_reason",
    "features",
    "resample_hidden",
    "legal_moves",
    "phase",
    "piece_features",
    "pieces",
    "score",
    "prepare",
    "prospect",
    "payoff",
    "situation",
    "start",
]


@rule(inline=True)
def current_player(state):
    return state.mover


@rule(inline=True)
def legal_moves(table, state, moves):
    if state.phase == BATTLE:
        return legal_battle(table, state, moves)
    return legal_picks(table, state, moves)


@rule
def apply(table, state, move):
    if state.phase == BATTLE:
        apply_battle(table, state, move)
    else:
        apply_pick(table, state, move)


@rule(inline=True)
def end_reason(state):
    return state.reason


@rule(inline=True)
def phase(state):
    """Return 0 while decks are built, 1 in battle."""
    return int(state.phase == BATTLE)


@rule
def payoff(state, seat):
    if state.winner < 0:
        return 0.5
    return 1.0 if state.winner == seat else 0.0


@rule
def score(state, seat):
    return state.players[seat].health
