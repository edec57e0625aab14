"""Checks of moves: legal ones apply, others are refused, games end, and payoffs add up."""

from __future__ import annotations

import numbers
import random
from collections.abc import Iterator

import numpy as np

from ludus.core.game_engine import get_engine
from ludus.core.position import Position
from ludus.testing.game_under_test import Case, check, seat_text
from ludus.util.errors import GameOver, IllegalMove, NotationError

CANARY = -0x5EA1  # fills the space behind the buffer of legal moves, to detect whether a rule writes there
GARBAGE = ("", " ", "\n", "\0", "-", "-1", "99999999999999999999", "1e3", "nan", "²", "no such move", "☃", "\ud800")
HUGE = (-1, -(2**63), 2**31, 2**63 - 1, 2**63, 2**64, 10**30)


@check
def legal_moves_apply(case: Case) -> None:
    """There are 1 to max_moves different legal moves, each can be played, and a valid seat decides."""
    for position in case.all_positions():
        if position.end_reason:
            continue
        count = _count_legal(case, position)
        case.require(count >= 1, "no move is legal, but the game has not ended")
        moves = position.legal_moves
        case.require(len(set(moves)) == count, f"a move is listed twice: {sorted(moves)}")
        case.require(min(moves) >= 0, f"a move is negative: {min(moves)}")
        largest = case.game.largest_move
        case.require(largest is None or max(moves) <= largest, f"a move is above largest_move: {max(moves)}")
        case.require(
            0 <= position.current_player < position.seats,
            f"current_player returns {position.current_player}; it must be 0 to {position.seats - 1}",
        )
    for position in case.sample_positions(8):
        for move in position.legal_moves:
            position.copy().play(move)


def _count_legal(case: Case, position: Position) -> int:
    """The result of `legal_moves`; its buffer is larger than allowed, to detect whether it writes too much."""
    most = case.game.max_moves
    buffer = np.full(most + 256, CANARY, np.int64)
    state = np.frombuffer(position.bytes(), np.uint8).copy()
    count: int = get_engine(case.game).legal_moves(
        position.content.data.ctypes.data, state.ctypes.data, buffer.ctypes.data
    )
    case.require(count <= most, f"legal_moves returns {count}, but max_moves is {most}")
    case.require((buffer[most:] == CANARY).all(), f"legal_moves writes more than max_moves ({most}) moves")
    return count


@check
def games_end(case: Case) -> None:
    """Every game ends by itself, for a named reason."""
    for play in case.random_games:
        case.location = play.seed, len(play.moves)
        if len(play.moves) == case.longest:
            case.require(play.ended, f"the game has not ended after {case.longest} random moves")


@check
def shares_add_up(case: Case) -> None:
    """No result before the end; then payoffs between 0 and 1 that add up to 1, and integer scores."""
    for play in case.random_games:
        for position in case.walk(play):
            if position.end_reason is None:
                case.require(position.result is None, "there is a result before the end")
        result = position.result
        if result is None:
            continue
        case.require(result.reason in case.game.end_reasons[1:], f"the game ended with {result.reason!r}")
        case.require(all(0.0 <= share <= 1.0 for share in result.payoffs), f"payoffs are {result.payoffs}")
        if position.seats > 1:
            case.require(abs(sum(result.payoffs) - 1.0) < 1e-9, f"payoffs add up to {sum(result.payoffs)}")
        _scores_are_integers(case, position)


def _scores_are_integers(case: Case, position: Position) -> None:
    state = np.frombuffer(position.bytes(), np.uint8).copy()
    for seat in range(position.seats):
        score = get_engine(case.game).score(state.ctypes.data, seat)
        case.require(
            isinstance(score, numbers.Integral | np.bool_),
            f"the score of {seat_text(seat)} is {score!r}, a {type(score).__name__}; scores are integers "
            "(// divides integers and rounds down)",
        )


@check
def wrong_moves_are_refused(case: Case) -> None:
    """Numbers and texts that are no legal move raise the right errors and change nothing."""
    for position in case.sample_positions(4):
        legal = position.legal_moves
        neighbours = {move + step for move in legal for step in (-1, 1)}
        for number in (neighbours | {*HUGE}) - {*legal}:
            _refused(case, position, number, IllegalMove)
        for text in _unreadable_texts(position):
            _refused(case, position, text, NotationError)
        for text in mistyped_moves(position):
            _refused_or_legal(case, position, text)
    for play in case.random_games:
        *_, last = case.walk(play)
        if last.end_reason:
            case.require_equal([], last.legal_moves, "moves are legal after the end")
            late: list[int | str] = [*play.moves[-1:], -1, 2**64, "", "no such move"]
            for move in late:
                _refused(case, last, move, GameOver)


def _refused(case: Case, position: Position, move: int | str, error: type[Exception]) -> None:
    before = position.bytes()
    try:
        position.play(move)
    except error:
        case.require_equal_bytes(before, position.bytes(), f"{move!r} was refused, but something changed")
        return
    except Exception as other:
        case.fail(f"{move!r} should raise {error.__name__}, not {type(other).__name__}: {other}")
    case.fail(f"{move!r} should raise {error.__name__}, but was accepted")


def _refused_or_legal(case: Case, position: Position, text: str) -> None:
    """A mistyped text may happen to be another way to write a legal move."""
    try:
        move = position.read_move(text)
    except (NotationError, IllegalMove):
        return
    case.require(isinstance(move, int), f"{text!r} is read as {move!r}")
    if move not in position.legal_moves:
        _refused(case, position, text, IllegalMove)


def _unreadable_texts(position: Position) -> Iterator[str]:
    """Texts that cannot be a move in any notation, though some notations allow a remark after a move."""
    texts = position.legal_move_texts()
    yield from (text for text in GARBAGE if text not in texts)
    for text in texts[:4]:
        yield from (f"☃ {text}", f"☃{text}")


def mistyped_moves(position: Position) -> Iterator[str]:
    """Legal moves with something added, or with a few characters dropped, doubled or replaced."""
    texts, chance = position.legal_move_texts(), random.Random(position.bytes())
    for text in texts[:4]:
        yield from (f"{text} ☃", f"{text}\0", f"{text}; {text}", f"{text}\n{text}", text.upper(), text.lower())
    for _ in range(30):
        signs = list(chance.choice(texts))
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(signs) + 1)
            signs[at : at + chance.randint(0, 2)] = chance.choices(" -+0129aZé_.,:|\t", k=chance.randint(0, 2))
        yield "".join(signs)
