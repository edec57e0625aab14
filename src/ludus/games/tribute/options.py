"""Options of a game, and the content that they define."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from msgspec import Meta

from ludus.core import game
from ludus.core.content_cache import reads_tracked_files
from ludus.core.game import Content
from ludus.games.tribute import game_data_records as t
from ludus.games.tribute.card_file import BASE, TributeCardFile, pack_cards, read_cards, without_upgrades
from ludus.games.tribute.game_data_records import GameData
from ludus.games.tribute.state import PATRONS, STARTING
from ludus.util.errors import OptionError
from ludus.util.text import closest_match

CHOSEN_PATRONS = PATRONS - 1  # patrons that the players choose
MAX_COUNT_DIGITS = 4  # digits of a card count
TODAY = "2025-10"
PATCHES = {TODAY: BASE, "2023-02": BASE.with_name("cards_2023_02.toml")}  # card files by the month of the engine


class Options(game.Options, frozen=True, forbid_unknown_fields=True):
    """Options of a game: patrons, compatibility, decks and cards."""

    patrons: Annotated[
        str,
        Meta(
            description="draft: the players pick four, in the order 1, 2, 2, 1; random: four by the seed; or four "
            "names with commas between them, as players would pick them"
        ),
    ] = "draft"
    offer: Annotated[
        str, Meta(description="patrons that may be drafted or drawn, at least four, separated by commas; or all")
    ] = "all"
    compat: Annotated[
        Literal["fair", "reference"],
        Meta(description="fair: our own shuffles; reference: set-up and shuffles of the Scripts of Tribute engine"),
    ] = "fair"
    turn_limit: Annotated[int, Meta(ge=1, le=10_000, description="a game is drawn after this many turns")] = 500
    upgrades: Annotated[
        bool, Meta(description="whether upgraded cards are in the tavern; if not, copies of the cards they upgrade")
    ] = True
    first_deck: Annotated[
        str, Meta(description="starting deck of the first player, as '6 gold, 2 peck, swipe'; patrons: the usual one")
    ] = "patrons"
    second_deck: Annotated[str, Meta(description="starting deck of the second player")] = "patrons"
    patch: Annotated[
        Literal["2025-10", "2023-02"],
        Meta(
            description="month of the engine whose cards are played: 2025-10, or 2023-02, the cards of the thesis "
            "(without Saint Alessia)"
        ),
    ] = "2025-10"
    cards: Annotated[str | None, Meta(description="path of a TOML file with your own cards and patrons")] = None


@dataclass(frozen=True)
class TributeLabels:
    """Names for people: cards and patrons by number."""

    file: TributeCardFile
    cards: tuple[str, ...]
    patrons: tuple[str, ...]


@reads_tracked_files
def load(options: Options) -> Content:
    """Content for these options.

    Raises:
        OptionError: an option is invalid.
        ContentError: the card file has a fault.
    """
    if options.cards and options.patch != TODAY:
        raise OptionError(f"tribute: patch={options.patch} and cards={options.cards}: a game has one set of cards")
    return make_content(read_cards(options.cards or PATCHES[options.patch]), options)


def make_content(card_file: TributeCardFile, options: Options) -> Content:
    """Content for these options with these cards."""
    card_file = card_file if options.upgrades else without_upgrades(card_file)
    labels = TributeLabels(card_file, tuple(card_file.cards), tuple(card_file.patrons))
    array = GameData.zeros()
    data = GameData.over(array)
    pack_cards(card_file, data)
    data.turn_limit = options.turn_limit
    data.compat = t.REFERENCE if options.compat == "reference" else t.FAIR
    if options.offer.strip().lower() != "all":
        _restrict_draft(data, _parse_patrons(options.offer, "offer", labels, data))
    for seat, option in enumerate(("first_deck", "second_deck")):
        fix_starting_deck(data, seat, parse_starting_deck(getattr(options, option), option, labels))
    mode = options.patrons.strip().lower()
    if mode in ("draft", "random"):
        data.setup = t.DRAFTED if mode == "draft" else t.DRAWN
        return Content(array, options, labels)
    chosen = _parse_patrons(options.patrons, "patrons", labels, data)
    if len(chosen) != CHOSEN_PATRONS:
        raise OptionError(f"tribute: patrons: {len(chosen)} patrons; name {CHOSEN_PATRONS}, or say draft or random")
    if options.offer.strip().lower() != "all":
        raise OptionError("tribute: offer limits a draft or a draw; leave it out when four patrons are given")
    fix_patrons(data, [*chosen[:2], data.treasury, *chosen[2:]])
    return Content(array, options, labels)


def fix_patrons(data: Any, patrons: list[int]) -> None:
    """Fix the patrons of a game, in order."""
    data.setup, data.given_count = t.GIVEN, len(patrons)
    for k in range(PATRONS):
        data.given[k] = patrons[k] if k < len(patrons) else 0


def fix_starting_deck(data: Any, seat: int, cards: list[int]) -> None:
    """Fix the starting deck of a player; an empty list means the patrons' starters."""
    data.starting_count[seat] = len(cards)
    for k in range(STARTING):
        data.starting[seat, k] = cards[k] if k < len(cards) else 0


def parse_starting_deck(text: str, option: str, labels: TributeLabels) -> list[int]:
    """Card numbers of a starting deck from names separated by commas.

    Raises:
        OptionError: a name is unknown, a card is a contract, or the deck is too large.
    """
    if text.strip().lower() == "patrons":
        return []
    chosen: list[int] = []
    for part in text.replace(";", ",").split(","):
        match = re.fullmatch(r"(?:([0-9]+)\s*[x*]?\s+)?(.+)", part.strip())
        if not match:
            raise OptionError(f"tribute: {option}: {text!r} has an empty entry; write '6 gold, peck'")
        name = _key(match[2])
        if name not in labels.cards:
            close = closest_match(name, labels.cards)
            hint = f"; did you mean {close}?" if close else "; name cards as in '6 gold, 2 peck, swipe'"
            raise OptionError(f"tribute: {option}: there is no card {match[2]!r}{hint}")
        if labels.file.cards[name].type.startswith("contract"):
            raise OptionError(f"tribute: {option}: {name} is a contract, which cannot be in a deck")
        if len(match[1] or "") > MAX_COUNT_DIGITS:
            raise OptionError(f"tribute: {option}: {part.strip()!r}: a starting deck has 1 to {STARTING} cards")
        chosen += [labels.cards.index(name)] * int(match[1] or 1)
    if not 1 <= len(chosen) <= STARTING:
        raise OptionError(f"tribute: {option}: {len(chosen)} cards; a starting deck has 1 to {STARTING}")
    return chosen


def _key(text: str) -> str:
    return re.sub(r"[ -]+", "_", text.strip().lower()).replace("'", "")


def _restrict_draft(data: Any, offered: list[int]) -> None:
    if len(offered) < CHOSEN_PATRONS:
        raise OptionError(f"tribute: offer: {len(offered)} patrons; at least {CHOSEN_PATRONS}, or all")
    for k in range(data.patron_count):
        data.selectable[k] = int(k in offered)


def _parse_patrons(text: str, option: str, labels: TributeLabels, data: Any) -> list[int]:
    """Patron numbers from names; an unknown name raises OptionError with the closest one."""
    known = {name: k for k, name in enumerate(labels.patrons) if k != data.treasury}
    chosen: list[int] = []
    for word in text.replace(";", ",").split(","):
        name = _key(word)
        if name not in known:
            close = closest_match(name, known)
            hint = f"; did you mean {close}?" if close else f"; there are {', '.join(known)}"
            raise OptionError(f"tribute: {option}: there is no patron {word.strip()!r} to select{hint}")
        if known[name] in chosen:
            raise OptionError(f"tribute: {option}: {name} is named twice")
        chosen.append(known[name])
    return chosen
