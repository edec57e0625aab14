"""Write the types of the protocol and of the games as TypeScript, so that page and server use the same ones.

    python -m ludus.studio.typescript studio/src

writes protocol.ts from the messages, and games/NAME/types.ts from the schema of every game with a board of its own.
"""

from __future__ import annotations

import re
import sys
import types
import typing
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

import msgspec

from ludus.core.game_registry import load_game_by_name
from ludus.core.schema import MoveParts, PieceRef, Question
from ludus.studio.protocol import (
    base,
    cards,
    jobs,
    kingdom_choices_and_games,
    learning,
    level_editor,
    levels,
    run_details,
    sessions,
    tournament_games,
    trees,
    uploaded_bots,
)
from ludus.util.plain_data import typed_dict_fields

BOARD_GAMES = ("delve", "dominion", "locm", "tribute")  # games with a board of their own on the page
UNIONS = {"ToSession": sessions.ToSession, "FromSession": sessions.FromSession, "FromJob": jobs.FromJob} | {
    "ToTrees": trees.ToTrees,
    "FromTrees": trees.FromTrees,
    "ToLevels": level_editor.ToLevels,
    "FromLevels": level_editor.FromLevels,
}
HEAD = "// Written from {source} by `python -m ludus.studio.typescript`; a test compares them. Do not edit.\n"
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "unknown"}
MODULES = (
    base,
    sessions,
    jobs,
    cards,
    learning,
    kingdom_choices_and_games,
    levels,
    uploaded_bots,
    tournament_games,
    run_details,
    trees,
    level_editor,
)
LINE_WIDTH = 120


def typescript_files() -> dict[str, str]:
    """Return all generated files: text by path under studio/src."""
    files = {"protocol.ts": protocol_types()}
    return files | {f"games/{name}/types.ts": game_types(name) for name in BOARD_GAMES}


def protocol_types() -> str:
    """Return the types of all messages."""
    parts = [HEAD.format(source="ludus.studio.protocol"), *map(_typed_dict, (PieceRef, MoveParts, Question))]
    for module in MODULES:
        messages = [
            message
            for message in vars(module).values()
            if _is_message(message) and message.__module__ == module.__name__
        ]
        parts += [_interface(message) for message in messages]
    parts += [f"export type {name} = {_type_text(kind)};\n" for name, kind in UNIONS.items()]
    return "\n".join(parts)


def game_types(name: str) -> str:
    """Return the types of a game's schema.

    Args:
        name: name of a game with a schema.
    """
    schema = load_game_by_name(name).schema
    assert schema is not None, f"{name} has no schema"
    declared: dict[Any, None] = {}
    for kind in (schema().observation, schema().move, schema().question, schema().facts):
        _collect(kind, declared)
    return "\n".join([HEAD.format(source=f"ludus.games.{name}.schema"), *map(_typed_dict, declared)])


def _collect(kind: Any, declared: dict[Any, None]) -> None:
    """Add all TypedDict classes in a type, inner ones first."""
    if is_typeddict(kind):
        if kind not in declared:
            for field, _ in typed_dict_fields(kind).values():
                _collect(field, declared)
            declared[kind] = None
    else:
        for inner in get_args(kind) if get_origin(kind) is not Literal else ():
            _collect(inner, declared)


def _is_message(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, base.Message) and kind is not base.Message


def _interface(kind: type[base.Message]) -> str:
    fields, hints = msgspec.structs.fields(kind), get_type_hints(kind)
    tag = kind.__struct_config__.tag
    lines = [f'  type: "{tag}";'] if tag is not None else []
    for field in fields:
        lines.append(_field(field.encode_name, hints[field.name], field.required))
    return _declaration(kind, lines)


def _typed_dict(kind: Any) -> str:
    return _declaration(kind, [_field(key, *field) for key, field in typed_dict_fields(kind).items()])


def _declaration(kind: Any, lines: list[str]) -> str:
    doc = kind.__doc__
    comment = f"/** {' '.join(doc.split())} */\n" if doc and not doc.startswith("dict(") else ""
    if not lines:
        return f"{comment}export type {kind.__name__} = Record<string, never>;\n"
    return f"{comment}export interface {kind.__name__} {{\n" + "\n".join(lines) + "\n}\n"


def _field(key: str, kind: Any, required: bool) -> str:
    name = key if re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", key) else f'"{key}"'
    line = f"  {name}{'' if required else '?'}: {_type_text(kind)};"
    if len(line) <= LINE_WIDTH:
        return line
    options = "".join(f"\n    | {option}" for option in _type_text(kind).split(" | "))
    return f"  {name}{'' if required else '?'}:{options};"


def _type_text(kind: Any) -> str:
    """TypeScript notation of a Python type."""
    if kind in PLAIN:
        return PLAIN[kind]
    if _is_message(kind) or is_typeddict(kind):
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
    raise TypeError(f"TypeScript types cannot say {kind}")


def _write(folder: Path) -> None:
    for path, text in typescript_files().items():
        (folder / path).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    _write(Path(sys.argv[1]))
