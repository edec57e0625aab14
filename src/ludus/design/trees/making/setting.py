"""Inputs of tree making: decks, encounters, held-out decks, and the genome space of the search."""

from __future__ import annotations

from dataclasses import dataclass

from ludus.core.errors import ContentError, OptionError
from ludus.core.random import derive
from ludus.design.contract import Order, count
from ludus.design.trees.changing.space import TreeSpace
from ludus.design.trees.making.asks import MakeAsks
from ludus.games.delve.drawing_decks import draw_decks
from ludus.games.delve.files import own_cards, read_cards, read_decks, read_encounters
from ludus.games.delve.options import find_tree
from ludus.games.delve.pieces import Deck, Encounter
from ludus.games.delve.scenario import encounters, heldout_decks, reference_decks
from ludus.games.delve.tree import Tree

# Decks for tuning: of any cards, of three types. Decks differ far more than card orders, so there are many decks with
# few orders each. There are few of three types, so these are repeated: in all as frequent as among held-out decks.
PRACTICE, REPEATED = (120, 12), 5
OWN = ("encounters", "cards")  # options of the game that are allowed here


@dataclass(frozen=True)
class Setting:
    decks: tuple[Deck, ...]  # trees are rated with
    practice: tuple[Deck, ...]  # trees are tuned with
    proof: tuple[Deck, ...]  # trees are judged with
    foes: tuple[Encounter, ...]
    tree: Tree | None  # where one is given
    made_for: str
    proved: str


def read_setting(asks: MakeAsks, order: Order) -> Setting:
    """Read it from the options of the command and of the game.

    Raises:
        OptionError: an option does not apply, or there are fewer than two encounters.
        ContentError: the deck file has no deck.
    """
    for name in order.options:
        if name not in OWN:
            raise OptionError(f"-o {name}: not an option of `ludus make delve`; these are: {', '.join(OWN)}")
    file = order.options.get("encounters")
    foes = encounters() if file is None else read_encounters(file)
    if len(foes) < 2:
        raise OptionError(
            f"{count(len(foes), 'encounter')}: nodes are picked between encounters, so there are two at least"
        )
    if asks.decks is None and "cards" in order.options:
        raise OptionError("-o cards: cards of one's own are for decks of one's own; it goes with --decks FILE")
    tree = None if asks.tree is None else find_tree(asks.tree)
    if asks.decks is None:
        held_out = heldout_decks()
        drawn = draw_decks(derive(order.seed, "practice decks"), held_out, *PRACTICE)
        practice = drawn[: PRACTICE[0]] + REPEATED * drawn[PRACTICE[0] :]
        return Setting(
            reference_decks(),
            practice,
            held_out,
            foes,
            tree,
            "the 33 reference decks",
            f"{len(held_out)} held-out decks",
        )
    own = order.options.get("cards")
    decks = read_decks(asks.decks, own_cards() if own is None else (*read_cards(own), *own_cards()))
    if not decks:
        raise ContentError("no deck in it", asks.decks)
    description = f"{count(len(decks), 'deck')} of {asks.decks}"
    return Setting(decks, decks, decks, foes, tree, description, f"the same {description}")


def space_for(asks: MakeAsks, setting: Setting) -> TreeSpace:
    """Return the space of trees to search: none deeper than a player can reach, except with printed formulas."""
    depth = None if asks.formulas == "printed" else len(setting.foes) - 1
    return TreeSpace(asks.nodes, depth, "builds" if asks.crossover == "builds" else "recursive", asks.formulas)
