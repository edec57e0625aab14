"""`ludus tribute-train`: run a training script that was written for the Python package `scripts-of-tribute`.

Such a script registers bots with `Game` and lets them play with `Game.run`. It runs as usual, in the user's own process
and without a sandbox; only the package that it imports comes from Ludus. A folder at the front of Python's search path,
`sot_path`, has packages with the names of the original, and importing one of them calls `provide_modules`.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from ludus.arena import Match
    from ludus.bots import BotFactory
    from ludus.core.game import Content, Game

GAME = "tribute"
IMPORT_FOLDER = Path(__file__).with_name("sot_path")
MAX_SEED = 2**31  # of seeds that are drawn


def tribute_train(
    script: Annotated[str | None, typer.Argument(metavar="SCRIPT", help="A Python file.")] = None,
    arguments: Annotated[list[str] | None, typer.Argument(metavar="ARGUMENTS", help="Its arguments.")] = None,
    path: Annotated[
        bool, typer.Option("--path", help="Only print the folder to put into PYTHONPATH, for other ways to run it.")
    ] = False,
) -> None:
    """Run a training SCRIPT for scripts-of-tribute: its bots play with Game.run, in its own process.

    The same as `PYTHONPATH="$(ludus tribute-train --path)" python SCRIPT ARGUMENTS`. Neither that package nor .NET has
    to be installed. There is no sandbox: run only scripts that you trust.
    """
    from ludus.util.errors import OptionError
    from ludus.util.files import missing_file

    if path:
        typer.echo(IMPORT_FOLDER)
        return
    if script is None:
        raise OptionError("name a script: ludus tribute-train train.py")
    if not os.path.isfile(script):
        raise OptionError(f"{script}: {missing_file(script)}")
    before = os.environ.get("PYTHONPATH")
    search = os.pathsep.join([str(IMPORT_FOLDER), *([before] if before else [])])
    command = [sys.executable, script, *(arguments or [])]
    raise typer.Exit(subprocess.run(command, env={**os.environ, "PYTHONPATH": search}, check=False).returncode)


def provide_modules() -> None:
    """Make the modules of the package importable in this process, and let `Game.run` play."""
    from ludus.core.game_registry import load_game_by_name

    modules = _third_party(load_game_by_name(GAME)).modules
    sys.modules.update(modules)
    modules["scripts_of_tribute.game"].Game.runner = run_games


def run_games(run: Any) -> Any:
    """Play the games of a `GameRun`, as `Game.run` asks for them; returns `GamesPlayed`.

    Raises:
        ValueError: there is no such bot.
    """
    from ludus.arena.compiled_games import match_exports
    from ludus.arena.match_spec import FixedSeatMatch
    from ludus.backends import Threads
    from ludus.cli.match_recording import record_transcripts
    from ludus.core.compile.progress import report_compilation
    from ludus.core.game_registry import load_game_by_name

    game = load_game_by_name(GAME)
    content, api = game.content(), _third_party(game)
    seed = random.SystemRandom().randrange(MAX_SEED) if run.seed is None else run.seed
    texts = [api.bot_names.get(name, name) for name in run.names]
    with report_compilation(game, lambda: match_exports(game, texts, 2, True)):
        players = [_load(game, content, run, name) for name in run.names]
        match = FixedSeatMatch(game, content, players, seed)
    if run.logs != "NONE":
        folder = run.log_destination or None
        record_transcripts(match, list(run.names), Threads(1), run.logs.lower(), folder, False, False, new_folder=False)
    print(f"Running {run.runs} games - {run.names[0]} vs {run.names[1]}", flush=True)
    if run.threads > 1 and not match.all_compiled:
        print(f"threads={run.threads}: registered bots are single objects, so they play one game after another")
    try:
        ends = _play(match, run)
    finally:
        for player in players:
            player.close()
    return api.modules["scripts_of_tribute.game"].GamesPlayed(seed, ends)


def _play(match: Match, run: Any) -> list[tuple[tuple[float, ...], str, bool]]:
    """Play all games; returns for each its payoffs, its end reason, and whether it ended in the draft."""
    from ludus.arena.runner import play_game, run_match
    from ludus.backends import Threads

    if match.all_compiled and match.listeners is None and not run.verbose:
        outcomes = run_match(match, run.runs, Threads(run.threads))
        rows = zip(outcomes.payoffs.tolist(), outcomes.end_reasons.tolist(), strict=True)
        return [(tuple(payoffs), match.reasons[reason], False) for payoffs, reason in rows]
    ends = []
    for number in range(run.runs):
        episode = play_game(match, number)
        if episode.fault and episode.culprit is not None:
            print(f"game {number}: {run.names[episode.culprit]} lost: {episode.fault}", file=sys.stderr, flush=True)
        ends.append((episode.payoffs, episode.reason, episode.position.observation(0)["phase"] == "draft"))
        if run.verbose:
            winner = "nobody" if episode.payoffs[0] == episode.payoffs[1] else run.names[int(episode.payoffs[1] > 0.5)]
            print(f"game {number}: seed {match.deal_seed(number)}, won by {winner}, {episode.reason}", flush=True)
    return ends


def _load(game: Game, content: Content, run: Any, name: str) -> BotFactory:
    """A registered bot, or one that Ludus has, by the name of the engine or its own."""
    from ludus.bots import bot_names, load_bot
    from ludus.bots.python import ObjectBot
    from ludus.util.errors import UnknownName

    api = _third_party(game)
    registered = next((bot for bot in run.bots if bot.bot_name == name), None)
    if registered is not None:
        bot_class = api.adopt_object(registered)
        if bot_class is None:
            raise ValueError(f"{name} is registered, but its class is not derived from BaseAI")
        return ObjectBot(game, name, registered, bot_class, run.timeout)
    try:
        return load_bot(game, api.bot_names.get(name, name), content=content)
    except UnknownName:
        known = {
            "registered bots": [bot.bot_name for bot in run.bots],
            "bots of the engine": list(api.bot_names),
            "bots of Ludus": list(bot_names(game)),
        }
        lists = "; ".join(f"{what}: {', '.join(names) or 'none'}" for what, names in known.items())
        raise ValueError(f"there is no bot {name!r}. There are {lists}") from None


def _third_party(game: Game) -> Any:
    make: Callable[[], Any] | None = game.protocols.third_party
    assert make is not None
    return make()
