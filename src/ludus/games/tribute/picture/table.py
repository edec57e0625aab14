"""Rendering of the shared area: patrons with their favour, the tavern row, pending effects."""

from __future__ import annotations

from typing import Any

from ludus.core.contract import Content
from ludus.core.svg import EDGE, FACE, FAINT, FELT, INK, MARGIN, WIDTH, rect, element, group, text_line, title_tooltip
from ludus.games.tribute.picture.cards import CARD_HEIGHT, CARD_WIDTH, wrap_text, draw_card, card_back, empty_pile
from ludus.games.tribute.picture.ink import CHOICE_COLOUR, PLAYER_NAMES, SEAT_COLOURS, deck_edge, deck_fill
from ludus.games.tribute.sayings import (
    call_text,
    display_name,
    patron_text,
    price_text,
    effects_text,
    pending_effect_text,
)

COLUMN_GAP = 10
PATRON_HEIGHT = 58  # height of a patron
PATRON_TEXT_SIZE = 8.5


def draw_patrons(
    content: Content, favours_by_patron: dict[str, int | None], active: int, choices: set[str], above: int, top: float
) -> tuple[str, float]:
    """Draw the patrons from `top` down, with what they do for the active player.

    A token is at the edge of the favoured player; `above` is the seat drawn above.

    Returns:
        The SVG, and its lower edge.
    """
    card_file = content.labels.file
    wide = (WIDTH - 2 * MARGIN - 4 * COLUMN_GAP) / 5
    parts = []
    for k, (key, favours) in enumerate(favours_by_patron.items()):
        number = content.labels.patrons.index(key)
        favoured = "nobody" if favours is None else f"the {PLAYER_NAMES[favours].lower()}"
        moves = card_file.patrons[key].favour != "never"
        edge, thick = (CHOICE_COLOUR, 3) if key in choices else (deck_edge(number), 1.5)
        inside = [
            title_tooltip(
                f"{display_name(key)}{f' favours {favoured}' if moves else ''}; {patron_text(card_file, key)}"
            ),
            rect(0, 0, wide, PATRON_HEIGHT, deck_fill(number), edge, rx=8, stroke_width=thick),
            text_line(10, 16, display_name(key), 12, bold=True, max_width=wide - 44),
        ]
        place = 1 if favours is None else int(favours != active) * 2
        lines = wrap_text(
            f"for {price_text(card_file.patrons[key])}: {call_text(card_file, key, place)}", PATRON_TEXT_SIZE, wide - 42
        )
        inside += [text_line(10, 28 + 9.2 * j, line, PATRON_TEXT_SIZE, FAINT) for j, line in enumerate(lines)]
        if moves:
            inside.append(favour_token(favours, above, wide - 17))
        parts.append(group(MARGIN + k * (wide + COLUMN_GAP), top, *inside))
    return "".join(parts), top + (PATRON_HEIGHT if favours_by_patron else 0)


def favour_token(favours: int | None, above: int, x: float) -> str:
    """Marker at the edge of the favoured player, or in the middle."""
    line = element("path", d=f"M{x} 10V{PATRON_HEIGHT - 10}", stroke=EDGE, stroke_width=3, stroke_linecap="round")
    y = PATRON_HEIGHT / 2 if favours is None else 12 if favours == above else PATRON_HEIGHT - 12
    fill = FACE if favours is None else SEAT_COLOURS[favours]
    return line + element("circle", cx=x, cy=y, r=8, fill=fill, stroke=INK, stroke_width=1.2)


def draw_tavern(content: Content, obs: dict[str, Any], choices: set[str], top: float) -> tuple[str, float]:
    """Draw the tavern deck, the row, and pending effects.

    Returns:
        The SVG, and its lower edge.
    """
    card_file, deck = content.labels.file, obs["tavern"]
    count, tall = len(deck["unknown"]) + len(deck["bottom"]), CARD_HEIGHT + 34
    parts = [rect(0, 0, WIDTH - 2 * MARGIN, tall, FELT, EDGE, rx=10), text_line(14, 17, "Tavern", 11, FAINT, bold=True)]
    parts.append(card_back(None, 14, 38, count) if count else empty_pile(14, 38))
    for k, name in enumerate(obs["row"]):
        parts.append(draw_card(card_file, name, 92 + k * (CARD_WIDTH + COLUMN_GAP), 17, name in choices))
    x = 92 + 5 * (CARD_WIDTH + COLUMN_GAP) + 4
    keys = [*content.labels.cards]
    question, waiting = obs.get("asked", {}), []
    if "source" in question:
        waiting.append(("Choose", effects_text(question["effect"], keys)))
    if obs["waiting"]:
        waiting.append(("To do", ", ".join(pending_effect_text(pending["effect"], keys) for pending in obs["waiting"])))
    if obs["coming"]:
        waiting.append(("Next turn", ", ".join(effects_text(words, keys) for words in obs["coming"])))
    if deck["bottom"]:
        waiting.append(("Under the deck", f"{len(deck['bottom'])}, last {display_name(deck['bottom'][-1])}"))
    y = 17.0
    for label, words in waiting:
        lines = wrap_text(words, 9, WIDTH - 2 * MARGIN - x - 8)
        if y + 11 * (len(lines) + 1) > tall:
            parts.append(text_line(x, y + 8, "…", 10, FAINT))
            break
        parts.append(text_line(x, y + 8, label, 9.5, FAINT, bold=True))
        parts += [text_line(x, y + 19 + 11 * k, line, 9) for k, line in enumerate(lines)]
        y += 11 * (len(lines) + 1) + 4
    return group(MARGIN, top, *parts), top + tall
