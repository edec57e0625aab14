"""Baselines on disk, and differences in words."""

from __future__ import annotations

import hashlib
import json
import lzma
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

SHOWN = 3  # labels or names that a line lists before it says how many more there are


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def digest_files(folder: Path, without: Iterable[str] = ()) -> dict[str, str]:
    """A digest for every file in a folder, by its path there; files with some names or endings are left out."""
    left_out = tuple(without)
    files = (file for file in sorted(folder.rglob("*")) if file.is_file() and not file.name.endswith(left_out))
    return {file.relative_to(folder).as_posix(): digest(file.read_bytes()) for file in files}


def read_part(folder: Path, part: str) -> dict[str, Any]:
    """The baseline of a part; empty if there is none yet."""
    file = folder / f"{part}.json"
    return dict(json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else {}


def write_part(folder: Path, part: str, found: Mapping[str, Any]) -> None:
    """One pin a line, so that changes of the baseline are easy to read."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in found.items()]
    (folder / f"{part}.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def read_lines(file: Path) -> dict[str, Any]:
    """What is too large for a plain file: labels and tables by study."""
    return dict(json.loads(lzma.decompress(file.read_bytes()))) if file.is_file() else {}


def write_lines(file: Path, found: Mapping[str, Any]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(found)
    file.write_bytes(lzma.compress(text.encode(), preset=9))


def differences(then: Any, now: Any, name: str = "") -> list[str]:
    """What differs between two values of JSON, by the names of the fields that lead there."""
    if isinstance(then, dict) and isinstance(now, dict):
        found = []
        for key in {**then, **now}:
            here = f"{name}.{key}" if name else str(key)
            if key not in now:
                found.append(f"{here} is gone (was {_short(then[key])})")
            elif key not in then:
                found.append(f"{here} is new ({_short(now[key])})")
            else:
                found += differences(then[key], now[key], here)
        return found
    if then == now:
        return []
    return [f"{name + ' ' if name else ''}was {_short(then)}, is {_short(now)}"]


def some(names: Iterable[str]) -> str:
    """The first few, and how many more there are."""
    listed = list(names)
    more = f" and {len(listed) - SHOWN} more" if len(listed) > SHOWN else ""
    return "; ".join(listed[:SHOWN]) + more


def _short(value: Any, most: int = 90) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= most else f"{text[: most - 3]}..."
