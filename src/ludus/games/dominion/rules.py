"""The rules of the game under the names that the `Game` interface requires."""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.dominion.answers import apply
from ludus.games.dominion.features import features
from ludus.games.dominion.moves import legal
from ludus.games.dominion.redeal import hide
from ludus.games.dominion.state import SEATS
from ludus.games.dominion.turns import prepare, start

__all__ = ["apply", "decider", "ended", "features", "hide", "legal", "points", "prepare", "share", "start"]


@rule(inline=True)
def decider(state):
    return state.chooser


@rule(inline=True)
def ended(state):
    return state.reason


@rule
def share(state, seat):
    if state.winners >> seat & 1 == 0:
        return 0.0
    winners = 0
    for k in range(SEATS):
        winners += state.winners >> k & 1
    return 1.0 / winners


@rule
def points(state, seat):
    return state.players[seat].score
