"""Errors and exit codes of commands: one-line messages, quiet interruptions, codes for scripts."""

from __future__ import annotations

import errno
import os
import sys
from typing import Any

import typer
from typer.core import TyperGroup

EXIT_DIFFERENT = 1  # the check failed: recorded games differ
EXIT_USAGE = 2  # an error that the user can fix
EXIT_INTERRUPTED = 130  # 128 + SIGINT, as shells have it
EXIT_BROKEN_PIPE = 141  # 128 + SIGPIPE: the reader is gone
EXIT_TERMINATED = 143  # 128 + SIGTERM
NOTHING_WRITTEN = "nothing was written"  # text of a KeyboardInterrupt, shown after the word that a command was stopped


class CommandGroup(TyperGroup):
    """Group of all commands; handles their errors."""

    def invoke(self, ctx: Any) -> Any:
        try:
            result = super().invoke(ctx)
            if sys.stdout:  # None if it was closed before we began
                sys.stdout.flush()
            return result
        except KeyboardInterrupt as stop:
            print("; ".join(["\nludus: stopped", *map(str, stop.args)]), file=sys.stderr)
            raise typer.Exit(EXIT_INTERRUPTED) from None
        except BrokenPipeError:
            _discard_output()
            raise typer.Exit(EXIT_BROKEN_PIPE) from None
        except Exception as error:
            if isinstance(error, OSError) and error.errno == errno.ENOSPC:
                print("ludus: the output could not be written: no space left", file=sys.stderr)
                _discard_output()
                raise typer.Exit(EXIT_BROKEN_PIPE) from None
            if not _is_ludus_error(error):
                raise
            print(f"ludus: {one_line(str(error))}", file=sys.stderr)
            raise typer.Exit(EXIT_USAGE) from None


def run_app(app: typer.Typer) -> int:
    """Run the command line of this process; returns the exit code."""
    try:
        app(prog_name="ludus")
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except SystemExit as end:
        try:
            if sys.stdout:
                sys.stdout.flush()
        except OSError:
            _discard_output()
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return 0


def one_line(text: str) -> str:
    """A message of several lines as one, each line a sentence."""
    lines = [" ".join(line.split()) for line in text.splitlines() if line.strip()]
    return " ".join([*(line if line[-1] in ".,:;?!" else f"{line}." for line in lines[:-1]), *lines[-1:]])


def _is_ludus_error(error: Exception) -> bool:
    """Whether this is a LudusError; if its module was never loaded, none can have been raised."""
    errors = sys.modules.get("ludus.util.errors")
    return errors is not None and isinstance(error, errors.LudusError)


def _discard_output() -> None:
    """Discard the rest of the output, so that Python's shutdown does not complain about a closed pipe."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):  # not a real file: nothing to close
        return
