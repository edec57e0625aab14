"""Random JSON, and valid messages with random changes; reproducible from a seed."""

import json
import math
import random
import string

DEEP = {"a": [{"b": [[[[[[[[{}]]]]]]]]}]}
STRANGE = (
    None,
    True,
    -1,
    0,
    2**31,
    2**63,
    -(2**70),
    10**400,
    1.5,
    1e308,
    math.nan,
    -math.inf,
    "",
    " ",
    "\x00",
    "\ud800x",
    "²",
    "☃" * 70,
    "..",
    "../../token",
    "/etc/passwd",
    "@x.toml",
    "@../token",
    "%s%n",
    "{{7*7}}",
    "x" * 500,
    "NaN",
    [],
    {},
    DEEP,
    [[]] * 20,
    {"type": "play"},
)
LETTERS = string.printable + "²½٣é☃\x00\x7f\u202e\ufeff"
NUMBERS = (-1, 1, 2**31, 2**32, 2**53, 2**63, 2**64, 10**30, 0.5, 1e300, math.nan, math.inf)


def value(rng: random.Random, depth: int = 0):
    """Random JSON, including what only Python accepts as JSON."""
    kind = rng.randrange(8 if depth < 3 else 6)
    if kind < 2:
        return rng.choice(STRANGE)
    if kind == 2:
        return rng.randrange(-(10**6), 10**6)
    if kind == 3:
        return rng.random() * 10 ** rng.randrange(-3, 300)
    if kind < 6:
        return "".join(rng.choices(LETTERS, k=rng.randrange(12)))
    if kind == 6:
        return [value(rng, depth + 1) for _ in range(rng.randrange(4))]
    return {_key(rng): value(rng, depth + 1) for _ in range(rng.randrange(4))}


def changed(rng: random.Random, message):
    """The same with one to three things changed, anywhere in it: left out, replaced, added, swapped, twisted.

    Every other time all of it keeps its type: then it is not for the decoder to refuse it.
    """
    deed = rng.choice((_disturbed, _nudged))
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        message = deed(rng, message)
    return message


def text(rng: random.Random, messages) -> str | bytes:
    """Random text of a message: mostly JSON, sometimes cut or damaged."""
    message = changed(rng, rng.choice(messages)) if rng.random() < 0.9 else value(rng)
    written = json.dumps(message)
    at = rng.randrange(len(written) + 1)
    ways = (
        written[:at],
        written[:at] + rng.choice(string.printable) + written[at:],
        written + written,
        "[" * rng.choice((10, 5000)) + written,
        written.encode()[::-1],
        written.encode("utf-16"),
        rng.randbytes(rng.randrange(40)),
    )
    way = rng.randrange(6 * len(ways))
    return ways[way] if way < len(ways) else written


def twisted(rng: random.Random, word: str) -> str:
    """A text with a few characters added, removed or replaced."""
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(word) + 1)
        word = word[:at] + "".join(rng.choices(LETTERS, k=rng.randrange(3))) + word[at + rng.randrange(2) :]
    return rng.choice((word, word, word, word * 3, word.swapcase()))


def _disturbed(rng: random.Random, message):
    if isinstance(message, dict | list) and message and rng.random() < 0.7:
        keys = [*message] if isinstance(message, dict) else range(len(message))
        return _with(message, key := rng.choice(keys), _disturbed(rng, message[key]))
    if rng.random() < 0.2:
        return value(rng)
    if isinstance(message, str):
        return _rewritten(rng, message)
    if isinstance(message, list):
        return _shuffled(rng, message)
    if isinstance(message, dict):
        return _rearranged(rng, message)
    number = rng.choice(NUMBERS)
    near = message + rng.choice((-1, 1)) if isinstance(message, int) else number
    return rng.choice((number, near, str(message), [message]))


def _nudged(rng: random.Random, message):
    if isinstance(message, dict | list) and message and (isinstance(message, dict) or rng.random() < 0.7):
        keys = [*message] if isinstance(message, dict) else range(len(message))
        return _with(message, key := rng.choice(keys), _nudged(rng, message[key]))
    if isinstance(message, list):
        return rng.choice((message[1:], message * 2, rng.sample(message, len(message))))
    if isinstance(message, bool):
        return not message
    if isinstance(message, int | float):
        return rng.choice((message + 1, message - 1, 2 * message, 0 * message, rng.randrange(100), 2**53 - 1))
    if isinstance(message, str):
        strange = rng.choice([text for text in STRANGE if isinstance(text, str)])
        return rng.choice((_rewritten(rng, message), twisted(rng, message), twisted(rng, message), strange))
    return message


def _rewritten(rng: random.Random, file: str) -> str:
    """A JSON file with a change inside; any other text with changed characters."""
    try:
        return json.dumps(changed(rng, json.loads(file))) if file.startswith('{"') else twisted(rng, file)
    except ValueError:  # it was damaged before
        return twisted(rng, file)


def _rearranged(rng: random.Random, message: dict) -> dict:
    """A message with a field removed or added, or with two fields exchanged."""
    keys = [*message] or ["type"]
    one, other = rng.choice(keys), rng.choice(keys)
    return rng.choice(
        (
            {key: value for key, value in message.items() if key != one},
            {**message, _key(rng): value(rng)},
            {**message, one: message.get(other), other: message.get(one)},
            {twisted(rng, key) if key == one else key: value for key, value in message.items()},
        )
    )


def _shuffled(rng: random.Random, message: list) -> list:
    at = rng.randrange(len(message) + 1)
    ways = (message[:at], [*message, value(rng)], message * rng.choice((2, 400)), rng.sample(message, len(message)))
    return rng.choice(ways)


def _with(message, key, inner):
    found = dict(message) if isinstance(message, dict) else list(message)
    found[key] = inner
    return found


def _key(rng: random.Random) -> str:
    return str(value(rng, 3))[:20]
