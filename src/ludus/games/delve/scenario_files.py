"""Scenario files: a whole game in one TOML or JSON file, chosen by the option `rules`.

    name = "guardian"
    hit_points = 60                  also energy, mana, hand, deck_size
    encounter_points = [1, 2, 1]     or one number for all encounters
    cards = "cards.csv"              a file, or entries [[cards]] in this one
    decks = "decks.csv"              a file, or entries [[decks]]
    deck = "wall"                    one of these decks, or of the game; by default the first
    encounters = "encounters.toml"   a file, or entries [[enemies]]
    tree = "tree.toml"               a file, a tree of the game, or entries [[nodes]]

Every line may be missing; then the value is that of the thesis's game. Paths are relative to the folder of the file.
Entries are as in the single files, see content_files.py.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from ludus.games.delve.constants import MAX_ENCOUNTERS
from ludus.games.delve.content_files import builtin_cards, read_cards, read_decks, read_encounters, read_tree
from ludus.games.delve.decks_and_encounters import (
    MAX_ENCOUNTER_POINTS,
    RULE_RANGES,
    CardType,
    Deck,
    Encounter,
    GameRules,
)
from ludus.games.delve.skill_tree import SkillTree
from ludus.games.delve.toml_json_csv_rows import (
    file_suffix,
    key_line,
    parse_data,
    read_text_file,
    refuse_unknown_keys,
)
from ludus.util.errors import ContentError

Entries = list[dict[str, Any]]
PATH_KEYS = {"cards": "cards", "decks": "decks", "encounters": "enemies", "tree": "nodes"}  # and the entries instead


class ScenarioRow(msgspec.Struct, forbid_unknown_fields=True):
    """The keys of a scenario file."""

    name: str | None = None
    hit_points: int | None = None
    energy: int | None = None
    mana: int | None = None
    hand: int | None = None
    deck_size: int | None = None
    encounter_points: int | list[int] | None = None
    cards: str | Entries | None = None
    decks: str | Entries | None = None
    deck: str | int | None = None
    encounters: str | None = None
    enemies: Entries | None = None
    tree: str | None = None
    nodes: Entries | None = None


@dataclass(frozen=True)
class ScenarioFile:
    """What a scenario file sets; None or empty: nothing."""

    file: Path
    numbers: dict[str, int]  # of GameRules
    encounter_points: tuple[int, ...] | None
    row: ScenarioRow

    @property
    def cards_file(self) -> Path | None:
        """The file with the cards: another one, this one if it has entries, or None."""
        return self._content_file("cards", self.row.cards, self.row.cards)

    @property
    def decks_file(self) -> Path | None:
        """The same for decks."""
        return self._content_file("decks", self.row.decks, self.row.decks)

    def encounters(self) -> tuple[Encounter, ...] | None:
        """Read the encounters; None if the file sets none."""
        file = self._content_file("encounters", self.row.encounters, self.row.enemies)
        return None if file is None else read_encounters(file, self._own_keys(file))

    def read_cards(self) -> tuple[CardType, ...]:
        """Read the cards; none if the file sets none."""
        file = self.cards_file
        return () if file is None else read_cards(file, self._own_keys(file))

    def read_decks(self, cards: tuple[CardType, ...], rules: GameRules) -> tuple[Deck, ...]:
        """Read the decks; none if the file sets none."""
        file = self.decks_file
        return () if file is None else read_decks(file, cards, rules.deck_size, self._own_keys(file))

    def read_tree(self, cards: tuple[CardType, ...]) -> SkillTree | None:
        """Read the tree from the entries of the file; None if it has none."""
        return None if self.row.nodes is None else read_tree(self.file, cards, self._own_keys(self.file))

    def path(self, text: str) -> str:
        """Return a path relative to the folder of the file; a name without suffix and folder stays as it is."""
        return str(self.file.parent / text) if Path(text).suffix or "/" in text else text

    def _own_keys(self, file: Path) -> tuple[str, ...]:
        """Keys that a file of content may have beside its list: this file has those of rules, others have none."""
        return tuple(ScenarioRow.__struct_fields__) if file == self.file else ()

    def _content_file(self, key: str, path: Any, entries: Any) -> Path | None:
        if isinstance(path, str):
            return self.file.parent / path
        return None if entries is None else self.file


def read_scenario(file: str | Path) -> ScenarioFile:
    """Read a scenario file; the files that it names are read later.

    Raises:
        ContentError: the file is invalid, or two keys contradict each other.
    """
    if file_suffix(file) == ".csv":
        raise ContentError("a file of rules is TOML or JSON: it has more than one list", file)
    text = read_text_file(file)
    data = parse_data(text, file)
    if not isinstance(data, dict):
        raise ContentError("a file of rules has keys such as hit_points, cards, decks, encounters, tree", file)
    refuse_unknown_keys(data, ScenarioRow.__struct_fields__, "field of a file of rules", text, file)
    try:
        row = msgspec.convert(data, ScenarioRow)
    except msgspec.ValidationError as error:
        what, _, field = str(error).partition(" - at `$.")
        field = re.split(r"[.\[`]", field)[0]
        raise ContentError(what, file, key_line(text, field), field or None) from None
    for key, entries in PATH_KEYS.items():
        if key != entries and getattr(row, key) is not None and getattr(row, entries) is not None:
            raise ContentError(f"both {key} and {entries}: give one of them", file, key_line(text, key), key)
    if row.deck is None and row.decks is None and row.deck_size is not None:
        raise ContentError(
            "deck_size without decks: those of the game have 15 cards", file, key_line(text, "deck_size")
        )
    numbers = {name: value for name in RULE_RANGES if (value := getattr(row, name)) is not None}
    for name, value in numbers.items():
        low, high = RULE_RANGES[name]
        if not low <= value <= high:
            raise ContentError(f"{name} {value}; it must be {low} to {high}", file, key_line(text, name), name)
    points = None if row.encounter_points is None else row.encounter_points
    rewards = None if points is None else tuple(points) if isinstance(points, list) else (points,)
    try:
        check_rewards(rewards)
    except ContentError as error:
        raise ContentError(error.what, file, key_line(text, "encounter_points"), "encounter_points") from None
    return ScenarioFile(Path(file), numbers, rewards, row)


def check_rewards(points: tuple[int, ...] | None) -> None:
    """Check skill points for encounters; a single number is for all of them.

    Raises:
        ContentError: too many numbers, or one is out of range.
    """
    if points is None:
        return
    if not 1 <= len(points) <= MAX_ENCOUNTERS:
        raise ContentError(f"encounter_points: {len(points)} numbers; 1 to {MAX_ENCOUNTERS} are possible")
    for number in points:
        if not 0 <= number <= MAX_ENCOUNTER_POINTS:
            raise ContentError(f"encounter_points: {number}; it must be 0 to {MAX_ENCOUNTER_POINTS}")


def with_rewards(encounters: tuple[Encounter, ...], points: tuple[int, ...] | None) -> tuple[Encounter, ...]:
    """Return encounters that give these skill points; a single number is for all of them.

    Raises:
        ContentError: there are not as many numbers as encounters, or one fewer: the last encounter ends the game.
    """
    if points is None:
        return encounters
    if len(points) == 1:
        points = points * len(encounters)
    if len(points) not in (len(encounters) - 1, len(encounters)):
        raise ContentError(
            f"encounter_points: {len(points)} numbers for {len(encounters)} encounters; needed: one number for all, or "
            f"one for each encounter (the last may be left out)"
        )
    return tuple(
        Encounter(encounter.enemies, points[k] if k < len(points) else encounter.points)
        for k, encounter in enumerate(encounters)
    )


def known_cards(own: tuple[CardType, ...]) -> tuple[CardType, ...]:
    """Return own cards, then those of the game."""
    return (*own, *builtin_cards())
