"""`ludus studies`: list the experiments, and the configuration of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludus.cli.ending import one_line
from ludus.cli.screen import program_name, make_console, make_table

if TYPE_CHECKING:
    from ludus.lab import Study


def studies(
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="A study, to see all about it.")] = None,
) -> None:
    """List the studies; with a NAME, show its presets and every key of its configuration."""
    from ludus.core.errors import LudusError
    from ludus.lab import find_study, study_names

    if name is not None:
        print_study(find_study(name))
        return
    if not study_names():
        make_console().print("No studies are installed.")
        return
    rows, errors = make_table("study", "what it asks", "presets"), []
    for known in study_names():
        try:
            loaded = find_study(known)
        except LudusError as error:  # one broken study does not hide the others
            errors.append(str(error))
        else:
            rows.add_row(loaded.name, loaded.summary, ", ".join(loaded.presets))
    make_console().print(rows)
    for fault in errors:
        typer.echo(f"ludus: {one_line(fault)}", err=True)


def print_study(study: Study[Any]) -> None:
    """Print presets and keys of one study."""
    import msgspec

    from ludus.lab.fields import config_fields
    from ludus.lab.page_source import plain_default
    from ludus.lab.toml import toml_value

    console = make_console()
    console.print(f"{study.name}: {study.summary}", style="bold")
    rows = make_table("key", "value", "default", "meaning")
    for field in config_fields(study.config):
        default = plain_default(field.default)
        default_text = "not set" if default is None else toml_value(default)
        rows.add_row(
            field.key,
            field.type_text,
            "required" if field.default is msgspec.NODEFAULT else default_text,
            field.description,
        )
    console.print()
    console.print(rows)
    if study.presets:
        presets = make_table("preset", "sets")
        for name, values in study.presets.items():
            assignments = ", ".join(
                f"{key} = {toml_value(msgspec.to_builtins(value))}" for key, value in values.items()
            )
            presets.add_row(name, assignments or "the defaults")
        console.print()
        console.print(presets)
    preset = f" --preset {next(iter(study.presets))}" if study.presets else ""
    console.print(f"\nExample: {program_name()} run {study.name}{preset} --set seed=7")
