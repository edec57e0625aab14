"""Encoding of moves as integers: a card and its target, the end of the turn, a node of the tree.

0                     end the turn
1 + kind * 8 + place  play a card of that kind on the enemy at that index; area cards have the index EVERYBODY
127                   save the points: pick no further node now
128 + node            pick a node
"""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.delve.constants import MAX_ENEMIES, MAX_KINDS, MAX_NODES

END = 0
PLAY = 1
TARGET_SLOTS = 8
ALL_ENEMIES = MAX_ENEMIES
SAVE = 127
NODE = 128
LARGEST_MOVE = NODE + MAX_NODES - 1
MAX_MOVES = MAX_NODES + 1

assert PLAY + MAX_KINDS * TARGET_SLOTS <= SAVE


@rule(inline=True)
def play(kind, place):
    """Return the move that plays a card."""
    return PLAY + kind * TARGET_SLOTS + place


@rule(inline=True)
def played_kind(move):
    """Return the kind of card that a move plays."""
    return (move - PLAY) // TARGET_SLOTS


@rule(inline=True)
def target_of(move):
    """Return the index of the enemy that a move targets."""
    return (move - PLAY) % TARGET_SLOTS
