"""The search bot whose heuristic is tuned, with other weights; and weights as files."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ludus.core.errors import OptionError
from ludus.core.registry import find_game
from ludus.evolve import Reals
from ludus.players import Player, find_compiled
from ludus.players.compiled import player_with

GAME = "tribute"
PLACES = 2  # decimals of weights
FIXED = "combo_exponent"  # an integer that is not tuned
LIST = "tiers"  # the list of tiers that the search uses

# Range of each weight.
RANGES = {
    **{"favour": (-200.0, 200.0), "neutral": (-200.0, 200.0), "unfavour": (-200.0, 200.0), "threat": (-400.0, 400.0)},
    **{"power": (-50.0, 200.0), "prestige": (-50.0, 200.0), "prestige_from": (0.0, 40.0), "calm_below": (0.0, 80.0)},
    **{"agent": (-50.0, 100.0), "health": (-20.0, 40.0), "rival_agent": (-400.0, 100.0), "card": (-10.0, 50.0)},
    **{"combo": (-2.0, 6.0), "row": (-20.0, 20.0), "draw": (-50.0, 100.0)},
}


def space() -> Reals:
    low, high = zip(*RANGES.values(), strict=True)
    return Reals(len(RANGES), low, high, names=tuple(RANGES))


@cache
def searcher(search: str, compiled: bool = True) -> Player:
    """The search bot with its published weights.

    Raises:
        OptionError: the bot has no heuristic to tune.
    """
    bot = find_compiled(find_game(GAME), search, compiled=compiled)
    names = bot.params.dtype.names or ()
    weights = bot.params["weights"].dtype.names if "weights" in names else None
    if weights is None or set(weights) != {*RANGES, FIXED, LIST}:
        raise OptionError(f"search: {search!r} has no heuristic to tune; there are mcts, beam and random-simulation")
    return bot


def published(search: str) -> np.ndarray:
    """Published weights, in order."""
    record = searcher(search).params["weights"][0]
    return np.array([float(record[name]) for name in RANGES])


def fighter(search: str, weights: ArrayLike) -> Player:
    """The search bot with these weights."""
    model = searcher(search)
    assert model.game is not None
    assert model.bot is not None
    params = model.params.copy()
    for name, value in zip(RANGES, rounded(weights), strict=True):
        params["weights"][name] = value
    return player_with(model.game, model.bot, params, model.name)


def rounded(weights: ArrayLike) -> np.ndarray:
    """Weights rounded as in files; bots always use rounded weights."""
    return np.round(np.asarray(weights, np.float64), PLACES) + 0.0  # no negative zero


def weights_file(search: str, weights: ArrayLike, made_by: str) -> str:
    """Weights as a file for the game's search bots."""
    exponent = int(searcher(search).params["weights"][FIXED][0])
    lines = [f"# Made by: {made_by}", "# bots/heuristic.py has the formula.", "", "version = 1", "", "[shared]"]
    lines += [f"{name} = {value!r}" for name, value in zip(RANGES, rounded(weights).tolist(), strict=True)]
    return "\n".join([*lines, f"{FIXED} = {exponent}", ""])


def as_table(weights: dict[str, Any]) -> list[list[Any]]:
    """One row for every weight, one column for every source of weights."""
    return [[name, *(float(rounded(values)[k]) for values in weights.values())] for k, name in enumerate(RANGES)]
