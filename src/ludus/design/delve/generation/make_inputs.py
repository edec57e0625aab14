"""Inputs of tree making, from the options of the command: decks, held-out decks, encounters, and the space of trees."""

from __future__ import annotations

from dataclasses import dataclass

from ludus.core.random import derive
from ludus.design.base.designer import DesignRequest
from ludus.design.delve.builds.enumeration import points_before
from ludus.design.delve.options import CARDS_WITHOUT_DECKS, DelveMakeOptions, read_game_options
from ludus.design.delve.variation.tree_space import TreeSpace
from ludus.games.delve.decks_and_encounters import THESIS_RULES, Deck, Encounter, GameRules
from ludus.games.delve.game_data import heldout_decks, reference_decks
from ludus.games.delve.options import find_tree
from ludus.games.delve.random_decks import draw_decks
from ludus.games.delve.skill_tree import SkillTree
from ludus.util.errors import OptionError
from ludus.util.text import plural

# Decks for tuning: of any cards, of three types. Decks differ far more than card orders, so there are many decks with
# few orders each. There are few of three types, so these are repeated: in all as frequent as among held-out decks.
TUNING_DECK_COUNTS, TYPED_DECK_REPEATS = (120, 12), 5


@dataclass(frozen=True)
class TreeInputs:
    """Decks, encounters and an optional tree that trees are made with."""

    decks: tuple[Deck, ...]  # trees are rated with
    tuning_decks: tuple[Deck, ...]  # trees are tuned with
    held_out_decks: tuple[Deck, ...]  # trees are judged with
    encounters: tuple[Encounter, ...]
    tree: SkillTree | None  # where one is given
    deck_description: str
    held_out_description: str
    rules: GameRules = THESIS_RULES


def read_inputs(options: DelveMakeOptions, request: DesignRequest) -> TreeInputs:
    """Read it from the options of the command and of the game.

    Raises:
        OptionError: an option does not apply, or there are fewer than two encounters.
        ContentError: the deck file has no deck.
    """
    scenario, own_decks = read_game_options(request, "make delve", options.decks)
    encounters, rules = scenario.encounters, scenario.rules
    tree = None if options.tree is None else find_tree(options.tree, scenario.cards)
    if own_decks is None:
        if "cards" in request.options:
            raise OptionError(CARDS_WITHOUT_DECKS)
        held_out = heldout_decks()
        drawn = draw_decks(derive(request.seed, "practice decks"), held_out, *TUNING_DECK_COUNTS)
        practice = drawn[: TUNING_DECK_COUNTS[0]] + TYPED_DECK_REPEATS * drawn[TUNING_DECK_COUNTS[0] :]
        return TreeInputs(
            reference_decks(),
            practice,
            held_out,
            encounters,
            tree,
            "the 33 reference decks",
            f"{len(held_out)} held-out decks",
            rules,
        )
    decks, file = own_decks
    description = f"{plural(len(decks), 'deck')} of {file}"
    return TreeInputs(decks, decks, decks, encounters, tree, description, f"the same {description}", rules)


def make_tree_space(options: DelveMakeOptions, inputs: TreeInputs) -> TreeSpace:
    """Return the space of trees to search: none deeper than a player can reach, except with printed formulas."""
    depth = None if options.formulas == "printed" else points_before(inputs.encounters)[-1]
    return TreeSpace(options.nodes, depth, "builds" if options.crossover == "builds" else "recursive", options.formulas)
