"""Data in files that notice damage: plain values, bytes and arrays as MessagePack behind a digest.

What a study may keep: None, booleans, numbers, texts, bytes, NumPy arrays, and lists and dictionaries of these.
Tuples become lists and NumPy's numbers become Python's, so what is read back is the same for everybody.
"""

from __future__ import annotations

import hashlib
import io
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from ludus.arena.folder import told, write_whole
from ludus.core.errors import LudusError

HEAD = b"ludus sealed 1\n"
DIGEST = 32  # bytes of SHA-256
ARRAY = 1  # MessagePack's number for an array, as NumPy's own file format
LARGEST = 1 << 64


class Damaged(LudusError):
    """A sealed file is not what was written."""


class KeepError(LudusError):
    """A study wants to keep what cannot be kept."""


def write_sealed(path: Path, data: Any) -> None:
    """Write data whole or not at all; it must be `plain`."""
    write_whole(path, seal(packed(data)))


def read_sealed(path: Path) -> Any:
    """Data from a file, with a clear word if it is damaged."""
    with told(path, "read"):
        raw = path.read_bytes()
    return opened(raw, path)


def packed(data: Any) -> bytes:
    return msgspec.msgpack.encode(data, enc_hook=_as_extension)


def seal(body: bytes) -> bytes:
    return HEAD + hashlib.sha256(body).digest() + body


def opened(raw: bytes, path: Path) -> Any:
    """The data of a sealed file's bytes."""
    start = len(HEAD) + DIGEST
    if not raw.startswith(HEAD[: len(raw)]):
        raise Damaged(f"{path}: damaged: this is not a file that Ludus wrote")
    if len(raw) < start or hashlib.sha256(raw[start:]).digest() != raw[len(HEAD) : start]:
        raise Damaged(f"{path}: damaged: its content does not fit its digest (cut short or changed)")
    return msgspec.msgpack.decode(raw[start:], ext_hook=_from_extension)


def plain(value: Any, where: str) -> Any:
    """The same in plain values; `where` names it in the complaint about what cannot be kept."""
    if isinstance(value, np.generic) and not isinstance(value, np.void):
        value = value.item()
    if value is None or isinstance(value, bool | float | str | bytes):
        return value
    if isinstance(value, int):
        if not -LARGEST // 2 <= value < LARGEST:
            raise KeepError(f"{where}: {value} has more than 64 bits; keep it as a text")
        return int(value)
    if isinstance(value, np.ndarray):
        if value.dtype.hasobject:
            raise KeepError(f"{where}: an array of Python objects cannot be kept; use numbers, or a list")
        return value
    if isinstance(value, list | tuple):
        return [plain(item, f"{where}[{k}]") for k, item in enumerate(value)]
    if isinstance(value, dict):
        for key in value:
            if not isinstance(key, str):
                raise KeepError(f"{where}: the key {key!r} is not a text; a dictionary that is kept has texts as keys")
        return {key: plain(item, f"{where}.{key}") for key, item in value.items()}
    hint = "; its order is not certain: keep a sorted list" if isinstance(value, set | frozenset) else ""
    raise KeepError(
        f"{where}: a {type(value).__name__} cannot be kept{hint}; "
        "what can: None, true and false, numbers, texts, bytes, arrays, and lists and dictionaries of these"
    )


def _as_extension(value: Any) -> msgspec.msgpack.Ext:
    out = io.BytesIO()
    np.save(out, value, allow_pickle=False)
    return msgspec.msgpack.Ext(ARRAY, out.getvalue())


def _from_extension(code: int, data: memoryview) -> np.ndarray:
    if code != ARRAY:
        raise Damaged(f"an extension with number {code} in a sealed file; a newer Ludus may have written it")
    found: np.ndarray = np.load(io.BytesIO(bytes(data)), allow_pickle=False)
    return found
