"""Runs that were played in the page, played once more by the rules of the server: what they claim must be so."""

from __future__ import annotations

from ludus.design.platformer.recordings.events import Recording
from ludus.design.platformer.recordings.replays import RecordingOutcome, recording_outcome
from ludus.studio.table import NotAllowed
from ludus.util.text import plural


def check_run(play: Recording, claimed: RecordingOutcome) -> None:
    """Refuse a run that ends otherwise than the page says; on a thread, since rules may have to be compiled."""
    found = recording_outcome(play)
    if found != claimed or claimed.ticks != len(play.moves):
        raise NotAllowed(
            f"by the rules of the server this run {_told(found)}; the page says that it {_told(claimed)}. "
            "Load the page again if it is older than the server"
        )


def _told(outcome: RecordingOutcome) -> str:
    through = "is through" if outcome.arrived else "is not through"
    return f"{through} after {plural(outcome.ticks, 'tick')} with {plural(outcome.deaths, 'death')}"
