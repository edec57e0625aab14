"""Verify runs played in the page by replaying them with the rules of the server."""

from __future__ import annotations

from ludus.design.platformer.recordings.events import Recording
from ludus.design.platformer.recordings.replays import RecordingOutcome, recording_outcome
from ludus.studio.table import NotAllowed
from ludus.util.text import plural


def check_run(recording: Recording, claimed: RecordingOutcome) -> None:
    """Raise NotAllowed if a run does not end as the page claims.

    Call it on a thread, because rules may have to be compiled.
    """
    replayed = recording_outcome(recording)
    if replayed != claimed or claimed.ticks != len(recording.moves):
        raise NotAllowed(
            f"by the rules of the server this run {_outcome_text(replayed)}; the page says that it {_outcome_text(claimed)}. "
            "Load the page again if it is older than the server"
        )


def _outcome_text(outcome: RecordingOutcome) -> str:
    through = "is through" if outcome.arrived else "is not through"
    return f"{through} after {plural(outcome.ticks, 'tick')} with {plural(outcome.deaths, 'death')}"
