"""Statistics of one game: the result of its last encounter, and the nodes that the player owned in it."""

# mypy: ignore-errors

from ludus.core import Record, int16, rule, uint8, uint16, uint64
from ludus.core.game import GameStats
from ludus.games.delve.constants import MAX_ENEMIES
from ludus.games.delve.game_data import NODE_WORDS


class DelveGameStats(Record):
    had: uint64[NODE_WORDS]  # owned nodes, one bit each
    turns: uint16  # of the last encounter: the one in which the game ended
    played: uint16  # cards played in it
    health: int16  # of the player at its end; 0 or less if it was lost
    enemies: int16[MAX_ENEMIES]  # hit points left
    won: uint8  # encounters won


@rule(inline=True)
def record_move(data, state, move, stats):
    """Do nothing: all statistics are read from the final state."""


@rule
def record_end(data, state, stats):
    """Copy the result of the last encounter from the final state."""
    for word in range(NODE_WORDS):
        stats.had[word] = state.had[word]
    stats.turns = state.turn
    stats.played = state.played
    stats.health = state.health
    for place in range(MAX_ENEMIES):
        stats.enemies[place] = state.enemies[place]
    stats.won = state.won


STATS = GameStats(DelveGameStats, on_move=record_move, on_end=record_end)
