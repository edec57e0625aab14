"""Checkpoints of optimisers: the whole state and the version of the library as bytes, without pickle.

The bytes are a magic prefix, a digest and a msgpack body. The digest detects truncated or changed data. The library
version must be the one that wrote the state: another one may sample or sort differently, and the resumed run would
differ from an uninterrupted one.
"""

from __future__ import annotations

import hashlib
from importlib.metadata import version
from typing import Any

import msgspec
import numpy as np

from ludus.core.random import derive
from ludus.util.errors import LudusError

MARK = b"ludus optimiser\n"
DIGEST = 16


class OptimiserError(LudusError):
    """An optimiser is called in the wrong order, with invalid scores, or with the state of another optimiser."""


class OptimiserState(msgspec.Struct, kw_only=True):
    """The whole state of an optimiser as data."""

    optimiser: str
    version: int  # version of the optimiser's own part of the state
    library: str | None  # e.g. "pymoo 0.6.2", for optimisers that are based on a library
    space: str  # class name of its space
    settings: dict[str, Any]
    generation: int
    random: dict[str, Any]
    best: tuple[Any, float, int] | None
    start: list[Any]
    asked: list[Any] | None
    own: dict[str, Any]


def to_bytes(state: OptimiserState) -> bytes:
    try:
        body = msgspec.msgpack.encode(state)
    except (TypeError, OverflowError) as wrong:
        raise OptimiserError(f"a genome of {state.space} is not written as plain data: {wrong}") from None
    return MARK + hashlib.blake2b(body, digest_size=DIGEST).digest() + body


def from_bytes(data: bytes) -> OptimiserState:
    if not data.startswith(MARK):
        raise OptimiserError("these bytes are not the state of an optimiser")
    digest, body = data[len(MARK) : len(MARK) + DIGEST], data[len(MARK) + DIGEST :]
    if hashlib.blake2b(body, digest_size=DIGEST).digest() != digest:
        raise OptimiserError(f"the state of an optimiser is cut short or altered ({len(data)} bytes)")
    try:
        return msgspec.msgpack.decode(body, type=OptimiserState)
    except msgspec.DecodeError as wrong:
        raise OptimiserError(f"the state of an optimiser is of another form: {wrong}") from None


def stored_name(kind: type) -> str:
    """Return the name of an optimiser or space class in checkpoints: its own `stored_name`, or the class name."""
    return str(vars(kind).get("stored_name", kind.__name__))


def library_version(name: str | None) -> str | None:
    return None if name is None else f"{name} {version(name)}"


def numpy_generator(seed: int, *path: str | int) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(derive(seed, *path)))


def generator_to_data(rng: np.random.Generator) -> dict[str, Any]:
    state: Any = rng.bit_generator.state
    # 128-bit numbers, which msgpack does not support.
    words = {name: f"{number:x}" for name, number in state["state"].items()}
    return {**words, "has_uint32": int(state["has_uint32"]), "uinteger": int(state["uinteger"])}


def generator_from_data(rng: np.random.Generator, data: dict[str, Any]) -> None:
    """Restore the state of a generator in place, because libraries hold references to it."""
    rng.bit_generator.state = {
        "bit_generator": "PCG64",
        "state": {"state": int(data["state"], 16), "inc": int(data["inc"], 16)},
        "has_uint32": data["has_uint32"],
        "uinteger": data["uinteger"],
    }


def array_to_data(array: np.ndarray) -> dict[str, Any]:
    return {"type": array.dtype.str, "shape": list(array.shape), "bytes": array.tobytes()}


def array_from_data(data: dict[str, Any]) -> np.ndarray:
    return np.frombuffer(data["bytes"], dtype=data["type"]).reshape(data["shape"]).copy()


def to_python_number(value: Any) -> Any:
    """Convert NumPy scalars to Python numbers of the same value."""
    return value.item() if isinstance(value, np.generic) else value
