"""Safe names for files and columns."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence

from ludus.util.errors import ContractError

SAFE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+.-]*")
MAX_LENGTH = 80  # maximum letters of a text in a file name
DIGEST_DIGITS = 8  # hexadecimal digits that distinguish texts


def check_name(name: str, subject: str) -> None:
    """Check that a name is valid as a file name on every system.

    Args:
        name: The name.
        subject: What has the name, for the message.

    Raises:
        ContractError: it is not valid.
    """
    if not SAFE_NAME.fullmatch(name):
        raise ContractError(f"{subject} is named with letters, digits and _ + . -, not {name!r}")


def check_path(path: str, subject: str) -> None:
    """Check every part of a relative path.

    Args:
        path: The path, with / between its parts.
        subject: What has the path, for the message.

    Raises:
        ContractError: a part is not valid as a file name.
    """
    for part in path.split("/"):
        check_name(part, subject)


def file_slug(text: str) -> str:
    """Convert a text to a part of a file name: unchanged if valid, else cleaned and with a digest.

    Different texts get different names: `mcts:iterations=10` becomes mcts-iterations-10- and its digest.
    """
    if SAFE_NAME.fullmatch(text) and len(text) <= MAX_LENGTH:
        return text
    digest = hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:DIGEST_DIGITS]
    safe = re.sub(r"[^A-Za-z0-9_+.]+", "-", text).strip("-.")[:MAX_LENGTH]
    return "-".join(filter(None, (safe, digest))) if SAFE_NAME.match(safe) else f"x{safe}-{digest}"


def unique_column_names(texts: Sequence[str], prefix: str) -> list[str]:
    """Convert texts to unique column names without characters that need quotes.

    Args:
        texts: The texts.
        prefix: Beginning of every name.
    """
    names: list[str] = []
    for text in texts:
        plain = prefix + re.sub(r"\W+", "_", text).strip("_")
        name, number = plain, 1
        while not _is_distinct(name, names):
            number += 1
            name = f"{plain}_{number}"
        names.append(name)
    return names


def _is_distinct(name: str, others: Iterable[str]) -> bool:
    """Whether a column name differs from others and from their interval columns."""
    ends = ("", "_low", "_high")
    return not any(name + a == other + b for other in others for a in ends for b in ends)
