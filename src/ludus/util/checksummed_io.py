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

from ludus.util.errors import LudusError
from ludus.util.files import atomic_write, file_errors

HEADER = b"ludus sealed 1\n"
CHECKSUM_BYTES = 32  # bytes of a SHA-256 digest
ARRAY_EXTENSION = 1  # MessagePack extension code of arrays, stored in NumPy's file format
INTEGER_LIMIT = 1 << 64


class CorruptFile(LudusError):
    """A file differs from what was written."""


class UnstorableValue(LudusError):
    """A value cannot be stored."""


def write_checksummed(path: Path, data: Any) -> None:
    """Write data atomically with a checksum; it must be plain (see `to_plain_data`)."""
    atomic_write(path, add_checksum(pack(data)))


def read_checksummed(path: Path) -> Any:
    """Read a checksummed file.

    Raises:
        CorruptFile: the file is damaged.
    """
    with file_errors(path, "read"):
        raw = path.read_bytes()
    return unpack_checked(raw, path)


def pack(data: Any) -> bytes:
    return msgspec.msgpack.encode(data, enc_hook=_as_extension)


def add_checksum(body: bytes) -> bytes:
    return HEADER + hashlib.sha256(body).digest() + body


def unpack_checked(raw: bytes, path: Path) -> Any:
    """Verify the checksum and decode the data."""
    start = len(HEADER) + CHECKSUM_BYTES
    if not raw.startswith(HEADER[: len(raw)]):
        raise CorruptFile(f"{path}: damaged: this is not a file that Ludus wrote")
    if len(raw) < start or hashlib.sha256(raw[start:]).digest() != raw[len(HEADER) : start]:
        raise CorruptFile(f"{path}: damaged: its content does not match its checksum (truncated or changed)")
    return msgspec.msgpack.decode(raw[start:], ext_hook=_from_extension)


def to_plain_data(value: Any, where: str) -> Any:
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
        if not -INTEGER_LIMIT // 2 <= value < INTEGER_LIMIT:
            raise UnstorableValue(f"{where}: {value} has more than 64 bits; store it as a text")
        return int(value)
    if isinstance(value, np.ndarray):
        if value.dtype.hasobject:
            raise UnstorableValue(f"{where}: an array of Python objects cannot be stored; use numbers, or a list")
        return value
    if isinstance(value, list | tuple):
        return [to_plain_data(item, f"{where}[{k}]") for k, item in enumerate(value)]
    if isinstance(value, dict):
        for key in value:
            if not isinstance(key, str):
                raise UnstorableValue(
                    f"{where}: the key {key!r} is not a text; a stored dictionary needs texts as keys"
                )
        return {key: to_plain_data(item, f"{where}.{key}") for key, item in value.items()}
    hint = "; its order is undefined: store a sorted list" if isinstance(value, set | frozenset) else ""
    raise UnstorableValue(
        f"{where}: a {type(value).__name__} cannot be stored{hint}; "
        "allowed are None, true and false, numbers, texts, bytes, arrays, and lists and dictionaries of these"
    )


def _as_extension(value: Any) -> msgspec.msgpack.Ext:
    out = io.BytesIO()
    np.save(out, value, allow_pickle=False)
    return msgspec.msgpack.Ext(ARRAY_EXTENSION, out.getvalue())


def _from_extension(code: int, data: memoryview) -> np.ndarray:
    if code != ARRAY_EXTENSION:
        raise CorruptFile(f"unknown extension {code} in a checksummed file; a newer Ludus may have written it")
    array: np.ndarray = np.load(io.BytesIO(bytes(data)), allow_pickle=False)
    return array
