"""Baselines on disk, and differences in words."""

from __future__ import annotations

import hashlib
import json
import lzma
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

SOFT = ("renamed", "wording")  # words that begin a line about something whose values are the same
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
TWOFOLD = re.compile("[0-9a-f]{16} [0-9a-f]{16}")
SHOWN = 3  # labels or names that a line lists before it says how many more there are


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def twofold(hard: Any, whole: bytes) -> str:
    """Two digests in one text: of what must not change, and of everything, names and wording included."""
    return f"{digest(json.dumps(hard).encode())} {digest(whole)}"


def digest_json(data: Any, prose: bool = False) -> str:
    """Of JSON: its values must not change, the names of fields may. With `prose` texts may be worded anew, too: then
    only numbers are held, those in texts included."""
    found = [_numbers(leaf) if prose else leaf for leaf in _leaves(data)]
    return twofold(found, json.dumps(data).encode())


def digest_toml(data: bytes) -> str:
    """Of a TOML file: its values must not change, its comments may."""
    return twofold(json.loads(json.dumps(tomllib.loads(data.decode()), default=str)), data)


def digest_svg(data: bytes) -> str:
    """Of a picture: what is drawn must not change, the words in it may."""
    return twofold(re.sub(r">[^<>]+<", "><", data.decode()), data)


def digest_files(folder: Path, without: Iterable[str] = ()) -> dict[str, str]:
    """A digest for every file in a folder, by its path there; files with some names or endings are left out."""
    left_out = tuple(without)
    files = (file for file in sorted(folder.rglob("*")) if file.is_file() and not file.name.endswith(left_out))
    return {
        file.relative_to(folder).as_posix(): (digest_svg if file.suffix == ".svg" else digest)(file.read_bytes())
        for file in files
    }


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
    if all(isinstance(text, str) and TWOFOLD.fullmatch(text) for text in (then, now)) and then[:16] == now[:16]:
        return [f"wording: {name or 'it'} has other names or words, and the same values"]
    return [f"{name + ' ' if name else ''}was {_short(then)}, is {_short(now)}"]


def is_soft(line: str) -> bool:
    """Whether a line tells of new names or wording alone."""
    return line.partition(": ")[0] in SOFT or any(f": {word}: " in line for word in SOFT)


def some(names: Iterable[str]) -> str:
    """The first few, and how many more there are."""
    listed = list(names)
    more = f" and {len(listed) - SHOWN} more" if len(listed) > SHOWN else ""
    return "; ".join(listed[:SHOWN]) + more


def _short(value: Any, most: int = 90) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= most else f"{text[: most - 3]}..."


def _leaves(data: Any) -> list[Any]:
    """The values of JSON without the names of fields, in their order."""
    if isinstance(data, dict):
        data = list(data.values())
    return [leaf for each in data for leaf in _leaves(each)] if isinstance(data, list) else [data]


def _numbers(leaf: Any) -> Any:
    return NUMBER.findall(leaf) if isinstance(leaf, str) else leaf
