"""How a game's positions are judged: one function for all searches that evaluate.

    evaluate(table, state, seat, params, scratch) -> float64
    judge(key, params, scratch) -> float64          a piece, or what a move takes, see `ludus.core.features`

`params` is the evaluation's own record, which a search has as the field `evaluation` of its parameters; `scratch` is
the search's, and has the fields that the evaluation wants. The game is not over. Games that name features are judged by
them: a weighted sum (linear) or programs (program), whichever a genome asks for; all others by points. A further family
is one more branch in `evaluation_of`, with rules and a record of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from ludus.core import int64, specialise
from ludus.core.bot import Nothing
from ludus.core.contract import Game
from ludus.core.errors import OptionError
from ludus.core.features import STANDARD
from ludus.core.record import Record, RecordType
from ludus.search import by_points, linear, program, seats
from ludus.search.files import read_genome
from ludus.search.genome import LINEAR, Genome, pack

POINTS = "points"


@dataclass(frozen=True, eq=False)
class Evaluation:
    """Two rules, the record of their parameters, and how a genome becomes parameters."""

    evaluate: Any
    judge: Any  # None where there are no features
    params: type[Record]
    pack: Callable[[Any], bytes]
    scratch: dict[str, Any] = field(default_factory=dict)  # fields that the search's scratch must have
    together: dict[str, Any] = field(default_factory=dict)  # what best_together.py wants, where several are cheaper


def genome_of(game: Game, file: str | Path | None) -> Genome | None:
    """The evaluation that a player is to use: from a file, or the game's own. None: points, nothing to choose."""
    if not game.features:
        if file is not None:
            raise OptionError(f"{game.name} names no features, so there is nothing to weigh: leave out weights=")
        return None
    file = file if file is not None else game.outlook.weights
    if file is None:
        raise OptionError(f"{game.name} has no weights of its own: give some with weights=FILE")
    return read_genome(_shipped(game, file) or file, game)


def _shipped(game: Game, name: str | Path) -> Path | None:
    """The file of an evaluation that comes with the game, by its bare name."""
    if game.genomes is None or not re.fullmatch("[a-z0-9-]+", str(name)):
        return None
    file = game.genomes / f"{name}.json"
    return file if file.is_file() else None


@cache
def evaluation_of(game: Game, family: str = "", features: str = STANDARD, alone: bool = False) -> Evaluation:
    """How the positions of a game are judged, by a family of evaluations on a set of features.

    `alone`: the same for positions that come one at a time, to a thread with little memory.
    """
    family = family or (LINEAR if game.features else POINTS)
    if family == POINTS:
        return _by_points(game)
    if family == LINEAR:
        return _by_weights(game, features)
    return _by_programs(game, features, alone)


def _by_weights(game: Game, features: str) -> Evaluation:
    seen = game.feature_set(features)
    rules = specialise(
        linear,
        features=seen.features,
        piece_features=seen.piece_features,
        FEATURES=len(seen.names),
        CARD=len(seen.piece_names),
        CARD_ROOM=len(seen.piece_names) + 1,
    )
    params: Any = RecordType("Weights", (Record,), {"__annotations__": {"weights": int64[len(seen.names)]}})
    return Evaluation(rules.evaluate, rules.judge, params, lambda genome: pack(genome, seen))


def _by_programs(game: Game, features: str, alone: bool) -> Evaluation:
    seen = game.feature_set(features)
    bits = program.FEW_BITS if alone else program.MEMO_BITS

    def bound(lanes: int) -> Any:
        return specialise(
            program,
            situation=seen.situation,
            pieces=seen.pieces,
            piece_features=seen.piece_features,
            STATE=len(seen.state_names),
            CARD=len(seen.piece_names),
            STATE_COLUMNS=(len(seen.state_names) + 1) * lanes,
            CARD_COLUMNS=(len(seen.piece_names) + 1) * lanes,
            PIECES=seen.most_pieces,
            LANES=lanes,
            STACK=(program.RICH_DEPTH if seen.rich else program.DEPTH) * lanes,
            RICH=seen.rich,
            MEMO_BITS=bits,
            MEMO=1 << bits,
        )

    one, many = bound(1), bound(program.LANES)
    columns = (len(seen.state_names) + 1) * program.LANES
    together = {"note": many.note, "finish": many.finish, "LANES": program.LANES, "COLUMNS": columns}
    return Evaluation(
        one.evaluate,
        one.judge,
        program.Programs,
        lambda genome: pack(genome, seen),
        scratch={"memo": program.SmallMemo if alone else program.Memo},
        together={} if alone else together,
    )


def _by_points(game: Game) -> Evaluation:
    rules = specialise(by_points, points=game.rules.points, seats=seat_rule(game))
    return Evaluation(rules.evaluate, None, Nothing, lambda genome: bytes(Nothing.nbytes))


@cache
def seat_rule(game: Game) -> Any:
    """A rule that says of a table how many play."""
    fewest, most = game.seats
    rules = specialise(seats, SEATS=most)
    return rules.fixed if fewest == most else rules.by_table
