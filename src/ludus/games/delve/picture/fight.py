"""SVG of enemies, player and cards."""

from __future__ import annotations

from typing import Any

from ludus.core.svg import (
    EDGE,
    FACE,
    FAINT,
    FELT,
    INK,
    MARGIN,
    WIDTH,
    rect,
    element,
    text_line,
    title_tooltip,
    fit_two_lines,
)
from ludus.games.delve.kinds import CATEGORIES, RESOURCES, card_class
from ludus.games.delve.picture.ink import (
    HEALTH_COLOUR,
    HEALTH_BACKGROUND,
    CHOICE_COLOUR,
    FIRST_CLASS_TARGET,
    TARGET_TEXT,
    ENERGY_COLOUR,
    TARGET_FILL,
    MANA_COLOUR,
)
from ludus.games.delve.words import describe_card, plural

ENEMY_HEIGHT, PLAYER_HEIGHT, CARD_HEIGHT = 92, 44, 108
ENEMY_COLUMNS = 7
ITEM_GAP = 10


def draw_enemies(enemies: list[dict[str, int]], y: float) -> tuple[str, float]:
    """Draw the enemies in a row, with their remaining hit points."""
    width = (WIDTH - 2 * MARGIN - (ENEMY_COLUMNS - 1) * ITEM_GAP) / ENEMY_COLUMNS
    start = (WIDTH - len(enemies) * (width + ITEM_GAP) + ITEM_GAP) / 2
    parts = [_draw_enemy(k, enemy, start + k * (width + ITEM_GAP), y, width) for k, enemy in enumerate(enemies)]
    return "".join(parts), y + ENEMY_HEIGHT


def draw_player(observation: dict[str, Any], y: float) -> tuple[str, float]:
    """Draw the player's hit points, energy and mana as bars."""
    width = (WIDTH - 2 * MARGIN - 2 * ITEM_GAP) / 3
    bars = (
        ("hit points", max(0, observation["health"]), observation["full_health"], HEALTH_COLOUR),
        ("energy", observation["energy"], observation["full_energy"], ENERGY_COLOUR),
        ("mana", observation["mana"], observation["full_mana"], MANA_COLOUR),
    )
    parts = []
    for k, (name, left, full, colour) in enumerate(bars):
        x = MARGIN + k * (width + ITEM_GAP)
        parts.append(text_line(x, y + 14, f"{left} of {full} {name}", 13, INK, bold=True))
        parts.append(_bar(x, y + 22, width, 12, left, full, colour))
    return "".join(parts), y + PLAYER_HEIGHT


def draw_cards(
    observation: dict[str, Any], label: str, counts: dict[str, int], choices: set[str], y: float
) -> tuple[str, float]:
    """Draw cards by kind with their number of copies; cards that can be played now have a bright edge."""
    parts = [text_line(MARGIN, y + 12, label, 12, FAINT)]
    y += 20
    columns = 7
    width = (WIDTH - 2 * MARGIN - (columns - 1) * ITEM_GAP) / columns
    for k, (name, copies) in enumerate(counts.items()):
        x, row = MARGIN + k % columns * (width + ITEM_GAP), k // columns
        parts.append(
            _draw_card(
                name, observation["cards"][name], copies, name in choices, x, y + row * (CARD_HEIGHT + ITEM_GAP), width
            )
        )
    rows = max(1, -(-len(counts) // columns))
    return "".join(parts), y + rows * (CARD_HEIGHT + ITEM_GAP)


def _draw_enemy(k: int, enemy: dict[str, int], x: float, y: float, width: float) -> str:
    left, full = enemy["health"], enemy["full_health"]
    hint = f"enemy {k + 1}: {left} of {full} hit points, attack {enemy['attack']}" if left else f"enemy {k + 1}: dead"
    return element(
        "g",
        title_tooltip(hint),
        rect(x, y, width, ENEMY_HEIGHT - ITEM_GAP, FACE if left else FELT, EDGE),
        text_line(x + 8, y + 18, f"Enemy {k + 1}", 12, INK if left else FAINT, bold=True),
        text_line(x + 8, y + 38, f"attack {enemy['attack']}" if left else "dead", 12, HEALTH_COLOUR if left else FAINT),
        text_line(x + 8, y + 56, f"{left} of {full}", 12, INK if left else FAINT),
        _bar(x + 8, y + 64, width - 16, 10, left, full, HEALTH_COLOUR),
    )


def _draw_card(name: str, card: dict[str, Any], copies: int, choice: bool, x: float, y: float, width: float) -> str:
    group = FIRST_CLASS_TARGET + card_class(CATEGORIES.index(card["category"]), RESOURCES.index(card["resource"]))
    lines, size = fit_two_lines(name, 13, width - 16)
    parts = [
        title_tooltip(
            f"{name} ({plural(copies, 'copy') if copies == 1 else f'{copies} copies'}): {describe_card(card)}"
        ),
        rect(
            x,
            y,
            width,
            CARD_HEIGHT,
            TARGET_FILL[group],
            CHOICE_COLOUR if choice else EDGE,
            stroke_width=3 if choice else 1,
        ),
    ]
    parts += [
        text_line(x + 8, y + 18 + 15 * k, line, size, TARGET_TEXT[group], bold=True) for k, line in enumerate(lines)
    ]
    parts.append(
        text_line(x + 8, y + 60, f"{card['damage']} {card['category']}", 13, INK, bold=True, max_width=width - 16)
    )
    gained = card["damage"] - card["printed_damage"]
    parts.append(text_line(x + 8, y + 76, f"{card['printed_damage']} + {gained}" if gained else "", 11, FAINT))
    parts.append(
        text_line(x + 8, y + 97, f"{card['cost']} {card['resource']}", 12, TARGET_TEXT[group], max_width=width - 48)
    )
    parts.append(text_line(x + width - 8, y + 97, f"×{copies}", 14, INK, "end", bold=True))
    return element("g", *parts)


def _bar(x: float, y: float, width: float, height: float, left: int, full: int, colour: str) -> str:
    filled = width * min(left, full) / full if full else 0
    parts = [rect(x, y, width, height, HEALTH_BACKGROUND if colour == HEALTH_COLOUR else FELT, rx=3)]
    if filled:
        parts.append(rect(x, y, filled, height, colour, rx=3))
    return "".join(parts)
