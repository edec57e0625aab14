"""Input lines from the keyboard or from a pipe."""

from __future__ import annotations

import sys
from contextlib import suppress


def ask_line(prompt: str) -> str | None:
    """The next line; None at the end of input. A line from a pipe is echoed, so that the output is readable."""
    from ludus.core.errors import OptionError

    if sys.stdin is None:  # closed before the start
        return None
    live = sys.stdin.isatty()
    if live:
        with suppress(ImportError):
            import readline  # noqa: F401 - enables line editing and history
    try:
        line = input(prompt)
    except EOFError:
        print()
        return None
    except UnicodeDecodeError as error:
        raise OptionError(f"standard input is not text: {error}") from None
    if not live:
        print("".join(letter if letter.isprintable() else "?" for letter in line))
    return line.strip()
