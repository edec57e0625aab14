"""What a message must say: the names and numbers in it, in any order and any wording.

    with pytest.raises(OptionError, match=mentions("option seats", "4")):
    assert not missing(output, "card 12", "cost")

In the cases of a test, one text names several parts, separated by " … ".
"""

import re


def mentions(*parts):
    """Return a pattern for `match`: all parts occur. A part that begins or ends with a number has the whole number."""
    return r"(?s)\A" + "".join(f"(?=.*?{_pattern(part)})" for part in _split(parts))


def missing(said, *parts):
    """Return the parts that do not occur in a text or in the message of an error."""
    return [part for part in _split(parts) if not re.search(_pattern(part), str(said))]


def _split(parts):
    return [part for text in parts for part in text.split(" … ")]


def _pattern(part):
    before = r"(?<!\d)(?<!\d[.,])" if part[:1].isdigit() else ""
    after = r"(?![.,]?\d)" if part[-1:].isdigit() else ""
    return before + re.escape(part) + after
