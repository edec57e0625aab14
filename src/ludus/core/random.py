"""Random streams and seeds. Streams are stored in the state, so results never depend on threads or machines.

A stream is a uint64 field. `random_below` takes any record with a field `stream`.
"""

from __future__ import annotations

import hashlib
import operator
from typing import Any

import numpy as np

from ludus.core.compile.fingerprint import python_function
from ludus.core.rule import rule
from ludus.util.errors import NotationError, OptionError


@rule(inline=True)
def xorshift_step(stream):  # type: ignore[no-untyped-def]
    """One step of xorshift64 (Marsaglia, "Xorshift RNGs"). The result is not zero if the input is not."""
    x = np.uint64(stream)
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    return x


@rule(inline=True)
def random_below(record, n):  # type: ignore[no-untyped-def]
    """Return a uniform number in 0 .. n-1 from the record's stream (n < 2**31), from the upper 32 bits."""
    x = xorshift_step(record.stream)
    record.stream = x
    return scale_below(x, n)


@rule(inline=True)
def scale_below(x, n):  # type: ignore[no-untyped-def]
    """Scale a number of a stream to 0 .. n-1, as `random_below` does."""
    return np.int64(((x >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@rule
def seed_stream(seed):  # type: ignore[no-untyped-def]
    """Return the first value of a stream for any int64 seed: never zero, and unrelated for neighbouring seeds."""
    # In two halves, because plain Python cannot convert a negative number to uint64.
    x = np.uint64((seed >> 32) & 0xFFFFFFFF) << np.uint64(32) | np.uint64(seed & 0xFFFFFFFF)
    x ^= np.uint64(0x9E3779B97F4A7C15)
    if x == np.uint64(0):
        x = np.uint64(0x9E3779B97F4A7C15)
    for _ in range(4):
        x = xorshift_step(x)
    return x


@rule
def derived_seed(base, number):  # type: ignore[no-untyped-def]
    """Return seed `number` of `derive_range` from the hash of its path, for rules that derive their own seeds."""
    x = np.uint64(base) + (np.uint64(number) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    x ^= x >> np.uint64(31)
    return np.int64(x if x != np.uint64(0) else np.uint64(1))


def _plain_derived_seed(base: int, number: int) -> int:
    """Plain Python version of `derived_seed`, where products do not wrap."""
    x = int(base) + (number + 1) * 0x9E3779B97F4A7C15 & _MASK_64
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & _MASK_64
    x = (x ^ x >> 27) * 0x94D049BB133111EB & _MASK_64
    return as_int64(x ^ x >> 31 or 1)


_MASK_64 = (1 << 64) - 1
python_function(derived_seed).__ludus_plain__ = _plain_derived_seed  # type: ignore[attr-defined]


def as_int64(seed: int) -> int:
    """Return a seed as a signed 64-bit number with the same bits, as the rules expect it.

    Raises:
        OptionError: the seed is not a whole number.
    """
    try:
        seed = operator.index(seed) & (1 << 64) - 1
    except TypeError:
        raise OptionError(f"a seed is a whole number, not {seed!r}") from None
    return seed - (1 << 64) if seed >> 63 else seed


def check_stream(state: Any) -> None:
    """Check the field `stream` of a state, if it has one: every number of a stream that is 0 would be 0.

    Raises:
        NotationError: the stream is 0; `seed_stream` and the steps of a stream never give 0.
    """
    if "stream" in state.fields and state.stream == 0:
        raise NotationError("the field stream must not be 0: a random stream is never 0")


def derive(root: int, *path: str | int) -> int:
    """Derive the seed of one part of the work.

    Args:
        root: the root seed.
        path: labels of the part. The hash covers their repr, so "1" and 1 give different seeds.

    Returns:
        A 64-bit hash of root and path, never zero.
    """
    text = repr((int(root), *(part if isinstance(part, str) else int(part) for part in path))).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "little") or 1


def derive_range(root: int, first: int, count: int, *path: str | int) -> np.ndarray:
    """Derive the seeds number first .. first+count-1 of a path, as a uint64 array; none is zero.

    The path is hashed once, then the finaliser of SplitMix64 is applied to each number. So even a hundred million seeds
    are cheap, and any part of the range can be computed alone.

    Args:
        root: the seed from which all are derived.
        first: number of the first seed.
        count: how many seeds.
        path: labels of the purpose.
    """
    return derived_seeds(np.uint64(derive(root, *path)), np.arange(first, first + count, dtype=np.uint64))


def derived_seeds(bases: np.ndarray | np.uint64, numbers: np.ndarray) -> np.ndarray:
    """Return seeds of `derive_range` from the hashes of their paths (one for all, or one each) and their numbers."""
    x = bases + (numbers + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    x ^= x >> np.uint64(31)
    x[x == 0] = 1
    return x
