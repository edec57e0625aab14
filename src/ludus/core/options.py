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
        raise OptionError(f"{owner}: {_in_words(str(error), options)}") from None


def _in_words(error: str, options: type[Any]) -> str:
    """An error of the option parser for people: what is wrong, with which option, and what there is."""
    hints = get_type_hints(options)
    if unknown := re.fullmatch("Object contains unknown field `(.*)`", error):
        return str(UnknownName("option", unknown[1], list(hints)))
    what, _, place = error.partition(" - at `$.")
    choices = [str(choice) for kind in _parts(hints.get(place.rstrip("`"))) for choice in _choices(kind)]
    for pattern, words in _PARSER_WORDS:
        what = re.sub(pattern, words, what)
    return f"option {place.rstrip('`')}: {what}" + (f"; choose from {', '.join(choices)}" if choices else "")


_PARSER_WORDS = (
    (r"Invalid enum value '(.*)'", r"there is no '\1'"),
    (r"Expected `int(?: \| null)?`, got `(.*)`", r"this must be a whole number"),
    (r"Expected `int(?: \| null)?` >= (.*)", r"this must be a whole number, at least \1"),
    (r"Expected `int(?: \| null)?` <= (.*)", r"this must be a whole number, at most \1"),
    (r"Expected `float(?: \| null)?`, got `(.*)`", r"this must be a number"),
    (r"Expected `float(?: \| null)?` >= (.*)", r"this must be a number, at least \1"),
    (r"Expected `float(?: \| null)?` <= (.*)", r"this must be a number, at most \1"),
    (r"Expected `str(?: \| null)?`, got `(.*)`", r"this must be a text"),
)


def _parts(kind: Any) -> tuple[Any, ...]:
    return kind, *get_args(kind)


def _choices(kind: Any) -> tuple[Any, ...]:
    return get_args(kind) if get_origin(kind) is Literal else ()
