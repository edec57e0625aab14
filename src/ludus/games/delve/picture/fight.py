"""SVG of enemies, player and cards."""

from __future__ import annotations

from typing import Any

from ludus.core.svg import EDGE, FACE, FAINT, FELT, INK, MARGIN, WIDTH, box, element, say, title, two_lines
from ludus.games.delve.kinds import CATEGORIES, RESOURCES, class_of
from ludus.games.delve.picture.ink import BLOOD, BLOOD_PALE, CHOICE, CLASS, DARK, ENERGY, LIGHT, MANA
from ludus.games.delve.words import card_words, many

ENEMY_HEIGHT, PLAYER_HEIGHT, CARD_HEIGHT = 92, 44, 108
MOST_ENEMIES = 7
GAP = 10


def draw_enemies(enemies: list[dict[str, int]], y: float) -> tuple[str, float]:
    """Draw the enemies in a row, with their remaining hit points."""
    width = (WIDTH - 2 * MARGIN - (MOST_ENEMIES - 1) * GAP) / MOST_ENEMIES
    start = (WIDTH - len(enemies) * (width + GAP) + GAP) / 2
    parts = [_enemy(k, enemy, start + k * (width + GAP), y, width) for k, enemy in enumerate(enemies)]
    return "".join(parts), y + ENEMY_HEIGHT


def draw_player(seen: dict[str, Any], y: float) -> tuple[str, float]:
    """Draw the player's hit points, energy and mana as bars."""
    width = (WIDTH - 2 * MARGIN - 2 * GAP) / 3
    bars = (
        ("hit points", max(0, seen["health"]), seen["full_health"], BLOOD),
        ("energy", seen["energy"], seen["full_energy"], ENERGY),
        ("mana", seen["mana"], seen["full_mana"], MANA),
    )
    parts = []
    for k, (name, left, full, colour) in enumerate(bars):
        x = MARGIN + k * (width + GAP)
        parts.append(say(x, y + 14, f"{left} of {full} {name}", 13, INK, bold=True))
        parts.append(_bar(x, y + 22, width, 12, left, full, colour))
    return "".join(parts), y + PLAYER_HEIGHT


def draw_cards(
    seen: dict[str, Any], label: str, counts: dict[str, int], choices: set[str], y: float
) -> tuple[str, float]:
    """Draw cards by kind with their number of copies; cards that can be played now have a bright edge."""
    parts = [say(MARGIN, y + 12, label, 12, FAINT)]
    y += 20
    columns = 7
    width = (WIDTH - 2 * MARGIN - (columns - 1) * GAP) / columns
    for k, (name, copies) in enumerate(counts.items()):
        x, row = MARGIN + k % columns * (width + GAP), k // columns
        parts.append(_card(name, seen["cards"][name], copies, name in choices, x, y + row * (CARD_HEIGHT + GAP), width))
    rows = max(1, -(-len(counts) // columns))
    return "".join(parts), y + rows * (CARD_HEIGHT + GAP)


def _enemy(k: int, enemy: dict[str, int], x: float, y: float, width: float) -> str:
    left, full = enemy["health"], enemy["full_health"]
    hint = f"enemy {k + 1}: {left} of {full} hit points, attack {enemy['attack']}" if left else f"enemy {k + 1}: dead"
    return element(
        "g",
        title(hint),
        box(x, y, width, ENEMY_HEIGHT - GAP, FACE if left else FELT, EDGE),
        say(x + 8, y + 18, f"Enemy {k + 1}", 12, INK if left else FAINT, bold=True),
        say(x + 8, y + 38, f"attack {enemy['attack']}" if left else "dead", 12, BLOOD if left else FAINT),
        say(x + 8, y + 56, f"{left} of {full}", 12, INK if left else FAINT),
        _bar(x + 8, y + 64, width - 16, 10, left, full, BLOOD),
    )


def _card(name: str, facts: dict[str, Any], copies: int, choice: bool, x: float, y: float, width: float) -> str:
    group = CLASS + class_of(CATEGORIES.index(facts["category"]), RESOURCES.index(facts["resource"]))
    lines, size = two_lines(name, 13, width - 16)
    parts = [
        title(f"{name} ({many(copies, 'copy') if copies == 1 else f'{copies} copies'}): {card_words(facts)}"),
        box(x, y, width, CARD_HEIGHT, LIGHT[group], CHOICE if choice else EDGE, stroke_width=3 if choice else 1),
    ]
    parts += [say(x + 8, y + 18 + 15 * k, line, size, DARK[group], bold=True) for k, line in enumerate(lines)]
    parts.append(say(x + 8, y + 60, f"{facts['damage']} {facts['category']}", 13, INK, bold=True, room=width - 16))
    gained = facts["damage"] - facts["printed_damage"]
    parts.append(say(x + 8, y + 76, f"{facts['printed_damage']} + {gained}" if gained else "", 11, FAINT))
    parts.append(say(x + 8, y + 97, f"{facts['cost']} {facts['resource']}", 12, DARK[group], room=width - 48))
    parts.append(say(x + width - 8, y + 97, f"×{copies}", 14, INK, "end", bold=True))
    return element("g", *parts)


def _bar(x: float, y: float, width: float, height: float, left: int, full: int, colour: str) -> str:
    filled = width * min(left, full) / full if full else 0
    parts = [box(x, y, width, height, BLOOD_PALE if colour == BLOOD else FELT, rx=3)]
    if filled:
        parts.append(box(x, y, filled, height, colour, rx=3))
    return "".join(parts)
