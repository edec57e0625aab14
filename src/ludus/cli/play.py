"""`ludus play`, `ludus studio` and `ludus locm-bot`: play in the terminal, in the browser, or under another referee."""

from __future__ import annotations

import shlex
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludus.cli.console import make_console, program_name
from ludus.cli.game_argument import GameArgument
from ludus.cli.game_text import seat_text
from ludus.util.text import option_words

if TYPE_CHECKING:
    from ludus.cli.play_screen import PlayScreen
    from ludus.core.compile.progress import Export
    from ludus.core.game import Game

BOT_SECONDS = 60.0  # seconds that a person waits for a program, instead of the limits of contests


def play(
    game: GameArgument,
    against: Annotated[
        list[str] | None,
        typer.Option(metavar="BOT", help="A bot for all other seats; repeat the option to choose a bot for each seat."),
    ] = None,
    seat: Annotated[int, typer.Option(min=1, metavar="S", help="Your seat; 1 is the first.")] = 1,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Seed of the deal and of the bots; default: a new one.")
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option("-o", "--option", metavar="KEY=VALUE", help="An option of the game.")
    ] = None,
    save: Annotated[str | None, typer.Option(metavar="FILE", help="Save the game as a replay.")] = None,
    hint: Annotated[
        str | None, typer.Option(metavar="BOT", help="The bot that gives hints; default: the one of the Studio.")
    ] = None,
    begin: Annotated[
        str | None, typer.Option("--from", metavar="FILE", help="Begin from a position in a file, JSON or TOML.")
    ] = None,
) -> None:
    """Play a GAME yourself: you see what your seat sees, and type moves by number or in notation.

    While you play, ? lists all commands: hint, undo, log, save and more. `ludus bots GAME` lists the bots.
    """
    import secrets

    from ludus.bots.lookup import compiled_bot_exports
    from ludus.bots.measured_levels import default_adviser
    from ludus.cli.human_player import HumanPlayer, PlayerQuit
    from ludus.cli.match import parse_game_options
    from ludus.cli.play_screen import PlayScreen, ReplaySaver, print_end
    from ludus.cli.position_file import read_position
    from ludus.core.compile.progress import report_compilation
    from ludus.core.game_engine import engine_exports
    from ludus.core.game_registry import load_game
    from ludus.util.errors import OptionError

    loaded, game_options, against = load_game(game), parse_game_options(option or []), against or []
    if len(against) > 1 and "seats" in loaded.options.__struct_fields__:
        game_options.setdefault("seats", str(len(against) + 1))
    content = loaded.content(**game_options)
    seats = loaded.seat_count(content.data)
    if seat > seats:
        raise OptionError(f"--seat {seat}: this game has seats 1 to {seats}")
    index, bots = seat - 1, opponents(loaded, against, seats - 1)
    names = [*bots[:index], HumanPlayer.name, *bots[index:]]
    if begin is not None and save is not None:
        raise OptionError("--save is for games that began with a deal; leave out --from")
    saver = ReplaySaver(names, save)
    seed = secrets.randbelow(10**9) if seed is None else seed
    advisers = [hint or default_adviser(loaded)]

    def exports() -> list[Export]:
        return [*engine_exports(loaded), *compiled_bot_exports(loaded, [*advisers, *bots])]

    with report_compilation(loaded, exports):
        from ludus.arena.episode import play_episode
        from ludus.bots import load_bot
        from ludus.bots.external import Limits
        from ludus.cli.match_recording import hide_files
        from ludus.core.position import Position
        from ludus.core.random import as_int64, derive

        limits, texts = (
            Limits(start=BOT_SECONDS, reply=BOT_SECONDS),
            (*advisers, *bots),
        )
        hide_files({"--from": begin, "--save": save}, texts)
        adviser, *others = [load_bot(loaded, bot, limits=limits, content=content) for bot in texts]
        if begin is None:
            position = Position.start(loaded, content, seed)
        else:
            position = read_position(loaded, content, begin)
    play_screen = PlayScreen(make_console(), index, names)
    person = HumanPlayer(play_screen, adviser, saver.save)
    print_greeting(play_screen, loaded)
    episode = None
    try:
        dice = [as_int64(derive(seed, "player", k)) for k in range(seats)]
        episode = play_episode(position, [*others[:index], person, *others[index:]], dice)
    except PlayerQuit:
        pass
    finally:  # also after Ctrl-C: the game is not lost
        for player in (adviser, *others):
            player.close()
        last = (
            position
            if person.position is None
            else max(position, person.position, key=lambda candidate: candidate.length)
        )
        print_end(
            play_screen,
            last,
            episode,
            person.take_new_moves(),
            play_again_command(loaded, bots, seat, game_options, hint, seed, begin),
            saver,
        )


def studio(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME]", help="Games from files to list with the installed ones: letter.py:game."),
    ] = None,
    port: Annotated[
        int, typer.Option(min=0, max=65535, metavar="N", help="The port of the server; 0: any free port.")
    ] = 8642,
    folder: Annotated[
        str, typer.Option(metavar="FOLDER", help="The folder of runs, of your games and of your files.")
    ] = "runs",
    share: Annotated[
        bool, typer.Option("--share", help="Let others in the same network join; prints a second link for guests.")
    ] = False,
    uploads: Annotated[
        bool,
        typer.Option(
            "--uploads",
            help="Allow your own bots on the page, such as bots.py:Name or cmd:./program; guests cannot add bots.",
        ),
    ] = False,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")] = True,
) -> None:
    """Play, watch, inspect and make content in the browser.

    Only this machine can open the page, and only with the link that is printed. Finished games are stored. Unfinished
    games continue when the server is started again. After a change in the file of a GAME, start it again.
    """
    from ludus.core.game_registry import load_game
    from ludus.studio.built_page import BUILD_HINT, is_built
    from ludus.studio.server import prepare, reachable_address, serve

    for game in games or []:
        load_game(game)
    server = prepare(folder, port, reachable_address() if share else None, uploads)
    console = make_console()
    console.print(f"Ludus Studio: {server.links['owner']}", soft_wrap=True, highlight=False)
    if "guest" in server.links:
        console.print(f"For others:   {server.links['guest']}", soft_wrap=True, highlight=False)
    if not is_built():
        console.print(
            f"The page of the Studio is not built, so the link shows only a note: {BUILD_HINT}",
            soft_wrap=True,
            highlight=False,
        )
    console.print("Ctrl-C ends it.")
    if browser:
        import webbrowser

        webbrowser.open(server.links["owner"])
    serve(server)


def locm_bot(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="A bot; see `ludus bots locm`.")],
    seed: Annotated[int, typer.Option(metavar="N", help="Seed of the bot.")] = 1,
    option: Annotated[
        list[str] | None, typer.Option("-o", "--option", metavar="KEY=VALUE", help="An option of the game.")
    ] = None,
) -> None:
    """Play one match over standard input and output in the official text protocol.

    Give this command to a referee as the command of a player. It reads each turn from standard input and answers with
    one line. The version of the game must be the one of the referee: set it with -o version=1.5; default: 1.2.
    """
    from ludus.bots import load_bot
    from ludus.bots.bot import play_under_referee
    from ludus.cli.match import parse_game_options
    from ludus.core.game_registry import load_game_by_name

    game = load_game_by_name("locm")
    content = game.content(**parse_game_options(option or []))
    play_under_referee(game, content, load_bot(game, bot), seed, iter(sys.stdin.readline, ""), _reply)


def opponents(game: Game, asked: list[str], count: int) -> list[str]:
    """A bot for every other seat."""
    from ludus.bots.measured_levels import default_opponent
    from ludus.util.errors import OptionError

    if not asked:
        return [default_opponent(game)] * count if count else []
    if len(asked) == 1 and count:
        return asked * count
    if len(asked) != count:
        wanted = {0: "no opponents", 1: "one opponent"}.get(count, f"{count} opponents, or one bot for all of them")
        raise OptionError(f"--against {', '.join(asked)}: {game.name} takes {wanted}")
    return asked


def play_again_command(
    game: Game, bots: list[str], seat: int, options: dict[str, Any], hint: str | None, seed: int, begin: str | None
) -> str:
    """The command that plays the same deal against the same bots again."""
    from ludus.core.game_registry import game_argument

    words = ["play", game_argument(game)]
    for bot in bots if len(set(bots)) > 1 else bots[:1]:
        words += ["--against", bot]
    words += ["--seat", str(seat)] if seat > 1 else []
    words += option_words(options)
    words += ["--hint", hint] if hint else []
    words += ["--from", begin] if begin else []
    return f"{program_name()} {shlex.join([*words, '--seed', str(seed)])}"


def print_greeting(screen: PlayScreen, game: Game) -> None:
    others = [screen.player_name(seat) for seat in range(len(screen.names)) if seat != screen.seat]
    place = f"You have {seat_text(screen.seat)}, against {' and '.join(others)}." if others else "You play alone."
    screen.print(game.title, style="bold")
    screen.print(f"{game.summary}.")
    screen.print(f"{place} Type ? for help, quit to leave.")


def _reply(line: str) -> None:
    print(line, flush=True)
