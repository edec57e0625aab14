"""Checks of what a game declares: name, version, seats, options, plain data, schema, and feature sets.

Observations and results must be plain data, of the types that a schema declares. Features must add up over pieces, and
prospects of moves must reveal nothing hidden.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from ludus.core import plain
from ludus.core.features import FeatureSet
from ludus.core.position import Position
from ludus.core.random import derive
from ludus.core.schema import GameSchema, MoveParts, Question
from ludus.testing.game_under_test import Case, check, seat_text
from ludus.util.errors import OptionError
from ludus.util.plain_data import find_mismatch

SAMPLE_INTERVAL = 7  # positions between those with costly checks


@check
def description_is_in_order(case: Case) -> None:
    """Name, version, seats, end reasons and options are well-formed."""
    game = case.game
    case.require(re.fullmatch(r"[a-z][a-z0-9_-]*", game.name), f"the name {game.name!r} is not a small plain word")
    for field in ("title", "summary", "version"):
        text = getattr(game, field)
        case.require(isinstance(text, str) and text.strip() == text != "", f"the {field} is {text!r}")
    case.require(all(game.end_reasons), "an end reason has no name")
    case.require(len(set(game.end_reasons)) == len(game.end_reasons), f"two reasons have one name: {game.end_reasons}")
    case.require(game.max_moves >= 1, f"max_moves is {game.max_moves}")
    _seats_are_in_order(case)
    _options_are_in_order(case)


def _seats_are_in_order(case: Case) -> None:
    fewest, most = case.game.seats
    case.require(1 <= fewest <= most, f"seats are {case.game.seats}")
    case.require(fewest == most or "seats" in case.game.data.fields, "the game data lack the field 'seats'")
    seats = case.game.seat_count(case.content.data)
    case.require(fewest <= seats <= most, f"the game data are for {seats} seats, the game for {fewest} to {most}")


def _options_are_in_order(case: Case) -> None:
    game, content = case.game, case.content
    case.require(content.data.dtype == game.data.dtype, f"load gives game data of type {content.data.dtype}")
    case.require(len(content.data) == 1, f"load gives {len(content.data)} records of game data")
    case.require_equal(
        game.parse_options(case.options), content.options, "the content does not keep the options it was made from"
    )
    values: dict[str, Any] = msgspec.to_builtins(content.options)
    again = msgspec.json.decode(msgspec.json.encode(values))
    case.require_equal(game.parse_options(again), content.options, "options do not survive being written down")
    words = {name: str(value) for name, value in values.items() if isinstance(value, int | float | str)}
    case.require_equal(game.parse_options(values | words), content.options, "options given as text mean something else")
    try:
        game.parse_options({"no such option": 1})
    except OptionError:
        return
    case.fail("an unknown option is accepted")


@check
def data_is_plain(case: Case) -> None:
    """Observations and results can be sent to a browser or stored in a file."""
    for play in case.random_games:
        for number, position in enumerate(case.walk(play)):
            if number % 7 and not position.end_reason:
                continue
            for seat in range(position.seats):
                observation = case.game.observation(position.content, position.state, seat)
                case.require(
                    isinstance(observation, dict),
                    f"the observation of {seat_text(seat)} is a {type(observation).__name__}",
                )
                case.require(
                    "history" not in observation, "the observation has a 'history' of its own; positions add theirs"
                )
                _encode(case, observation, f"the observation of {seat_text(seat)}")
            _encode(case, position.result, "the result")


@check
def data_fit_the_schema(case: Case) -> None:
    """Observations, moves, questions and facts have the declared types; parts of a move name the same move."""
    if case.game.schema is None:
        return
    schema = case.game.schema()
    _require_fit(case, schema.read_facts(case.game.public_content(case.content)), schema.facts, "the facts")
    for play in case.random_games:
        for number, position in enumerate(case.walk(play)):
            if case.game.real_time and number % SAMPLE_INTERVAL:
                continue  # ticks differ little, and there are many
            for seat in range(position.seats):
                observation = case.game.observation(position.content, position.state, seat)
                _require_fit(case, observation, schema.observation, f"the observation of {seat_text(seat)}")
            if not position.end_reason:
                _question_fits(case, schema, position, number)


def _question_fits(case: Case, schema: GameSchema, position: Position, number: int) -> None:
    """The question is of its type and hides nothing; all legal moves are of their type."""
    content, state = position.content, position.state
    question = schema.current_question(content, state)
    _require_fit(case, question, schema.question, "the question")
    for key in Question.__annotations__:
        case.require(key in question, f"the question lacks the key {key!r}")
    if number % SAMPLE_INTERVAL == 0:
        for seat in range(position.seats):
            resampled = position.resample(seat, derive(case.seed, "question", number))
            case.require_equal(
                question,
                schema.current_question(resampled.content, resampled.state),
                f"the question depends on what is hidden from {seat_text(seat)}",
            )
    for move in position.legal_moves:
        parts = schema.move_parts(content, state, move)
        _require_fit(case, parts, schema.move, f"move {move}")
        for key in MoveParts.__annotations__:
            case.require(key in parts, f"move {move} lacks the key {key!r}")
        text = schema.move_text(content, state, parts)
        case.require_equal(move, position.read_move(text), f"the parts of move {move} are written {text!r}")


def _require_fit(case: Case, data: Any, kind: Any, what: str) -> None:
    fault = find_mismatch(data, kind)
    case.require(not fault, f"{what} does not fit the schema: {fault}")


def _encode(case: Case, data: Any, what: str) -> None:
    try:
        msgspec.json.encode(data)
    except (TypeError, ValueError, OverflowError) as error:
        case.fail(f"{what} is not plain data: {error}")


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
