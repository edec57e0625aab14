"""Texts for people: numbers with nouns, suggestions for misspelt names, words of commands, time stamps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime


def plural(number: int, noun: str) -> str:
    """Return a number with its noun: `1 game`, `20,000 games`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def closest_match(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that is most similar to a misspelt one, or None if none is similar."""
    import difflib  # imported here: only errors need it

    return next(iter(difflib.get_close_matches(name, list(known), 1)), None)


def most_similar(text: str, known: Iterable[str], number: int) -> list[str]:
    """Return the known texts that are most similar to another one, the most similar first."""
    import difflib  # imported here: only errors need it

    return difflib.get_close_matches(text, list(known), number, cutoff=0)


def did_you_mean(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """Return the end of an error message, `; did you mean 'locm'?`, or `otherwise` if no name is similar."""
    close = closest_match(name, known)
    return otherwise if close is None else f"; did you mean {close!r}?"


def option_words(options: Mapping[str, object]) -> list[str]:
    """Return options of a game as words of a command: `-o kingdom=first-game`."""
    return [word for name, value in options.items() for word in ("-o", f"{name}={value}")]


def utc_timestamp() -> str:
    """Return the present time as ISO 8601 with milliseconds: `2026-11-16T23:14:58.000Z`."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
