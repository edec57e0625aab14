"""The part of the pins that runs inside Ludus, in the Python that it is installed in.

    python inside.py TASK < orders.json

Reads a list of orders and prints a line of JSON for each. Everything that the pins call in Python is in the functions
right below: a rename is followed there and nowhere else.
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

# --- what is called in Ludus -----------------------------------------------------------------------------------------


def command() -> Any:
    """The function behind `ludus`."""
    (found,) = importlib.metadata.entry_points(group="console_scripts", name="ludus")
    return found.load()


def plain_match(game: str, bots: list[str], games: int, options: dict[str, str]) -> dict[str, Any]:
    """A match with rules and bots run as plain Python."""
    import ludus
    from ludus.arena import Match
    from ludus.arena.runner import play_range, replay_game
    from ludus.bots import load_bot

    found = ludus.load_game(game)
    content = found.content(**options)
    players = [load_bot(found, bot, compiled=False, content=content) for bot in bots]
    match = Match(found, content, players, 7, compiled=False)
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
    """A position read and written again; `form` is json or toml."""
    import ludus

    return ludus.read_position(game, text, **options).text(form)


def see_position(game: str, options: dict[str, str], text: str) -> list[Any]:
    """What every seat sees in a position, and the legal moves."""
    import ludus

    position = ludus.read_position(game, text, **options)
    return [[position.observation(seat) for seat in range(position.seats)], position.legal_move_texts()]


def rewrite_replay(source: str, target: str) -> None:
    """A replay loaded and saved again."""
    import ludus

    ludus.load_replay(source).save(target)


def rewrite_agent(source: str, target: str) -> None:
    """An evaluation read and written again."""
    import ludus
    from ludus.design.evaluation import read_genome, write_genome

    with open(source, encoding="utf-8") as file:
        game = ludus.load_game(json.load(file)["game"])
    write_genome(target, game, read_genome(source, game))


# --- the tasks -------------------------------------------------------------------------------------------------------


def run_command(words: list[str]) -> dict[str, Any]:
    """One command, as if in a process of its own."""
    main, out, err = command(), io.StringIO(), io.StringIO()
    sys.argv = ["ludus", *words]
    code: Any = 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = main()
        except SystemExit as end:
            code = end.code
        except Exception:
            traceback.print_exc()
            code = 1
    return {
        "code": code if isinstance(code, int) else int(code is not None),
        "out": out.getvalue(),
        "err": err.getvalue(),
    }


def tried(function: Callable[..., Any]) -> Callable[[list[Any]], Any]:
    """An order is the arguments; the answer what comes back, or the error."""

    def called(arguments: list[Any]) -> Any:
        try:
            return {"found": function(*arguments)}
        except Exception as error:
            return {"error": f"{type(error).__name__}: {error}"}

    return called


TASKS: dict[str, Callable[[Any], Any]] = {
    "commands": run_command,
    "plain": tried(plain_match),
    "position": tried(rewrite_position),
    "seen": tried(see_position),
    "replay": tried(rewrite_replay),
    "agent": tried(rewrite_agent),
}


def main(task: str) -> None:
    for order in json.load(sys.stdin):
        print(json.dumps(TASKS[task](order)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
