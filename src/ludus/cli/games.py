"""`ludus games` and `ludus bots`: installed games and their bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludus.cli.ending import one_line
from ludus.cli.screen import facts, program, screen, table

if TYPE_CHECKING:
    from ludus.core.bot import Bot
    from ludus.core.contract import Game, Named


def games(
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="A game, to see all about it.")] = None,
) -> None:
    """List the installed games; with a NAME, show its options and end reasons."""
    from ludus.core.errors import LudusError
    from ludus.core.registry import find_game, game_names

    if name is not None:
        show_game(find_game(name))
        return
    if not game_names():
        screen().print("No games are installed.")
        return
    rows = table("game", "title", "players", "rules")
    errors = []
    for known in game_names():
        try:
            loaded = find_game(known)
        except LudusError as error:  # one broken game does not hide the others
            errors.append(str(error))
        else:
            rows.add_row(loaded.name, loaded.title, seats(loaded), loaded.version)
    screen().print(rows)
    for fault in errors:
        typer.echo(f"ludus: {one_line(fault)}", err=True)


def bots(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game; `ludus games` lists them.")],
    bot: Annotated[str | None, typer.Argument(metavar="BOT", help="One of its bots, to see its options.")] = None,
) -> None:
    """List the bots of a GAME, each by the text that `ludus match` takes; with a BOT, show its options."""
    from ludus.core.errors import UnknownName
    from ludus.core.registry import find_game
    from ludus.players.find import bots_of

    loaded = find_game(game)
    known = bots_of(loaded)
    if bot is not None:
        if preset := loaded.named.get(bot):
            show_named(bot, preset)
        elif bot in known:
            show_bot(loaded, known[bot])
        else:
            raise UnknownName(f"player of {loaded.name}", bot, [*known, *loaded.named])
        return
    rows = table("bot", "what it does", "options")
    for name, spec in known.items():
        cheats = " (a declared cheat)" if spec.cheats else ""
        rows.add_row(name, spec.summary + cheats, ", ".join(row[0] for row in options(spec.options)))
    for name, preset_bot in loaded.named.items():
        rows.add_row(name, preset_bot.summary, "")
    screen().print(rows)
    if loaded.phases:
        first, second = ([*known, "random"])[0], "random"
        phases = " and ".join(loaded.phases)
        screen().print(f"\nOne for each of {phases}: {program()} match {game} {first}+{second}{_others(loaded)}")
    print_other_kinds(loaded)


def print_other_kinds(game: Game) -> None:
    """Print the kinds of bots that users bring themselves."""
    protocol = "the game's text protocol" if game.converse else "JSON lines"
    listing = table("your own", "what it is")
    base_note = f"; it may be made for {game.foreign().base}" if game.foreign else ""
    listing.add_row("bots.py:Rusher", f"a class in a Python file, run in a process of its own{base_note}")
    listing.add_row("cmd:./program args", f"a program that speaks {protocol}, started for every game")
    listing.add_row("lines:./program args", "a program that speaks JSON lines and stays for many games")
    screen().print()
    screen().print(listing)


def show_named(name: str, named: Named) -> None:
    """Print a preset: a bot with fixed options."""
    console = screen()
    console.print(f"{name}: {named.summary}", style="bold")
    console.print(f"It is {named.text}", soft_wrap=True)
    if named.source:
        console.print(f"Made by {named.source}", soft_wrap=True)


def show_bot(game: Game, bot: Bot) -> None:
    """Print one bot with its options."""
    console = screen()
    console.print(f"{bot.name}: {bot.summary}", style="bold")
    if bot.source:
        console.print(f"After {bot.source}")
    if bot.cheats:
        console.print("A declared cheat: it looks at what its seat cannot see.")
    rows = options(bot.options)
    if not rows:
        console.print("It has no options.")
        return
    listing = table("option", "value", "default", "meaning")
    for row in rows:
        listing.add_row(*row)
    console.print()
    console.print(listing)
    name, _, default, _ = rows[0]
    console.print(f"\nExample: {program()} match {game.name} {bot.name}:{name}={default or '...'}{_others(game)}")


def _others(game: Game) -> str:
    """Opponents for an example command, as many as the game needs."""
    return " random" * (game.seats[0] - 1)


def show_game(game: Game) -> None:
    """Print everything a user may want to know about a game before playing it."""
    console = screen()
    console.print(game.title, style="bold")
    console.print(game.summary)
    console.print()
    about = {"game": game.name, "players": seats(game), "rules": f"version {game.version}"}
    about["ends by"] = ", ".join(game.reasons[1:])
    if game.benchmarks:
        about["benchmarks"] = "; ".join(getattr(item, "name", str(item)) for item in game.benchmarks)
    about["extras"] = ", ".join(extras(game)) or "none"
    console.print(facts(about))
    rows = options(game.options)
    if rows:
        listing = table("option", "value", "default", "meaning")
        for row in rows:
            listing.add_row(*row)
        console.print()
        console.print(listing)
        name, value, default, _ = rows[0]
        choices = value.split(" | ") if " | " in value else [default]
        example = next((item for item in reversed(choices) if item != default), default)
        console.print(f"\nSet an option with -o: {program()} match {game.name} random -o {name}={example}")


def seats(game: Game) -> str:
    fewest, most = game.seats
    return str(most) if fewest == most else f"{fewest}-{most}"


def extras(game: Game) -> list[str]:
    """Optional features of a game."""
    fields = type(game).__dataclass_fields__
    features = ["pictures"] if game.draw is not fields["draw"].default else []
    return features + (["recorded games can be checked"] if game.check else [])


def options(kind: type[Any]) -> list[tuple[str, str, str, str]]:
    """Each option of a game or bot: its name, its values, the default and its meaning."""
    import msgspec

    from ludus.lab.fields import fields_of

    return [
        (
            field.key,
            field.words,
            "required" if field.default is msgspec.NODEFAULT else "" if field.default is None else str(field.default),
            field.meaning,
        )
        for field in fields_of(kind)
    ]
