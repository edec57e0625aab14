"""`ludus games` and `ludus bots`: what is installed."""

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
    """List the installed games; with a NAME, tell its options and how it can end."""
    from ludus.core.errors import LudusError
    from ludus.core.registry import find_game, game_names

    if name is not None:
        show_game(find_game(name))
        return
    if not game_names():
        screen().print("No games are installed.")
        return
    rows = table("game", "title", "players", "rules")
    faults = []
    for known in game_names():
        try:
            each = find_game(known)
        except LudusError as error:  # one that cannot be loaded does not hide the others
            faults.append(str(error))
        else:
            rows.add_row(each.name, each.title, seats(each), each.version)
    screen().print(rows)
    for fault in faults:
        typer.echo(f"ludus: {one_line(fault)}", err=True)


def bots(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game; `ludus games` lists them.")],
    bot: Annotated[str | None, typer.Argument(metavar="BOT", help="One of its players, to see its options.")] = None,
) -> None:
    """List the players of a GAME, each by the text that `ludus match` takes; with a BOT, tell its options."""
    from ludus.core.errors import UnknownName
    from ludus.core.registry import find_game
    from ludus.players.find import bots_of

    found = find_game(game)
    known = bots_of(found)
    if bot is not None:
        if named := found.named.get(bot):
            show_named(bot, named)
        elif bot in known:
            show_bot(found, known[bot])
        else:
            raise UnknownName(f"player of {found.name}", bot, [*known, *found.named])
        return
    rows = table("bot", "what it does", "options")
    for name, each in known.items():
        cheats = " (a declared cheat)" if each.cheats else ""
        rows.add_row(name, each.summary + cheats, ", ".join(row[0] for row in options(each.options)))
    for name, one in found.named.items():
        rows.add_row(name, one.summary, "")
    screen().print(rows)
    if found.phases:
        first, second = ([*known, "random"])[0], "random"
        told = " and ".join(found.phases)
        screen().print(f"\nOne for each of {told}: {program()} match {game} {first}+{second}{_others(found)}")
    print_other_kinds(found)


def print_other_kinds(game: Game) -> None:
    """Players that are not in the list, because they are the user's own."""
    speaks = "the game's text protocol" if game.converse else "JSON lines"
    listing = table("your own", "what it is")
    made_for = f"; it may be made for {game.foreign().base}" if game.foreign else ""
    listing.add_row("bots.py:Rusher", f"a class in a Python file, run in a process of its own{made_for}")
    listing.add_row("cmd:./program args", f"a program that speaks {speaks}, started for every game")
    listing.add_row("lines:./program args", "a program that speaks JSON lines and stays for many games")
    screen().print()
    screen().print(listing)


def show_named(name: str, named: Named) -> None:
    """A player that is another with its options."""
    console = screen()
    console.print(f"{name}: {named.summary}", style="bold")
    console.print(f"It is {named.text}", soft_wrap=True)
    if named.source:
        console.print(f"Made by {named.source}", soft_wrap=True)


def show_bot(game: Game, bot: Bot) -> None:
    """One player with its options."""
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
    """Opponents for an example, as many as the game needs."""
    return " random" * (game.seats[0] - 1)


def show_game(game: Game) -> None:
    """Everything a user may want to know of one game before playing it."""
    console = screen()
    console.print(game.title, style="bold")
    console.print(game.summary)
    console.print()
    about = {"game": game.name, "players": seats(game), "rules": f"version {game.version}"}
    about["ends by"] = ", ".join(game.reasons[1:])
    if game.benchmarks:
        about["benchmarks"] = "; ".join(getattr(each, "name", str(each)) for each in game.benchmarks)
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
        example = next((each for each in reversed(choices) if each != default), default)
        console.print(f"\nSet an option with -o: {program()} match {game.name} random -o {name}={example}")


def seats(game: Game) -> str:
    fewest, most = game.seats
    return str(most) if fewest == most else f"{fewest}-{most}"


def extras(game: Game) -> list[str]:
    """What a game offers beyond its rules."""
    fields = type(game).__dataclass_fields__
    found = ["pictures"] if game.draw is not fields["draw"].default else []
    return found + (["recorded games can be checked"] if game.check else [])


def options(kind: type[Any]) -> list[tuple[str, str, str, str]]:
    """Each option of a game or bot: its name, what it takes, the default and what it means."""
    import msgspec

    from ludus.lab.fields import fields_of

    return [
        (
            each.key,
            each.words,
            "required" if each.default is msgspec.NODEFAULT else "" if each.default is None else str(each.default),
            each.meaning,
        )
        for each in fields_of(kind)
    ]
