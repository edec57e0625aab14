"""The protocol as TypeScript, so that the page and the server cannot mean different things.

python -m ludus.studio.typescript > studio/src/protocol.ts
"""

from __future__ import annotations

import types
import typing
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from ludus.studio.protocol import bots, contests, kingdoms, levels, runs, tables, trees, words, work

UNIONS = {"ToTable": tables.ToTable, "FromTable": tables.FromTable, "FromWork": work.FromWork} | {
    "ToTrees": trees.ToTrees,
    "FromTrees": trees.FromTrees,
}
HEAD = (
    "// Written from ludus.studio.protocol by `python -m ludus.studio.typescript`; a test compares them. Do not edit.\n"
)
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "unknown"}


def typescript() -> str:
    """The whole file."""
    parts = [HEAD]
    for module in (words, tables, work, kingdoms, levels, bots, contests, runs, trees):
        found = [each for each in vars(module).values() if _is_word(each) and each.__module__ == module.__name__]
        parts += [_interface(each) for each in found]
    parts += [f"export type {name} = {_words(kind)};\n" for name, kind in UNIONS.items()]
    return "\n".join(parts)


def _is_word(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, words.Word) and kind is not words.Word


def _interface(kind: type[words.Word]) -> str:
    fields, hints = msgspec.structs.fields(kind), get_type_hints(kind)
    tag = kind.__struct_config__.tag
    lines = [f'  type: "{tag}";'] if tag is not None else []
    for each in fields:
        left_out = "" if each.required else "?"
        lines.append(f"  {each.encode_name}{left_out}: {_words(hints[each.name])};")
    about = f"/** {' '.join(kind.__doc__.split())} */\n" if kind.__doc__ else ""
    return f"{about}export interface {kind.__name__} {{\n" + "\n".join(lines) + "\n}\n"


def _words(kind: Any) -> str:
    """A type in TypeScript."""
    if kind in PLAIN:
        return PLAIN[kind]
    if _is_word(kind):
        return str(kind.__name__)
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return " | ".join(f'"{each}"' for each in inner)
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(_words(each) for each in inner))
    if origin is list:
        item = _words(inner[0])
        return f"({item})[]" if "|" in item else f"{item}[]"
    if origin is tuple:
        return f"[{', '.join(map(_words, inner))}]"
    if origin is dict:
        return f"Record<string, {_words(inner[1])}>"
    if origin is typing.Annotated:
        return _words(inner[0])
    raise TypeError(f"the protocol cannot say {kind}")


if __name__ == "__main__":
    print(typescript(), end="")
