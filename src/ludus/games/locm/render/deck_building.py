"""SVG of deck building: the offer of the draft or the card pool, the cards taken so far, their mana curve."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ludus.games.locm.card_text import card_sentence
from ludus.games.locm.deck_building import MAX_COPIES
from ludus.games.locm.notation import picked_count
from ludus.games.locm.render.cards import (
    CARD_HEIGHT,
    CARD_WIDTH,
    KIND_COLOURS,
    TILE_HEIGHT,
    TILE_WIDTH,
    card_tile,
    hand_card,
)
from ludus.games.locm.render.glyphs import PLAYER_NAMES, SEAT_COLOURS
from ludus.games.locm.state import CREATURE, DECK, DRAFT, OFFERED
from ludus.util.svg import (
    EDGE,
    FACE,
    FAINT,
    INK,
    MARGIN,
    WIDTH,
    element,
    format_number,
    group,
    rect,
    text_line,
    title_tooltip,
)
from ludus.util.text import plural

OFFER_SCALE = 1.9  # size of an offered card relative to one in hand
OFFER_HEIGHT = CARD_HEIGHT * OFFER_SCALE
COLUMNS = 10
COLUMN_STEP = (WIDTH - 2 * MARGIN + 4) / COLUMNS
COST_COLUMNS = 13  # 0 to 12; more expensive cards count as 12
CURVE_HEIGHT = 130
ITEM_COLOUR = "#3a5f8f"


def cards_taken(state: Any, side: int) -> list[int]:
    """Return the cards that a player has picked or chosen so far, in that order."""
    return [state.players[side].deck[k] for k in range(picked_count(state, side))]


def describe_deck_building(data: Any, names: list[str], state: Any, seat: int | None) -> str:
    """Describe the deck building in words."""
    sentences = []
    if state.phase == DRAFT:
        offer = [state.offers[state.picks, k] for k in range(OFFERED)]
        sentences.append(f"On offer: {'. '.join(card_sentence(names[card], data.cards[card]) for card in offer)}.")
    else:
        sentences.append(f"{plural(data.card_count, 'card')} to choose from.")
    for side in (0, 1) if seat is None else (seat,):
        cards = ", ".join(names[card] for card in cards_taken(state, side))
        sentences.append(
            f"{PLAYER_NAMES[side]} has taken {len(cards_taken(state, side))} of {DECK}{': ' if cards else ''}{cards}."
        )
    return " ".join(sentences)


def draw_draft(data: Any, names: list[str], state: Any, seat: int | None, top: float) -> tuple[str, float]:
    """Draw the offer with the mana curve next to it and the picks below; those of both players if all is shown."""
    parts = []
    for k in range(OFFERED):
        index = state.offers[state.picks, k]
        x = MARGIN + 12 + k * (CARD_WIDTH * OFFER_SCALE + 26)
        parts.append(hand_card(names[index], data.cards[index], x, top + 12, OFFER_SCALE))
        label, colour = f"PICK {k}", FAINT
        if state.mover == 1 and seat != 1 and state.players[0].deck[state.picks] == index:
            parts.append(rect(x, top + OFFER_HEIGHT + 16, CARD_WIDTH * OFFER_SCALE, 22, SEAT_COLOURS[0]))
            label, colour = f"PICK {k}: first player", FACE
        parts.append(
            text_line(x + CARD_WIDTH * OFFER_SCALE / 2, top + OFFER_HEIGHT + 31.5, label, 13, colour, "middle", True)
        )
    sides = (0, 1) if seat is None else (seat,)
    tall = (OFFER_HEIGHT + 28 - 10 * (len(sides) - 1)) / len(sides)
    for k, side in enumerate(sides):
        x = MARGIN + 3 * (CARD_WIDTH * OFFER_SCALE + 26) + 20
        parts.append(draw_mana_curve(data, state, side, x, top + 6 + k * (tall + 10), WIDTH - MARGIN - x, tall))
    y = top + OFFER_HEIGHT + 48
    columns = COLUMNS // len(sides)
    for k, side in enumerate(sides):
        x = MARGIN + k * columns * COLUMN_STEP
        parts.append(
            text_line(x, y + 12, f"{PLAYER_NAMES[side]}: cards taken, oldest first", 12, SEAT_COLOURS[side], bold=True)
        )
        for place in range(DECK):
            at = x + place % columns * COLUMN_STEP, y + 20 + place // columns * (TILE_HEIGHT + 4)
            parts.append(rect(*at, TILE_WIDTH, TILE_HEIGHT, "none", EDGE, stroke_dasharray=3, opacity=0.6))
        for place, index in enumerate(cards_taken(state, side)):
            at = x + place % columns * COLUMN_STEP, y + 20 + place // columns * (TILE_HEIGHT + 4)
            parts.append(card_tile(names[index], data.cards[index], *at, []))
    return "".join(parts), y + 20 + DECK // columns * (TILE_HEIGHT + 4) + 8


def draw_construct(data: Any, names: list[str], state: Any, seat: int | None, top: float) -> tuple[str, float]:
    """Draw the mana curve above the card pool, in which the chosen copies are marked."""
    sides = (0, 1) if seat is None else (seat,)
    half = (WIDTH - 2 * MARGIN - 14) / 2
    parts = [
        draw_mana_curve(data, state, side, MARGIN + k * (half + 14), top + 6, half, CURVE_HEIGHT)
        for k, side in enumerate(sides)
    ]
    if seat is not None:
        instructions = (
            f"Choose {DECK} cards, at most {MAX_COPIES} of each.",
            "PASS fills the deck with the first cards of the list.",
            "The opponent's cards stay hidden.",
        )
        parts += [text_line(MARGIN + half + 34, top + 40 + 22 * k, line, 13) for k, line in enumerate(instructions)]
    copies = [(SEAT_COLOURS[side], Counter(cards_taken(state, side))) for side in sides]
    y = top + CURVE_HEIGHT + 22
    for index in range(data.card_count):
        at = MARGIN + index % COLUMNS * COLUMN_STEP, y + index // COLUMNS * (TILE_HEIGHT + 4)
        parts.append(
            card_tile(names[index], data.cards[index], *at, [(colour, count[index]) for colour, count in copies])
        )
    return "".join(parts), y + -(-data.card_count // COLUMNS) * (TILE_HEIGHT + 4) + 8


def draw_mana_curve(data: Any, state: Any, side: int, x: float, y: float, width: float, height: float) -> str:
    """Draw the number of cards taken by cost, creatures below items."""
    cards = [data.cards[index] for index in cards_taken(state, side)]
    creatures = Counter(min(card.cost, COST_COLUMNS - 1) for card in cards if card.kind == CREATURE)
    items = Counter(min(card.cost, COST_COLUMNS - 1) for card in cards if card.kind != CREATURE)
    creature_count, item_count = sum(creatures.values()), sum(items.values())
    summary = f"{len(cards)} of {DECK}"
    if cards:
        summary += f" · mean cost {sum(card.cost for card in cards) / len(cards):.1f}"
    parts = [
        title_tooltip(f"mana curve of the {PLAYER_NAMES[side].lower()}"),
        rect(0, 0, width, height, FACE, EDGE, rx=6),
        text_line(12, 20, PLAYER_NAMES[side], 13, SEAT_COLOURS[side], bold=True),
        text_line(width - 12, 20, summary, 12, INK, "end"),
        rect(12, 28, 9, 9, KIND_COLOURS[0], rx=2) + text_line(25, 37, f"{creature_count} creatures", 11),
        rect(112, 28, 9, 9, "none", ITEM_COLOUR, rx=2, stroke_width=2) + text_line(125, 37, f"{item_count} items", 11),
        text_line(width - 12, 37, "cards by cost", 11, FAINT, "end"),
    ]
    floor, step = height - 20, (width - 24) / COST_COLUMNS
    unit = (floor - 58) / max(6, *((creatures + items).values() or [0]))
    for cost in range(COST_COLUMNS):
        left, low, high = 12 + step * cost + 3, creatures[cost] * unit, items[cost] * unit
        if low:
            parts.append(rect(left, floor - low, step - 6, low, KIND_COLOURS[0], rx=1.5))
        if high:
            parts.append(
                rect(
                    left + 1, floor - low - high + 1, step - 8, high - 2, "#dfe9f6", ITEM_COLOUR, rx=1.5, stroke_width=2
                )
            )
        if low + high:
            total = str(creatures[cost] + items[cost])
            parts.append(text_line(left + step / 2 - 3, floor - low - high - 4, total, 11, INK, "middle", True))
        parts.append(text_line(left + step / 2 - 3, height - 6, str(cost), 11, FAINT, "middle"))
    parts.append(element("path", d=f"M12 {format_number(floor)}h{format_number(width - 24)}", stroke=EDGE))
    return group(x, y, *parts)
