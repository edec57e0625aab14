"""Inputs of tree making, from the options of the command: decks, held-out decks, encounters, and the space of trees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ludus.core.random import derive
from ludus.design.base.designer import DesignRequest
from ludus.design.base.option_value_parsers import check_game_options
from ludus.design.delve.builds.enumeration import points_before
from ludus.design.delve.options import (
    CARDS_WITHOUT_DECKS,
    DelveMakeOptions,
    read_game_options,
    read_operators,
    uses_thesis_setup,
)
from ludus.design.delve.rating.choice_measures import DeckGroup
from ludus.design.delve.variation.tree_space import CHOICE_OPERATOR_RATES, OPERATOR_RATES, Crossover, TreeSpace
from ludus.games.delve.decks_and_encounters import THESIS_RULES, Deck, Encounter, GameRules
from ludus.games.delve.game_data import card_kinds, heldout_decks, reference_decks
from ludus.games.delve.options import find_tree
from ludus.games.delve.random_decks import draw_decks
from ludus.games.delve.skill_tree import SkillTree
from ludus.util.errors import OptionError
from ludus.util.text import plural

# Decks for tuning: of any cards, of three types. Decks differ far more than card orders, so there are many decks with
# few orders each. There are few of three types, so these are repeated: in all as frequent as among held-out decks.
TUNING_DECK_COUNTS, TYPED_DECK_REPEATS = (120, 12), 5
# Decks of the search for choices: as many of any cards for one of three types as among held-out decks.
SEARCH_DECK_COUNTS = (16, 8)
# Other decks, which the win ratio of that search is corrected with. All of three types that are not held out are there.
CALIBRATION_DECK_COUNTS = (240, 14)
HELD_OUT_GROUPS = (8, 4)  # held-out decks of any cards, of three types
MIN_SPLIT_DECKS, HELD_OUT_DIVISOR = 9, 3  # decks of one's own: with so many or more, a third is held out


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
    # Kinds of decks, for what is expected of decks that were not tried.
    groups: tuple[DeckGroup, ...] = ()
    tuning_groups: tuple[DeckGroup, ...] = ()
    held_out_groups: tuple[DeckGroup, ...] = ()
    split_note: str = ""  # what became of decks of one's own; empty if decks were drawn


def read_inputs(options: DelveMakeOptions, request: DesignRequest) -> TreeInputs:
    """Read it from the options of the command and of the game.

    Raises:
        OptionError: an option does not apply, or there are fewer than two encounters.
        ContentError: the deck file has no deck.
    """
    scenario, own_decks = read_game_options(request, "make delve", options.decks)
    encounters, rules = scenario.encounters, scenario.rules
    for mode in ("tune_encounters", "online"):
        if getattr(options, mode):
            _check_thesis_rules(request, f"--{mode.replace('_', '-')}", encounters)
    tree = None if options.tree is None else find_tree(options.tree, scenario.cards)
    if own_decks is None:
        if "cards" in request.options:
            raise OptionError(CARDS_WITHOUT_DECKS)
        if not uses_thesis_setup(options):
            return _drawn_inputs(request.seed, encounters, tree, rules)
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
            f"{plural(len(held_out), 'held-out deck')}",
            rules,
        )
    decks, file = own_decks
    if not uses_thesis_setup(options):
        return _own_inputs(decks, file, request.seed, encounters, tree, rules)
    description = f"{plural(len(decks), 'deck')} of {file}"
    return TreeInputs(decks, decks, decks, encounters, tree, description, f"the same {description}", rules)


def _check_thesis_rules(request: DesignRequest, mode: str, encounters: tuple[Encounter, ...]) -> None:
    """Refuse rules of one's own in a mode that plays by those of the thesis."""
    check_game_options(request, f"make delve {mode}", ("encounters", "cards"))
    for number, encounter in enumerate(encounters[:-1], 1):
        if encounter.points != 1:
            raise OptionError(
                f"encounter {number} gives {plural(encounter.points, 'skill point')}; with {mode} every encounter "
                "gives one"
            )


def draw_search_decks(seed: int, label: str) -> tuple[Deck, ...]:
    """Draw decks for a search: of the kinds of the held-out decks, and none of them."""
    return draw_decks(derive(seed, label), heldout_decks(), *SEARCH_DECK_COUNTS)


def kind_groups(mixed: int, three_types: int) -> tuple[DeckGroup, ...]:
    """Return the groups of decks of any cards, followed by decks of three types, as in the held-out set."""
    kinds = range(mixed), range(mixed, mixed + three_types)
    return tuple(DeckGroup(tuple(decks), new) for decks, new in zip(kinds, HELD_OUT_GROUPS, strict=True))


def repeat_in_proportion(decks: Sequence[Deck], groups: Sequence[DeckGroup]) -> tuple[Deck, ...]:
    """Return the decks, those of small groups several times, so that groups are about as frequent as they should be.

    Without groups the decks stay as they are.
    """
    shares = [group.new / len(group.decks) for group in groups]
    repeated = [
        decks[k] for group, share in zip(groups, shares, strict=True) for k in group.decks * round(share / min(shares))
    ]
    return tuple(repeated) if groups else tuple(decks)


def _drawn_inputs(seed: int, encounters: tuple[Encounter, ...], tree: SkillTree | None, rules: GameRules) -> TreeInputs:
    """Search decks and many decks for the win ratio, drawn by the seed; never held-out ones."""
    held_out, decks = heldout_decks(), draw_search_decks(seed, "search decks")
    many = draw_decks(derive(seed, "practice decks"), held_out, *CALIBRATION_DECK_COUNTS)
    return TreeInputs(
        *(decks, many, held_out, encounters, tree),
        *(f"{plural(len(decks), 'drawn deck')}", f"{plural(len(held_out), 'held-out deck')}", rules),
        *(kind_groups(*SEARCH_DECK_COUNTS), kind_groups(*CALIBRATION_DECK_COUNTS), kind_groups(*HELD_OUT_GROUPS)),
    )


def _own_inputs(
    decks: tuple[Deck, ...],
    file: str,
    seed: int,
    encounters: tuple[Encounter, ...],
    tree: SkillTree | None,
    rules: GameRules,
) -> TreeInputs:
    """Decks of a file, a third of them held out if there are enough; those with the same cards stay together."""
    count, kinds = len(decks), list(dict.fromkeys(map(card_kinds, decks)))
    if len(kinds) < MIN_SPLIT_DECKS:
        everything: tuple[DeckGroup, ...] = (DeckGroup(tuple(range(count)), count),)
        note = (
            f"The {plural(count, 'deck')} of {file} were not split: the tree was made for the same decks that it is "
            f"judged with. From {MIN_SPLIT_DECKS} decks with different cards on, a third is held out."
        )
        description = f"{plural(count, 'deck')} of {file}"
        return TreeInputs(
            *(decks, decks, decks, encounters, tree, description, f"the same {description}", rules),
            *(everything, everything, everything),
            split_note=note,
        )
    order = np.random.default_rng(derive(seed, "split of decks")).permutation(len(kinds))
    chosen = {kinds[k] for k in order[: len(kinds) // HELD_OUT_DIVISOR].tolist()}
    held_out = tuple(deck for deck in decks if card_kinds(deck) in chosen)
    search = tuple(deck for deck in decks if card_kinds(deck) not in chosen)
    groups: tuple[DeckGroup, ...] = (DeckGroup(tuple(range(len(search))), len(held_out)),)
    note = (
        f"Of the {plural(count, 'deck')} of {file}, {len(search)} were used to make the tree, and {len(held_out)} "
        "were held out: "
        f"{', '.join(deck.name for deck in held_out)}."
    )
    return TreeInputs(
        *(search, search, held_out, encounters, tree),
        *(f"{plural(len(search), 'deck')} of {file}", f"{plural(len(held_out), 'held-out deck')} of {file}", rules),
        *(groups, groups, (DeckGroup(tuple(range(len(held_out))), len(held_out)),)),
        split_note=note,
    )


def make_tree_space(options: DelveMakeOptions, inputs: TreeInputs) -> TreeSpace:
    """Return the space of trees to search: none deeper than a player can reach, except with printed formulas."""
    depth = None if options.formulas == "printed" else points_before(inputs.encounters)[-1]
    crossover: Crossover = "builds" if options.crossover == "builds" else "recursive"
    defaults = OPERATOR_RATES if uses_thesis_setup(options) else CHOICE_OPERATOR_RATES
    return TreeSpace(options.nodes, depth, crossover, options.formulas, read_operators(options.operators, defaults))
