"""Options of a game, the game data that they select, and the decks and trees to choose from."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from ludus.core import game
from ludus.core.content_cache import reads_tracked_files
from ludus.core.game import Content
from ludus.games.delve.content_files import CONTENT, builtin_cards, read_cards, read_decks, read_encounters, read_tree
from ludus.games.delve.decks_and_encounters import CardType, Deck, Encounter
from ludus.games.delve.game_data import card_kinds, default_encounters, heldout_decks, pack_scenario, reference_decks
from ludus.games.delve.skill_tree import SkillTree
from ludus.util.errors import ContentError, OptionError, UnknownName

TREES = CONTENT / "trees"


class Options(game.Options, frozen=True, forbid_unknown_fields=True):
    """The scenario, and the encounters at which the game begins and ends."""

    deck: Annotated[
        str,
        Meta(description="a reference deck (1 to 33), a held-out deck (new-1 to new-12), or a file: "
        "decks.csv for the first deck in it, decks.csv:NAME for another"),
    ] = "31"  # fmt: skip
    tree: Annotated[
        str, Meta(description="a tree of the game (delver, hand-made, bad, wheel, talents), a file, or none")
    ] = "delver"
    encounters: Annotated[str | None, Meta(description="a file of encounters; the game has six")] = None
    cards: Annotated[
        str | None, Meta(description="a file with your own card types; decks in your files can name them")
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


@dataclass(frozen=True)
class DelveLabels:
    """Names of the scenario's parts, which the compiled game data does not hold."""

    deck: str
    cards: tuple[CardType, ...]  # by kind
    encounters: tuple[Encounter, ...]
    tree: SkillTree


@reads_tracked_files
def load(options: Options) -> Content:
    """Build the game data for these options.

    Raises:
        OptionError: the options do not fit the scenario.
        ContentError: a content file is invalid.
        UnknownName: there is no such deck, tree or node.
    """
    tree = find_tree(options.tree)
    foes = default_encounters() if options.encounters is None else read_encounters(options.encounters)
    deck = find_deck(options)
    last = len(foes) if options.last is None else options.last
    if not options.first <= last <= len(foes):
        raise OptionError(f"delve: from encounter {options.first} to {last}; there are {len(foes)}")
    had = parse_nodes(tree, options.nodes)
    try:
        array = pack_scenario(deck, foes, tree, options.first - 1, last - 1, had, options.points)
    except ContentError as error:
        raise OptionError(f"delve: {error}") from None
    return Content(array, options, DelveLabels(deck.name, tuple(card for card, _ in card_kinds(deck)), foes, tree))


def option_choices() -> dict[str, list[str]]:
    """Return the names of all `decks`, reference decks first, and of all `trees`."""
    decks = [deck.name for deck in (*reference_decks(), *heldout_decks())]
    return {"decks": decks, "trees": [*sorted(file.stem for file in TREES.glob("*.toml")), "none"]}


def find_tree(text: str) -> SkillTree:
    """Return the tree with this name or in this file."""
    if text.strip().lower() == "none":
        return SkillTree("none", ())
    own = {file.stem: file for file in sorted(TREES.glob("*.toml"))}
    if text in own:
        return read_tree(own[text])
    if Path(text).suffix or "/" in text:
        return read_tree(text)
    raise UnknownName("tree of delve", text, [*own, "none"])


def find_deck(options: Options) -> Deck:
    """Return the deck that the options name, by its name or file."""
    known = {deck.name: deck for deck in (*reference_decks(options.twins), *heldout_decks(options.twins))}
    if options.deck in known:
        return known[options.deck]
    file, _, name = options.deck.partition(":")
    if not (Path(file).suffix or "/" in file):
        raise UnknownName("deck of delve", options.deck, list(known))
    cards = builtin_cards() if options.cards is None else (*read_cards(options.cards), *builtin_cards())
    decks = {deck.name: deck for deck in read_decks(file, cards)}
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
