"""Checks of notation: moves, positions and whole games can be written and read back."""

from __future__ import annotations

import random
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

from ludus.core.game_engine import get_engine
from ludus.core.game_registry import registered_game
from ludus.core.position import Position
from ludus.core.random import check_stream
from ludus.core.replay import Replay
from ludus.core.serialization import from_plain, to_plain
from ludus.testing.game_under_test import Case, RandomGame, call_with_limit, check, error_text, observation_text
from ludus.util.errors import ContractError, NotationError

POSITION_SECONDS = 30.0  # for all queries of one position in plain Python


@check
def moves_round_trip(case: Case) -> None:
    """Every legal move has its own text, on one line, that reads back as the same move."""
    for position in case.sample_positions(10):
        writer: dict[str, int] = {}
        for move in position.legal_moves:
            text = position.write_move(move)
            case.require(isinstance(text, str) and text.strip() == text != "", f"move {move} is written {text!r}")
            case.require(len(text.splitlines()) == 1, f"move {move} is written on several lines: {text!r}")
            other = writer.setdefault(text, move)
            case.require(other == move, f"moves {other} and {move} are both written {text!r}")
            case.require_equal(move, position.read_move(text), f"{text!r} reads back as another move")


@check
def positions_round_trip(case: Case) -> None:
    """A position as text is one line and reads back byte for byte."""
    for play in case.random_games:
        table = case.start(play.seed).content.data.tobytes()
        for number, position in enumerate(case.walk(play)):
            if number % 5 and not position.end_reason:
                continue
            text = position.text()
            case.require(len(text.splitlines()) == 1, "a position takes several lines")
            again = Position.read(case.game, case.content, text)
            case.require_equal_bytes(position.bytes(), again.bytes(), "a position does not read back")
            case.require(again.content.data.tobytes() == table, "a position that was read has other game data")
            case.require_equal(
                position.legal_moves, again.legal_moves, "other moves are legal in a position that was read"
            )


@check
def impossible_positions_are_refused(case: Case) -> None:
    """A position with one number changed is refused, or the rules can handle it."""
    slow = get_engine(case.game, compiled=False)  # plain Python raises errors instead of reading garbage
    for position in case.sample_positions(3):
        chance = random.Random(position.bytes())
        for _ in range(10):
            data = to_plain(position.state)
            name = _change_one_number(data, chance)
            try:
                state = from_plain(case.game.state, data)
                case.game.validate(position.content, case.game.state.over(state))
                check_stream(case.game.state.over(state))
            except NotationError:
                continue
            try:
                changed = Position(case.game, position.content, state, None, slow)
                call_with_limit(partial(_try_everything, changed), POSITION_SECONDS)
            except Exception as error:
                case.fail(f"a position with {name} is accepted, but then: {error_text(error)}", error)


def _change_one_number(data: Any, chance: random.Random, path: str = "") -> str:
    """Change a random number in nested data; returns its path and new value."""
    key = chance.choice([*data] if isinstance(data, dict) else range(len(data)))
    where = f"{path}[{key}]" if isinstance(data, list) else f"{path}.{key}".lstrip(".")
    if isinstance(data[key], dict | list):
        return _change_one_number(data[key], chance, where)
    data[key] = chance.choice([0, 1, data[key] + 1, data[key] - 1, chance.randrange(256), 255, 127, 30_000])
    return f"{where} = {data[key]}"


def _try_everything(position: Position) -> None:
    """Observe, resample, and try the moves."""
    for seat in range(position.seats):
        observation_text(position, seat)
        if not position.end_reason:
            position.resample(seat, 1)
    moves = position.legal_moves
    if not position.end_reason and not (moves and 0 <= position.current_player < position.seats):
        raise ContractError("the game goes on, but no seat can move")
    for move in moves[:12]:
        position.write_move(move)
        position.copy().play(move)


@check
def replays_round_trip(case: Case) -> None:
    """A replay file gives the same positions and the same result; so does one of half a game."""
    with registered_game(case.game), tempfile.TemporaryDirectory() as folder:
        for play in case.random_games[:6]:
            for length in (len(play.moves) // 2, len(play.moves)):
                _replay(case, RandomGame(play.seed, play.moves[:length], False), Path(folder) / "replay.json")


def _replay(case: Case, play: RandomGame, file: Path) -> None:
    states = []
    for position in case.walk(play):
        states.append(position.bytes())
    written = Replay.from_position(position)
    written.save(file)
    replay = Replay.load(file)
    case.require_equal(written, replay, "a replay does not read back")
    positions = replay.positions()
    case.require_equal(len(states), len(positions), "a replay has another number of positions")
    for number, (one, other) in enumerate(zip(states, positions, strict=True)):
        case.location = play.seed, number
        case.require_equal_bytes(one, other.bytes(), "a replay leads elsewhere")
    case.require_equal(position.result, positions[-1].result, "a replay has another result")
