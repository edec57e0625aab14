"""Options of the search bots, as in `beam:width=4,depth=8`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from ludus.core.bot import BotOptions
from ludus.search.tree import MOST_NODES

PLAN = 64  # largest number of moves of a plan
WIDTH = 64  # largest width of a beam
REDEALS = 64  # largest number of fixed resampled states of a tree search
MOST_ITERATIONS = 10_000_000


class Evaluates(BotOptions, frozen=True):
    """Options of a search that evaluates positions."""

    weights: Annotated[str | None, Meta(description="a file with an evaluation: weights or trees")] = None

    @property
    def file(self) -> str | None:
        return self.weights


def _whole(least: int, most: int, description: str) -> Any:
    return Annotated[int, Meta(ge=least, le=most, description=description)]


class Agent(BotOptions, frozen=True):
    genome: Annotated[str | None, Meta(description="a file with an evaluation: weights or trees")] = None

    @property
    def file(self) -> str | None:
        return self.genome


class TwoPly(Evaluates, frozen=True):
    redeals: _whole(1, 10_000, "resampled deals of the hidden information to average over") = 4


class Turn(Evaluates, frozen=True):
    iterations: _whole(1, MOST_ITERATIONS, "random turns to choose from") = 100


class Beam(Evaluates, frozen=True):
    width: _whole(1, WIDTH, "lines to keep at each depth") = 8
    depth: _whole(1, PLAN, "moves to look ahead") = 16


class Flat(BotOptions, frozen=True):
    iterations: _whole(1, MOST_ITERATIONS, "random games, the same number after each move and at least one") = 400


class Mcts(Evaluates, frozen=True):
    iterations: _whole(1, MOST_ITERATIONS, "random games, or turns") = 400
    scope: Annotated[Literal["game", "turn"], Meta(description="the whole game, or only the own turn")] = "game"
    backup: Annotated[Literal["mean", "max"], Meta(description="value of a move: mean or best reward")] = "mean"
    exploration: Annotated[
        float, Meta(ge=0, le=1000, description="exploration constant of UCB; rewards are 0 to 1")
    ] = 0.7
    depth: _whole(0, 100_000, "random moves before an unfinished game is evaluated; 0: to the end of the scope") = 0
    redeals: _whole(0, REDEALS, "number of resampled deals; 0: a new one for each iteration") = 0
    nodes: _whole(2, MOST_NODES, "largest number of nodes of the tree") = MOST_NODES

    @property
    def turn_only(self) -> int:
        return int(self.scope == "turn")

    @property
    def keep_best(self) -> int:
        return int(self.backup == "max")
