"""Game statistics that `ludus.design` and the arena collect for this game."""

from ludus.games.delve.census import Tally, close, note

__all__ = ["Tally", "close", "note"]
