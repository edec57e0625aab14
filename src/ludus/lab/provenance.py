"""Provenance of a run: release, Python, libraries, machine, and a digest of every source file.

Results may depend on all of these, so resuming a run after a change needs confirmation.
"""

from __future__ import annotations

import hashlib
import platform
import sys
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

LIBRARIES = ("numpy", "numba", "llvmlite", "msgspec", "cmaes", "pymoo", "ribs", "neat-python", "matplotlib", "pyarrow")
OPTIONAL = ("cmaes", "pymoo", "ribs", "neat-python")  # libraries of the extra `evolve`
OUTPUT_ONLY = ("matplotlib", "pyarrow")  # libraries that affect only figures and files
EXCLUDED_FOLDERS = ("cli", "studio", "adapters", "testing")  # packages that no study uses
SOURCES = (".py", ".csv", ".toml", ".json")
DIGEST_DIGITS = 12  # hexadecimal digits of a file's digest


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
    """Digest of each source file of Ludus, and of the package or module that defines the experiment."""
    home = Path(__file__).parents[1]
    digests = _folder_digests(home, EXCLUDED_FOLDERS)
    module = sys.modules.get(work.__module__)
    file = Path(getattr(module, "__file__", None) or home / "__init__.py").resolve()
    if home.resolve() not in file.parents:
        top = sys.modules.get(work.__module__.partition(".")[0])
        root = getattr(top, "__file__", None)
        is_package = root is not None and Path(root).name == "__init__.py"
        digests |= _folder_digests(Path(str(root)).parent) if is_package else {file.name: _file_digest(file)}
    return digests


def version_changes(then: dict[str, Any], now: dict[str, Any]) -> list[str]:
    """Differences that could change results, as texts."""
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
    if changed:
        more = f" and {len(changed) - 3} more files" if len(changed) > 3 else ""
        changes_found.append(f"changed code: {', '.join(changed[:3])}{more}")
    return changes_found


def _folder_digests(root: Path, without: tuple[str, ...] = ()) -> dict[str, str]:
    digests = {}
    for file in sorted(root.rglob("*")):
        inside = file.relative_to(root).parts
        if file.suffix in SOURCES and inside[0] not in without and file.is_file():
            digests["/".join((root.name, *inside))] = _file_digest(file)
    return digests


def _file_digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()[:DIGEST_DIGITS]


def _library_version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
