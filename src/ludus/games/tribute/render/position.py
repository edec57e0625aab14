"""SVG image of a position: what one seat may see of it, or all of it.

The image is self-contained, and equal positions give equal bytes. From top to bottom: header, status bar, the rival,
the patrons and the tavern, and the player.
"""

from __future__ import annotations

from typing import Any

from ludus.core.game import Content
from ludus.core.structured_records import snapshot
from ludus.games.tribute import move_bits as m
from ludus.games.tribute import state as s
from ludus.games.tribute.card_text import (
    call_text,
    display_name,
    effects_text,
    patron_text,
    pending_effect_text,
    price_text,
)
from ludus.games.tribute.describe import describe, full_observation
from ludus.games.tribute.notation import QUESTIONS, list_legal_moves
from ludus.games.tribute.render.cards import (
    BACK_WIDTH,
    CARD_HEIGHT,
    CARD_WIDTH,
    card_back,
    draw_card,
    draw_chips,
    empty_pile,
)
from ludus.games.tribute.render.icons import (
    CHOICE_COLOUR,
    PLAYER_NAMES,
    SEAT_COLOURS,
    amount,
    deck_edge,
    deck_fill,
    icon,
)
from ludus.games.tribute.state import PATRONS
from ludus.util.svg import (
    EDGE,
    FACE,
    FAINT,
    FELT,
    FONT,
    INK,
    MARGIN,
    PAPER,
    WIDTH,
    element,
    escape_text,
    format_number,
    group,
    rect,
    text_line,
    title_tooltip,
    wrap_text,
)

PANEL_WIDTH, CARD_GAP = 132, 8
RIVAL_SCALE, AGENT_SCALE = 0.72, 0.72  # scale of the rival's cards and of agents relative to the own hand
FAN_STEP = 16  # visible width of a covered face-down card
COLUMN_GAP = 10
PATRON_HEIGHT = 58  # height of a patron
PATRON_TEXT_SIZE = 8.5
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


def header(state: Any, seat: int | None) -> str:
    """Title bar: game, turn, and the seat that looks."""
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


def status_line(state: Any) -> str:
    """Status of the game in one line."""
    if not state.reason:
        limit = f" ({state.most} at most)" if state.most > 1 and not state.least else ""
        return f"{player_label(state.active)} is to {QUESTIONS[state.asked]}{limit}"
    if not state.winner:
        return f"Nobody wins: {END_TEXTS[state.reason]}"
    return f"{player_label(state.winner - 1)} wins by {END_TEXTS[state.reason]}"


def player_label(seat: int) -> str:
    """Name of a player within a sentence."""
    return f"The {PLAYER_NAMES[seat].lower()}"


def selectable_names(content: Content, state: Any, seat: int | None) -> set[str]:
    """Names of the cards and patrons that can be chosen, if the decision belongs to the seat that looks."""
    if state.reason or seat not in (None, state.active):
        return set()
    names = set()
    for move in list_legal_moves(content, state):
        verb, thing = m.split_move(move)
        if verb in (m.CALL, m.DRAFT):
            names.add(content.labels.patrons[thing])
        elif verb not in (m.END_TURN, m.STOP, m.SIDE):
            names.add(f"{content.labels.cards[state.card_of[thing]]}#{thing}")
    return names


def draw_offer(content: Content, state: Any, above: int, top: float) -> tuple[str, float]:
    """Draw the patrons that can still be drafted; they are public."""
    names = [content.labels.patrons[m.split_move(move)[1]] for move in list_legal_moves(content, state)]
    parts, y = [text_line(MARGIN, top + 12, "On offer", 11, FAINT, bold=True)], top + 20
    for k in range(0, len(names), PATRONS):
        group_names = names[k : k + PATRONS]
        drawn, y = draw_patrons(content, dict.fromkeys(group_names), state.active, {*group_names}, above, y)
        parts.append(drawn)
        y += SECTION_GAP
    return "".join(parts), y - SECTION_GAP


def draw_player(
    content: Content, obs: dict[str, Any], side: int, choices: set[str], below: bool, top: float
) -> tuple[str, float]:
    """Draw a player from `top` down; with `below` the agents are above the hand.

    Returns:
        The SVG, and its lower edge.
    """
    player = obs["players"][side]
    left, room = PANEL_WIDTH + 16.0, WIDTH - 2 * MARGIN - PANEL_WIDTH - 16
    rows = [draw_agents(content, player, choices, left, room), draw_hand(content, obs, side, choices, left, room)]
    parts, y = _stack(rows if below else rows[::-1])
    for label, names in zone_lists(obs, side):
        if names:
            drawn, tall = draw_chips(content.labels.file, label, names, choices, left, y, room)
            parts.append(drawn)
            y += tall + 4
    y = max(y, 92.0 + 11 * len(obs["combos"]))
    return group(MARGIN, top, draw_panel(obs, player, side, y), *parts), top + y


def draw_panel(obs: dict[str, Any], player: dict[str, Any], side: int, tall: float) -> str:
    """Draw the panel with a player's name and numbers."""
    deciding, ink = obs["to_move"] == side, SEAT_COLOURS[side]
    parts = [
        rect(0, 0, PANEL_WIDTH, tall, FACE, ink if deciding else EDGE, rx=6, stroke_width=3 if deciding else 1.5),
        element("path", d=f"M6 0h{PANEL_WIDTH - 12}a6 6 0 0 1 6 6v16h-{PANEL_WIDTH}v-16a6 6 0 0 1 6-6z", fill=ink),
        text_line(9, 15.5, PLAYER_NAMES[side], 12, FACE, bold=True),
    ]
    if deciding:
        parts.append(icon("arrow", PANEL_WIDTH - 20, 5, 12, "to decide"))
    if obs["winner"] == side:
        parts.append(icon("crown", PANEL_WIDTH - 24, 3, 16, "winner"))
    large = amount("prestige", player["prestige"], 9, 28, 26)[0]
    parts.append(element("g", title_tooltip(f"{player['prestige']} prestige"), large))
    things = (("coin", player["coins"]), ("power", player["power"]), ("call", player["calls"]))
    for k, (thing, n) in enumerate(things):
        parts.append(element("g", title_tooltip(f"{n} {thing}"), amount(thing, n, 9 + 41 * k, 64, 16)[0]))
    combos = [f"{display_name(deck)} {combo['count']}" for deck, combo in obs["combos"].items()]
    if obs["turn_of"] == side and combos:
        parts += [
            text_line(9, 98 + 11 * k, words, 9, FAINT, max_width=PANEL_WIDTH - 14) for k, words in enumerate(combos[:4])
        ]
    return "".join(parts)


def draw_agents(
    content: Content, player: dict[str, Any], choices: set[str], x: float, room: float
) -> tuple[str, float]:
    """Draw the agents of a player; returns the SVG and its height."""
    in_play = player["agents"]
    if not in_play:
        return "", 0
    wide, parts = CARD_WIDTH * AGENT_SCALE, [text_line(x, 10, f"agents {len(in_play)}", 10, FAINT)]
    step = min(wide + CARD_GAP, (room - wide) / max(len(in_play) - 1, 1))
    for k, agent in enumerate(in_play):
        marks: dict[str, Any] = {"choice": agent["card"] in choices, "health": agent["health"], "scale": AGENT_SCALE}
        marks |= {"spent": True, "hint": "; has acted"} if agent["activated"] else {}
        parts.append(draw_card(content.labels.file, agent["card"], x + step * k, 16, **marks))
    return "".join(parts), 16 + CARD_HEIGHT * AGENT_SCALE


def draw_hand(
    content: Content, obs: dict[str, Any], side: int, choices: set[str], x: float, room: float
) -> tuple[str, float]:
    """Draw the draw pile, then the cards in hand; hidden cards as a face-down fan."""
    player = obs["players"][side]
    names = [name for name in player["hand"] if name is not None]
    hidden, pile = len(player["hand"]) - len(names), len(player["pile"])
    scale = 1 if obs["seat"] in (side, None) else RIVAL_SCALE
    parts = [text_line(x, 10, f"pile {pile}", 10, FAINT)]
    parts.append(card_back(side, x, 16, pile, scale) if pile else empty_pile(x, 16, scale))
    at = x + BACK_WIDTH * scale + 14
    parts.append(text_line(at, 10, f"hand {len(player['hand'])}", 10, FAINT))
    wide = CARD_WIDTH * scale
    cards = len(names) * (wide + CARD_GAP) + hidden * FAN_STEP
    step = wide + CARD_GAP if cards <= room - (at - x) else (room - (at - x) - wide) / max(len(player["hand"]) - 1, 1)
    for name in names:
        known = name in player["shown"] and obs["seat"] in (side, None)
        hint = "; the rival knows of it" if known else ""
        parts.append(draw_card(content.labels.file, name, at, 16, name in choices, hint=hint, scale=scale))
        if known:
            parts.append(icon("eye", at + wide - 16, 18 + 24 * scale, 13, "the rival knows of it"))
        at += step
    parts += [card_back(side, at + FAN_STEP * k, 16, scale=scale) for k in range(hidden)]
    return "".join(parts), 16 + (CARD_HEIGHT if names else BACK_WIDTH * 1.4) * scale


def zone_lists(obs: dict[str, Any], side: int) -> list[tuple[str, list[str]]]:
    """Zones shown as lists of names, top card first."""
    player = obs["players"][side]
    known = [name for name in player["pile"] if name is not None]
    zones = [("on top", known), ("cooldown", player["cooldown"])]
    if obs["turn_of"] == side:
        zones.insert(0, ("played", obs["played"]))
    return zones


def _stack(rows: list[tuple[Any, float]]) -> tuple[list[str], float]:
    parts, y = [], 0.0
    for draw, tall in rows:
        if tall:
            parts.append(group(0, y, draw))
            y += tall + 6
    return parts, y


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
