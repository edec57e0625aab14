"""Pins of old files and folders: they still open, and resumed work ends with the same results.

tests/pins/corpus/replays, positions, agents    read and written again; the bytes must be the same
tests/pins/corpus/folders/runs.tar.xz           finished runs of all studies; their reports are written again
tests/pins/corpus/folders/half-runs.tar.xz      killed runs; they are resumed and compared with complete runs
tests/pins/corpus/folders/tournaments.tar.xz    finished and killed tournaments
tests/pins/corpus/folders/half-made.tar.xz      killed `ludus make` commands
tests/pins/corpus/folders/studio.tar.xz         a folder of the Studio: sessions, jobs, tournaments, levels
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools.pins import product
from tools.pins.cases import HALF_MADE, HALF_RUNS, QUICK_HALF_RUNS, QUICK_TOURNAMENTS, REPLAYS, STUDIES, TOURNAMENTS
from tools.pins.compare import RELEASE, digest, digest_files, digest_json, with_baseline_release
from tools.pins.product import Product
from tools.pins.studies import files_of, tables_of
from tools.pins.studio import Server, studio_responses

Pins = Iterator[tuple[str, Any]]
FOLDERS = ("runs", "half-runs", "tournaments", "half-made", "studio")
SAME, OTHER = "the same bytes", "other bytes"
VERSION_FIELDS = ("code", "python", "libraries")  # `ludus make` refuses to resume if one of these has changed


def pin_corpus(ludus: Product, quick: bool = False) -> Pins:
    """Yield the pins of each old file and folder; the first ones check that the corpus itself is unchanged."""
    for folder in ("bots", "content", "agents", "replays", "positions", "folders"):
        yield f"files in corpus/{folder}", digest_files(ludus.work / "corpus" / folder)
    yield from pin_replays(ludus)
    yield from pin_positions(ludus)
    yield from pin_agents(ludus)
    yield from pin_tournaments(ludus, QUICK_TOURNAMENTS if quick else tuple(TOURNAMENTS))
    if not quick:
        yield from pin_runs(ludus)
    yield from pin_half_runs(ludus, QUICK_HALF_RUNS if quick else tuple(HALF_RUNS))
    if not quick:
        yield from pin_half_made(ludus)
    yield from pin_studio(ludus)


def pin_replays(ludus: Product) -> Pins:
    """Replays: each move is legal and leads to the recorded position; a replay that is loaded and saved is the same."""
    files = [f"corpus/replays/{name}.json" for name in REPLAYS]
    checks = ludus.call_all([product.replay(file) for file in files])
    rewrites = ludus.ask("replay", [[file, f"{Path(file).name}.saved"] for file in files])
    for file, check, rewrite in zip(files, checks, rewrites, strict=True):
        old, new = ludus.work / file, ludus.work / f"{Path(file).name}.saved"
        yield (
            f"replay {old.stem}",
            {
                "opens": check.error if check.code else "yes",
                "saved again": rewrite.get("error") or same_bytes(old, new),
            },
        )


def pin_positions(ludus: Product) -> Pins:
    """Positions: a position that is read and written is the same text; the observations of all seats are the same."""
    files = sorted((ludus.work / "corpus" / "positions").iterdir())
    requests = []
    for file in files:
        game, _, options, _ = REPLAYS[file.stem]
        option_values = dict(option.split("=", 1) for option in shlex.split(options))
        requests.append((game, option_values, file.read_text(encoding="utf-8")))
    rewrites = ludus.ask(
        "position", [[*request, file.suffix[1:]] for file, request in zip(files, requests, strict=True)]
    )
    all_observations = ludus.ask("seen", requests)
    for file, request, rewrite, observations in zip(files, requests, rewrites, all_observations, strict=True):
        if error := rewrite.get("error") or observations.get("error"):
            yield f"position {file.name}", {"failed": error}
            continue
        same = SAME if rewrite["found"] == request[2] else OTHER
        yield f"position {file.name}", {"written again": same, "seen": digest_json(observations["found"])}


def pin_agents(ludus: Product) -> Pins:
    """Agents: an evaluation that is read and written is the same file. Matches use the other agents."""
    files = [
        file
        for file in sorted((ludus.work / "corpus" / "agents").glob("*.json"))
        if {"game", "kind", "features"} <= json.loads(file.read_bytes()).keys()
    ]
    answers = ludus.ask("agent", [[str(file), f"{file.name}.written"] for file in files])
    for file, answer in zip(files, answers, strict=True):
        rewritten = ludus.work / f"{file.name}.written"
        if "error" in answer:
            yield f"agent {file.stem}", {"failed": answer["error"]}
        else:
            yield f"agent {file.stem}", {"written again": same_bytes(file, rewritten)}


def pin_runs(ludus: Product) -> Pins:
    """Finished runs: they are listed as finished, and their reports are the same when written again."""
    unpack(ludus, "runs")
    states = states_of(ludus, "runs")
    answers = ludus.call_all([product.report(f"runs/{study}") for study in STUDIES])
    for study, answer in zip(STUDIES, answers, strict=True):
        results = {"failed": answer.error} if answer.code else run_results(ludus.work / "runs" / study)
        yield f"run {study}", {"state": states.get(study), **results}


def pin_half_runs(ludus: Product, names: tuple[str, ...]) -> Pins:
    """Killed runs: they are listed as stopped, and end with the results of complete runs when resumed."""
    unpack(ludus, "half-runs")
    states = states_of(ludus, "half-runs")
    for name in names:
        answer = ludus.call(product.resume(f"half-runs/{name}"))
        results = {"failed": answer.error} if answer.code else run_results(ludus.work / "half-runs" / name)
        yield f"half run {name}", {"state": states.get(name), **results}


def pin_tournaments(ludus: Product, names: tuple[str, ...]) -> Pins:
    """Finished and killed tournaments: resumed, they end with the same tables, and a game of each can be replayed."""
    unpack(ludus, "tournaments")
    release = ludus.call(["--version"]).out.split()[-1]
    for name in names:
        game = TOURNAMENTS[name][0]
        for state in ("finished", "half"):
            folder = f"tournaments/{name}-{state}"
            accept_release(ludus.work / folder / product.TOURNAMENT_PLAN, release)
            answer = ludus.call(product.resume_tournament(folder))
            results: dict[str, Any] = {"failed": answer.error}
            if not answer.code:
                results = {"printed": digest_json(product.without_times(with_baseline_release(answer.out)))}
            results |= tournament_results(ludus.work / folder)
            if not answer.code and state == "finished":
                address = "0/1" if game == "delve" else "0-1/1"
                replay = ludus.call(product.replay(folder, "--game", address, "--json"))
                shown = product.without_times(with_baseline_release(replay.out)) if not replay.code else None
                results["a game"] = replay.error if replay.code else digest_json(shown)
            yield f"tournament {name} {state}", results


def pin_half_made(ludus: Product) -> Pins:
    """Killed `ludus make` commands: resumed with changed code, they write the same files."""
    unpack(ludus, "half-made")
    for name, (game, flags) in HALF_MADE.items():
        folder = f"half-made/{name}"
        command = product.make(game, shlex.split(flags), folder)
        answer = ludus.call(command)
        for _ in VERSION_FIELDS:
            if answer.code and accept_versions(ludus.work / folder, answer.err):
                answer = ludus.call(command)
        files = digest_files(ludus.work / folder, product.NO_RESULT)
        resumed = any(line.startswith(f"{folder}: ") for line in answer.err.splitlines())
        yield f"half made {name}", {"failed": answer.error} if answer.code else {"went on": resumed, **files}


def pin_studio(ludus: Product) -> Pins:
    """The responses of a server about an old Studio folder."""
    unpack(ludus, "studio")
    with Server(ludus, "studio") as server:
        responses = studio_responses(server, ludus.work / "studio")
    for name, text in responses.items():
        data = product.without_times(with_baseline_release(text.replace(str(ludus.work), "WORK")))
        yield f"studio {name}", {"told": digest_json(data, prose=True)}


def resume_failures(ludus: Product, pins: dict[str, Any]) -> list[str]:
    """List pins of resumed work whose results differ from those of complete work; used when the baseline is written."""
    pairs = [(f"half run {name}", f"run {study}") for name, (study, _, _) in HALF_RUNS.items()]
    pairs += [(f"tournament {name} half", f"tournament {name} finished") for name in TOURNAMENTS]
    failures = [half for half, complete in pairs if _results(pins[half]) != _results(pins[complete])]
    for name, (game, flags) in HALF_MADE.items():
        folder = f"half-made/{name}"  # the same folder again: replays contain the path of their level
        shutil.rmtree(ludus.work / folder)
        ludus.call(product.make(game, shlex.split(flags), folder))
        if pins[f"half made {name}"] != {"went on": True, **digest_files(ludus.work / folder, product.NO_RESULT)}:
            failures.append(f"half made {name}")
    return failures


def _results(pin: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in pin.items() if name not in ("state", "a game")}


def run_results(run: Path) -> dict[str, Any]:
    """Return digests of the tables and other results of a run."""
    tables = {name: digest(text.encode()) for name, text in tables_of(run).items()}
    return {"tables": tables, "files": files_of(run)}


def tournament_results(folder: Path) -> dict[str, str]:
    """Return digests of all files of a tournament except its plan, which does not change."""
    return digest_files(folder, (*product.NO_RESULT, product.TOURNAMENT_PLAN))


def states_of(ludus: Product, folder: str) -> dict[str, str]:
    """Return the state of each run in a folder, from `ludus runs`."""
    return product.run_states(ludus.call(product.list_runs(folder)).out)


def accept_versions(folder: Path, message: str) -> bool:
    """Allow a checkpoint to resume with other code: replace the old version in its order by the new one.

    Args:
        folder: the folder of the killed command.
        message: the error message of `ludus make`, which contains both versions.

    Returns:
        Whether a version was replaced.
    """
    match = re.search(r"\((\w+): (\S+) there, (\S+) now\)", message)
    if match is None or match[1] not in VERSION_FIELDS:
        return False
    order = folder / product.UNFINISHED_ORDER
    text = order.read_text(encoding="utf-8")
    order.write_text(text.replace(match[2], match[3]), encoding="utf-8")
    return True


def accept_release(plan: Path, release: str) -> None:
    """Allow a tournament to resume with a newer release, which refuses it otherwise.

    Args:
        plan: the plan of the tournament.
        release: the newer release.
    """
    text = plan.read_text(encoding="utf-8")
    plan.write_text(RELEASE.sub(rf'\1"{release}"', text), encoding="utf-8")


def same_bytes(old: Path, new: Path) -> str:
    return SAME if old.read_bytes() == new.read_bytes() else OTHER


# --- archives --------------------------------------------------------------------------------------------------------


def pack(folder: Path, archive: Path) -> None:
    """Write a folder to an archive whose bytes depend only on its files."""

    def without_owner(info: tarfile.TarInfo) -> tarfile.TarInfo:
        info.mtime, info.uid, info.gid, info.uname, info.gname = 0, 0, 0, "", ""
        return info

    archive.parent.mkdir(parents=True, exist_ok=True)
    with tarfile.open(archive, "w:xz", preset=9) as tar:
        for file in sorted(folder.rglob("*")):
            tar.add(file, file.relative_to(folder).as_posix(), recursive=False, filter=without_owner)


def unpack(ludus: Product, name: str) -> None:
    """Extract a folder of the corpus into the work folder."""
    shutil.rmtree(ludus.work / name, ignore_errors=True)
    with tarfile.open(ludus.work / "corpus" / "folders" / f"{name}.tar.xz") as tar:
        tar.extractall(ludus.work / name, filter="data")
