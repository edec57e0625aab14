"""Experiment: evolve and validate the steward's weights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ludus.arena.match import Match
from ludus.core.contract import Content
from ludus.core.random import derive
from ludus.core.registry import find_game
from ludus.evolve import CmaEs, Opponent, Reals
from ludus.lab import Desk
from ludus.lab.names import file_name
from ludus.players import Player, find_compiled
from ludus.studies.champions import better_half, fared, last_centre, meet, opponents_after, won_and_lost
from ludus.studies.dominion_champion.config import Settings, first_weights
from ludus.studies.dominion_champion.evaluation import STAGE, evolve_evaluation, measure_evaluation
from ludus.studies.dominion_champion.player import GAME, STEWARD, fighter, steward

EVOLVE, CHECK = "evolve", "measure the steward"
EDITIONS = ("first", "second")
TEN = 10  # of ten kingdoms, `second` are of the second edition
STAGES = ("opening", "middle", "end")
STAGE_RANGE, OTHER_RANGE, MONEY_RANGE = 600.0, 400.0, 30.0  # limits of the absolute weights


def work(settings: Settings, desk: Desk) -> None:
    """Evolve the steward, validate it on unseen kingdoms, then evolve an evaluation for searches."""
    rivals = (*settings.rivals, *settings.slow_rivals)
    searching = settings.evaluation_generations * settings.evaluation_population * settings.evaluation_deals
    desk.plan(
        {
            EVOLVE: 2 * settings.generations * settings.population * settings.room * settings.deals,
            CHECK: sum(len(EDITIONS) * settings.games_against(rival) for rival in rivals),
            STAGE: (2 * searching + settings.slow_games) * len(settings.evaluation_rivals),
        }
    )
    evolve(settings, desk)
    for rival in rivals:
        for edition in EDITIONS:
            measure(settings, desk, rival, edition)
    show_games(settings, desk)
    evolve_evaluation(settings, desk)
    for rival in settings.evaluation_rivals:
        measure_evaluation(settings, desk, rival)


def evolve(settings: Settings, desk: Desk) -> list[Any]:
    """Run CMA-ES; the fitness is the mean payoff over the portfolio."""
    names = steward().NAMES
    space = Reals(len(names), -ranges(), ranges(), names=names)
    facts: dict[str, Any] = {}

    def make() -> CmaEs:
        return CmaEs(
            space,
            population=settings.population,
            step=settings.step,
            seed=derive(settings.seed, "weights"),
            start=np.clip(first_weights(settings), -ranges(), ranges()),
        )

    def score(generation: int, genomes: Sequence[np.ndarray]) -> list[float]:
        opponents = opponents_after(settings, desk.notes("weights"))
        rivals = [_player(opponent) for opponent in opponents]
        players = [fighter(weights) for weights in genomes]
        seed = derive(settings.seed, "generation", generation)
        shares = meet(find_game(GAME), kingdoms(settings), players, rivals, settings.deals, seed, desk)
        scores = shares.mean(axis=1)
        best = int(np.argmax(scores))
        facts.update(fared(opponents, shares, best), centre=better_half(genomes, scores).tolist())
        desk.advance(0, generation=generation + 1, best=round(float(scores[best]), 4))
        return scores.tolist()  # type: ignore[no-any-return]

    def note(generation: int, genomes: Sequence[np.ndarray], scores: Sequence[float]) -> dict[str, Any]:
        return {**facts, "score": float(max(scores)), "mean_score": float(np.mean(scores))}

    desk.stage(EVOLVE)
    return desk.evolve("weights", space, make, score, settings.generations, note)


def kingdoms(settings: Settings) -> list[Content]:
    """Contents with random kingdoms; deals take them in turn, so that the editions are mixed evenly."""
    first, second = (find_game(GAME).content(edition=edition) for edition in EDITIONS)
    steps = [(k + 1) * settings.second // TEN - k * settings.second // TEN for k in range(TEN)]
    return [second if step else first for step in steps]


def champion(desk: Desk) -> np.ndarray:
    """Mean weights of the last quarter of the evolution; a mean is stronger than a lucky best."""
    return steward().rounded(last_centre(desk.kept("weights")))  # type: ignore[no-any-return]


def measure(settings: Settings, desk: Desk, rival: str, edition: str) -> np.ndarray:
    """Payoff of the steward by deal against one rival, on fresh kingdoms of an edition."""

    def play() -> np.ndarray:
        desk.stage(CHECK)
        match = check_match(settings, desk, rival, edition)
        return match.by_player(match.play(settings.games_against(rival), desk.place, desk.advance))[:, 0]

    shares: np.ndarray = desk.keep(f"{edition}/against {file_name(rival)}", play)
    return shares.reshape(-1, 2).mean(axis=1)  # type: ignore[no-any-return]


def check_match(settings: Settings, desk: Desk, rival: str, edition: str) -> Match:
    game = find_game(GAME)
    players = [fighter(champion(desk)), find_compiled(game, rival)]
    return Match(game, game.content(edition=edition), players, check_seed(settings))


def show_games(settings: Settings, desk: Desk) -> dict[str, Any]:
    """Replays of a won and a lost game against every rival that is not slow."""

    def play() -> dict[str, Any]:
        replays: dict[str, Any] = {}
        for rival in settings.rivals:
            match = check_match(settings, desk, rival, EDITIONS[0])
            replays |= won_and_lost(match, STEWARD, rival, 40, desk.place)
        return replays

    return desk.keep("replays", play)  # type: ignore[no-any-return]


def check_seed(settings: Settings) -> int:
    return derive(settings.seed, "validation")


def ranges() -> np.ndarray:
    """Largest absolute value of each weight."""
    return np.array([_range(name) for name in steward().NAMES])


def _range(name: str) -> float:
    if name == "money":
        return MONEY_RANGE
    return STAGE_RANGE if name.endswith(STAGES) else OTHER_RANGE


def _player(one: Opponent) -> Player:
    return find_compiled(find_game(GAME), one.name) if one.data is None else fighter(one.data)
