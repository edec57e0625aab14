"""Checks of memory: games share none with their copies, with queries, or through the game data."""

from __future__ import annotations

import random
from collections.abc import Callable

from ludus.core.position import Position
from ludus.testing.game_under_test import Case, check, description_or_none, observation_text, svg_or_none

STEPS = 30  # moves checked in one game
Snapshot = tuple[list[str], list[int], bytes]


@check
def copies_share_nothing(case: Case) -> None:
    """Playing on copies changes neither the original nor other copies, at every step."""
    for play in case.random_games[:5]:
        alone = [_snapshot(position) for position in case.walk(play, STEPS, case.load())]
        chance = random.Random(play.seed)
        together = case.walk(play, STEPS, case.load())
        for expected, position in zip(alone, together, strict=True):
            _play_random_moves(position.copy(), chance)
            _compare(case, expected, position, "playing on a copy changed the original")
            first_copy = position.copy()
            second_copy = first_copy.copy()
            _play_random_moves(first_copy, chance)
            _compare(case, expected, second_copy, "playing on changed a copy made before")


def _snapshot(position: Position) -> Snapshot:
    return [observation_text(position, seat) for seat in range(position.seats)], position.legal_moves, position.bytes()


def _compare(case: Case, expected: Snapshot, position: Position, what: str) -> None:
    views, moves, data = _snapshot(position)
    case.require_equal_bytes(expected[2], data, what)
    case.require_equal(expected[1], moves, what)
    case.require_equal(expected[0], views, what)


def _play_random_moves(position: Position, chance: random.Random) -> None:
    """Play a few random moves, with all queries after each."""
    for _ in range(2):
        if moves := position.legal_moves:
            position.play(chance.choice(moves))
            _snapshot(position)


@check
def questions_change_nothing(case: Case) -> None:
    """No query of a position changes its bytes."""
    for position in case.sample_positions(6):
        before = position.bytes()
        for name, ask in _queries(position):
            ask()
            case.require_equal_bytes(before, position.bytes(), f"asking for {name} changes the state")


def _queries(position: Position) -> list[tuple[str, Callable[[], object]]]:
    queries: list[tuple[str, Callable[[], object]]] = [
        ("the moves", lambda: position.legal_moves),
        ("their texts", position.legal_move_texts),
        ("the current player", lambda: position.current_player),
        ("the end", lambda: position.end_reason),
        ("the result", lambda: position.result),
        ("the history", lambda: position.history),
        ("the text", position.text),
        ("a copy", position.copy),
        ("the whole picture", lambda: svg_or_none(position, None)),
        ("the description", lambda: description_or_none(position, None)),
    ]
    for seat in range(position.seats):
        queries += [
            (f"the observation of seat {seat + 1}", lambda seat=seat: position.observation(seat)),  # type: ignore[misc]
            (f"the picture of seat {seat + 1}", lambda seat=seat: svg_or_none(position, seat)),  # type: ignore[misc]
            (f"a redeal for seat {seat + 1}", lambda seat=seat: position.resample(seat, 1)),  # type: ignore[misc]
        ]
    return queries


@check
def table_is_only_read(case: Case) -> None:
    """Neither rules nor queries write to the game data; it may be shared by many games."""
    for play in case.random_games[:6]:
        content = case.load()
        shared, own = content.data.tobytes(), b""
        for position in case.walk(play, 200, content):
            own = own or (position.content.data.tobytes() if case.game.rules.has_seeded_content else shared)
            case.require(position.content.data.tobytes() == own, "the game data have changed")
            for name, ask in _queries(position) if case.location[1] in (0, 1, 5, 25) else ():
                ask()
                case.require(position.content.data.tobytes() == own, f"asking for {name} changes the game data")
        case.require(content.data.tobytes() == shared, "the game data of the content have changed")
