"""Experiment: all evolutions and matches, in order."""

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
    """Run the evolutions, then all matches."""
    all_plans = evolutions(settings)
    desk.plan(stages(settings))
    for evolution in all_plans:
        if evolution.scheme == "strong-op" and not settings.strong_opponent:
            strong_opponent(desk, settings, [e for e in all_plans if e.group == "tree-from-linear"])
        evolve(desk, settings, evolution)
    for evolution in all_plans:
        self_play(desk, settings, evolution)
    training_opponents(desk, settings)
    tournament(desk, settings)
    whole_turns(desk, settings)
    show_games(desk, settings)
