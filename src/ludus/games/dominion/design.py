"""What `ludus.design` and the arena use of this game: the census of games, and what reference files measure."""

from ludus.games.dominion.census import Tally, close, note
from ludus.games.dominion.reference import measured

__all__ = ["Tally", "close", "measured", "note"]
