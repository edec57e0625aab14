"""Checks of memory: games share none with their copies, with queries, or through the game data."""

from __future__ import annotations

import random
from collections.abc import Callable

from ludus.core.position import Position
from ludus.testing.case import Case, description, law, look, picture

STEPS = 30  # moves checked in one game
Impression = tuple[list[str], list[int], bytes]


@law
def copies_share_nothing(case: Case) -> None:
    """Playing on copies changes neither the original nor other copies, at every step."""
    for play in case.plays[:5]:
        alone = [_impression(position) for position in case.walk(play, STEPS, case.load())]
        chance = random.Random(play.seed)
        together = case.walk(play, STEPS, case.load())
        for expected, position in zip(alone, together, strict=True):
            _wander(position.copy(), chance)
            _compare(case, expected, position, "playing on a copy changed the original")
            first_copy = position.copy()
            second_copy = first_copy.copy()
            _wander(first_copy, chance)
            _compare(case, expected, second_copy, "playing on changed a copy made before")


def _impression(position: Position) -> Impression:
    return [look(position, seat) for seat in range(position.seats)], position.moves(), position.bytes()


def _compare(case: Case, expected: Impression, position: Position, what: str) -> None:
    views, moves, data = _impression(position)
    case.same_bytes(expected[2], data, what)
    case.same(expected[1], moves, what)
    case.same(expected[0], views, what)


def _wander(position: Position, chance: random.Random) -> None:
    """Play a few random moves, with all queries after each."""
    for _ in range(2):
        if moves := position.moves():
            position.play(chance.choice(moves))
            _impression(position)


@law
def questions_change_nothing(case: Case) -> None:
    """No query of a position changes its bytes."""
    for position in case.some(6):
        before = position.bytes()
        for name, ask in _questions(position):
            ask()
            case.same_bytes(before, position.bytes(), f"asking for {name} changes the state")


def _questions(position: Position) -> list[tuple[str, Callable[[], object]]]:
    queries: list[tuple[str, Callable[[], object]]] = [
        ("the moves", position.moves),
        ("their texts", position.texts),
        ("the decider", lambda: position.decider),
        ("the end", lambda: position.ended),
        ("the result", lambda: position.result),
        ("the history", lambda: position.history),
        ("the text", position.text),
        ("a copy", position.copy),
        ("the whole picture", lambda: picture(position, None)),
        ("the words", lambda: description(position, None)),
    ]
    for seat in range(position.seats):
        queries += [
            (f"the view of seat {seat}", lambda seat=seat: position.view(seat)),  # type: ignore[misc]
            (f"the picture of seat {seat}", lambda seat=seat: picture(position, seat)),  # type: ignore[misc]
            (f"a redeal for seat {seat}", lambda seat=seat: position.redeal(seat, 1)),  # type: ignore[misc]
        ]
    return queries


@law
def table_is_only_read(case: Case) -> None:
    """Neither rules nor queries write to the game data; it may be shared by many games."""
    for play in case.plays[:6]:
        content = case.load()
        shared, own = content.table.tobytes(), b""
        for position in case.walk(play, 200, content):
            own = own or (position.content.table.tobytes() if case.game.rules.prepares else shared)
            case.require(position.content.table.tobytes() == own, "the table has changed")
            for name, ask in _questions(position) if case.place[1] in (0, 1, 5, 25) else ():
                ask()
                case.require(position.content.table.tobytes() == own, f"asking for {name} changes the table")
        case.require(content.table.tobytes() == shared, "the content's table has changed")
