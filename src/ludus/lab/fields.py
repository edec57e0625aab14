"""Schema of a configuration: dotted keys with type, default and description."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import inspect

SMALL = 1 << 31  # larger limits are technical and not shown


@dataclass(frozen=True)
class Field:
    """One configuration key."""

    path: tuple[str, ...]
    kind: Any  # msgspec's description of its type
    default: Any  # msgspec.NODEFAULT if the key is required

    @property
    def key(self) -> str:
        return ".".join(self.path)

    @property
    def words(self) -> str:
        return kind_words(self.kind)

    @property
    def meaning(self) -> str:
        return meaning(self.kind)

    @property
    def takes_text(self) -> bool:
        """Whether the command line takes the value as written, without quotes."""
        return not isinstance(_bare(self.kind), inspect.CollectionType | inspect.TupleType | inspect.DictType)


def fields_of(kind: type[Any], before: tuple[str, ...] = ()) -> Iterator[Field]:
    """List all keys of a struct; keys of nested structs are prefixed with their name and a dot."""
    for field in inspect.type_info(kind).fields:  # type: ignore[attr-defined]
        inner, path = _bare(field.type), (*before, field.name)
        if isinstance(inner, inspect.StructType):
            yield from fields_of(inner.cls, path)
        else:
            default = field.default
            if default is msgspec.NODEFAULT and field.default_factory is not msgspec.NODEFAULT:
                default = field.default_factory()
            yield Field(path, field.type, default)


def groups_of(kind: type[Any], before: tuple[str, ...] = ()) -> dict[str, str]:
    """Nested structs of a struct by dotted name, with their descriptions."""
    groups: dict[str, str] = {}
    for field in inspect.type_info(kind).fields:  # type: ignore[attr-defined]
        inner = _bare(field.type)
        if isinstance(inner, inspect.StructType):
            path = (*before, field.name)
            groups[".".join(path)] = meaning(field.type)
            groups |= groups_of(inner.cls, path)
    return groups


def kind_words(kind: Any) -> str:
    """Describe a type for users."""
    match kind:
        case inspect.Metadata():
            return kind_words(kind.type)
        case inspect.LiteralType():
            return " | ".join(map(str, sorted(kind.values, key=str)))
        case inspect.UnionType():
            return " | ".join(kind_words(option) for option in kind.types if not isinstance(option, inspect.NoneType))
        case inspect.IntType():
            return _limits("whole number", kind)
        case inspect.FloatType():
            return _limits("number", kind)
        case inspect.BoolType():
            return "true | false"
        case inspect.StrType():
            return "text"
        case inspect.ListType() | inspect.VarTupleType() | inspect.SetType() | inspect.FrozenSetType():
            least = f", at least {_number(kind.min_length)}" if kind.min_length else ""
            return f"list of: {kind_words(kind.item_type)}{least}"
        case inspect.TupleType():
            return f"[{', '.join(map(kind_words, kind.item_types))}]"
        case inspect.DictType():
            return f"table of: {kind_words(kind.value_type)}"
    return type(kind).__name__.removesuffix("Type").lower()


def choices(kind: Any) -> list[str]:
    """String values that a literal type allows, by itself or as list items."""
    kind = _bare(kind)
    if isinstance(kind, inspect.LiteralType):
        return [value for value in kind.values if isinstance(value, str)]
    inner = getattr(kind, "item_type", None)
    return [] if inner is None else choices(inner)


def meaning(kind: Any) -> str:
    """Description of a key by its author, on one line."""
    schema = getattr(kind, "extra_json_schema", None) or {}
    return " ".join(str(schema.get("description", "")).split())


def _number(count: int) -> str:
    return "one" if count == 1 else str(count)


def _limits(what: str, kind: Any) -> str:
    low, high = (limit if limit is not None and abs(limit) < SMALL else None for limit in (kind.ge, kind.le))
    if low is not None and high is not None:
        return f"{low} .. {high}" if what == "whole number" else f"{what}, {low} .. {high}"
    above = f" above {kind.gt}" if kind.gt is not None else f", {low} or more" if low is not None else ""
    below = f" below {kind.lt}" if kind.lt is not None else f", {high} or less" if high is not None else ""
    return f"{what}{above}{below}"


def _bare(kind: Any) -> Any:
    """Remove metadata and an optional None from a type."""
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    if isinstance(kind, inspect.UnionType):
        options = [option for option in kind.types if not isinstance(option, inspect.NoneType)]
        return _bare(options[0]) if len(options) == 1 else kind
    return kind
