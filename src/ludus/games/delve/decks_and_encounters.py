"""Content types of a scenario except its tree: cards, decks, encounters. Constructors refuse invalid values."""

from __future__ import annotations

from dataclasses import dataclass

from ludus.games.delve.constants import CATEGORIES, DECK, MAX_ENEMIES, RESOURCES, card_class
from ludus.util.errors import ContentError

MAX_COST = 99
MAX_DAMAGE = 999
MAX_ATTACK = 999
MAX_HEALTH = 9999
MAX_NAME_LENGTH = 40


@dataclass(frozen=True)
class CardType:
    """A type of card."""

    name: str
    category: int  # an index into CATEGORIES
    resource: int  # an index into RESOURCES
    cost: int
    damage: int

    def __post_init__(self) -> None:
        where = f"card {self.name!r}"
        check_name("card", self.name)
        if self.name.split()[-1].isdigit():
            raise ContentError(f"{where}: the last word of a card's name must not be a number, since moves append one")
        _check_between(f"{where}: category", self.category, 0, len(CATEGORIES) - 1)
        _check_between(f"{where}: resource", self.resource, 0, len(RESOURCES) - 1)
        _check_between(f"{where}: cost", self.cost, 0, MAX_COST)
        _check_between(f"{where}: damage", self.damage, 0, MAX_DAMAGE)

    @property
    def group(self) -> int:
        """The card class, which nodes of skill trees target."""
        return card_class(self.category, self.resource)


@dataclass(frozen=True)
class Deck:
    """Fifteen cards: types with the number of their copies."""

    name: str
    cards: tuple[tuple[CardType, int], ...]

    def __post_init__(self) -> None:
        where = f"deck {self.name!r}"
        check_name("deck", self.name)
        names: dict[str, CardType] = {}
        for card, copies in self.cards:
            if copies < 1:
                raise ContentError(f"{where}, card {card.name!r}: {copies} copies; at least 1 is needed")
            if names.setdefault(card.name.casefold(), card) != card:
                raise ContentError(f"{where}: two different cards are named {card.name!r}")
        if (count := sum(copies for _, copies in self.cards)) != DECK:
            raise ContentError(f"{where}: {count} cards; a deck has {DECK}")


@dataclass(frozen=True)
class Encounter:
    """The enemies of a fight: attack and hit points of each."""

    enemies: tuple[tuple[int, int], ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.enemies) <= MAX_ENEMIES:
            raise ContentError(f"{len(self.enemies)} enemies; an encounter has 1 to {MAX_ENEMIES}")
        for place, (attack, health) in enumerate(self.enemies, 1):
            _check_between(f"enemy {place}: attack", attack, 0, MAX_ATTACK)
            _check_between(f"enemy {place}: health", health, 1, MAX_HEALTH)


def check_name(what: str, name: str) -> None:
    """Check that a name can be used in notation and files.

    Raises:
        ContentError: the name is invalid.
    """
    if not name or name != " ".join(name.split()) or not name.isprintable() or len(name) > MAX_NAME_LENGTH:
        raise ContentError(
            f"{name!r} is no valid name of a {what}: up to {MAX_NAME_LENGTH} characters, single spaces between words"
        )


def _check_between(what: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise ContentError(f"{what} {value}; it must be {low} to {high}")
