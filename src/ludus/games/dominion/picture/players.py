"""Rendering of a player: points, deck, discard pile, hand, and all cards owned."""

from __future__ import annotations

from typing import Any

from ludus.core.svg import EDGE, FACE, FAINT, INK, MARGIN, WIDTH, box, element, group, say, title
from ludus.games.dominion.picture.cards import HEIGHT, SMALL, WIDE, card_back, chips, no_card, small_card, wide_card
from ludus.games.dominion.picture.glyphs import glyph, shield
from ludus.games.dominion.picture.ink import PLAYERS, SEATS
from ludus.games.dominion.sight import counted, in_order, many

PANEL, GAP = 136, 8
LESS = 0.72  # scale of other players' cards
FAN = 13  # visible width of a covered face-down card


def draw_player(seen: dict[str, Any], side: int, choices: set[str], top: float) -> tuple[str, float]:
    """Draw a player from `top` down.

    Returns:
        The SVG, and its lower edge.
    """
    player, own = seen["players"][side], seen["seat"] == side
    scale = 1 if own else LESS
    x, y, room = PANEL + 16.0, 20.0, WIDTH - 2 * MARGIN - PANEL - 16
    parts = [deck(seen, player, side, x, y, scale)]
    x += SMALL * scale + 10
    parts.append(discard(seen, player, side, x, y, scale))
    x += SMALL * scale + 16
    parts.append(hand(seen, side, choices, x, y, scale))
    y += HEIGHT * scale + 8
    for label, counts in (("owns", player["owned"]), ("deck", player["bag"])):
        if isinstance(counts, dict) and counts:
            cards = [name for name in in_order(seen, counts) if name is not None]
            drawn, tall = chips(seen, label, {name: counts[name] for name in cards}, PANEL + 16, y, room)
            parts.append(drawn)
            y += tall + 4
    return group(MARGIN, top, panel(seen, player, side, y), *parts), top + y


def panel(seen: dict[str, Any], player: dict[str, Any], side: int, tall: float) -> str:
    """Draw the panel with a player's name and numbers."""
    deciding, winning = seen["to_move"] == side, side in seen["winners"]
    ink = SEATS[side]
    parts = [
        box(0, 0, PANEL, tall, FACE, ink if deciding else EDGE, rx=6, stroke_width=3 if deciding else 1.5),
        element("path", d=f"M6 0h{PANEL - 12}a6 6 0 0 1 6 6v16h-{PANEL}v-16a6 6 0 0 1 6-6z", fill=ink),
        say(9, 15.5, PLAYERS[side], 12, FACE, bold=True),
    ]
    if deciding:
        parts.append(glyph("arrow", PANEL - 20, 5, 12, "to decide"))
    if winning:
        parts.append(glyph("crown", PANEL - 24, 3, 16, "winner"))
    parts.append(element("g", title(many(player["points"], "point")), shield(8, 30, 40, player["points"])))
    facts = [many(player["turns"], "turn") + " taken", many(sum(player["owned"].values()), "card")]
    if seen["to_move"] is not None and seen["turn_of"] == side:
        facts.append("has the turn")
    if any(frame["immune"] >> side & 1 for frame in seen["playing"][-1:]):
        facts.append("safe from attack")
    parts += [say(56, 40 + 14 * k, fact, 10.5, INK, room=PANEL - 60) for k, fact in enumerate(facts)]
    return "".join(parts)


def deck(seen: dict[str, Any], player: dict[str, Any], side: int, x: float, y: float, scale: float) -> str:
    """Draw the deck face down with its size; known top cards by name."""
    size, tops = player["deck"], list(reversed(player["top"]))
    parts = [say(x, y - 7, f"deck {size}", 10, FAINT)]
    if not size:
        return "".join([*parts, no_card(x, y, scale)])
    if tops and tops[0] is not None:
        hint = "; on top of the deck" + "".join(f", then {name or 'a hidden card'}" for name in tops[1:])
        parts += [card_back(side, x + 3, y - 2, size, scale), small_card(seen, tops[0], x, y, hint=hint, scale=scale)]
    else:
        parts.append(card_back(side, x, y, size, scale))
    return "".join(parts)


def discard(seen: dict[str, Any], player: dict[str, Any], side: int, x: float, y: float, scale: float) -> str:
    cards = player["discard"]
    parts = [say(x, y - 7, f"discard {len(cards)}", 10, FAINT)]
    if not cards:
        parts.append(no_card(x, y, scale))
    elif cards[-1] is None:
        parts.append(card_back(side, x, y, scale=scale))
    else:
        parts.append(small_card(seen, cards[-1], x, y, hint="; on top of the discard pile", scale=scale))
    return "".join(parts)


def hand(seen: dict[str, Any], side: int, choices: set[str], x: float, y: float, scale: float) -> str:
    """Draw equal cards once with their count; hidden cards as a face-down fan."""
    player, room = seen["players"][side], WIDTH - 2 * MARGIN - x
    parts = [say(x, y - 7, f"hand {len(player['hand'])}", 10, FAINT)]
    known = [(name, n) for name, n in counted(in_order(seen, player["hand"])) if name is not None]
    large = seen["seat"] == side and len(known) * (WIDE + GAP) - GAP <= room
    face, wide = (wide_card, WIDE) if large else (small_card, SMALL)
    public_counts = dict(counted(player["hand"][k] for k in player["shown"])) if seen["seat"] in (None, side) else {}
    hidden = player["hand"].count(None)
    step = min(wide * scale + GAP, (room - wide * scale) / max(len(known) - 1 + (hidden > 0), 1))
    for name, n in known:
        hint = f"; others know of {public_counts[name]}" if name in public_counts else ""
        parts.append(face(seen, name, x, y, count=n if n > 1 else None, choice=name in choices, hint=hint, scale=scale))
        if name in public_counts:
            parts.append(glyph("eye", x + (wide - 17) * scale, y + 26 * scale, 14 * scale, "others know of it"))
        x += step
    fan = min(FAN, max(WIDTH - 2 * MARGIN - x - SMALL * scale, 0) / max(hidden - 1, 1))
    return "".join([*parts, *(card_back(side, x + fan * k, y, scale=scale) for k in range(hidden))])
