"""The part of the pins that imports Ludus; it runs in the Python in which Ludus is installed.

    python inside.py TASK < requests.json

Reads a list of requests and prints one line of JSON for each. All Python names of Ludus that the pins use are in the
functions of the first section, so a rename in Ludus changes only this section.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.metadata
import io
import json
import sys
import traceback
from collections.abc import Callable
from typing import Any

# --- uses of Ludus ---------------------------------------------------------------------------------------------------


def command() -> Any:
    """Return the function of the command `ludus`."""
    (entry_point,) = importlib.metadata.entry_points(group="console_scripts", name="ludus")
    return entry_point.load()


def plain_match(game_name: str, bot_names: list[str], games: int, options: dict[str, str]) -> dict[str, Any]:
    """Play a match with rules and bots that run as plain Python, not compiled."""
    import ludus
    from ludus.arena import Match
    from ludus.arena.runner import play_range, replay_game
    from ludus.bots import load_bot

    game = ludus.load_game(game_name)
    content = game.content(**options)
    bots = [load_bot(game, name, compiled=False, content=content) for name in bot_names]
    match = Match(game, content, bots, 7, compiled=False)
    outcomes = play_range(match, range(games))
    moves = "\n".join(event.text for event in replay_game(match, 0).history)
    return {
        "moves": hashlib.sha256(moves.encode()).hexdigest()[:16],
        "outcomes": outcomes.digest(),
        "content": content.digest,
        "shares": outcomes.payoffs.mean(axis=0).tolist(),
        "length": float(outcomes.lengths.mean()),
    }


def rewrite_position(game: str, options: dict[str, str], text: str, form: Any) -> str:
    """Read a position and return it as text; `form` is json or toml."""
    import ludus

    return ludus.read_position(game, text, **options).text(form)


def observe_position(game: str, options: dict[str, str], text: str) -> list[Any]:
    """Return the observations of all seats in a position, and the legal moves."""
    import ludus

    position = ludus.read_position(game, text, **options)
    return [[position.observation(seat) for seat in range(position.seats)], position.legal_move_texts()]


def rewrite_replay(source: str, target: str) -> None:
    """Load a replay and save it to another file."""
    import ludus

    ludus.load_replay(source).save(target)


def rewrite_agent(source: str, target: str) -> None:
    """Read an evaluation and write it to another file."""
    import ludus
    from ludus.design.evaluation import read_genome, write_genome

    with open(source, encoding="utf-8") as file:
        game = ludus.load_game(json.load(file)["game"])
    write_genome(target, game, read_genome(source, game))


# --- tasks -----------------------------------------------------------------------------------------------------------


def run_command(arguments: list[str]) -> dict[str, Any]:
    """Run a command and capture its exit code and output."""
    main, out, err = command(), io.StringIO(), io.StringIO()
    sys.argv = ["ludus", *arguments]
    code: Any = 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = main()
        except SystemExit as stop:
            code = stop.code
        except Exception:
            traceback.print_exc()
            code = 1
    return {
        "code": code if isinstance(code, int) else int(code is not None),
        "out": out.getvalue(),
        "err": err.getvalue(),
    }


def task(function: Callable[..., Any]) -> Callable[[list[Any]], Any]:
    """Make a task of a function: a request lists the arguments, the answer has the result or the error."""

    def answer(arguments: list[Any]) -> Any:
        try:
            return {"found": function(*arguments)}
        except Exception as error:
            return {"error": f"{type(error).__name__}: {error}"}

    return answer


TASKS: dict[str, Callable[[Any], Any]] = {
    "commands": run_command,
    "plain": task(plain_match),
    "position": task(rewrite_position),
    "seen": task(observe_position),
    "replay": task(rewrite_replay),
    "agent": task(rewrite_agent),
}


def main(name: str) -> None:
    for request in json.load(sys.stdin):
        print(json.dumps(TASKS[name](request)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
