"""What cards and patrons may do: the vocabulary of card files.

    coin 3                  and power, prestige: gain so much
    defame 1                the rival loses prestige
    call 1                  one more call of a patron; of cards alone
    draw 1                  draw cards
    heal 2                  the card itself, an agent in play; of cards alone
    replace 2               up to so many cards of the row go to the bottom of the tavern
    acquire 6               a card of the row that costs no more, for nothing
    destroy 1               up to so many own cards in hand or in play leave the game
    recall 2                up to so many cards from cooldown onto the draw pile; recall-agent 4: agents
    toss 4                  see so many cards of the draw pile and put any of them into cooldown
    knockout 1              rival agents; knockout-all: everybody's
    donate 2                discard up to so many cards and draw as many
    create KEY              a new card into cooldown
    discard 1               the rival discards at the start of its turn

"power 3 or acquire 4" is a choice, "coin 5, replace 1" is both in this order. Patrons have these words besides:

    curse KEY               a new card into the rival's cooldown
    banish                  one rival agent
    sell                    an own card that costs something leaves the game for its cost in prestige less 1
    rally                   an agent from cooldown onto the draw pile
    mint KEY                an own card leaves the game for a new one in cooldown
    power-per-cards 4       a power for every so many own cards
    power-paid 1            the coins paid as power, less so much
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

from ludus.core.errors import ContentError
from ludus.games.tribute import table as t

MOST = 60  # of anything
MOST_PICKS = 5  # cards to choose at once: all sets of them are listed for some players

AMOUNTS = {
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
PICKING = {"replace", "destroy", "recall", "recall-agent", "toss", "knockout", "donate", "discard"}
CARDS = {"create": t.CREATE, "curse": t.CURSE_RIVAL, "mint": t.MINT_CARD}
ALONE = {"knockout-all": t.KNOCKOUT_ALL, "banish": t.BANISH_AGENT, "sell": t.SELL_CARD, "rally": t.RALLY_AGENT}
OF_PATRONS = {"curse", "banish", "sell", "rally", "mint", "power-per-cards", "power-paid"}
OF_CARDS = {
    "call": "a patron gives no calls of patrons: a turn might not end",
    "heal": "it is the card itself that is healed, and a patron is none",
}
WORDS = {number: word for known in (AMOUNTS, CARDS, ALONE) for word, number in known.items()}

Deed = tuple[int, int, int]  # what, how much, which card
Phrase = tuple[Deed, Deed | None]  # a deed, or a choice of two


def read_phrases(text: str, keys: Iterable[str], of_patron: bool = False) -> list[Phrase]:
    """The effects that a text tells, in order; `keys` are the cards that can be named."""
    known = [*keys]
    parts = [part.strip() for part in text.split(",")]
    if len(parts) > t.PARTS:
        raise ContentError(f"{text!r} has {len(parts)} effects; at most {t.PARTS}")
    found: list[Phrase] = []
    for part in parts:
        sides = re.split(r"\s+or\s+", part)
        if len(sides) > 2:
            raise ContentError(f"{part!r} is a choice of {len(sides)}; a choice has two sides")
        deeds = [read_deed(side, known, of_patron) for side in sides]
        if len(deeds) == 2 and (of_patron or any(deed[0] == t.RIVAL_DISCARD for deed in deeds)):
            raise ContentError(f"{part!r}: there is no choice of patrons' deeds, nor of the rival's discards")
        found.append((deeds[0], deeds[1] if len(deeds) == 2 else None))
    return found


def read_deed(text: str, keys: list[str], of_patron: bool) -> Deed:
    """One effect."""
    word, _, rest = text.strip().partition(" ")
    rest = rest.strip()
    if (word not in AMOUNTS and word not in CARDS and word not in ALONE) or (word in OF_PATRONS and not of_patron):
        offer = [w for w in (*AMOUNTS, *CARDS, *ALONE) if w not in (OF_CARDS if of_patron else OF_PATRONS)]
        close = difflib.get_close_matches(word, offer, 1)
        hint = f"; did you mean {close[0]!r}?" if close else f"; there are {', '.join(offer)}"
        raise ContentError(f"{text!r}: {word!r} is nothing that a {'patron' if of_patron else 'card'} can do{hint}")
    if word in ALONE:
        if rest:
            raise ContentError(f"{text!r}: {word!r} stands alone")
        return ALONE[word], 1, 0
    if word in CARDS:
        if rest not in keys:
            close = difflib.get_close_matches(rest, keys, 1)
            hint = f"; did you mean {close[0]!r}?" if close else ""
            raise ContentError(f"{text!r}: there is no card {rest!r}{hint}")
        return CARDS[word], 1, keys.index(rest)
    if of_patron and word in OF_CARDS:
        raise ContentError(f"{text!r}: {OF_CARDS[word]}")
    most = MOST_PICKS if word in PICKING else MOST
    if not re.fullmatch(r"[0-9]{1,3}", rest) or not 1 <= int(rest) <= most:
        raise ContentError(f"{text!r}: {word!r} needs a number from 1 to {most}, as in '{word} 1'")
    return AMOUNTS[word], int(rest), 0


def write_deed(op: int, n: int, what: int, keys: tuple[str, ...]) -> str:
    """One effect in the words of card files."""
    word = WORDS[op]
    return word if word in ALONE else f"{word} {keys[what] if word in CARDS else n}"
