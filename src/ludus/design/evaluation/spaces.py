"""Genome spaces that an optimiser searches: draw, mutate, cross, to_data, from_data, describe."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

import numpy as np

from ludus.core.contract import Game
from ludus.core.errors import ContentError, UnknownName
from ludus.core.features import STANDARD, FeatureSet
from ludus.design.evaluation.growing import STEP, Garden, draw_constant
from ludus.design.evaluation.printing import describe
from ludus.search.expression import on_grid
from ludus.search.genome import KINDS, BinaryTree, Genome, Linear, Tree, genome_data, genome_from, operators_of

T = TypeVar("T", BinaryTree, Tree)


@dataclass(frozen=True)
class LinearSpace:
    """Weight vectors, drawn from -1 to 1. A mutation steps or redraws a weight; crossover is uniform."""

    game: Game
    features: str = STANDARD

    @cached_property
    def seen(self) -> FeatureSet:
        return self.game.feature_set(self.features)

    def draw(self, rng: np.random.Generator) -> Linear:
        return Linear(tuple(draw_constant(rng).value for _ in self.seen.names), self.features)

    def mutate(self, genome: Linear, rng: np.random.Generator, rate: float) -> Linear:
        return Linear(tuple(_mutated(weight, rng, rate) for weight in genome.weights), self.features)

    def cross(self, a: Linear, b: Linear, rng: np.random.Generator) -> Linear:
        first = rng.random(len(a.weights)) < 0.5
        weights = zip(a.weights, b.weights, first, strict=True)
        return Linear(tuple(one if keep else other for one, other, keep in weights), self.features)

    def to_data(self, genome: Linear) -> Any:
        return genome_data(self.game, genome)

    def from_data(self, data: Any) -> Linear:
        genome: Linear = _checked(self.game, data, Linear, self.features)
        return genome

    def describe(self, genome: Linear) -> str:
        return describe(self.game, genome)


@dataclass(frozen=True)
class TreeSpace(Generic[T]):
    """Pairs of trees of either kind; the position tree and the piece tree never exchange subtrees."""

    game: Game
    kind: type[T]
    features: str = STANDARD

    @cached_property
    def seen(self) -> FeatureSet:
        return self.game.feature_set(self.features)

    @cached_property
    def _state(self) -> Garden:
        return Garden(self.seen.state_names, operators_of(self.kind, self.seen))

    @cached_property
    def _card(self) -> Garden:
        return Garden(self.seen.piece_names, operators_of(self.kind, self.seen))

    def draw(self, rng: np.random.Generator) -> T:
        return self.kind(self._state.draw(rng), self._card.draw(rng), self.features)

    def mutate(self, genome: T, rng: np.random.Generator, rate: float) -> T:
        state, card = self._state.mutate(genome.state, rng, rate), self._card.mutate(genome.card, rng, rate)
        return self.kind(state, card, self.features)

    def cross(self, a: T, b: T, rng: np.random.Generator) -> T:
        state, card = self._state.cross(a.state, b.state, rng), self._card.cross(a.card, b.card, rng)
        return self.kind(state, card, self.features)

    def to_data(self, genome: T) -> Any:
        return genome_data(self.game, genome)

    def from_data(self, data: Any) -> T:
        genome: T = _checked(self.game, data, self.kind, self.features)
        return genome

    def describe(self, genome: T) -> str:
        return describe(self.game, genome)


def space_of(game: Game, kind: str, features: str = STANDARD) -> Any:
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
    if kind == Linear.kind:
        return LinearSpace(game, features)
    if kind == Tree.kind:
        return TreeSpace(game, Tree, features)
    return TreeSpace(game, BinaryTree, features)


def _mutated(weight: float, rng: np.random.Generator, rate: float) -> float:
    if rng.random() >= rate:
        return weight
    if rng.random() < 0.5:
        return draw_constant(rng).value
    return on_grid(weight + STEP * rng.standard_normal())


def _checked(game: Game, data: Any, kind: type[Any], features: str) -> Any:
    genome: Genome = genome_from(game, data)
    if not isinstance(genome, kind) or genome.features != features:
        raise ContentError(
            f"this is a genome of kind {genome.kind!r} on {genome.features!r} features, not of kind {kind.kind!r} on "
            f"{features!r} ones"
        )
    return genome
