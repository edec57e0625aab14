"""Runs that were played in the page, played once more by the rules of the server: what they claim must be so."""

from __future__ import annotations

from ludus.design.contract import count
from ludus.design.levels.sessions.plays import Play
from ludus.design.levels.sessions.runs import Outcome, outcome_of
from ludus.studio.table import NotAllowed


def check_run(play: Play, claimed: Outcome) -> None:
    """Refuse a run that ends otherwise than the page says; on a thread, since rules may have to be compiled."""
    found = outcome_of(play)
    if found != claimed or claimed.ticks != len(play.moves):
        raise NotAllowed(
            f"by the rules of the server this run {_told(found)}; the page says that it {_told(claimed)}. "
            "Load the page again if it is older than the server"
        )


def _told(outcome: Outcome) -> str:
    through = "is through" if outcome.arrived else "is not through"
    return f"{through} after {count(outcome.ticks, 'tick')} with {count(outcome.deaths, 'death')}"
