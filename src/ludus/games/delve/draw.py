"""SVG picture of a position: enemies, the player, the cards, the skill tree.

The picture is self-contained, and the same position always gives the same bytes. With nothing hidden (seat None) it
also shows the order of the draw pile.
"""

from __future__ import annotations

from typing import Any

from ludus.core.contract import Content
from ludus.core.svg import FACE, FAINT, FONT, INK, MARGIN, PAPER, WIDTH, box, clean, element, number, say, title
from ludus.games.delve.moves import PLACES, PLAY, SAVE
from ludus.games.delve.picture.fight import draw_cards, draw_enemies, draw_player
from ludus.games.delve.picture.skills import draw_skills
from ludus.games.delve.text import legal_moves
from ludus.games.delve.view import view
from ludus.games.delve.words import describe, headline, in_order, listed, many

HEADER = 40
GAP = 14


def draw(content: Content, state: Any, seat: int | None) -> str:
    """Draw the position as the player sees it; for seat None also the hidden part."""
    seen, description = view(content, state, 0), describe(content, state, seat)
    y: float = HEADER + GAP
    body = []
    if seen["asked"] == "pick":
        body.append(say(MARGIN, y + 12, f"Encounter {seen['encounter']}, which comes next", 12, FAINT))
        y += 20
        enemies = [
            {"attack": attack, "health": health, "full_health": health}
            for attack, health in content.labels.encounters[seen["encounter"] - 1].enemies
        ]
    else:
        enemies = seen["enemies"]
    for draw_part in (
        lambda y: draw_enemies(enemies, y),
        lambda y: draw_player(seen, y) if seen["asked"] != "pick" else ("", y - GAP),
        lambda y: _cards(content, state, seen, y),
        lambda y: _piles(content, state, seen, seat, y),
        lambda y: draw_skills(seen, y),
    ):
        svg, y = draw_part(y)
        body.append(svg)
        y += GAP
    return element(
        "svg",
        title(headline(seen)),
        element("desc", clean(" ".join(description.split()))),
        box(0, 0, WIDTH, y, PAPER, rx=0),
        _header(content, seen, seat),
        *body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {number(y)}",
        role="img",
        font_family=FONT,
    )


def _header(content: Content, seen: dict[str, Any], seat: int | None) -> str:
    asks = {"pick": f"pick a node, {many(seen['points'], 'skill point')}", "fight": "play a card or end the turn"}
    return "".join(
        (
            box(0, 0, WIDTH, HEADER, INK, rx=0),
            say(MARGIN, 25, headline(seen), 15, FACE, bold=True, room=620),
            say(WIDTH - MARGIN, 25, "All is shown" if seat is None else asks.get(seen["asked"], ""), 12, FACE, "end"),
        )
    )


def _cards(content: Content, state: Any, seen: dict[str, Any], y: float) -> tuple[str, float]:
    """Draw the hand in a fight, or the whole deck while a node is picked."""
    if seen["asked"] == "pick":
        return draw_cards(seen, "Your deck", {name: facts["copies"] for name, facts in seen["cards"].items()}, set(), y)
    cards = content.labels.cards
    choices = {cards[(move - PLAY) // PLACES].name for move in legal_moves(content, state) if PLAY <= move < SAVE}
    label = "Your hand" if seen["hand"] else "Your hand is empty"
    return draw_cards(seen, label, seen["hand"], choices, y)


def _piles(content: Content, state: Any, seen: dict[str, Any], seat: int | None, y: float) -> tuple[str, float]:
    if seen["asked"] == "pick":
        return "", y - GAP
    lines = [f"Pile of {sum(seen['pile'].values())}: {listed(seen['pile']) or 'empty'}"]
    if seat is None and seen["pile"]:
        lines.append(f"in order: {', '.join(in_order(content, state))}")
    lines.append(f"Discarded: {listed(seen['discard']) or 'nothing'}")
    room = WIDTH - 2 * MARGIN
    return "".join(
        say(MARGIN, y + 12 + 18 * k, line, 12, INK, room=room) for k, line in enumerate(lines)
    ), y + 18 * len(lines)
