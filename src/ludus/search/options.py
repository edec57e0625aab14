"""Options of the search bots, as in `beam:width=4,depth=8`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from ludus.core.bot import BotOptions
from ludus.search.tree import MAX_NODES

MAX_PLAN_MOVES = 64  # largest number of moves of a plan
MAX_BEAM_WIDTH = 64  # largest width of a beam
MAX_RESAMPLES = 64  # largest number of fixed resampled states of a tree search
MAX_ITERATIONS = 10_000_000


class EvaluationOptions(BotOptions, frozen=True):
    """Options of a search that evaluates positions."""

    weights: Annotated[str | None, Meta(description="a file with an evaluation: weights or trees")] = None

    @property
    def file(self) -> str | None:
        return self.weights


def _int_range(least: int, most: int, description: str) -> Any:
    return Annotated[int, Meta(ge=least, le=most, description=description)]


class AgentOptions(BotOptions, frozen=True):
    genome: Annotated[str | None, Meta(description="a file with an evaluation: weights or trees")] = None

    @property
    def file(self) -> str | None:
        return self.genome


class TwoPlyOptions(EvaluationOptions, frozen=True):
    redeals: _int_range(1, 10_000, "resampled deals of the hidden information to average over") = 4


class RandomTurnsOptions(EvaluationOptions, frozen=True):
    iterations: _int_range(1, MAX_ITERATIONS, "random turns to choose from") = 100


class BeamOptions(EvaluationOptions, frozen=True):
    width: _int_range(1, MAX_BEAM_WIDTH, "lines to keep at each depth") = 8
    depth: _int_range(1, MAX_PLAN_MOVES, "moves to look ahead") = 16


class FlatOptions(BotOptions, frozen=True):
    iterations: _int_range(1, MAX_ITERATIONS, "random games, the same number after each move and at least one") = 400


class MctsOptions(EvaluationOptions, frozen=True):
    iterations: _int_range(1, MAX_ITERATIONS, "random games, or turns") = 400
    scope: Annotated[Literal["game", "turn"], Meta(description="the whole game, or only the own turn")] = "game"
    backup: Annotated[Literal["mean", "max"], Meta(description="value of a move: mean or best reward")] = "mean"
    exploration: Annotated[
        float, Meta(ge=0, le=1000, description="exploration constant of UCB; rewards are 0 to 1")
    ] = 0.7
    depth: _int_range(0, 100_000, "random moves before an unfinished game is evaluated; 0: to the end of the scope") = 0
    redeals: _int_range(0, MAX_RESAMPLES, "number of resampled deals; 0: a new one for each iteration") = 0
    nodes: _int_range(2, MAX_NODES, "largest number of nodes of the tree") = MAX_NODES

    @property
    def turn_only(self) -> int:
        return int(self.scope == "turn")

    @property
    def keep_best(self) -> int:
        return int(self.backup == "max")
