"""`ludus studio` serves the web page; `ludus locm-bot` runs a bot as a program under an external referee."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from ludus.cli.console import make_console


def studio(
    port: Annotated[int, typer.Option(min=0, max=65535, metavar="N", help="The port to listen on; 0: any.")] = 8642,
    folder: Annotated[
        str, typer.Option(metavar="FOLDER", help="The folder of runs, and where your games and files are stored.")
    ] = "runs",
    share: Annotated[
        bool, typer.Option("--share", help="Let others in the same network join, by a link with a token of its own.")
    ] = False,
    uploads: Annotated[
        bool,
        typer.Option(
            "--uploads", help="Allow your own bots on the page, bots.py:Name or cmd:./program; not for guests."
        ),
    ] = False,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")] = True,
) -> None:
    """Play, watch, inspect and make in the browser. Only this machine can reach the page, and only with its token.

    Finished games are stored, and unfinished ones continue when the server is started again.
    """
    from ludus.studio.pages import HOW, is_built
    from ludus.studio.server import prepare, reachable_address, serve

    server = prepare(folder, port, reachable_address() if share else None, uploads)
    console = make_console()
    console.print(f"Ludus Studio: {server.links['owner']}", soft_wrap=True, highlight=False)
    if "guest" in server.links:
        console.print(f"For others:   {server.links['guest']}", soft_wrap=True, highlight=False)
    if not is_built():
        console.print(f"The page is not built yet: {HOW}", soft_wrap=True, highlight=False)
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

    Give this command to a referee as the command of a player: it reads each turn from standard input and answers
    with one line. Set the version that the referee plays with -o version=1.5 (default 1.2).
    """
    from ludus.bots import load_bot
    from ludus.bots.bot import play_under_referee
    from ludus.cli.match import parse_game_options
    from ludus.core.registry import load_game

    game = load_game("locm")
    content = game.content(**parse_game_options(option or []))
    play_under_referee(game, content, load_bot(game, bot), seed, iter(sys.stdin.readline, ""), _reply)


def _reply(line: str) -> None:
    print(line, flush=True)
