"""Checks of determinism: a game is a function of its seed and moves, compiled or plain, on any thread."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from ludus.core.game_engine import get_engine
from ludus.core.position import Position
from ludus.core.random import derive
from ludus.testing.bounds_check import play_with_bounds_checks
from ludus.testing.game_under_test import Case, RandomGame, check, observation_text, seat_text

PLAIN_GAMES, PLAIN_MOVES = 4, 150  # plain Python is a hundred times slower


@check
def seeds_decide(case: Case) -> None:
    """The same seed and moves give the same game; different seeds do not all give the same game."""
    for play in case.random_games:
        case.location = play.seed, 0
        one, other = case.start(play.seed), case.start(play.seed, content=case.load())
        case.require_equal_bytes(one.bytes(), other.bytes(), "one seed deals two games")
        for number, move in enumerate(play.moves):
            case.location = play.seed, number + 1
            one.play(move)
            other.play(move)
            case.require_equal_bytes(one.bytes(), other.bytes(), "the same moves lead elsewhere")
    if "stream" in case.game.state.fields or case.game.rules.has_seeded_content:
        starts = [case.start(seed) for seed in case.seeds(32)]
        dealt = {position.bytes() + position.content.data.tobytes() for position in starts}
        case.location = None, None
        case.require(len(dealt) > 1, "32 seeds all deal the same game")


@check
def plain_play_agrees(case: Case) -> None:
    """The same source as plain Python plays the same game, byte for byte."""
    for play in case.random_games[:PLAIN_GAMES]:
        case.location = play.seed, 0
        fast, slow = case.start(play.seed), case.start(play.seed, compiled=False)
        tables = fast.content.data.tobytes() == slow.content.data.tobytes()
        case.require(tables, "compiled and plain prepare different game data")
        _agree(case, fast, slow)
        for number, move in enumerate(play.moves[:PLAIN_MOVES]):
            case.location = play.seed, number + 1
            fast.play(move)
            slow.play(move)
            _agree(case, fast, slow)


def _agree(case: Case, fast: Position, slow: Position) -> None:
    case.require_equal_bytes(fast.bytes(), slow.bytes(), "compiled and plain play differ")
    case.require_equal(fast.legal_moves, slow.legal_moves, "compiled and plain rules allow different moves")
    case.require_equal(fast.end_reason, slow.end_reason, "compiled and plain rules end differently")
    case.require_equal(fast.result, slow.result, "compiled and plain rules give different results")
    if fast.end_reason is None:
        case.require_equal(
            fast.current_player, slow.current_player, "compiled and plain rules let different seats decide"
        )
        if (case.location[1] or 0) % 4 == 0:
            for seat in range(fast.seats):
                seed = derive(case.seed, "plain", seat)
                one, other = fast.resample(seat, seed).bytes(), slow.resample(seat, seed).bytes()
                case.require_equal_bytes(one, other, f"compiled and plain redeals for {seat_text(seat)} differ")


@check
def threads_agree(case: Case) -> None:
    """Games played by two threads, and handed over in the middle, equal those that one thread plays."""
    alone = []
    for play in case.random_games:
        *_, last = case.walk(play)
        alone.append(_ending(last))
    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(1) as two:
        first = [(one, two)[k % 2].submit(_play_first_half, case, play) for k, play in enumerate(case.random_games)]
        middle = [future.result() for future in first]
        second = [
            (two, one)[k % 2].submit(_play_second_half, position, play)
            for k, (position, play) in enumerate(zip(middle, case.random_games, strict=True))
        ]
        for expected, future, play in zip(alone, second, case.random_games, strict=True):
            case.location = play.seed, len(play.moves)
            data, views = future.result()
            case.require_equal_bytes(expected[0], data, "two threads play another game than one")
            case.require_equal(expected[1], views, "a position looks different on another thread")


def _play_first_half(case: Case, play: RandomGame) -> Position:
    position = case.start(play.seed)
    for move in play.moves[: len(play.moves) // 2]:
        position.play(move)
    return position


def _play_second_half(position: Position, play: RandomGame) -> tuple[bytes, list[str]]:
    for move in play.moves[len(play.moves) // 2 :]:
        position.play(move)
    return _ending(position)


def _ending(position: Position) -> tuple[bytes, list[str]]:
    return position.bytes(), [observation_text(position, seat) for seat in range(position.seats)]


@check
def bounds_hold(case: Case) -> None:
    """The rules compile, end, and read and write only inside their arrays: many more random games, in a process that
    checks every index.
    """
    get_engine(case.game)  # compiles the rules, without playing
    if failure := play_with_bounds_checks(case):
        case.location, case.location_compiled = (failure.seed, failure.move), False
        case.fail(failure.what)
