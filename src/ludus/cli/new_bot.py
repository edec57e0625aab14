"""`ludus new-bot`: write the files of a C# bot: the host, which speaks our protocol, and a small bot."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path
from typing import Annotated

import typer

from ludus.cli.console import make_console, program_name

CSHARP_FILES = ("LudusHost.cs", "ExampleBot.cs")


def new_bot(
    folder: Annotated[str, typer.Argument(metavar="FOLDER", help="The folder to make.")],
) -> None:
    """Make a folder with a small C# bot for Tales of Tribute, to change into your own.

    LudusHost.cs reads requests and writes replies; ExampleBot.cs decides. The compiler mcs of Mono makes a program of
    both, which plays as `lines:mono bot.exe`. A Python bot needs no such files: see `ludus match --help`.
    """
    import ludus.bots.external
    from ludus.cli.new_game import check_folder
    from ludus.util.files import file_errors

    target = Path(folder)
    check_folder(target, hint="name another FOLDER")
    source = Path(ludus.bots.external.__path__[0]) / "csharp"
    with file_errors(target, "made"):
        target.mkdir(parents=True)
    for name in CSHARP_FILES:
        with file_errors(target / name):
            shutil.copyfile(source / name, target / name)
    console = make_console()
    console.print(f"{target} has a small C# bot: {', '.join(CSHARP_FILES)}", soft_wrap=True)
    console.print("\nTry, with the packages mono-mcs and mono-runtime of Debian or Ubuntu:")
    for command in (
        f"cd {shlex.quote(str(target))}",
        f"mcs -out:bot.exe {' '.join(CSHARP_FILES)}",
        f'{program_name()} match tribute "lines:mono bot.exe" random -n 20 --logs kept',
    ):
        console.print(f"  {command}", soft_wrap=True, highlight=False)
