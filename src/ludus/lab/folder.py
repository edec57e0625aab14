"""The folder of a run: what lies in it, and when it may be worked on.

    config.toml       the whole configuration, every key with its meaning
    versions.json     the study, its configuration once more, and what the run was made with
    events.jsonl      what happened when; the only place with times in it
    kept/             the results of finished pieces of work
    checkpoints/      evolutions under way: the last two generations of each
    tables/           NAME.csv, and NAME.parquet where pyarrow is installed
    figures/          NAME.svg
    report.html       all of it for a reader; files it leads to (agents, replays) lie beside it

All but events.jsonl and report.html is the same, byte for byte, for the same configuration and code.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from ludus.arena.folder import UNFINISHED, FolderError, told, write_json, write_whole
from ludus.lab.events import EVENTS, EventLog
from ludus.lab.study import Config, Study
from ludus.lab.toml import write_toml
from ludus.lab.versions import changes, versions

FORMAT = 1
CONFIG, VERSIONS, PAGE = "config.toml", "versions.json", "report.html"
KEPT, CHECKPOINTS, TABLES, FIGURES = "kept", "checkpoints", "tables", "figures"
OURS = (CONFIG, VERSIONS, EVENTS, PAGE, KEPT, CHECKPOINTS, TABLES, FIGURES)
HOME = "runs"  # where folders go that nobody named


def default_folder(study: Study[Any], config: Config) -> Path:
    """The same folder for the same study and configuration, so that the same command goes on."""
    return Path(HOME) / f"{study.name}-{config_digest(config)}"


def config_digest(config: Config) -> str:
    return hashlib.sha256(json.dumps(config_data(config), sort_keys=True).encode()).hexdigest()[:8]


def config_data(config: Config) -> dict[str, Any]:
    """A configuration as it reads in a file: plain values, lists and dictionaries."""
    return msgspec.json.decode(msgspec.json.encode(config))  # type: ignore[no-any-return]


def enter(
    folder: Path, study: Study[Any], config: Config, anyway: bool, warn: Callable[[str], None]
) -> tuple[EventLog, bool]:
    """Make the folder of a run, or see that it is the folder of this one; its log, and whether it was there before.

    With `anyway` it goes on though code or libraries are others than at its beginning.
    """
    _check_text(folder)
    with told(folder, "made"):
        folder.mkdir(parents=True, exist_ok=True)
        there = [file.name for file in folder.iterdir() if not file.name.endswith(UNFINISHED)]
    others = sorted(set(there) - {CONFIG, EVENTS})  # these two may have been written before a process was killed
    if VERSIONS not in there and others:
        more = " ..." if len(others) > 3 else ""
        some = ", ".join(others[:3]) + more
        raise FolderError(f"{folder}: holds other files ({some}); a run needs a folder of its own")
    log = EventLog(folder)
    try:
        now = versions(study.work)
        if (folder / VERSIONS).is_file():  # asked again: only now nobody else can write it
            known = read_versions(folder)
            compare_config(folder, known, study, config)
            changed = changes(known["versions"], now)
            if changed and not anyway:
                raise FolderError(
                    f"{folder}: begun with other code or libraries ({'; '.join(changed)}), so its tables could mix two "
                    "kinds of results. Go on with --anyway, or begin a new run with --out"
                )
            if changed:
                warn(f"goes on with other code or libraries: {'; '.join(changed)}")
            log.note("resumed", **({"changed": changed} if changed else {}))
            return log, True
        write_whole(folder / CONFIG, write_toml(config).encode())
        plan = {"format": FORMAT, "study": study.name, "config": config_data(config), "versions": now}
        write_json(folder / VERSIONS, plan)
        log.note("begun", study=study.name)
        return log, False
    except BaseException:
        log.close()
        raise


def make_inside(folder: Path, inside: Path) -> None:
    """Make a folder in that of a run, which must be there itself: it may have been renamed meanwhile."""
    check_there(folder)
    with told(inside, "made"):
        inside.mkdir(parents=True, exist_ok=True)


def check_there(folder: Path) -> None:
    """Refuse to go on where the folder of a run has gone."""
    with told(folder, "read"):
        there = folder.is_dir()
    if not there:
        raise FolderError(
            f"{folder}: the folder has gone while the run worked in it; was it renamed or removed? "
            "`ludus resume` goes on with it in its new place"
        )


def read_versions(folder: Path) -> dict[str, Any]:
    """What a run was begun with, checked."""
    path = folder / VERSIONS
    with told(path, "read"):
        if not folder.is_dir():
            raise FolderError(f"{folder}: there is no such folder; `ludus runs` lists the runs there are")
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            raise FolderError(f"{folder}: no run there ({VERSIONS} is missing)") from None
    try:
        found = json.loads(data)
        form, made = found["format"], found["versions"].get("ludus")
        if form == FORMAT and not (isinstance(found["study"], str) and isinstance(found["config"], dict)):
            raise TypeError
    except (ValueError, KeyError, TypeError, AttributeError):
        raise FolderError(f"{path}: damaged: this is not what Ludus wrote; begin a new run") from None
    if form != FORMAT:
        raise FolderError(f"{folder}: a run in format {form!r}, by Ludus {made}; this release reads format {FORMAT}")
    return found  # type: ignore[no-any-return]


def compare_config(folder: Path, known: dict[str, Any], study: Study[Any], config: Config) -> None:
    """Refuse a folder that holds another study, or the same one with another configuration."""
    if known["study"] != study.name:
        raise FolderError(f"{folder}: a run of the study {known['study']}, not of {study.name}; name another folder")
    there, here = flat(known["config"]), flat(config_data(config))
    differences = [
        f"{key} was {_short(there.get(key))} at the beginning, is {_short(here.get(key))} now"
        for key in {**there, **here}
        if there.get(key) != here.get(key)
    ]
    if differences:
        raise FolderError(
            f"{folder}: begun with another configuration: {'; '.join(differences)}. "
            f"Put {CONFIG} back as it was, or begin another run"
        )


def _check_text(folder: Path) -> None:
    try:
        str(folder).encode()
    except UnicodeEncodeError:
        shown = os.fsencode(folder).decode(errors="backslashreplace")
        raise FolderError(f"{shown}: the name of this folder is not UTF-8 text; name another one with --out") from None


def flat(data: Any, before: str = "") -> dict[str, Any]:
    """A nested dictionary as one with dotted keys."""
    found: dict[str, Any] = {}
    for key, value in data.items():
        if isinstance(value, dict) and value:
            found |= flat(value, f"{before}{key}.")
        else:
            found[f"{before}{key}"] = value
    return found


def _short(value: Any, most: int = 60) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= most else text[:most] + "..."
