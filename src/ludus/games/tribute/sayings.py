"""Cards, patrons and effects as text for people, in terminals and images. The words of card files are shorter."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ludus.games.tribute import table as t
from ludus.games.tribute.card_checks import LEVELS, STANDINGS, phrases
from ludus.games.tribute.phrases import OF_PATRONS

if TYPE_CHECKING:
    from ludus.games.tribute.cards import Card, CardFile, Patron
    from ludus.games.tribute.phrases import Deed, Phrase

SMALL = {"of", "the", "and", "on"}  # words without a capital inside a name
NAMES = {  # names that do not follow from the key
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
SAYINGS = {
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
def name_of(key: str) -> str:
    """Display name of a card or patron; of a physical card, `gold#104`, without its number."""
    key = key.partition("#")[0]
    words = key.split("_")
    plain = " ".join(word if k and word in SMALL else word.capitalize() for k, word in enumerate(words))
    return NAMES.get(key, plain)


def deed_words(deed: Deed, keys: list[str]) -> str:
    """Text of one effect."""
    op, n, what = deed
    return SAYINGS[op].format(n=n, s="" if n == 1 else "s", card=name_of(keys[what]) if keys else "")


def phrase_words(phrase: Phrase, keys: list[str]) -> str:
    """Text of one effect or a choice of two."""
    first, other = phrase
    return deed_words(first, keys) + (f" or {deed_words(other, keys)}" if other else "")


def said(text: str, keys: list[str], of_patron: bool = False) -> str:
    """Text of a field of a card file; empty if the field is empty."""
    return ", ".join(phrase_words(phrase, keys) for phrase in phrases(text, keys, of_patron))


def waiting_words(text: str, keys: list[str]) -> str:
    """Text of a pending effect of a card or a patron."""
    return said(text, keys, of_patron=text.partition(" ")[0] in OF_PATRONS)


def card_lines(whole: CardFile, key: str) -> list[tuple[int, str]]:
    """Effects of a card by combo level; level 1 is the card alone."""
    card, keys = whole.cards[key], [*whole.cards]
    texts = ((level, said(getattr(card, name), keys)) for level, name in enumerate(LEVELS, 1))
    return [(level, words) for level, words in texts if words]


def card_words(whole: CardFile, key: str) -> str:
    """Effects and traits of a card in one line."""
    parts = [words if level == 1 else f"combo {level}: {words}" for level, words in card_lines(whole, key)]
    return "; ".join([*traits(whole.cards[key]), *parts]) or "does nothing"


def traits(card: Card) -> list[str]:
    """Traits of an agent."""
    result = [f"health {card.health}"] if card.health else []
    result += ["taunt"] if card.taunt else []
    return result + ([f"+{card.toll} coin after a knockout"] if card.toll else [])


def price_words(patron: Patron) -> str:
    """Price of a patron call."""
    coins, power = patron.price.coins, patron.price.power
    paid = [f"{coins} coin{'' if coins == 1 else 's'}"] if coins else []
    return " and ".join([*paid, *([f"{power} power"] if power else [])]) or "nothing"


def call_words(whole: CardFile, key: str, standing: int) -> str:
    """Effects of a call for a standing: 0 favoured, 1 neutral, 2 the rival is favoured."""
    patron = whole.patrons[key]
    return said(patron.call or getattr(patron, STANDINGS[standing]), [*whole.cards], of_patron=True)


def patron_words(whole: CardFile, key: str) -> str:
    """Full description of a patron in one line."""
    patron = whole.patrons[key]
    deeds = [call_words(whole, key, standing) for standing in range(len(STANDINGS))]
    same = len({*deeds}) == 1
    text = deeds[0] if same else "; ".join(f"{name}: {deed}" for name, deed in zip(STANDINGS, deeds, strict=True))
    turn = f"; +{patron.turn_coins} coin{'' if patron.turn_coins == 1 else 's'} a turn if favoured"
    return f"for {price_words(patron)}: {text}{turn if patron.turn_coins else ''}"
