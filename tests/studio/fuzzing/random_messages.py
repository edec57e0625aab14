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


def value(dice: random.Random, depth: int = 0):
    """Any JSON, and what Python takes for it."""
    kind = dice.randrange(8 if depth < 3 else 6)
    if kind < 2:
        return dice.choice(STRANGE)
    if kind == 2:
        return dice.randrange(-(10**6), 10**6)
    if kind == 3:
        return dice.random() * 10 ** dice.randrange(-3, 300)
    if kind < 6:
        return "".join(dice.choices(LETTERS, k=dice.randrange(12)))
    if kind == 6:
        return [value(dice, depth + 1) for _ in range(dice.randrange(4))]
    return {_key(dice): value(dice, depth + 1) for _ in range(dice.randrange(4))}


def changed(dice: random.Random, message):
    """The same with one to three things changed, anywhere in it: left out, replaced, added, swapped, twisted.

    Every other time all of it keeps its type: then it is not for the decoder to refuse it.
    """
    deed = dice.choice((_disturbed, _nudged))
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        message = deed(dice, message)
    return message


def text(dice: random.Random, messages) -> str | bytes:
    """What is sent: mostly JSON, now and then cut short or disturbed."""
    message = changed(dice, dice.choice(messages)) if dice.random() < 0.9 else value(dice)
    written = json.dumps(message)
    at = dice.randrange(len(written) + 1)
    ways = (
        written[:at],
        written[:at] + dice.choice(string.printable) + written[at:],
        written + written,
        "[" * dice.choice((10, 5000)) + written,
        written.encode()[::-1],
        written.encode("utf-16"),
        dice.randbytes(dice.randrange(40)),
    )
    way = dice.randrange(6 * len(ways))
    return ways[way] if way < len(ways) else written


def twisted(dice: random.Random, word: str) -> str:
    """A text with a few letters more, less or others."""
    for _ in range(dice.randrange(1, 4)):
        at = dice.randrange(len(word) + 1)
        word = word[:at] + "".join(dice.choices(LETTERS, k=dice.randrange(3))) + word[at + dice.randrange(2) :]
    return dice.choice((word, word, word, word * 3, word.swapcase()))


def _disturbed(dice: random.Random, message):
    if isinstance(message, dict | list) and message and dice.random() < 0.7:
        keys = [*message] if isinstance(message, dict) else range(len(message))
        return _with(message, key := dice.choice(keys), _disturbed(dice, message[key]))
    if dice.random() < 0.2:
        return value(dice)
    if isinstance(message, str):
        return _rewritten(dice, message)
    if isinstance(message, list):
        return _shuffled(dice, message)
    if isinstance(message, dict):
        return _rearranged(dice, message)
    number = dice.choice(NUMBERS)
    near = message + dice.choice((-1, 1)) if isinstance(message, int) else number
    return dice.choice((number, near, str(message), [message]))


def _nudged(dice: random.Random, message):
    if isinstance(message, dict | list) and message and (isinstance(message, dict) or dice.random() < 0.7):
        keys = [*message] if isinstance(message, dict) else range(len(message))
        return _with(message, key := dice.choice(keys), _nudged(dice, message[key]))
    if isinstance(message, list):
        return dice.choice((message[1:], message * 2, dice.sample(message, len(message))))
    if isinstance(message, bool):
        return not message
    if isinstance(message, int | float):
        return dice.choice((message + 1, message - 1, 2 * message, 0 * message, dice.randrange(100), 2**53 - 1))
    if isinstance(message, str):
        strange = dice.choice([each for each in STRANGE if isinstance(each, str)])
        return dice.choice((_rewritten(dice, message), twisted(dice, message), twisted(dice, message), strange))
    return message


def _rewritten(dice: random.Random, file: str) -> str:
    """A file of JSON with something changed inside; any other text twisted."""
    try:
        return json.dumps(changed(dice, json.loads(file))) if file.startswith('{"') else twisted(dice, file)
    except ValueError:  # it was disturbed before
        return twisted(dice, file)


def _rearranged(dice: random.Random, message: dict) -> dict:
    """Something left out or added, or two things in each other's place."""
    keys = [*message] or ["type"]
    one, other = dice.choice(keys), dice.choice(keys)
    return dice.choice(
        (
            {key: each for key, each in message.items() if key != one},
            {**message, _key(dice): value(dice)},
            {**message, one: message.get(other), other: message.get(one)},
            {twisted(dice, key) if key == one else key: each for key, each in message.items()},
        )
    )


def _shuffled(dice: random.Random, message: list) -> list:
    at = dice.randrange(len(message) + 1)
    ways = (message[:at], [*message, value(dice)], message * dice.choice((2, 400)), dice.sample(message, len(message)))
    return dice.choice(ways)


def _with(message, key, inner):
    found = dict(message) if isinstance(message, dict) else list(message)
    found[key] = inner
    return found


def _key(dice: random.Random) -> str:
    return str(value(dice, 3))[:20]
