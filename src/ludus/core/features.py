"""What evaluation functions see of a position: named numbers, and pieces that have numbers of their own.

Rules, on records and int64 numbers. A game that names features has the first; one whose features are in part sums over
pieces (creatures on a board, cards in play) may have the others, so that a piece can be judged by itself:

    features(table, state, seat, values)       all features, in the order of their names
    situation(table, state, seat, values)      those that are not of pieces: the first of them
    pieces(table, state, seat, keys) -> n      a key for each piece: above 0 an own one, below 0 the opponent's
    piece_features(key, values)                the features of one piece
    prospect(table, state, move) -> key        what a move takes that can be judged like a piece; 0: nothing

A key holds all that the features of a piece depend on, so equal keys mean equal pieces, whatever the table. The last
features of a position are those of its pieces, added up, own ones less the opponent's: the kit holds games to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludus.core.errors import ContractError
from ludus.core.rule import rule

STANDARD = "standard"  # the name of the set that a game's own rules make
PIECE_RULES = ("situation", "pieces", "piece_features")


@dataclass(frozen=True, eq=False)
class FeatureSet:
    """One way to see the positions of a game. Built by `feature_set`."""

    name: str
    names: tuple[str, ...]  # of all features; the last are those of pieces
    piece_names: tuple[str, ...]
    most_pieces: int  # capacity of the buffer that `pieces` fills
    features: Any
    situation: Any
    pieces: Any
    piece_features: Any
    prospect: Any
    rich: bool = False  # trees over it may also divide, and choose by comparing

    @property
    def state_names(self) -> tuple[str, ...]:
        """The names of what `situation` writes."""
        return self.names[: len(self.names) - len(self.piece_names)]


def feature_set(
    name: str,
    names: tuple[str, ...],
    source: Any,
    piece_names: tuple[str, ...] = (),
    most_pieces: int = 0,
    rich: bool = False,
) -> FeatureSet:
    """A set from its names and a module or namespace that has the rules."""
    rules = {rule: getattr(source, rule, None) for rule in PIECE_RULES}
    if piece_names != names[len(names) - len(piece_names) :]:
        raise ContractError(f"the {name} features must end with those of pieces: {', '.join(piece_names)}")
    if {bool(piece_names), most_pieces > 0, *(found is not None for found in rules.values())} != {bool(piece_names)}:
        raise ContractError(
            f"the {name} features: names of piece features, a number of pieces above 0 and the rules "
            f"{', '.join(PIECE_RULES)} go together"
        )
    if not piece_names:
        rules = {"situation": source.features, "pieces": _no_pieces, "piece_features": _nothing_to_say}
    prospect = getattr(source, "prospect", None) or _no_prospect
    most = max(most_pieces, 1)  # an array cannot be empty
    return FeatureSet(name, names, piece_names, most, source.features, prospect=prospect, rich=rich, **rules)


@rule(inline=True)
def _no_pieces(table, state, seat, keys):  # type: ignore[no-untyped-def]
    return 0


@rule(inline=True)
def _nothing_to_say(key, values):  # type: ignore[no-untyped-def]
    pass


@rule(inline=True)
def _no_prospect(table, state, move):  # type: ignore[no-untyped-def]
    return 0
