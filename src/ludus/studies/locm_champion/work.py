"""Experiment: evolve and validate the champion."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ludus.arena.league import WHOLE, Meetings, play_league
from ludus.arena.match import Match
from ludus.core.random import derive
from ludus.core.registry import find_game
from ludus.design.evaluation import Linear, player, read_genome
from ludus.evolve import CmaEs, Opponent, Reals
from ludus.lab import Desk
from ludus.lab.names import file_name
from ludus.players import Player, find_compiled
from ludus.players.find import find_member
from ludus.players.team import make_team
from ludus.search.expression import on_grid
from ludus.studies.champions import fared, last_centre, opponents_after, won_and_lost
from ludus.studies.locm_champion.config import GAME, Settings
from ludus.studies.named import search_of

RANGE = 8.0  # weights are from -RANGE to RANGE; the start weights have a mean size of 1
EVOLVE, CHECK = "evolve", "measure the champion"


def work(settings: Settings, desk: Desk) -> None:
    """Evolve the weights, then validate them in the champion's own search."""
    deals_each = settings.room * settings.deals + settings.inner_deals
    desk.plan(
        {
            EVOLVE: 2 * settings.generations * settings.population * deals_each,
            CHECK: settings.validation_games * len(settings.rivals),
        }
    )
    evolve(settings, desk)
    for rival in settings.rivals:
        measure(settings, desk, rival)
    show_games(settings, desk)


def evolve(settings: Settings, desk: Desk) -> list[Any]:
    """Run CMA-ES; the fitness is the mean payoff over the portfolio and the neighbour in the population."""
    game = find_game(GAME)
    names = game.feature_set(settings.features).names
    space = Reals(len(names), -RANGE, RANGE, names=names)
    facts: dict[str, Any] = {}

    def make() -> CmaEs:
        return CmaEs(
            space,
            population=settings.population,
            step=settings.step,
            seed=derive(settings.seed, "weights"),
            start=first_weights(settings),
        )

    def score(generation: int, genomes: Sequence[np.ndarray]) -> list[float]:
        opponents = opponents_after(settings, desk.notes("weights"))
        players = [fighter(settings, weights, settings.training) for weights in genomes]
        count = len(players)
        players += [_player(settings, opponent) for opponent in opponents]
        seed = derive(settings.seed, "generation", generation)
        pairs = [[k, count + j] for k in range(count) for j in range(len(opponents))]
        outside = _play(desk, players, pairs, settings.deals, seed)
        shares = (outside.points.mean(axis=1) / WHOLE).reshape(count, len(opponents))
        if settings.inner_deals:
            ring = [[k, (k + 1) % count] for k in range(count)]
            inside = _play(desk, players, ring, settings.inner_deals, derive(seed, "inner")).shares()[:count]
            scores = np.column_stack([shares, inside]).mean(axis=1)
        else:
            scores = shares.mean(axis=1)
        best = int(np.argmax(scores))
        centre = np.mean(np.array(genomes)[np.argsort(-scores)[: max(1, count // 2)]], axis=0)
        facts.update(fared(opponents, shares, best), centre=centre.tolist())
        desk.advance(0, generation=generation + 1, best=round(float(scores[best]), 4))
        return scores.tolist()  # type: ignore[no-any-return]

    def note(generation: int, genomes: Sequence[np.ndarray], scores: Sequence[float]) -> dict[str, Any]:
        return {**facts, "score": float(max(scores)), "mean_score": float(np.mean(scores))}

    desk.stage(EVOLVE)
    return desk.evolve("weights", space, make, score, settings.generations, note)


def champion_weights(settings: Settings, desk: Desk) -> np.ndarray:
    """Mean weights of the last quarter of the evolution; a mean is stronger than a lucky best."""
    return last_centre(desk.kept("weights"))


def champion(settings: Settings, desk: Desk) -> Linear:
    """Evaluation of the champion."""
    return genome(settings, champion_weights(settings, desk))


def measure(settings: Settings, desk: Desk, rival: str) -> Meetings:
    """Validation of the champion against one rival, on unseen deals."""
    game, pairs = find_game(GAME), np.array([[0, 1]], np.int64)

    def play() -> dict[str, Any]:
        desk.stage(CHECK)
        players = [final_fighter(settings, desk), find_compiled(game, rival)]
        matchups = _play(desk, players, pairs.tolist(), settings.validation_games // 2, check_seed(settings))
        return {"points": matchups.points, "lengths": matchups.lengths}

    data = desk.keep(f"against {file_name(rival)}", play)
    return Meetings(pairs, data["points"], data["lengths"])


def show_games(settings: Settings, desk: Desk) -> dict[str, Any]:
    """Replays of a won and a lost game against every rival."""

    def play() -> dict[str, Any]:
        game = find_game(GAME)
        replays: dict[str, Any] = {}
        for rival in settings.rivals:
            players = [final_fighter(settings, desk), find_compiled(game, rival)]
            match = Match(game, game.content(), players, check_seed(settings))
            replays |= won_and_lost(match, "champion", rival, 40, desk.place)
        return replays

    return desk.keep("replays", play)  # type: ignore[no-any-return]


def check_seed(settings: Settings) -> int:
    return derive(settings.seed, "validation")


def genome(settings: Settings, weights: np.ndarray) -> Linear:
    return Linear(tuple(on_grid(float(weight)) for weight in weights), settings.features)


def fighter(settings: Settings, weights: np.ndarray, search: str) -> Player:
    """Bot that drafts like another bot and plays battles by these weights."""
    game = find_game(GAME)
    name, options = search_of(search)
    member = player(game, genome(settings, weights), name, **options)
    return make_team(game, [find_member(game, settings.draft), member], f"{settings.draft}+{search}")


def final_fighter(settings: Settings, desk: Desk) -> Player:
    return fighter(settings, champion_weights(settings, desk), settings.playing)


def first_weights(settings: Settings) -> np.ndarray:
    """The game's own weights, scaled to a mean size of 1; unknown features start at zero."""
    game = find_game(GAME)
    assert game.outlook.weights is not None
    ours = read_genome(game.outlook.weights, game)
    assert isinstance(ours, Linear)
    weight_by_name = dict(zip(game.feature_set(ours.features).names, ours.weights, strict=True))
    weights = np.array([weight_by_name.get(name, 0.0) for name in game.feature_set(settings.features).names])
    return weights / np.abs(list(weight_by_name.values())).mean()  # type: ignore[no-any-return]


def _player(settings: Settings, one: Opponent) -> Player:
    if one.data is None:
        return find_compiled(find_game(GAME), one.name)
    return fighter(settings, np.array(one.data), settings.training)


def _play(desk: Desk, players: list[Player], pairs: list[list[int]], deals: int, seed: int) -> Meetings:
    game = find_game(GAME)
    return play_league(
        game, [game.content()], players, np.array(pairs, np.int64), deals, seed, desk.place, desk.advance
    )
