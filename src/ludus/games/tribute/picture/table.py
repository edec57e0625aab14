"""Rendering of the shared area: patrons with their favour, the tavern row, pending effects."""

from __future__ import annotations

from typing import Any

from ludus.core.contract import Content
from ludus.core.svg import EDGE, FACE, FAINT, FELT, INK, MARGIN, WIDTH, box, element, group, say, title
from ludus.games.tribute.picture.cards import HEIGHT, WIDE, broken, card, card_back, no_card
from ludus.games.tribute.picture.ink import CHOICE, PLAYERS, SEATS, deck_ink, deck_plate
from ludus.games.tribute.sayings import call_words, name_of, patron_words, price_words, said, waiting_words

GAP = 10
PLATE = 58  # height of a patron
TEXT = 8.5


def draw_patrons(
    content: Content, found: dict[str, int | None], active: int, choices: set[str], above: int, top: float
) -> tuple[str, float]:
    """Draw the patrons from `top` down, with what they do for the active player.

    A token is at the edge of the favoured player; `above` is the seat drawn above.

    Returns:
        The SVG, and its lower edge.
    """
    card_file = content.labels.file
    wide = (WIDTH - 2 * MARGIN - 4 * GAP) / 5
    parts = []
    for k, (key, favours) in enumerate(found.items()):
        number = content.labels.patrons.index(key)
        favoured = "nobody" if favours is None else f"the {PLAYERS[favours].lower()}"
        moves = card_file.patrons[key].favour != "never"
        edge, thick = (CHOICE, 3) if key in choices else (deck_ink(number), 1.5)
        inside = [
            title(f"{name_of(key)}{f' favours {favoured}' if moves else ''}; {patron_words(card_file, key)}"),
            box(0, 0, wide, PLATE, deck_plate(number), edge, rx=8, stroke_width=thick),
            say(10, 16, name_of(key), 12, bold=True, room=wide - 44),
        ]
        place = 1 if favours is None else int(favours != active) * 2
        lines = broken(
            f"for {price_words(card_file.patrons[key])}: {call_words(card_file, key, place)}", TEXT, wide - 42
        )
        inside += [say(10, 28 + 9.2 * j, line, TEXT, FAINT) for j, line in enumerate(lines)]
        if moves:
            inside.append(token(favours, above, wide - 17))
        parts.append(group(MARGIN + k * (wide + GAP), top, *inside))
    return "".join(parts), top + (PLATE if found else 0)


def token(favours: int | None, above: int, x: float) -> str:
    """Marker at the edge of the favoured player, or in the middle."""
    line = element("path", d=f"M{x} 10V{PLATE - 10}", stroke=EDGE, stroke_width=3, stroke_linecap="round")
    y = PLATE / 2 if favours is None else 12 if favours == above else PLATE - 12
    fill = FACE if favours is None else SEATS[favours]
    return line + element("circle", cx=x, cy=y, r=8, fill=fill, stroke=INK, stroke_width=1.2)


def draw_tavern(content: Content, seen: dict[str, Any], choices: set[str], top: float) -> tuple[str, float]:
    """Draw the tavern deck, the row, and pending effects.

    Returns:
        The SVG, and its lower edge.
    """
    card_file, deck = content.labels.file, seen["tavern"]
    count, tall = len(deck["unknown"]) + len(deck["bottom"]), HEIGHT + 34
    parts = [box(0, 0, WIDTH - 2 * MARGIN, tall, FELT, EDGE, rx=10), say(14, 17, "Tavern", 11, FAINT, bold=True)]
    parts.append(card_back(None, 14, 38, count) if count else no_card(14, 38))
    for k, name in enumerate(seen["row"]):
        parts.append(card(card_file, name, 92 + k * (WIDE + GAP), 17, name in choices))
    x = 92 + 5 * (WIDE + GAP) + 4
    keys = [*content.labels.cards]
    question, waiting = seen.get("asked", {}), []
    if "source" in question:
        waiting.append(("Choose", said(question["effect"], keys)))
    if seen["waiting"]:
        waiting.append(("To do", ", ".join(waiting_words(pending["effect"], keys) for pending in seen["waiting"])))
    if seen["coming"]:
        waiting.append(("Next turn", ", ".join(said(words, keys) for words in seen["coming"])))
    if deck["bottom"]:
        waiting.append(("Under the deck", f"{len(deck['bottom'])}, last {name_of(deck['bottom'][-1])}"))
    y = 17.0
    for label, words in waiting:
        lines = broken(words, 9, WIDTH - 2 * MARGIN - x - 8)
        if y + 11 * (len(lines) + 1) > tall:
            parts.append(say(x, y + 8, "…", 10, FAINT))
            break
        parts.append(say(x, y + 8, label, 9.5, FAINT, bold=True))
        parts += [say(x, y + 19 + 11 * k, line, 9) for k, line in enumerate(lines)]
        y += 11 * (len(lines) + 1) + 4
    return group(MARGIN, top, *parts), top + tall
