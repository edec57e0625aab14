"""Content types of a scenario except its tree: cards, decks, encounters, rules. Constructors refuse invalid values."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import NamedTuple

from ludus.games.delve.constants import (
    CATEGORIES,
    DECK,
    EFFECTS,
    ENEMY_EFFECTS,
    FULL_ENERGY,
    FULL_MANA,
    HAND,
    HIT_POINTS,
    MAX_DECK,
    MAX_ENEMIES,
    MAX_HAND,
    MAX_HIT_POINTS,
    MAX_RESOURCE,
    RESOURCES,
    SKILL,
    card_class,
)
from ludus.util.errors import ContentError

MAX_COST = 99
MAX_DAMAGE = 999
MAX_EFFECT = 99  # of a card
MAX_ATTACK = 999
MAX_HEALTH = 9999
MAX_NAME_LENGTH = 40
MAX_ENCOUNTER_POINTS = 10


class CardEffects(NamedTuple):
    """Effects of a card beside damage, in the order of EFFECTS."""

    block: int = 0  # absorbs damage until the next turn of the player
    heal: int = 0  # hit points, up to full
    draw: int = 0  # cards
    gain_energy: int = 0  # in this turn
    gain_mana: int = 0
    strength: int = 0  # added to the damage of every attack in this encounter
    weak: int = 0  # turns in which the enemies hit deal a quarter less
    vulnerable: int = 0  # turns in which they take half more from attacks
    poison: int = 0  # hit points that they lose at the end of the turn; one less every turn
    self_weak: int = 0  # the same on the player
    self_vulnerable: int = 0
    self_poison: int = 0


NO_EFFECTS = CardEffects()
assert CardEffects._fields == EFFECTS


@dataclass(frozen=True)
class CardType:
    """A type of card."""

    name: str
    category: int  # an index into CATEGORIES
    resource: int  # an index into RESOURCES
    cost: int
    damage: int
    effects: CardEffects = NO_EFFECTS

    def __post_init__(self) -> None:
        where = f"card {self.name!r}"
        check_name("card", self.name)
        if self.name.split()[-1].isdigit():
            raise ContentError(f"{where}: the last word of a card's name must not be a number, since moves append one")
        _check_between(f"{where}: category", self.category, 0, len(CATEGORIES) - 1)
        _check_between(f"{where}: resource", self.resource, 0, len(RESOURCES) - 1)
        _check_between(f"{where}: cost", self.cost, 0, MAX_COST)
        _check_between(f"{where}: damage", self.damage, 0, MAX_DAMAGE)
        for name, amount in zip(EFFECTS, self.effects, strict=True):
            _check_between(f"{where}: {name}", amount, 0, MAX_EFFECT)
        if self.category == SKILL:
            given = ["damage"] if self.damage else [EFFECTS[k] for k in ENEMY_EFFECTS if self.effects[k]]
            if given:
                raise ContentError(
                    f"{where}: a skill hits no enemy, so it has no {given[0]}; its category must be area or targeted",
                    field=given[0],
                )
            if not any(self.effects):
                raise ContentError(f"{where}: a skill needs an effect: {', '.join(_skill_effects())}")

    @property
    def group(self) -> int:
        """The card class, which nodes of skill trees target; skills have numbers from CLASSES on."""
        return card_class(self.category, self.resource)

    @property
    def deals_damage(self) -> bool:
        """Whether it is an attack that nodes and strength raise: it has damage, or no effect at all."""
        return self.category != SKILL and (self.damage > 0 or not any(self.effects))

    @property
    def is_extended(self) -> bool:
        """Whether it does more than the cards of the thesis, which deal damage only."""
        return self.category == SKILL or any(self.effects)


@dataclass(frozen=True)
class Deck:
    """Types of cards with the number of their copies; fifteen cards in the thesis."""

    name: str
    cards: tuple[tuple[CardType, int], ...]
    size: int = DECK  # cards that it must have

    def __post_init__(self) -> None:
        where = f"deck {self.name!r}"
        check_name("deck", self.name)
        names: dict[str, CardType] = {}
        for card, copies in self.cards:
            if copies < 1:
                raise ContentError(f"{where}, card {card.name!r}: {copies} copies; at least 1 is needed")
            if names.setdefault(card.name.casefold(), card) != card:
                raise ContentError(f"{where}: two different cards are named {card.name!r}")
        if (count := sum(copies for _, copies in self.cards)) != self.size:
            raise ContentError(
                f"{where}: {count} cards; a deck has {self.size} (set deck_size for decks of another size)"
            )

    @property
    def is_extended(self) -> bool:
        """Whether some card does more than deal damage, or the deck has another size than those of the thesis."""
        return self.size != DECK or any(card.is_extended for card, _ in self.cards)


@dataclass(frozen=True)
class Encounter:
    """The enemies of a fight, attack and hit points of each, and the skill points that the victory gives."""

    enemies: tuple[tuple[int, int], ...]
    points: int = 1

    def __post_init__(self) -> None:
        if not 1 <= len(self.enemies) <= MAX_ENEMIES:
            raise ContentError(f"{len(self.enemies)} enemies; an encounter has 1 to {MAX_ENEMIES}")
        for place, (attack, health) in enumerate(self.enemies, 1):
            _check_between(f"enemy {place}: attack", attack, 0, MAX_ATTACK)
            _check_between(f"enemy {place}: health", health, 1, MAX_HEALTH)
        _check_between("points", self.points, 0, MAX_ENCOUNTER_POINTS)


@dataclass(frozen=True)
class GameRules:
    """Numbers of the rules; the defaults are those of the thesis."""

    hit_points: int = HIT_POINTS
    energy: int = FULL_ENERGY
    mana: int = FULL_MANA
    hand: int = HAND  # cards drawn every turn
    deck_size: int = DECK

    def __post_init__(self) -> None:
        for field in fields(self):
            _check_between(field.name, getattr(self, field.name), *RULE_RANGES[field.name])

    @property
    def is_extended(self) -> bool:
        """Whether hands or decks have another size than in the thesis."""
        return self.hand != HAND or self.deck_size != DECK


RULE_RANGES = {
    "hit_points": (1, MAX_HIT_POINTS),
    "energy": (0, MAX_RESOURCE),
    "mana": (0, MAX_RESOURCE),
    "hand": (1, MAX_HAND),
    "deck_size": (1, MAX_DECK),
}


def check_name(what: str, name: str) -> None:
    """Check that a name can be used in notation and files.

    Raises:
        ContentError: the name is invalid.
    """
    if not name or name != " ".join(name.split()) or not name.isprintable() or len(name) > MAX_NAME_LENGTH:
        raise ContentError(
            f"{name!r} is no valid name of a {what}: up to {MAX_NAME_LENGTH} characters, single spaces between words"
        )


def _skill_effects() -> list[str]:
    return [name for k, name in enumerate(EFFECTS) if k not in ENEMY_EFFECTS]


def _check_between(what: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise ContentError(f"{what} {value}; it must be {low} to {high}", field=what.rpartition(" ")[2])


THESIS_RULES = GameRules()
