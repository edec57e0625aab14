"""Options of `ludus inspect dominion` and `ludus make dominion`, and their parsing."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from ludus.design.base.designer import DesignOptions, DesignRequest
from ludus.design.dominion.kingdom_numbering import Kingdom, KingdomPool
from ludus.design.dominion.measures import MEASURES
from ludus.util.errors import OptionError
from ludus.util.text import closest_match

DEFAULT_PAIR = "earl drew"
DEFAULT_LADDER = "random chuck drew earl big-money"
POOL_OPTIONS = ("edition", "cards")  # options of the game that define another pool of cards

BotPairOption = Annotated[str, Meta(description="two compiled bots, separated by a space")]
LadderOption = Annotated[str, Meta(description="bots from weak to strong; in a good game, strong bots beat weak ones")]
ShareOption = Annotated[float, Meta(ge=0, le=1)]


class DominionInspectOptions(DesignOptions, frozen=True):
    """Options of `ludus inspect dominion`."""

    players: BotPairOption = DEFAULT_PAIR
    ladder: LadderOption = DEFAULT_LADDER
    measure: Annotated[
        str, Meta(description=f"the measure that swaps of cards should change: {', '.join(name for name in MEASURES)}")
    ] = "skill-computed"
    watch: Annotated[
        str | None, Meta(description="bots for lead prediction: one for both seats, or two; default: --players")
    ] = None
    original: Annotated[
        bool, Meta(description="compare the cards of -o cards with the game's own cards of the same names")
    ] = False


class DominionMakeOptions(DesignOptions, frozen=True):
    """Options of `ludus make dominion`."""

    skill: Annotated[
        ShareOption | None,
        Meta(description="target: skill differentiation, the difference of mean points divided by the higher mean"),
    ] = None
    skill_printed: Annotated[
        ShareOption | None,
        Meta(description="target: the same by the formula of the paper, the mean over games of (h - l) / h"),
    ] = None
    length: Annotated[Annotated[float, Meta(ge=1, le=400)] | None, Meta(description="target: turns of a game")] = None
    decisiveness: Annotated[
        ShareOption | None,
        Meta(description="target: when the lead changes for the last time; 0: at the start, 1: at the end"),
    ] = None
    seat: Annotated[
        ShareOption | None, Meta(description="target: share of decided games won from the first seat; 0.5 is fair")
    ] = None
    wins: Annotated[
        ShareOption | None, Meta(description="target: win rate of the first bot of --players; 0.5 is even")
    ] = None
    spread: Annotated[
        ShareOption | None,
        Meta(description="target: spread of win rates over --ladder; 0: all equal, 0.5: the better bot always wins"),
    ] = None
    map: Annotated[
        str | None,
        Meta(
            description="instead of targets, a measure: make an archive with the kingdom that has most of it, for "
            "every number of Attack cards and every mean cost"
        ),
    ] = None
    players: BotPairOption = DEFAULT_PAIR
    ladder: LadderOption = DEFAULT_LADDER
    keep: Annotated[str, Meta(description="cards that every kingdom must contain, separated by commas")] = ""
    ban: Annotated[str, Meta(description="cards that no kingdom may contain, separated by commas")] = ""
    kingdoms: Annotated[int, Meta(ge=1, le=20, description="number of kingdoms to make")] = 3
    population: Annotated[int, Meta(ge=4, le=10_000, description="kingdoms in a generation")] = 60
    generations: Annotated[int, Meta(ge=1, le=1000, description="generations")] = 15
    search_games: Annotated[int, Meta(ge=2, le=10**6, description="games for each kingdom during the search")] = 400

    @property
    def targets(self) -> dict[str, float]:
        """Target values by name of the measure."""
        values = {
            "skill-computed": self.skill,
            "skill": self.skill_printed,
            "turns": self.length,
            "decisiveness": self.decisiveness,
            "first-seat": self.seat,
            "wins": self.wins,
            "spread": self.spread,
        }
        return {name: value for name, value in values.items() if value is not None}


def read_cards(pool: KingdomPool, text: str, option: str) -> list[int]:
    """Parse cards of the pool by name.

    Raises:
        OptionError: there is no such card; the message suggests the closest name.
    """
    keys = {_letters_of(name): card for card, name in enumerate(pool.names)}
    cards = []
    for name in (part.strip() for part in text.split(",")):
        if not name:
            continue
        if _letters_of(name) not in keys:
            close = closest_match(_letters_of(name), keys)
            hint = f"; did you mean {pool.names[keys[close]]}?" if close else ""
            raise OptionError(f"--{option}: there is no card {name!r} in the {pool.edition} edition{hint}")
        cards.append(keys[_letters_of(name)])
    return cards


def read_pool(request: DesignRequest) -> tuple[KingdomPool, dict[str, Any]]:
    """Return the pool of cards to choose from, and the other options of the game.

    Raises:
        OptionError: an option that fixes the kingdom, or more than two seats.
    """
    if "kingdom" in request.options:
        raise OptionError(
            "-o kingdom: the kingdoms are what this command is about; name them as its CONTENT, or not at all"
        )
    if request.options.get("seats", "2") != "2":
        raise OptionError(f"-o seats={request.options['seats']}: kingdoms are measured in games for two")
    options = {name: value for name, value in request.options.items() if name not in POOL_OPTIONS}
    pool = KingdomPool(request.options.get("edition", "first"), request.options.get("cards"))
    return pool, options


def read_kingdoms(pool: KingdomPool, words: list[str]) -> dict[str, Kingdom]:
    """Parse kingdoms, keyed by how they were named: ten cards separated by commas, a recommended set, or a file.

    Raises:
        OptionError: no kingdom, or the same one twice.
    """
    commas = pool.piles - 1
    whole = " ".join(words)
    is_split = whole.count(",") == commas and not any(word.count(",") == commas for word in words)
    texts = [whole] if is_split else list(words)  # the shell splits a kingdom at the blanks of card names
    if not texts:
        raise OptionError("name a kingdom: ten cards separated by commas, a recommended set, or a file")
    kingdoms: dict[str, Kingdom] = {}
    for text in texts:
        kingdom = pool.read(text)
        if kingdom in kingdoms.values():
            raise OptionError(f"{text}: this kingdom is named twice")
        kingdoms[text if "," not in text else ", ".join(pool.write(kingdom))] = kingdom
    return kingdoms


def _letters_of(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalpha())
