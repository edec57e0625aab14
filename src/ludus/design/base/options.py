"""Option values and modes that several designers share: parsers, limits, and the check for options without effect."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping

from msgspec.structs import fields

from ludus.design.base.designer import DesignOptions
from ludus.util.errors import OptionError


def find_mode(
    options: DesignOptions, modes: Mapping[str, Collection[str]], mode_only: Collection[str] = ()
) -> str | None:
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
    chosen = [mode for mode in modes if getattr(options, mode)]
    if len(chosen) > 1:
        raise OptionError(f"{' and '.join(map(option_flag, chosen))}: say one of them")
    for field in fields(options):
        if field.name in modes or getattr(options, field.name) == field.default:
            continue
        users = [mode for mode in modes if field.name in modes[mode]]
        if chosen and chosen[0] not in users:
            raise OptionError(f"{option_flag(field.name)} changes nothing: {option_flag(chosen[0])} goes without it")
        if not chosen and field.name in mode_only:
            raise OptionError(
                f"{option_flag(field.name)} changes nothing: it goes with {' or '.join(map(option_flag, users))}"
            )
    return chosen[0] if chosen else None


def option_flag(name: str) -> str:
    """Flag of an option, as typed: `trap_free` -> `--trap-free`."""
    return f"--{name.replace('_', '-')}"


def parse_number_range(text: str) -> tuple[float, float] | None:
    """Parse `3-5` as two finite numbers; None for any other text."""
    low, dash, high = text.partition("-")
    try:
        numbers = float(low), float(high)
    except ValueError:
        return None
    return numbers if dash and all(map(math.isfinite, numbers)) else None
