"""Experiment: tune the weights in both ways, and compare them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ludus.arena.match_spec import Match
from ludus.arena.runner import run_match, run_matches
from ludus.bots import CompiledBot, load_compiled_bot
from ludus.core.game_registry import load_game
from ludus.core.random import derive
from ludus.evolve import Genetic, Reals
from ludus.lab import RunContext
from ludus.report.file_and_column_names import file_slug
from ludus.studies.evolutionary_training import (
    CmaEsTraining,
    GenerationScore,
    TrainingSize,
    TrainingStudy,
    mean_of_better_half,
    mean_of_last_quarter,
    payoff_matrix,
    payoffs_by_deal,
)
from ludus.studies.tribute_weights.config import TributeWeightsConfig
from ludus.studies.tribute_weights.tuned_bot import (
    GAME,
    bot_with_weights,
    heuristic_space,
    published_weights,
    round_weights,
)

COMPARE_STAGE = "compare"
PUBLISHED_WEIGHTS, BRED_WEIGHTS, CMA_WEIGHTS = "published", "winners breed", "CMA-ES"
RANDOM_PATRONS = "random"
MAX_CHECKPOINTS = 20  # number of times the progress of the winners is measured
CHECKPOINT_GAMES = 40


def run_experiment(settings: TributeWeightsConfig, context: RunContext) -> None:
    """Tune in both ways, then play the results against each other."""
    breeding, training = BreedingTraining(settings, context), HeuristicTraining(settings, context)
    context.plan_stages(
        {
            breeding.evolve_stage: breeding.planned_games(),
            training.evolve_stage: training.planned_games(),
            COMPARE_STAGE: len(matchup_pairs(settings)) * settings.validation_games,
        }
    )
    breeding.evolve()
    training.evolve()
    for one, other in matchup_pairs(settings):
        play_matchup(settings, context, one, other)


class BreedingTraining(TrainingStudy[TributeWeightsConfig, np.ndarray]):
    """The thesis's evolution: random pairs play one game, winners survive and have as many children."""

    game_name, result_name, evolve_stage = GAME, "breed", "winners breed"

    def generation_count(self) -> int:
        return self.settings.generations

    def planned_games(self) -> int:
        """Games of the evolution, and of the checkpoints."""
        settings = self.settings
        checkpoints = CHECKPOINT_GAMES * len(checkpoint_generations(settings))
        return settings.generations * settings.population // 2 + checkpoints

    def search_space(self) -> Reals:
        return heuristic_space()

    def make_optimiser(self, space: Reals) -> Genetic[np.ndarray]:
        settings = self.settings
        return Genetic(
            space,
            population=settings.population,
            elite=settings.population // 2,
            selection="truncation:0.5",
            crossover_rate=1.0,
            mutation_rate=settings.mutation,
            seed=self.optimiser_seed(),
        )

    def generation_seed(self, generation: int) -> int:
        return derive(self.settings.seed, "pairs", generation)

    def score_generation(self, generation: int, genomes: Sequence[np.ndarray]) -> GenerationScore:
        """Score by the payoff of one game; the notes have the mean weights of the winners."""
        settings, game, context = self.settings, self.game, self.context
        seed, space = self.generation_seed(generation), self.search_space()
        content = game.content(patrons=RANDOM_PATRONS)
        players = [bot_with_weights(settings.search, weights) for weights in genomes]
        order = np.random.default_rng(seed).permutation(len(players)).reshape(-1, 2)
        matches = [
            Match(game, content, [players[a], players[b]], derive(seed, k)) for k, (a, b) in enumerate(order.tolist())
        ]
        outcomes = run_matches(matches, [1] * len(matches), context.backend, context.advance)
        scores = np.zeros(len(players))
        for (a, b), outcome in zip(order.tolist(), outcomes, strict=True):
            scores[a], scores[b] = outcome.payoffs[0]
        winners = np.argsort(-scores, kind="stable")[: len(players) // 2]
        centre = np.mean(np.array(genomes)[winners], axis=0)
        is_checkpoint = generation in checkpoint_generations(settings)
        notes = {
            "centre": centre.tolist(),
            "spread": float(np.mean(np.std(genomes, axis=0) / (space.high - space.low))),
            "share": _checkpoint_win_rate(settings, context, centre) if is_checkpoint else None,
        }
        return GenerationScore(scores, notes)

    def generation_note(self, generation: int, genomes: Sequence[np.ndarray], score: GenerationScore) -> dict[str, Any]:
        return score.notes

    def display_facts(self, generation: int, scores: np.ndarray) -> dict[str, Any]:
        return {"generation": generation + 1}


class HeuristicTraining(CmaEsTraining[TributeWeightsConfig]):
    """CMA-ES, started at the published weights; the fitness is the mean payoff against them and the opponents."""

    game_name, result_name, evolve_stage = GAME, "cma", "CMA-ES"

    def size(self) -> TrainingSize:
        settings = self.settings
        return TrainingSize(settings.cma_generations, settings.cma_population, settings.step, settings.cma_deals)

    def planned_games(self) -> int:
        size = self.size()
        return size.generations * size.population * 2 * size.deals * (1 + len(self.settings.opponents))

    def search_space(self) -> Reals:
        return heuristic_space()

    def start(self) -> np.ndarray:
        space = self.search_space()
        return np.clip(published_weights(self.settings.search), space.low, space.high)  # type: ignore[no-any-return]

    def score_generation(self, generation: int, genomes: Sequence[np.ndarray]) -> GenerationScore:
        search = self.settings.search
        rivals = [bot_with_weights(search, published_weights(search))]
        rivals += [load_compiled_bot(self.game, text) for text in self.settings.opponents]
        players = [bot_with_weights(search, weights) for weights in genomes]
        content = self.game.content(patrons=RANDOM_PATRONS)
        deals, seed = self.size().deals, self.generation_seed(generation)
        payoffs = payoff_matrix(self.game, content, players, rivals, deals, seed, self.context)
        scores = payoffs.mean(axis=1)
        centre = mean_of_better_half(genomes, scores)
        return GenerationScore(scores, {"centre": centre.tolist(), "share": float(payoffs[:, 0].mean())})


def tuned_weights(settings: TributeWeightsConfig, context: RunContext) -> dict[str, np.ndarray]:
    """All weights by source; for an evolution the mean of its last quarter."""
    weights_by_maker = {PUBLISHED_WEIGHTS: published_weights(settings.search)}
    for maker, name in ((BRED_WEIGHTS, "breed"), (CMA_WEIGHTS, "cma")):
        weights_by_maker[maker] = mean_of_last_quarter(context.result(name))
    return {maker: round_weights(weights) for maker, weights in weights_by_maker.items()}


def matchup_pairs(settings: TributeWeightsConfig) -> list[tuple[str, str]]:
    """Final match-ups: all pairs of weights, and all weights against the rivals."""
    makers = (PUBLISHED_WEIGHTS, BRED_WEIGHTS, CMA_WEIGHTS)
    among = [(makers[j], makers[i]) for i in range(len(makers)) for j in range(i + 1, len(makers))]
    return [*among, *((maker, rival) for maker in makers for rival in settings.rivals)]


def play_matchup(settings: TributeWeightsConfig, context: RunContext, one: str, other: str) -> np.ndarray:
    """Payoff of the first by deal against the second, on deals that no tuning used."""

    def make_match() -> Match:
        game = load_game(GAME)
        players = [_bot_by_name(settings, context, one), _bot_by_name(settings, context, other)]
        return Match(game, game.content(patrons=RANDOM_PATRONS), players, validation_seed(settings))

    name = f"compare/{file_slug(one)} and {file_slug(other)}"
    return payoffs_by_deal(context, name, COMPARE_STAGE, make_match, settings.validation_games)


def validation_seed(settings: TributeWeightsConfig) -> int:
    return derive(settings.seed, "validation")


def checkpoint_generations(settings: TributeWeightsConfig) -> list[int]:
    """Generations whose winners are measured against the published weights."""
    generations_shown = np.linspace(0, settings.generations - 1, min(MAX_CHECKPOINTS, settings.generations)).astype(int)
    return [int(generation) for generation in np.unique(generations_shown)]


def _checkpoint_win_rate(settings: TributeWeightsConfig, context: RunContext, centre: np.ndarray) -> float:
    game = load_game(GAME)
    players = [
        bot_with_weights(settings.search, centre),
        bot_with_weights(settings.search, published_weights(settings.search)),
    ]
    match = Match(game, game.content(patrons=RANDOM_PATRONS), players, derive(settings.seed, "look"))
    return float(match.by_player(run_match(match, CHECKPOINT_GAMES, context.backend, context.advance))[:, 0].mean())


def _bot_by_name(settings: TributeWeightsConfig, context: RunContext, name: str) -> CompiledBot:
    makers = tuned_weights(settings, context)
    return (
        bot_with_weights(settings.search, makers[name]) if name in makers else load_compiled_bot(load_game(GAME), name)
    )
