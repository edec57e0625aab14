"""Experiment: evolutions, tournament, and evolved evaluations inside searches."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludus.arena.league import PairwiseResult, all_pairs, play_pairwise
from ludus.core.random import derive
from ludus.core.registry import load_game
from ludus.design.evaluation import genome_bot
from ludus.lab import RunContext
from ludus.players import CompiledBot, load_compiled_bot
from ludus.players.find import load_phase_bot
from ludus.players.team import make_phase_composite
from ludus.studies.locm_beyond.config import LocmBeyondConfig
from ludus.studies.locm_beyond.methods import MethodRun
from ludus.studies.locm_representation.config import GAME
from ludus.studies.named import split_search

TOURNAMENT_STAGE, SEARCHES_STAGE = "tournament", "inside searches"
AGENT_SEARCH = "agent"


def run_experiment(settings: LocmBeyondConfig, context: RunContext) -> None:
    """Evolve by every method, play a tournament of all agents, and put their evaluations into searches."""
    every = method_runs(settings, context)
    count = len(every) + len(settings.field)
    stages = {
        f"evolve {method}": settings.copies * settings.generations * settings.games for method in settings.methods
    }
    stages[TOURNAMENT_STAGE] = count * (count - 1) * settings.tournament_rounds
    stages[SEARCHES_STAGE] = len(every) * len(settings.searches) * settings.tournament_rounds * 2
    context.plan_stages(stages)
    for trial in every:
        trial.run()
    play_tournament(settings, context)
    play_searches(settings, context)


def method_runs(settings: LocmBeyondConfig, context: RunContext) -> list[MethodRun]:
    """All evolutions, by method and number."""
    numbers = range(1, settings.copies + 1)
    return [MethodRun(context, settings, method, number) for method in settings.methods for number in numbers]


def play_tournament(settings: LocmBeyondConfig, context: RunContext) -> PairwiseResult:
    """Tournament of all agents and the field; agents first."""
    game, every = load_game(GAME), method_runs(settings, context)
    pairs = all_pairs(len(every) + len(settings.field))

    def play() -> dict[str, Any]:
        context.begin_stage(TOURNAMENT_STAGE)
        players = [genome_bot(game, trial.last_agent()) for trial in every]
        players += [load_compiled_bot(game, text) for text in settings.field]
        return _play_pairs(settings, context, players, pairs, "tournament")

    data = context.cached(TOURNAMENT_STAGE, play)
    return PairwiseResult(pairs, data["points"], data["lengths"])


def play_searches(settings: LocmBeyondConfig, context: RunContext) -> PairwiseResult:
    """Every agent's evaluation in every search against the rival, who is the last player."""
    every = method_runs(settings, context)
    count = len(every) * len(settings.searches)
    pairs = np.array([[k, count] for k in range(count)], np.int64)

    def play() -> dict[str, Any]:
        context.begin_stage(SEARCHES_STAGE)
        players = [search_bot(trial.last_agent(), search) for trial in every for search in settings.searches]
        players.append(load_compiled_bot(load_game(GAME), settings.rival))
        return _play_pairs(settings, context, players, pairs, "searches")

    data = context.cached(SEARCHES_STAGE, play)
    return PairwiseResult(pairs, data["points"], data["lengths"])


def search_bot(genome: Any, search: str) -> CompiledBot:
    """Bot with a genome inside a search; all searches but `agent`, which drafts by itself, draft like `weighted`."""
    game = load_game(GAME)
    name, options = split_search(search)
    member = genome_bot(game, genome, name, **options)
    return (
        member
        if name == AGENT_SEARCH
        else make_phase_composite(game, [load_phase_bot(game, "weighted"), member], search)
    )


def _play_pairs(
    settings: LocmBeyondConfig, context: RunContext, players: list[CompiledBot], pairs: np.ndarray, what: str
) -> dict[str, Any]:
    game, seed = load_game(GAME), derive(settings.seed, what)
    deals = settings.tournament_rounds
    matchups = play_pairwise(game, [game.content()], players, pairs, deals, seed, context.backend, context.advance)
    return {"points": matchups.points, "lengths": matchups.lengths}
