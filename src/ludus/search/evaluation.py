"""Evaluation functions of positions, shared by all searches.

    evaluate(data, state, seat, params, scratch) -> float64
    judge(key, params, scratch) -> float64          value of a piece, or of what a move takes; see `ludus.core.features`

`params` is the record of the evaluation, the field `evaluation` of a search's params; `scratch` is the scratch of the
search, with the fields that the evaluation needs. The game is not over. Games with features are evaluated by a weighted
sum (linear) or by expressions (program), as the genome says; other games by their score. A new family needs one more
branch in `evaluation_of`, with its own rules and record.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from ludus.core import bind_template, int64
from ludus.core.compiled_bot_spec import NoParams
from ludus.core.features import STANDARD
from ludus.core.game import Game
from ludus.core.structured_records import Record, RecordType
from ludus.search.evaluation_genome_packing import LINEAR, Genome, pack, read_genome
from ludus.search.templates import expression_vm, linear_evaluation, score_evaluation, seat_count
from ludus.util.errors import OptionError

POINTS = "points"


@dataclass(frozen=True, eq=False)
class Evaluation:
    """An evaluation family bound to a game: its rules, the record of its params, and the conversion of genomes."""

    evaluate: Any
    judge: Any  # None without features
    params: type[Record]
    pack: Callable[[Any], bytes]
    scratch: dict[str, Any] = field(default_factory=dict)  # fields that the search's scratch must have
    batched: dict[str, Any] = field(default_factory=dict)  # free names of `best_of_next_positions_batched`; else empty


def load_genome(game: Game, file: str | Path | None) -> Genome | None:
    """Load the evaluation genome of a bot from a file, or the game's default.

    Returns:
        The genome; None for games without features, which are evaluated by their score.

    Raises:
        OptionError: the game has no features but a file is given, or has no default and none is given.
    """
    if not game.features.names:
        if file is not None:
            raise OptionError(f"{game.name} has no features, so there is nothing to weigh: leave out weights=")
        return None
    file = file if file is not None else game.features.hints.weights
    if file is None:
        raise OptionError(f"{game.name} has no weights of its own: give some with weights=FILE")
    return read_genome(_bundled_file(game, file) or file, game)


def describe_evaluation(game: Game) -> str:
    """Say how searches such as `greedy` judge the positions of a game."""
    finished = "A finished game is judged by its payoff, above or below every unfinished game."
    if not game.features.names:
        score = "the score" if game.seats[1] == 1 else "the score of the seat minus the mean score of the others"
        return f"{game.title} has no features, so an unfinished game is judged by its rule `score`: {score}. {finished}"
    default = game.features.hints.weights
    weights = f"the weights in {default.name}" if default else "weights that you give with weights=FILE"
    features = f"{len(game.features.names)} features, such as {', '.join(game.features.names[:3])}"
    return f"An unfinished game is judged by {features}, and {weights}. {finished}"


def _bundled_file(game: Game, name: str | Path) -> Path | None:
    """Return the file of an evaluation bundled with the game, by its name without suffix."""
    if game.bots.evaluations is None or not re.fullmatch("[a-z0-9-]+", str(name)):
        return None
    file = game.bots.evaluations / f"{name}.json"
    return file if file.is_file() else None


@cache
def evaluation_of(game: Game, family: str = "", features: str = STANDARD, alone: bool = False) -> Evaluation:
    """Return the evaluation of a game.

    Args:
        game: the game.
        family: "linear", "program" or "points"; default: "linear" if the game has features.
        features: name of the feature set.
        alone: for single positions in a thread with little memory (GPU).
    """
    family = family or (LINEAR if game.features.names else POINTS)
    if family == POINTS:
        return _by_points(game)
    if family == LINEAR:
        return _by_weights(game, features)
    return _by_programs(game, features, alone)


def _by_weights(game: Game, features: str) -> Evaluation:
    feature_set = game.feature_set(features)
    rules = bind_template(
        linear_evaluation,
        features=feature_set.features,
        piece_features=feature_set.piece_features,
        FEATURES=len(feature_set.names),
        CARD=len(feature_set.piece_names),
        CARD_ROOM=len(feature_set.piece_names) + 1,
    )
    params: Any = RecordType("Weights", (Record,), {"__annotations__": {"weights": int64[len(feature_set.names)]}})
    return Evaluation(rules.evaluate, rules.judge, params, lambda genome: pack(genome, feature_set))


def _by_programs(game: Game, features: str, alone: bool) -> Evaluation:
    feature_set = game.feature_set(features)
    bits = expression_vm.FEW_BITS if alone else expression_vm.MEMO_BITS

    def bound(lanes: int) -> Any:
        return bind_template(
            expression_vm,
            situation=feature_set.situation,
            pieces=feature_set.pieces,
            piece_features=feature_set.piece_features,
            STATE=len(feature_set.state_names),
            CARD=len(feature_set.piece_names),
            STATE_COLUMNS=(len(feature_set.state_names) + 1) * lanes,
            CARD_COLUMNS=(len(feature_set.piece_names) + 1) * lanes,
            PIECES=feature_set.max_pieces,
            LANES=lanes,
            STACK=(expression_vm.RICH_DEPTH if feature_set.rich else expression_vm.DEPTH) * lanes,
            RICH=feature_set.rich,
            MEMO_BITS=bits,
            MEMO=1 << bits,
        )

    one, many = bound(1), bound(expression_vm.LANES)
    columns = (len(feature_set.state_names) + 1) * expression_vm.LANES
    together = {"add_lane": many.add_lane, "finish": many.finish, "LANES": expression_vm.LANES, "COLUMNS": columns}
    return Evaluation(
        one.evaluate,
        one.judge,
        expression_vm.ProgramPair,
        lambda genome: pack(genome, feature_set),
        scratch={"memo": expression_vm.SmallMemo if alone else expression_vm.Memo},
        batched={} if alone else together,
    )


def _by_points(game: Game) -> Evaluation:
    rules = bind_template(score_evaluation, score=game.rules.score, seats=seat_rule(game))
    return Evaluation(rules.evaluate, None, NoParams, lambda genome: bytes(NoParams.nbytes))


@cache
def seat_rule(game: Game) -> Any:
    """Return a rule that returns the number of seats from the game data."""
    fewest, most = game.seats
    rules = bind_template(seat_count, SEATS=most)
    return rules.fixed if fewest == most else rules.from_data
