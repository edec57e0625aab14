"""Experiment: learn the courtier's weights from games, evolve the most important parameters, validate the result.

The evolved parameters ("dials") are the general weights and a factor for all cards, agents and favours. CMA-ES can tune
only a few dozen parameters by counting won games, so the weights of single cards keep their proportions.
"""

from __future__ import annotations

from functools import cached_property, partial

import numpy as np

from ludus.arena.match_spec import Match
from ludus.arena.match_with_stats import MatchWithStats
from ludus.bots import CompiledBot, load_compiled_bot
from ludus.core.game import Content
from ludus.core.random import derive
from ludus.evolve import Reals
from ludus.games.tribute.bots import courtier
from ludus.lab import RunContext
from ludus.report.file_and_column_names import file_slug
from ludus.studies.evolutionary_training import PortfolioTraining, payoffs_by_deal
from ludus.studies.tribute_champion_training.config import (
    COURTIER,
    GAME,
    TributeChampionConfig,
    courtier_with,
    start_weights,
)
from ludus.studies.tribute_champion_training.weight_regression import (
    LEARN_STAGE,
    RANDOM_PATRONS,
    learned_weights,
    learning_rounds,
    weight_reach,
)

DRAFT_STAGE = "rank the patrons"
MAX_FACTOR, REACH_FACTOR = 3.0, 5.0  # limits: a factor for parts, a multiple of the reach for general weights
UNOBSERVED_REACH = {
    "row": 100.0,
    "known": 200.0,
    "discards": 400.0,
}  # limits of weights that game statistics do not cover


def run_experiment(settings: TributeChampionConfig, context: RunContext) -> None:
    """Learn, evolve, rank the patrons, then validate on unseen deals."""
    training = CourtierTraining(settings, context)
    games_of_a_round = settings.own_games + settings.teacher_games * len(settings.teachers)
    context.plan_stages(
        {
            LEARN_STAGE: settings.rounds * games_of_a_round,
            training.evolve_stage: training.planned_games(),
            DRAFT_STAGE: settings.draft_games * len(settings.rivals),
            training.validation_stage: settings.validation_games * len(settings.rivals),
        }
    )
    learning_rounds(settings, context)
    training.evolve()
    training.patron_payoffs()
    for rival in settings.rivals:
        training.validate(rival)
    training.example_replays()


class CourtierTraining(PortfolioTraining[TributeChampionConfig]):
    """Training of the courtier's parameters around the learned weights."""

    game_name, result_name, bot_name = GAME, "dials", COURTIER
    validation_stage = "measure the courtier"
    example_games = 20

    @cached_property
    def learned(self) -> np.ndarray:
        """Weights that were learned from games."""
        return learned_weights(self.settings, self.context)

    def search_space(self) -> Reals:
        return dial_space(self.learned)

    def start(self) -> np.ndarray:
        return start_dials(self.learned)

    def training_content(self) -> Content:
        return self.game.content(patrons=RANDOM_PATRONS)

    def training_bot(self, weights: np.ndarray) -> CompiledBot:
        draft = start_weights(self.settings)[1]
        return courtier_with(apply_dials(self.learned, weights), draft, self.settings.training_iterations)

    def champion_weights(self) -> np.ndarray:
        """Weights of the champion, rounded as in its file."""
        return courtier.rounded(apply_dials(self.learned, self.mean_weights()))

    def champion_bot(self) -> CompiledBot:
        return courtier_with(self.champion_weights(), self.preferred_patrons(), self.settings.playing_iterations)

    def patron_payoffs(self) -> dict[str, float]:
        """Payoff in games with each patron, against all rivals together."""

        def play() -> dict[str, float]:
            self.context.begin_stage(DRAFT_STAGE)
            settings, content = self.settings, self.training_content()
            champion = courtier_with(self.champion_weights(), start_weights(settings)[1], settings.training_iterations)
            present_parts, payoff_parts = [], []
            for rival in settings.rivals:
                players = [champion, load_compiled_bot(self.game, rival)]
                match = Match(self.game, content, players, derive(settings.seed, "patrons", rival))
                counted = MatchWithStats(match).play(settings.draft_games, self.context.backend, self.context.advance)
                present_parts.append(counted.stats["present"])
                payoff_parts.append(match.by_player(counted.outcomes)[:, 0])
            present, payoffs = np.concatenate(present_parts), np.concatenate(payoff_parts)
            keys = content.labels.patrons
            by_patron = {key: payoffs[present[:, keys.index(key)] > 0] for key in courtier.weight_keys()["favours"]}
            return {key: float(wins.mean()) if len(wins) else 0.5 for key, wins in by_patron.items()}

        return self.context.cached("patrons", play)  # type: ignore[no-any-return]

    def preferred_patrons(self) -> tuple[str, ...]:
        """Patrons, the ones with the highest payoff first."""
        payoffs = self.patron_payoffs()
        return tuple(sorted(payoffs, key=lambda key: (-payoffs[key], key)))

    def validate(self, rival: str) -> np.ndarray:
        """Payoff of the champion by deal against a rival, with a draft, on unseen deals."""
        name, match = f"against {file_slug(rival)}", partial(self.validation_match, rival)
        return payoffs_by_deal(self.context, name, self.validation_stage, match, self.settings.validation_games)


def dial_names() -> tuple[str, ...]:
    """Names of all parameters, in order."""
    loud = [f"{part}: {stage}" for part in courtier.weight_keys() if part != "general" for stage in courtier.STAGES]
    return (*loud, *courtier.names()[_first_general() :])


def dial_space(base: np.ndarray) -> Reals:
    """Search space around the learned weights."""
    start = start_dials(base)
    loud = len(start) - (len(base) - _first_general())
    keys = np.repeat(courtier.weight_keys()["general"], len(courtier.STAGES))
    far = np.array(
        [
            UNOBSERVED_REACH.get(str(key), REACH_FACTOR * span)
            for key, span in zip(keys, weight_reach()[_first_general() :], strict=True)
        ]
    )
    low = np.concatenate([np.zeros(loud), start[loud:] - far])
    high = np.concatenate([np.full(loud, MAX_FACTOR), start[loud:] + far])
    return Reals(len(start), low, high, names=dial_names())


def start_dials(base: np.ndarray) -> np.ndarray:
    """Parameters that leave the learned weights unchanged."""
    stages, loud = len(courtier.STAGES), len(courtier.weight_keys()) - 1
    return np.concatenate([np.ones(loud * stages), base[_first_general() :]])


def apply_dials(base: np.ndarray, dials: np.ndarray) -> np.ndarray:
    """Apply parameters to learned weights; returns weights in the order of the courtier's names."""
    stages = len(courtier.STAGES)
    sizes = [len(keys) for part, keys in courtier.weight_keys().items() if part != "general"]
    loud = np.repeat(np.reshape(dials[: len(sizes) * stages], (len(sizes), stages)), sizes, axis=0).ravel()
    weights: np.ndarray = np.concatenate([base[: _first_general()] * loud, dials[len(sizes) * stages :]])
    return weights


def _first_general() -> int:
    return len(courtier.names()) - len(courtier.STAGES) * len(courtier.weight_keys()["general"])
