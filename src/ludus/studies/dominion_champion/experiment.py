"""Evolution of an evaluation function for searches: weights of position features, trained inside the fastest search.

Experiment: evolve and validate the steward's weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ludus.arena.match import Match
from ludus.arena.runner import run_match
from ludus.bots import CompiledBot, load_compiled_bot
from ludus.core.game import Content
from ludus.core.random import derive
from ludus.core.registry import load_game
from ludus.design.evaluation import LinearWeights, genome_bot
from ludus.evolve import CmaEs, Opponent, Reals
from ludus.lab import RunContext
from ludus.report.slugs import file_slug
from ludus.search.expression import round_constant
from ludus.studies.dominion_champion.config import (
    GAME,
    STEWARD,
    DominionChampionConfig,
    start_weights,
    steward_module,
    steward_with,
)
from ludus.studies.training import (
    example_replays,
    mean_of_better_half,
    mean_of_last_quarter,
    opponent_notes,
    payoff_matrix,
    portfolio_after,
)

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
        return match.by_player(run_match(match, settings.slow_games, context.backend, context.advance))[:, 0]

    shares: np.ndarray = context.cached(f"evaluation/against {file_slug(rival)}", play)
    return shares.reshape(-1, 2).mean(axis=1)  # type: ignore[no-any-return]


EVOLVE_STAGE, VALIDATION_STAGE = "evolve", "measure the steward"
EDITIONS = ("first", "second")
KINGDOM_CYCLE = 10  # of ten kingdoms, `second` are of the second edition
GAME_STAGES = ("opening", "middle", "end")
STAGE_RANGE, OTHER_RANGE, MONEY_RANGE = 600.0, 400.0, 30.0  # limits of the absolute weights


def run_experiment(settings: DominionChampionConfig, context: RunContext) -> None:
    """Evolve the steward, validate it on unseen kingdoms, then evolve an evaluation for searches."""
    rivals = (*settings.rivals, *settings.slow_rivals)
    searching = settings.evaluation_generations * settings.evaluation_population * settings.evaluation_deals
    context.plan_stages(
        {
            EVOLVE_STAGE: 2 * settings.generations * settings.population * settings.room * settings.deals,
            VALIDATION_STAGE: sum(len(EDITIONS) * settings.games_against(rival) for rival in rivals),
            EVALUATION_STAGE: (2 * searching + settings.slow_games) * len(settings.evaluation_rivals),
        }
    )
    evolve_weights(settings, context)
    for rival in rivals:
        for edition in EDITIONS:
            validate(settings, context, rival, edition)
    example_games(settings, context)
    evolve_evaluation(settings, context)
    for rival in settings.evaluation_rivals:
        measure_evaluation(settings, context, rival)


def evolve_weights(settings: DominionChampionConfig, context: RunContext) -> list[Any]:
    """Run CMA-ES; the fitness is the mean payoff over the portfolio."""
    names = steward_module().NAMES
    space = Reals(len(names), -weight_ranges(), weight_ranges(), names=names)
    facts: dict[str, Any] = {}

    def make() -> CmaEs:
        return CmaEs(
            space,
            population=settings.population,
            step=settings.step,
            seed=derive(settings.seed, "weights"),
            start=np.clip(start_weights(settings), -weight_ranges(), weight_ranges()),
        )

    def score(generation: int, genomes: Sequence[np.ndarray]) -> list[float]:
        opponents = portfolio_after(settings, context.generation_notes("weights"))
        rivals = [_opponent_bot(opponent) for opponent in opponents]
        players = [steward_with(weights) for weights in genomes]
        seed = derive(settings.seed, "generation", generation)
        shares = payoff_matrix(
            load_game(GAME), training_kingdoms(settings), players, rivals, settings.deals, seed, context
        )
        scores = shares.mean(axis=1)
        best = int(np.argmax(scores))
        facts.update(opponent_notes(opponents, shares, best), centre=mean_of_better_half(genomes, scores).tolist())
        context.advance(0, generation=generation + 1, best=round(float(scores[best]), 4))
        return scores.tolist()  # type: ignore[no-any-return]

    def note(generation: int, genomes: Sequence[np.ndarray], scores: Sequence[float]) -> dict[str, Any]:
        return {**facts, "score": float(max(scores)), "mean_score": float(np.mean(scores))}

    context.begin_stage(EVOLVE_STAGE)
    return context.evolve("weights", space, make, score, settings.generations, note)


def training_kingdoms(settings: DominionChampionConfig) -> list[Content]:
    """Contents with random kingdoms; deals take them in turn, so that the editions are mixed evenly."""
    first, second = (load_game(GAME).content(edition=edition) for edition in EDITIONS)
    steps = [
        (k + 1) * settings.second // KINGDOM_CYCLE - k * settings.second // KINGDOM_CYCLE for k in range(KINGDOM_CYCLE)
    ]
    return [second if step else first for step in steps]


def champion_weights(context: RunContext) -> np.ndarray:
    """Mean weights of the last quarter of the evolution; a mean is stronger than a lucky best."""
    return steward_module().rounded(mean_of_last_quarter(context.result("weights")))  # type: ignore[no-any-return]


def validate(settings: DominionChampionConfig, context: RunContext, rival: str, edition: str) -> np.ndarray:
    """Payoff of the steward by deal against one rival, on fresh kingdoms of an edition."""

    def play() -> np.ndarray:
        context.begin_stage(VALIDATION_STAGE)
        match = validation_match(settings, context, rival, edition)
        return match.by_player(run_match(match, settings.games_against(rival), context.backend, context.advance))[:, 0]

    shares: np.ndarray = context.cached(f"{edition}/against {file_slug(rival)}", play)
    return shares.reshape(-1, 2).mean(axis=1)  # type: ignore[no-any-return]


def validation_match(settings: DominionChampionConfig, context: RunContext, rival: str, edition: str) -> Match:
    game = load_game(GAME)
    players = [steward_with(champion_weights(context)), load_compiled_bot(game, rival)]
    return Match(game, game.content(edition=edition), players, validation_seed(settings))


def example_games(settings: DominionChampionConfig, context: RunContext) -> dict[str, Any]:
    """Replays of a won and a lost game against every rival that is not slow."""

    def play() -> dict[str, Any]:
        replays: dict[str, Any] = {}
        for rival in settings.rivals:
            match = validation_match(settings, context, rival, EDITIONS[0])
            replays |= example_replays(match, STEWARD, rival, 40, context.backend)
        return replays

    return context.cached("replays", play)  # type: ignore[no-any-return]


def validation_seed(settings: DominionChampionConfig) -> int:
    return derive(settings.seed, "validation")


def weight_ranges() -> np.ndarray:
    """Largest absolute value of each weight."""
    return np.array([_weight_range(name) for name in steward_module().NAMES])


def _weight_range(name: str) -> float:
    if name == "money":
        return MONEY_RANGE
    return STAGE_RANGE if name.endswith(GAME_STAGES) else OTHER_RANGE


def _opponent_bot(opponent: Opponent) -> CompiledBot:
    return load_compiled_bot(load_game(GAME), opponent.name) if opponent.data is None else steward_with(opponent.data)
