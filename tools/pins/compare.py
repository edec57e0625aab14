"""Read and write baselines, compute digests, and describe differences."""

from __future__ import annotations

import hashlib
import json
import lzma
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

REWORDED = ("renamed", "wording")  # prefixes of lines about differences in names or wording, with the same values
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
DOUBLE_DIGEST = re.compile("[0-9a-f]{16} [0-9a-f]{16}")
RELEASE = re.compile(r'("release": ?)"[^"]*"')  # version of Ludus in a replay
BASELINE_RELEASE = "0.1.0"  # the version that wrote the baseline; a newer version is no other result
MOST_LISTED = 3  # labels or names in a line; the others are counted


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def double_digest(values: Any, data: bytes) -> str:
    """Return two digests in one text: of the values, which must not change, and of all data with names and wording."""
    return f"{digest(json.dumps(values).encode())} {digest(data)}"


def with_baseline_release(text: str) -> str:
    """Return JSON text in which every replay names the release of the baseline."""
    return RELEASE.sub(rf'\1"{BASELINE_RELEASE}"', text)


def digest_json(data: Any, prose: bool = False) -> str:
    """Digest of JSON: values must not change, names of fields may.

    Args:
        data: the decoded JSON.
        prose: whether texts may be reworded; expected only numbers must not change, including numbers in texts.
    """
    values = [_numbers(value) if prose else value for value in _values(data)]
    return double_digest(values, json.dumps(data).encode())


def digest_toml(data: bytes) -> str:
    """Digest of a TOML file: values must not change, comments may."""
    return double_digest(json.loads(json.dumps(tomllib.loads(data.decode()), default=str)), data)


def digest_svg(data: bytes) -> str:
    """Digest of an SVG picture: shapes must not change, texts may."""
    return double_digest(re.sub(r">[^<>]+<", "><", data.decode()), data)


def digest_files(folder: Path, without: Iterable[str] = ()) -> dict[str, str]:
    """Return a digest for every file in a folder, by relative path; `without` lists endings of files to skip."""
    skipped = tuple(without)
    files = (file for file in sorted(folder.rglob("*")) if file.is_file() and not file.name.endswith(skipped))
    return {file.relative_to(folder).as_posix(): _digest_file(file) for file in files}


def _digest_file(file: Path) -> str:
    data = file.read_bytes()
    if file.suffix == ".json":
        data = with_baseline_release(data.decode()).encode()
    return digest_svg(data) if file.suffix == ".svg" else digest(data)


def read_part(folder: Path, part: str) -> dict[str, Any]:
    """Return the baseline of a part; empty if there is none yet."""
    file = folder / f"{part}.json"
    return dict(json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else {}


def write_part(folder: Path, part: str, pins: Mapping[str, Any]) -> None:
    """Write the baseline of a part, one pin per line, so that diffs are easy to read."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in pins.items()]
    (folder / f"{part}.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def read_compressed(file: Path) -> dict[str, Any]:
    """Return the labels or tables by study; they are compressed because of their size."""
    return dict(json.loads(lzma.decompress(file.read_bytes()))) if file.is_file() else {}


def write_compressed(file: Path, data: Mapping[str, Any]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(data)
    file.write_bytes(lzma.compress(text.encode(), preset=9))


def differences(expected: Any, actual: Any, name: str = "") -> list[str]:
    """Describe the differences between two JSON values, each with the path of its field."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        lines = []
        for key in {**expected, **actual}:
            here = f"{name}.{key}" if name else str(key)
            if key not in actual:
                lines.append(f"{here} is gone (was {_short(expected[key])})")
            elif key not in expected:
                lines.append(f"{here} is new ({_short(actual[key])})")
            else:
                lines += differences(expected[key], actual[key], here)
        return lines
    if expected == actual:
        return []
    if (
        all(isinstance(text, str) and DOUBLE_DIGEST.fullmatch(text) for text in (expected, actual))
        and expected[:16] == actual[:16]
    ):
        return [f"wording: {name or 'it'} has other names or words but the same values"]
    return [f"{name + ' ' if name else ''}was {_short(expected)}, is {_short(actual)}"]


def is_rewording(line: str) -> bool:
    """Whether a line describes a difference in names or wording only."""
    return line.partition(": ")[0] in REWORDED or any(f": {word}: " in line for word in REWORDED)


def list_some(names: Iterable[str]) -> str:
    """Join the first names and count the others."""
    listed = list(names)
    more = f" and {len(listed) - MOST_LISTED} more" if len(listed) > MOST_LISTED else ""
    return "; ".join(listed[:MOST_LISTED]) + more


def _short(value: Any, most: int = 90) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= most else f"{text[: most - 3]}..."


def _values(data: Any) -> list[Any]:
    """Return the values of JSON in order, without the names of fields."""
    if isinstance(data, dict):
        data = list(data.values())
    return [value for item in data for value in _values(item)] if isinstance(data, list) else [data]


def _numbers(value: Any) -> Any:
    return NUMBER.findall(value) if isinstance(value, str) else value
