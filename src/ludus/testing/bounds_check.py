"""Random games in a separate process in which compiled rules check every index.

Without the checks a rule that reads past the end of an array silently gets garbage. They are a setting of the compiler,
so they need their own process: `python -m ludus.testing.bounds_check GAME` with a JSON object on standard input.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys

import msgspec

from ludus.core.game import Game
from ludus.core.game_pickling import find_game_path, import_game
from ludus.core.position import Position
from ludus.core.random import derive
from ludus.testing.game_under_test import Case
from ludus.util.errors import LudusError

GAMES_FACTOR = 10  # times the games of the other checks


def play_with_bounds_checks(case: Case) -> str | None:
    """The error message of the process, or None if all games went well."""
    request = {"options": case.options, "games": GAMES_FACTOR * case.games, "seed": case.seed, "longest": case.longest}
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
    return (process.stdout or process.stderr).decode(errors="replace").strip().splitlines()[-1]


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
    request = msgspec.json.decode(sys.stdin.buffer.read())
    game = import_game(sys.argv[1])
    content = game.content(**request["options"])
    for k in range(request["games"]):
        seed = derive(request["seed"], game.name, k)
        position, chance, number = Position.start(game, content, seed), random.Random(seed), 0
        try:
            while number < request["longest"] and (moves := position.legal_moves):
                position.play(chance.choice(moves))
                number += 1
                position.resample(number % position.seats, derive(seed, number))
            _ = position.result
        except Exception as error:
            print(f"with bounds checks, seed {seed}, move {number}: {type(error).__name__}: {error}")
            sys.exit(1)


if __name__ == "__main__":
    main()
