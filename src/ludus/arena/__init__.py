"""Matches and tournaments: many games between bots, with seats swapped and seeds paired."""

from ludus.arena.match import Match, Outcomes
from ludus.arena.runner import play_batch, play_sequential_test
from ludus.arena.standings import Standings
from ludus.arena.tournament import Tournament

__all__ = ["Match", "Outcomes", "Standings", "Tournament", "play_batch", "play_sequential_test"]
