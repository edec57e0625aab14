"""Experiment: train an evaluation inside a quick search, and validate it in the champion's own search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ludus.arena.play_all_pairs import POINTS_PER_DEAL, PairwiseResult, play_pairwise
from ludus.bots import CompiledBot, load_compiled_bot
from ludus.bots.compiled import make_phase_composite
from ludus.bots.lookup import load_phase_bot
from ludus.core.random import derive
from ludus.design.evaluation import LinearWeights, genome_bot, read_genome
from ludus.evolve import Reals
from ludus.lab import RunContext
from ludus.report.file_and_column_names import file_slug
from ludus.search.expression import round_constant
from ludus.studies.config_checks import split_search
from ludus.studies.evolutionary_training import GenerationScore, PortfolioTraining, portfolio_notes
from ludus.studies.locm_champion_training.config import GAME, LocmChampionConfig

WEIGHT_RANGE = 8.0  # weights are from -WEIGHT_RANGE to WEIGHT_RANGE; the start weights have a mean size of 1


def run_experiment(settings: LocmChampionConfig, context: RunContext) -> None:
    """Train the weights, then validate them in the champion's own search."""
    training = LocmTraining(settings, context)
    context.plan_stages(
        {
            training.evolve_stage: training.planned_games(),
            training.validation_stage: settings.validation_games * len(settings.rivals),
        }
    )
    training.evolve()
    for rival in settings.rivals:
        training.validate(rival)
    training.example_replays()


class LocmTraining(PortfolioTraining[LocmChampionConfig]):
    """Training of an evaluation against a portfolio and the neighbours in the population."""

    game_name, result_name, bot_name = GAME, "weights", "champion"
    validation_stage = "measure the champion"

    def planned_games(self) -> int:
        settings = self.settings
        deals_each = settings.room * settings.deals + settings.inner_deals
        return 2 * settings.generations * settings.population * deals_each

    def search_space(self) -> Reals:
        names = self.game.feature_set(self.settings.features).names
        return Reals(len(names), -WEIGHT_RANGE, WEIGHT_RANGE, names=names)

    def start(self) -> np.ndarray:
        """The game's own weights, scaled to a mean size of 1; unknown features start at zero."""
        game = self.game
        assert game.features.hints.weights is not None
        ours = read_genome(game.features.hints.weights, game)
        assert isinstance(ours, LinearWeights)
        weight_by_name = dict(zip(game.feature_set(ours.features).names, ours.weights, strict=True))
        names = game.feature_set(self.settings.features).names
        weights = np.array([weight_by_name.get(name, 0.0) for name in names])
        return weights / np.abs(list(weight_by_name.values())).mean()  # type: ignore[no-any-return]

    def score_generation(self, generation: int, genomes: Sequence[np.ndarray]) -> GenerationScore:
        """Score by the mean payoff over the portfolio and the next individual of the population."""
        settings, opponents, seed = self.settings, self.opponents(), self.generation_seed(generation)
        players = [self.training_bot(weights) for weights in genomes]
        count = len(players)
        players += [self.opponent_bot(opponent) for opponent in opponents]
        pairs = [[k, count + j] for k in range(count) for j in range(len(opponents))]
        outside = self._play_pairs(players, pairs, settings.deals, seed)
        payoffs = (outside.points.mean(axis=1) / POINTS_PER_DEAL).reshape(count, len(opponents))
        if settings.inner_deals:
            ring = [[k, (k + 1) % count] for k in range(count)]
            inside = self._play_pairs(players, ring, settings.inner_deals, derive(seed, "inner")).shares()[:count]
            scores = np.column_stack([payoffs, inside]).mean(axis=1)
        else:
            scores = payoffs.mean(axis=1)
        # Equal scores are in no particular order here, unlike in `mean_of_better_half`: stored runs depend on it.
        centre = np.mean(np.array(genomes)[np.argsort(-scores)[: max(1, count // 2)]], axis=0)
        return GenerationScore(scores, portfolio_notes(opponents, payoffs, scores, centre))

    def training_bot(self, weights: np.ndarray) -> CompiledBot:
        return self._drafting_bot(weights, self.settings.training)

    def champion_bot(self) -> CompiledBot:
        return self._drafting_bot(self.mean_weights(), self.settings.playing)

    def champion_evaluation(self) -> LinearWeights:
        """Evaluation of the champion."""
        return self._evaluation(self.mean_weights())

    def validate(self, rival: str) -> PairwiseResult:
        """The champion against a rival, on unseen deals."""
        pairs = np.array([[0, 1]], np.int64)

        def play() -> dict[str, Any]:
            self.context.begin_stage(self.validation_stage)
            players = [self.champion_bot(), load_compiled_bot(self.game, rival)]
            deals = self.settings.validation_games // 2
            matchups = self._play_pairs(players, pairs.tolist(), deals, self.validation_seed())
            return {"points": matchups.points, "lengths": matchups.lengths}

        data = self.context.cached(f"against {file_slug(rival)}", play)
        return PairwiseResult(pairs, data["points"], data["lengths"])

    def _evaluation(self, weights: np.ndarray) -> LinearWeights:
        return LinearWeights(tuple(round_constant(float(weight)) for weight in weights), self.settings.features)

    def _drafting_bot(self, weights: np.ndarray, search: str) -> CompiledBot:
        """Bot that drafts like another bot and plays battles by these weights."""
        game, draft = self.game, self.settings.draft
        name, options = split_search(search)
        member = genome_bot(game, self._evaluation(weights), name, **options)
        return make_phase_composite(game, [load_phase_bot(game, draft), member], f"{draft}+{search}")

    def _play_pairs(self, players: list[CompiledBot], pairs: list[list[int]], deals: int, seed: int) -> PairwiseResult:
        contents, context = [self.game.content()], self.context
        return play_pairwise(
            self.game, contents, players, np.array(pairs, np.int64), deals, seed, context.backend, context.advance
        )
