"""Options that several designers share: bots, ladders, bands, number ranges, modes, and options without effect.

Also the errors that several designers raise: no target, an option of the game that does not apply, a name given twice.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from msgspec.structs import fields

from ludus.core.game import Game
from ludus.design.base.designer import DesignOptions, DesignRequest
from ludus.util.errors import OptionError

if TYPE_CHECKING:
    from ludus.bots import CompiledBot


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


def no_target(request: DesignRequest, flags: str) -> OptionError:
    """Return the error for a `make` command without a target; `flags` are the options that give one."""
    return OptionError(f"say what to aim at: {flags}; `ludus make {request.game.name}` alone lists what can be chosen")


def check_game_options(request: DesignRequest, command: str, allowed: Sequence[str] = ()) -> None:
    """Check that only these options of the game are given.

    Args:
        request: the request with the options.
        command: the command, as `make delve`, for the message.
        allowed: names of options that the command takes.

    Raises:
        OptionError: there is another option.
    """
    for name in request.options:
        if name not in allowed:
            reason = (
                f"not an option of `ludus {command}`; these are: {', '.join(allowed)}"
                if allowed
                else f"options of the game do not go with `ludus {command}`"
            )
            raise OptionError(f"-o {name}: {reason}")


def refuse_repeats(names: Collection[str], noun: str) -> None:
    """Raise OptionError if a name is given twice; `noun` is what has the name."""
    if len(set(names)) != len(names):
        raise OptionError(f"a {noun} is named twice")


def parse_number_range(text: str) -> tuple[float, float] | None:
    """Parse `3-5` as two finite numbers; None for any other text."""
    low, dash, high = text.partition("-")
    try:
        numbers = float(low), float(high)
    except ValueError:
        return None
    return numbers if dash and all(map(math.isfinite, numbers)) else None


def read_range(
    text: str, option: str, least: float, most: float, example: str, allow_equal: bool = False
) -> tuple[float, float]:
    """Parse two numbers between limits, the smaller first.

    Args:
        text: what the user wrote, as `3-5`.
        option: name of the option, for the message.
        least: lower limit.
        most: upper limit.
        example: a valid text, for the message.
        allow_equal: accept two equal numbers.

    Raises:
        OptionError: the text is anything else.
    """
    numbers = parse_number_range(text)
    if (
        numbers is None
        or not least <= numbers[0] <= numbers[1] <= most
        or (numbers[0] == numbers[1] and not allow_equal)
    ):
        raise OptionError(
            f"--{option} {text!r}: two numbers from {least:g} to {most:g}, the smaller first, as {example}"
        )
    return numbers


@dataclass(frozen=True)
class WinRateBand:
    """A range of acceptable win rates, as fractions of 1."""

    low: float
    high: float

    @classmethod
    def parse(cls, text: str) -> WinRateBand:
        """Parse `48:52`, in percent.

        Raises:
            OptionError: the text is anything else, or 50 is not between the numbers.
        """
        match = re.fullmatch(r"\s*([0-9.]+)\s*:\s*([0-9.]+)\s*", text)
        try:
            low, high = (float(percent) / 100 for percent in match.groups()) if match else (1.0, 0.0)
        except ValueError:
            low, high = 1.0, 0.0
        if not 0 <= low < 0.5 < high <= 1:
            raise OptionError(f"a band is LOW:HIGH in percent with 50 between them, as 48:52; not {text!r}")
        return cls(low, high)

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high

    def __str__(self) -> str:
        return f"{100 * self.low:g} % to {100 * self.high:g} %"


def read_one_or_two_bots(text: str, option: str) -> list[str]:
    """Parse one bot for both seats, or one per seat; return one per seat.

    Raises:
        OptionError: the text names neither one nor two bots.
    """
    names = text.split()
    if len(names) not in (1, 2):
        raise OptionError(f"--{option} takes one player or two, separated by a space, not {text!r}")
    return names if len(names) == 2 else names * 2


def read_two_bots(text: str, option: str, example: str) -> list[str]:
    """Parse two bots.

    Raises:
        OptionError: the text does not name two bots.
    """
    names = text.split()
    if len(names) != 2:
        raise OptionError(f"--{option} takes two players, separated by a space, as {example!r}; not {text!r}")
    return names


def read_ladder(text: str) -> list[str]:
    """Parse the bots of a ladder, from weak to strong.

    Raises:
        OptionError: fewer than two bots, or the same one twice.
    """
    names = text.split()
    if len(set(names)) != len(names) or len(names) < 2:
        raise OptionError(f"--ladder takes two or more different players, separated by spaces, not {text!r}")
    return names


def refuse_search_bots(game: Game, held_out_bots: Iterable[str], search_bots: Iterable[str], noun: str) -> None:
    """Raise OptionError if a bot both searches and validates, however it is written; `noun` is what is made."""
    from ludus.bots import load_compiled_bot

    searching = {_bot_identity(load_compiled_bot(game, text)) for text in search_bots}
    held_out = dict.fromkeys(held_out_bots)
    if both := [text for text in held_out if _bot_identity(load_compiled_bot(game, text)) in searching]:
        raise OptionError(
            f"{' and '.join(both)} cannot both make the {noun} and judge it: choose other players for --hold-out"
        )


def _bot_identity(bot: CompiledBot) -> tuple[Any, ...]:
    """What a bot is, whatever its name: `beam` and `beam:width=4` are equal if this is its default."""
    if bot.spec is None:
        return tuple(_bot_identity(member) for member in bot.members)
    return bot.spec.name, bot.spec.version, bot.params.tobytes()


def check_bots(game: Game, names: Iterable[str]) -> None:
    """Raise an error if a bot does not exist or is not compiled, before any game is played."""
    from ludus.bots import load_compiled_bot
    from ludus.bots.lookup import compiled_bot_exports
    from ludus.core.compile.progress import report_compilation

    bots = list(dict.fromkeys(names))
    with report_compilation(game, lambda: compiled_bot_exports(game, bots)):
        for name in bots:
            load_compiled_bot(game, name)
