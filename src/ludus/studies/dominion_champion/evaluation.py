"""Evolution of an evaluation function for searches: weights of position features, trained inside the fastest search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ludus.arena.match import Match
from ludus.core.random import derive
from ludus.core.registry import find_game
from ludus.design.evaluation import Linear, player
from ludus.evolve import CmaEs, Reals
from ludus.lab import Desk
from ludus.lab.names import file_name
from ludus.players import Player, find_compiled
from ludus.search.expression import on_grid
from ludus.studies.champions import better_half, last_centre, meet
from ludus.studies.dominion_champion.config import Settings
from ludus.studies.dominion_champion.player import GAME

STAGE = "evolve an evaluation"
RANGE = 12.0  # limit of the absolute weights; smaller for features with large values
SMALL = {"density": 0.6, "clashes": 1.0, "late_points": 2.0, "late_cards": 2.0, "late_money": 2.0}
SEARCH = "greedy"

# Start weights: money early, points late, few useless cards.
BY_HAND = {
    **{"my_points": 2.0, "my_late_points": 0.15, "my_cards": -3.5, "my_late_cards": 0.35, "my_money": 3.0},
    **{"my_late_money": -0.3, "my_curses": -1.0, "my_actions": 1.0, "my_draws": 2.0, "my_villages": 0.5},
    **{"my_clashes": -0.2, "opp_points": -2.0, "opp_late_points": -0.15, "opp_money": -3.0, "opp_curses": 1.0},
    **{"coins": 0.6, "actions_left": 0.2, "buys": 0.2, "hand": 0.1, "opp_hand": -0.5},
}


def evolve_evaluation(settings: Settings, desk: Desk) -> list[Any]:
    """Run CMA-ES; the fitness is the mean payoff of greedy with the weights."""
    names = find_game(GAME).features
    limits = np.array([SMALL.get(name.partition("_")[2], RANGE) for name in names])
    space = Reals(len(names), -limits, limits, names=names)
    facts: dict[str, Any] = {}

    def make() -> CmaEs:
        return CmaEs(
            space,
            population=settings.evaluation_population,
            step=settings.step,
            seed=derive(settings.seed, "evaluation"),
            start=np.array([BY_HAND.get(name, 0.0) for name in names]),
        )

    def score(generation: int, genomes: Sequence[np.ndarray]) -> list[float]:
        game = find_game(GAME)
        players = [searcher(weights) for weights in genomes]
        rivals = [find_compiled(game, text) for text in settings.evaluation_rivals]
        seed = derive(settings.seed, "evaluation", generation)
        shares = meet(game, game.content(), players, rivals, settings.evaluation_deals, seed, desk)
        scores = shares.mean(axis=1)
        facts["centre"] = better_half(genomes, scores).tolist()
        desk.advance(0, generation=generation + 1, best=round(float(scores.max()), 4))
        return scores.tolist()  # type: ignore[no-any-return]

    def note(generation: int, genomes: Sequence[np.ndarray], scores: Sequence[float]) -> dict[str, Any]:
        return {**facts, "score": float(max(scores)), "mean_score": float(np.mean(scores))}

    desk.stage(STAGE)
    return desk.evolve("evaluation", space, make, score, settings.evaluation_generations, note)


def evaluation(desk: Desk) -> Linear:
    """Mean weights of the last quarter of the evolution."""
    return genome(last_centre(desk.kept("evaluation")))


def genome(weights: ArrayLike) -> Linear:
    return Linear(tuple(on_grid(float(weight)) for weight in np.asarray(weights)))


def searcher(weights: ArrayLike) -> Player:
    return player(find_game(GAME), genome(weights), SEARCH)


def measure_evaluation(settings: Settings, desk: Desk, rival: str) -> np.ndarray:
    """Payoff of greedy with these weights by deal, on unseen kingdoms of the first edition."""

    def play() -> np.ndarray:
        desk.stage(STAGE)
        game = find_game(GAME)
        players = [player(game, evaluation(desk), SEARCH), find_compiled(game, rival)]
        match = Match(game, game.content(), players, derive(settings.seed, "validation"))
        return match.by_player(match.play(settings.slow_games, desk.place, desk.advance))[:, 0]

    shares: np.ndarray = desk.keep(f"evaluation/against {file_name(rival)}", play)
    return shares.reshape(-1, 2).mean(axis=1)  # type: ignore[no-any-return]
