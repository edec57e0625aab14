"""Copy of a state that leaves out unused room.

A state has room for many more cards than most games have. Zones are zero behind their last card, so it is enough to
copy as many cards as the larger of both zones has. The target must be a state or zeros, as in the scratch of a bot.
"""

# mypy: ignore-errors

from ludus.core import rule
from ludus.core.compile.intrinsics import copy_part
from ludus.games.tribute.state import NEAR_PIECES, PIECES, SEATS, State, TributePlayer

CARD_BYTES = 2
PLAYED, CARD_OF, PLAYERS = (State.dtype.fields[name][1] for name in ("played", "card_of", "players"))
HAND, PILE, COOLDOWN = (TributePlayer.dtype.fields[name][1] for name in ("hand", "pile", "cooldown"))
PLAYER_BYTES = TributePlayer.nbytes


@rule
def copy_state(target, source):
    """Make `target` equal to `source`, byte for byte."""
    dealt = target.turn != 0 and source.turn != 0  # then numbers from 256 on are free in both unless they are counted
    far = not dealt or target.far_pieces != 0 or source.far_pieces != 0
    copy_part(target, source, CARD_OF, PIECES if far else NEAR_PIECES)
    copy_part(target, source, PLAYED, CARD_BYTES * max(target.played_size, source.played_size))
    for seat in range(SEATS):
        old, new, at = target.players[seat], source.players[seat], PLAYERS + seat * PLAYER_BYTES
        copy_part(target, source, at + HAND, CARD_BYTES * max(old.hand_size, new.hand_size))
        copy_part(target, source, at + PILE, CARD_BYTES * max(old.pile_size, new.pile_size))
        copy_part(target, source, at + COOLDOWN, CARD_BYTES * max(old.cooldown_size, new.cooldown_size))
        copy_part(target, source, at, HAND)
    copy_part(target, source, 0, PLAYED)
