"""SVG picture of a position, as one seat sees it or with everything shown.

The picture is self-contained; the same position always gives the same bytes.
"""

from __future__ import annotations

from typing import Any

from ludus.core.game import Content
from ludus.games.locm.card_list import CardNames
from ludus.games.locm.game_data_records import GameData
from ludus.games.locm.render.battle import describe_battle, draw_battle
from ludus.games.locm.render.deck_building import describe_deck_building, draw_construct, draw_draft
from ludus.games.locm.render.glyphs import KEYWORD_NAMES, PLAYER_NAMES, SEAT_COLOURS, glyph, keyword_glyph
from ludus.games.locm.state import BATTLE, DRAFT, KILLED, OVERDRAWN, PICKS, RUNNING
from ludus.util.svg import (
    FACE,
    FAINT,
    INK,
    MARGIN,
    WIDTH,
    document,
    rect,
    text_line,
    text_width,
)

HEADER_HEIGHT = 44
GAME_TITLE = "Legends of Code and Magic"
END_TEXTS = {KILLED: "the opponent fell", OVERDRAWN: "the opponent overdrew"}


def render_position(content: Content, state: Any, seat: int | None) -> str:
    """Draw the position as `seat` sees it; everything for None."""
    data = GameData.over(content.data)
    names = card_names(content.labels, data)
    draw_phase, describe = (
        (draw_battle, describe_battle) if state.phase == BATTLE else (draw_construct, describe_deck_building)
    )
    if state.phase == DRAFT:
        draw_phase = draw_draft
    body, end = draw_phase(data, names, state, seat, HEADER_HEIGHT + 12)
    description = describe(data, names, state, seat)
    parts = draw_header(state, seat), body, draw_legend(data, end + 10)
    return document(f"{GAME_TITLE}: {headline(state)}", description, end + 24, *parts)


def card_names(labels: CardNames | None, data: Any) -> list[str]:
    """Return the card names by index; without labels, cards are named by their number."""
    if labels is None:
        return [f"card {data.cards[index].number}" for index in range(data.card_count)]
    return [labels.name(index) for index in range(data.card_count)]


def headline(state: Any) -> str:
    """Summarise the position in one line."""
    if state.reason != RUNNING:
        if state.winner < 0:
            return "nobody wins: the turn limit is reached"
        return f"the {PLAYER_NAMES[state.winner].lower()} wins: {END_TEXTS[state.reason]}"
    mover = PLAYER_NAMES[state.mover].lower()
    if state.phase == BATTLE:
        return f"turn {state.turn // 2 + 1}, the {mover} to move"
    if state.phase == DRAFT:
        return f"draft, pick {state.picks + 1} of {PICKS}, the {mover} to pick"
    return f"building decks, the {mover} to choose"


def draw_header(state: Any, seat: int | None) -> str:
    """Draw the bar above the picture; at the end of the game it has the winner's colour."""
    over = state.reason != RUNNING
    fill = SEAT_COLOURS[state.winner] if over and state.winner >= 0 else INK
    text = headline(state)
    text = text[0].upper() + text[1:]
    viewer = "All is shown" if seat is None else f"Seen by the {PLAYER_NAMES[seat].lower()}"
    size = 17 if over else 15
    parts = [
        rect(0, 0, WIDTH, HEADER_HEIGHT, fill, rx=0),
        text_line(MARGIN, 27, GAME_TITLE, 12, FACE),
        text_line(WIDTH / 2, 28, text, size, FACE, "middle", bold=True),
        text_line(WIDTH - MARGIN, 27, viewer, 12, FACE, "end"),
    ]
    if over and state.winner >= 0:
        half = text_width(text, size, bold=True) / 2
        parts += [glyph("crown", at, 11, 20, fill="#f6d365") for at in (WIDTH / 2 - half - 26, WIDTH / 2 + half + 6)]
    return "".join(parts)


def draw_legend(data: Any, y: float) -> str:
    """Draw the legend of the pictograms in one row."""
    entries = [(name, lambda x, bit=bit: keyword_glyph(bit, x, y - 9, 12)) for bit, name in enumerate(KEYWORD_NAMES)]
    signs = {"sword": "attack", "shield": "defense", "heart": "own health", "foe": "foe's health", "card": "extra draw"}
    if data.construct:
        signs |= {"lane": "one lane", "lanes": "both lanes"}
    entries += [(name, lambda x, sign=sign: glyph(sign, x, y - 9, 12)) for sign, name in signs.items()]
    widths = [18 + text_width(name, 10.5) for name, _ in entries]
    gap = (WIDTH - 2 * MARGIN - sum(widths)) / (len(entries) - 1)
    parts = []
    x: float = MARGIN
    for (name, draw_sign), width in zip(entries, widths, strict=True):
        parts.append(draw_sign(x) + text_line(x + 16, y + 1, name, 10.5, FAINT))
        x += width + min(gap, 24)
    return "".join(parts)
