"""Matches and tournaments: many games between bots, with seats swapped and seeds paired."""

from ludus.arena.batch import play_batch
from ludus.arena.match import Match, Outcomes
from ludus.arena.standings import Standings
from ludus.arena.tournament import Tournament
from ludus.arena.trial import play_sequential_test

__all__ = ["Match", "Outcomes", "Standings", "Tournament", "play_batch", "play_sequential_test"]
