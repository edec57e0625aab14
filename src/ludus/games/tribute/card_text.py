"""Cards and patrons as text for people, as plain data for external bots, and as names that options accept.

The words of card files are shorter than these texts.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from ludus.core.game import Content
from ludus.games.tribute import game_data_records as t
from ludus.games.tribute.card_file import BASE, LEVEL_FIELDS, STANDING_FIELDS, parse_effects, read_cards
from ludus.games.tribute.effect_grammar import PATRON_ONLY

if TYPE_CHECKING:
    from ludus.games.tribute.card_file import PatronSpec, TributeCardFile, TributeCardSpec
    from ludus.games.tribute.effect_grammar import EffectOrChoice, SingleEffect

LOWER_CASE_WORDS = {"of", "the", "and", "on"}  # words without a capital inside a name
SPECIAL_NAMES = {  # names that do not follow from the key
    "anseis_victory": "Ansei's Victory",
    "archers_volley": "Archers' Volley",
    "augurs_counsel": "Augur's Counsel",
    "ceporahs_insight": "Ceporah's Insight",
    "clanwitch": "Clan-Witch",
    "hiras_end": "Hira's End",
    "karth_manhunter": "Karth Man-Hunter",
    "king_orgnums_command": "King Orgnum's Command",
    "legions_arrival": "Legion's Arrival",
    "morihaus_sacred_bull": "Morihaus, Sacred Bull",
    "morihaus_the_archer": "Morihaus, the Archer",
    "psijics_insight": "Psijic's Insight",
    "rings_guile": "Ring's Guile",
    "saints_wrath": "Saint's Wrath",
    "sea_raiders_glory": "Sea Raider's Glory",
    "shadows_slumber": "Shadow's Slumber",
}
EFFECT_TEXTS = {
    t.COIN: "+{n} coin{s}",
    t.POWER: "+{n} power",
    t.PRESTIGE: "+{n} prestige",
    t.DEFAME: "rival -{n} prestige",
    t.CALL: "+{n} patron call{s}",
    t.DRAW: "draw {n}",
    t.HEAL: "heal {n}",
    t.REPLACE_ROW: "replace up to {n} of the row",
    t.ACQUIRE_CARD: "acquire a card for up to {n}",
    t.DESTROY_CARD: "destroy up to {n} own card{s}",
    t.RECALL_CARD: "up to {n} card{s} from cooldown onto the pile",
    t.RECALL_AGENTS: "up to {n} agent{s} from cooldown onto the pile",
    t.TOSS_CARDS: "see {n} card{s} of the pile and toss any",
    t.KNOCKOUT: "knock out {n} agent{s}",
    t.KNOCKOUT_ALL: "knock out all agents",
    t.DONATE_CARDS: "discard up to {n} and draw as many",
    t.CREATE: "a new {card} into cooldown",
    t.RIVAL_DISCARD: "rival discards {n} next turn",
    t.CURSE_RIVAL: "a new {card} into the rival's cooldown",
    t.BANISH_AGENT: "knock out a rival agent",
    t.SELL_CARD: "give up a card for prestige, its cost less 1",
    t.RALLY_AGENT: "an agent from cooldown onto the pile",
    t.MINT_CARD: "give up a card for a new {card}",
    t.POWER_PER_CARDS: "+1 power for every {n} own cards",
    t.POWER_PAID: "the coins paid as power, less {n}",
}


@lru_cache(512)
def display_name(key: str) -> str:
    """Display name of a card or patron; of a physical card, `gold#104`, without its number."""
    key = key.partition("#")[0]
    words = key.split("_")
    plain = " ".join(word if k and word in LOWER_CASE_WORDS else word.capitalize() for k, word in enumerate(words))
    return SPECIAL_NAMES.get(key, plain)


def effect_text(deed: SingleEffect, keys: list[str]) -> str:
    """Text of one effect."""
    op, n, what = deed
    return EFFECT_TEXTS[op].format(n=n, s="" if n == 1 else "s", card=display_name(keys[what]) if keys else "")


def choice_text(phrase: EffectOrChoice, keys: list[str]) -> str:
    """Text of one effect or a choice of two."""
    first, other = phrase
    return effect_text(first, keys) + (f" or {effect_text(other, keys)}" if other else "")


def effects_text(text: str, keys: list[str], of_patron: bool = False) -> str:
    """Text of a field of a card file; empty if the field is empty."""
    return ", ".join(choice_text(phrase, keys) for phrase in parse_effects(text, keys, of_patron))


def pending_effect_text(text: str, keys: list[str]) -> str:
    """Text of a pending effect of a card or a patron."""
    return effects_text(text, keys, of_patron=text.partition(" ")[0] in PATRON_ONLY)


def card_text_by_level(card_file: TributeCardFile, key: str) -> list[tuple[int, str]]:
    """Effects of a card by combo level; level 1 is the card alone."""
    card, keys = card_file.cards[key], [*card_file.cards]
    texts = ((level, effects_text(getattr(card, name), keys)) for level, name in enumerate(LEVEL_FIELDS, 1))
    return [(level, words) for level, words in texts if words]


def card_text(card_file: TributeCardFile, key: str) -> str:
    """Effects and traits of a card in one line."""
    parts = [words if level == 1 else f"combo {level}: {words}" for level, words in card_text_by_level(card_file, key)]
    return "; ".join([*agent_traits(card_file.cards[key]), *parts]) or "does nothing"


def agent_traits(card: TributeCardSpec) -> list[str]:
    """Traits of an agent."""
    result = [f"health {card.health}"] if card.health else []
    result += ["taunt"] if card.taunt else []
    return result + ([f"+{card.toll} coin after a knockout"] if card.toll else [])


def price_text(patron: PatronSpec) -> str:
    """Price of a patron call."""
    coins, power = patron.price.coins, patron.price.power
    paid = [f"{coins} coin{'' if coins == 1 else 's'}"] if coins else []
    return " and ".join([*paid, *([f"{power} power"] if power else [])]) or "nothing"


def call_text(card_file: TributeCardFile, key: str, standing: int) -> str:
    """Effects of a call for a standing: 0 favoured, 1 neutral, 2 the rival is favoured."""
    patron = card_file.patrons[key]
    return effects_text(patron.call or getattr(patron, STANDING_FIELDS[standing]), [*card_file.cards], of_patron=True)


def patron_text(card_file: TributeCardFile, key: str) -> str:
    """Full description of a patron in one line."""
    patron = card_file.patrons[key]
    deeds = [call_text(card_file, key, standing) for standing in range(len(STANDING_FIELDS))]
    same = len({*deeds}) == 1
    text = deeds[0] if same else "; ".join(f"{name}: {deed}" for name, deed in zip(STANDING_FIELDS, deeds, strict=True))
    turn = f"; +{patron.turn_coins} coin{'' if patron.turn_coins == 1 else 's'} a turn if favoured"
    return f"for {price_text(patron)}: {text}{turn if patron.turn_coins else ''}"


def content_info(content: Content) -> dict[str, Any]:
    """Cards and patrons by key, in the order of their numbers, with all fields of card files and display names."""
    return card_file_info(content.labels.file)


def card_file_info(file: TributeCardFile) -> dict[str, Any]:
    """Cards and patrons of a card file, as in `content_info`."""
    return {"cards": _with_display_names(file.cards), "patrons": _with_display_names(file.patrons)}


def _with_display_names(things: Any) -> dict[str, Any]:
    return {key: {"name": display_name(key), **fields} for key, fields in msgspec.to_builtins(things).items()}


def option_choices() -> dict[str, list[str]]:
    """Names of the patrons that players may draft, for the option `patrons`."""
    return {"patrons": [display_name(key) for key, patron in read_cards(BASE).patrons.items() if patron.selectable]}
