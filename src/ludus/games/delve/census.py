"""What is counted of a game: how its last encounter went, and the nodes that the player had in it."""

# mypy: ignore-errors

from ludus.core import Record, int16, rule, uint8, uint16, uint64
from ludus.games.delve.kinds import ENEMIES
from ludus.games.delve.table import WORDS


class Tally(Record):
    had: uint64[WORDS]  # nodes, a bit each
    turns: uint16  # of the last encounter: the one in which it ended
    played: uint16  # cards in it
    health: int16  # of the player at its end; 0 or less if it is lost
    enemies: int16[ENEMIES]  # hit points left
    won: uint8  # encounters


@rule(inline=True)
def note(table, state, move, tally):
    """All of it can be seen at the end."""


@rule
def close(table, state, tally):
    """The last encounter, as it stands at the end of the game."""
    for word in range(WORDS):
        tally.had[word] = state.had[word]
    tally.turns = state.turn
    tally.played = state.played
    tally.health = state.health
    for place in range(ENEMIES):
        tally.enemies[place] = state.enemies[place]
    tally.won = state.won
