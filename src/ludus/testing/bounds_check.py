"""Random games in a separate process in which compiled rules check every index.

Without the checks a rule that reads past the end of an array silently gets garbage, or the process crashes. They are a
setting of the compiler, so they need their own process: `python -m ludus.testing.bounds_check GAME` with a JSON object
on standard input. After an error, the game is played again as plain Python, which knows the rule and the line.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from functools import partial
from typing import NoReturn

import msgspec

from ludus.core.game import Content, Game
from ludus.core.game_engine import get_engine
from ludus.core.game_pickling import find_game_path, import_game
from ludus.core.position import Position
from ludus.core.random import derive
from ludus.testing.game_under_test import Case, call_with_limit, innermost_place, rule_place
from ludus.util.errors import ContractError, LudusError

GAMES_FACTOR = 10  # times the games of the other checks
MOVE_SECONDS = 60.0  # for the rules of one move; no game needs so long
PLAIN_SECONDS = 30.0  # for one game in plain Python, to find the rule and the line


class BoundsFailure(msgspec.Struct, frozen=True):
    """What went wrong with bounds checks, and the seed and move if they are known."""

    what: str
    seed: int | None = None
    move: int | None = None


class _Request(msgspec.Struct, frozen=True):
    options: dict[str, object]
    games: int
    seed: int
    longest: int
    move_seconds: float


def play_with_bounds_checks(case: Case, move_seconds: float = MOVE_SECONDS) -> BoundsFailure | None:
    """The failure in the other process, or None if all games went well."""
    request = _Request(case.options, GAMES_FACTOR * case.games, case.seed, case.longest, move_seconds)
    settings = {
        "NUMBA_BOUNDSCHECK": "1",
        "NUMBA_DISABLE_JIT": "0",
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    process = subprocess.run(
        [sys.executable, "-m", "ludus.testing.bounds_check", case.import_path or game_import_path(case.game)],
        input=msgspec.json.encode(request),
        capture_output=True,
        env=os.environ | settings,
        check=False,
    )
    if process.returncode == 0:
        return None
    try:
        return msgspec.json.decode(process.stdout.strip().rpartition(b"\n")[2], type=BoundsFailure)
    except msgspec.DecodeError:  # the process ended without a report
        return BoundsFailure(f"the process with bounds checks {_ending(process)}")


def _ending(process: subprocess.CompletedProcess[bytes]) -> str:
    if process.returncode < 0:
        return f"was ended by the signal {signal.Signals(-process.returncode).name}"
    lines = process.stderr.decode(errors="replace").strip().splitlines() or ["no message"]
    return f"ended with code {process.returncode}: {lines[-1]}"


def game_import_path(game: Game) -> str:
    """The import path of a game for another process: "module:attribute"."""
    path = find_game_path(game)
    if path is None:
        raise LudusError(
            f"another process cannot find the game {game.name}: keep it in a module, or pass "
            "import_path='module:attribute'"
        )
    return path


def main() -> None:
    request = msgspec.json.decode(sys.stdin.buffer.read(), type=_Request)
    game = import_game(sys.argv[1])
    content = game.content(**request.options)
    get_engine(game)  # compile before the time of the moves counts
    progress = _Progress()
    threading.Thread(target=_watch, args=(game, content, request, progress), daemon=True).start()
    for k in range(request.games):
        seed = derive(request.seed, game.name, k)
        progress.seed, progress.move, progress.since = seed, 0, time.monotonic()
        try:
            for number in _play(game, content, seed, request.longest):
                progress.move, progress.since = number, time.monotonic()
        except Exception as error:
            what = _plain_error(game, content, seed, request) or f"{type(error).__name__}: {error}"
            _report(what, seed, progress.move)


class _Progress:
    """The move that is played now, and since when."""

    seed, move = 0, 0
    since = float("inf")


def _play(game: Game, content: Content, seed: int, longest: int, compiled: bool = True) -> Iterator[int]:
    """Play the random game of a seed with a redeal after each move; yields the number of moves played so far."""
    position, chance, number = Position.start(game, content, seed, compiled), random.Random(seed), 0
    while number < longest and (moves := position.legal_moves):
        position.play(chance.choice(moves))
        number += 1
        position.resample(number % position.seats, derive(seed, number))
        yield number
    _ = position.result


def _watch(game: Game, content: Content, request: _Request, progress: _Progress) -> None:
    """End the process with a report if one move takes too long; compiled rules let other threads run."""
    while True:
        time.sleep(min(1.0, request.move_seconds / 4))
        seed, move = progress.seed, progress.move
        if time.monotonic() - progress.since > request.move_seconds:
            progress.since = float("inf")
            what = f"the rules of one move do not end; they still run after {request.move_seconds:g} s"
            place = _plain_error(game, content, seed, request, endless=True)
            _report(f"{what}; as plain Python: {place}" if place else what, seed, move)


def _plain_error(game: Game, content: Content, seed: int, request: _Request, endless: bool = False) -> str | None:
    """The error of a game as plain Python, with the rule and its line; None if there is none.

    With `endless`, a game that takes too long is an error; otherwise it may only be slow.
    """
    play = partial(_play, game, content, seed, request.longest, compiled=False)
    try:
        call_with_limit(lambda: [None for _ in play()], min(PLAIN_SECONDS, request.move_seconds))
    except ContractError as error:
        return str(error) if endless else None
    except Exception as error:
        place = innermost_place(traceback.extract_tb(error.__traceback__))
        text = str(error)
        if isinstance(error, IndexError) and place is not None and text == "invalid index":  # from ctypes
            text = f"this is outside the array of moves, which has max_moves ({game.max_moves}) places"
        return f"{type(error).__name__}: {text}{rule_place(place)}"
    return None


def _report(what: str, seed: int, move: int) -> NoReturn:
    sys.stdout.write("\n" + msgspec.json.encode(BoundsFailure(what, seed, move)).decode() + "\n")
    sys.stdout.flush()
    os._exit(1)  # from any thread, even while a rule runs


if __name__ == "__main__":
    main()
