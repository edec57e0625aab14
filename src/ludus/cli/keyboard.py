"""Lines from whoever sits at the keyboard, or from a pipe in their place."""

from __future__ import annotations

import sys
from contextlib import suppress


def ask(prompt: str) -> str | None:
    """The next line; None when there are no more. One from a pipe is shown as if typed, so the output reads well."""
    from ludus.core.errors import OptionError

    if sys.stdin is None:  # closed before we began
        return None
    live = sys.stdin.isatty()
    if live:
        with suppress(ImportError):
            import readline  # noqa: F401 - lines can be edited, and earlier ones brought back
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
