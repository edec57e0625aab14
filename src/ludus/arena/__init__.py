"""Matches and tournaments: many games between bots, with seats swapped and seeds paired."""

from typing import TYPE_CHECKING, Any

from ludus.arena.match_spec import Match, Outcomes
from ludus.arena.runner import run_match, run_matches, run_sequential_test

if TYPE_CHECKING:
    from ludus.arena.standings import TournamentResult
    from ludus.arena.tournament import Tournament

__all__ = ["Match", "Outcomes", "Tournament", "TournamentResult", "run_match", "run_matches", "run_sequential_test"]


def __getattr__(name: str) -> Any:
    """Load the classes of tournaments on first use: a match does not need them."""
    if name == "Tournament":
        from ludus.arena.tournament import Tournament

        return Tournament
    if name == "TournamentResult":
        from ludus.arena.standings import TournamentResult

        return TournamentResult
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
