"""Options that a designer declares for itself, from the words of a command line: `--band 47:53 --balance`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_type_hints

from ludus.cli.screen import table

if TYPE_CHECKING:
    from rich.table import Table

    from ludus.design.contract import Asks


def read_asks(words: list[str], kind: type[Asks], command: str) -> tuple[list[str], Any]:
    """The words that are no options, and the options. Each takes a value, but for those that are yes or no."""
    import msgspec

    from ludus.core.errors import OptionError, UnknownName
    from ludus.core.options import read_options

    fields, hints = {each.encode_name: each for each in msgspec.structs.fields(kind)}, get_type_hints(kind)
    plain: list[str] = []
    found: dict[str, Any] = {}
    rest = iter(words)
    for word in rest:
        if not word.startswith("-") or word == "-":
            plain.append(word)
            continue
        name, equals, value = word.lstrip("-").partition("=")
        if name not in fields or not word.startswith("--"):
            raise UnknownName(f"option of {command}", word.partition("=")[0], [f"--{each}" for each in fields])
        if name in found:
            raise OptionError(f"--{name} is given twice")
        if hints[fields[name].name] is bool:
            if equals:
                raise OptionError(f"--{name} takes no value")
            found[name] = True
            continue
        if not equals:
            value = next(rest, "")
        if not value:
            raise OptionError(f"--{name} needs a value after it")
        found[name] = value
    return plain, read_options(found, kind, command)


def asks_table(kind: type[Asks]) -> Table:
    """The options that a designer declares, for people."""
    from ludus.cli.games import options

    rows = table("option", "value", "default", "meaning")
    for name, value, default, meaning in options(kind):
        yes_or_no = value == "true | false"
        rows.add_row(f"--{name.replace('_', '-')}", "" if yes_or_no else value, "" if yes_or_no else default, meaning)
    return rows
