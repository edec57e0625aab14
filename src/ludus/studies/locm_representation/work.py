"""All that the study plays, in order."""

from __future__ import annotations

from ludus.lab import Desk
from ludus.studies.locm_representation.config import Settings
from ludus.studies.locm_representation.evolution import evolve, strong_opponent
from ludus.studies.locm_representation.measure import (
    self_play,
    show_games,
    stages,
    tournament,
    training_opponents,
    whole_turns,
)
from ludus.studies.locm_representation.plan import evolutions


def work(settings: Settings, desk: Desk) -> None:
    """Evolve, then let everybody meet."""
    everything = evolutions(settings)
    desk.plan(stages(settings))
    for one in everything:
        if one.scheme == "strong-op" and not settings.strong_opponent:
            strong_opponent(desk, settings, [e for e in everything if e.group == "tree-from-linear"])
        evolve(desk, settings, one)
    for one in everything:
        self_play(desk, settings, one)
    training_opponents(desk, settings)
    tournament(desk, settings)
    whole_turns(desk, settings)
    show_games(desk, settings)
