"""Rendering of a player: points, deck, discard pile, hand, and all cards owned."""

from __future__ import annotations

from typing import Any

from ludus.core.svg import EDGE, FACE, FAINT, INK, MARGIN, WIDTH, rect, element, group, text_line, title_tooltip
from ludus.games.dominion.picture.cards import (
    CARD_HEIGHT,
    SMALL_WIDTH,
    WIDE_WIDTH,
    card_back,
    draw_chips,
    empty_pile,
    small_card,
    wide_card,
)
from ludus.games.dominion.picture.glyphs import icon, shield
from ludus.games.dominion.picture.ink import PLAYER_NAMES, SEAT_COLOURS
from ludus.games.dominion.sight import count_by_name, sort_hand, plural

PANEL_WIDTH, CARD_GAP = 136, 8
OTHERS_SCALE = 0.72  # scale of other players' cards
FAN_STEP = 13  # visible width of a covered face-down card


def draw_player(obs: dict[str, Any], side: int, choices: set[str], top: float) -> tuple[str, float]:
    """Draw a player from `top` down.

    Returns:
        The SVG, and its lower edge.
    """
    player, own = obs["players"][side], obs["seat"] == side
    scale = 1 if own else OTHERS_SCALE
    x, y, room = PANEL_WIDTH + 16.0, 20.0, WIDTH - 2 * MARGIN - PANEL_WIDTH - 16
    parts = [draw_deck(obs, player, side, x, y, scale)]
    x += SMALL_WIDTH * scale + 10
    parts.append(draw_discard(obs, player, side, x, y, scale))
    x += SMALL_WIDTH * scale + 16
    parts.append(draw_hand(obs, side, choices, x, y, scale))
    y += CARD_HEIGHT * scale + 8
    for label, counts in (("owns", player["owned"]), ("deck", player["bag"])):
        if isinstance(counts, dict) and counts:
            cards = [name for name in sort_hand(obs, counts) if name is not None]
            drawn, tall = draw_chips(obs, label, {name: counts[name] for name in cards}, PANEL_WIDTH + 16, y, room)
            parts.append(drawn)
            y += tall + 4
    return group(MARGIN, top, draw_panel(obs, player, side, y), *parts), top + y


def draw_panel(obs: dict[str, Any], player: dict[str, Any], side: int, tall: float) -> str:
    """Draw the panel with a player's name and numbers."""
    deciding, winning = obs["to_move"] == side, side in obs["winners"]
    ink = SEAT_COLOURS[side]
    parts = [
        rect(0, 0, PANEL_WIDTH, tall, FACE, ink if deciding else EDGE, rx=6, stroke_width=3 if deciding else 1.5),
        element("path", d=f"M6 0h{PANEL_WIDTH - 12}a6 6 0 0 1 6 6v16h-{PANEL_WIDTH}v-16a6 6 0 0 1 6-6z", fill=ink),
        text_line(9, 15.5, PLAYER_NAMES[side], 12, FACE, bold=True),
    ]
    if deciding:
        parts.append(icon("arrow", PANEL_WIDTH - 20, 5, 12, "to decide"))
    if winning:
        parts.append(icon("crown", PANEL_WIDTH - 24, 3, 16, "winner"))
    parts.append(element("g", title_tooltip(plural(player["points"], "point")), shield(8, 30, 40, player["points"])))
    facts = [plural(player["turns"], "turn") + " taken", plural(sum(player["owned"].values()), "card")]
    if obs["to_move"] is not None and obs["turn_of"] == side:
        facts.append("has the turn")
    if any(frame["immune"] >> side & 1 for frame in obs["playing"][-1:]):
        facts.append("safe from attack")
    parts += [text_line(56, 40 + 14 * k, fact, 10.5, INK, max_width=PANEL_WIDTH - 60) for k, fact in enumerate(facts)]
    return "".join(parts)


def draw_deck(obs: dict[str, Any], player: dict[str, Any], side: int, x: float, y: float, scale: float) -> str:
    """Draw the deck face down with its size; known top cards by name."""
    size, tops = player["deck"], list(reversed(player["top"]))
    parts = [text_line(x, y - 7, f"deck {size}", 10, FAINT)]
    if not size:
        return "".join([*parts, empty_pile(x, y, scale)])
    if tops and tops[0] is not None:
        hint = "; on top of the deck" + "".join(f", then {name or 'a hidden card'}" for name in tops[1:])
        parts += [card_back(side, x + 3, y - 2, size, scale), small_card(obs, tops[0], x, y, hint=hint, scale=scale)]
    else:
        parts.append(card_back(side, x, y, size, scale))
    return "".join(parts)


def draw_discard(obs: dict[str, Any], player: dict[str, Any], side: int, x: float, y: float, scale: float) -> str:
    cards = player["discard"]
    parts = [text_line(x, y - 7, f"discard {len(cards)}", 10, FAINT)]
    if not cards:
        parts.append(empty_pile(x, y, scale))
    elif cards[-1] is None:
        parts.append(card_back(side, x, y, scale=scale))
    else:
        parts.append(small_card(obs, cards[-1], x, y, hint="; on top of the discard pile", scale=scale))
    return "".join(parts)


def draw_hand(obs: dict[str, Any], side: int, choices: set[str], x: float, y: float, scale: float) -> str:
    """Draw equal cards once with their count; hidden cards as a face-down fan."""
    player, room = obs["players"][side], WIDTH - 2 * MARGIN - x
    parts = [text_line(x, y - 7, f"hand {len(player['hand'])}", 10, FAINT)]
    known = [(name, n) for name, n in count_by_name(sort_hand(obs, player["hand"])) if name is not None]
    large = obs["seat"] == side and len(known) * (WIDE_WIDTH + CARD_GAP) - CARD_GAP <= room
    face, wide = (wide_card, WIDE_WIDTH) if large else (small_card, SMALL_WIDTH)
    public_counts = (
        dict(count_by_name(player["hand"][k] for k in player["shown"])) if obs["seat"] in (None, side) else {}
    )
    hidden = player["hand"].count(None)
    step = min(wide * scale + CARD_GAP, (room - wide * scale) / max(len(known) - 1 + (hidden > 0), 1))
    for name, n in known:
        hint = f"; others know of {public_counts[name]}" if name in public_counts else ""
        parts.append(face(obs, name, x, y, count=n if n > 1 else None, choice=name in choices, hint=hint, scale=scale))
        if name in public_counts:
            parts.append(icon("eye", x + (wide - 17) * scale, y + 26 * scale, 14 * scale, "others know of it"))
        x += step
    fan = min(FAN_STEP, max(WIDTH - 2 * MARGIN - x - SMALL_WIDTH * scale, 0) / max(hidden - 1, 1))
    return "".join([*parts, *(card_back(side, x + fan * k, y, scale=scale) for k in range(hidden))])
