"""Comparison of plain data (dicts, lists, texts, numbers) with a declared type.

A type is made of TypedDict classes, list, dict, tuple, Literal, unions, None, bool, int, float and str. Keys of a
TypedDict are required unless they are marked NotRequired, and no other keys are allowed. Numbers are exact: a bool is
not an int, an int is not a float.
"""

from __future__ import annotations

import types
from collections.abc import Iterable
from functools import cache
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

__all__ = ["find_mismatch", "typed_dict_fields"]

MAX_VALUE_CHARACTERS = 60  # of a value in a message


@cache
def typed_dict_fields(kind: Any) -> dict[str, tuple[Any, bool]]:
    """Return the fields of a TypedDict.

    Args:
        kind: a TypedDict class.

    Returns:
        By key, in the order of the declaration: the type of the value, and whether the key is required.
    """
    fields = {}
    for key, hint in get_type_hints(kind, include_extras=True).items():
        optional = get_origin(hint) is NotRequired
        fields[key] = (get_args(hint)[0] if optional else hint, not optional)
    return fields


def find_mismatch(value: Any, kind: Any, path: str = "") -> str:
    """Find the first place where plain data differ from a declared type.

    Args:
        value: the data.
        kind: the declared type.
        path: name of the data in the result.

    Returns:
        The place and what is wrong there, such as "players[1].hand: 3 is not a str"; empty if the data fit.

    Raises:
        TypeError: the declaration uses a type that plain data cannot have.
    """
    if kind is Any:
        return ""
    if is_typeddict(kind):
        return _dict_mismatch(value, kind, path)
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        fits = any(value == option and type(value) is type(option) for option in inner)
        return "" if fits else _wrong(path, value, f"one of {', '.join(map(repr, inner))}")
    if origin in (Union, types.UnionType):
        faults = [find_mismatch(value, option, path) for option in inner]
        return "" if "" in faults else _most_detailed(faults, path, value, kind)
    if origin is list:
        if type(value) is not list:
            return _wrong(path, value, "a list")
        return _first(find_mismatch(item, inner[0], f"{path}[{k}]") for k, item in enumerate(value))
    if origin is dict:
        if type(value) is not dict:
            return _wrong(path, value, "a dict")
        return _first(_entry_mismatch(key, item, inner, path) for key, item in value.items())
    if origin is tuple:  # plain data have lists
        if type(value) is not list or len(value) != len(inner):
            return _wrong(path, value, f"a list of {len(inner)} items")
        return _first(find_mismatch(value[k], item, f"{path}[{k}]") for k, item in enumerate(inner))
    if kind in (type(None), bool, int, float, str) or kind is None:
        wanted = type(None) if kind is None else kind
        return "" if type(value) is wanted else _wrong(path, value, f"a {wanted.__name__}")
    raise TypeError(f"plain data cannot be declared as {kind}")


def _first(faults: Iterable[str]) -> str:
    return next(filter(None, faults), "")


def _entry_mismatch(key: Any, value: Any, inner: tuple[Any, Any], path: str) -> str:
    return find_mismatch(key, inner[0], f"{path} key {key!r}") or find_mismatch(value, inner[1], f"{path}[{key!r}]")


def _dict_mismatch(value: Any, kind: Any, path: str) -> str:
    if type(value) is not dict:
        return _wrong(path, value, f"a dict with the keys of {kind.__name__}")
    fields = typed_dict_fields(kind)
    for key in value:
        if key not in fields:
            return f"{path or kind.__name__}: {kind.__name__} declares no key {key!r}"
    for key, (field, required) in fields.items():
        if key in value:
            if fault := find_mismatch(value[key], field, f"{path}.{key}".lstrip(".")):
                return fault
        elif required:
            return f"{path or kind.__name__}: the key {key!r} of {kind.__name__} is missing"
    return ""


def _most_detailed(faults: list[str], path: str, value: Any, kind: Any) -> str:
    """The fault of the one option of a union whose shape fits, otherwise a fault about the union."""
    deeper = [fault for fault in faults if not fault.startswith(f"{path}: {_short(value)} is not ")]
    return deeper[0] if len(deeper) == 1 else _wrong(path, value, f"of the type {kind}")


def _wrong(path: str, value: Any, wanted: str) -> str:
    return f"{path}: {_short(value)} is not {wanted}"


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= MAX_VALUE_CHARACTERS else f"{text[: MAX_VALUE_CHARACTERS - 3]}..."
