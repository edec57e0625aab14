"""Names that become names of files."""

from __future__ import annotations

import re

from ludus.core.errors import ContractError

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+.-]*")


def check_name(name: str, what: str) -> None:
    """Refuse a name that could not be a file's everywhere."""
    if not NAME.fullmatch(name):
        raise ContractError(f"{what} is named with letters, digits and _ + . -, not {name!r}")


def check_path(path: str, what: str) -> None:
    """The same for a path inside a folder."""
    for part in path.split("/"):
        check_name(part, what)
