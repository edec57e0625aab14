"""Positions and moves in words, for the terminal. The notation of moves is in notation.py."""

from __future__ import annotations

from textwrap import wrap
from typing import Any

from ludus.core.game import Content
from ludus.games.locm.card_text import KIND_NAMES, area_hint, keyword_names
from ludus.games.locm.deck_building import FILL
from ludus.games.locm.game_data_records import GameData
from ludus.games.locm.instance_id_lookup import hand_ids
from ludus.games.locm.notation import picked_count
from ludus.games.locm.state import (
    BATTLE,
    CONSTRUCT,
    CREATURE,
    DECK,
    DRAFT,
    GREEN,
    KEYWORDS,
    LANE,
    OFFERED,
    PICKS,
    READY,
    REASONS,
)

LANE_LABELS = ("left", "right")
LINE_WIDTH = 78  # line width for lists that grow with the deck


def describe(content: Content, state: Any, seat: int | None = None) -> str:
    """Describe the position as a seat sees it, own side last; for None with both hands."""
    data = GameData.over(content.data)
    lines = [_headline(content, state)]
    if state.phase == BATTLE:
        for side in (0, 1) if seat is None else (1 - seat, seat):
            lines += _describe_player(content, data, state, side, seat)
        return "\n".join(lines)
    if state.phase == DRAFT:
        lines += [f"PICK {k}: {describe_card(content, state.offers[state.picks, k])}" for k in range(OFFERED)]
    for side in (0, 1) if seat is None else (seat,):
        lines += _describe_picks(content, data, state, side, seat)
    return "\n".join(lines)


def describe_move(content: Content, state: Any, move: int) -> str:
    """Describe a card that can be chosen for a constructed deck, in addition to its name.

    In all other phases the position shows the cards, and the name of a move says the rest.
    """
    return _card_properties(content, move & 255) if state.phase == CONSTRUCT and move != FILL else ""


def describe_card(content: Content, index: int) -> str:
    """Describe a card: name, cost, kind and effects."""
    return f"{content.labels.name(index)} {_card_properties(content, index)}"


def _card_properties(content: Content, index: int) -> str:
    card = GameData.over(content.data).cards[index]
    strength = f" {card.attack}/{card.defense}" if card.kind == CREATURE else ""
    if card.kind != CREATURE and (card.attack or card.defense):
        strength = f" {card.attack:+d}/{card.defense:+d}"
    facts = [f"({card.cost}) {KIND_NAMES[card.kind]}{strength}", *_keywords(card)]
    facts += [f"you {card.my_health:+d} health"] if card.my_health else []
    facts += [f"opponent {card.opp_health:+d} health"] if card.opp_health else []
    facts += [f"draw {card.draw}"] if card.draw else []
    facts += [area_hint(card)] if card.area else []
    return ", ".join(facts)


def _keywords(card: Any) -> list[str]:
    """Return the keywords that a card has, gives or removes, as at most one text."""
    if not card.keywords:
        return []
    every = card.keywords == (1 << len(KEYWORDS)) - 1
    names = "all keywords" if every and card.kind != CREATURE else " ".join(keyword_names(card.keywords))
    return [names if card.kind <= GREEN else f"removes {names}"]


def _headline(content: Content, state: Any) -> str:
    title = f"LOCM {content.options.version}"  # type: ignore[attr-defined]
    if state.reason:
        winner = f"player {state.winner + 1} won" if state.winner >= 0 else "no player won"
        return f"{title}, over after turn {state.turn // 2 + 1}: {winner} ({REASONS[state.reason]})"
    if state.phase == BATTLE:
        return f"{title}, turn {state.turn // 2 + 1}: player {state.mover + 1} to move"
    if state.phase == DRAFT:
        return f"{title}, draft, pick {state.picks + 1} of {PICKS}: player {state.mover + 1} to move"
    return f"{title}, construct: player {state.mover + 1} to move"


def _describe_player(content: Content, data: Any, state: Any, side: int, seat: int | None) -> list[str]:
    player = state.players[side]
    facts = [f"health {player.health}", f"mana {player.mana}/{player.max_mana}"]
    if data.runes:
        facts.append(f"rune at {5 * player.runes}" if player.runes else "no runes")
    facts += [f"deck {DECK - player.drawn}", f"hand {player.hand_count}", f"next draw {player.next_draw}"]
    lines = [f"{_name(side, seat)}: {', '.join(facts)}"]
    for lane in range(data.lanes):
        rows = [
            [
                str(creature.id),
                content.labels.name(creature.card),
                f"{creature.attack}/{creature.defense}",
                " ".join(keyword_names(creature.keywords)),
                "ready" if creature.status & READY and side == state.mover else "",
            ]
            for creature in (player.board[k] for k in range(player.board_count))
            if creature.status & LANE == lane
        ]
        lines += _rows(LANE_LABELS[lane] if data.lanes > 1 else "board", rows)
    if seat in (None, side):
        cards = [player.deck[player.hand[slot]] for slot in range(player.hand_count)]
        pairs = zip(hand_ids(data, state, side), cards, strict=True)
        lines += _rows(
            "hand", [[str(k), content.labels.name(card), _card_properties(content, card)] for k, card in pairs]
        )
    return lines


def _describe_picks(content: Content, data: Any, state: Any, side: int, seat: int | None) -> list[str]:
    """Describe the cards taken so far, grouped by cost."""
    picked = [state.players[side].deck[k] for k in range(picked_count(state, side))]
    creatures = sum(data.cards[index].kind == CREATURE for index in picked)
    head = f"{_name(side, seat)}: {len(picked)} of {DECK} cards"
    lines = [f"{head} (creatures {creatures}, items {len(picked) - creatures}), by cost:" if picked else head]
    for cost in sorted({data.cards[index].cost for index in picked}):
        names = [content.labels.name(index) for index in picked if data.cards[index].cost == cost]
        counted = [f"{names.count(name)} {name}" if names.count(name) > 1 else name for name in sorted(set(names))]
        lines += wrap(f"{cost:4}  {', '.join(counted)}", LINE_WIDTH, subsequent_indent=" " * 6)
    return lines


def _name(side: int, seat: int | None) -> str:
    return f"player {side + 1} (you)" if side == seat else f"player {side + 1}"


def _rows(label: str, rows: list[list[str]]) -> list[str]:
    """Format a labelled table; the first column (numbers) is right-aligned."""
    if not rows:
        return [f"  {label:6}  -"]
    first, *widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines: list[str] = []
    for number, *rest in rows:
        cells = [number.rjust(max(first, 2)), *(cell.ljust(width) for cell, width in zip(rest, widths, strict=True))]
        lines.append(f"  {label if not lines else '':6} {' '.join(cell for cell in cells if cell)}".rstrip())
    return lines
