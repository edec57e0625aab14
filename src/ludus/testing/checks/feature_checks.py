"""Checks of feature sets: features add up over pieces, and prospects of moves reveal nothing hidden."""

from __future__ import annotations

from ludus.core import plain
from ludus.core.features import FeatureSet
from ludus.core.position import Position
from ludus.core.random import derive
from ludus.testing.game_under_test import Case, check


@check
def features_add_up(case: Case) -> None:
    """Each feature set is the situation, then the features of all pieces, own ones minus the opponents'."""
    for name in case.game.feature_sets:
        feature_set = case.game.feature_set(name)
        for position in case.sample_positions(6):
            for seat in range(position.seats):
                case.require_equal(
                    _all_features(case, feature_set, position, seat),
                    _summed_features(case, feature_set, position, seat),
                    f"{name} features",
                )


@check
def prospects_are_seen(case: Case) -> None:
    """The prospect of a move is a piece, and the same on every resampled position of the player who moves."""
    for name in case.game.feature_sets:
        prospect = plain(case.game.feature_set(name).prospect)
        for position in case.sample_positions(6):
            resample = position.resample(position.current_player, derive(case.seed, "prospect"))
            for move in position.legal_moves:
                keys = [prospect(_game_data(case, variant), variant.state, move) for variant in (position, resample)]
                case.require(keys[0] >= 0, f"the prospect of move {move} is {keys[0]}, below 0")
                case.require(keys[0] == keys[1], f"the prospect of move {move} depends on what is hidden")


def _all_features(case: Case, seen: FeatureSet, position: Position, seat: int) -> list[int]:
    values = [0] * len(seen.names)
    plain(seen.features)(_game_data(case, position), position.state, seat, values)
    return values


def _summed_features(case: Case, seen: FeatureSet, position: Position, seat: int) -> list[int]:
    table, state = _game_data(case, position), position.state
    values = [0] * len(seen.state_names)
    plain(seen.situation)(table, state, seat, values)
    keys = [0] * seen.max_pieces
    sums = [0] * len(seen.piece_names)
    for k in range(plain(seen.pieces)(table, state, seat, keys)):
        case.require(keys[k] != 0, f"piece {k} has the key 0")
        one = [0] * len(seen.piece_names)
        plain(seen.piece_features)(abs(keys[k]), one)
        sums = [total + (value if keys[k] > 0 else -value) for total, value in zip(sums, one, strict=True)]
    return values + sums


def _game_data(case: Case, position: Position) -> object:
    return case.game.data.over(position.content.data)
