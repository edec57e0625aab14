"""SVG of deck building: the offer of the draft or the card pool, the cards taken so far, their mana curve."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ludus.core.svg import EDGE, FACE, FAINT, INK, MARGIN, WIDTH, box, element, group, number, say, title
from ludus.games.locm.decks import MOST_COPIES
from ludus.games.locm.picture.cards import (
    CARD_HEIGHT,
    CARD_WIDTH,
    KIND_INKS,
    TILE_HEIGHT,
    TILE_WIDTH,
    hand_card,
    tile,
)
from ludus.games.locm.picture.ink import PLAYERS, SEATS
from ludus.games.locm.picture.words import describe
from ludus.games.locm.state import CREATURE, DECK, DRAFT, OFFERED
from ludus.games.locm.text import picked_count

BIG = 1.9  # size of an offered card relative to one in hand
BIG_HEIGHT = CARD_HEIGHT * BIG
COLUMNS = 10
STEP = (WIDTH - 2 * MARGIN + 4) / COLUMNS
COSTS = 13  # 0 to 12; more expensive cards count as 12
CURVE = 130
ITEM = "#3a5f8f"


def taken(state: Any, side: int) -> list[int]:
    """Return the cards that a player has picked or chosen so far, in that order."""
    return [state.players[side].deck[k] for k in range(picked_count(state, side))]


def tell_picking(table: Any, names: list[str], state: Any, seat: int | None) -> str:
    """Describe the deck building in words."""
    sentences = []
    if state.phase == DRAFT:
        offer = [state.offers[state.picks, k] for k in range(OFFERED)]
        sentences.append(f"On offer: {'. '.join(describe(names[card], table.cards[card]) for card in offer)}.")
    else:
        sentences.append(f"{table.card_count} cards to choose from.")
    for side in (0, 1) if seat is None else (seat,):
        cards = ", ".join(names[card] for card in taken(state, side))
        sentences.append(
            f"{PLAYERS[side]} has taken {len(taken(state, side))} of {DECK}{': ' if cards else ''}{cards}."
        )
    return " ".join(sentences)


def draw_draft(table: Any, names: list[str], state: Any, seat: int | None, top: float) -> tuple[str, float]:
    """Draw the offer with the mana curve next to it and the picks below; those of both players if all is shown."""
    parts = []
    for k in range(OFFERED):
        index = state.offers[state.picks, k]
        x = MARGIN + 12 + k * (CARD_WIDTH * BIG + 26)
        parts.append(hand_card(names[index], table.cards[index], x, top + 12, BIG))
        label, colour = f"PICK {k}", FAINT
        if state.mover == 1 and seat != 1 and state.players[0].deck[state.picks] == index:
            parts.append(box(x, top + BIG_HEIGHT + 16, CARD_WIDTH * BIG, 22, SEATS[0]))
            label, colour = f"PICK {k}: first player", FACE
        parts.append(say(x + CARD_WIDTH * BIG / 2, top + BIG_HEIGHT + 31.5, label, 13, colour, "middle", True))
    sides = (0, 1) if seat is None else (seat,)
    tall = (BIG_HEIGHT + 28 - 10 * (len(sides) - 1)) / len(sides)
    for k, side in enumerate(sides):
        x = MARGIN + 3 * (CARD_WIDTH * BIG + 26) + 20
        parts.append(curve(table, state, side, x, top + 6 + k * (tall + 10), WIDTH - MARGIN - x, tall))
    y = top + BIG_HEIGHT + 48
    columns = COLUMNS // len(sides)
    for k, side in enumerate(sides):
        x = MARGIN + k * columns * STEP
        parts.append(say(x, y + 12, f"{PLAYERS[side]}: cards taken, oldest first", 12, SEATS[side], bold=True))
        for place in range(DECK):
            at = x + place % columns * STEP, y + 20 + place // columns * (TILE_HEIGHT + 4)
            parts.append(box(*at, TILE_WIDTH, TILE_HEIGHT, "none", EDGE, stroke_dasharray=3, opacity=0.6))
        for place, index in enumerate(taken(state, side)):
            at = x + place % columns * STEP, y + 20 + place // columns * (TILE_HEIGHT + 4)
            parts.append(tile(names[index], table.cards[index], *at, []))
    return "".join(parts), y + 20 + DECK // columns * (TILE_HEIGHT + 4) + 8


def draw_construct(table: Any, names: list[str], state: Any, seat: int | None, top: float) -> tuple[str, float]:
    """Draw the mana curve above the card pool, in which the chosen copies are marked."""
    sides = (0, 1) if seat is None else (seat,)
    half = (WIDTH - 2 * MARGIN - 14) / 2
    parts = [curve(table, state, side, MARGIN + k * (half + 14), top + 6, half, CURVE) for k, side in enumerate(sides)]
    if seat is not None:
        instructions = (
            f"Choose {DECK} cards, at most {MOST_COPIES} of each.",
            "PASS fills the deck with the first cards of the list.",
            "The opponent's cards stay hidden.",
        )
        parts += [say(MARGIN + half + 34, top + 40 + 22 * k, line, 13) for k, line in enumerate(instructions)]
    copies = [(SEATS[side], Counter(taken(state, side))) for side in sides]
    y = top + CURVE + 22
    for index in range(table.card_count):
        at = MARGIN + index % COLUMNS * STEP, y + index // COLUMNS * (TILE_HEIGHT + 4)
        parts.append(tile(names[index], table.cards[index], *at, [(colour, count[index]) for colour, count in copies]))
    return "".join(parts), y + -(-table.card_count // COLUMNS) * (TILE_HEIGHT + 4) + 8


def curve(table: Any, state: Any, side: int, x: float, y: float, width: float, height: float) -> str:
    """Draw the number of cards taken by cost, creatures below items."""
    cards = [table.cards[index] for index in taken(state, side)]
    creatures = Counter(min(card.cost, COSTS - 1) for card in cards if card.kind == CREATURE)
    items = Counter(min(card.cost, COSTS - 1) for card in cards if card.kind != CREATURE)
    creature_count, item_count = sum(creatures.values()), sum(items.values())
    summary = f"{len(cards)} of {DECK}"
    if cards:
        summary += f" · mean cost {sum(card.cost for card in cards) / len(cards):.1f}"
    parts = [
        title(f"mana curve of the {PLAYERS[side].lower()}"),
        box(0, 0, width, height, FACE, EDGE, rx=6),
        say(12, 20, PLAYERS[side], 13, SEATS[side], bold=True),
        say(width - 12, 20, summary, 12, INK, "end"),
        box(12, 28, 9, 9, KIND_INKS[0], rx=2) + say(25, 37, f"{creature_count} creatures", 11),
        box(112, 28, 9, 9, "none", ITEM, rx=2, stroke_width=2) + say(125, 37, f"{item_count} items", 11),
        say(width - 12, 37, "cards by cost", 11, FAINT, "end"),
    ]
    floor, step = height - 20, (width - 24) / COSTS
    unit = (floor - 58) / max(6, *((creatures + items).values() or [0]))
    for cost in range(COSTS):
        left, low, high = 12 + step * cost + 3, creatures[cost] * unit, items[cost] * unit
        if low:
            parts.append(box(left, floor - low, step - 6, low, KIND_INKS[0], rx=1.5))
        if high:
            parts.append(
                box(left + 1, floor - low - high + 1, step - 8, high - 2, "#dfe9f6", ITEM, rx=1.5, stroke_width=2)
            )
        if low + high:
            total = str(creatures[cost] + items[cost])
            parts.append(say(left + step / 2 - 3, floor - low - high - 4, total, 11, INK, "middle", True))
        parts.append(say(left + step / 2 - 3, height - 6, str(cost), 11, FAINT, "middle"))
    parts.append(element("path", d=f"M12 {number(floor)}h{number(width - 24)}", stroke=EDGE))
    return group(x, y, *parts)
