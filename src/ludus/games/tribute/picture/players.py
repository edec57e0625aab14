"""Rendering of a player: numbers, agents, hand, draw pile, cooldown and cards played."""

from __future__ import annotations

from typing import Any

from ludus.core.contract import Content
from ludus.core.svg import EDGE, FACE, FAINT, MARGIN, WIDTH, rect, element, group, text_line, title_tooltip
from ludus.games.tribute.picture.cards import (
    BACK_WIDTH,
    CARD_HEIGHT,
    CARD_WIDTH,
    draw_card,
    card_back,
    draw_chips,
    empty_pile,
)
from ludus.games.tribute.picture.glyphs import amount, icon
from ludus.games.tribute.picture.ink import PLAYER_NAMES, SEAT_COLOURS
from ludus.games.tribute.sayings import display_name

PANEL_WIDTH, CARD_GAP = 132, 8
RIVAL_SCALE, AGENT_SCALE = 0.72, 0.72  # scale of the rival's cards and of agents relative to the own hand
FAN_STEP = 16  # visible width of a covered face-down card


def draw_player(
    content: Content, obs: dict[str, Any], side: int, choices: set[str], below: bool, top: float
) -> tuple[str, float]:
    """Draw a player from `top` down; with `below` the agents are above the hand.

    Returns:
        The SVG, and its lower edge.
    """
    player = obs["players"][side]
    left, room = PANEL_WIDTH + 16.0, WIDTH - 2 * MARGIN - PANEL_WIDTH - 16
    rows = [draw_agents(content, player, choices, left, room), draw_hand(content, obs, side, choices, left, room)]
    parts, y = _stack(rows if below else rows[::-1])
    for label, names in zone_lists(obs, side):
        if names:
            drawn, tall = draw_chips(content.labels.file, label, names, choices, left, y, room)
            parts.append(drawn)
            y += tall + 4
    y = max(y, 92.0 + 11 * len(obs["combos"]))
    return group(MARGIN, top, draw_panel(obs, player, side, y), *parts), top + y


def _stack(rows: list[tuple[Any, float]]) -> tuple[list[str], float]:
    parts, y = [], 0.0
    for draw, tall in rows:
        if tall:
            parts.append(group(0, y, draw))
            y += tall + 6
    return parts, y


def zone_lists(obs: dict[str, Any], side: int) -> list[tuple[str, list[str]]]:
    """Zones shown as lists of names, top card first."""
    player = obs["players"][side]
    known = [name for name in player["pile"] if name is not None]
    zones = [("on top", known), ("cooldown", player["cooldown"])]
    if obs["turn_of"] == side:
        zones.insert(0, ("played", obs["played"]))
    return zones


def draw_agents(
    content: Content, player: dict[str, Any], choices: set[str], x: float, room: float
) -> tuple[str, float]:
    in_play = player["agents"]
    if not in_play:
        return "", 0
    wide, parts = CARD_WIDTH * AGENT_SCALE, [text_line(x, 10, f"agents {len(in_play)}", 10, FAINT)]
    step = min(wide + CARD_GAP, (room - wide) / max(len(in_play) - 1, 1))
    for k, agent in enumerate(in_play):
        marks: dict[str, Any] = {"choice": agent["card"] in choices, "health": agent["health"], "scale": AGENT_SCALE}
        marks |= {"spent": True, "hint": "; has acted"} if agent["activated"] else {}
        parts.append(draw_card(content.labels.file, agent["card"], x + step * k, 16, **marks))
    return "".join(parts), 16 + CARD_HEIGHT * AGENT_SCALE


def draw_hand(
    content: Content, obs: dict[str, Any], side: int, choices: set[str], x: float, room: float
) -> tuple[str, float]:
    """Draw the draw pile, then the cards in hand; hidden cards as a face-down fan."""
    player = obs["players"][side]
    names = [name for name in player["hand"] if name is not None]
    hidden, pile = len(player["hand"]) - len(names), len(player["pile"])
    scale = 1 if obs["seat"] in (side, None) else RIVAL_SCALE
    parts = [text_line(x, 10, f"pile {pile}", 10, FAINT)]
    parts.append(card_back(side, x, 16, pile, scale) if pile else empty_pile(x, 16, scale))
    at = x + BACK_WIDTH * scale + 14
    parts.append(text_line(at, 10, f"hand {len(player['hand'])}", 10, FAINT))
    wide = CARD_WIDTH * scale
    cards = len(names) * (wide + CARD_GAP) + hidden * FAN_STEP
    step = wide + CARD_GAP if cards <= room - (at - x) else (room - (at - x) - wide) / max(len(player["hand"]) - 1, 1)
    for name in names:
        known = name in player["shown"] and obs["seat"] in (side, None)
        hint = "; the rival knows of it" if known else ""
        parts.append(draw_card(content.labels.file, name, at, 16, name in choices, hint=hint, scale=scale))
        if known:
            parts.append(icon("eye", at + wide - 16, 18 + 24 * scale, 13, "the rival knows of it"))
        at += step
    parts += [card_back(side, at + FAN_STEP * k, 16, scale=scale) for k in range(hidden)]
    return "".join(parts), 16 + (CARD_HEIGHT if names else BACK_WIDTH * 1.4) * scale


def draw_panel(obs: dict[str, Any], player: dict[str, Any], side: int, tall: float) -> str:
    """Draw the panel with a player's name and numbers."""
    deciding, ink = obs["to_move"] == side, SEAT_COLOURS[side]
    parts = [
        rect(0, 0, PANEL_WIDTH, tall, FACE, ink if deciding else EDGE, rx=6, stroke_width=3 if deciding else 1.5),
        element("path", d=f"M6 0h{PANEL_WIDTH - 12}a6 6 0 0 1 6 6v16h-{PANEL_WIDTH}v-16a6 6 0 0 1 6-6z", fill=ink),
        text_line(9, 15.5, PLAYER_NAMES[side], 12, FACE, bold=True),
    ]
    if deciding:
        parts.append(icon("arrow", PANEL_WIDTH - 20, 5, 12, "to decide"))
    if obs["winner"] == side:
        parts.append(icon("crown", PANEL_WIDTH - 24, 3, 16, "winner"))
    large = amount("prestige", player["prestige"], 9, 28, 26)[0]
    parts.append(element("g", title_tooltip(f"{player['prestige']} prestige"), large))
    things = (("coin", player["coins"]), ("power", player["power"]), ("call", player["calls"]))
    for k, (thing, n) in enumerate(things):
        parts.append(element("g", title_tooltip(f"{n} {thing}"), amount(thing, n, 9 + 41 * k, 64, 16)[0]))
    combos = [f"{display_name(deck)} {combo['count']}" for deck, combo in obs["combos"].items()]
    if obs["turn_of"] == side and combos:
        parts += [
            text_line(9, 98 + 11 * k, words, 9, FAINT, max_width=PANEL_WIDTH - 14) for k, words in enumerate(combos[:4])
        ]
    return "".join(parts)
