"""Options that a user gives as texts or values, checked against what a game, a bot or a command declares."""

from __future__ import annotations

import re
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from ludus.core.errors import OptionError, UnknownName


def read_options(given: dict[str, Any], options: type[Any], owner: str) -> Any:
    """Options from a plain dict; what is wrong is told in words, with the name of the game or bot they belong to."""
    try:
        return msgspec.convert(given, options, strict=False)
    except msgspec.ValidationError as error:
        raise OptionError(f"{owner}: {_in_words(str(error), given, options)}") from None


def parser_words(what: str) -> str:
    """What the parser of typed data says of a value, for people: what it must be."""
    if unknown := re.fullmatch(r"Invalid enum value '(.*)'", what, re.DOTALL):
        return f"there is no '{unknown[1]}'"
    found = re.fullmatch(r"Expected `(\w+)(?: \| null)?`(?:, got `.*`| (>=|<=|>|<) ([-\d.e+]+))?", what)
    if not found or found[1] not in _KINDS:
        return what
    bound = f"{_BOUNDS[found[2]]} {float(found[3]):.15g}" if found[2] else ""
    return f"this must be {_KINDS[found[1]]}{bound}"


def _in_words(error: str, given: dict[str, Any], options: type[Any]) -> str:
    """An error of the option parser for people: what is wrong, with which option, and what there is."""
    hints = get_type_hints(options)
    if unknown := re.fullmatch("Object contains unknown field `(.*)`", error):
        return str(UnknownName("option", unknown[1], list(hints)))
    what, _, place = error.partition(" - at `$.")
    place = place.rstrip("`")
    choices = [str(choice) for kind in _parts(hints.get(place)) for choice in _choices(kind)]
    said = parser_words(what)
    if said != what and place in given and not choices:
        said += f", not {given[place]!r}"
    return f"option {place}: {said}" + (f"; choose from {', '.join(choices)}" if choices else "")


_KINDS = {"int": "a whole number", "float": "a number", "bool": "true or false", "str": "a text"}
_BOUNDS = {">=": ", at least", "<=": ", at most", ">": " above", "<": " below"}


def _parts(kind: Any) -> tuple[Any, ...]:
    return kind, *get_args(kind)


def _choices(kind: Any) -> tuple[Any, ...]:
    return get_args(kind) if get_origin(kind) is Literal else ()
