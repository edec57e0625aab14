"""Features of positions and pieces, the inputs of evaluation functions.

These rules work on records and int64 numbers. A game with named features has the first one. If part of its features are
sums over pieces (creatures on a board, cards in play), it may have the others, so that single pieces can be evaluated:

    features(data, state, seat, values)        write all features, in the order of their names
    situation(data, state, seat, values)       write the features that do not belong to pieces; they come first
    pieces(data, state, seat, keys) -> n       write one key per piece: positive for own pieces, negative for others
    piece_features(key, values)                write the features of one piece
    prospect(data, state, move) -> key         the piece that a move would take, e.g. a drafted card; 0: none

A key contains everything the features of a piece depend on, so equal keys mean equal pieces for any game data. The last
features of a position are the sums over the own pieces minus the sums over the opponent's; the conformance kit checks
this.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludus.core.rule import rule
from ludus.util.errors import ContractError

STANDARD = "standard"  # name of the feature set defined by a game's own rules
PIECE_RULES = ("situation", "pieces", "piece_features")


@dataclass(frozen=True, eq=False)
class FeatureSet:
    """A set of features of a game. Created by `feature_set`."""

    name: str
    names: tuple[str, ...]  # all features; those of pieces come last
    piece_names: tuple[str, ...]
    max_pieces: int  # capacity of the buffer that `pieces` fills
    features: Any
    situation: Any
    pieces: Any
    piece_features: Any
    prospect: Any
    rich: bool = False  # expressions over these features may also divide and compare

    @property
    def state_names(self) -> tuple[str, ...]:
        """Names of the features that `situation` writes."""
        return self.names[: len(self.names) - len(self.piece_names)]


def feature_set(
    name: str,
    names: tuple[str, ...],
    source: Any,
    piece_names: tuple[str, ...] = (),
    max_pieces: int = 0,
    rich: bool = False,
) -> FeatureSet:
    """Create a feature set.

    Args:
        name: name of the set.
        names: names of all features; those of pieces come last.
        source: module or namespace with the rules.
        piece_names: names of the features of one piece.
        max_pieces: largest number of pieces in a position.
        rich: whether expressions over the set may also divide and compare.

    Raises:
        ContractError: names, number of pieces and rules do not fit together.
    """
    rules = {rule: getattr(source, rule, None) for rule in PIECE_RULES}
    if piece_names != names[len(names) - len(piece_names) :]:
        raise ContractError(f"the {name} features must end with those of pieces: {', '.join(piece_names)}")
    if {bool(piece_names), max_pieces > 0, *(value is not None for value in rules.values())} != {bool(piece_names)}:
        raise ContractError(
            f"the {name} features: names of piece features, a number of pieces above 0 and the rules "
            f"{', '.join(PIECE_RULES)} go together"
        )
    if not piece_names:
        rules = {"situation": source.features, "pieces": _no_pieces, "piece_features": _no_piece_features}
    prospect = getattr(source, "prospect", None) or _no_prospect
    most = max(max_pieces, 1)  # arrays cannot be empty
    return FeatureSet(name, names, piece_names, most, source.features, prospect=prospect, rich=rich, **rules)


@rule(inline=True)
def _no_pieces(data, state, seat, keys):  # type: ignore[no-untyped-def]
    return 0


@rule(inline=True)
def _no_piece_features(key, values):  # type: ignore[no-untyped-def]
    pass


@rule(inline=True)
def _no_prospect(data, state, move):  # type: ignore[no-untyped-def]
    return 0
