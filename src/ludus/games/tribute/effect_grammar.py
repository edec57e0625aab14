"""Effect grammar: the vocabulary of card files for what cards and patrons do.

    coin 3                  and power, prestige: gain this amount
    defame 1                the rival loses prestige
    call 1                  one more patron call; cards only
    draw 1                  draw cards
    heal 2                  heal the card itself, an agent in play; cards only
    replace 2               put up to this many cards of the row under the tavern
    acquire 6               take a card of the row with at most this cost, for free
    destroy 1               remove up to this many own cards in hand or in play from the game
    recall 2                put up to this many cards from cooldown onto the draw pile; recall-agent 4: agents
    toss 4                  look at this many cards of the draw pile and put any of them into cooldown
    knockout 1              knock out rival agents; knockout-all: all agents
    donate 2                discard up to this many cards and draw as many
    create KEY              put a new card into cooldown
    discard 1               the rival discards at the start of its turn

"power 3 or acquire 4" is a choice, "coin 5, replace 1" is both in this order. Patrons have these words too:

    curse KEY               put a new card into the rival's cooldown
    banish                  knock out one rival agent
    sell                    remove an own card with a cost from the game for its cost in prestige less 1
    rally                   put an agent from cooldown onto the draw pile
    mint KEY                remove an own card from the game for a new one in cooldown
    power-per-cards 4       one power for each group of this many own cards
    power-paid 1            the coins paid as power, less this amount
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ludus.games.tribute import game_data_records as t
from ludus.util.errors import ContentError
from ludus.util.text import did_you_mean

MAX_AMOUNT = 60  # largest amount
MAX_PICKS = 5  # cards of one choice; some bots list all combinations of them

AMOUNT_EFFECTS = {
    "coin": t.COIN,
    "power": t.POWER,
    "prestige": t.PRESTIGE,
    "defame": t.DEFAME,
    "call": t.CALL,
    "draw": t.DRAW,
    "heal": t.HEAL,
    "replace": t.REPLACE_ROW,
    "acquire": t.ACQUIRE_CARD,
    "destroy": t.DESTROY_CARD,
    "recall": t.RECALL_CARD,
    "recall-agent": t.RECALL_AGENTS,
    "toss": t.TOSS_CARDS,
    "knockout": t.KNOCKOUT,
    "donate": t.DONATE_CARDS,
    "discard": t.RIVAL_DISCARD,
    "power-per-cards": t.POWER_PER_CARDS,
    "power-paid": t.POWER_PAID,
}
PICKING_EFFECTS = {"replace", "destroy", "recall", "recall-agent", "toss", "knockout", "donate", "discard"}
CARD_EFFECTS = {"create": t.CREATE, "curse": t.CURSE_RIVAL, "mint": t.MINT_CARD}
PLAIN_EFFECTS = {"knockout-all": t.KNOCKOUT_ALL, "banish": t.BANISH_AGENT, "sell": t.SELL_CARD, "rally": t.RALLY_AGENT}
PATRON_ONLY = {"curse", "banish", "sell", "rally", "mint", "power-per-cards", "power-paid"}
CARD_ONLY = {
    "call": "a patron cannot give patron calls: a turn might not end",
    "heal": "heal heals the card itself, and a patron is not a card",
}
EFFECT_WORDS = {
    number: word for known in (AMOUNT_EFFECTS, CARD_EFFECTS, PLAIN_EFFECTS) for word, number in known.items()
}

SingleEffect = tuple[int, int, int]  # effect code, amount, card
EffectOrChoice = tuple[SingleEffect, SingleEffect | None]  # one effect, or a choice of two


def read_effects(text: str, keys: Iterable[str], of_patron: bool = False) -> list[EffectOrChoice]:
    """Parse the effects of a text, in order.

    Args:
        text: effects in the words of card files.
        keys: keys of the cards that can be named.
        of_patron: whether a patron has the effects.

    Raises:
        ContentError: the text is not in the grammar.
    """
    known = [*keys]
    parts = [part.strip() for part in text.split(",")]
    if len(parts) > t.PARTS:
        raise ContentError(f"{text!r} has {len(parts)} effects; at most {t.PARTS}")
    effects: list[EffectOrChoice] = []
    for part in parts:
        sides = re.split(r"\s+or\s+", part)
        if len(sides) > 2:
            raise ContentError(f"{part!r} is a choice of {len(sides)}; a choice has two sides")
        deeds = [read_effect(side, known, of_patron) for side in sides]
        if len(deeds) == 2 and (of_patron or any(deed[0] == t.RIVAL_DISCARD for deed in deeds)):
            raise ContentError(f"{part!r}: effects of patrons and discards of the rival cannot be sides of a choice")
        effects.append((deeds[0], deeds[1] if len(deeds) == 2 else None))
    return effects


def read_effect(text: str, keys: list[str], of_patron: bool) -> SingleEffect:
    """Parse one effect."""
    word, _, rest = text.strip().partition(" ")
    rest = rest.strip()
    if (word not in AMOUNT_EFFECTS and word not in CARD_EFFECTS and word not in PLAIN_EFFECTS) or (
        word in PATRON_ONLY and not of_patron
    ):
        offer = [
            w
            for w in (*AMOUNT_EFFECTS, *CARD_EFFECTS, *PLAIN_EFFECTS)
            if w not in (CARD_ONLY if of_patron else PATRON_ONLY)
        ]
        hint = did_you_mean(word, offer, f"; there are {', '.join(offer)}")
        raise ContentError(f"{text!r}: {word!r} is nothing that a {'patron' if of_patron else 'card'} can do{hint}")
    if word in PLAIN_EFFECTS:
        if rest:
            raise ContentError(f"{text!r}: {word!r} takes no argument")
        return PLAIN_EFFECTS[word], 1, 0
    if word in CARD_EFFECTS:
        if rest not in keys:
            raise ContentError(f"{text!r}: there is no card {rest!r}{did_you_mean(rest, keys)}")
        return CARD_EFFECTS[word], 1, keys.index(rest)
    if of_patron and word in CARD_ONLY:
        raise ContentError(f"{text!r}: {CARD_ONLY[word]}")
    most = MAX_PICKS if word in PICKING_EFFECTS else MAX_AMOUNT
    if not re.fullmatch(r"[0-9]{1,3}", rest) or not 1 <= int(rest) <= most:
        raise ContentError(f"{text!r}: {word!r} needs a number from 1 to {most}, as in '{word} 1'")
    return AMOUNT_EFFECTS[word], int(rest), 0


def write_effect(op: int, n: int, what: int, keys: tuple[str, ...]) -> str:
    """One effect in the words of card files."""
    word = EFFECT_WORDS[op]
    return word if word in PLAIN_EFFECTS else f"{word} {keys[what] if word in CARD_EFFECTS else n}"
