"""Rendering of a player: numbers, agents, hand, draw pile, cooldown and cards played."""

from __future__ import annotations

from typing import Any

from ludus.core.contract import Content
from ludus.core.svg import EDGE, FACE, FAINT, MARGIN, WIDTH, box, element, group, say, title
from ludus.games.tribute.picture.cards import BACK, HEIGHT, WIDE, card, card_back, chips, no_card
from ludus.games.tribute.picture.glyphs import amount, glyph
from ludus.games.tribute.picture.ink import PLAYERS, SEATS
from ludus.games.tribute.sayings import name_of

PANEL, GAP = 132, 8
OTHERS, AGENTS = 0.72, 0.72  # scale of the rival's cards and of agents relative to the own hand
FAN = 16  # visible width of a covered face-down card


def draw_player(
    content: Content, seen: dict[str, Any], side: int, choices: set[str], below: bool, top: float
) -> tuple[str, float]:
    """Draw a player from `top` down; with `below` the agents are above the hand.

    Returns:
        The SVG, and its lower edge.
    """
    player = seen["players"][side]
    left, room = PANEL + 16.0, WIDTH - 2 * MARGIN - PANEL - 16
    rows = [agents(content, player, choices, left, room), hand(content, seen, side, choices, left, room)]
    parts, y = _stack(rows if below else rows[::-1])
    for label, names in lists(seen, side):
        if names:
            drawn, tall = chips(content.labels.file, label, names, choices, left, y, room)
            parts.append(drawn)
            y += tall + 4
    y = max(y, 92.0 + 11 * len(seen["combos"]))
    return group(MARGIN, top, panel(seen, player, side, y), *parts), top + y


def _stack(rows: list[tuple[Any, float]]) -> tuple[list[str], float]:
    parts, y = [], 0.0
    for draw, tall in rows:
        if tall:
            parts.append(group(0, y, draw))
            y += tall + 6
    return parts, y


def lists(seen: dict[str, Any], side: int) -> list[tuple[str, list[str]]]:
    """Zones shown as lists of names, top card first."""
    player = seen["players"][side]
    known = [name for name in player["pile"] if name is not None]
    zones = [("on top", known), ("cooldown", player["cooldown"])]
    if seen["turn_of"] == side:
        zones.insert(0, ("played", seen["played"]))
    return zones


def agents(content: Content, player: dict[str, Any], choices: set[str], x: float, room: float) -> tuple[str, float]:
    in_play = player["agents"]
    if not in_play:
        return "", 0
    wide, parts = WIDE * AGENTS, [say(x, 10, f"agents {len(in_play)}", 10, FAINT)]
    step = min(wide + GAP, (room - wide) / max(len(in_play) - 1, 1))
    for k, agent in enumerate(in_play):
        marks: dict[str, Any] = {"choice": agent["card"] in choices, "health": agent["health"], "scale": AGENTS}
        marks |= {"spent": True, "hint": "; has acted"} if agent["activated"] else {}
        parts.append(card(content.labels.file, agent["card"], x + step * k, 16, **marks))
    return "".join(parts), 16 + HEIGHT * AGENTS


def hand(
    content: Content, seen: dict[str, Any], side: int, choices: set[str], x: float, room: float
) -> tuple[str, float]:
    """Draw the draw pile, then the cards in hand; hidden cards as a face-down fan."""
    player = seen["players"][side]
    names = [name for name in player["hand"] if name is not None]
    hidden, pile = len(player["hand"]) - len(names), len(player["pile"])
    scale = 1 if seen["seat"] in (side, None) else OTHERS
    parts = [say(x, 10, f"pile {pile}", 10, FAINT)]
    parts.append(card_back(side, x, 16, pile, scale) if pile else no_card(x, 16, scale))
    at = x + BACK * scale + 14
    parts.append(say(at, 10, f"hand {len(player['hand'])}", 10, FAINT))
    wide = WIDE * scale
    cards = len(names) * (wide + GAP) + hidden * FAN
    step = wide + GAP if cards <= room - (at - x) else (room - (at - x) - wide) / max(len(player["hand"]) - 1, 1)
    for name in names:
        known = name in player["shown"] and seen["seat"] in (side, None)
        hint = "; the rival knows of it" if known else ""
        parts.append(card(content.labels.file, name, at, 16, name in choices, hint=hint, scale=scale))
        if known:
            parts.append(glyph("eye", at + wide - 16, 18 + 24 * scale, 13, "the rival knows of it"))
        at += step
    parts += [card_back(side, at + FAN * k, 16, scale=scale) for k in range(hidden)]
    return "".join(parts), 16 + (HEIGHT if names else BACK * 1.4) * scale


def panel(seen: dict[str, Any], player: dict[str, Any], side: int, tall: float) -> str:
    """Draw the panel with a player's name and numbers."""
    deciding, ink = seen["to_move"] == side, SEATS[side]
    parts = [
        box(0, 0, PANEL, tall, FACE, ink if deciding else EDGE, rx=6, stroke_width=3 if deciding else 1.5),
        element("path", d=f"M6 0h{PANEL - 12}a6 6 0 0 1 6 6v16h-{PANEL}v-16a6 6 0 0 1 6-6z", fill=ink),
        say(9, 15.5, PLAYERS[side], 12, FACE, bold=True),
    ]
    if deciding:
        parts.append(glyph("arrow", PANEL - 20, 5, 12, "to decide"))
    if seen["winner"] == side:
        parts.append(glyph("crown", PANEL - 24, 3, 16, "winner"))
    large = amount("prestige", player["prestige"], 9, 28, 26)[0]
    parts.append(element("g", title(f"{player['prestige']} prestige"), large))
    things = (("coin", player["coins"]), ("power", player["power"]), ("call", player["calls"]))
    for k, (thing, n) in enumerate(things):
        parts.append(element("g", title(f"{n} {thing}"), amount(thing, n, 9 + 41 * k, 64, 16)[0]))
    combos = [f"{name_of(deck)} {combo['count']}" for deck, combo in seen["combos"].items()]
    if seen["turn_of"] == side and combos:
        parts += [say(9, 98 + 11 * k, words, 9, FAINT, room=PANEL - 14) for k, words in enumerate(combos[:4])]
    return "".join(parts)
