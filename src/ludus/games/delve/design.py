"""What `ludus.design` and the arena use of this game: the census of games."""

from ludus.games.delve.census import Tally, close, note

__all__ = ["Tally", "close", "note"]
