"""Parsing of TOML texts, with the line of what is wrong."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from ludus.util.errors import ContentError

PLACE = re.compile(r" \(at (?:line (\d+), (column \d+)|end of document)\)$")


def parse_toml(text: str, file: str | Path | None = None) -> dict[str, Any]:
    """Parse a TOML text.

    Args:
        text: the text.
        file: its file, named in errors.

    Raises:
        ContentError: the text is not TOML; the error has the line.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = PLACE.search(str(error))
        if place and place[1]:
            line, what = int(place[1]), PLACE.sub(f" ({place[2]})", str(error))
        else:  # the fault is at the end of the text
            line, what = text.removesuffix("\n").count("\n") + 1, PLACE.sub("", str(error))
        raise ContentError(f"this is not TOML: {what}", file, line) from None
    except RecursionError:
        raise ContentError(
            "this is not TOML that can be read: its tables or lists are nested too deeply", file
        ) from None
    except ValueError as error:  # a number with thousands of digits
        raise ContentError(f"this is not TOML that can be read: {error}", file) from None
