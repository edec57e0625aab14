"""Options of a game, the game data that they select, and the decks and trees to choose from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from ludus.core import game
from ludus.core.content_cache import reads_tracked_files
from ludus.core.game import Content
from ludus.games.delve.constants import MAX_DECK, MAX_HAND, MAX_HIT_POINTS, MAX_RESOURCE
from ludus.games.delve.content_files import CONTENT, read_cards, read_decks, read_encounters, read_tree
from ludus.games.delve.decks_and_encounters import (
    MAX_ENCOUNTER_POINTS,
    RULE_RANGES,
    CardType,
    Deck,
    Encounter,
    GameRules,
)
from ludus.games.delve.game_data import (
    card_kinds,
    default_encounters,
    digest_bytes,
    heldout_decks,
    pack_scenario,
    reference_decks,
)
from ludus.games.delve.scenario_files import ScenarioFile, check_rewards, known_cards, read_scenario, with_rewards
from ludus.games.delve.skill_tree import SkillTree
from ludus.util.errors import ContentError, OptionError, UnknownName

TREES, SCENARIOS = CONTENT / "trees", CONTENT / "scenarios"


DEFAULT_DECK, DEFAULT_TREE = "31", "delver"
TREE_OF_RULES = "rules"


class Options(game.Options, frozen=True, forbid_unknown_fields=True):
    """The scenario, and the encounters at which the game begins and ends."""

    deck: Annotated[
        str | None,
        Meta(description="a reference deck (1 to 33; default 31), a held-out deck (new-1 to new-12), a deck of the "
        "file of rules, or a file: decks.csv for the first deck in it, decks.csv:NAME for another"),
    ] = None  # fmt: skip
    tree: Annotated[
        str | None,
        Meta(
            description="a tree of the game (delver, hand-made, bad, wheel, talents; default delver), rules for that "
            "of the file of rules, a file, or none"
        ),
    ] = None
    encounters: Annotated[str | None, Meta(description="a file of encounters; the game has six")] = None
    cards: Annotated[
        str | None,
        Meta(description="a file with your own card types; decks and nodes in your files can name them"),
    ] = None
    twins: Annotated[
        bool,
        Meta(description="add the eighth card type of the thesis, which it prints with the values of another type"),
    ] = False
    first: Annotated[int, Meta(ge=1, le=16, description="the first encounter to be played")] = 1
    last: Annotated[
        Annotated[int, Meta(ge=1, le=16)] | None,
        Meta(description="the last encounter to be played; by default the last of all"),
    ] = None
    nodes: Annotated[str, Meta(description="nodes that the player owns from the beginning, separated by commas")] = ""
    points: Annotated[
        Annotated[int, Meta(ge=0, le=200)] | None,
        Meta(description="skill points at the beginning; by default those of the earlier encounters"),
    ] = None
    rules: Annotated[
        str | None,
        Meta(description="a game of other rules (guardian), or your file of rules (TOML, JSON): cards, decks, "
        "encounters, tree and the numbers below; other options win over it"),
    ] = None  # fmt: skip
    hit_points: Annotated[
        Annotated[int, Meta(ge=1, le=MAX_HIT_POINTS)] | None,
        Meta(description="hit points of the player; 50 in the thesis"),
    ] = None
    energy: Annotated[
        Annotated[int, Meta(ge=0, le=MAX_RESOURCE)] | None, Meta(description="energy in every turn; 20 in the thesis")
    ] = None
    mana: Annotated[
        Annotated[int, Meta(ge=0, le=MAX_RESOURCE)] | None, Meta(description="mana in every turn; 10 in the thesis")
    ] = None
    hand: Annotated[
        Annotated[int, Meta(ge=1, le=MAX_HAND)] | None, Meta(description="cards drawn in every turn; 5 in the thesis")
    ] = None
    deck_size: Annotated[
        Annotated[int, Meta(ge=1, le=MAX_DECK)] | None,
        Meta(description="cards of a deck, for decks in your files; 15 in the thesis"),
    ] = None
    encounter_points: Annotated[
        str | None,
        Meta(description="skill points for each won encounter, 0 to 10: one number for all, or 1/2/1 and so on; by "
        "default those of the file of encounters, or 1"),
    ] = None  # fmt: skip


@dataclass(frozen=True)
class DelveLabels:
    """Names of the scenario's parts, which the compiled game data does not hold."""

    deck: str
    cards: tuple[CardType, ...]  # by kind
    encounters: tuple[Encounter, ...]
    tree: SkillTree


@dataclass(frozen=True)
class Scenario:
    """Everything that options and the file of rules choose, except deck and tree."""

    file: ScenarioFile | None
    rules: GameRules
    cards: tuple[CardType, ...]  # that decks and nodes may name: own cards first
    decks: tuple[Deck, ...]  # of the file of rules
    encounters: tuple[Encounter, ...]


@reads_tracked_files
def load(options: Options) -> Content:
    """Build the game data for these options.

    Raises:
        OptionError: the options do not fit the scenario.
        ContentError: a content file is invalid.
        UnknownName: there is no such deck, tree or node.
    """
    scenario = read_options(options)
    foes = scenario.encounters
    tree, deck = choose_tree(options, scenario), choose_deck(options, scenario)
    last = len(foes) if options.last is None else options.last
    if not options.first <= last <= len(foes):
        raise OptionError(f"delve: from encounter {options.first} to {last}; there are {len(foes)}")
    had = parse_nodes(tree, options.nodes)
    try:
        kinds = card_kinds(deck, tree)
        array = pack_scenario(deck, foes, tree, options.first - 1, last - 1, had, options.points, scenario.rules)
    except ContentError as error:
        raise OptionError(f"delve: {error}") from None
    labels = DelveLabels(deck.name, tuple(card for card, _ in kinds), foes, tree)
    return Content(array, options, labels, digest_bytes=digest_bytes(array))


def read_options(options: Options) -> Scenario:
    """Read rules, cards and encounters that options and the file of rules choose; every file given is read and checked.

    Raises:
        OptionError: a number of skill points cannot be parsed, or does not fit the encounters.
        ContentError: a content file is invalid.
    """
    file = None if options.rules is None else read_scenario(find_rules(options.rules))
    numbers = dict(file.numbers) if file else {}
    numbers |= {name: value for name in RULE_RANGES if (value := getattr(options, name)) is not None}
    rules = GameRules(**numbers)
    own = read_cards(options.cards) if options.cards is not None else file.read_cards() if file else ()
    cards = known_cards(own)
    decks = file.read_decks(cards, rules) if file else ()
    if file and options.encounters is None:
        encounters = file.encounters() or default_encounters()
    else:
        encounters = default_encounters() if options.encounters is None else read_encounters(options.encounters)
    points = _parse_rewards(options.encounter_points)
    if points is None and file:
        points = file.encounter_points
    try:
        return Scenario(file, rules, cards, decks, with_rewards(encounters, points))
    except ContentError as error:
        raise OptionError(f"delve: {error}") from None


def find_rules(text: str) -> Path:
    """Return the file of rules with this path, or that of the game with this name."""
    if Path(text).suffix or "/" in text:
        return Path(text)
    own = {file.parent.name: file for file in sorted(SCENARIOS.glob("*/rules.toml"))}
    if text not in own:
        raise UnknownName("file of rules of delve", text, list(own))
    return own[text]


def choose_tree(options: Options, scenario: Scenario) -> SkillTree:
    """Return the tree of the option, else that of the file of rules, else the default.

    Raises:
        ContentError: the file is invalid.
        OptionError: the tree of a file of rules is wanted, and there is none.
        UnknownName: there is no such tree.
    """
    if options.tree is not None and options.tree != TREE_OF_RULES:
        return find_tree(options.tree, scenario.cards)
    if scenario.file is None:
        if options.tree is not None:
            raise OptionError(f"delve: tree={TREE_OF_RULES} is the tree of a file of rules; it goes with -o rules=FILE")
        return find_tree(DEFAULT_TREE)
    row = scenario.file.row
    return scenario.file.read_tree(scenario.cards) or find_tree(
        DEFAULT_TREE if row.tree is None else scenario.file.path(row.tree), scenario.cards
    )


def choose_deck(options: Options, scenario: Scenario) -> Deck:
    """Return the deck of the option, else that of the file of rules, else the default.

    Raises:
        ContentError: the file is invalid or has no deck.
        UnknownName: there is no such deck.
    """
    text = options.deck
    if text is None and scenario.file is not None:
        if scenario.file.row.deck is not None:
            text = scenario.file.path(str(scenario.file.row.deck))
        elif scenario.file.decks_file is not None:
            if not scenario.decks:
                raise ContentError("no deck in it", scenario.file.decks_file)
            return scenario.decks[0]
    return find_deck(text or DEFAULT_DECK, scenario, options.twins)


def _parse_rewards(text: str | None) -> tuple[int, ...] | None:
    if text is None:
        return None
    parts = [part.strip() for part in text.split("/")]
    if not all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts):
        raise OptionError(
            f"delve: encounter_points={text!r}: whole numbers from 0 to {MAX_ENCOUNTER_POINTS}, separated by /, such "
            "as 1/2/1"
        )
    points = tuple(int(part) for part in parts)
    try:
        check_rewards(points)
    except ContentError as error:
        raise OptionError(f"delve: {error}") from None
    return points


def option_choices() -> dict[str, list[str]]:
    """Return the names of all `decks`, reference decks first, of all `trees`, and of the default ones."""
    decks = [deck.name for deck in (*reference_decks(), *heldout_decks())]
    trees = [*sorted(file.stem for file in TREES.glob("*.toml")), "none"]
    return {"decks": decks, "trees": trees, "default_deck": [DEFAULT_DECK], "default_tree": [DEFAULT_TREE]}


def find_tree(text: str, cards: Sequence[CardType] | None = None) -> SkillTree:
    """Return the tree with this name or in this file; its nodes may add these cards, or those of the game."""
    if text.strip().lower() == "none":
        return SkillTree("none", ())
    own = {file.stem: file for file in sorted(TREES.glob("*.toml"))}
    if text in own:
        return read_tree(own[text])
    if Path(text).suffix or "/" in text:
        return read_tree(text, cards)
    raise UnknownName("tree of delve", text, [*own, "none"])


def find_deck(text: str, scenario: Scenario, twins: bool = False) -> Deck:
    """Return a deck of the scenario or of the game by its name, or a deck in a file."""
    known = {deck.name: deck for deck in (*reference_decks(twins), *heldout_decks(twins))}
    known |= {deck.name: deck for deck in scenario.decks}
    if text in known:
        return known[text]
    file, _, name = text.partition(":")
    if not (Path(file).suffix or "/" in file):
        raise UnknownName("deck of delve", text, list(known))
    decks = {deck.name: deck for deck in read_decks(file, scenario.cards, scenario.rules.deck_size)}
    if not decks:
        raise ContentError("no deck in it", file)
    if name and name not in decks:
        raise UnknownName(f"deck in {file}", name, list(decks))
    return decks[name] if name else next(iter(decks.values()))


def parse_nodes(tree: SkillTree, text: str) -> list[int]:
    """Return the indices of the nodes listed in a text, separated by commas; names may contain commas, too."""
    numbers = {node.name.casefold(): k for k, node in enumerate(tree.nodes)}
    parts, listed = text.split(","), list[int]()
    while parts:
        names = [",".join(parts[:end]).strip().casefold() for end in range(len(parts), 0, -1)]  # the longest first
        match = next((k for k, name in enumerate(names) if name in numbers), None)
        if match is not None:
            listed.append(numbers[names[match]])
        elif name := parts[0].strip():
            raise UnknownName(f"node of the tree {tree.name!r}", name, [node.name for node in tree.nodes])
        parts = parts[1 if match is None else len(parts) - match :]
    return listed
