"""Text of cards and their effects, for tooltips and screen readers."""

from __future__ import annotations

from typing import Any

from ludus.games.locm.render.glyphs import KEYWORD_NAMES
from ludus.games.locm.state import CREATURE, GREEN

KIND_NAMES = ("creature", "green item", "red item", "blue item")


def card_sentence(name: str, card: Any) -> str:
    """Describe a card in a sentence."""
    kind = KIND_NAMES[card.kind]
    if card.kind == CREATURE:
        parts = [f"{kind}, cost {card.cost}, attack {card.attack}, defense {card.defense}"]
    else:
        parts = [f"{kind}, cost {card.cost}"]
        parts += [f"attack {signed_number(card.attack)}"] if card.attack else []
        parts += [f"defense {signed_number(card.defense)}"] if card.defense else []
    removes = "removes " if card.kind > GREEN else ""
    parts += [removes + keyword for keyword in keyword_names(card.keywords)]
    parts += [hint for _, _, hint in card_effects(card)]
    parts += [area_hint(card)] if card.area else []
    return f"{name} ({parts[0]})" + "".join(f"; {part}" for part in parts[1:])


def card_effects(card: Any) -> list[tuple[str, str, str]]:
    """List the effects of a card: pictogram, amount and meaning."""
    entries = []
    if card.my_health:
        entries.append(
            ("heart", signed_number(card.my_health), f"{signed_number(card.my_health)} health for the owner")
        )
    if card.opp_health:
        entries.append(
            ("foe", signed_number(card.opp_health), f"{signed_number(card.opp_health)} health for the opponent")
        )
    if card.draw:
        entries.append(("card", signed_number(card.draw), f"draws {card.draw} more next turn"))
    return entries


def area_hint(card: Any) -> str:
    if card.kind == CREATURE:
        return "a copy in the same lane" if card.area == 1 else "a copy in the other lane"
    return "every creature in the lane" if card.area == 1 else "every creature in both lanes"


def keyword_bits(keywords: int) -> list[int]:
    return [bit for bit in range(len(KEYWORD_NAMES)) if keywords >> bit & 1]


def keyword_names(keywords: int) -> list[str]:
    return [KEYWORD_NAMES[bit] for bit in keyword_bits(keywords)]


def signed_number(amount: int) -> str:
    return f"+{amount}" if amount > 0 else f"−{-amount}" if amount < 0 else "0"
