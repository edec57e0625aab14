"""Files and folders of the past: whether they still open, and go on to the same end.

tests/pins/corpus/replays, positions, agents    opened, and written again, byte for byte
tests/pins/corpus/folders/runs.tar.xz           finished runs of all studies: reported again from what is kept
tests/pins/corpus/folders/half-runs.tar.xz      runs that were killed: resumed, and compared with those not killed
tests/pins/corpus/folders/tournaments.tar.xz    finished ones and killed ones
tests/pins/corpus/folders/half-made.tar.xz      `ludus make` killed in the middle
tests/pins/corpus/folders/studio.tar.xz         a folder of the Studio: tables, works, tournaments, levels
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
from tools.pins.compare import digest, digest_files, digest_json
from tools.pins.product import Product
from tools.pins.studies import files_of, tables_of
from tools.pins.studio import Server, studio_facts

Pins = Iterator[tuple[str, Any]]
FOLDERS = ("runs", "half-runs", "tournaments", "half-made", "studio")
SAME, OTHER = "the same bytes", "other bytes"
CODE = ("code", "python", "libraries")  # what `ludus make` will not go on with if it has changed


def pin_corpus(ludus: Product, quick: bool = False) -> Pins:
    """A fact or more about each old file and folder; first of all, that nobody has changed them."""
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
    """Each move is legal and leads where the file says; loaded and saved, the file is the same."""
    files = [f"corpus/replays/{name}.json" for name in REPLAYS]
    checked = ludus.call_all([product.replay(file) for file in files])
    saved = ludus.ask("replay", [[file, f"{Path(file).name}.saved"] for file in files])
    for file, answer, again in zip(files, checked, saved, strict=True):
        then, now = ludus.work / file, ludus.work / f"{Path(file).name}.saved"
        yield (
            f"replay {then.stem}",
            {
                "opens": answer.trouble if answer.code else "yes",
                "saved again": again.get("error") or same_bytes(then, now),
            },
        )


def pin_positions(ludus: Product) -> Pins:
    """Read and written again, the text is the same; what every seat sees."""
    files = sorted((ludus.work / "corpus" / "positions").iterdir())
    orders = []
    for file in files:
        game, _, options, _ = REPLAYS[file.stem]
        given = dict(each.split("=", 1) for each in shlex.split(options))
        orders.append((game, given, file.read_text(encoding="utf-8")))
    again = ludus.ask("position", [[*order, file.suffix[1:]] for file, order in zip(files, orders, strict=True)])
    seen = ludus.ask("seen", orders)
    for file, order, written, views in zip(files, orders, again, seen, strict=True):
        if error := written.get("error") or views.get("error"):
            yield f"position {file.name}", {"failed": error}
            continue
        same = SAME if written["found"] == order[2] else OTHER
        yield f"position {file.name}", {"written again": same, "seen": digest_json(views["found"])}


def pin_agents(ludus: Product) -> Pins:
    """Evaluations, read and written again. Other agents are read by the matches."""
    files = [
        file
        for file in sorted((ludus.work / "corpus" / "agents").glob("*.json"))
        if {"game", "kind", "features"} <= json.loads(file.read_bytes()).keys()
    ]
    answers = ludus.ask("agent", [[str(file), f"{file.name}.written"] for file in files])
    for file, answer in zip(files, answers, strict=True):
        again = ludus.work / f"{file.name}.written"
        if "error" in answer:
            yield f"agent {file.stem}", {"failed": answer["error"]}
        else:
            yield f"agent {file.stem}", {"written again": same_bytes(file, again)}


def pin_runs(ludus: Product) -> Pins:
    """Finished runs are listed as such, and reported again from what is kept."""
    unpack(ludus, "runs")
    states = states_of(ludus, "runs")
    answers = ludus.call_all([product.report(f"runs/{study}") for study in STUDIES])
    for study, answer in zip(STUDIES, answers, strict=True):
        results = {"failed": answer.trouble} if answer.code else run_results(ludus.work / "runs" / study)
        yield f"run {study}", {"state": states.get(study), **results}


def pin_half_runs(ludus: Product, names: tuple[str, ...]) -> Pins:
    """Runs that were killed are listed as stopped, and end like those that were not killed."""
    unpack(ludus, "half-runs")
    states = states_of(ludus, "half-runs")
    for name in names:
        answer = ludus.call(product.resume(f"half-runs/{name}"))
        results = {"failed": answer.trouble} if answer.code else run_results(ludus.work / "half-runs" / name)
        yield f"half run {name}", {"state": states.get(name), **results}


def pin_tournaments(ludus: Product, names: tuple[str, ...]) -> Pins:
    """Finished and killed tournaments, resumed, end with the same tables; a game of each can be seen."""
    unpack(ludus, "tournaments")
    for name in names:
        game = TOURNAMENTS[name][0]
        for how in ("finished", "half"):
            folder = f"tournaments/{name}-{how}"
            answer = ludus.call(product.resume_tournament(folder))
            found: dict[str, Any] = {"failed": answer.trouble}
            if not answer.code:
                found = {"printed": digest_json(product.without_times(answer.out))}
            found |= tournament_results(ludus.work / folder)
            if not answer.code and how == "finished":
                address = "0/1" if game == "delve" else "0-1/1"
                shown = ludus.call(product.replay(folder, "--game", address, "--json"))
                found["a game"] = shown.trouble if shown.code else digest_json(product.without_times(shown.out))
            yield f"tournament {name} {how}", found


def pin_half_made(ludus: Product) -> Pins:
    """`ludus make` goes on with what was killed, though the code has changed, and makes the same files."""
    unpack(ludus, "half-made")
    for name, (game, words) in HALF_MADE.items():
        folder = f"half-made/{name}"
        command = product.make(game, shlex.split(words), folder)
        answer = ludus.call(command)
        for _ in CODE:
            if answer.code and admit_code(ludus.work / folder, answer.err):
                answer = ludus.call(command)
        found = digest_files(ludus.work / folder, product.NO_RESULT)
        went_on = any(line.startswith(f"{folder}: ") for line in answer.err.splitlines())
        yield f"half made {name}", {"failed": answer.trouble} if answer.code else {"went on": went_on, **found}


def pin_studio(ludus: Product) -> Pins:
    """What a server tells of an old folder."""
    unpack(ludus, "studio")
    with Server(ludus, "studio") as server:
        found = studio_facts(server, ludus.work / "studio")
    for name, text in found.items():
        told = product.without_times(text.replace(str(ludus.work), "WORK"))
        yield f"studio {name}", {"told": digest_json(told, prose=True)}


def uneven_ends(ludus: Product, found: dict[str, Any]) -> list[str]:
    """What ended otherwise after it was killed than without that; for the day on which the baseline is written."""
    same = [(f"half run {name}", f"run {study}") for name, (study, _, _) in HALF_RUNS.items()]
    same += [(f"tournament {name} half", f"tournament {name} finished") for name in TOURNAMENTS]
    uneven = [half for half, whole in same if _results(found[half]) != _results(found[whole])]
    for name, (game, words) in HALF_MADE.items():
        folder = f"half-made/{name}"  # the same once more: replays tell the path of their level
        shutil.rmtree(ludus.work / folder)
        ludus.call(product.make(game, shlex.split(words), folder))
        if found[f"half made {name}"] != {"went on": True, **digest_files(ludus.work / folder, product.NO_RESULT)}:
            uneven.append(f"half made {name}")
    return uneven


def _results(facts: dict[str, Any]) -> dict[str, Any]:
    return {name: fact for name, fact in facts.items() if name not in ("state", "a game")}


def run_results(run: Path) -> dict[str, Any]:
    """Digests of tables and other results of a run."""
    tables = {name: digest(text.encode()) for name, text in tables_of(run).items()}
    return {"tables": tables, "files": files_of(run)}


def tournament_results(folder: Path) -> dict[str, str]:
    """Digests of all that a tournament wrote, but for its plan, which stays as it was."""
    return digest_files(folder, (*product.NO_RESULT, product.TOURNAMENT_PLAN))


def states_of(ludus: Product, folder: str) -> dict[str, str]:
    """What `ludus runs` says about each run."""
    return product.run_states(ludus.call(product.list_runs(folder)).out)


def admit_code(folder: Path, complaint: str) -> bool:
    """Let unfinished work go on with other code: put the present digest, which the refusal tells, into its order."""
    found = re.search(r"\((\w+): (\S+) there, (\S+) now\)", complaint)
    if found is None or found[1] not in CODE:
        return False
    order = folder / product.UNFINISHED_ORDER
    text = order.read_text(encoding="utf-8")
    order.write_text(text.replace(found[2], found[3]), encoding="utf-8")
    return True


def same_bytes(then: Path, now: Path) -> str:
    return SAME if then.read_bytes() == now.read_bytes() else OTHER


# --- folders in archives ---------------------------------------------------------------------------------------------


def pack(folder: Path, archive: Path) -> None:
    """A folder as an archive that depends on its files alone."""

    def plain(info: tarfile.TarInfo) -> tarfile.TarInfo:
        info.mtime, info.uid, info.gid, info.uname, info.gname = 0, 0, 0, "", ""
        return info

    archive.parent.mkdir(parents=True, exist_ok=True)
    with tarfile.open(archive, "w:xz", preset=9) as tar:
        for file in sorted(folder.rglob("*")):
            tar.add(file, file.relative_to(folder).as_posix(), recursive=False, filter=plain)


def unpack(ludus: Product, name: str) -> None:
    """A fresh copy of a folder of the corpus in the work folder."""
    shutil.rmtree(ludus.work / name, ignore_errors=True)
    with tarfile.open(ludus.work / "corpus" / "folders" / f"{name}.tar.xz") as tar:
        tar.extractall(ludus.work / name, filter="data")
