"""Commands that do several kinds of work: which one is asked for, and options that would change nothing of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from msgspec.structs import fields

from ludus.core.errors import OptionError
from ludus.design.contract import Asks


def find_mode(asks: Asks, modes: Mapping[str, Collection[str]], bound: Collection[str] = ()) -> str | None:
    """The one of `modes` that is asked for, each with the options that it looks at; None for the usual work, which
    looks at all but those that are `bound` to a mode."""
    chosen = [mode for mode in modes if getattr(asks, mode)]
    if len(chosen) > 1:
        raise OptionError(f"{' and '.join(map(option, chosen))}: say one of them")
    for field in fields(asks):
        if field.name in modes or getattr(asks, field.name) == field.default:
            continue
        goes = [mode for mode in modes if field.name in modes[mode]]
        if chosen and chosen[0] not in goes:
            raise OptionError(f"{option(field.name)} changes nothing: {option(chosen[0])} goes without it")
        if not chosen and field.name in bound:
            raise OptionError(f"{option(field.name)} changes nothing: it goes with {' or '.join(map(option, goes))}")
    return chosen[0] if chosen else None


def option(name: str) -> str:
    """A field as it is typed."""
    return f"--{name.replace('_', '-')}"
