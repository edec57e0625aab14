"""Options as the page offers them, and validation of their values.

Options of games and bots can name files. A user of the page must not read other files of this machine through them,
not even through an error message. So a file is given as @NAME, one of the user's own files in the content folder,
and any text that could be a path is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from ludus.lab.config_fields import ConfigField, allowed_values, config_fields
from ludus.studio.protocol.base import OptionInfo
from ludus.util.errors import OptionError

FILE_PREFIX = "@"  # prefix of the name of a user's own file
# matches neither 1.5 nor 3 4 5 / 6 7 8
PATH_PATTERN = re.compile(r"[\\\x00]|\.\.|(^|[\s,:=])[~.]|/[^\s\d]|[^\s\d]/|^/|/$|\.[^\W\d]")
CARD_CHANGE_PATTERN = re.compile(r"(?<![\w.])\d+\.[a-z_]+(?==)")  # 48.cost=3 changes a card; this is not a path
ResolveFile = Callable[[str], Path]


def option_choices(kind: type[Any]) -> list[OptionInfo]:
    """All options that a class declares, such as those of a game or a bot."""
    return [_choice(option) for option in _fields(kind)]


def check_options(
    kind: type[Any], texts: Mapping[str, str], owner: str, resolve: ResolveFile, names: Iterable[str] = ()
) -> dict[str, str]:
    """Check the values of options and replace @NAME by a path.

    Args:
        kind: The class that declares the options.
        texts: Values by option name.
        owner: What has the options, for error messages.
        resolve: Returns the path of a file of the user by its name.
        names: Names of files that come with the game and are allowed as values.

    Raises:
        OptionError: If a value could name any other file.
    """
    options = {option.encode_name: option for option in _fields(kind)}
    values = {}
    for key, value in texts.items():
        option = options.get(key)
        if value.startswith(FILE_PREFIX):
            if option is None or not _mentions_files(option):
                raise OptionError(f"{owner}: option {key} takes no file such as {value}")
            values[key] = str(resolve(value.removeprefix(FILE_PREFIX)))
        elif could_be_path(value):
            raise OptionError(
                f"{owner}: option {key}: {value[:60]!r} could be a path; files of your own are {FILE_PREFIX}NAME"
            )
        elif option is not None and _takes_only_files(option) and value not in names:
            raise OptionError(f"{owner}: option {key} takes a file of your own, {FILE_PREFIX}NAME, not {value[:60]!r}")
        else:
            values[key] = value
    return values


def could_be_path(text: str) -> bool:
    """Whether a text could be a path of a file on this machine."""
    return PATH_PATTERN.search(CARD_CHANGE_PATTERN.sub("", text)) is not None


def file_options(kind: type[Any]) -> list[str]:
    """Names of the options that take only a file name."""
    return [option.encode_name for option in _fields(kind) if _takes_only_files(option)]


def numeric_options(kind: type[Any]) -> dict[str, tuple[str, Any]]:
    """Names of the numeric options, each with the name of its field and its default."""
    return {
        option.encode_name: (option.field.path[0], option.field.default)
        for option in _fields(kind)
        if _is_number(option)
    }


class _Option(msgspec.Struct, frozen=True):
    encode_name: str
    field: ConfigField


def _fields(kind: type[Any]) -> list[_Option]:
    encoded = {field.name: field.encode_name for field in msgspec.structs.fields(kind)}
    return [_Option(".".join((encoded[field.path[0]], *field.path[1:])), field) for field in config_fields(kind)]


def _choice(option: _Option) -> OptionInfo:
    field = option.field
    default = None if field.default is msgspec.NODEFAULT else msgspec.to_builtins(field.default)
    is_bool = field.type_text == "true | false"
    return OptionInfo(
        key=option.encode_name,
        takes=field.type_text,
        default=default,
        meaning=field.description,
        choices=["true", "false"] if is_bool else [str(value) for value in allowed_values(field.type_info)],
        file=_takes_only_files(option),
    )


def _is_number(option: _Option) -> bool:
    return re.match(r"whole number|number|-?\d+ \.\.", option.field.type_text) is not None


def _mentions_files(option: _Option) -> bool:
    return bool(re.search(r"\b(file|path)\b", option.field.description))


def _takes_only_files(option: _Option) -> bool:
    """Whether the option takes only a file name: it has no default, so there is no file unless the user gives one."""
    return _mentions_files(option) and option.field.default is None and option.field.type_text == "text"
