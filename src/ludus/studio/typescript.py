"""Write the protocol as TypeScript types, so that page and server use the same messages.

python -m ludus.studio.typescript > studio/src/protocol.ts
"""

from __future__ import annotations

import types
import typing
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from ludus.studio.protocol import (
    base,
    jobs,
    kingdom_choices_and_games,
    levels,
    run_details,
    sessions,
    tournament_games,
    trees,
    uploaded_bots,
)

UNIONS = {"ToSession": sessions.ToSession, "FromSession": sessions.FromSession, "FromJob": jobs.FromJob} | {
    "ToTrees": trees.ToTrees,
    "FromTrees": trees.FromTrees,
}
HEAD = (
    "// Written from ludus.studio.protocol by `python -m ludus.studio.typescript`; a test compares them. Do not edit.\n"
)
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "unknown"}


def typescript() -> str:
    """Text of protocol.ts."""
    parts = [HEAD]
    for module in (
        base,
        sessions,
        jobs,
        kingdom_choices_and_games,
        levels,
        uploaded_bots,
        tournament_games,
        run_details,
        trees,
    ):
        messages = [
            message
            for message in vars(module).values()
            if _is_message(message) and message.__module__ == module.__name__
        ]
        parts += [_interface(message) for message in messages]
    parts += [f"export type {name} = {_type_text(kind)};\n" for name, kind in UNIONS.items()]
    return "\n".join(parts)


def _is_message(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, base.Message) and kind is not base.Message


def _interface(kind: type[base.Message]) -> str:
    fields, hints = msgspec.structs.fields(kind), get_type_hints(kind)
    tag = kind.__struct_config__.tag
    lines = [f'  type: "{tag}";'] if tag is not None else []
    for field in fields:
        optional = "" if field.required else "?"
        lines.append(f"  {field.encode_name}{optional}: {_type_text(hints[field.name])};")
    comment = f"/** {' '.join(kind.__doc__.split())} */\n" if kind.__doc__ else ""
    return f"{comment}export interface {kind.__name__} {{\n" + "\n".join(lines) + "\n}\n"


def _type_text(kind: Any) -> str:
    """TypeScript notation of a Python type."""
    if kind in PLAIN:
        return PLAIN[kind]
    if _is_message(kind):
        return str(kind.__name__)
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in inner)
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(_type_text(option) for option in inner))
    if origin is list:
        item = _type_text(inner[0])
        return f"({item})[]" if "|" in item else f"{item}[]"
    if origin is tuple:
        return f"[{', '.join(map(_type_text, inner))}]"
    if origin is dict:
        return f"Record<string, {_type_text(inner[1])}>"
    if origin is typing.Annotated:
        return _type_text(inner[0])
    raise TypeError(f"the protocol cannot say {kind}")


if __name__ == "__main__":
    print(typescript(), end="")
