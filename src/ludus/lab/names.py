"""Names that become names of files."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence

from ludus.core.errors import ContractError

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+.-]*")
LONGEST = 80  # letters of a text in a file's name
DIGEST = 8  # hexadecimal digits that keep two texts apart


def check_name(name: str, what: str) -> None:
    """Refuse a name that could not be a file's everywhere."""
    if not NAME.fullmatch(name):
        raise ContractError(f"{what} is named with letters, digits and _ + . -, not {name!r}")


def check_path(path: str, what: str) -> None:
    """The same for a path inside a folder."""
    for part in path.split("/"):
        check_name(part, what)


def file_name(text: str) -> str:
    """A text as a part of a file's name: itself where that is possible, else without what cannot be, and a digest.

    Two texts never get the same name: `mcts:iterations=10` is mcts-iterations-10-, followed by its digest.
    """
    if NAME.fullmatch(text) and len(text) <= LONGEST:
        return text
    digest = hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:DIGEST]
    kept = re.sub(r"[^A-Za-z0-9_+.]+", "-", text).strip("-.")[:LONGEST]
    return "-".join(filter(None, (kept, digest))) if NAME.match(kept) else f"x{kept}-{digest}"


def column_names(texts: Sequence[str], before: str) -> list[str]:
    """Names of columns for texts, without what would need quotes; a number follows where two would be the same."""
    found: list[str] = []
    for text in texts:
        plain = before + re.sub(r"\W+", "_", text).strip("_")
        name, number = plain, 1
        while not _apart(name, found):
            number += 1
            name = f"{plain}_{number}"
        found.append(name)
    return found


def _apart(name: str, others: Iterable[str]) -> bool:
    """Whether a column differs from others, and from the ends of their intervals."""
    ends = ("", "_low", "_high")
    return not any(name + a == other + b for other in others for a in ends for b in ends)
