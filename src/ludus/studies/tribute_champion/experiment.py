"""Parameters evolved after learning: the general weights, and a factor for all cards, agents and favours.

CMA-ES can tune only a few dozen parameters by counting won games; the weights of single cards keep their proportions.

Experiment: learn, evolve and validate the courtier's weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ludus.arena.game_stats import MatchWithStats
from ludus.arena.match import Match
from ludus.arena.runner import run_match
from ludus.bots import CompiledBot, load_compiled_bot
from ludus.core.random import derive
from ludus.core.registry import load_game
from ludus.evolve import CmaEs, Opponent, Reals
from ludus.lab import RunContext
from ludus.report.slugs import file_slug
from ludus.studies.training import (
    example_replays,
    mean_of_better_half,
    mean_of_last_quarter,
    opponent_notes,
    payoff_matrix,
    portfolio_after,
)
from ludus.studies.tribute_champion.config import (
    COURTIER,
    GAME,
    TributeChampionConfig,
    courtier_module,
    courtier_with,
    start_weights,
)
from ludus.studies.tribute_champion.weight_learning import (
    LEARN_STAGE,
    RANDOM_PATRONS,
    learned_weights,
    learning_rounds,
    weight_reach,
)

MAX_FACTOR, REACH_FACTOR = 3.0, 5.0  # limits: a factor for parts, a multiple of the reach for general weights
UNOBSERVED_REACH = {
    "row": 100.0,
    "known": 200.0,
    "discards": 400.0,
}  # limits of weights that game statistics do not cover


def dial_names() -> tuple[str, ...]:
    """Names of all parameters, in order."""
    own = courtier_module()
    loud = [f"{part}: {stage}" for part in own.parts() if part != "general" for stage in own.STAGES]
    return (*loud, *own.names()[_first_general() :])


def dial_space(base: np.ndarray) -> Reals:
    """Search space around the learned weights."""
    own = courtier_module()
    start = start_dials(base)
    loud = len(start) - (len(base) - _first_general())
    keys = np.repeat(own.parts()["general"], len(own.STAGES))
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
    stages, loud = len(courtier_module().STAGES), len(courtier_module().parts()) - 1
    return np.concatenate([np.ones(loud * stages), base[_first_general() :]])


def apply_dials(base: np.ndarray, dials: np.ndarray) -> np.ndarray:
    """Apply parameters to learned weights; returns weights in the order of the courtier's names."""
    own = courtier_module()
    stages = len(own.STAGES)
    sizes = [len(keys) for part, keys in own.parts().items() if part != "general"]
    loud = np.repeat(np.reshape(dials[: len(sizes) * stages], (len(sizes), stages)), sizes, axis=0).ravel()
    weights: np.ndarray = np.concatenate([base[: _first_general()] * loud, dials[len(sizes) * stages :]])
    return weights


def _first_general() -> int:
    own = courtier_module()
    return len(own.names()) - len(own.STAGES) * len(own.parts()["general"])


EVOLVE_STAGE, DRAFT_STAGE, VALIDATION_STAGE = "evolve", "rank the patrons", "measure the courtier"
EXAMPLE_GAMES = 20  # games among which a won and a lost example are searched


def run_experiment(settings: TributeChampionConfig, context: RunContext) -> None:
    """Learn, evolve, rank the patrons, then validate on unseen deals."""
    taught = settings.own_games + settings.teacher_games * len(settings.teachers)
    context.plan_stages(
        {
            LEARN_STAGE: settings.rounds * taught,
            EVOLVE_STAGE: 2 * settings.generations * settings.population * settings.room * settings.deals,
            DRAFT_STAGE: settings.draft_games * len(settings.rivals),
            VALIDATION_STAGE: settings.validation_games * len(settings.rivals),
        }
    )
    learning_rounds(settings, context)
    evolve_dials(settings, context)
    context.plan_stages(
        {EVOLVE_STAGE: context.games_by_stage()[EVOLVE_STAGE]}
    )  # fewer than planned: opponents left, or had not entered yet
    patron_payoffs(settings, context)
    for rival in settings.rivals:
        validate(settings, context, rival)
    example_games(settings, context)


def evolve_dials(settings: TributeChampionConfig, context: RunContext) -> list[Any]:
    """Run CMA-ES on the parameters; the fitness is the mean payoff over the portfolio."""
    base = learned_weights(settings, context)
    draft = start_weights(settings)[1]
    around = dial_space(base)
    facts: dict[str, Any] = {}

    def make() -> CmaEs:
        return CmaEs(
            around,
            population=settings.population,
            step=settings.step,
            seed=derive(settings.seed, "dials"),
            start=start_dials(base),
        )

    def one(dials: Any) -> CompiledBot:
        return courtier_with(apply_dials(base, dials), draft, settings.training_iterations)

    def score(generation: int, genomes: Sequence[np.ndarray]) -> list[float]:
        opponents = portfolio_after(settings, context.generation_notes("dials"))
        rivals = [_opponent_bot(opponent, one) for opponent in opponents]
        game, seed = load_game(GAME), derive(settings.seed, "generation", generation)
        content, players = game.content(patrons=RANDOM_PATRONS), [one(genome) for genome in genomes]
        shares = payoff_matrix(game, content, players, rivals, settings.deals, seed, context)
        scores = shares.mean(axis=1)
        best = int(np.argmax(scores))
        facts.update(opponent_notes(opponents, shares, best), centre=mean_of_better_half(genomes, scores).tolist())
        context.advance(0, generation=generation + 1, best=round(float(scores[best]), 4))
        return scores.tolist()  # type: ignore[no-any-return]

    def note(generation: int, genomes: Sequence[np.ndarray], scores: Sequence[float]) -> dict[str, Any]:
        return {**facts, "score": float(max(scores)), "mean_score": float(np.mean(scores))}

    context.begin_stage(EVOLVE_STAGE)
    return context.evolve("dials", around, make, score, settings.generations, note)


def champion_weights(settings: TributeChampionConfig, context: RunContext) -> np.ndarray:
    """Mean of the last quarter of the evolution; a mean is stronger than a lucky best."""
    dials = mean_of_last_quarter(context.result("dials"))
    return courtier_module().rounded(apply_dials(learned_weights(settings, context), dials))  # type: ignore[no-any-return]


def patron_payoffs(settings: TributeChampionConfig, context: RunContext) -> dict[str, float]:
    """Payoff in games with each patron, against all rivals together."""

    def play() -> dict[str, float]:
        context.begin_stage(DRAFT_STAGE)
        game = load_game(GAME)
        content = game.content(patrons=RANDOM_PATRONS)
        me = courtier_with(
            champion_weights(settings, context), start_weights(settings)[1], settings.training_iterations
        )
        present_parts, shares = [], []
        for rival in settings.rivals:
            match = Match(game, content, [me, load_compiled_bot(game, rival)], derive(settings.seed, "patrons", rival))
            counted = MatchWithStats(match).play(settings.draft_games, context.backend, context.advance)
            present_parts.append(counted.stats["present"])
            shares.append(match.by_player(counted.outcomes)[:, 0])
        present, share = np.concatenate(present_parts), np.concatenate(shares)
        keys = content.labels.patrons
        means = {key: share[present[:, keys.index(key)] > 0] for key in courtier_module().parts()["favours"]}
        return {key: float(wins.mean()) if len(wins) else 0.5 for key, wins in means.items()}

    return context.cached("patrons", play)  # type: ignore[no-any-return]


def preferred_patrons(settings: TributeChampionConfig, context: RunContext) -> tuple[str, ...]:
    """Patrons, the ones with the highest payoff first."""
    payoffs = patron_payoffs(settings, context)
    return tuple(sorted(payoffs, key=lambda key: (-payoffs[key], key)))


def champion_bot(settings: TributeChampionConfig, context: RunContext) -> CompiledBot:
    return courtier_with(
        champion_weights(settings, context), preferred_patrons(settings, context), settings.playing_iterations
    )


def validate(settings: TributeChampionConfig, context: RunContext, rival: str) -> np.ndarray:
    """Payoff of the courtier by deal against one rival, with a draft, on unseen deals."""

    def play() -> np.ndarray:
        context.begin_stage(VALIDATION_STAGE)
        match = validation_match(settings, context, rival)
        return match.by_player(run_match(match, settings.validation_games, context.backend, context.advance))[:, 0]

    shares: np.ndarray = context.cached(f"against {file_slug(rival)}", play)
    return shares.reshape(-1, 2).mean(axis=1)  # type: ignore[no-any-return]


def validation_match(settings: TributeChampionConfig, context: RunContext, rival: str) -> Match:
    game = load_game(GAME)
    players = [champion_bot(settings, context), load_compiled_bot(game, rival)]
    return Match(game, game.content(), players, validation_seed(settings))


def example_games(settings: TributeChampionConfig, context: RunContext) -> dict[str, Any]:
    """Replays of a won and a lost game against every rival."""

    def play() -> dict[str, Any]:
        replays: dict[str, Any] = {}
        for rival in settings.rivals:
            match = validation_match(settings, context, rival)
            replays |= example_replays(match, COURTIER, rival, EXAMPLE_GAMES, context.backend)
        return replays

    return context.cached("replays", play)  # type: ignore[no-any-return]


def validation_seed(settings: TributeChampionConfig) -> int:
    return derive(settings.seed, "validation")


def _opponent_bot(opponent: Opponent, make_bot: Any) -> CompiledBot:
    return (
        load_compiled_bot(load_game(GAME), opponent.name)
        if opponent.data is None
        else make_bot(np.array(opponent.data))
    )
