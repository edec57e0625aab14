"""Command options that select a mode, and the check for options that have no effect in it."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from msgspec.structs import fields

from ludus.core.errors import OptionError
from ludus.design.contract import Asks


def find_mode(asks: Asks, modes: Mapping[str, Collection[str]], bound: Collection[str] = ()) -> str | None:
    """Find the mode that the options select.

    Args:
        options: the options of the command.
        modes: for each mode, named like the option that selects it, the options that it uses.
        mode_only: options that have an effect only in a mode.

    Returns:
        The selected mode, or None for the default work, which uses all options that are not `mode_only`.

    Raises:
        OptionError: two modes are selected, or an option has no effect.
    """
    chosen = [mode for mode in modes if getattr(asks, mode)]
    if len(chosen) > 1:
        raise OptionError(f"{' and '.join(map(option, chosen))}: say one of them")
    for field in fields(asks):
        if field.name in modes or getattr(asks, field.name) == field.default:
            continue
        users = [mode for mode in modes if field.name in modes[mode]]
        if chosen and chosen[0] not in users:
            raise OptionError(f"{option(field.name)} changes nothing: {option(chosen[0])} goes without it")
        if not chosen and field.name in bound:
            raise OptionError(f"{option(field.name)} changes nothing: it goes with {' or '.join(map(option, users))}")
    return chosen[0] if chosen else None


def option(name: str) -> str:
    """Flag of an option, as typed: `trap_free` -> `--trap-free`."""
    return f"--{name.replace('_', '-')}"
