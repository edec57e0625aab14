"""Encoding of moves as integers: a card and its target, the end of the turn, a node of the tree.

0                     end the turn
1 + kind * 8 + place  play a card of that kind on the enemy at that index; area cards have the index EVERYBODY
127                   save the points: pick no further node now
128 + node            pick a node
"""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.delve.kinds import ENEMIES, KINDS, NODES

END = 0
PLAY = 1
PLACES = 8
EVERYBODY = ENEMIES
SAVE = 127
NODE = 128
LARGEST_MOVE = NODE + NODES - 1
MOST_MOVES = NODES + 1

assert PLAY + KINDS * PLACES <= SAVE


@rule(inline=True)
def play(kind, place):
    """Return the move that plays a card."""
    return PLAY + kind * PLACES + place


@rule(inline=True)
def kind_of(move):
    """Return the kind of card that a move plays."""
    return (move - PLAY) // PLACES


@rule(inline=True)
def place_of(move):
    """Return the index of the enemy that a move targets."""
    return (move - PLAY) % PLACES
