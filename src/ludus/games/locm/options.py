"""Options of a game, the game data that they select, and variants of it: official deals, content without secrets."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated, Any, Literal

import msgspec
import numpy as np
from msgspec import Meta

from ludus.core import game
from ludus.core.content_cache import reads_tracked_files
from ludus.core.game import Content
from ludus.core.random import as_int64, derive
from ludus.core.structured_records import copy_record
from ludus.games.locm.card_list import OFFICIAL_CARDS, CardDefinition, CardNames, pack_card, read_cards
from ludus.games.locm.deck_building import MAX_COPIES, POOL_SIZE
from ludus.games.locm.game_data_records import DEALT, GENERATED_CARDS, GIVEN, PICKED, GameData
from ludus.games.locm.state import DECK, OFFERED, PICKS
from ludus.util.errors import OptionError

Seed = Annotated[int, Meta(ge=-(1 << 63), le=(1 << 63) - 1)]  # Java's long


class Options(game.Options, frozen=True, forbid_unknown_fields=True):
    """Versions and set-ups of the official referees, and custom content."""

    version: Annotated[
        Literal["1.0", "1.2", "1.5"],
        Meta(description="1.0: one lane, draft; 1.2: two lanes, draft; 1.5: two lanes, constructed decks"),
    ] = "1.2"
    setup: Annotated[
        Literal["picked", "dealt"],
        Meta(description="picked: the players draft or construct their decks; dealt: random decks, battle only"),
    ] = "picked"
    cards: Annotated[str | None, Meta(description="path of your own card list, instead of the version's cards")] = None
    decks: Annotated[
        str | None, Meta(description="both decks in draw order, battle only: 30 card numbers, a slash, 30 card numbers")
    ] = None
    offers: Annotated[
        str | None, Meta(description="the 30 draft offers, three card numbers each: '1 2 3, 4 5 6, ...'")
    ] = None
    draft_seed: Annotated[
        Seed | None, Meta(description="1.0, 1.2: the referee's draftChoicesSeed, instead of one from the game's seed")
    ] = None
    card_seed: Annotated[
        Seed | None, Meta(description="1.5: the referee's cardGenSeed, instead of one from the game's seed")
    ] = None
    shuffle_seed_0: Annotated[
        Seed | None, Meta(description="the referee's shufflePlayer0Seed, instead of one from the game's seed")
    ] = None
    shuffle_seed_1: Annotated[
        Seed | None, Meta(description="the referee's shufflePlayer1Seed, instead of one from the game's seed")
    ] = None


@dataclass(frozen=True)
class VersionRules:
    """Differences between the versions, as fields of the GameData record."""

    lanes: int
    lane_room: int
    runes: int
    construct: int


VERSIONS = {"1.0": VersionRules(1, 6, 1, 0), "1.2": VersionRules(2, 3, 1, 0), "1.5": VersionRules(2, 3, 0, 1)}

DEALS_PER_DRAFT = 10  # deals with one draft
WITHOUT_SECRETS = {"decks": None, "draft_seed": None, "card_seed": None, "shuffle_seed_0": None, "shuffle_seed_1": None}


@reads_tracked_files
def load(options: Options) -> Content:
    """Build the game data for these options.

    Raises:
        OptionError: an option is invalid, or two options contradict each other.
        ContentError: the card list is invalid.
    """
    try:
        msgspec.convert(msgspec.to_builtins(options), Options)  # options created in Python were not validated yet
    except msgspec.ValidationError as error:
        raise OptionError(f"locm: {error}") from None
    version = VERSIONS[options.version]
    _refuse_contradictions(options, version)

    array = GameData.zeros()
    data = GameData.over(array)
    data.lanes, data.lane_room = version.lanes, version.lane_room
    data.runes, data.construct = version.runes, version.construct
    data.setup = GIVEN if options.decks is not None else DEALT if options.setup == "dealt" else PICKED
    fix_seeds(options, data)

    if version.construct and options.cards is None:
        data.generated, data.card_count = 1, GENERATED_CARDS
        labels, index_of = CardNames(), {number: number for number in range(GENERATED_CARDS)}
    else:
        cards = _listed_cards(options, version)
        data.card_count = len(cards)
        array["cards"][0, : len(cards)] = _pack_cards(tuple(cards))
        labels, index_of = CardNames(tuple(card.name for card in cards)), {c.number: i for i, c in enumerate(cards)}

    if options.decks is not None:
        _set_decks(options.decks, index_of, data)
    if options.offers is not None:
        _set_offers(options.offers, index_of, data)
    return Content(array, options, labels)


def official_deal(content: Content, seed: int, deal: int) -> Content:
    """Return the content of a deal in the official contest scheme.

    Ten consecutive deals share their draft (1.5: their cards), and both decks are shuffled with the same seed. So the
    games of a contest are not independent, and two players with the same picks draw the same cards. `ludus match`
    without this scheme deals every game independently.

    Raises:
        OptionError: the options already fix drafts, decks or seeds.
    """
    options: Any = content.options
    fixed = [name for name in (*WITHOUT_SECRETS, "offers") if getattr(options, name) is not None]
    if fixed or GameData.over(content.data).setup != PICKED:
        conflict = ", ".join(fixed) or "setup=dealt"
        raise OptionError(f"the official scheme sets drafts and seeds itself; it cannot be combined with {conflict}")
    content_seed = as_int64(derive(seed, "official draft", deal // DEALS_PER_DRAFT))
    shuffle = as_int64(derive(seed, "official shuffle", deal))
    name = "card_seed" if options.version == "1.5" else "draft_seed"
    chosen: Options = msgspec.structs.replace(
        options, **{name: content_seed, "shuffle_seed_0": shuffle, "shuffle_seed_1": shuffle}
    )
    return _with_seeds(content, chosen)


def public_content(content: Content) -> Content:
    """Return content without given decks and fixed seeds, from which a player could infer hidden cards.

    Given offers are known to both players, as resampling assumes.
    """
    options: Any = content.options
    concealed = _with_seeds(content, msgspec.structs.replace(options, **WITHOUT_SECRETS))
    data = GameData.over(concealed.data)
    for seat in range(2):
        for place in range(len(data.decks[seat])):
            data.decks[seat, place] = 0
    return replace(concealed, prepared=None)


def fix_seeds(options: Options, data: Any) -> None:
    content_seed = options.card_seed if options.draft_seed is None else options.draft_seed
    if content_seed is not None:
        data.fixed_seeds |= 1
        data.content_seed = content_seed
    for seat, seed in enumerate((options.shuffle_seed_0, options.shuffle_seed_1)):
        if seed is not None:
            data.fixed_seeds |= 2 << seat
            data.shuffle_seeds[seat] = seed


@lru_cache(8)
def _pack_cards(cards: tuple[CardDefinition, ...]) -> np.ndarray:
    """Return card records; cached, since evolution loads the same list for every draft."""
    array = GameData.zeros()
    data = GameData.over(array)
    for index, card in enumerate(cards):
        pack_card(card, data.cards[index])
    packed: np.ndarray = array["cards"][0, : len(cards)]
    return packed


def _refuse_contradictions(options: Options, version: VersionRules) -> None:
    """Raise OptionError for options that would have no effect."""
    picked = options.setup == "picked" and options.decks is None
    if options.decks is not None and options.setup == "dealt":
        raise OptionError("decks are either given or dealt: leave out `decks` or `setup`")
    if options.offers is not None and version.construct:
        raise OptionError("offers belong to a draft; version 1.5 has none, its decks are constructed")
    if options.offers is not None and not picked:
        raise OptionError("offers belong to a draft, but the decks are given or dealt")
    if options.draft_seed is not None:
        if version.construct:
            raise OptionError("version 1.5 has no draft; its cards come from `card_seed`")
        if not picked:
            raise OptionError("draft_seed needs a draft, but the decks are given or dealt")
        if options.offers is not None:
            raise OptionError("the draft's offers are either given or drawn: leave out `offers` or `draft_seed`")
    if options.card_seed is not None:
        if not version.construct:
            raise OptionError(f"version {options.version} has no generated cards; its draft comes from `draft_seed`")
        if options.cards is not None:
            raise OptionError("the cards are either listed or generated: leave out `cards` or `card_seed`")
    for name in ("shuffle_seed_0", "shuffle_seed_1"):
        if getattr(options, name) is not None and not picked:
            raise OptionError(f"{name} shuffles a deck that was picked, but the decks are given or dealt")


def _listed_cards(options: Options, version: VersionRules) -> list[CardDefinition]:
    """Return the card list in the order of the referee: by number, in 1.5 by cost first [2.5, 3.1]."""
    fewest, purpose = 1, "a game"
    if options.decks is None and version.construct:
        fewest, purpose = DECK // MAX_COPIES, f"a deck of {DECK} with at most {MAX_COPIES} copies of a card"
    elif options.decks is None and options.setup == "picked" and options.offers is None:
        fewest, purpose = POOL_SIZE, "a draft"
    cards = read_cards(options.cards or OFFICIAL_CARDS, bool(version.construct), fewest, purpose)
    return sorted(cards, key=lambda card: (card.cost if version.construct else 0, card.number))


def _set_decks(text: str, index_of: dict[int, int], data: Any) -> None:
    decks = text.split("/")
    if len(decks) != 2:
        raise OptionError(f"decks: two decks with one '/' between them are needed, not {len(decks)}")
    for seat, deck in enumerate(decks):
        cards = _cards(deck, index_of, f"decks: the deck of player {seat + 1}")
        if len(cards) != DECK:
            raise OptionError(f"decks: the deck of player {seat + 1} has {len(cards)} cards instead of {DECK}")
        for place, index in enumerate(cards):
            data.decks[seat, place] = index


def _set_offers(text: str, index_of: dict[int, int], data: Any) -> None:
    offers = text.strip().removesuffix(",").split(",")
    if len(offers) != PICKS:
        raise OptionError(f"offers: {PICKS} offers with commas between them are needed, not {len(offers)}")
    for k, offer in enumerate(offers):
        cards = _cards(offer, index_of, f"offers: offer {k + 1}")
        if len(cards) != OFFERED or len(set(cards)) != OFFERED:
            raise OptionError(f"offers: offer {k + 1} is {offer.strip()!r}; it must have {OFFERED} different cards")
        for j, index in enumerate(cards):
            data.offers[k, j] = index
    data.offered = 1


def _cards(text: str, index_of: dict[int, int], where: str) -> list[int]:
    cards = []
    for word in re.split(r"[\s,_]+", text.strip(" \t\r\n,_")):
        if not word:
            continue
        if not re.fullmatch(r"[0-9]{1,9}", word):
            raise OptionError(f"{where} has {word[:30]!r}, which is not a card number")
        if int(word) not in index_of:
            raise OptionError(f"{where} has card {word}, which is not in the card list")
        cards.append(index_of[int(word)])
    return cards


def _with_seeds(content: Content, options: Options) -> Content:
    """Return the same content with the seeds of other options."""
    array = copy_record(content.data)
    data = GameData.over(array)
    data.fixed_seeds, data.content_seed = 0, 0
    data.shuffle_seeds[0] = data.shuffle_seeds[1] = 0
    fix_seeds(options, data)
    return replace(content, data=array, options=options)
