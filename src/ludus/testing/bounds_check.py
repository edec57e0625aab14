"""Random games in a separate process in which compiled rules check every index.

Without the checks a rule that reads past the end of an array silently gets garbage. They are a setting of the compiler,
so they need their own process: `python -m ludus.testing.bounds_check GAME` with a JSON object on standard input.
"""

from __future__ import annotations

import importlib
import os
import random
import subprocess
import sys
from importlib.metadata import entry_points
from operator import attrgetter

import msgspec

from ludus.core.game import Game
from ludus.core.position import Position
from ludus.core.random import derive
from ludus.core.registry import GROUP, load_game
from ludus.testing.case import Case
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
    for entry in entry_points(group=GROUP):
        if entry.name == game.name and load_game(entry.name) is game:
            return entry.value
    for name, module in list(sys.modules.items()):
        if name != "__main__":
            for attribute, value in list(vars(module).items()):
                if value is game:
                    return f"{name}:{attribute}"
    raise LudusError(
        f"another process cannot find the game {game.name}: keep it in a module, or pass home='module:attribute'"
    )


def import_game(home: str) -> Game:
    """A game from "module:attribute" or by its installed name."""
    module, colon, attribute = home.partition(":")
    if not colon:
        return load_game(home)
    game = attrgetter(attribute)(importlib.import_module(module))
    if not isinstance(game, Game):
        raise LudusError(f"{home} is not a ludus Game")
    return game


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
