"""Experiment: tune the weights in both ways, and compare them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ludus.arena.batch import play_batch
from ludus.arena.match import Match
from ludus.core.random import derive
from ludus.core.registry import find_game
from ludus.evolve import CmaEs, Genetic
from ludus.lab import Desk
from ludus.lab.names import file_name
from ludus.players import Player, find_compiled
from ludus.studies.champions import better_half, last_centre, meet
from ludus.studies.tribute_weights.config import Settings
from ludus.studies.tribute_weights.player import GAME, fighter, published, rounded, space

BREED, CMA, COMPARE = "winners breed", "CMA-ES", "compare"
PUBLISHED, BRED, BY_CMA = "published", "winners breed", "CMA-ES"
PATRONS = "random"
LOOKS = 20  # number of times the progress of the winners is measured
LOOK_GAMES = 40


def work(settings: Settings, desk: Desk) -> None:
    """Tune in both ways, then play the results against each other."""
    games_each = 2 * settings.cma_deals * (1 + len(settings.opponents))
    pairs = len(meetings(settings))
    desk.plan(
        {
            BREED: settings.generations * settings.population // 2 + LOOK_GAMES * len(looks(settings)),
            CMA: settings.cma_generations * settings.cma_population * games_each,
            COMPARE: pairs * settings.validation_games,
        }
    )
    breed(settings, desk)
    adapt(settings, desk)
    for one, other in meetings(settings):
        compare(settings, desk, one, other)


def breed(settings: Settings, desk: Desk) -> list[Any]:
    """The thesis's evolution: random pairs play one game, winners survive and have as many children."""
    search_space = space()
    facts: dict[str, Any] = {}

    def make() -> Genetic[np.ndarray]:
        half = settings.population // 2
        return Genetic(
            search_space,
            population=settings.population,
            elite=half,
            selection="truncation:0.5",
            crossover_rate=1.0,
            mutation_rate=settings.mutation,
            seed=derive(settings.seed, "breed"),
        )

    def score(generation: int, genomes: Sequence[np.ndarray]) -> list[float]:
        game, seed = find_game(GAME), derive(settings.seed, "pairs", generation)
        content = game.content(patrons=PATRONS)
        players = [fighter(settings.search, weights) for weights in genomes]
        order = np.random.default_rng(seed).permutation(len(players)).reshape(-1, 2)
        matches = [
            Match(game, content, [players[a], players[b]], derive(seed, k)) for k, (a, b) in enumerate(order.tolist())
        ]
        outcomes = play_batch(matches, [1] * len(matches), desk.place, desk.advance)
        scores = np.zeros(len(players))
        for (a, b), outcome in zip(order.tolist(), outcomes, strict=True):
            scores[a], scores[b] = outcome.shares[0]
        winners = np.argsort(-scores, kind="stable")[: len(players) // 2]
        centre = np.mean(np.array(genomes)[winners], axis=0)
        facts.update(
            centre=centre.tolist(),
            spread=float(np.mean(np.std(genomes, axis=0) / (search_space.high - search_space.low))),
        )
        if generation in looks(settings):
            facts["share"] = _look(settings, desk, centre)
        else:
            facts["share"] = None
        desk.advance(0, generation=generation + 1)
        return scores.tolist()

    def note(generation: int, genomes: Sequence[np.ndarray], scores: Sequence[float]) -> dict[str, Any]:
        return dict(facts)

    desk.stage(BREED)
    return desk.evolve("breed", search_space, make, score, settings.generations, note)


def adapt(settings: Settings, desk: Desk) -> list[Any]:
    """CMA-ES, started at the published weights; the fitness is the mean payoff against them and the opponents."""
    search_space = space()
    facts: dict[str, Any] = {}

    def make() -> CmaEs:
        return CmaEs(
            search_space,
            population=settings.cma_population,
            step=settings.step,
            seed=derive(settings.seed, "cma"),
            start=np.clip(published(settings.search), search_space.low, search_space.high),
        )

    def score(generation: int, genomes: Sequence[np.ndarray]) -> list[float]:
        game, seed = find_game(GAME), derive(settings.seed, "generation", generation)
        content = game.content(patrons=PATRONS)
        rivals = [fighter(settings.search, published(settings.search))]
        rivals += [find_compiled(game, text) for text in settings.opponents]
        players = [fighter(settings.search, weights) for weights in genomes]
        shares = meet(game, content, players, rivals, settings.cma_deals, seed, desk)
        means = shares.mean(axis=1)
        facts.update(centre=better_half(genomes, means).tolist(), share=float(shares[:, 0].mean()))
        desk.advance(0, generation=generation + 1, best=round(float(means.max()), 4))
        return means.tolist()  # type: ignore[no-any-return]

    def note(generation: int, genomes: Sequence[np.ndarray], scores: Sequence[float]) -> dict[str, Any]:
        return {**facts, "score": float(max(scores)), "mean_score": float(np.mean(scores))}

    desk.stage(CMA)
    return desk.evolve("cma", search_space, make, score, settings.cma_generations, note)


def tuned(settings: Settings, desk: Desk) -> dict[str, np.ndarray]:
    """All weights by source; for an evolution the mean of its last quarter."""
    weights_by_maker = {PUBLISHED: published(settings.search)}
    for maker, name in ((BRED, "breed"), (BY_CMA, "cma")):
        weights_by_maker[maker] = last_centre(desk.kept(name))
    return {maker: rounded(weights) for maker, weights in weights_by_maker.items()}


def meetings(settings: Settings) -> list[tuple[str, str]]:
    """Final match-ups: all pairs of weights, and all weights against the rivals."""
    makers = (PUBLISHED, BRED, BY_CMA)
    among = [(makers[j], makers[i]) for i in range(len(makers)) for j in range(i + 1, len(makers))]
    return [*among, *((maker, rival) for maker in makers for rival in settings.rivals)]


def compare(settings: Settings, desk: Desk, one: str, other: str) -> np.ndarray:
    """Payoff of the first by deal against the second, on deals that no tuning used."""

    def play() -> np.ndarray:
        desk.stage(COMPARE)
        game = find_game(GAME)
        players = [_named(settings, desk, one), _named(settings, desk, other)]
        match = Match(game, game.content(patrons=PATRONS), players, check_seed(settings))
        return match.by_player(match.play(settings.validation_games, desk.place, desk.advance))[:, 0]

    shares: np.ndarray = desk.keep(f"compare/{file_name(one)} and {file_name(other)}", play)
    return shares.reshape(-1, 2).mean(axis=1)  # type: ignore[no-any-return]


def check_seed(settings: Settings) -> int:
    return derive(settings.seed, "validation")


def looks(settings: Settings) -> list[int]:
    """Generations whose winners are measured against the published weights."""
    generations_shown = np.linspace(0, settings.generations - 1, min(LOOKS, settings.generations)).astype(int)
    return [int(generation) for generation in np.unique(generations_shown)]


def _look(settings: Settings, desk: Desk, centre: np.ndarray) -> float:
    game = find_game(GAME)
    players = [fighter(settings.search, centre), fighter(settings.search, published(settings.search))]
    match = Match(game, game.content(patrons=PATRONS), players, derive(settings.seed, "look"))
    return float(match.by_player(match.play(LOOK_GAMES, desk.place, desk.advance))[:, 0].mean())


def _named(settings: Settings, desk: Desk, name: str) -> Player:
    makers = tuned(settings, desk)
    return fighter(settings.search, makers[name]) if name in makers else find_compiled(find_game(GAME), name)
