"""Reading JSON files written by people; errors name the file and the line or field."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ludus.util.errors import ContentError, UnknownName


def read_json(file: str | Path, what: str) -> Any:
    """Read a JSON file.

    Args:
        file: path of the file.
        what: description of the content, used in the message if the file does not exist.

    Raises:
        ContentError: the file does not exist or is not valid JSON.
    """
    try:
        return json.loads(Path(file).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ContentError(f"there is no such file with {what}", file) from None
    except json.JSONDecodeError as error:
        raise ContentError(f"this is not JSON: {error.msg}", file, error.lineno) from None
    except (OSError, ValueError, RecursionError) as error:  # not UTF-8, numbers with thousands of digits
        raise ContentError(f"this file cannot be read: {error}", file) from None


def require_keys(file: str | Path, where: str, data: Any, names: Sequence[str]) -> dict[str, Any]:
    """Check that data is a dict with exactly these keys and return it.

    Raises:
        ContentError: it is not a dict, or keys are unknown or missing.
    """
    if not isinstance(data, dict):
        raise ContentError(f"here must be {', '.join(names[:3])} ... with their values", file, field=where)
    if unknown := next((name for name in data if name not in names), None):
        raise ContentError(str(UnknownName("name here", unknown, list(names))), file, field=where)
    if missing := next((name for name in names if name not in data), None):
        raise ContentError(f"{missing!r} is missing", file, field=where)
    return data


def is_number_within(value: Any, limit: float) -> bool:
    """Return whether a value is a number from -most to most; bool and NaN are not."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= limit
