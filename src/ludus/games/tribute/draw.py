"""Render a position as SVG: what one seat may see of it, or all of it.

The image is self-contained, and equal positions give equal bytes.
"""

from __future__ import annotations

from typing import Any

from ludus.core.contract import Content
from ludus.core.snapshot import snapshot
from ludus.core.svg import (
    FACE,
    FAINT,
    FONT,
    INK,
    MARGIN,
    PAPER,
    WIDTH,
    rect,
    escape_text,
    element,
    format_number,
    text_line,
    title_tooltip,
)
from ludus.games.tribute import moves as m
from ludus.games.tribute import state as s
from ludus.games.tribute.picture.glyphs import icon
from ludus.games.tribute.picture.ink import PLAYER_NAMES, SEAT_COLOURS
from ludus.games.tribute.picture.players import draw_player
from ludus.games.tribute.picture.table import draw_patrons, draw_tavern
from ludus.games.tribute.state import PATRONS
from ludus.games.tribute.text import QUESTIONS, list_legal_moves
from ludus.games.tribute.words import describe, full_observation

HEADER, STRIP = 40, 30
SECTION_GAP = 12
END_TEXTS = {
    s.PRESTIGE_40: "40 prestige that was not matched",
    s.PRESTIGE_80: "80 prestige",
    s.FAVOUR: "the favour of all patrons",
    s.TURN_LIMIT: "the turn limit",
    s.CAPACITY: "more cards than there is room for",
}


def render_position(content: Content, state: Any, seat: int | None) -> str:
    """Render a position.

    Args:
        content: the loaded content.
        state: plain view of the state.
        seat: the seat that looks, drawn below; None shows everything.
    """
    obs, text, state = full_observation(content, state, seat), describe(content, state, seat), snapshot(state)
    choices = selectable_names(content, state, seat)
    above = 0 if seat is None else 1 - seat
    y: float = HEADER + STRIP + SECTION_GAP
    body = []
    if state.phase == s.DRAFT:
        drawn, y = draw_patrons(content, obs["patrons"], state.active, set(), above, y)
        body.append(drawn)
        drawn, y = draw_offer(content, state, above, y + (SECTION_GAP if obs["patrons"] else 0))
        body.append(drawn)
    else:
        drawn, y = draw_player(content, obs, above, choices, False, y)
        body.append(drawn)
        drawn, y = draw_patrons(content, obs["patrons"], state.active, choices, above, y + SECTION_GAP)
        body.append(drawn)
        drawn, y = draw_tavern(content, obs, choices, y + SECTION_GAP)
        body.append(drawn)
        drawn, y = draw_player(content, obs, 1 - above, choices, True, y + SECTION_GAP)
        body.append(drawn)
    y += SECTION_GAP
    headline = status_line(state)
    return element(
        "svg",
        title_tooltip(f"Tales of Tribute: {headline}"),
        element("desc", escape_text(" ".join(text.split()))),
        rect(0, 0, WIDTH, y, PAPER, rx=0),
        header(state, seat),
        status_bar(state, headline),
        *body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {format_number(y)}",
        role="img",
        font_family=FONT,
    )


def draw_offer(content: Content, state: Any, above: int, top: float) -> tuple[str, float]:
    """Draw the patrons that can still be drafted; they are public."""
    names = [content.labels.patrons[move & m.THING] for move in list_legal_moves(content, state)]
    parts, y = [text_line(MARGIN, top + 12, "On offer", 11, FAINT, bold=True)], top + 20
    for k in range(0, len(names), PATRONS):
        group_names = names[k : k + PATRONS]
        drawn, y = draw_patrons(content, dict.fromkeys(group_names), state.active, {*group_names}, above, y)
        parts.append(drawn)
        y += SECTION_GAP
    return "".join(parts), y - SECTION_GAP


def selectable_names(content: Content, state: Any, seat: int | None) -> set[str]:
    """Names of the cards and patrons that can be chosen, if the decision belongs to the seat that looks."""
    if state.reason or seat not in (None, state.active):
        return set()
    names = set()
    for move in list_legal_moves(content, state):
        verb, thing = move >> m.VERB << m.VERB, move & m.THING
        if verb in (m.CALL, m.DRAFT):
            names.add(content.labels.patrons[thing])
        elif verb not in (m.END_TURN, m.STOP, m.SIDE):
            names.add(f"{content.labels.cards[state.card_of[thing]]}#{thing}")
    return names


def status_line(state: Any) -> str:
    """Status of the game in one line."""
    if not state.reason:
        limit = f" ({state.most} at most)" if state.most > 1 and not state.least else ""
        return f"{player_label(state.active)} is to {QUESTIONS[state.asked]}{limit}"
    if not state.winner:
        return f"Nobody wins: {END_TEXTS[state.reason]}"
    return f"{player_label(state.winner - 1)} wins by {END_TEXTS[state.reason]}"


def header(state: Any, seat: int | None) -> str:
    where = "The draft" if state.phase == s.DRAFT else f"Turn {state.turn}"
    viewer = "All is shown" if seat is None else f"Seen by {player_label(seat).lower()}"
    return "".join(
        (
            rect(0, 0, WIDTH, HEADER, INK, rx=0),
            text_line(MARGIN, 25, "Tales of Tribute", 12, FACE),
            text_line(WIDTH / 2, 26, "Game over" if state.reason else where, 15, FACE, "middle", bold=True),
            text_line(WIDTH - MARGIN, 25, viewer, 12, FACE, "end"),
        )
    )


def status_bar(state: Any, headline: str) -> str:
    """Status bar: the pending decision in the player's colour, or the winner in its colour."""
    side = state.winner - 1 if state.winner else state.active
    return "".join(
        (
            rect(0, HEADER, WIDTH, STRIP, SEAT_COLOURS[side], rx=0),
            icon("crown" if state.reason else "arrow", MARGIN, HEADER + 8, 14),
            text_line(MARGIN + 22, HEADER + 20, headline, 14, FACE, bold=True, max_width=WIDTH - 2 * MARGIN - 22),
        )
    )


def player_label(seat: int) -> str:
    return f"The {PLAYER_NAMES[seat].lower()}"
