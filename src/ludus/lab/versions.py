"""What a run was made with: release, Python, libraries, machine, and a digest of every source file.

Results may depend on all of it, so a run that goes on with something else is asked whether that is meant.
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
ONLY_SHOWN = ("matplotlib", "pyarrow")  # figures and files, no numbers
NOT_PLAYED = ("cli", "studio", "adapters", "testing")  # rooms that no study can reach
SOURCES = (".py", ".csv", ".toml", ".json")
SHORT = 12  # hexadecimal digits of a file's digest


def versions(work: Callable[..., Any]) -> dict[str, Any]:
    """Everything that the results of a piece of code depend on beside its configuration."""
    from ludus import __version__

    libraries = {name: _version(name) for name in LIBRARIES}
    files = sources(work)
    return {
        "ludus": __version__,
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "libraries": {name: number for name, number in libraries.items() if number is not None},
        "source": hashlib.sha256(repr(sorted(files.items())).encode()).hexdigest()[:SHORT],
        "files": files,
    }


def sources(work: Callable[..., Any]) -> dict[str, str]:
    """A digest for each source file of Ludus, and of the package or module that `work` comes from."""
    home = Path(__file__).parents[1]
    found = _digests(home, NOT_PLAYED)
    module = sys.modules.get(work.__module__)
    file = Path(getattr(module, "__file__", None) or home / "__init__.py").resolve()
    if home.resolve() not in file.parents:
        top = sys.modules.get(work.__module__.partition(".")[0])
        root = getattr(top, "__file__", None)
        whole = root is not None and Path(root).name == "__init__.py"
        found |= _digests(Path(str(root)).parent) if whole else {file.name: _digest(file)}
    return found


def changes(then: dict[str, Any], now: dict[str, Any]) -> list[str]:
    """What differs in a way that could change numbers, in words."""
    found = []
    for name in ("python", "machine"):
        if then.get(name) != now[name]:
            found.append(f"{name} was {then.get(name)}, is {now[name]}")
    before = then.get("libraries", {})
    for name in LIBRARIES:
        was, is_ = before.get(name), now["libraries"].get(name)
        if was != is_ and name not in ONLY_SHOWN:
            found.append(f"{name} was {was or 'not there'}, is {is_ or 'not there'}")
    known = then.get("files", {})
    changed = sorted(file for file in {**known, **now["files"]} if known.get(file) != now["files"].get(file))
    if changed:
        more = f" and {len(changed) - 3} more files" if len(changed) > 3 else ""
        found.append(f"changed code: {', '.join(changed[:3])}{more}")
    return found


def _digests(root: Path, without: tuple[str, ...] = ()) -> dict[str, str]:
    found = {}
    for file in sorted(root.rglob("*")):
        inside = file.relative_to(root).parts
        if file.suffix in SOURCES and inside[0] not in without and file.is_file():
            found["/".join((root.name, *inside))] = _digest(file)
    return found


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()[:SHORT]


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
