"""SVG picture of a position: enemies, the player, the cards, the skill tree.

The picture is self-contained, and the same position always gives the same bytes. With nothing hidden (seat None) it
also shows the order of the draw pile.
"""

from __future__ import annotations

from typing import Any

from ludus.core.contract import Content
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
from ludus.games.delve.moves import TARGET_SLOTS, PLAY, SAVE
from ludus.games.delve.picture.fight import draw_cards, draw_enemies, draw_player
from ludus.games.delve.picture.skills import draw_skill_tree
from ludus.games.delve.text import list_legal_moves
from ludus.games.delve.view import observation
from ludus.games.delve.words import describe, headline, pile_in_order, list_cards, plural

HEADER_HEIGHT = 40
SECTION_GAP = 14


def render_position(content: Content, state: Any, seat: int | None) -> str:
    """Draw the position as the player sees it; for seat None also the hidden part."""
    seen, description = observation(content, state, 0), describe(content, state, seat)
    y: float = HEADER_HEIGHT + SECTION_GAP
    body = []
    if seen["asked"] == "pick":
        body.append(text_line(MARGIN, y + 12, f"Encounter {seen['encounter']}, which comes next", 12, FAINT))
        y += 20
        enemies = [
            {"attack": attack, "health": health, "full_health": health}
            for attack, health in content.labels.encounters[seen["encounter"] - 1].enemies
        ]
    else:
        enemies = seen["enemies"]
    for draw_part in (
        lambda y: draw_enemies(enemies, y),
        lambda y: draw_player(seen, y) if seen["asked"] != "pick" else ("", y - SECTION_GAP),
        lambda y: _draw_cards_section(content, state, seen, y),
        lambda y: _draw_piles(content, state, seen, seat, y),
        lambda y: draw_skill_tree(seen, y),
    ):
        svg, y = draw_part(y)
        body.append(svg)
        y += SECTION_GAP
    return element(
        "svg",
        title_tooltip(headline(seen)),
        element("desc", escape_text(" ".join(description.split()))),
        rect(0, 0, WIDTH, y, PAPER, rx=0),
        _header(content, seen, seat),
        *body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {format_number(y)}",
        role="img",
        font_family=FONT,
    )


def _header(content: Content, observation: dict[str, Any], seat: int | None) -> str:
    asks = {
        "pick": f"pick a node, {plural(observation['points'], 'skill point')}",
        "fight": "play a card or end the turn",
    }
    return "".join(
        (
            rect(0, 0, WIDTH, HEADER_HEIGHT, INK, rx=0),
            text_line(MARGIN, 25, headline(observation), 15, FACE, bold=True, max_width=620),
            text_line(
                WIDTH - MARGIN,
                25,
                "All is shown" if seat is None else asks.get(observation["asked"], ""),
                12,
                FACE,
                "end",
            ),
        )
    )


def _draw_cards_section(content: Content, state: Any, observation: dict[str, Any], y: float) -> tuple[str, float]:
    """Draw the hand in a fight, or the whole deck while a node is picked."""
    if observation["asked"] == "pick":
        return draw_cards(
            observation, "Your deck", {name: facts["copies"] for name, facts in observation["cards"].items()}, set(), y
        )
    cards = content.labels.cards
    choices = {
        cards[(move - PLAY) // TARGET_SLOTS].name for move in list_legal_moves(content, state) if PLAY <= move < SAVE
    }
    label = "Your hand" if observation["hand"] else "Your hand is empty"
    return draw_cards(observation, label, observation["hand"], choices, y)


def _draw_piles(
    content: Content, state: Any, observation: dict[str, Any], seat: int | None, y: float
) -> tuple[str, float]:
    if observation["asked"] == "pick":
        return "", y - SECTION_GAP
    lines = [f"Pile of {sum(observation['pile'].values())}: {list_cards(observation['pile']) or 'empty'}"]
    if seat is None and observation["pile"]:
        lines.append(f"in order: {', '.join(pile_in_order(content, state))}")
    lines.append(f"Discarded: {list_cards(observation['discard']) or 'nothing'}")
    room = WIDTH - 2 * MARGIN
    return "".join(
        text_line(MARGIN, y + 12 + 18 * k, line, 12, INK, max_width=room) for k, line in enumerate(lines)
    ), y + 18 * len(lines)
