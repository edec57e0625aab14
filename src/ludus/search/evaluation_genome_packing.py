"""Evaluation genomes: evaluation functions as data, in three representations, and their files.

The value of a position is evalState of its features, plus evalCard of every own piece, minus evalCard of every other
piece. A genome names its feature set. `ludus.design.evaluation` samples, varies and explains genomes. Files:

    {"game": "locm", "weights": {"my_health": 0.3, "opp_health": -0.4}}
    {"game": "locm", "kind": "tree", "features": "standard", "state": ["max", "my_health", 3], "card": "attack"}

Omitted features have weight 0. Trees are written as described in `ludus.search.expression`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

import numpy as np

from ludus.core.features import STANDARD, FeatureSet
from ludus.core.game import Game
from ludus.search import expression as formulas
from ludus.search.expression import BINARY, EXTENDED, MAX_CONSTANT, NARY, Expression, round_constant, size
from ludus.search.expression_compiler import compile_expressions
from ludus.search.templates.expression_vm import MOST_NODES
from ludus.search.templates.linear_evaluation import ONE
from ludus.util.errors import ContentError, LudusError, OptionError, UnknownName
from ludus.util.files import missing_file
from ludus.util.tracked_files import read_tracked

LINEAR, PROGRAM = "linear", "program"  # evaluation families of genomes


@dataclass(frozen=True)
class LinearWeights:
    """One weight per feature, in their order; those of piece features come last."""

    weights: tuple[float, ...]
    features: str = STANDARD
    kind: ClassVar[str] = "linear"
    family: ClassVar[str] = LINEAR


@dataclass(frozen=True)
class _Trees:
    """Two expressions: for the features of the state and for those of one piece."""

    state: Expression
    card: Expression
    features: str = STANDARD
    family: ClassVar[str] = PROGRAM


@dataclass(frozen=True)
class BinaryTree(_Trees):
    """Expressions whose operations have two operands."""

    kind: ClassVar[str] = "binary"
    operators: ClassVar[Mapping[str, int]] = BINARY


@dataclass(frozen=True)
class NaryTree(_Trees):
    """Expressions with sums, products, max and min over any number of operands, and negation."""

    kind: ClassVar[str] = "tree"
    operators: ClassVar[Mapping[str, int]] = NARY


Genome: TypeAlias = LinearWeights | BinaryTree | NaryTree
KINDS: dict[str, type[LinearWeights] | type[BinaryTree] | type[NaryTree]] = {
    kind.kind: kind for kind in (LinearWeights, BinaryTree, NaryTree)
}


def operators_of(kind: type[BinaryTree] | type[NaryTree], features: FeatureSet) -> Mapping[str, int]:
    """Return the operations of a kind of tree over a feature set, with their numbers of operands."""
    return {**kind.operators, **(EXTENDED if features.rich else {})}


def pack(genome: Genome, features: FeatureSet) -> bytes:
    """Return the params of an evaluation for a genome. Cached in the genome, which is immutable."""
    names, packed = genome.__dict__.get("_packed", ((), b""))
    if names != (features.names, features.piece_names):
        names, packed = (features.names, features.piece_names), _packed(genome, features)
        genome.__dict__["_packed"] = names, packed
    return packed


def read_genome(file: str | Path, game: Game) -> Genome:
    """Read an evaluation genome of any kind from a file.

    Raises:
        ContentError: the file cannot be read or is not an evaluation of this game.
    """
    try:
        return genome_from_data(game, _read_json_once(file))
    except ContentError as error:
        raise error if error.file else ContentError(error.what, file, field=error.field) from None
    except LudusError as error:
        raise ContentError(str(error), file) from None


def write_genome(file: str | Path, game: Game, genome: Genome) -> None:
    """Write an evaluation genome; `read_genome` restores it exactly."""
    Path(file).write_text(json.dumps(genome_to_data(game, genome), indent=2) + "\n", encoding="utf-8")


def genome_to_data(game: Game, genome: Genome) -> dict[str, Any]:
    """Convert a genome to plain data for JSON; weights are keyed by feature name."""
    data: dict[str, Any] = {"game": game.name, "kind": genome.kind, "features": genome.features}
    if isinstance(genome, LinearWeights):
        names = game.feature_set(genome.features).names
        return data | {"weights": dict(zip(names, genome.weights, strict=True))}
    return data | {"state": formulas.to_data(genome.state), "card": formulas.to_data(genome.card)}


def genome_from_data(game: Game, data: Any) -> Genome:
    """Convert plain data to a genome. {"game": ..., "weights": {...}} gives linear weights of the standard features.

    Raises:
        ContentError: the data is not an evaluation of this game.
    """
    kind = data.get("kind", LinearWeights.kind) if isinstance(data, dict) else None
    if not isinstance(kind, str) or kind not in KINDS:
        raise ContentError(f'an evaluation is {{"game": ..., "kind": ..., ...}}; kinds are {", ".join(KINDS)}')
    fields = ["weights"] if kind == LinearWeights.kind else ["card", "state"]
    if sorted(set(data) - {"kind", "features"}) != sorted(["game", *fields]):
        example = "".join(f', "{field}": ...' for field in reversed(fields))
        raise ContentError(f'a file of kind {kind!r} is {{"game": ...{example}}}, and may have "kind" and "features"')
    if data["game"] != game.name:
        raise ContentError(f"this is an evaluation for {data['game']!r}, not for {game.name!r}", field="game")
    features = game.feature_set(str(data.get("features", STANDARD)))
    if kind == LinearWeights.kind:
        return LinearWeights(_weights(data["weights"], game, features), features.name)
    maker = BinaryTree if kind == BinaryTree.kind else NaryTree
    operators = operators_of(maker, features)
    state = _formula(data, "state", features.state_names, operators)
    card = _formula(data, "card", features.piece_names, operators)
    return maker(state, card, features.name)


def _packed(genome: Genome, features: FeatureSet) -> bytes:
    if isinstance(genome, LinearWeights):
        if len(genome.weights) != len(features.names):
            raise OptionError(f"there are {len(features.names)} features, but {len(genome.weights)} weights")
        return np.array([round(weight * ONE) for weight in genome.weights], np.int64).tobytes()
    if (largest := max(size(genome.state), size(genome.card))) > MOST_NODES:
        raise OptionError(f"a tree has at most {MOST_NODES} nodes, not {largest}")
    try:
        return compile_expressions(genome.state, genome.card, features)
    except KeyError as error:
        raise UnknownName("feature here", error.args[0], list(features.names)) from None


def _weights(data: Any, game: Game, features: FeatureSet) -> tuple[float, ...]:
    """Return one weight per feature; omitted features have weight 0."""
    if not isinstance(data, dict):
        raise ContentError("this must be names of features, each with a number", field="weights")
    for name, value in data.items():
        if name not in features.names:
            raise ContentError(str(UnknownName(f"feature of {game.name}", name, list(features.names))))
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise ContentError(f"a weight is a number, not {value!r}", field=name)
        if abs(value) > MAX_CONSTANT:
            raise ContentError(
                f"a weight is between -{MAX_CONSTANT:,.0f} and {MAX_CONSTANT:,.0f}, not {value!r}", field=name
            )
    return tuple(round_constant(data.get(name, 0.0)) for name in features.names)


def _formula(data: Any, part: str, names: tuple[str, ...], operators: Mapping[str, int]) -> Expression:
    try:
        return formulas.from_data(data[part], names, operators)
    except LudusError as error:
        raise ContentError(str(error), field=part) from None


def _read_json_once(file: str | Path) -> Any:
    try:
        text = read_tracked(file).decode("utf-8")
    except FileNotFoundError:
        raise ContentError(missing_file(file, "file with an evaluation"), file) from None
    except (OSError, UnicodeDecodeError) as error:
        raise ContentError(f"this file cannot be read: {error}", file) from None

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        names = [name for name, _ in pairs]
        if duplicate := next((name for name in names if names.count(name) > 1), None):
            raise ContentError(f"{duplicate!r} is given twice", file)
        return dict(pairs)

    try:
        return json.loads(text, object_pairs_hook=once)
    except json.JSONDecodeError as error:
        raise ContentError(f"this is not JSON: {error.msg}", file, error.lineno) from None
    except RecursionError:
        raise ContentError("this is nested too deeply to be an evaluation", file) from None
