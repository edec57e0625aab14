"""Options that a game's designer declares, read from the command line: `--band 47:53 --balance`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_type_hints

from ludus.cli.screen import make_table

if TYPE_CHECKING:
    from rich.table import Table

    from ludus.design.contract import DesignOptions


def read_designer_options(words: list[str], kind: type[DesignOptions], command: str) -> tuple[list[str], Any]:
    """Read the options of a designer from command-line words.

    Args:
        words: The words after the game.
        kind: The struct that declares the options.
        command: The command, for error messages.

    Returns:
        The words that are not options, and the options. All options take a value, except booleans.
    """
    import msgspec

    from ludus.core.errors import OptionError, UnknownName
    from ludus.core.options import read_options

    fields, hints = {field.encode_name: field for field in msgspec.structs.fields(kind)}, get_type_hints(kind)
    positional: list[str] = []
    values: dict[str, Any] = {}
    rest = iter(words)
    for word in rest:
        if not word.startswith("-") or word == "-":
            positional.append(word)
            continue
        name, equals, value = word.lstrip("-").partition("=")
        if name not in fields or not word.startswith("--"):
            raise UnknownName(f"option of {command}", word.partition("=")[0], [f"--{field}" for field in fields])
        if name in values:
            raise OptionError(f"--{name} is given twice")
        if hints[fields[name].name] is bool:
            if equals:
                raise OptionError(f"--{name} takes no value")
            values[name] = True
            continue
        if not equals:
            value = next(rest, "")
        if not value:
            raise OptionError(f"--{name} needs a value after it")
        values[name] = value
    return positional, read_options(values, kind, command)


def designer_options_table(kind: type[DesignOptions]) -> Table:
    """A table of the options that a designer declares."""
    from ludus.cli.games import option_rows

    rows = make_table("option", "value", "default", "meaning")
    for name, value, default, meaning in option_rows(kind):
        is_flag = value == "true | false"
        rows.add_row(f"--{name.replace('_', '-')}", "" if is_flag else value, "" if is_flag else default, meaning)
    return rows
