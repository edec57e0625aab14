"""Render a position as SVG: what one seat may see of it, or all of it.

The image is self-contained, and equal positions give equal bytes.
"""

from __future__ import annotations

from typing import Any

from ludus.core.contract import Content
from ludus.core.snapshot import snapshot
from ludus.core.svg import FACE, FONT, INK, MARGIN, PAPER, WIDTH, box, clean, element, number, say, text_width, title
from ludus.games.dominion import state as s
from ludus.games.dominion.moves import STOP, YES
from ludus.games.dominion.picture.glyphs import glyph
from ludus.games.dominion.picture.ink import PLAYERS, SEATS
from ludus.games.dominion.picture.players import draw_player
from ludus.games.dominion.picture.supply import draw_supply
from ludus.games.dominion.picture.turn import draw_turn
from ludus.games.dominion.questions import question
from ludus.games.dominion.sight import many, sight
from ludus.games.dominion.state import CARD
from ludus.games.dominion.text import legal_moves
from ludus.games.dominion.words import describe

HEADER, STRIP = 40, 30
GAP = 14
ENDINGS = {
    s.PROVINCES: "the Provinces are gone",
    s.THREE_PILES: "three piles are empty",
    s.TURN_CAP: "the turn limit is reached",
}
SUPPLY, TRASH, TURN = -1, -2, -3  # sections of the image besides those of the players
FROM_HAND = (s.PLAY_ACTION, s.DISCARD_HAND, s.TRASH_HAND, s.PUT_HAND, s.REVEAL_CARD, s.DOUBLE_ACTION)


def draw(content: Content, state: Any, seat: int | None) -> str:
    """Render a position.

    Args:
        content: the loaded content.
        state: plain view of the state.
        seat: the seat that looks, drawn below; None shows everything.
    """
    obs, text, state = sight(content, state, seat), describe(content, state, seat), snapshot(state)
    choices = chosen_from(content, state, obs)
    y: float = HEADER + STRIP + GAP
    body = []
    for part in order(obs):
        if part == SUPPLY:
            drawn, y = draw_supply(obs, choices.get(SUPPLY, set()), choices.get(TRASH, set()), y)
        elif part == TURN:
            drawn, y = draw_turn(obs, choices.get(TURN, set()), y)
        else:
            drawn, y = draw_player(obs, part, choices.get(part, set()), y)
        body.append(drawn)
        y += GAP
    headline = tell(content, state, obs)
    return element(
        "svg",
        title(f"Dominion: {headline}"),
        element("desc", clean(" ".join(text.split()))),
        box(0, 0, WIDTH, y, PAPER, rx=0),
        header(state, obs),
        strip(state, obs, headline),
        *body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {number(y)}",
        role="img",
        font_family=FONT,
    )


def order(seen: dict[str, Any]) -> list[int]:
    """Sections from top to bottom: opponents above the supply; if everything is shown, all players below it."""
    count, seat = len(seen["players"]), seen["seat"]
    shared = [SUPPLY] if seen["to_move"] is None else [SUPPLY, TURN]
    if seat is None:
        return [*shared, *range(count)]
    return [*((seat + k) % count for k in range(1, count)), *shared, seat]


def chosen_from(content: Content, state: Any, seen: dict[str, Any]) -> dict[int, set[str]]:
    """Cards that can be chosen, by section (a seat: its hand), as far as the seat that looks may know."""
    if state.reason:
        return {}
    names = list(seen["cards"])
    cards = {names[move & CARD] for move in legal_moves(content, state) if move not in (STOP, YES)}
    if state.asked in (s.BUY_CARD, s.GAIN_CARD):
        return {SUPPLY: cards}
    if state.asked == s.TAKE_LOOT:
        return {TRASH: cards}
    if state.asked in FROM_HAND:
        return {state.chooser: cards} if seen["seat"] in (None, state.chooser) else {}
    return {} if None in seen["aside"] else {TURN: cards}


def tell(content: Content, state: Any, seen: dict[str, Any]) -> str:
    """Status of the game in one line."""
    if not state.reason:
        return f"{call(state.chooser)} is to {question(content, state, seen, call)}"
    winners = seen["winners"]
    points = many(seen["players"][winners[0]]["points"], "point")
    names = " and ".join(call(k) for k in winners)
    return f"{names} {'wins' if len(winners) == 1 else 'share the victory'} with {points}: {ENDINGS[state.reason]}"


def header(state: Any, seen: dict[str, Any]) -> str:
    seat = seen["seat"]
    where = "Game over" if state.reason else f"Turn {state.players[state.active].turns + 1} of {call(state.active)}"
    return "".join(
        (
            box(0, 0, WIDTH, HEADER, INK, rx=0),
            say(MARGIN, 25, f"Dominion, {seen['edition']} edition", 12, FACE),
            say(WIDTH / 2, 26, where, 15, FACE, "middle", bold=True),
            say(WIDTH - MARGIN, 25, "All is shown" if seat is None else f"Seen by {call(seat)}", 12, FACE, "end"),
        )
    )


def strip(state: Any, seen: dict[str, Any], headline: str) -> str:
    """Status bar: the pending decision in the player's colour, or the winner in its colour."""
    side = seen["winners"][0] if state.reason else state.chooser
    parts = [box(0, HEADER, WIDTH, STRIP, SEATS[side], rx=0)]
    parts.append(glyph("crown" if state.reason else "arrow", MARGIN, HEADER + 8, 14))
    playing = ": ".join(_playing(frame) for frame in seen["playing"])
    room = WIDTH - 2 * MARGIN - 22 - min(text_width(playing, 12), 380) - 16
    parts.append(say(MARGIN + 22, HEADER + 20, headline[0].upper() + headline[1:], 14, FACE, bold=True, room=room))
    parts.append(say(WIDTH - MARGIN, HEADER + 20, playing, 12, FACE, "end", room=380))
    return "".join(parts)


def _playing(frame: dict[str, Any]) -> str:
    again = frame["again"]
    return frame["card"] + (f", then {'once' if again == 1 else f'{again} times'} more" if again else "")


def call(seat: int) -> str:
    return f"the {PLAYERS[seat].lower()}"
