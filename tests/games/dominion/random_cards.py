"""Random cards from the whole vocabulary, as the text of a card file."""

from __future__ import annotations

import json
import random

from ludus.games.dominion.effect_grammar import BASIC_CARDS

KINDS = ("card", "Action", "Treasure", "Victory", "Attack", "Reaction", *BASIC_CARDS)
TYPES = ("Action", "Treasure", "Victory", "Attack", "Reaction")
NAMES = [f"Own {name}" for name in "Anvil Bridge Castle Door Ember Ferry Gate Harp Inn Jug Key Lamp".split()]

# Clauses that may also concern others; `{n}` is a number, `{a}` a kind with its article, `{s}` several of a kind.
CHOICES = ("discard {n}", "may discard {n}", "discard any", "discard to {n}", "discard {n} per empty pile")
TRASHES = ("trash {a}", "may trash {a}", "trash up to {n} {s}")
SINGLE = (
    "draw {n}",
    "others draw {n}",
    "+{n} coins",
    "+{n} actions",
    "+{n} buys",
    "+{n} cards",
    "trash this",
    "gain {basic}",
    "gain {basic} to deck",
    "others gain {basic}",
    "others gain {basic} to hand",
    "gain {a type} up to {n}",
    "gain {a type} up to {n} to hand",
    "gain {a type} up to {n} to deck",
    "others gain {a type} up to {n}",
    "put {a} on deck",
    "may put a discarded card on deck",
    "may discard deck",
    "draw to {n}",
    "draw to {n} setting aside {s type}",
    "dig {n} {s}",
    "discard or keep everyone's top card",
    "discard or keep the others' top cards",
    "look at top {n}",
    "discard top card and may play it",
    "play an Action twice",
    "may play an Action twice",
    "may play an Action thrice",
    "first Silver +{n}",
)
HURTING = (
    *(f"others {text}" for text in CHOICES if not text.startswith("may")),
    "others trash {a}",
    "others trash up to {n} {s}",
    "others put {a} on deck",
    "trash {a} of the others' top {n}",
    "others trash {a} of their top {n}",
    "others trash a Treasure but Copper of their top {n}",
)


def card_file(dice: random.Random, count: int = 10) -> str:
    """A file with this number of cards."""
    return "\n".join(card(dice, name) for name in NAMES[:count])


def card(dice: random.Random, name: str) -> str:
    kind = dice.choice(
        ["Action"] * 6 + ["Treasure", "Victory", "Treasure Victory", "Action Victory", "Action Reaction"]
    )
    types, do = kind.split(), []
    if "Action" in types:
        do = [sentence(dice, types) for _ in range(dice.choice((0, 1, 1, 2, 3)))]
        if do and " top " in do[-1] and "trash" in do[-1]:
            do.append("may gain what was trashed")
        if "Attack" not in types and dice.random() < 0.2:
            types.append("Attack")
    lines = [
        f"[{json.dumps(name)}]",
        f"cost = {dice.randint(0, 4)}",
        f"types = {json.dumps(types)}",
        f"do = {json.dumps(do)}",
    ]
    if "Action" in types:
        lines += [f"cards = {number(dice, 0)}", f"actions = {number(dice, 0)}"]
    if "Victory" in types:
        lines += [f"points = {dice.randint(-3, 8)}", *["points_per = 7"] * (dice.random() < 0.3)]
    if "Action" in types or "Treasure" in types:
        lines += [f"buys = {number(dice, 0)}", f"coins = {number(dice, 0)}"]
    return "\n".join(lines) + "\n"


def sentence(dice: random.Random, types: list[str]) -> str:
    """One or two clauses; Attack is added to the types if the text needs it."""
    chance = dice.random()
    if chance < 0.25:
        hurting = dice.choice(HURTING)
        types += ["Attack"] * ("Attack" not in types)
        return fill(dice, hurting)
    if chance < 0.45:
        then = dice.choice(("draw as many", "gain {basic}", "+{n} coins", "+{n} actions", "may play an Action twice"))
        return fill(dice, f"{dice.choice((*CHOICES, *TRASHES))}, {then}")
    if chance < 0.55:
        return fill(dice, f"{dice.choice(TRASHES)}, gain {{a type}} up to +{{n}} to {dice.choice(('hand', 'deck'))}")
    return fill(dice, dice.choice((*CHOICES, *TRASHES, *SINGLE)))


def fill(dice: random.Random, text: str) -> str:
    kind, of_a_type, basic = dice.choice(KINDS), dice.choice(TYPES), dice.choice(BASIC_CARDS)
    return (
        text.replace("{n}", str(number(dice, 1)))
        .replace("{a type}", with_article(of_a_type))
        .replace("{s type}", f"{of_a_type}s")
        .replace("{a}", with_article(kind))
        .replace("{s}", f"{kind}s")
        .replace("{basic}", with_article(basic))
    )


def with_article(kind: str) -> str:
    return f"{'an' if kind[0] in 'AE' else 'a'} {kind}"


def number(dice: random.Random, least: int) -> int:
    """A mostly small number, rarely the largest one that a text may have."""
    return 20 if dice.random() < 0.02 else dice.choice((least, 1, 1, 2, 3))
