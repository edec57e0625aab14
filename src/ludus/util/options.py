"""Reading options of games, bots and commands from texts or values, with readable errors."""

from __future__ import annotations

import re
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from ludus.util.errors import OptionError, UnknownName


def read_options(values: dict[str, Any], options_type: type[Any], owner: str) -> Any:
    """Convert a plain dict to an options object.

    Args:
        values: option values by name; texts are converted to the declared types.
        options_type: the declared options type (a msgspec Struct).
        owner: name of the game, bot or command, for messages.

    Raises:
        OptionError: an option is unknown or has an invalid value.
    """
    try:
        return msgspec.convert(values, options_type, strict=False)
    except msgspec.ValidationError as error:
        raise OptionError(f"{owner}: {_describe_error(str(error), values, options_type)}") from None


def describe_parse_error(what: str) -> str:
    """Translate a validation message of msgspec for people; unknown messages are returned unchanged."""
    if unknown := re.fullmatch(r"Invalid enum value '(.*)'", what, re.DOTALL):
        return f"there is no '{unknown[1]}'"
    match = re.fullmatch(r"Expected `(\w+)(?: \| null)?`(?:, got `.*`| (>=|<=|>|<) ([-\d.e+]+))?", what)
    if not match or match[1] not in _KINDS:
        return what
    bound = f"{_BOUNDS[match[2]]} {float(match[3]):.15g}" if match[2] else ""
    return f"this must be {_KINDS[match[1]]}{bound}"


def _describe_error(error: str, given: dict[str, Any], options: type[Any]) -> str:
    """Describe a msgspec error for people: the option, what is wrong with it, the possible values."""
    hints = get_type_hints(options)
    if unknown := re.fullmatch("Object contains unknown field `(.*)`", error):
        return str(UnknownName("option", unknown[1], list(hints)))
    what, _, path = error.partition(" - at `$.")
    path = path.rstrip("`")
    choices = [str(choice) for kind in _type_and_args(hints.get(path)) for choice in _choices(kind)]
    message = describe_parse_error(what)
    if message != what and path in given and not choices:
        message += f", not {given[path]!r}"
    return f"option {path}: {message}" + (f"; choose from {', '.join(choices)}" if choices else "")


_KINDS = {"int": "a whole number", "float": "a number", "bool": "true or false", "str": "a text"}
_KINDS |= {"array": "a list", "object": "an object"}
_BOUNDS = {">=": ", at least", "<=": ", at most", ">": " above", "<": " below"}


def _type_and_args(kind: Any) -> tuple[Any, ...]:
    return kind, *get_args(kind)


def _choices(kind: Any) -> tuple[Any, ...]:
    return get_args(kind) if get_origin(kind) is Literal else ()
