"""Options of a game, the content that they define, and the names that they accept."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ludus.core import game
from ludus.core.content_cache import reads_tracked_files
from ludus.core.game import Content
from ludus.core.rule import plain
from ludus.games.dominion import game_data_records as t
from ludus.games.dominion.base_set_card_numbers import OWN_KIND
from ludus.games.dominion.card_file import BASE, CONTENT, EDITIONS, KingdomCard, name_key, pack_card, read_cards
from ludus.games.dominion.effect_grammar import BASIC_CARDS
from ludus.games.dominion.game_data_records import GameData
from ludus.games.dominion.state import CURSE, DUCHY, ESTATE, GOLD, KINGDOM, PILES, PROVINCE, SILVER, SLOTS
from ludus.games.dominion.turns import find_last_counting_slot
from ludus.util.errors import ContentError, LudusError, OptionError
from ludus.util.files import reading_error
from ludus.util.text import closest_match
from ludus.util.tracked_files import read_tracked

KINGDOMS = CONTENT / "kingdoms.toml"
BASIC_COSTS = {SILVER: 3, GOLD: 6, ESTATE: 2, DUCHY: 5, PROVINCE: 8}
BASIC_POINTS = {ESTATE: 1, DUCHY: 3, PROVINCE: 6, CURSE: -1}
NO_NUMBER = 255  # number of basic cards, which have none of their own
KINGDOM_SUFFIX = ".txt"  # suffix of kingdom files: one card per line, or separated by commas; # begins a comment
MAX_KINGDOM_BYTES = 100_000  # size limit in bytes


class Options(game.Options, frozen=True, forbid_unknown_fields=True):
    """Options of a game: the kingdom, and how the game is played."""

    kingdom: Annotated[
        str,
        Meta(
            description="ten cards separated by commas, a recommended set (first-game, big-money, interaction, "
            "size-distortion, village-square), a file of cards (kingdom.txt), or random: another kingdom for every deal"
        ),
    ] = "random"
    edition: Annotated[
        Literal["first", "second"], Meta(description="edition of the cards and their wordings: 2008 or 2016")
    ] = "first"
    seats: Annotated[int, Meta(ge=2, le=4, description="number of players")] = 2
    ties: Annotated[
        Literal["official", "points"],
        Meta(description="official: with equal points, fewer turns win; points: equal points are a draw"),
    ] = "official"
    declining: Annotated[
        bool, Meta(description="a player may decline a compulsory gain, as in vDom; not in the rules")
    ] = False
    turn_cap: Annotated[int, Meta(ge=1, le=10_000, description="a game ends after this many turns of each player")] = (
        400
    )
    cards: Annotated[str | None, Meta(description="path of a TOML file with your own cards")] = None


@dataclass(frozen=True)
class DominionLabels:
    """Names for people: cards by number."""

    cards: tuple[KingdomCard, ...]
    edition: str

    def card(self, data: Any, slot: int) -> KingdomCard | None:
        """Kingdom card in a slot; None for a basic card."""
        return self.cards[data.cards[slot].number] if slot >= KINGDOM else None

    def name(self, data: Any, slot: int) -> str:
        """Name of the card in a slot."""
        return BASIC_CARDS[slot] if slot < KINGDOM else self.cards[data.cards[slot].number].name


@reads_tracked_files
def load(options: Options) -> Content:
    """Content for these options. The path of a kingdom file is replaced by its cards, since games outlive files.

    Raises:
        OptionError: an option is invalid.
        ContentError: a file has a fault.
    """
    file = KingdomFile.read(options.kingdom) if is_kingdom_file(options.kingdom) else None
    if file is not None:
        options = msgspec.structs.replace(options, kingdom=file.text)
    known = all_cards(options)
    array = GameData.zeros()
    data = GameData.over(array)
    data.seats, data.turn_cap = options.seats, options.turn_cap
    data.ties = t.BY_TURNS if options.ties == "official" else t.BY_POINTS
    data.declining = int(options.declining)
    _basic_cards(data)
    labels = DominionLabels(known, options.edition)
    if options.kingdom.strip().lower() == "random":
        pool = [number for number, card in enumerate(known) if options.edition in card.facts.editions]
        if len(pool) > t.POOL:
            raise OptionError(
                f"dominion: {len(pool)} cards to draw kingdoms from, at most {t.POOL}; name the kingdom's cards"
            )
        data.drawn, data.pool_count = 1, len(pool)
        for k, number in enumerate(pool):
            pack_card(known[number], number, data.pool[k])
    else:
        chosen = sorted(kingdom_numbers(options.kingdom, known, file))
        for k, number in enumerate(chosen):
            pack_card(known[number], number, data.cards[KINGDOM + k])
    plain(find_last_counting_slot)(data)
    return Content(array, options, labels)


def all_cards(options: Options) -> tuple[KingdomCard, ...]:
    """All kingdom cards that a kingdom may name; those of a custom file replace cards of the same name."""
    cards = {name_key(name): card for name, card in read_cards(BASE, options.edition).items()}
    if options.cards is not None:
        cards.update({name_key(name): card for name, card in read_cards(options.cards, options.edition).items()})
    if len(cards) > NO_NUMBER:
        raise ContentError(f"{len(cards)} cards, those of the game included; at most {NO_NUMBER}", options.cards)
    return tuple(sorted(cards.values(), key=lambda card: card.name))


def is_kingdom_file(text: str) -> bool:
    """Whether the option `kingdom` is the path of a file."""
    return text.endswith(KINGDOM_SUFFIX) or "/" in text


@dataclass(frozen=True)
class KingdomFile:
    """Card names of a kingdom file, with their lines."""

    path: str
    lines: tuple[str, ...]  # without comments

    @classmethod
    def read(cls, path: str) -> KingdomFile:
        """Read a file.

        Raises:
            ContentError: the file cannot be read.
        """
        try:
            content = read_tracked(path)[:MAX_KINGDOM_BYTES].decode("utf-8-sig")
        except UnicodeDecodeError:
            raise ContentError("not UTF-8 text", path) from None
        except (OSError, ValueError) as error:
            raise ContentError(f"the kingdom's file cannot be read: {reading_error(error, path)}", path) from None
        return cls(path, tuple(line.partition("#")[0].strip().strip(",") for line in content.splitlines()))

    @property
    def text(self) -> str:
        """All names, separated by commas."""
        return ",".join(line for line in self.lines if line)

    def line_of(self, position: int) -> int | None:
        """Line of the name at a position, both counted as in the list of names and in the file."""
        lines = [number for number, line in enumerate(self.lines, 1) for _ in _names(line)]
        return lines[position] if position < len(lines) else None


def kingdom_numbers(text: str, known: tuple[KingdomCard, ...], file: KingdomFile | None = None) -> list[int]:
    """Card numbers of a kingdom, from the name of a recommended kingdom or a list of cards.

    Args:
        text: the name or the list.
        known: all kingdom cards.
        file: the file that the text comes from.

    Raises:
        OptionError: a card is unknown or named twice, or there are not ten cards.
        ContentError: the same in a file; the message names file and line.
    """

    def fault(what: str, position: int | None = None) -> LudusError:
        if file is not None:
            return ContentError(what, file.path, None if position is None else file.line_of(position))
        return OptionError(f"dominion: kingdom: {what}")

    sets = recommended_kingdoms()
    names = sets.get(text.strip().lower()) or _names(text)
    numbers = {name_key(card.name): number for number, card in enumerate(known)}
    chosen: list[int] = []
    for position, name in enumerate(names):
        if name_key(name) not in numbers:
            close = closest_match(name_key(name), numbers)
            hint = f"; did you mean {known[numbers[close]].name}?" if close else ""
            if len(names) == 1 and file is None:
                raise OptionError(
                    f"dominion: kingdom {text!r} is neither random, nor a set ({', '.join(sets)}), nor ten cards{hint}"
                )
            raise fault(f"there is no card {name!r}{hint}", position)
        if numbers[name_key(name)] in chosen:
            raise fault(f"{name} is in it twice", position)
        chosen.append(numbers[name_key(name)])
    if len(chosen) != PILES:
        raise fault(f"{len(chosen)} cards; a kingdom has {PILES}")
    return chosen


def _names(text: str) -> list[str]:
    return [part.strip() for part in text.replace(";", ",").split(",") if part.strip()]


@lru_cache(1)
def recommended_kingdoms() -> dict[str, list[str]]:
    """Recommended kingdoms, by name."""
    return tomllib.loads(KINGDOMS.read_text())


def option_choices() -> dict[str, list[str]]:
    """Names of recommended kingdoms as `sets`, and card names by edition."""
    names = {"sets": [*recommended_kingdoms()]}
    for edition in EDITIONS:
        cards = read_cards(BASE, edition)
        names[edition] = sorted(name for name, card in cards.items() if edition in card.facts.editions)
    return names


def pool_names(edition: str) -> list[str]:
    """Names of the kingdom cards of an edition."""
    assert edition in EDITIONS
    return [name for name, card in read_cards(BASE, edition).items() if edition in card.facts.editions]


def _basic_cards(data: Any) -> None:
    for slot in range(SLOTS):
        card = data.cards[slot]
        card.number, card.kind = NO_NUMBER, OWN_KIND
        if slot < KINGDOM:
            card.cost, card.points = BASIC_COSTS.get(slot, 0), BASIC_POINTS.get(slot, 0)
            card.types = t.TREASURE if slot <= GOLD else t.CURSE_CARD if slot == CURSE else t.VICTORY
            card.coins = slot + 1 if slot <= GOLD else 0
