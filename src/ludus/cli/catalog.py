"""`ludus games`, `ludus bots` and `ludus studies`: what is installed, and the options of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludus.cli.console import facts_table, make_console, make_table, program_name
from ludus.cli.errors import one_line
from ludus.cli.game_argument import GameArgument

if TYPE_CHECKING:
    from ludus.core.compiled_bot_spec import BotSpec
    from ludus.core.game import BotPreset, Game
    from ludus.lab import Study


def games(
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="A game, to see it in detail.")] = None,
) -> None:
    """List the installed games; with a NAME, show its options and end reasons."""
    from ludus.core.game_registry import game_names, load_game, load_game_by_name
    from ludus.util.errors import LudusError

    if name is not None:
        show_game(load_game(name))
        return
    if not game_names():
        make_console().print("No games are installed.")
        return
    rows = make_table("game", "title", "players", "rules")
    errors = []
    for known in game_names():
        try:
            loaded = load_game_by_name(known)
        except LudusError as error:  # one broken game does not hide the others
            errors.append(str(error))
        else:
            rows.add_row(loaded.name, loaded.title, seats_text(loaded), loaded.version)
    make_console().print(rows)
    for fault in errors:
        typer.echo(f"ludus: {one_line(fault)}", err=True)


def bots(
    game: GameArgument,
    bot: Annotated[str | None, typer.Argument(metavar="BOT", help="One of its bots, to see its options.")] = None,
) -> None:
    """List the bots of a GAME by the names to use in `ludus match`, with their options; with a BOT, show only this one.

    Options follow the name of a bot: mcts:iterations=100,depth=20.
    """
    from ludus.bots.lookup import bot_specs
    from ludus.core.game_registry import load_game
    from ludus.util.errors import UnknownName

    loaded = load_game(game)
    known = bot_specs(loaded)
    if bot is not None:
        if preset := loaded.bots.presets.get(bot):
            show_preset(bot, preset)
        elif bot in known:
            show_bot(loaded, known[bot])
        else:
            raise UnknownName(f"bot of {loaded.name}", bot, [*known, *loaded.bots.presets])
        return
    console = make_console()
    rows = make_table("bot", "option", "value", "default", "meaning")
    for name, spec in known.items():
        cheats = " (a declared cheat)" if spec.cheats else ""
        rows.add_row(name, "", "", "", spec.summary + cheats)
        for option, value, default, meaning in option_rows(spec.options):
            rows.add_row("", option, value, default or "not set", meaning)
    for name, preset_bot in loaded.bots.presets.items():
        rows.add_row(name, "", "", "", preset_bot.summary)
    console.print(rows)
    console.print(f"\n{judgement_text(loaded, known)}", soft_wrap=True)
    if loaded.phases:
        first, second = ([*known, "random"])[0], "random"
        phases = " and ".join(loaded.phases)
        example = f"{program_name()} match {game} {first}+{second}{_example_opponents(loaded)}"
        console.print(f"\nOne for each of {phases}: {example}", soft_wrap=True)
    print_own_bot_kinds(loaded)


def studies(
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="A study, to see it in detail.")] = None,
) -> None:
    """List the studies; with a NAME, show its presets and every key of its configuration."""
    from ludus.lab import find_study, study_names
    from ludus.util.errors import LudusError

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


def judgement_text(game: Game, specs: Mapping[str, BotSpec]) -> str:
    """How the searches of a game judge its positions."""
    from ludus.search.bots import EvaluatingBot
    from ludus.search.evaluation import describe_evaluation

    searches = [name for name, spec in specs.items() if isinstance(spec, EvaluatingBot)]
    names = f"{', '.join(searches[:-1])} and {searches[-1]}" if len(searches) > 1 else "".join(searches)
    return f"How {names} judge positions: {describe_evaluation(game)}"


def print_own_bot_kinds(game: Game) -> None:
    """Print the kinds of bots that users bring themselves."""
    protocol = "the game's text protocol" if game.protocols.server else "JSON lines"
    listing = make_table("your own", "what it is")
    base_note = f"; it may be made for {game.protocols.third_party().base}" if game.protocols.third_party else ""
    listing.add_row("bots.py:Rusher", f"a class in a Python file, run in a process of its own{base_note}")
    listing.add_row("cmd:./program args", f"a program that speaks {protocol}, started for every game")
    listing.add_row("lines:./program args", "a program that speaks JSON lines and stays for many games")
    make_console().print()
    make_console().print(listing)


def show_preset(name: str, named: BotPreset) -> None:
    """Print a preset: a bot with fixed options."""
    console = make_console()
    console.print(f"{name}: {named.summary}", style="bold")
    console.print(f"It is {named.text}", soft_wrap=True)
    if named.source:
        console.print(f"Made by {named.source}", soft_wrap=True)


def show_bot(game: Game, bot: BotSpec) -> None:
    """Print one bot with its options."""
    from ludus.core.game_registry import game_argument
    from ludus.search.bots import EvaluatingBot
    from ludus.search.evaluation import describe_evaluation

    console = make_console()
    console.print(f"{bot.name}: {bot.summary}", style="bold")
    if bot.source:
        console.print(f"After {bot.source}")
    if isinstance(bot, EvaluatingBot):
        console.print(describe_evaluation(game), soft_wrap=True)
    if bot.cheats:
        console.print("A declared cheat: it looks at what its seat cannot see.")
    rows = option_rows(bot.options)
    if not rows:
        console.print("It has no options.")
        return
    listing = make_table("option", "value", "default", "meaning")
    for name, value, default, meaning in rows:
        listing.add_row(name, value, default or "not set", meaning)
    console.print()
    console.print(listing)
    name, _, default, _ = rows[0]
    command = f"{program_name()} match {game_argument(game)} {bot.name}:{name}={default or '...'}"
    console.print(f"\nExample: {command}{_example_opponents(game)}", soft_wrap=True)


def _example_opponents(game: Game) -> str:
    """Opponents for an example command, as many as the game needs."""
    return " random" * (game.seats[0] - 1)


def show_game(game: Game) -> None:
    """Print everything a user may want to know about a game before playing it."""
    from ludus.core.game_registry import game_argument

    console = make_console()
    console.print(game.title, style="bold")
    console.print(game.summary)
    console.print()
    about = {"game": game.name, "players": seats_text(game), "rules": f"version {game.version}"}
    about["ends by"] = ", ".join(game.end_reasons[1:])
    if game.demo.benchmarks:
        about["benchmarks"] = "; ".join(getattr(item, "name", str(item)) for item in game.demo.benchmarks)
    about["extras"] = ", ".join(extras(game)) or "none"
    console.print(facts_table(about))
    rows = option_rows(game.options)
    if rows:
        listing = make_table("option", "value", "default", "meaning")
        for row in rows:
            listing.add_row(*row)
        console.print()
        console.print(listing)
        name, value, default, _ = rows[0]
        choices = value.split(" | ") if " | " in value else [default]
        example = next((item for item in reversed(choices) if item != default), default)
        command = f"{program_name()} match {game_argument(game)} random -o {name}={example}"
        console.print(f"\nSet an option with -o: {command}", soft_wrap=True)


def seats_text(game: Game) -> str:
    fewest, most = game.seats
    return str(most) if fewest == most else f"{fewest}-{most}"


def extras(game: Game) -> list[str]:
    """Optional features of a game."""
    from ludus.core.game import no_svg

    features = ["pictures"] if game.rendering.svg is not no_svg else []
    return features + (["recorded games can be checked"] if game.references.check_traces else [])


def option_rows(kind: type[Any]) -> list[tuple[str, str, str, str]]:
    """Each option of a game or bot: its name, its values, the default and its meaning."""
    import msgspec

    from ludus.lab.config_fields import config_fields

    return [
        (
            field.key,
            field.type_text,
            "required" if field.default is msgspec.NODEFAULT else "" if field.default is None else str(field.default),
            field.description,
        )
        for field in config_fields(kind)
    ]


def print_study(study: Study[Any]) -> None:
    """Print presets and keys of one study."""
    import msgspec

    from ludus.lab.config import toml_value
    from ludus.lab.config_fields import config_fields
    from ludus.lab.report_writer import plain_default

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
