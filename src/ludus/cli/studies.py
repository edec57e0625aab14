"""`ludus studies`: which experiments there are, and what can be chosen about one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludus.cli.ending import one_line
from ludus.cli.screen import program, screen, table

if TYPE_CHECKING:
    from ludus.lab import Study


def studies(
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="A study, to see all about it.")] = None,
) -> None:
    """List the studies; with a NAME, tell its presets and every key of its configuration."""
    from ludus.core.errors import LudusError
    from ludus.lab import find_study, study_names

    if name is not None:
        show_study(find_study(name))
        return
    if not study_names():
        screen().print("No studies are installed.")
        return
    rows, faults = table("study", "what it asks", "presets"), []
    for known in study_names():
        try:
            each = find_study(known)
        except LudusError as error:  # one that cannot be loaded does not hide the others
            faults.append(str(error))
        else:
            rows.add_row(each.name, each.summary, ", ".join(each.presets))
    screen().print(rows)
    for fault in faults:
        typer.echo(f"ludus: {one_line(fault)}", err=True)


def show_study(study: Study[Any]) -> None:
    """Presets and keys of one study."""
    import msgspec

    from ludus.lab.fields import fields_of
    from ludus.lab.page_source import plain_default
    from ludus.lab.toml import toml_value

    console = screen()
    console.print(f"{study.name}: {study.summary}", style="bold")
    rows = table("key", "value", "default", "meaning")
    for field in fields_of(study.config):
        default = plain_default(field.default)
        shown = "not set" if default is None else toml_value(default)
        rows.add_row(field.key, field.words, "required" if field.default is msgspec.NODEFAULT else shown, field.meaning)
    console.print()
    console.print(rows)
    if study.presets:
        presets = table("preset", "sets")
        for name, values in study.presets.items():
            told = ", ".join(f"{key} = {toml_value(msgspec.to_builtins(value))}" for key, value in values.items())
            presets.add_row(name, told or "the defaults")
        console.print()
        console.print(presets)
    preset = f" --preset {next(iter(study.presets))}" if study.presets else ""
    console.print(f"\nExample: {program()} run {study.name}{preset} --set seed=7")
