"""Schema of a configuration: dotted keys with type, default, allowed values and description."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import inspect

LARGEST_SHOWN_LIMIT = 1 << 31  # larger limits are technical and not shown


@dataclass(frozen=True)
class ConfigField:
    """One configuration key."""

    path: tuple[str, ...]
    type_info: Any  # msgspec's description of its type
    default: Any  # msgspec.NODEFAULT if the key is required

    @property
    def key(self) -> str:
        return ".".join(self.path)

    @property
    def type_text(self) -> str:
        return describe_type(self.type_info)

    @property
    def description(self) -> str:
        return type_description(self.type_info)

    @property
    def accepts_plain_text(self) -> bool:
        """Whether the command line takes the value as written, without quotes."""
        return not isinstance(_unwrapped(self.type_info), inspect.CollectionType | inspect.TupleType | inspect.DictType)

    @property
    def is_table(self) -> bool:
        """Whether the value is a table: names with values."""
        return isinstance(_unwrapped(self.type_info), inspect.DictType)


def config_fields(kind: type[Any], prefix: tuple[str, ...] = ()) -> Iterator[ConfigField]:
    """List all keys of a struct; keys of nested structs are prefixed with their name and a dot."""
    for field in inspect.type_info(kind).fields:  # type: ignore[attr-defined]
        inner, path = _unwrapped(field.type), (*prefix, field.name)
        if isinstance(inner, inspect.StructType):
            yield from config_fields(inner.cls, path)
        else:
            default = field.default
            if default is msgspec.NODEFAULT and field.default_factory is not msgspec.NODEFAULT:
                default = field.default_factory()
            yield ConfigField(path, field.type, default)


def config_groups(kind: type[Any], prefix: tuple[str, ...] = ()) -> dict[str, str]:
    """Nested structs of a struct by dotted name, with their descriptions."""
    groups: dict[str, str] = {}
    for field in inspect.type_info(kind).fields:  # type: ignore[attr-defined]
        inner = _unwrapped(field.type)
        if isinstance(inner, inspect.StructType):
            path = (*prefix, field.name)
            groups[".".join(path)] = type_description(field.type)
            groups |= config_groups(inner.cls, path)
    return groups


def describe_type(kind: Any) -> str:
    """Describe a type for users."""
    match kind:
        case inspect.Metadata():
            return describe_type(kind.type)
        case inspect.LiteralType():
            return " | ".join(map(str, sorted(kind.values, key=str)))
        case inspect.UnionType():
            return " | ".join(
                describe_type(option) for option in kind.types if not isinstance(option, inspect.NoneType)
            )
        case inspect.IntType():
            return _describe_range("whole number", kind)
        case inspect.FloatType():
            return _describe_range("number", kind)
        case inspect.BoolType():
            return "true | false"
        case inspect.StrType():
            return "text"
        case inspect.ListType() | inspect.VarTupleType() | inspect.SetType() | inspect.FrozenSetType():
            least = f", at least {_count_word(kind.min_length)}" if kind.min_length else ""
            return f"list of: {describe_type(kind.item_type)}{least}"
        case inspect.TupleType():
            return f"[{', '.join(map(describe_type, kind.item_types))}]"
        case inspect.DictType():
            return f"table of: {describe_type(kind.value_type)}"
    return type(kind).__name__.removesuffix("Type").lower()


def allowed_values(kind: Any) -> list[str]:
    """String values that a literal type allows, by itself or as list items."""
    kind = _unwrapped(kind)
    if isinstance(kind, inspect.LiteralType):
        return [value for value in kind.values if isinstance(value, str)]
    inner = getattr(kind, "item_type", None)
    return [] if inner is None else allowed_values(inner)


def type_description(kind: Any) -> str:
    """Description of a key by its author, on one line."""
    schema = getattr(kind, "extra_json_schema", None) or {}
    return " ".join(str(schema.get("description", "")).split())


def _count_word(count: int) -> str:
    return "one" if count == 1 else str(count)


def _describe_range(what: str, kind: Any) -> str:
    low, high = (
        limit if limit is not None and abs(limit) < LARGEST_SHOWN_LIMIT else None for limit in (kind.ge, kind.le)
    )
    if low is not None and high is not None:
        return f"{low} .. {high}" if what == "whole number" else f"{what}, {low} .. {high}"
    above = f" above {kind.gt}" if kind.gt is not None else f", {low} or more" if low is not None else ""
    below = f" below {kind.lt}" if kind.lt is not None else f", {high} or less" if high is not None else ""
    return f"{what}{above}{below}"


def _unwrapped(kind: Any) -> Any:
    """Remove metadata and an optional None from a type."""
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    if isinstance(kind, inspect.UnionType):
        options = [option for option in kind.types if not isinstance(option, inspect.NoneType)]
        return _unwrapped(options[0]) if len(options) == 1 else kind
    return kind
