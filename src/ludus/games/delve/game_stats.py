"""Statistics of one game: the result of its last encounter, and the nodes that the player owned in it."""

# mypy: ignore-errors

from ludus.core import Record, int16, rule, uint8, uint16, uint64
from ludus.games.delve.constants import MAX_ENEMIES
from ludus.games.delve.data import NODE_WORDS


class Tally(Record):
    had: uint64[NODE_WORDS]  # owned nodes, one bit each
    turns: uint16  # of the last encounter: the one in which the game ended
    played: uint16  # cards played in it
    health: int16  # of the player at its end; 0 or less if it was lost
    enemies: int16[MAX_ENEMIES]  # hit points left
    won: uint8  # encounters won


@rule(inline=True)
def note(data, state, move, tally):
    """Do nothing: all statistics are read from the final state."""


@rule
def close(data, state, tally):
    """Copy the result of the last encounter from the final state."""
    for word in range(NODE_WORDS):
        tally.had[word] = state.had[word]
    tally.turns = state.turn
    tally.played = state.played
    tally.health = state.health
    for place in range(MAX_ENEMIES):
        tally.enemies[place] = state.enemies[place]
    tally.won = state.won
