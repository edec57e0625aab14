"""Provenance of a run: release, Python, libraries, machine, and a digest of every source file.

Results may depend on all of these, so resuming a run after a change needs confirmation. The source files are those of
Ludus and of the study, and those that the study uses while it runs: games, bots, content; see `used_files`.
"""

from __future__ import annotations

import hashlib
import platform
import sys
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from ludus.lab.used_files import COMPARED_BY_VERSION, PlaceDigests, used_file_changes
from ludus.util.source_files import DIGEST_DIGITS, SOURCE_SUFFIXES, code_digests, file_digest, is_part_of_ludus
from ludus.util.text import plural

LIBRARIES = ("numpy", "numba", "llvmlite", "msgspec", "cmaes", "pymoo", "ribs", "neat-python", "matplotlib", "pyarrow")
OPTIONAL = ("cmaes", "pymoo", "ribs", "neat-python")  # libraries of the extra `evolve`
OUTPUT_ONLY = ("matplotlib", "pyarrow")  # libraries that affect only figures and files
EXCLUDED_FOLDERS = ("cli", "studio", "adapters", "testing")  # packages that no study uses


def current_versions(work: Callable[..., Any]) -> dict[str, Any]:
    """Everything except the configuration that the results of an experiment depend on."""
    from ludus import __version__

    libraries = {name: _library_version(name) for name in LIBRARIES}
    files = source_digests(work)
    return {
        "ludus": __version__,
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "libraries": {name: number for name, number in libraries.items() if number is not None},
        "source": hashlib.sha256(repr(sorted(files.items())).encode()).hexdigest()[:DIGEST_DIGITS],
        "files": files,
    }


def source_digests(work: Callable[..., Any]) -> dict[str, str]:
    """Digest of each source file of Ludus, and of the experiment: its package or module, and what that imports."""
    digests = _folder_digests(Path(__file__).parents[1], EXCLUDED_FOLDERS)
    file = experiment_file(work)
    if file is not None and not is_part_of_ludus(file):
        digests |= code_digests(file, COMPARED_BY_VERSION)
    return digests


def experiment_file(work: Callable[..., Any]) -> Path | None:
    """File in which an experiment is defined; None for code without a file, as in a notebook."""
    name = getattr(sys.modules.get(work.__module__), "__file__", None)
    return Path(name) if name is not None and Path(name).is_file() else None


def version_changes(
    then: dict[str, Any], now: dict[str, Any], used_now: dict[str, PlaceDigests] | None = None
) -> list[str]:
    """Differences that could change results, as texts.

    Args:
        then: Versions when the run began.
        now: Versions now.
        used_now: What the run is known to use, as it is now.
    """
    changes_found = []
    for name in ("python", "machine"):
        if then.get(name) != now[name]:
            changes_found.append(f"{name} was {then.get(name)}, is {now[name]}")
    before = then.get("libraries", {})
    for name in LIBRARIES:
        was, is_ = before.get(name), now["libraries"].get(name)
        was_unused = was is None and name in OPTIONAL  # no result so far can depend on it
        if was != is_ and name not in OUTPUT_ONLY and not was_unused:
            changes_found.append(f"{name} was {was or 'not there'}, is {is_ or 'not there'}")
    recorded = then.get("files", {})
    changed = sorted(file for file in {**recorded, **now["files"]} if recorded.get(file) != now["files"].get(file))
    if used_now is not None:
        changed += used_file_changes(then, used_now)
    if changed:
        more = f" and {plural(len(changed) - 3, 'more file')}" if len(changed) > 3 else ""
        changes_found.append(f"changed code: {', '.join(changed[:3])}{more}")
    return changes_found


def _folder_digests(root: Path, without: tuple[str, ...] = ()) -> dict[str, str]:
    digests = {}
    for file in sorted(root.rglob("*")):
        inside = file.relative_to(root).parts
        if file.suffix in SOURCE_SUFFIXES and inside[0] not in without and file.is_file():
            digests["/".join((root.name, *inside))] = file_digest(file)
    return digests


def _library_version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
