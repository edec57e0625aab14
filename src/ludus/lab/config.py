"""Configuration of a run from layers: defaults of the study, preset, file, `key=value` options.

Error messages name the source of the value, the dotted key and the allowed values.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from ludus.arena.folder import told
from ludus.core.errors import LudusError, UnknownName
from ludus.lab.fields import Field, choices, fields_of, groups_of
from ludus.lab.registry import find_study, study_names
from ludus.lab.study import C, Study


class ConfigError(LudusError):
    """The configuration is invalid."""


@dataclass(frozen=True)
class Layer:
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

    Raises:
        ConfigError: a key or value is invalid.
        UnknownName: the study has no such preset.
    """
    layers = [] if preset is None else [Layer(f"preset {preset}", dict(_preset(study, preset)))]
    if file is not None:
        layers.append(Layer(str(file), read_toml(Path(file))))
    layers += [_from_text(study, text) for text in sets]
    return assemble(study, layers)


def assemble(study: Study[C], layers: Sequence[Layer]) -> C:
    """Merge layers into a checked configuration; later layers override earlier ones."""
    merged: dict[str, Any] = {}
    for layer in layers:
        _check_keys(study, layer)
        _lay(merged, layer.data)
    try:
        return msgspec.convert(merged, study.config, strict=False)
    except msgspec.ValidationError as error:
        raise _in_words(str(error), study, layers, merged) from None


def read_toml(path: Path) -> dict[str, Any]:
    with told(path, "read"):
        data = path.read_bytes()
    try:
        return tomllib.loads(data.decode())
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path}: this is not TOML: {_small(str(error))}") from None
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: this is not UTF-8 text (byte {error.start})") from None


def _preset(study: Study[Any], name: str) -> Any:
    if name not in study.presets:
        raise UnknownName(f"preset of {study.name}", name, list(study.presets))
    return study.presets[name]


def _from_text(study: Study[Any], text: str) -> Layer:
    """Convert `evolution.population=50` into a layer; lists and tables use TOML syntax."""
    key, equals, value = text.partition("=")
    if text != text.encode(errors="replace").decode():
        raise ConfigError(f"--set {key}: this is not UTF-8 text")
    if not equals:
        raise ConfigError(f"--set {text}: write KEY=VALUE, such as --set seed=7")
    key, path = key.strip(), key.strip().split(".")
    fields = {field.key: field for field in fields_of(study.config)}
    chosen = fields.get(key)
    if chosen is None:
        raise ConfigError(_unknown(f"--set {text}", key, study))
    read: Any = value.strip()
    if not chosen.takes_text:
        try:
            read = tomllib.loads(f"x = {value}")["x"]
        except tomllib.TOMLDecodeError:
            raise ConfigError(f'--set {text}: {key} must be a {chosen.words}, as TOML: ["a", "b"]') from None
    for part in reversed(path):
        read = {part: read}
    return Layer(f"--set {text}", read)


def _check_keys(study: Study[Any], layer: Layer) -> None:
    """Raise ConfigError for keys that the study does not have, with the closest match."""
    fields = {field.path: field for field in fields_of(study.config)}
    groups = {tuple(name.split(".")) for name in groups_of(study.config)}
    for path, value in _paths(layer.data, groups):
        if path in groups:
            raise ConfigError(f"{layer.origin}: {'.'.join(path)} is a group of keys, not {value!r}")
        if path not in fields:
            raise ConfigError(_unknown(layer.origin, ".".join(path), study) + _of_another(study, layer))


def _paths(data: dict[str, Any], groups: set[tuple[str, ...]], before: tuple[str, ...] = ()) -> Iterator[Any]:
    for key, value in data.items():
        path = (*before, key)
        if path in groups and isinstance(value, dict):
            yield from _paths(value, groups, path)
        else:
            yield path, value


def _unknown(origin: str, key: str, study: Study[Any]) -> str:
    return f"{origin}: {UnknownName('key', key, [field.key for field in fields_of(study.config)])}"


def _of_another(study: Study[Any], layer: Layer) -> str:
    """Name other studies that have every key of the layer: the file may have been written for one of them."""
    matches = []
    for name in study_names():
        try:
            candidate = find_study(name)
        except LudusError:  # a study that cannot be loaded cannot be the intended one
            continue
        paths = [
            path for path, _ in _paths(layer.data, {tuple(group.split(".")) for group in groups_of(candidate.config)})
        ]
        if (
            name != study.name
            and len(paths) > 1
            and set(paths) <= {field.path for field in fields_of(candidate.config)}
        ):
            matches.append(name)
    return f". All its keys belong to the study {' or '.join(matches)}, not to {study.name}" if matches else ""


def _lay(whole: dict[str, Any], data: dict[str, Any]) -> None:
    for key, value in data.items():
        if isinstance(value, dict) and isinstance(whole.get(key), dict):
            _lay(whole[key], value)
        else:
            whole[key] = dict(value) if isinstance(value, dict) else value


def _in_words(error: str, study: Study[Any], layers: Sequence[Layer], whole: dict[str, Any]) -> ConfigError:
    """Convert an error of the parser: source of the value, key, value and allowed values."""
    what, _, place = error.partition(" - at `$")
    place = place.strip("`.")
    field = _field_at(study, place)
    if missing := re.fullmatch("Object missing required field `(.*)`", what):
        return ConfigError(f"{study.name}: {'.'.join(filter(None, (place, missing[1])))} must be given")
    if field is None:  # raised by the study's own check
        return ConfigError(f"{study.name}: {what}")
    origins = [layer.origin for layer in layers if _value(layer.data, field.path) is not None]
    value = _value(whole, field.path)
    inside = f"{_small(what)} at {place}" if place != field.key else ""
    if wrong := re.fullmatch("Invalid enum value '(.*)'", what):
        close = difflib.get_close_matches(wrong[1], choices(field.kind), 1)
        inside = "; ".join(filter(None, (inside, f"did you mean {close[0]!r}?" if close else "")))
    inside = f" ({inside})" if inside else ""
    return ConfigError(f"{(origins or [study.name])[-1]}: {field.key} must be: {field.words}; not {value!r}{inside}")


def _field_at(study: Study[Any], place: str) -> Field | None:
    """Find the configuration key for a path in the data: `a.b` for `a.b[2]`."""
    for field in fields_of(study.config):
        if place == field.key or re.match(rf"{re.escape(field.key)}[.\[]", place):
            return field
    return None


def _value(data: Any, path: tuple[str, ...]) -> Any:
    for part in path:
        data = data.get(part) if isinstance(data, dict) else None
    return data


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]
