"""SVG of a battle: two players facing each other across the lanes."""

from __future__ import annotations

from typing import Any

from ludus.games.locm.battle_turns import START_RUNES
from ludus.games.locm.card_text import card_sentence, keyword_names
from ludus.games.locm.instance_id_lookup import hand_ids
from ludus.games.locm.narration import LANES
from ludus.games.locm.render.cards import BOARD_HEIGHT, CARD_HEIGHT, CARD_WIDTH, board_card, card_back, hand_card
from ludus.games.locm.render.glyphs import GOLD_COLOUR, HEART_COLOUR, PLAYER_NAMES, SEAT_COLOURS, glyph
from ludus.games.locm.state import DECK, HAND, LANE, RUNNING
from ludus.util.svg import EDGE, FACE, FAINT, FELT, INK, MARGIN, WIDTH, element, group, rect, text_line, title_tooltip
from ludus.util.text import plural

PANEL_WIDTH = 190
BOARD_SCALE = 1.25  # size of creatures on the board relative to cards in hand
ROW_PADDING = 12  # margin around a row of creatures, for the glow
ROW_HEIGHT = BOARD_HEIGHT * BOARD_SCALE + 2 * ROW_PADDING
LANES_HEIGHT = 2 * ROW_HEIGHT + 10


def draw_battle(data: Any, names: list[str], state: Any, seat: int | None, top: float) -> tuple[str, float]:
    """Draw the battle from `top` down; return the SVG and its lower end. The viewing seat, or seat 0, is below."""
    below = seat or 0
    parts = []
    y = top
    for side in (1 - below, below):
        parts.append(draw_panel(data, state, side, MARGIN, y))
        parts.append(draw_hand(data, names, state, side, seat in (None, side), MARGIN + PANEL_WIDTH + 16, y))
        y += CARD_HEIGHT + 14
        if side != below:
            parts.append(draw_lanes(data, names, state, below, y))
            y += LANES_HEIGHT + 14
    return "".join(parts), y


def describe_battle(data: Any, names: list[str], state: Any, seat: int | None) -> str:
    """Describe the battle in words."""
    sentences = []
    for side in (0, 1):
        player = state.players[side]
        sentences.append(
            f"{PLAYER_NAMES[side]}: {player.health} health, {player.mana} of {player.max_mana} mana, "
            f"{plural(player.hand_count, 'card')} in hand, {DECK - player.drawn} in the deck."
        )
        for lane in range(data.lanes):
            in_lane = [player.board[k] for k in range(player.board_count) if player.board[k].status & LANE == lane]
            where = f" in {LANES[lane]}" if data.lanes > 1 else ""
            creatures = [
                " ".join([names[c.card], f"{c.attack}/{c.defense}", *keyword_names(c.keywords)]) for c in in_lane
            ]
            sentences += [f"Creatures{where}: {', '.join(creatures)}."] if creatures else []
        if seat in (None, side) and player.hand_count:
            cards = [player.deck[player.hand[k]] for k in range(player.hand_count)]
            sentences.append(f"Hand: {'. '.join(card_sentence(names[card], data.cards[card]) for card in cards)}.")
    return " ".join(sentences)


def draw_panel(data: Any, state: Any, side: int, x: float, y: float) -> str:
    """Draw a player's health, runes, mana, deck and draw."""
    player = state.players[side]
    acting = state.reason == RUNNING and state.mover == side
    parts = [
        rect(
            0,
            0,
            PANEL_WIDTH,
            CARD_HEIGHT,
            FACE,
            SEAT_COLOURS[side] if acting else EDGE,
            rx=6,
            stroke_width=3 if acting else 1.5,
        ),
        element(
            "path",
            d=f"M6 0h{PANEL_WIDTH - 12}a6 6 0 0 1 6 6v18h-{PANEL_WIDTH}v-18a6 6 0 0 1 6-6z",
            fill=SEAT_COLOURS[side],
        ),
        text_line(10, 17, PLAYER_NAMES[side], 13, FACE, bold=True),
    ]
    if acting:
        parts.append(text_line(PANEL_WIDTH - 20, 16.5, "to move", 11, FACE, "end"))
        parts.append(element("path", d=f"M{PANEL_WIDTH - 16} 8l7 4.5-7 4.5z", fill=FACE))
    if state.reason != RUNNING and state.winner == side:
        parts.append(glyph("crown", PANEL_WIDTH - 26, 4, 16, "winner", "#f6d365"))
    health = element("g", title_tooltip(f"{player.health} health"), glyph("heart", 8, 30, 42))
    parts += [health, text_line(29, 56, str(player.health).replace("-", "−"), 17, FACE, "middle", True)]
    parts.append(draw_runes(player, 60, 32) if data.runes else draw_lost_health(player, 60, 32))
    parts.append(draw_mana(player, 10, 76))
    parts.append(draw_counts(player, 10, 105))
    return group(x, y, *parts)


def draw_runes(player: Any, x: float, y: float) -> str:
    """Draw the runes at 25 to 5 health; a broken one has given a card [7.2]."""
    parts = [title_tooltip(f"{player.runes} runes left")]
    for k in range(START_RUNES):
        step = START_RUNES - k
        whole = step <= player.runes
        parts.append(
            glyph("rune", x + 24 * k, y, 20, fill=GOLD_COLOUR if whole else FACE, stroke=GOLD_COLOUR if whole else EDGE)
        )
        parts.append(text_line(x + 24 * k + 10, y + 33, str(5 * step), 10, INK if whole else FAINT, "middle"))
    return element("g", *parts)


def draw_lost_health(player: Any, x: float, y: float) -> str:
    """Draw the health lost since the own turn began; in 1.5 every five draw a card [7.3]."""
    parts = [title_tooltip(f"{player.lost} health lost since the own last turn began; every 5 draw a card")]
    for k in range(5):
        fill = HEART_COLOUR if k < player.lost % 5 else FACE
        parts.append(
            element("circle", cx=x + 10 + 24 * k, cy=y + 10, r=7, fill=fill, stroke=HEART_COLOUR, stroke_width=1.5)
        )
    parts.append(text_line(x + 2, y + 33, f"{player.lost} health lost", 11))
    return element("g", *parts)


def draw_mana(player: Any, x: float, y: float) -> str:
    parts = [title_tooltip(f"{player.mana} of {player.max_mana} mana")]
    for k in range(player.max_mana):
        fill = None if k < player.mana else FACE
        extra = player.bonus and k == player.max_mana - 1
        parts.append(
            glyph(
                "crystal",
                x - 2 + 10 * k,
                y,
                14,
                fill=fill,
                stroke=GOLD_COLOUR if extra else INK,
                stroke_width=2 if extra else 1,
            )
        )
    parts.append(text_line(PANEL_WIDTH - 10, y + 12, f"{player.mana}/{player.max_mana}", 12, INK, "end", True))
    return element("g", *parts)


def draw_counts(player: Any, x: float, y: float) -> str:
    deck = DECK - player.drawn
    return "".join(
        (
            element(
                "g",
                title_tooltip(f"{deck} cards in the deck"),
                glyph("deck", x, y, 15),
                text_line(x + 19, y + 12, str(deck), 13),
            ),
            element(
                "g",
                title_tooltip(f"{player.hand_count} of {HAND} cards in hand"),
                glyph("card", x + 52, y, 15),
                text_line(x + 70, y + 12, str(player.hand_count), 13),
            ),
            element(
                "g",
                title_tooltip(f"draws {player.next_draw} at the start of the next own turn"),
                text_line(PANEL_WIDTH - 10, y + 12, f"draws {player.next_draw}", 12, INK, "end"),
            ),
        )
    )


def draw_hand(data: Any, names: list[str], state: Any, side: int, visible: bool, x: float, y: float) -> str:
    player = state.players[side]
    step = (WIDTH - MARGIN - x - CARD_WIDTH) / (HAND - 1)
    ids = hand_ids(data, state, side)
    cards = []
    for k in range(player.hand_count):
        if visible:
            index = player.deck[player.hand[k]]
            card = data.cards[index]
            payable = state.reason != RUNNING or state.mover != side or card.cost <= player.mana
            cards.append(hand_card(names[index], card, x + step * k, y, payable=payable, card_id=ids[k]))
        else:
            cards.append(card_back(side, x + step * k, y))
    return "".join(cards)


def draw_lanes(data: Any, names: list[str], state: Any, below: int, y: float) -> str:
    """Draw all lanes; the creatures of the player `below` are in their lower row."""
    width = (WIDTH - 2 * MARGIN - 12 * (data.lanes - 1)) / data.lanes
    return "".join(
        draw_lane(data, names, state, below, lane, MARGIN + (width + 12) * lane, y, width) for lane in range(data.lanes)
    )


def draw_lane(data: Any, names: list[str], state: Any, below: int, lane: int, x: float, y: float, width: float) -> str:
    middle = LANES_HEIGHT / 2
    parts = [
        rect(0, 0, width, LANES_HEIGHT, FELT, EDGE, rx=10),
        element("path", d=f"M12 {middle}h{width - 24}", stroke=EDGE, stroke_width=1.5, stroke_dasharray="2 5"),
    ]
    if data.lanes > 1:
        label = LANES[lane].removeprefix("the ").capitalize()
        parts += [
            rect(width / 2 - 36, middle - 8, 72, 16, FELT),
            text_line(width / 2, middle + 4, label, 11, FAINT, "middle"),
        ]
    step = width / data.lane_room
    for side in (0, 1):
        player = state.players[side]
        acting = state.reason == RUNNING and state.mover == side
        in_lane = [player.board[k] for k in range(player.board_count) if player.board[k].status & LANE == lane]
        top = middle + 5 + ROW_PADDING if side == below else ROW_PADDING
        for k in range(data.lane_room):
            left = step * (k + 0.5) - CARD_WIDTH * BOARD_SCALE / 2
            if k < len(in_lane):
                card = data.cards[in_lane[k].card]
                parts.append(board_card(names[in_lane[k].card], card, in_lane[k], left, top, BOARD_SCALE, acting))
            else:
                parts.append(
                    rect(
                        left,
                        top,
                        CARD_WIDTH * BOARD_SCALE,
                        BOARD_HEIGHT * BOARD_SCALE,
                        "none",
                        EDGE,
                        rx=8,
                        stroke_dasharray=3,
                        opacity=0.6,
                    )
                )
    return group(x, y, *parts)
