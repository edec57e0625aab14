"""Checksummed files: plain values, bytes and arrays as MessagePack with a SHA-256 digest.

Storable are None, booleans, numbers, texts, bytes, NumPy arrays, and lists and dictionaries of these. Tuples become
lists and NumPy numbers become Python numbers, so data reads back the same everywhere.
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
DIGEST = 32  # bytes of a SHA-256 digest
ARRAY = 1  # MessagePack extension code of arrays, stored in NumPy's file format
LARGEST = 1 << 64


class Damaged(LudusError):
    """A file differs from what was written."""


class KeepError(LudusError):
    """A value cannot be stored."""


def write_sealed(path: Path, data: Any) -> None:
    """Write data atomically with a checksum; it must be plain (see `to_plain_data`)."""
    write_whole(path, seal(packed(data)))


def read_sealed(path: Path) -> Any:
    """Read a checksummed file.

    Raises:
        CorruptFile: the file is damaged.
    """
    with told(path, "read"):
        raw = path.read_bytes()
    return opened(raw, path)


def packed(data: Any) -> bytes:
    return msgspec.msgpack.encode(data, enc_hook=_as_extension)


def seal(body: bytes) -> bytes:
    return HEAD + hashlib.sha256(body).digest() + body


def opened(raw: bytes, path: Path) -> Any:
    """Verify the checksum and decode the data."""
    start = len(HEAD) + DIGEST
    if not raw.startswith(HEAD[: len(raw)]):
        raise Damaged(f"{path}: damaged: this is not a file that Ludus wrote")
    if len(raw) < start or hashlib.sha256(raw[start:]).digest() != raw[len(HEAD) : start]:
        raise Damaged(f"{path}: damaged: its content does not match its checksum (truncated or changed)")
    return msgspec.msgpack.decode(raw[start:], ext_hook=_from_extension)


def plain(value: Any, where: str) -> Any:
    """Convert to plain values.

    Args:
        value: Value to convert.
        where: Name of the value in error messages.

    Raises:
        UnstorableValue: the value, or a part of it, cannot be stored.
    """
    if isinstance(value, np.generic) and not isinstance(value, np.void):
        value = value.item()
    if value is None or isinstance(value, bool | float | str | bytes):
        return value
    if isinstance(value, int):
        if not -LARGEST // 2 <= value < LARGEST:
            raise KeepError(f"{where}: {value} has more than 64 bits; store it as a text")
        return int(value)
    if isinstance(value, np.ndarray):
        if value.dtype.hasobject:
            raise KeepError(f"{where}: an array of Python objects cannot be stored; use numbers, or a list")
        return value
    if isinstance(value, list | tuple):
        return [plain(item, f"{where}[{k}]") for k, item in enumerate(value)]
    if isinstance(value, dict):
        for key in value:
            if not isinstance(key, str):
                raise KeepError(f"{where}: the key {key!r} is not a text; a stored dictionary needs texts as keys")
        return {key: plain(item, f"{where}.{key}") for key, item in value.items()}
    hint = "; its order is undefined: store a sorted list" if isinstance(value, set | frozenset) else ""
    raise KeepError(
        f"{where}: a {type(value).__name__} cannot be stored{hint}; "
        "allowed are None, true and false, numbers, texts, bytes, arrays, and lists and dictionaries of these"
    )


def _as_extension(value: Any) -> msgspec.msgpack.Ext:
    out = io.BytesIO()
    np.save(out, value, allow_pickle=False)
    return msgspec.msgpack.Ext(ARRAY, out.getvalue())


def _from_extension(code: int, data: memoryview) -> np.ndarray:
    if code != ARRAY:
        raise Damaged(f"unknown extension {code} in a checksummed file; a newer Ludus may have written it")
    array: np.ndarray = np.load(io.BytesIO(bytes(data)), allow_pickle=False)
    return array
