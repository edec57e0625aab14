"""Options as the page offers them, and what may be given for them.

Options of games and bots can name files. Whoever sits at the page must not read other files of this machine through
them, not even by a complaint about one: a file is @NAME, one of the user's own in the content folder, and a text that
could be a path is refused wherever it stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from ludus.lab.config_schema import ConfigField, allowed_values, config_fields
from ludus.studio.protocol.words import Choice
from ludus.util.errors import OptionError

OWN = "@"  # before the name of a file of the user's own
PATH = re.compile(r"[\\\x00]|\.\.|(^|[\s,:=])[~.]|/[^\s\d]|[^\s\d]/|^/|/$|\.[^\W\d]")  # 1.5 is none, nor 3 4 5 / 6 7 8
FIELD = re.compile(r"(?<![\w.])\d+\.[a-z_]+(?==)")  # 48.cost=3 changes a card
Resolve = Callable[[str], Path]


def offered(kind: type[Any]) -> list[Choice]:
    """All options of a game, a bot or whatever else declares them."""
    return [_choice(each) for each in _fields(kind)]


def checked(
    kind: type[Any], given: Mapping[str, str], owner: str, resolve: Resolve, names: Iterable[str] = ()
) -> dict[str, str]:
    """The same options with @NAME made a path; refuses what could name any other file. `names` stand for files that
    come with the game."""
    known = {each.encode_name: each for each in _fields(kind)}
    found = {}
    for key, value in given.items():
        field = known.get(key)
        if value.startswith(OWN):
            if field is None or not _mentions_files(field):
                raise OptionError(f"{owner}: option {key} takes no file such as {value}")
            found[key] = str(resolve(value.removeprefix(OWN)))
        elif could_be_path(value):
            raise OptionError(f"{owner}: option {key}: {value[:60]!r} could be a path; files of your own are {OWN}NAME")
        elif field is not None and _only_files(field) and value not in names:
            raise OptionError(f"{owner}: option {key} takes a file of your own, {OWN}NAME, not {value[:60]!r}")
        else:
            found[key] = value
    return found


def could_be_path(text: str) -> bool:
    """Whether a text could name a file somewhere on this machine."""
    return PATH.search(FIELD.sub("", text)) is not None


def only_files(kind: type[Any]) -> list[str]:
    """The options that take the name of a file and nothing else."""
    return [each.encode_name for each in _fields(kind) if _only_files(each)]


def numbers(kind: type[Any]) -> dict[str, tuple[str, Any]]:
    """The options that take a number, each with the name of its field and its default."""
    return {each.encode_name: (each.field.path[0], each.field.default) for each in _fields(kind) if _is_number(each)}


class _Known(msgspec.Struct, frozen=True):
    encode_name: str
    field: ConfigField


def _fields(kind: type[Any]) -> list[_Known]:
    named = {each.name: each.encode_name for each in msgspec.structs.fields(kind)}
    return [_Known(".".join((named[each.path[0]], *each.path[1:])), each) for each in config_fields(kind)]


def _choice(known: _Known) -> Choice:
    field = known.field
    default = None if field.default is msgspec.NODEFAULT else msgspec.to_builtins(field.default)
    yes_or_no = field.type_text == "true | false"
    return Choice(
        key=known.encode_name,
        takes=field.type_text,
        default=default,
        meaning=field.description,
        choices=["true", "false"] if yes_or_no else [str(each) for each in allowed_values(field.type_info)],
        file=_only_files(known),
    )


def _is_number(known: _Known) -> bool:
    return re.match(r"whole number|number|-?\d+ \.\.", known.field.type_text) is not None


def _mentions_files(known: _Known) -> bool:
    return bool(re.search(r"\b(file|path)\b", known.field.description))


def _only_files(known: _Known) -> bool:
    """Whether it takes the name of a file and nothing else: there is none unless the user gives one."""
    return _mentions_files(known) and known.field.default is None and known.field.type_text == "text"
