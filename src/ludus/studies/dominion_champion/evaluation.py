"""Evolution of an evaluation function for searches: weights of position features, trained inside the fastest search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ludus.arena.match import Match
from ludus.core.random import derive
from ludus.core.registry import load_game
from ludus.design.evaluation import LinearWeights, genome_bot
from ludus.evolve import CmaEs, Reals
from ludus.lab import RunContext
from ludus.lab.names import file_slug
from ludus.players import CompiledBot, load_compiled_bot
from ludus.search.expression import round_constant
from ludus.studies.champions import mean_of_better_half, mean_of_last_quarter, payoff_matrix
from ludus.studies.dominion_champion.config import DominionChampionConfig
from ludus.studies.dominion_champion.player import GAME

EVALUATION_STAGE = "evolve an evaluation"
WEIGHT_RANGE = 12.0  # limit of the absolute weights; smaller for features with large values
SMALL_RANGES = {"density": 0.6, "clashes": 1.0, "late_points": 2.0, "late_cards": 2.0, "late_money": 2.0}
SEARCH_BOT = "greedy"

# Start weights: money early, points late, few useless cards.
START_WEIGHTS = {
    **{"my_points": 2.0, "my_late_points": 0.15, "my_cards": -3.5, "my_late_cards": 0.35, "my_money": 3.0},
    **{"my_late_money": -0.3, "my_curses": -1.0, "my_actions": 1.0, "my_draws": 2.0, "my_villages": 0.5},
    **{"my_clashes": -0.2, "opp_points": -2.0, "opp_late_points": -0.15, "opp_money": -3.0, "opp_curses": 1.0},
    **{"coins": 0.6, "actions_left": 0.2, "buys": 0.2, "hand": 0.1, "opp_hand": -0.5},
}


def evolve_evaluation(settings: DominionChampionConfig, context: RunContext) -> list[Any]:
    """Run CMA-ES; the fitness is the mean payoff of greedy with the weights."""
    names = load_game(GAME).features.names
    limits = np.array([SMALL_RANGES.get(name.partition("_")[2], WEIGHT_RANGE) for name in names])
    space = Reals(len(names), -limits, limits, names=names)
    facts: dict[str, Any] = {}

    def make() -> CmaEs:
        return CmaEs(
            space,
            population=settings.evaluation_population,
            step=settings.step,
            seed=derive(settings.seed, "evaluation"),
            start=np.array([START_WEIGHTS.get(name, 0.0) for name in names]),
        )

    def score(generation: int, genomes: Sequence[np.ndarray]) -> list[float]:
        game = load_game(GAME)
        players = [search_bot(weights) for weights in genomes]
        rivals = [load_compiled_bot(game, text) for text in settings.evaluation_rivals]
        seed = derive(settings.seed, "evaluation", generation)
        shares = payoff_matrix(game, game.content(), players, rivals, settings.evaluation_deals, seed, context)
        scores = shares.mean(axis=1)
        facts["centre"] = mean_of_better_half(genomes, scores).tolist()
        context.advance(0, generation=generation + 1, best=round(float(scores.max()), 4))
        return scores.tolist()  # type: ignore[no-any-return]

    def note(generation: int, genomes: Sequence[np.ndarray], scores: Sequence[float]) -> dict[str, Any]:
        return {**facts, "score": float(max(scores)), "mean_score": float(np.mean(scores))}

    context.begin_stage(EVALUATION_STAGE)
    return context.evolve("evaluation", space, make, score, settings.evaluation_generations, note)


def evolved_evaluation(context: RunContext) -> LinearWeights:
    """Mean weights of the last quarter of the evolution."""
    return linear_evaluation(mean_of_last_quarter(context.result("evaluation")))


def linear_evaluation(weights: ArrayLike) -> LinearWeights:
    return LinearWeights(tuple(round_constant(float(weight)) for weight in np.asarray(weights)))


def search_bot(weights: ArrayLike) -> CompiledBot:
    return genome_bot(load_game(GAME), linear_evaluation(weights), SEARCH_BOT)


def measure_evaluation(settings: DominionChampionConfig, context: RunContext, rival: str) -> np.ndarray:
    """Payoff of greedy with these weights by deal, on unseen kingdoms of the first edition."""

    def play() -> np.ndarray:
        context.begin_stage(EVALUATION_STAGE)
        game = load_game(GAME)
        players = [genome_bot(game, evolved_evaluation(context), SEARCH_BOT), load_compiled_bot(game, rival)]
        match = Match(game, game.content(), players, derive(settings.seed, "validation"))
        return match.by_player(match.play(settings.slow_games, context.backend, context.advance))[:, 0]

    shares: np.ndarray = context.cached(f"evaluation/against {file_slug(rival)}", play)
    return shares.reshape(-1, 2).mean(axis=1)  # type: ignore[no-any-return]
