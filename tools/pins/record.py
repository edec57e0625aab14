"""Write the corpus again. Use it only when a file format changes, or when a study refuses an old run on purpose.

Bots, content and agents of the corpus are written by hand or copied; this module writes the rest. Other runs stay as
they are if one is named: `record --only runs,half-runs --runs delve-trees`.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Collection
from pathlib import Path

from tools.pins import product
from tools.pins.cases import HALF_MADE, HALF_RUNS, REPLAYS, SMALLER, STUDIES, TOURNAMENTS
from tools.pins.corpus import FOLDERS, pack, unpack
from tools.pins.product import Failed, Product
from tools.pins.studio import Server

STUDIO_RUN = "tribute-weights"  # a finished run in the folder of the Studio
TIMEOUT = 600.0  # seconds until a process must have reached the state in which it is killed


def record(
    ludus: Product, corpus: Path, parts: set[str], report: Callable[[str], None], runs: Collection[str] = ()
) -> None:
    """Write replays, positions and folders into the corpus.

    Args:
        ludus: the program.
        corpus: folder of the corpus.
        parts: names of what is written.
        report: is told about progress.
        runs: names of runs and killed runs to write; the others stay. Without names, all are written.

    Raises:
        Failed: there is no such run, or a command failed.
    """
    if unknown := set(runs) - {*STUDIES, *HALF_RUNS}:
        raise Failed(f"no run {', '.join(sorted(unknown))} in the corpus")
    writers: dict[str, Callable[[Product, Callable[[str], None]], None]] = {
        "runs": lambda ludus, report: record_runs(ludus, report, runs or STUDIES),
        "half-runs": lambda ludus, report: record_half_runs(ludus, report, runs or HALF_RUNS),
        "tournaments": record_tournaments,
        "half-made": record_half_made,
        "studio": record_studio,
    }
    if "replays" in parts:
        record_replays(ludus, report)
        for name in ("replays", "positions"):
            shutil.copytree(ludus.work / "corpus" / name, corpus / name, dirs_exist_ok=True)
    for name in FOLDERS:
        if name in parts:
            if runs:
                unpack(ludus, name)
            else:
                shutil.rmtree(ludus.work / name, ignore_errors=True)
                (ludus.work / name).mkdir()
            writers[name](ludus, report)
            pack(ludus.work / name, corpus / "folders" / f"{name}.tar.xz")
            report(f"{name}: {(corpus / 'folders' / f'{name}.tar.xz').stat().st_size:,} bytes")


def record_replays(ludus: Product, report: Callable[[str], None]) -> None:
    """Save a replay of each case, and two positions of each replay."""
    files = {name: f"corpus/replays/{name}.json" for name in REPLAYS}
    run_all(
        ludus, [product.save_replay(g, b.split(), o.split(), n, files[name]) for name, (g, b, o, n) in REPLAYS.items()]
    )
    commands = []
    for name, file in files.items():
        count = product.count_moves(ludus.work / file)
        for move, ending in ((count // 2, "json"), (count // 3, "toml")):
            commands.append(
                product.replay(file, "--move", str(move), "--position", f"corpus/positions/{name}.{ending}")
            )
    run_all(ludus, commands)
    report(f"replays: {len(files)}, positions: {len(commands)}")


def record_runs(ludus: Product, report: Callable[[str], None], names: Collection[str]) -> None:
    """Finish a run of each of these studies, and remove the files that `ludus report` can write again."""
    for study in (study for study in STUDIES if study in names):
        shutil.rmtree(ludus.work / "runs" / study, ignore_errors=True)
        run_all(ludus, [product.run_study(study, SMALLER.get(study, ()), f"runs/{study}")])
        strip_run(ludus.work / "runs" / study)
        report(f"run {study}")


def record_half_runs(ludus: Product, report: Callable[[str], None], names: Collection[str]) -> None:
    """Kill runs of studies, some during an evolution."""
    for name, (study, evolution, count) in HALF_RUNS.items():
        if name not in names:
            continue
        folder = ludus.work / "half-runs" / name
        shutil.rmtree(folder, ignore_errors=True)
        events = folder / product.RUN_EVENTS

        def is_far_enough(events: Path = events, evolution: str = evolution, count: int = count) -> bool:
            return events.is_file() and product.run_progress(events.read_text(encoding="utf-8"), evolution) >= count

        kill_when(ludus, product.run_study(study, SMALLER.get(study, ()), f"half-runs/{name}"), is_far_enough)
        if evolution and not list((folder / product.RUN_CHECKPOINTS / evolution).glob("*")):
            raise Failed(f"{name}: the evolution {evolution} had ended when the run was killed; kill the run earlier")
        report(f"half run {name}")


def record_tournaments(ludus: Product, report: Callable[[str], None]) -> None:
    """Finish each tournament, and kill a second one after a third of its games."""
    for name, (game, bots, games, flag_text) in TOURNAMENTS.items():
        flags = shlex.split(flag_text)
        run_all(ludus, [product.tournament(game, bots.split(), games, flags, f"tournaments/{name}-finished")])
        finished, half = (ludus.work / "tournaments" / f"{name}-{state}" for state in ("finished", "half"))
        enough = lines_in(finished / product.TOURNAMENT_GAMES) // 3

        def is_far_enough(half: Path = half, enough: int = enough) -> bool:
            return lines_in(half / product.TOURNAMENT_GAMES) >= enough

        kill_when(
            ludus, product.tournament(game, bots.split(), games, flags, f"tournaments/{name}-half"), is_far_enough
        )
        for file in (*finished.glob("*.html"), *finished.glob("*.sqlite")):
            file.unlink()
        report(f"tournament {name}: killed after {lines_in(half / product.TOURNAMENT_GAMES)} lines")


def record_half_made(ludus: Product, report: Callable[[str], None]) -> None:
    """Kill `ludus make` commands as soon as they have a checkpoint."""
    for name, (game, flags) in HALF_MADE.items():
        folder = f"half-made/{name}"
        order = ludus.work / folder / product.UNFINISHED_ORDER
        kill_when(ludus, product.make(game, shlex.split(flags), folder), order.is_file)
        report(f"half made {name}: {', '.join(sorted(file.name for file in order.parent.iterdir()))}")


def record_studio(ludus: Product, report: Callable[[str], None]) -> None:
    """Write a Studio folder: a finished and an open session of each game, jobs, a tournament, a level, a bot."""
    run_all(ludus, [product.run_study(STUDIO_RUN, (), f"studio/{STUDIO_RUN}")])
    strip_run(ludus.work / "studio" / STUDIO_RUN)
    with Server(ludus, "studio") as server:
        for game, bots, people in product.STUDIO_SESSIONS:
            for seats in (bots, people):
                session = json.loads(server.request("/api/tables", {"game": game, "seats": seats, "seed": 11}))
                key = next((key for key in session["keys"] if key), "")
                server.receive(product.session_socket(session["id"], key), "" if key else '"over"')
            report(f"sessions of {game}")
        for path, body in product.STUDIO_JOBS:
            server.receive(product.job_socket(json.loads(server.request(path, body))["id"]), '"done"')
            report(f"{path}: done")
        for path, body in product.STUDIO_UPLOADS:
            if "file" in body:
                body = {**body, "text": (ludus.work / body["file"]).read_text(encoding="utf-8")}
                del body["file"]
            server.request(path, body)
        time.sleep(1.0)  # until all files are written
    (ludus.work / "studio" / product.STUDIO / "token").unlink()


# --- processes -------------------------------------------------------------------------------------------------------


def kill_when(ludus: Product, command: list[str], condition: Callable[[], bool]) -> None:
    """Start a command and kill it as soon as a condition is true.

    Raises:
        Failed: the command ended before.
    """
    process = subprocess.Popen(
        [ludus.ludus, *command],
        cwd=ludus.work,
        env=ludus.environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # so that its child processes are killed, too
    )
    start = time.monotonic()
    while process.poll() is None and not condition():
        if time.monotonic() - start > TIMEOUT:
            break
        time.sleep(0.002)
    ended = process.poll() is not None
    if not ended:
        os.killpg(process.pid, signal.SIGKILL)
    _, errors = process.communicate()
    if ended:
        raise Failed(f"{' '.join(command)}: exited ({process.returncode}) before it could be killed: {errors[-300:]}")


def run_all(ludus: Product, commands: list[list[str]]) -> None:
    """Run commands one after another.

    Raises:
        Failed: a command failed.
    """
    for command, answer in zip(commands, ludus.call_all(commands), strict=True):
        if answer.code:
            raise Failed(f"{' '.join(command)}: {answer.error}")


def strip_run(run: Path) -> None:
    """Remove the files that `ludus report` can write again; with them the corpus would be several times larger."""
    for file in sorted(run.rglob("*"), reverse=True):
        name = file.relative_to(run).as_posix()
        if file.is_file() and not name.startswith(product.RUN_SOURCES):
            file.unlink()
        elif file.is_dir() and not any(file.iterdir()) and not name.startswith(product.RUN_SOURCES):
            file.rmdir()


def lines_in(file: Path) -> int:
    return file.read_bytes().count(b"\n") if file.is_file() else 0
