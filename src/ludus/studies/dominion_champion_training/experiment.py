"""Experiment: train the steward's weights on random kingdoms, then an evaluation function for searches.

The evaluation function has a weight for each feature of a position; it is trained inside the fastest search.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from ludus.arena.match_spec import Match
from ludus.bots import CompiledBot, load_compiled_bot
from ludus.core.game import Content
from ludus.core.game_registry import load_game
from ludus.core.random import derive
from ludus.design.evaluation import LinearWeights, genome_bot
from ludus.evolve import Reals
from ludus.games.dominion.bots import steward
from ludus.lab import RunContext
from ludus.report.file_and_column_names import file_slug
from ludus.search.expression import round_constant
from ludus.studies.dominion_champion_training.config import (
    GAME,
    STEWARD,
    DominionChampionConfig,
    start_weights,
    steward_with,
)
from ludus.studies.evolutionary_training import (
    CmaEsTraining,
    GenerationScore,
    PortfolioTraining,
    TrainingSize,
    mean_of_better_half,
    payoff_matrix,
    payoffs_by_deal,
)

EDITIONS = ("first", "second")
KINGDOM_CYCLE = 10  # of ten kingdoms, `second` are of the second edition
GAME_STAGES = ("opening", "middle", "end")
STAGE_RANGE, OTHER_RANGE, MONEY_RANGE = 600.0, 400.0, 30.0  # limits of the absolute weights

FEATURE_RANGE = 12.0  # limit of the absolute weights of features; smaller for features with large values
SMALL_FEATURE_RANGES = {"density": 0.6, "clashes": 1.0, "late_points": 2.0, "late_cards": 2.0, "late_money": 2.0}
SEARCH_BOT = "greedy"

# Start weights: money early, points late, few useless cards.
START_WEIGHTS = {
    **{"my_points": 2.0, "my_late_points": 0.15, "my_cards": -3.5, "my_late_cards": 0.35, "my_money": 3.0},
    **{"my_late_money": -0.3, "my_curses": -1.0, "my_actions": 1.0, "my_draws": 2.0, "my_villages": 0.5},
    **{"my_clashes": -0.2, "opp_points": -2.0, "opp_late_points": -0.15, "opp_money": -3.0, "opp_curses": 1.0},
    **{"coins": 0.6, "actions_left": 0.2, "buys": 0.2, "hand": 0.1, "opp_hand": -0.5},
}


def run_experiment(settings: DominionChampionConfig, context: RunContext) -> None:
    """Train the steward, validate it on unseen kingdoms, then train an evaluation for searches."""
    steward, evaluation = StewardTraining(settings, context), EvaluationTraining(settings, context)
    rivals = (*settings.rivals, *settings.slow_rivals)
    context.plan_stages(
        {
            steward.evolve_stage: steward.planned_games(),
            steward.validation_stage: sum(len(EDITIONS) * settings.games_against(rival) for rival in rivals),
            evaluation.evolve_stage: evaluation.planned_games(),
        }
    )
    steward.evolve()
    for rival in rivals:
        for edition in EDITIONS:
            steward.validate(rival, edition)
    steward.example_replays()
    evaluation.evolve()
    for rival in settings.evaluation_rivals:
        evaluation.validate(rival)


class StewardTraining(PortfolioTraining[DominionChampionConfig]):
    """Training of the steward: the value of every card, on random kingdoms of both editions."""

    game_name, result_name, bot_name = GAME, "weights", STEWARD
    validation_stage = "measure the steward"

    def search_space(self) -> Reals:
        names = steward.NAMES
        return Reals(len(names), -weight_ranges(), weight_ranges(), names=names)

    def start(self) -> np.ndarray:
        return np.clip(start_weights(self.settings), -weight_ranges(), weight_ranges())  # type: ignore[no-any-return]

    def training_bot(self, weights: np.ndarray) -> CompiledBot:
        return steward_with(weights)

    def training_content(self) -> list[Content]:
        return training_kingdoms(self.settings)

    def champion_weights(self) -> np.ndarray:
        """Weights of the champion, rounded as in its file."""
        return steward.rounded(self.mean_weights())

    def champion_bot(self) -> CompiledBot:
        return steward_with(self.champion_weights())

    def validation_match(self, rival: str, edition: str = EDITIONS[0]) -> Match:
        """The champion against a rival, on unseen kingdoms of an edition."""
        players = [self.champion_bot(), load_compiled_bot(self.game, rival)]
        return Match(self.game, self.game.content(edition=edition), players, self.validation_seed())

    def validate(self, rival: str, edition: str) -> np.ndarray:
        """Payoff of the champion by deal against a rival, on unseen kingdoms of an edition."""
        name, match = f"{edition}/against {file_slug(rival)}", partial(self.validation_match, rival, edition)
        return payoffs_by_deal(self.context, name, self.validation_stage, match, self.settings.games_against(rival))


class EvaluationTraining(CmaEsTraining[DominionChampionConfig]):
    """Training of an evaluation function: weights of position features, inside greedy, against fixed rivals."""

    game_name, result_name, evolve_stage = GAME, "evaluation", "evolve an evaluation"

    def size(self) -> TrainingSize:
        settings = self.settings
        generations, population = settings.evaluation_generations, settings.evaluation_population
        return TrainingSize(generations, population, settings.step, settings.evaluation_deals)

    def planned_games(self) -> int:
        """Games of the evolution and of its validation."""
        size = self.size()
        training = 2 * size.generations * size.population * size.deals
        return (training + self.settings.slow_games) * len(self.settings.evaluation_rivals)

    def search_space(self) -> Reals:
        names = self.game.features.names
        limits = np.array([SMALL_FEATURE_RANGES.get(name.partition("_")[2], FEATURE_RANGE) for name in names])
        return Reals(len(names), -limits, limits, names=names)

    def start(self) -> np.ndarray:
        return np.array([START_WEIGHTS.get(name, 0.0) for name in self.game.features.names])

    def generation_seed(self, generation: int) -> int:
        return derive(self.settings.seed, "evaluation", generation)

    def score_generation(self, generation: int, genomes: Sequence[np.ndarray]) -> GenerationScore:
        """Score by the mean payoff of greedy with the weights."""
        players = [search_bot(weights) for weights in genomes]
        rivals = [load_compiled_bot(self.game, text) for text in self.settings.evaluation_rivals]
        deals, seed = self.size().deals, self.generation_seed(generation)
        payoffs = payoff_matrix(self.game, self.game.content(), players, rivals, deals, seed, self.context)
        scores = payoffs.mean(axis=1)
        return GenerationScore(scores, {"centre": mean_of_better_half(genomes, scores).tolist()})

    def evaluation(self) -> LinearWeights:
        """The trained evaluation."""
        return linear_evaluation(self.mean_weights())

    def validate(self, rival: str) -> np.ndarray:
        """Payoff of greedy with the trained evaluation by deal, on unseen kingdoms of the first edition."""
        name, match = f"evaluation/against {file_slug(rival)}", partial(self._validation_match, rival)
        return payoffs_by_deal(self.context, name, self.evolve_stage, match, self.settings.slow_games)

    def _validation_match(self, rival: str) -> Match:
        players = [genome_bot(self.game, self.evaluation(), SEARCH_BOT), load_compiled_bot(self.game, rival)]
        return Match(self.game, self.game.content(), players, self.validation_seed())


def linear_evaluation(weights: ArrayLike) -> LinearWeights:
    """Evaluation with these weights, rounded as they are stored."""
    return LinearWeights(tuple(round_constant(float(weight)) for weight in np.asarray(weights)))


def search_bot(weights: ArrayLike) -> CompiledBot:
    """Greedy with these weights."""
    return genome_bot(load_game(GAME), linear_evaluation(weights), SEARCH_BOT)


def training_kingdoms(settings: DominionChampionConfig) -> list[Content]:
    """Contents with random kingdoms; deals take them in turn, so that the editions are mixed evenly."""
    first, second = (load_game(GAME).content(edition=edition) for edition in EDITIONS)
    steps = [
        (k + 1) * settings.second // KINGDOM_CYCLE - k * settings.second // KINGDOM_CYCLE for k in range(KINGDOM_CYCLE)
    ]
    return [second if step else first for step in steps]


def weight_ranges() -> np.ndarray:
    """Largest absolute value of each weight."""
    return np.array([_weight_range(name) for name in steward.NAMES])


def _weight_range(name: str) -> float:
    if name == "money":
        return MONEY_RANGE
    return STAGE_RANGE if name.endswith(GAME_STAGES) else OTHER_RANGE
