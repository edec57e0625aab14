"""Genome spaces that an optimiser searches: draw, mutate, cross, to_data, from_data, describe."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

import numpy as np

from ludus.core.contract import Game
from ludus.core.errors import ContentError, UnknownName
from ludus.core.features import STANDARD, FeatureSet
from ludus.design.evaluation.growing import STEP_DEVIATION, TreeGrammar, draw_constant
from ludus.design.evaluation.printing import describe
from ludus.search.expression import round_constant
from ludus.search.genome import (
    KINDS,
    BinaryTree,
    Genome,
    LinearWeights,
    NaryTree,
    genome_to_data,
    genome_from_data,
    operators_of,
)

T = TypeVar("T", BinaryTree, NaryTree)


@dataclass(frozen=True)
class LinearSpace:
    """Weight vectors, drawn from -1 to 1. A mutation steps or redraws a weight; crossover is uniform."""

    game: Game
    features: str = STANDARD

    @cached_property
    def feature_set(self) -> FeatureSet:
        return self.game.feature_set(self.features)

    def draw(self, rng: np.random.Generator) -> LinearWeights:
        return LinearWeights(tuple(draw_constant(rng).value for _ in self.feature_set.names), self.features)

    def mutate(self, genome: LinearWeights, rng: np.random.Generator, rate: float) -> LinearWeights:
        return LinearWeights(tuple(_mutate_weight(weight, rng, rate) for weight in genome.weights), self.features)

    def cross(self, a: LinearWeights, b: LinearWeights, rng: np.random.Generator) -> LinearWeights:
        first = rng.random(len(a.weights)) < 0.5
        weights = zip(a.weights, b.weights, first, strict=True)
        return LinearWeights(tuple(one if keep else other for one, other, keep in weights), self.features)

    def to_data(self, genome: LinearWeights) -> Any:
        return genome_to_data(self.game, genome)

    def from_data(self, data: Any) -> LinearWeights:
        genome: LinearWeights = _check_genome(self.game, data, LinearWeights, self.features)
        return genome

    def describe(self, genome: LinearWeights) -> str:
        return describe(self.game, genome)


@dataclass(frozen=True)
class ExpressionTreeSpace(Generic[T]):
    """Pairs of trees of either kind; the position tree and the piece tree never exchange subtrees."""

    game: Game
    kind: type[T]
    features: str = STANDARD

    @cached_property
    def feature_set(self) -> FeatureSet:
        return self.game.feature_set(self.features)

    @cached_property
    def _state(self) -> TreeGrammar:
        return TreeGrammar(self.seen.state_names, operators_of(self.kind, self.seen))

    @cached_property
    def _card(self) -> TreeGrammar:
        return TreeGrammar(self.seen.piece_names, operators_of(self.kind, self.seen))

    def draw(self, rng: np.random.Generator) -> T:
        return self.kind(self._state.draw(rng), self._card.draw(rng), self.features)

    def mutate(self, genome: T, rng: np.random.Generator, rate: float) -> T:
        state, card = self._state.mutate(genome.state, rng, rate), self._card.mutate(genome.card, rng, rate)
        return self.kind(state, card, self.features)

    def cross(self, a: T, b: T, rng: np.random.Generator) -> T:
        state, card = self._state.cross(a.state, b.state, rng), self._card.cross(a.card, b.card, rng)
        return self.kind(state, card, self.features)

    def to_data(self, genome: T) -> Any:
        return genome_to_data(self.game, genome)

    def from_data(self, data: Any) -> T:
        genome: T = _check_genome(self.game, data, self.kind, self.features)
        return genome

    def describe(self, genome: T) -> str:
        return describe(self.game, genome)


def genome_space(game: Game, kind: str, features: str = STANDARD) -> Any:
    """Make the space of a kind of genome.

    Args:
        game: the game that names the features.
        kind: linear, binary or tree.
        features: name of the feature set.

    Raises:
        UnknownName: there is no such kind or feature set.
    """
    if kind not in KINDS:
        raise UnknownName("kind of evaluation", kind, list(KINDS))
    game.feature_set(features)  # raises if there is no such set
    if kind == LinearWeights.kind:
        return LinearSpace(game, features)
    if kind == NaryTree.kind:
        return ExpressionTreeSpace(game, NaryTree, features)
    return ExpressionTreeSpace(game, BinaryTree, features)


def _mutate_weight(weight: float, rng: np.random.Generator, rate: float) -> float:
    if rng.random() >= rate:
        return weight
    if rng.random() < 0.5:
        return draw_constant(rng).value
    return round_constant(weight + STEP_DEVIATION * rng.standard_normal())


def _check_genome(game: Game, data: Any, kind: type[Any], features: str) -> Any:
    genome: Genome = genome_from_data(game, data)
    if not isinstance(genome, kind) or genome.features != features:
        raise ContentError(
            f"this is a genome of kind {genome.kind!r} on {genome.features!r} features, not of kind {kind.kind!r} on "
            f"{features!r} ones"
        )
    return genome
