"""`ludus studio`: the web page, served on this machine."""

from __future__ import annotations

from typing import Annotated

import typer

from ludus.cli.screen import screen


def studio(
    port: Annotated[int, typer.Option(min=0, max=65535, metavar="N", help="The port to listen on; 0: any.")] = 8642,
    folder: Annotated[
        str, typer.Option(metavar="FOLDER", help="Where runs are, and where games and files of your own are kept.")
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

    Games that are over are kept, and those that are not go on when the server is started again.
    """
    from ludus.studio.pages import HOW, is_built
    from ludus.studio.server import prepare, reachable_address, serve

    place = prepare(folder, port, reachable_address() if share else None, uploads)
    console = screen()
    console.print(f"Ludus Studio: {place.links['owner']}", soft_wrap=True, highlight=False)
    if "guest" in place.links:
        console.print(f"For others:   {place.links['guest']}", soft_wrap=True, highlight=False)
    if not is_built():
        console.print(f"The page is not built yet: {HOW}", soft_wrap=True, highlight=False)
    console.print("Ctrl-C ends it.")
    if browser:
        import webbrowser

        webbrowser.open(place.links["owner"])
    serve(place)
