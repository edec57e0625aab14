"""Matches: many games between players, seats swapped and seeds paired."""

from ludus.arena.match import Match, Outcomes

__all__ = ["Match", "Outcomes"]
