"""Experiment: evolve and validate the champion."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ludus.arena.match import Match
from ludus.arena.pairwise import POINTS_PER_DEAL, PairwiseResult, play_pairwise
from ludus.bots import CompiledBot, load_compiled_bot
from ludus.bots.compiled import make_phase_composite
from ludus.bots.lookup import load_phase_bot
from ludus.core.random import derive
from ludus.core.registry import load_game
from ludus.design.evaluation import LinearWeights, genome_bot, read_genome
from ludus.evolve import CmaEs, Opponent, Reals
from ludus.lab import RunContext
from ludus.report.slugs import file_slug
from ludus.search.expression import round_constant
from ludus.studies.config_checks import split_search
from ludus.studies.locm_champion.config import GAME, LocmChampionConfig
from ludus.studies.training import example_replays, mean_of_last_quarter, opponent_notes, portfolio_after

WEIGHT_RANGE = 8.0  # weights are from -RANGE to RANGE; the start weights have a mean size of 1
EVOLVE_STAGE, VALIDATION_STAGE = "evolve", "measure the champion"


def run_experiment(settings: LocmChampionConfig, context: RunContext) -> None:
    """Evolve the weights, then validate them in the champion's own search."""
    deals_each = settings.room * settings.deals + settings.inner_deals
    context.plan_stages(
        {
            EVOLVE_STAGE: 2 * settings.generations * settings.population * deals_each,
            VALIDATION_STAGE: settings.validation_games * len(settings.rivals),
        }
    )
    evolve_weights(settings, context)
    for rival in settings.rivals:
        validate(settings, context, rival)
    example_games(settings, context)


def evolve_weights(settings: LocmChampionConfig, context: RunContext) -> list[Any]:
    """Run CMA-ES; the fitness is the mean payoff over the portfolio and the neighbour in the population."""
    game = load_game(GAME)
    names = game.feature_set(settings.features).names
    space = Reals(len(names), -WEIGHT_RANGE, WEIGHT_RANGE, names=names)
    facts: dict[str, Any] = {}

    def make() -> CmaEs:
        return CmaEs(
            space,
            population=settings.population,
            step=settings.step,
            seed=derive(settings.seed, "weights"),
            start=start_weights(settings),
        )

    def score(generation: int, genomes: Sequence[np.ndarray]) -> list[float]:
        opponents = portfolio_after(settings, context.generation_notes("weights"))
        players = [drafting_bot(settings, weights, settings.training) for weights in genomes]
        count = len(players)
        players += [_opponent_bot(settings, opponent) for opponent in opponents]
        seed = derive(settings.seed, "generation", generation)
        pairs = [[k, count + j] for k in range(count) for j in range(len(opponents))]
        outside = _play_pairs(context, players, pairs, settings.deals, seed)
        shares = (outside.points.mean(axis=1) / POINTS_PER_DEAL).reshape(count, len(opponents))
        if settings.inner_deals:
            ring = [[k, (k + 1) % count] for k in range(count)]
            inside = _play_pairs(context, players, ring, settings.inner_deals, derive(seed, "inner")).shares()[:count]
            scores = np.column_stack([shares, inside]).mean(axis=1)
        else:
            scores = shares.mean(axis=1)
        best = int(np.argmax(scores))
        centre = np.mean(np.array(genomes)[np.argsort(-scores)[: max(1, count // 2)]], axis=0)
        facts.update(opponent_notes(opponents, shares, best), centre=centre.tolist())
        context.advance(0, generation=generation + 1, best=round(float(scores[best]), 4))
        return scores.tolist()  # type: ignore[no-any-return]

    def note(generation: int, genomes: Sequence[np.ndarray], scores: Sequence[float]) -> dict[str, Any]:
        return {**facts, "score": float(max(scores)), "mean_score": float(np.mean(scores))}

    context.begin_stage(EVOLVE_STAGE)
    return context.evolve("weights", space, make, score, settings.generations, note)


def champion_weights(settings: LocmChampionConfig, context: RunContext) -> np.ndarray:
    """Mean weights of the last quarter of the evolution; a mean is stronger than a lucky best."""
    return mean_of_last_quarter(context.result("weights"))


def champion_evaluation(settings: LocmChampionConfig, context: RunContext) -> LinearWeights:
    """Evaluation of the champion."""
    return linear_evaluation(settings, champion_weights(settings, context))


def validate(settings: LocmChampionConfig, context: RunContext, rival: str) -> PairwiseResult:
    """Validation of the champion against one rival, on unseen deals."""
    game, pairs = load_game(GAME), np.array([[0, 1]], np.int64)

    def play() -> dict[str, Any]:
        context.begin_stage(VALIDATION_STAGE)
        players = [champion_bot(settings, context), load_compiled_bot(game, rival)]
        matchups = _play_pairs(
            context, players, pairs.tolist(), settings.validation_games // 2, validation_seed(settings)
        )
        return {"points": matchups.points, "lengths": matchups.lengths}

    data = context.cached(f"against {file_slug(rival)}", play)
    return PairwiseResult(pairs, data["points"], data["lengths"])


def example_games(settings: LocmChampionConfig, context: RunContext) -> dict[str, Any]:
    """Replays of a won and a lost game against every rival."""

    def play() -> dict[str, Any]:
        game = load_game(GAME)
        replays: dict[str, Any] = {}
        for rival in settings.rivals:
            players = [champion_bot(settings, context), load_compiled_bot(game, rival)]
            match = Match(game, game.content(), players, validation_seed(settings))
            replays |= example_replays(match, "champion", rival, 40, context.backend)
        return replays

    return context.cached("replays", play)  # type: ignore[no-any-return]


def validation_seed(settings: LocmChampionConfig) -> int:
    return derive(settings.seed, "validation")


def linear_evaluation(settings: LocmChampionConfig, weights: np.ndarray) -> LinearWeights:
    return LinearWeights(tuple(round_constant(float(weight)) for weight in weights), settings.features)


def drafting_bot(settings: LocmChampionConfig, weights: np.ndarray, search: str) -> CompiledBot:
    """Bot that drafts like another bot and plays battles by these weights."""
    game = load_game(GAME)
    name, options = split_search(search)
    member = genome_bot(game, linear_evaluation(settings, weights), name, **options)
    return make_phase_composite(game, [load_phase_bot(game, settings.draft), member], f"{settings.draft}+{search}")


def champion_bot(settings: LocmChampionConfig, context: RunContext) -> CompiledBot:
    return drafting_bot(settings, champion_weights(settings, context), settings.playing)


def start_weights(settings: LocmChampionConfig) -> np.ndarray:
    """The game's own weights, scaled to a mean size of 1; unknown features start at zero."""
    game = load_game(GAME)
    assert game.features.hints.weights is not None
    ours = read_genome(game.features.hints.weights, game)
    assert isinstance(ours, LinearWeights)
    weight_by_name = dict(zip(game.feature_set(ours.features).names, ours.weights, strict=True))
    weights = np.array([weight_by_name.get(name, 0.0) for name in game.feature_set(settings.features).names])
    return weights / np.abs(list(weight_by_name.values())).mean()  # type: ignore[no-any-return]


def _opponent_bot(settings: LocmChampionConfig, opponent: Opponent) -> CompiledBot:
    if opponent.data is None:
        return load_compiled_bot(load_game(GAME), opponent.name)
    return drafting_bot(settings, np.array(opponent.data), settings.training)


def _play_pairs(
    context: RunContext, players: list[CompiledBot], pairs: list[list[int]], deals: int, seed: int
) -> PairwiseResult:
    game = load_game(GAME)
    return play_pairwise(
        game, [game.content()], players, np.array(pairs, np.int64), deals, seed, context.backend, context.advance
    )
