"""Words that nobody would say: random JSON, and real messages with something changed."""

import json
import random
import string

STRANGE = (
    None,
    True,
    -1,
    0,
    2**31,
    2**63,
    -(2**70),
    1.5,
    "",
    "\x00",
    "☃" * 30,
    "../../token",
    "/etc/passwd",
    "@x.toml",
    "%s%n",
    "{{7*7}}",
    "x" * 500,
    "NaN",
    [],
    {},
    [[]] * 20,
    {"type": "play"},
)


def value(dice: random.Random, depth: int = 0):
    """Any JSON."""
    kind = dice.randrange(8 if depth < 3 else 6)
    if kind < 2:
        return dice.choice(STRANGE)
    if kind == 2:
        return dice.randrange(-(10**6), 10**6)
    if kind == 3:
        return dice.random() * 10 ** dice.randrange(-3, 300)
    if kind < 6:
        return "".join(dice.choices(string.printable, k=dice.randrange(12)))
    if kind == 6:
        return [value(dice, depth + 1) for _ in range(dice.randrange(4))]
    return {str(value(dice, 3))[:20]: value(dice, depth + 1) for _ in range(dice.randrange(4))}


def changed(dice: random.Random, message):
    """The same with one to three things changed: left out, replaced, added, or swapped."""
    if not isinstance(message, dict) or not message:
        return value(dice)
    found = dict(message)
    for _ in range(dice.randrange(1, 4)):
        key = dice.choice([*found]) if found else "type"
        deed = dice.randrange(5)
        if deed == 0:
            found.pop(key, None)
        elif deed == 1:
            found[key] = value(dice)
        elif deed == 2:
            found[str(value(dice, 3))[:20]] = value(dice)
        elif deed == 3 and isinstance(found.get(key), dict | list):
            inner = found[key]
            found[key] = changed(dice, inner) if isinstance(inner, dict) else [*inner, value(dice)]
        else:
            found[key], other = found.get(dice.choice([*found] or [key])), found.get(key)
            found[str(key)] = dice.choice([found[key], other])
    return found


def text(dice: random.Random, messages) -> str | bytes:
    """What is sent: mostly JSON, now and then cut short or disturbed."""
    message = changed(dice, dice.choice(messages)) if dice.random() < 0.7 else value(dice)
    written = json.dumps(message)
    way = dice.randrange(12)
    if way == 0:
        return written[: dice.randrange(len(written) + 1)]
    if way == 1:
        at = dice.randrange(len(written) + 1)
        return written[:at] + dice.choice(string.printable) + written[at:]
    if way == 2:
        return written.encode("utf-8", "surrogatepass")[::-1]
    return written
