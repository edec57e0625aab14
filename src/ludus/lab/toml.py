"""Configuration as TOML with a comment for each key, so that a run can be repeated and edited by hand."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec

from ludus.core.errors import ContractError
from ludus.lab.fields import ConfigField, config_fields, config_groups

BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def write_toml(config: msgspec.Struct) -> str:
    """Write the complete configuration: every key with value, type and description."""
    data = msgspec.json.decode(msgspec.json.encode(config))
    by_group: dict[str, list[ConfigField]] = {"": []}
    groups = config_groups(type(config))
    for group in groups:
        by_group[group] = []
    for field in config_fields(type(config)):
        by_group[".".join(field.path[:-1])].append(field)
    lines: list[str] = []
    for group, fields in by_group.items():
        if group:
            lines += ["", *([f"# {groups[group]}"] if groups[group] else []), f"[{group}]"]
        for field in fields:
            lines += _commented_lines(field, _value_in(data, field.path))
    return "\n".join(lines) + "\n"


def toml_value(value: Any) -> str:
    """Format a value as TOML, on one line."""
    if value is True or value is False:
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml_value, value))}]"
    if isinstance(value, dict):
        inside = ", ".join(f"{toml_key(key)} = {toml_value(item)}" for key, item in value.items() if item is not None)
        return f"{{{inside}}}"
    if value is None:
        raise ContractError("TOML has no null: a list in a configuration cannot contain None")
    return repr(value)


def toml_key(key: str) -> str:
    return key if BARE_KEY.fullmatch(key) else toml_value(key)


def _commented_lines(field: ConfigField, value: Any) -> list[str]:
    comment = ". ".join(part for part in (field.description.rstrip("."), field.type_text) if part)
    name = field.path[-1]
    if value is None:
        if field.default is not None:
            raise ContractError(f"{field.key}: a key that may be unset must be unset by default; TOML has no null")
        return [f"# {comment}", f"# {toml_key(name)} = (not set)"]
    return [f"# {comment}", f"{toml_key(name)} = {toml_value(value)}"]


def _value_in(data: Any, path: tuple[str, ...]) -> Any:
    for part in path:
        data = data[part]
    return data
