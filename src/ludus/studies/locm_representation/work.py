"""Experiment: all evolutions and matches, in order."""

from __future__ import annotations

from ludus.lab import RunContext
from ludus.studies.locm_representation.config import RepresentationConfig
from ludus.studies.locm_representation.evolution import evolve_agents, choose_strong_opponent
from ludus.studies.locm_representation.measure import (
    play_self_play,
    example_games,
    stage_plan,
    play_tournament,
    play_training_opponents,
    play_whole_turns,
)
from ludus.studies.locm_representation.plan import all_evolutions


def run_experiment(settings: RepresentationConfig, context: RunContext) -> None:
    """Run the evolutions, then all matches."""
    all_plans = all_evolutions(settings)
    context.plan_stages(stage_plan(settings))
    for evolution in all_plans:
        if evolution.scheme == "strong-op" and not settings.strong_opponent:
            choose_strong_opponent(context, settings, [e for e in all_plans if e.row_name == "tree-from-linear"])
        evolve_agents(context, settings, evolution)
    for evolution in all_plans:
        play_self_play(context, settings, evolution)
    play_training_opponents(context, settings)
    play_tournament(context, settings)
    play_whole_turns(context, settings)
    example_games(context, settings)
