"""Render a position as SVG: what one seat may see of it, or all of it.

The image is self-contained, and equal positions give equal bytes.
"""

from __future__ import annotations

from typing import Any

from ludus.core.contract import Content
from ludus.core.snapshot import snapshot
from ludus.core.svg import (
    FACE,
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
    text_width,
    title_tooltip,
)
from ludus.games.dominion import state as s
from ludus.games.dominion.moves import STOP, YES
from ludus.games.dominion.picture.glyphs import icon
from ludus.games.dominion.picture.ink import PLAYER_NAMES, SEAT_COLOURS
from ludus.games.dominion.picture.players import draw_player
from ludus.games.dominion.picture.supply import draw_supply
from ludus.games.dominion.picture.turn import draw_turn
from ludus.games.dominion.questions import prompt
from ludus.games.dominion.sight import plural, full_observation
from ludus.games.dominion.state import CARD
from ludus.games.dominion.text import list_legal_moves
from ludus.games.dominion.words import describe

HEADER, STRIP = 40, 30
SECTION_GAP = 14
END_TEXTS = {
    s.PROVINCES: "the Provinces are gone",
    s.THREE_PILES: "three piles are empty",
    s.TURN_CAP: "the turn limit is reached",
}
SUPPLY, TRASH, TURN = -1, -2, -3  # sections of the image besides those of the players
FROM_HAND = (s.PLAY_ACTION, s.DISCARD_HAND, s.TRASH_HAND, s.PUT_HAND, s.REVEAL_CARD, s.DOUBLE_ACTION)


def render_position(content: Content, state: Any, seat: int | None) -> str:
    """Render a position.

    Args:
        content: the loaded content.
        state: plain view of the state.
        seat: the seat that looks, drawn below; None shows everything.
    """
    obs, text, state = full_observation(content, state, seat), describe(content, state, seat), snapshot(state)
    choices = selectable_cards(content, state, obs)
    y: float = HEADER + STRIP + SECTION_GAP
    body = []
    for part in section_order(obs):
        if part == SUPPLY:
            drawn, y = draw_supply(obs, choices.get(SUPPLY, set()), choices.get(TRASH, set()), y)
        elif part == TURN:
            drawn, y = draw_turn(obs, choices.get(TURN, set()), y)
        else:
            drawn, y = draw_player(obs, part, choices.get(part, set()), y)
        body.append(drawn)
        y += SECTION_GAP
    headline = status_line(content, state, obs)
    return element(
        "svg",
        title_tooltip(f"Dominion: {headline}"),
        element("desc", escape_text(" ".join(text.split()))),
        rect(0, 0, WIDTH, y, PAPER, rx=0),
        header(state, obs),
        status_bar(state, obs, headline),
        *body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {format_number(y)}",
        role="img",
        font_family=FONT,
    )


def section_order(obs: dict[str, Any]) -> list[int]:
    """Sections from top to bottom: opponents above the supply; if everything is shown, all players below it."""
    count, seat = len(obs["players"]), obs["seat"]
    shared = [SUPPLY] if obs["to_move"] is None else [SUPPLY, TURN]
    if seat is None:
        return [*shared, *range(count)]
    return [*((seat + k) % count for k in range(1, count)), *shared, seat]


def selectable_cards(content: Content, state: Any, obs: dict[str, Any]) -> dict[int, set[str]]:
    """Cards that can be chosen, by section (a seat: its hand), as far as the seat that looks may know."""
    if state.reason:
        return {}
    names = list(obs["cards"])
    cards = {names[move & CARD] for move in list_legal_moves(content, state) if move not in (STOP, YES)}
    if state.asked in (s.BUY_CARD, s.GAIN_CARD):
        return {SUPPLY: cards}
    if state.asked == s.TAKE_LOOT:
        return {TRASH: cards}
    if state.asked in FROM_HAND:
        return {state.chooser: cards} if obs["seat"] in (None, state.chooser) else {}
    return {} if None in obs["aside"] else {TURN: cards}


def status_line(content: Content, state: Any, obs: dict[str, Any]) -> str:
    """Status of the game in one line."""
    if not state.reason:
        return f"{player_label(state.chooser)} is to {prompt(content, state, obs, player_label)}"
    winners = obs["winners"]
    points = plural(obs["players"][winners[0]]["points"], "point")
    names = " and ".join(player_label(k) for k in winners)
    return f"{names} {'wins' if len(winners) == 1 else 'share the victory'} with {points}: {END_TEXTS[state.reason]}"


def header(state: Any, obs: dict[str, Any]) -> str:
    seat = obs["seat"]
    where = (
        "Game over" if state.reason else f"Turn {state.players[state.active].turns + 1} of {player_label(state.active)}"
    )
    return "".join(
        (
            rect(0, 0, WIDTH, HEADER, INK, rx=0),
            text_line(MARGIN, 25, f"Dominion, {obs['edition']} edition", 12, FACE),
            text_line(WIDTH / 2, 26, where, 15, FACE, "middle", bold=True),
            text_line(
                WIDTH - MARGIN, 25, "All is shown" if seat is None else f"Seen by {player_label(seat)}", 12, FACE, "end"
            ),
        )
    )


def status_bar(state: Any, obs: dict[str, Any], headline: str) -> str:
    """Status bar: the pending decision in the player's colour, or the winner in its colour."""
    side = obs["winners"][0] if state.reason else state.chooser
    parts = [rect(0, HEADER, WIDTH, STRIP, SEAT_COLOURS[side], rx=0)]
    parts.append(icon("crown" if state.reason else "arrow", MARGIN, HEADER + 8, 14))
    playing = ": ".join(_playing(frame) for frame in obs["playing"])
    room = WIDTH - 2 * MARGIN - 22 - min(text_width(playing, 12), 380) - 16
    parts.append(
        text_line(MARGIN + 22, HEADER + 20, headline[0].upper() + headline[1:], 14, FACE, bold=True, max_width=room)
    )
    parts.append(text_line(WIDTH - MARGIN, HEADER + 20, playing, 12, FACE, "end", max_width=380))
    return "".join(parts)


def _playing(frame: dict[str, Any]) -> str:
    again = frame["again"]
    return frame["card"] + (f", then {'once' if again == 1 else f'{again} times'} more" if again else "")


def player_label(seat: int) -> str:
    return f"the {PLAYER_NAMES[seat].lower()}"
