"""Configuration of a run: read from layers, written as commented TOML, or as the command that repeats the run.

The layers are the defaults of the study, a preset, a file and `key=value` options. Error messages name the
source of the value, the dotted key and the allowed values.
"""

from __future__ import annotations

import difflib
import json
import re
import shlex
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from ludus.lab.config_fields import ConfigField, allowed_values, config_fields, config_groups
from ludus.lab.study import C, Config, Study, find_study, study_names
from ludus.util.errors import ContractError, LudusError, UnknownName
from ludus.util.files import file_errors

QUOTES = ('"', "'")
BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


class ConfigError(LudusError):
    """The configuration is invalid."""


@dataclass(frozen=True)
class ConfigLayer:
    """Some configuration values and their source, for error messages."""

    origin: str
    data: dict[str, Any]


def read_config(
    study: Study[C], file: str | Path | None = None, preset: str | None = None, sets: Sequence[str] = ()
) -> C:
    """Read and check the configuration of a run; later sources override earlier ones.

    Args:
        study: Study that is configured.
        file: TOML file.
        preset: Name of one of the study's presets; has the lowest precedence.
        sets: Texts `key=value` from the command line; have the highest precedence.

    Returns:
        The configuration; keys without a value in any source have their defaults.

    Raises:
        ConfigError: a key or value is invalid.
        UnknownName: the study has no such preset.
    """
    layers = [] if preset is None else [ConfigLayer(f"preset {preset}", dict(_find_preset(study, preset)))]
    if file is not None:
        layers.append(ConfigLayer(str(file), read_toml(Path(file))))
    layers += [_layer_from_option(study, text) for text in sets]
    return merge_layers(study, layers)


def merge_layers(study: Study[C], layers: Sequence[ConfigLayer]) -> C:
    """Merge layers into a checked configuration; later layers override earlier ones.

    Args:
        study: Study that is configured.
        layers: Values, each with the source that messages name.

    Raises:
        ConfigError: a key or value is invalid.
    """
    merged: dict[str, Any] = {}
    for layer in layers:
        _check_keys(study, layer)
        _merge_into(merged, layer.data)
    try:
        return msgspec.convert(merged, study.config, strict=False)
    except msgspec.ValidationError as error:
        raise _explain_error(str(error), study, layers, merged) from None


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file.

    Raises:
        FolderError: the file cannot be read.
        ConfigError: the file is not TOML.
    """
    with file_errors(path, "read"):
        data = path.read_bytes()
    try:
        return tomllib.loads(data.decode())
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path}: this is not TOML: {_lower_first(str(error))}") from None
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: this is not UTF-8 text (byte {error.start})") from None


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
    """Format a value as TOML, on one line.

    Raises:
        ContractError: TOML has no such value.
    """
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
    """Format a key as TOML, with quotes if needed."""
    return key if BARE_KEY.fullmatch(key) else toml_value(key)


def set_text(field: ConfigField, value: Any) -> str:
    """`key=value` for the option --set. A text has quotes only if they are needed."""
    is_plain = isinstance(value, str) and field.accepts_plain_text and value.strip() == value
    return f"{field.key}={value if is_plain and not value.startswith(QUOTES) else toml_value(value)}"


def run_command(study: str, settings: Config) -> str:
    """The command that repeats a run, with every key that is not the default.

    Args:
        study: Name of the study.
        settings: Configuration of the run.
    """
    words = ["ludus", "run", study]
    for field in config_fields(type(settings)):
        value = getattr(settings, field.key)
        if value != field.default:
            words += ["--set", set_text(field, value)]
    return shlex.join(words)


def _find_preset(study: Study[Any], name: str) -> Any:
    if name not in study.presets:
        raise UnknownName(f"preset of {study.name}", name, list(study.presets))
    return study.presets[name]


def _layer_from_option(study: Study[Any], text: str) -> ConfigLayer:
    """Convert `evolution.population=50` into a layer; lists and tables use TOML syntax."""
    key, equals, value = text.partition("=")
    if text != text.encode(errors="replace").decode():
        raise ConfigError(f"--set {key}: this is not UTF-8 text")
    if not equals:
        raise ConfigError(f"--set {text}: write KEY=VALUE, such as --set seed=7")
    key, path = key.strip(), key.strip().split(".")
    fields = {field.key: field for field in config_fields(study.config)}
    chosen = fields.get(key)
    if chosen is None:
        raise ConfigError(_unknown_key_message(f"--set {text}", key, study))
    read: Any = value.strip()
    if not chosen.accepts_plain_text or read.startswith(QUOTES):
        try:
            read = tomllib.loads(f"x = {read}")["x"]
        except tomllib.TOMLDecodeError:
            raise ConfigError(_unreadable_value_message(text, chosen, read)) from None
    for part in reversed(path):
        read = {part: read}
    return ConfigLayer(f"--set {text}", read)


def _unreadable_value_message(text: str, field: ConfigField, value: str) -> str:
    """Message with the same value in the right form; a shell removes quotes that are not inside others."""
    items = [item.strip().strip("".join(QUOTES)) for item in value.strip("[]").split(",") if item.strip()]
    if field.accepts_plain_text:
        example = set_text(field, items[0] if items else "text")
    elif field.is_table:
        example = f"{field.key}={{name = value}}"
    else:
        example = f"{field.key}=[{', '.join(map(_toml_item, items))}]"
    return f"--set {text}: {field.key} must be a {field.type_text}, as in TOML: --set {shlex.quote(example)}"


def _toml_item(text: str) -> str:
    """An item of a list as TOML: numbers and truth values as they are, everything else as text."""
    return text if re.fullmatch(r"[-+]?[0-9.]+([eE][-+]?[0-9]+)?|true|false", text) else toml_value(text)


def _check_keys(study: Study[Any], layer: ConfigLayer) -> None:
    """Raise ConfigError for keys that the study does not have, with the closest match."""
    fields = {field.path: field for field in config_fields(study.config)}
    groups = {tuple(name.split(".")) for name in config_groups(study.config)}
    for path, value in _key_paths(layer.data, groups):
        if path in groups:
            raise ConfigError(f"{layer.origin}: {'.'.join(path)} is a group of keys, not {value!r}")
        if path not in fields:
            raise ConfigError(
                _unknown_key_message(layer.origin, ".".join(path), study) + _other_study_hint(study, layer)
            )


def _key_paths(data: dict[str, Any], groups: set[tuple[str, ...]], prefix: tuple[str, ...] = ()) -> Iterator[Any]:
    for key, value in data.items():
        path = (*prefix, key)
        if path in groups and isinstance(value, dict):
            yield from _key_paths(value, groups, path)
        else:
            yield path, value


def _unknown_key_message(origin: str, key: str, study: Study[Any]) -> str:
    return f"{origin}: {UnknownName('key', key, [field.key for field in config_fields(study.config)])}"


def _other_study_hint(study: Study[Any], layer: ConfigLayer) -> str:
    """Name other studies that have every key of the layer: the file may have been written for one of them."""
    matches = []
    for name in study_names():
        try:
            candidate = find_study(name)
        except LudusError:  # a study that cannot be loaded cannot be the intended one
            continue
        paths = [
            path
            for path, _ in _key_paths(
                layer.data, {tuple(group.split(".")) for group in config_groups(candidate.config)}
            )
        ]
        if (
            name != study.name
            and len(paths) > 1
            and set(paths) <= {field.path for field in config_fields(candidate.config)}
        ):
            matches.append(name)
    return f". All its keys belong to the study {' or '.join(matches)}, not to {study.name}" if matches else ""


def _merge_into(whole: dict[str, Any], data: dict[str, Any]) -> None:
    for key, value in data.items():
        if isinstance(value, dict) and isinstance(whole.get(key), dict):
            _merge_into(whole[key], value)
        else:
            whole[key] = dict(value) if isinstance(value, dict) else value


def _explain_error(error: str, study: Study[Any], layers: Sequence[ConfigLayer], whole: dict[str, Any]) -> ConfigError:
    """Convert an error of the parser: source of the value, key, value and allowed values."""
    what, _, place = error.partition(" - at `$")
    place = place.strip("`.")
    field = _field_at(study, place)
    if missing := re.fullmatch("Object missing required field `(.*)`", what):
        return ConfigError(f"{study.name}: {'.'.join(filter(None, (place, missing[1])))} must be given")
    if field is None:  # raised by the study's own check
        return ConfigError(f"{study.name}: {what}")
    origins = [layer.origin for layer in layers if _value_at(layer.data, field.path) is not None]
    value = _value_at(whole, field.path)
    inside = f"{_lower_first(what)} at {place}" if place != field.key else ""
    if wrong := re.fullmatch("Invalid enum value '(.*)'", what):
        close = difflib.get_close_matches(wrong[1], allowed_values(field.type_info), 1)
        inside = "; ".join(filter(None, (inside, f"did you mean {close[0]!r}?" if close else "")))
    inside = f" ({inside})" if inside else ""
    return ConfigError(
        f"{(origins or [study.name])[-1]}: {field.key} must be: {field.type_text}; not {value!r}{inside}"
    )


def _field_at(study: Study[Any], error_path: str) -> ConfigField | None:
    """Find the configuration key for a path in the data: `a.b` for `a.b[2]`."""
    for field in config_fields(study.config):
        if error_path == field.key or re.match(rf"{re.escape(field.key)}[.\[]", error_path):
            return field
    return None


def _value_at(data: Any, path: tuple[str, ...]) -> Any:
    for part in path:
        data = data.get(part) if isinstance(data, dict) else None
    return data


def _lower_first(text: str) -> str:
    return text[:1].lower() + text[1:]


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
