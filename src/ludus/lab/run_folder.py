"""Run folder: its files, and checks before a run continues in it.

    config.toml       complete configuration, every key with its description
    versions.json     study, configuration, versions of code and libraries, digests of games and bots that were used
    events.jsonl      what happened when; the only file with times
    kept/             results of finished steps
    checkpoints/      running evolutions: the last two generations of each
    tables/           NAME.csv, and NAME.parquet if pyarrow is installed
    figures/          NAME.svg
    report.html       the report; files that it links to (agents, replays) are in the same folder

Everything except events.jsonl and report.html has identical bytes for identical configuration and code.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ludus.lab.config import write_toml
from ludus.lab.config_fields import config_fields
from ludus.lab.event_log import EVENTS, EventLog
from ludus.lab.provenance import current_versions, experiment_file, version_changes
from ludus.lab.study import Config, Study
from ludus.lab.used_files import PlaceDigests, UsedFiles, current_digests, used_file_changes, without_file_message
from ludus.util.files import PART_SUFFIX, FolderError, atomic_write, atomic_write_json, file_errors, missing_file

FORMAT = 1
CONFIG, VERSIONS, REPORT_PAGE = "config.toml", "versions.json", "report.html"
RESULTS, CHECKPOINTS, TABLES, FIGURES = "kept", "checkpoints", "tables", "figures"
RUNS_FOLDER = "runs"  # parent of run folders without a given name


def default_folder(study: Study[Any], config: Config) -> Path:
    """Folder for a study and configuration; the same command therefore continues the same run."""
    return Path(RUNS_FOLDER) / f"{study.name}-{config_digest(config)}"


def config_digest(config: Config) -> str:
    return hashlib.sha256(json.dumps(config_data(config), sort_keys=True).encode()).hexdigest()[:8]


def config_data(config: Config) -> dict[str, Any]:
    """Configuration as plain values, lists and dictionaries, as in a file."""
    return msgspec.json.decode(msgspec.json.encode(config))  # type: ignore[no-any-return]


class CodeChanged(FolderError):
    """A run cannot continue, because something that its results depend on has changed.

    Attributes:
        reason: What has changed in which run, without advice.
    """

    def __init__(self, folder: Path, changes: Sequence[str]) -> None:
        self.reason = (
            f"{folder}: begun with different code or libraries ({'; '.join(changes)}), so its tables could mix two "
            "kinds of results"
        )
        super().__init__(f"{self.reason}. Continue with allow_changes=True, or begin a new run in another folder")


class OpenRun(NamedTuple):
    """A run folder that this process may write to."""

    log: EventLog
    used: UsedFiles  # notes which games, bots and content the experiment uses


def open_run_folder(
    folder: Path, study: Study[Any], config: Config, allow_changes: bool, warn: Callable[[str], None]
) -> OpenRun:
    """Create a run folder, or check that it belongs to this run. A run that has stored nothing starts over.

    Args:
        folder: Run folder.
        study: Study of the run.
        config: Configuration of the run.
        allow_changes: Continue even if code or libraries have changed since the run began.
        warn: Receives warnings.

    Raises:
        FolderError: the folder holds something else, or another configuration.
        CodeChanged: the code or a library has changed since the run began.
    """
    _check_folder_name(folder)
    with file_errors(folder, "made"):
        folder.mkdir(parents=True, exist_ok=True)
        existing = [file.name for file in folder.iterdir() if not file.name.endswith(PART_SUFFIX)]
    others = sorted(set(existing) - {CONFIG, EVENTS})  # these two may have been written before a process was killed
    if VERSIONS not in existing and others:
        more = " ..." if len(others) > 3 else ""
        examples = ", ".join(others[:3]) + more
        raise FolderError(f"{folder}: holds other files ({examples}); a run needs a folder of its own")
    log = EventLog(folder)
    try:
        now = current_versions(study.experiment)
        if experiment_file(study.experiment) is None:
            warn(without_file_message(f"the study {study.name}"))
        if (folder / VERSIONS).is_file():  # checked again under the lock
            plan = read_versions(folder)
            check_same_study(folder, plan, study)
            used_now = current_digests(plan["versions"], folder)
            if has_stored_results(folder):
                check_same_config(folder, plan, study, config)
                changed = version_changes(plan["versions"], now, used_now)
                if changed and not allow_changes:
                    raise CodeChanged(folder, changed)
                if changed:
                    warn(f"continues with different code or libraries: {'; '.join(changed)}")
                log.append("resumed", **({"changed": changed} if changed else {}))
                return OpenRun(log, UsedFiles(folder, used_now, _plan_writer(folder, plan), warn))
        atomic_write(folder / CONFIG, write_toml(config).encode())
        plan = {"format": FORMAT, "study": study.name, "config": config_data(config), "versions": now}
        atomic_write_json(folder / VERSIONS, plan)
        log.append("begun", study=study.name)
        return OpenRun(log, UsedFiles(folder, current_digests(now, folder), _plan_writer(folder, plan), warn))
    except BaseException:
        log.close()
        raise


def has_stored_results(folder: Path) -> bool:
    """Whether a run has stored results or checkpoints."""
    with file_errors(folder, "read"):
        return any(file.is_file() for part in (RESULTS, CHECKPOINTS) for file in (folder / part).rglob("*"))


def outdated_files(folder: Path) -> list[str]:
    """Names of files of games, bots and content that have changed since the run used them."""
    recorded = read_versions(folder)["versions"]
    return used_file_changes(recorded, current_digests(recorded, folder))


def _plan_writer(folder: Path, plan: dict[str, Any]) -> Callable[[dict[str, PlaceDigests]], None]:
    """Function that adds what a run uses to versions.json; what is noted there already stays as it was."""

    def write(used: dict[str, PlaceDigests]) -> None:
        versions = plan["versions"]
        for kind, places in used.items():
            if places:
                versions[kind] = dict(sorted({**places, **versions.get(kind, {})}.items()))
        atomic_write_json(folder / VERSIONS, plan)

    return write


def make_subfolder(folder: Path, inside: Path) -> None:
    """Create a subfolder; the run folder itself must exist, it may have been renamed meanwhile."""
    check_folder_exists(folder)
    with file_errors(inside, "made"):
        inside.mkdir(parents=True, exist_ok=True)


def check_folder_exists(folder: Path) -> None:
    """Raise FolderError if the run folder does not exist any more."""
    with file_errors(folder, "read"):
        exists = folder.is_dir()
    if not exists:
        raise FolderError(
            f"{folder}: the folder disappeared during the run; was it renamed or removed? "
            "`ludus resume` continues it in its new place"
        )


def read_versions(folder: Path) -> dict[str, Any]:
    """Read and check versions.json: study, configuration and versions at the start of the run."""
    path = folder / VERSIONS
    with file_errors(path, "read"):
        if not folder.is_dir():
            raise FolderError(f"{folder}: {missing_file(folder, 'folder')}. `ludus runs` lists the runs there are")
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            raise FolderError(f"{folder}: no run there ({VERSIONS} is missing)") from None
    try:
        record = json.loads(data)
        form, release = record["format"], record["versions"].get("ludus")
        if form == FORMAT and not (isinstance(record["study"], str) and isinstance(record["config"], dict)):
            raise TypeError
    except (ValueError, KeyError, TypeError, AttributeError):
        raise FolderError(f"{path}: damaged: not written by Ludus; begin a new run") from None
    if form != FORMAT:
        raise FolderError(f"{folder}: a run in format {form!r}, by Ludus {release}; this release reads format {FORMAT}")
    return record  # type: ignore[no-any-return]


SAME_SETTINGS = "Give the same settings, or another folder with --out"


def check_same_config(
    folder: Path, known: dict[str, Any], study: Study[Any], config: Config, advice: str = SAME_SETTINGS
) -> None:
    """Raise FolderError if the folder holds another study or another configuration.

    A key that the run does not know is newer than the run. Its default is what the run did.

    Args:
        folder: Run folder.
        known: What the run recorded at its beginning.
        study: Study to run.
        config: Its configuration now.
        advice: What to do if the configuration differs.
    """
    check_same_study(folder, known, study)
    current = flatten(config_data(config))
    recorded = flatten(known["config"])
    recorded = flatten(_defaults_of_new_keys(type(config), recorded)) | recorded
    differences = [
        f"{key} was {_shortened(recorded.get(key))} at the beginning, is {_shortened(current.get(key))} now"
        for key in {**recorded, **current}
        if recorded.get(key) != current.get(key)
    ]
    if differences:
        raise FolderError(f"{folder}: begun with another configuration: {'; '.join(differences)}. {advice}")


def _defaults_of_new_keys(kind: type[Config], recorded: dict[str, Any]) -> dict[str, Any]:
    """Defaults of the keys of a configuration that a run did not record, as plain data."""
    return {
        field.key: msgspec.json.decode(msgspec.json.encode(field.default))
        for field in config_fields(kind)
        if field.default is not msgspec.NODEFAULT
        and not any(key == field.key or key.startswith(f"{field.key}.") for key in recorded)
    }


def check_same_study(folder: Path, known: dict[str, Any], study: Study[Any]) -> None:
    """Raise FolderError if the folder holds a run of another study."""
    if known["study"] != study.name:
        raise FolderError(f"{folder}: a run of the study {known['study']}, not of {study.name}; name another folder")


def _check_folder_name(folder: Path) -> None:
    try:
        str(folder).encode()
    except UnicodeEncodeError:
        printable = os.fsencode(folder).decode(errors="backslashreplace")
        raise FolderError(f"{printable}: the name of this folder is not UTF-8 text; choose another name") from None


def flatten(data: Any, prefix: str = "") -> dict[str, Any]:
    """Flatten a nested dictionary into one with dotted keys."""
    flattened: dict[str, Any] = {}
    for key, value in data.items():
        if isinstance(value, dict) and value:
            flattened |= flatten(value, f"{prefix}{key}.")
        else:
            flattened[f"{prefix}{key}"] = value
    return flattened


def _shortened(value: Any, max_length: int = 60) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= max_length else text[:max_length] + "..."
