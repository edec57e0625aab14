"""`ludus compile` and `ludus cache`: compile the rules and bots of games ahead of time; size and place of the cache."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludus.cli.console import make_console, print_json, size_text
from ludus.util.text import plural

if TYPE_CHECKING:
    from ludus.core.compile.progress import Export
    from ludus.core.game import Game


def compile_games(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="GAME", help="Games, or files with games; default: all installed games."),
    ] = None,
    rules: Annotated[
        bool,
        typer.Option("--rules", help="Compile only the rules and the random bot; other bots compile when first used."),
    ] = False,
    clear: Annotated[bool, typer.Option("--clear", help="Empty the cache instead, as `ludus cache --clear`.")] = False,
) -> None:
    """Compile everything that GAMES need, so that later commands start at once."""
    from ludus.core.compile.cache import cache_folder, prune
    from ludus.core.game_registry import game_argument, game_names, load_game
    from ludus.util.errors import OptionError

    if clear:
        if games:
            raise OptionError("--clear empties the whole cache; leave out the games")
        cache(clear=True)
        return
    console, folder = make_console(), cache_folder()
    names = [game_argument(load_game(name)) for name in games or game_names()]
    for line in [compile_and_describe(names[0], rules)] if len(names) == 1 else compile_in_processes(names, rules):
        console.print(line)
    if old := prune():
        console.print(f"Removed {plural(old, 'rule')} not used for a month")
    files, total = cache_size(folder)
    console.print(f"The cache holds {plural(files, 'rule')}, {size_text(total)}: {folder}", soft_wrap=True)


def cache(
    clear: Annotated[bool, typer.Option("--clear", help="Remove all compiled rules.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show where compiled rules are kept and how large they are.

    A rule is compiled once and kept for later commands. Set LUDUS_CACHE_DIR to keep them in another folder. Rules that
    were not used for a month are removed by `ludus compile`.
    """
    from ludus.core.compile.cache import cache_folder

    folder = cache_folder()
    files, size = empty_cache(folder) if clear else cache_size(folder)
    if json:
        print_json({"folder": str(folder), "removed" if clear else "rules": files, "bytes": size})
        return
    rules, console = plural(files, "compiled rule"), make_console()
    if clear:
        console.print(f"Removed {rules} ({size_text(size)}) from {folder}", soft_wrap=True)
    else:
        console.print(f"{rules}, {size_text(size)}: {folder}", soft_wrap=True)
        console.print("Remove them with: ludus cache --clear")


def compile_and_describe(name: str, rules: bool) -> str:
    """Compile a game and describe how long it took."""
    began = time.perf_counter()
    compiled = compile_game(name, rules)
    seconds = time.perf_counter() - began
    if compiled:
        return f"{name}: compiled {plural(compiled, 'rule')} in {seconds:.1f} s"
    return f"{name}: nothing to compile (loaded in {seconds:.1f} s)"


def compile_in_processes(names: list[str], rules: bool) -> Iterator[str]:
    """Compile several games in parallel, each in its own process, as many at a time as there are processors."""
    import os
    import subprocess
    from concurrent.futures import ThreadPoolExecutor

    from ludus.util.errors import LudusError

    def run(name: str) -> str:
        code = (
            f"import sys; from {__name__} import compile_and_describe; "
            "print(compile_and_describe(sys.argv[1], sys.argv[2] == 'rules'))"
        )
        command = [sys.executable, "-c", code, name, "rules" if rules else "all"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            messages = []
            for line in process.stderr:
                if line.startswith("ludus: compil"):  # progress; the summary of the game comes from its output
                    print(line, end="", file=sys.stderr, flush=True)
                else:
                    messages.append(line)
            summary = process.stdout.read()
        if process.returncode:
            raise LudusError(f"{name} does not compile:\n{''.join(messages).strip()}")
        return summary.strip().splitlines()[-1]

    with ThreadPoolExecutor(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None) as pool:
        yield from pool.map(run, names)


def compile_game(name: str, rules: bool = False) -> int:
    """Compile the rules, bots and play loop of a game; returns how many rules had to be compiled."""
    from ludus.arena import Match
    from ludus.arena.compiled_games import play_loop_exports
    from ludus.arena.match_with_stats import MatchWithStats
    from ludus.bots import bot_names, load_bot
    from ludus.bots.compiled import bot_exports
    from ludus.bots.lookup import compiled_bot_exports
    from ludus.core.compile.progress import report_compilation
    from ludus.core.features import STANDARD
    from ludus.core.game_engine import engine_exports, get_engine
    from ludus.core.game_registry import load_game
    from ludus.search.bots import evaluating_bot
    from ludus.search.evaluation_genome_packing import PROGRAM

    game = load_game(name)
    texts = ["random"] if rules else list(bot_names(game))

    def exports() -> list[Export]:
        stats = ["", None] if game.stats and not rules else [None]
        loops = [export for name in stats for export in play_loop_exports(game, name)]
        tree = (
            []
            if rules or not game.features.names
            else bot_exports(game, evaluating_bot(game, "agent", f"{PROGRAM}/{STANDARD}"))
        )
        return [*engine_exports(game), *compiled_bot_exports(game, texts), *tree, *loops]

    with report_compilation(game, exports) as progress:
        get_engine(game)
        players = [load_bot(game, text) for text in texts]
        if game.features.names and not rules:
            compile_tree_evaluation(game)
        content = game.content()
        match = Match(game, content, players[:1] * game.seat_count(content.data), 1)
        if game.stats and not rules:
            MatchWithStats(match)
    return progress.compiled


def compile_tree_evaluation(game: Game) -> None:
    """Compile a bot with an expression tree, so that bots made by evolution need no compiling."""
    import numpy as np

    from ludus.design.evaluation import genome_bot, genome_space

    genome_bot(game, genome_space(game, "tree").draw(np.random.default_rng(1)))


def cache_size(folder: Path) -> tuple[int, int]:
    """The number of compiled rules in the cache, and their size in bytes."""
    files = [file for file in folder.glob("??/*.rule") if file.is_file()]
    return len(files), sum(file.stat().st_size for file in files)


def empty_cache(folder: Path) -> tuple[int, int]:
    """Remove the compiled rules; raises OptionError if the folder holds anything else."""
    from ludus.util.errors import OptionError

    if not folder.exists():
        return 0, 0
    if not folder.is_dir():
        raise OptionError(f"{folder} is not a folder; LUDUS_CACHE_DIR names it")
    files = []
    for directory in sorted(folder.iterdir()):
        is_real_folder = directory.is_dir() and not directory.is_symlink()
        if not is_real_folder or not re.fullmatch("[0-9a-f]{2}", directory.name):
            raise OptionError(f"{directory} is no compiled rule: {folder} holds other files, so nothing was removed")
        for file in sorted(directory.iterdir()):
            if re.fullmatch(r"[0-9a-f]{32}\.rule", file.name) and file.is_file() and not file.is_symlink():
                files.append(file)
            elif not re.fullmatch(r"tmp[0-9a-z_]{8}", file.name):  # a file that another process is writing
                raise OptionError(f"{file} is no compiled rule: {folder} holds other files, so nothing was removed")
    freed = sum(file.stat().st_size for file in files)
    for file in files:
        file.unlink(missing_ok=True)
    return len(files), freed
