"""SVG image of a position: what one seat may see of it, or all of it.

The image is self-contained, and equal positions give equal bytes. From top to bottom: header, status bar, opponents,
the supply, the current turn, and the player.
"""

from __future__ import annotations

from typing import Any

from ludus.core.game import Content
from ludus.core.structured_records import snapshot
from ludus.games.dominion import state as s
from ludus.games.dominion.describe import count_by_name, describe, full_observation, plural, prompt, sort_hand
from ludus.games.dominion.moves import STOP, YES
from ludus.games.dominion.notation import list_legal_moves
from ludus.games.dominion.render.cards import (
    CARD_HEIGHT,
    SMALL_WIDTH,
    WIDE_WIDTH,
    card_back,
    draw_chips,
    empty_pile,
    small_card,
    wide_card,
)
from ludus.games.dominion.render.icons import CHOICE_COLOUR, PLAYER_NAMES, SEAT_COLOURS, coin, icon, shield
from ludus.games.dominion.state import CARD, COPPER, CURSE, DUCHY, ESTATE, GOLD, KINGDOM, PROVINCE, SILVER
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
    text_width,
    title_tooltip,
)

PILE_GAP = 8
BASIC_ROWS = ((COPPER, SILVER, GOLD, CURSE), (ESTATE, DUCHY, PROVINCE))
KINGDOM_COLUMNS = 5
SUPPLY_HEIGHT = 2 * CARD_HEIGHT + PILE_GAP
EMPTY_PILE_OPACITY = 0.32  # opacity of an empty pile
TRASH_LINES = 7  # lines of the trash
COUNTERS_WIDTH = 138
TABLE_SCALE = 0.86  # scale of cards in play relative to the hand
CARD_STEP = SMALL_WIDTH * TABLE_SCALE + 8
MAX_SIDE_BY_SIDE = 5  # cards side by side; more overlap
TURN_HEIGHT = CARD_HEIGHT * TABLE_SCALE + 34
PANEL_WIDTH, CARD_GAP = 136, 8
OTHERS_SCALE = 0.72  # scale of other players' cards
FAN_STEP = 13  # visible width of a covered face-down card
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


def header(state: Any, obs: dict[str, Any]) -> str:
    """Title bar: edition, turn, and the seat that looks."""
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


def status_line(content: Content, state: Any, obs: dict[str, Any]) -> str:
    """Status of the game in one line."""
    if not state.reason:
        return f"{player_label(state.chooser)} is to {prompt(content, state, obs, player_label)}"
    winners = obs["winners"]
    points = plural(obs["players"][winners[0]]["points"], "point")
    names = " and ".join(player_label(k) for k in winners)
    return f"{names} {'wins' if len(winners) == 1 else 'share the victory'} with {points}: {END_TEXTS[state.reason]}"


def _playing(frame: dict[str, Any]) -> str:
    again = frame["again"]
    return frame["card"] + (f", then {'once' if again == 1 else f'{again} times'} more" if again else "")


def player_label(seat: int) -> str:
    """Name of a player within a sentence."""
    return f"the {PLAYER_NAMES[seat].lower()}"


def draw_player(obs: dict[str, Any], side: int, choices: set[str], top: float) -> tuple[str, float]:
    """Draw a player from `top` down.

    Returns:
        The SVG, and its lower edge.
    """
    player, own = obs["players"][side], obs["seat"] == side
    scale = 1 if own else OTHERS_SCALE
    x, y, room = PANEL_WIDTH + 16.0, 20.0, WIDTH - 2 * MARGIN - PANEL_WIDTH - 16
    parts = [draw_deck(obs, player, side, x, y, scale)]
    x += SMALL_WIDTH * scale + 10
    parts.append(draw_discard(obs, player, side, x, y, scale))
    x += SMALL_WIDTH * scale + 16
    parts.append(draw_hand(obs, side, choices, x, y, scale))
    y += CARD_HEIGHT * scale + 8
    for label, counts in (("owns", player["owned"]), ("deck", player["bag"])):
        if isinstance(counts, dict) and counts:
            cards = [name for name in sort_hand(obs, counts) if name is not None]
            drawn, tall = draw_chips(obs, label, {name: counts[name] for name in cards}, PANEL_WIDTH + 16, y, room)
            parts.append(drawn)
            y += tall + 4
    return group(MARGIN, top, draw_panel(obs, player, side, y), *parts), top + y


def draw_panel(obs: dict[str, Any], player: dict[str, Any], side: int, tall: float) -> str:
    """Draw the panel with a player's name and numbers."""
    deciding, winning = obs["to_move"] == side, side in obs["winners"]
    ink = SEAT_COLOURS[side]
    parts = [
        rect(0, 0, PANEL_WIDTH, tall, FACE, ink if deciding else EDGE, rx=6, stroke_width=3 if deciding else 1.5),
        element("path", d=f"M6 0h{PANEL_WIDTH - 12}a6 6 0 0 1 6 6v16h-{PANEL_WIDTH}v-16a6 6 0 0 1 6-6z", fill=ink),
        text_line(9, 15.5, PLAYER_NAMES[side], 12, FACE, bold=True),
    ]
    if deciding:
        parts.append(icon("arrow", PANEL_WIDTH - 20, 5, 12, "to decide"))
    if winning:
        parts.append(icon("crown", PANEL_WIDTH - 24, 3, 16, "winner"))
    parts.append(element("g", title_tooltip(plural(player["points"], "point")), shield(8, 30, 40, player["points"])))
    facts = [plural(player["turns"], "turn") + " taken", plural(sum(player["owned"].values()), "card")]
    if obs["to_move"] is not None and obs["turn_of"] == side:
        facts.append("has the turn")
    if any(frame["immune"] >> side & 1 for frame in obs["playing"][-1:]):
        facts.append("safe from attack")
    parts += [text_line(56, 40 + 14 * k, fact, 10.5, INK, max_width=PANEL_WIDTH - 60) for k, fact in enumerate(facts)]
    return "".join(parts)


def draw_deck(obs: dict[str, Any], player: dict[str, Any], side: int, x: float, y: float, scale: float) -> str:
    """Draw the deck face down with its size; known top cards by name."""
    size, tops = player["deck"], list(reversed(player["top"]))
    parts = [text_line(x, y - 7, f"deck {size}", 10, FAINT)]
    if not size:
        return "".join([*parts, empty_pile(x, y, scale)])
    if tops and tops[0] is not None:
        hint = "; on top of the deck" + "".join(f", then {name or 'a hidden card'}" for name in tops[1:])
        parts += [card_back(side, x + 3, y - 2, size, scale), small_card(obs, tops[0], x, y, hint=hint, scale=scale)]
    else:
        parts.append(card_back(side, x, y, size, scale))
    return "".join(parts)


def draw_discard(obs: dict[str, Any], player: dict[str, Any], side: int, x: float, y: float, scale: float) -> str:
    """Draw the top card of the discard pile."""
    cards = player["discard"]
    parts = [text_line(x, y - 7, f"discard {len(cards)}", 10, FAINT)]
    if not cards:
        parts.append(empty_pile(x, y, scale))
    elif cards[-1] is None:
        parts.append(card_back(side, x, y, scale=scale))
    else:
        parts.append(small_card(obs, cards[-1], x, y, hint="; on top of the discard pile", scale=scale))
    return "".join(parts)


def draw_hand(obs: dict[str, Any], side: int, choices: set[str], x: float, y: float, scale: float) -> str:
    """Draw equal cards once with their count; hidden cards as a face-down fan."""
    player, room = obs["players"][side], WIDTH - 2 * MARGIN - x
    parts = [text_line(x, y - 7, f"hand {len(player['hand'])}", 10, FAINT)]
    known = [(name, n) for name, n in count_by_name(sort_hand(obs, player["hand"])) if name is not None]
    large = obs["seat"] == side and len(known) * (WIDE_WIDTH + CARD_GAP) - CARD_GAP <= room
    face, wide = (wide_card, WIDE_WIDTH) if large else (small_card, SMALL_WIDTH)
    public_counts = (
        dict(count_by_name(player["hand"][k] for k in player["shown"])) if obs["seat"] in (None, side) else {}
    )
    hidden = player["hand"].count(None)
    step = min(wide * scale + CARD_GAP, (room - wide * scale) / max(len(known) - 1 + (hidden > 0), 1))
    for name, n in known:
        hint = f"; others know of {public_counts[name]}" if name in public_counts else ""
        parts.append(face(obs, name, x, y, count=n if n > 1 else None, choice=name in choices, hint=hint, scale=scale))
        if name in public_counts:
            parts.append(icon("eye", x + (wide - 17) * scale, y + 26 * scale, 14 * scale, "others know of it"))
        x += step
    fan = min(FAN_STEP, max(WIDTH - 2 * MARGIN - x - SMALL_WIDTH * scale, 0) / max(hidden - 1, 1))
    return "".join([*parts, *(card_back(side, x + fan * k, y, scale=scale) for k in range(hidden))])


def draw_supply(obs: dict[str, Any], choices: set[str], loot: set[str], top: float) -> tuple[str, float]:
    """Draw the supply from `top` down; `choices` can be taken from the piles, `loot` from the trash.

    Returns:
        The SVG, and its lower edge.
    """
    names = list(obs["cards"])
    parts = []
    for row, slots in enumerate(BASIC_ROWS):
        for column, slot in enumerate(slots):
            at = MARGIN + column * (SMALL_WIDTH + PILE_GAP), top + row * (CARD_HEIGHT + PILE_GAP)
            parts.append(draw_pile(obs, names[slot], small_card, *at, names[slot] in choices))
    parts.append(draw_trash(obs, loot, MARGIN + 3 * (SMALL_WIDTH + PILE_GAP), top + CARD_HEIGHT + PILE_GAP))
    left = WIDTH - MARGIN - KINGDOM_COLUMNS * (WIDE_WIDTH + PILE_GAP) + PILE_GAP
    for k, name in enumerate(sorted(names[KINGDOM:], key=lambda name: (obs["cards"][name]["cost"], name))):
        at = left + k % KINGDOM_COLUMNS * (WIDE_WIDTH + PILE_GAP), top + k // KINGDOM_COLUMNS * (CARD_HEIGHT + PILE_GAP)
        parts.append(draw_pile(obs, name, wide_card, *at, name in choices))
    return "".join(parts), top + SUPPLY_HEIGHT


def draw_pile(obs: dict[str, Any], name: str, face: Any, x: float, y: float, choice: bool) -> str:
    """Draw a supply pile; an empty one is faded."""
    left = obs["supply"][name]
    drawn: str = face(obs, name, x, y, count=left, choice=choice, hint=f"; {left or 'none'} left")
    return drawn if left else element("g", drawn, opacity=EMPTY_PILE_OPACITY)


def draw_trash(obs: dict[str, Any], loot: set[str], x: float, y: float) -> str:
    """Draw the trash; cards that may be taken from it are coloured."""
    cards = obs["trash"]
    text = ", ".join(f"{n} {name}" for name, n in cards.items()) or "nothing"
    edge, thick = (CHOICE_COLOUR, 3) if loot else (EDGE, 1.5)
    parts = [
        title_tooltip(f"trash: {text}"),
        rect(0, 0, SMALL_WIDTH, CARD_HEIGHT, FELT, edge, rx=6, stroke_dasharray=4, stroke_width=thick),
        text_line(SMALL_WIDTH / 2, 15, f"Trash {sum(cards.values())}", 10.5, FAINT, "middle", True),
    ]
    lines = [(f"{n} {name}", name in loot) for name, n in cards.items()]
    if len(lines) > TRASH_LINES:
        lines = [*lines[: TRASH_LINES - 1], ("…", False)]
    for k, (line, free) in enumerate(lines):
        parts.append(
            text_line(6, 29 + 11 * k, line, 9, CHOICE_COLOUR if free else INK, bold=free, max_width=SMALL_WIDTH - 10)
        )
    return group(x, y, *parts)


def draw_turn(obs: dict[str, Any], choices: set[str], top: float) -> tuple[str, float]:
    """Draw the turn from `top` down.

    Returns:
        The SVG, and its lower edge.
    """
    width = WIDTH - 2 * MARGIN
    parts = [rect(0, 0, width, TURN_HEIGHT, FELT, EDGE, rx=10), draw_counters(obs, 14, 27)]
    right: float = width - 14
    if obs["aside"]:
        label = f"Aside: {PLAYER_NAMES[obs['aside_of']].lower()}"
        wide = max(text_width(label, 11, bold=True), min(len(obs["aside"]), MAX_SIDE_BY_SIDE) * (CARD_STEP + 4) - 8)
        parts.append(
            draw_card_row(
                obs, label, obs["aside_of"], [(name, 1) for name in obs["aside"]], right - wide, wide, choices
            )
        )
        right -= wide + 24
    label = f"In play: {PLAYER_NAMES[obs['turn_of']].lower()}"
    parts.append(
        draw_card_row(
            obs, label, obs["turn_of"], count_by_name(obs["played"]), COUNTERS_WIDTH, right - COUNTERS_WIDTH, set()
        )
    )
    return group(MARGIN, top, *parts), top + TURN_HEIGHT


def draw_card_row(
    obs: dict[str, Any],
    label: str,
    side: int,
    cards: list[tuple[str | None, int]],
    x: float,
    room: float,
    choices: set[str],
) -> str:
    """Draw cards side by side under a heading; they overlap if there is too little room."""
    parts = [text_line(x, 18, label, 11, SEAT_COLOURS[side], bold=True)]
    step = min(CARD_STEP, (room - SMALL_WIDTH * TABLE_SCALE) / max(len(cards) - 1, 1))
    for k, (name, n) in enumerate(cards):
        if name is None:
            parts.append(card_back(side, x + step * k, 26, scale=TABLE_SCALE))
            continue
        playing = any(frame["card"] == name for frame in obs["playing"])
        marks = {"count": n if n > 1 else None, "choice": name in choices, "hint": "; being played" if playing else ""}
        parts.append(small_card(obs, name, x + step * k, 26, scale=TABLE_SCALE, **marks))
    return "".join(parts)


def draw_counters(obs: dict[str, Any], x: float, y: float) -> str:
    """Draw the actions, buys and coins left."""
    buying = obs["phase"] == "buy"
    parts = [text_line(x, 18, "Buy phase" if buying else "Action phase", 11, FAINT, bold=True)]
    for k, (thing, n) in enumerate((("action", obs["actions"]), ("buy", obs["buys"]), ("coin", obs["coins"]))):
        at = y + 29 * k
        parts.append(coin(x + 11, at + 11, 11, "") if thing == "coin" else icon(thing, x + 1, at + 1, 20))
        parts.append(text_line(x + 32, at + 18, str(n), 19, FAINT if buying and thing == "action" else INK, bold=True))
        parts.append(text_line(x + 37 + 13 * len(str(n)), at + 17, plural(n, thing).split()[1], 11, FAINT))
    if obs["merchants"]:
        parts.append(text_line(x, TURN_HEIGHT - 6, f"+{plural(obs['merchants'], 'coin')} with a Silver", 10, FAINT))
    return "".join(parts)
