"""How a game's positions are judged: one function for all searches that evaluate.

    evaluate(table, state, seat, params, scratch) -> float64

`params` is the evaluation's own record, which a search has as the field `evaluation` of its parameters; `scratch`
is the search's. The game is not over. Games that name features are judged by their weighted sum, all others by
points. A further family is one more branch in `evaluation_of`, with rules and a record of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any

from msgspec import Meta

from ludus.core import int64, specialise
from ludus.core.bot import BotOptions, Nothing
from ludus.core.contract import Game
from ludus.core.errors import OptionError
from ludus.core.record import Record, RecordType
from ludus.search import by_points, linear, seats
from ludus.search.weights import read_weights


class Evaluates(BotOptions, frozen=True):
    """Options of a search that evaluates positions."""

    weights: Annotated[str | None, Meta(description="a file with a weight for each feature")] = None


@dataclass(frozen=True, eq=False)
class Evaluation:
    """A rule, the record of its parameters, and how options become parameters."""

    evaluate: Any
    params: type[Record]
    fill: Callable[[Evaluates, Any], None]


@cache
def evaluation_of(game: Game) -> Evaluation:
    """How the positions of a game are judged."""
    return _by_features(game) if game.features else _by_points(game)


def _by_features(game: Game) -> Evaluation:
    def fill(options: Evaluates, params: Any) -> None:
        file = options.weights if options.weights is not None else game.outlook.weights
        if file is None:
            raise OptionError(f"{game.name} has no weights of its own: give some with weights=FILE")
        for k, weight in enumerate(read_weights(file, game)):
            params.weights[k] = weight

    rules = specialise(linear, features=game.rules.features, FEATURES=len(game.features))
    params: Any = RecordType("Weights", (Record,), {"__annotations__": {"weights": int64[len(game.features)]}})
    return Evaluation(rules.evaluate, params, fill)


def _by_points(game: Game) -> Evaluation:
    def fill(options: Evaluates, params: Any) -> None:
        if options.weights is not None:
            raise OptionError(f"{game.name} names no features, so there is nothing to weigh: leave out weights=")

    rules = specialise(by_points, points=game.rules.points, seats=seat_rule(game))
    return Evaluation(rules.evaluate, Nothing, fill)


@cache
def seat_rule(game: Game) -> Any:
    """A rule that says of a table how many play."""
    fewest, most = game.seats
    rules = specialise(seats, SEATS=most)
    return rules.fixed if fewest == most else rules.by_table
