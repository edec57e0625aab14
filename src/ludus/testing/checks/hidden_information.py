"""Checks of hidden information: nothing hidden from a seat appears in samples, observations, pictures, moves or
history.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NoReturn

import numpy as np

from ludus.core.game import Content
from ludus.core.position import Position
from ludus.core.random import derive
from ludus.testing.checks.moves import mistyped_moves
from ludus.testing.game_under_test import Case, check, description_or_none, difference_text, seat_text, svg_or_none
from ludus.util.errors import LudusError

FEW, MANY = 2, 64  # samples of one position


@check
def redeals_obey_their_seed(case: Case) -> None:
    """A sample depends only on what the seat sees and on its seed:
    resample_hidden(resample_hidden(s, a), b) is resample_hidden(s, b).
    """
    for position in case.sample_positions(6):
        for seat in range(position.seats):
            a, b = (position.resample(seat, derive(case.seed, letter)) for letter in "ab")
            case.require_equal_bytes(
                b.bytes(),
                a.resample(seat, derive(case.seed, "b")).bytes(),
                f"for {seat_text(seat)}, a redeal of a redeal is not the redeal of the position",
            )
            case.require_equal(
                position.current_player, a.current_player, f"after a redeal for {seat_text(seat)} another seat decides"
            )
            case.require_equal(position.end_reason, a.end_reason, f"a redeal for {seat_text(seat)} ends the game")
            if "stream" in case.game.state.fields:
                _streams_differ(case, seat, position, a, b)


def _streams_differ(case: Case, seat: int, position: Position, a: Position, b: Position) -> None:
    """The random stream must be replaced: it determines all future chance."""
    streams = {position.state.stream, a.state.stream, b.state.stream}
    case.require(len(streams) == 3, f"a redeal for {seat_text(seat)} does not make a new random stream from its seed")


@check
def redeals_hide_everything(case: Case) -> None:
    """Positions with the same observation history have the same samples, so everything hidden is resampled."""
    resamples: dict[tuple[int, str, bytes], bytes] = {}
    for position in _similar_positions(case):
        for seat in range(position.seats):
            key = seat, repr(position.observation(seat)), position.content.data.tobytes()
            resample = position.resample(seat, derive(case.seed, "redeal")).bytes()
            first = resamples.setdefault(key, resample)
            case.require_equal_bytes(
                first, resample, f"two positions look the same to {seat_text(seat)}, but not their redeals"
            )


def _similar_positions(case: Case) -> Iterator[Position]:
    """Positions that may differ only in hidden information: many deals, and the results of different moves."""
    for seed in case.seeds(40 * case.games)[case.games :]:
        case.location = seed, 0
        yield case.start(seed)
    for position in case.sample_positions(5):
        for move in position.legal_moves[:12]:
            after = position.copy()
            after.play(move)
            if not after.end_reason:
                yield after


@check
def views_conceal(case: Case) -> None:
    """Observation, picture and description are the same for a position and its samples."""
    for position in case.sample_positions(6):
        for seat in range(position.seats):
            observation, svg, description = _views(position, seat)
            for resample in _resamples(case, position, seat, FEW):
                other_observation, other_svg, other_description = _views(resample, seat)
                # As text too: the order of keys, and 1 against True, may also show something.
                if repr(observation) != repr(other_observation):
                    difference = observation, other_observation
                    if observation == other_observation:
                        difference = repr(observation), repr(other_observation)
                    _fail_of_view(case, seat, "observation", *difference)
                if svg != other_svg:
                    _fail_of_view(case, seat, "picture", svg, other_svg)
                if description != other_description:
                    _fail_of_view(case, seat, "description", description, other_description)


def _views(position: Position, seat: int) -> tuple[Any, str | None, str | None]:
    observation = position.game.observation(position.content, position.state, seat)
    return observation, svg_or_none(position, seat), description_or_none(position, seat)


def _fail_of_view(case: Case, seat: int, view: str, of_position: Any, of_sample: Any) -> NoReturn:
    """Fail with the difference and the two possible causes."""
    __tracebackhide__ = True
    case.fail(
        f"the {view} of {seat_text(seat)} differs between the position and a sample that resample_hidden made of it: "
        f"{difference_text(of_position, of_sample)}. Should the rules let this seat know the first value? "
        f"If yes, resample_hidden is wrong: it changes something that the seat knows. "
        f"If no, the {view} is wrong: it shows something hidden"
    )


@check
def choices_conceal(case: Case) -> None:
    """The current player has the same moves in every sample, with the same texts and the same refusals."""
    for position in case.sample_positions(8):
        moves = dict(sorted(zip(position.legal_moves, position.legal_move_texts(), strict=True)))
        for resample in _resamples(case, position, position.current_player, FEW):
            others = dict(sorted(zip(resample.legal_moves, resample.legal_move_texts(), strict=True)))
            case.require_equal(
                moves, others, f"the legal moves of {seat_text(position.current_player)} depend on something hidden"
            )
            notation = case.game.notation
            for explain in filter(None, (notation.explain_illegal, notation.explain_in_words)):
                for text in mistyped_moves(position):
                    explanations = _explanation(position, text, explain), _explanation(resample, text, explain)
                    case.require_equal(*explanations, f"why {text!r} is not legal depends on something hidden")


def _explanation(position: Position, text: str, explain: Callable[[Content, Any, str], str]) -> str:
    """What a game says about a text that is no legal move."""
    try:
        move = position.read_move(text)
    except LudusError as error:
        return str(error)
    return "" if move in position.legal_moves else explain(position.content, position.state, text)


@check
def history_conceals(case: Case) -> None:
    """Every seat sees its own moves, and no move that its samples treat as unknown."""
    for play in case.random_games:
        *_, last = case.walk(play, 40)
        _histories_are_as_told(case, last)
    for position in case.sample_positions(4):
        for move in position.legal_moves[:3]:
            for seat in range(position.seats):
                if case.game.is_move_visible(position.content, position.state, move, seat):
                    _unknown_is_not_told(case, position, move, seat)
                elif seat == position.current_player:
                    case.fail(f"{seat_text(seat)} does not see its own move {position.write_move(move)!r}")


def _histories_are_as_told(case: Case, position: Position) -> None:
    histories: list[list[str]] = [[] for _ in range(position.seats)]
    replayed = case.start(case.location[0] or 0)
    for event in position.history:
        for seat, history in enumerate(histories):
            if case.game.is_move_visible(replayed.content, replayed.state, event.move, seat):
                history.append(f"{replayed.current_player}: {replayed.write_move(event.move)}")
        replayed.play(event.move)
    for seat, history in enumerate(histories):
        case.require_equal(
            history,
            position.observation(seat)["history"],
            f"the history of {seat_text(seat)} does not have the moves visible to it",
        )


def _unknown_is_not_told(case: Case, position: Position, move: int, seat: int) -> None:
    """A byte fixed by a visible move must not vary between samples taken after the move."""
    samples = [sample for sample in _resamples(case, position, seat, MANY) if move in sample.legal_moves]
    after = position.copy()
    after.play(move)
    if after.end_reason or len(samples) < MANY // 4:
        return
    for sample in samples:
        sample.play(move)
    true_bytes = _stack([after])
    fixed = (_stack(samples) == true_bytes).all(axis=0)
    redealt = _stack([*_resamples(case, after, seat, MANY)])
    unknown = (redealt != true_bytes).mean(axis=0) > 0.25  # often enough not to be chance
    varied = (redealt != redealt[0]).any(axis=0)
    if (leaks := np.flatnonzero(fixed & unknown & varied)).size:
        field = _field_at(case, int(leaks[0]))
        text = position.write_move(move)
        case.fail(f"{seat_text(seat)} sees {text!r}, which fixes {field}; but its redeals treat that as unknown")


def _resamples(case: Case, position: Position, seat: int, count: int) -> Iterator[Position]:
    for k in range(count):
        yield position.resample(seat, derive(case.seed, "imagined", k))


def _stack(positions: list[Position]) -> np.ndarray:
    return np.array([np.frombuffer(position.bytes(), np.uint8) for position in positions])


def _field_at(case: Case, offset: int) -> str:
    """The top-level field of the state that a byte belongs to."""
    starts = {name: case.game.state.dtype.fields[name][1] for name in case.game.state.fields}  # type: ignore[index]
    return max((start, name) for name, start in starts.items() if start <= offset)[1]
