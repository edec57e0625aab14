"""Matches and tournaments: many games between bots, with seats swapped and seeds paired."""

from ludus.arena.match_spec import Match, Outcomes
from ludus.arena.runner import run_match, run_matches, run_sequential_test
from ludus.arena.standings import TournamentResult
from ludus.arena.tournament import Tournament

__all__ = ["Match", "Outcomes", "Tournament", "TournamentResult", "run_match", "run_matches", "run_sequential_test"]
