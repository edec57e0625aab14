"""Write the corpus anew. This is meant for the day on which a file format changes, and for nothing else.

Bots, content and agents of the corpus are written by hand or copied; all else is made here.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from tools.pins import product
from tools.pins.cases import HALF_MADE, HALF_RUNS, REPLAYS, SMALLER, STUDIES, TOURNAMENTS
from tools.pins.corpus import FOLDERS, pack
from tools.pins.product import Failed, Product
from tools.pins.studio import Server

LISTED_RUN = "tribute-weights"  # a finished run that lies in the folder of the Studio
PATIENCE = 600.0  # seconds until a process must have come to where it is to be killed


def record(ludus: Product, corpus: Path, parts: set[str], say: Callable[[str], None]) -> None:
    """Write replays, positions and folders into the corpus; `parts` names those to write."""
    makers: dict[str, Callable[[Product, Callable[[str], None]], None]] = {
        "runs": record_runs,
        "half-runs": record_half_runs,
        "tournaments": record_tournaments,
        "half-made": record_half_made,
        "studio": record_studio,
    }
    if "replays" in parts:
        record_replays(ludus, say)
        for name in ("replays", "positions"):
            shutil.copytree(ludus.work / "corpus" / name, corpus / name, dirs_exist_ok=True)
    for name in FOLDERS:
        if name in parts:
            shutil.rmtree(ludus.work / name, ignore_errors=True)
            (ludus.work / name).mkdir()
            makers[name](ludus, say)
            pack(ludus.work / name, corpus / "folders" / f"{name}.tar.xz")
            say(f"{name}: {(corpus / 'folders' / f'{name}.tar.xz').stat().st_size:,} bytes")


def record_replays(ludus: Product, say: Callable[[str], None]) -> None:
    """A game of each kind, and two positions out of it."""
    files = {name: f"corpus/replays/{name}.json" for name in REPLAYS}
    done(
        ludus, [product.save_replay(g, b.split(), o.split(), n, files[name]) for name, (g, b, o, n) in REPLAYS.items()]
    )
    commands = []
    for name, file in files.items():
        count = product.count_moves(ludus.work / file)
        for move, ending in ((count // 2, "json"), (count // 3, "toml")):
            commands.append(
                product.replay(file, "--move", str(move), "--position", f"corpus/positions/{name}.{ending}")
            )
    done(ludus, commands)
    say(f"replays: {len(files)}, positions: {len(commands)}")


def record_runs(ludus: Product, say: Callable[[str], None]) -> None:
    """A finished run of every study, without what `ludus report` writes again."""
    for study in STUDIES:
        done(ludus, [product.run_study(study, SMALLER.get(study, ()), f"runs/{study}")])
        strip_run(ludus.work / "runs" / study)
        say(f"run {study}")


def record_half_runs(ludus: Product, say: Callable[[str], None]) -> None:
    """Runs that were killed, some in the middle of an evolution."""
    for name, (study, evolution, count) in HALF_RUNS.items():
        folder = ludus.work / "half-runs" / name
        events = folder / product.RUN_EVENTS

        def there(events: Path = events, evolution: str = evolution, count: int = count) -> bool:
            return events.is_file() and product.run_progress(events.read_text(encoding="utf-8"), evolution) >= count

        kill_when(ludus, product.run_study(study, SMALLER.get(study, ()), f"half-runs/{name}"), there)
        if evolution and not list((folder / product.RUN_CHECKPOINTS / evolution).glob("*")):
            raise Failed(f"{name}: the evolution {evolution} was over when the run was killed; kill it earlier")
        say(f"half run {name}")


def record_tournaments(ludus: Product, say: Callable[[str], None]) -> None:
    for name, (game, bots, games, flags) in TOURNAMENTS.items():
        words = shlex.split(flags)
        done(ludus, [product.tournament(game, bots.split(), games, words, f"tournaments/{name}-finished")])
        finished, half = (ludus.work / "tournaments" / f"{name}-{how}" for how in ("finished", "half"))
        enough = lines_in(finished / product.TOURNAMENT_GAMES) // 3

        def there(half: Path = half, enough: int = enough) -> bool:
            return lines_in(half / product.TOURNAMENT_GAMES) >= enough

        kill_when(ludus, product.tournament(game, bots.split(), games, words, f"tournaments/{name}-half"), there)
        for file in (*finished.glob("*.html"), *finished.glob("*.sqlite")):
            file.unlink()
        say(f"tournament {name}: killed after {lines_in(half / product.TOURNAMENT_GAMES)} lines")


def record_half_made(ludus: Product, say: Callable[[str], None]) -> None:
    for name, (game, words) in HALF_MADE.items():
        folder = f"half-made/{name}"
        order = ludus.work / folder / product.UNFINISHED_ORDER
        kill_when(ludus, product.make(game, shlex.split(words), folder), order.is_file)
        say(f"half made {name}: {', '.join(sorted(file.name for file in order.parent.iterdir()))}")


def record_studio(ludus: Product, say: Callable[[str], None]) -> None:
    """A table that is over and one that is not for each game, work that is done, a tournament, a level, a bot."""
    done(ludus, [product.run_study(LISTED_RUN, (), f"studio/{LISTED_RUN}")])
    strip_run(ludus.work / "studio" / LISTED_RUN)
    with Server(ludus, "studio") as server:
        for game, bots, people in product.STUDIO_TABLES:
            for seats in (bots, people):
                made = json.loads(server.ask("/api/tables", {"game": game, "seats": seats, "seed": 11}))
                key = next((key for key in made["keys"] if key), "")
                server.hear(product.table_socket(made["id"], key), "" if key else '"over"')
            say(f"tables of {game}")
        for path, body in product.STUDIO_ORDERS:
            server.hear(product.work_socket(json.loads(server.ask(path, body))["id"]), '"done"')
            say(f"{path}: done")
        for path, body in product.STUDIO_POSTS:
            if "file" in body:
                body = {**body, "text": (ludus.work / body["file"]).read_text(encoding="utf-8")}
                del body["file"]
            server.ask(path, body)
        time.sleep(1.0)  # until all of it is on the disk
    (ludus.work / "studio" / product.STUDIO / "token").unlink()


# --- processes that are killed ---------------------------------------------------------------------------------------


def kill_when(ludus: Product, words: list[str], there: Callable[[], bool]) -> None:
    """Start a command and kill it as soon as a test holds."""
    process = subprocess.Popen(
        [ludus.ludus, *words],
        cwd=ludus.work,
        env=ludus.environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # what it started goes with it
    )
    began = time.monotonic()
    while process.poll() is None and not there():
        if time.monotonic() - began > PATIENCE:
            break
        time.sleep(0.002)
    over = process.poll() is not None
    if not over:
        os.killpg(process.pid, signal.SIGKILL)
    _, said = process.communicate()
    if over:
        raise Failed(f"{' '.join(words)}: it was over ({process.returncode}) before it could be killed: {said[-300:]}")


def done(ludus: Product, commands: list[list[str]]) -> None:
    """Run commands, all of which must work."""
    for words, answer in zip(commands, ludus.call_all(commands), strict=True):
        if answer.code:
            raise Failed(f"{' '.join(words)}: {answer.trouble}")


def strip_run(run: Path) -> None:
    """Leave out what `ludus report` writes again: it would make the corpus several times larger."""
    for file in sorted(run.rglob("*"), reverse=True):
        name = file.relative_to(run).as_posix()
        if file.is_file() and not name.startswith(product.RUN_SOURCES):
            file.unlink()
        elif file.is_dir() and not any(file.iterdir()) and not name.startswith(product.RUN_SOURCES):
            file.rmdir()


def lines_in(file: Path) -> int:
    return file.read_bytes().count(b"\n") if file.is_file() else 0
