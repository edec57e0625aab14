"""The rules of the game under the names that the `Game` interface requires."""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.dominion.apply_move import apply
from ludus.games.dominion.features import features
from ludus.games.dominion.moves import legal_moves
from ludus.games.dominion.resampling import resample_hidden
from ludus.games.dominion.state import SEATS
from ludus.games.dominion.turns import prepare, start

__all__ = [
    "apply",
    "current_player",
    "end_reason",
    "features",
    "legal_moves",
    "payoff",
    "prepare",
    "resample_hidden",
    "score",
    "start",
]


@rule(inline=True)
def current_player(state):
    return state.chooser


@rule(inline=True)
def end_reason(state):
    return state.reason


@rule
def payoff(state, seat):
    if state.winners >> seat & 1 == 0:
        return 0.0
    winners = 0
    for k in range(SEATS):
        winners += state.winners >> k & 1
    return 1.0 / winners


@rule
def score(state, seat):
    return state.players[seat].score
