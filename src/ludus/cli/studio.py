"""`ludus studio`: serve the web page on this machine."""

from __future__ import annotations

from typing import Annotated

import typer

from ludus.cli.screen import make_console


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
            "--uploads", help="Let your page name bots of your own, bots.py:Name or cmd:./program; guests cannot."
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
