"""Delve: a card RPG for one, whose skill tree decides how hard it is.

The game of Jaroschy's thesis on generated skill trees (2019, chapter 3): a deck of fifteen cards, encounters with up to
seven enemies, each harder than the one before, and a node of a skill tree to pick after every one that is won. Nodes
raise the damage of cards and are the only thing that makes a player stronger.

    ludus.start("delve", seed=7)                                     a reference deck, six encounters, a tree
    ludus.start("delve", seed=7, deck="14", tree="my_tree.toml")     another deck, a tree of one's own
    ludus.start("delve", seed=7, first=4, nodes="Steady Aim, Focus")  from the fourth encounter on, with two nodes

See options.py for all options, files.py for files of cards, decks, encounters and trees, text.py for the notation,
tree.py for what a tree is, view.py for what the player sees.

These are the rules, with the tests that pin them; a star marks where the thesis leaves something open or has it
otherwise.

## Scenarios

- A deck has fifteen cards; there are 33 reference decks. * Costs of cards are not printed, so ours are chosen.
  test_there_are_33_reference_decks_of_seven_printed_card_types, test_costs_are_those_of_the_reading
- * The thesis has eight card types and prints seven: two of them look alike. The option `twins` tells them apart.
  test_decks_3_and_4_and_decks_9_and_12_print_alike, test_the_twin_of_a_card_differs_in_its_cost_alone
- * Twelve more decks are for testing trees on decks that they were not made for.
  test_held_out_decks_are_drawn_by_a_fixed_seed_and_unlike_all_others
- * No encounter is printed; the six of the game were calibrated with the reference decks.
  test_encounters_are_those_that_were_calibrated
- Equal cards are one kind: moves name a kind, not a place in the hand.
  test_equal_cards_are_one_kind_whatever_their_name_and_order

## Turns

- 50 hit points; 20 energy and 10 mana, both refilled every turn; five cards.
  test_the_player_has_50_hit_points_20_energy_10_mana_and_five_cards, test_energy_and_mana_come_back_every_turn
- Cards are played as long as they can be paid.
  test_a_card_costs_its_resource_and_only_that, test_a_card_that_cannot_be_paid_cannot_be_played
- A targeted card hits one enemy, an area card all. What is more than enough to kill is lost.
  test_a_targeted_card_hits_one_enemy_and_an_area_card_all, test_a_dead_enemy_is_no_target_and_overkill_is_lost
- At the end of the turn all living enemies strike, the hand is discarded, five cards are drawn.
  test_all_living_enemies_strike_at_the_end_of_the_turn_and_dead_ones_do_not,
  test_the_rest_of_the_hand_is_discarded_and_five_cards_are_drawn
- An empty pile is made anew from the discarded cards.
  test_every_card_is_drawn_once_before_the_discarded_ones_are_shuffled, test_cards_are_never_made_or_lost

## Encounters

- Everybody begins at full strength, with a shuffled deck.
  test_everybody_is_at_full_strength_when_an_encounter_begins, test_all_orders_of_the_pile_are_equally_likely
- One is won with the death of the last enemy, at once; the scenario with the last of them.
  test_an_encounter_is_won_as_soon_as_the_last_enemy_is_dead, test_the_scenario_is_won_with_its_last_encounter
- At 0 hit points the player is dead, and the scenario is over.
  test_at_zero_hit_points_the_player_is_dead_and_the_scenario_over
- * Whoever has not won after 50 turns has lost. test_an_encounter_that_is_not_won_in_fifty_turns_is_lost
- * Orders of cards depend on the seed and the encounter alone, so that players are compared on equal cards.
  test_the_same_seed_brings_the_same_cards_whatever_is_played,
  test_every_encounter_is_shuffled_anew_and_a_later_one_does_not_depend_on_those_before

## The skill tree

- A won encounter brings one node. * The root of the thesis is free and does nothing, so it is not listed: nodes
  without parents hang on it. test_one_node_is_picked_after_every_won_encounter_but_the_last,
  test_when_no_node_is_left_the_next_encounter_begins_at_once
- * A node adds its value to the damage of area, targeted, mana or energy cards, or of those that are two of these.
  test_a_node_raises_the_damage_of_the_cards_that_it_targets,
  test_values_of_nodes_add_up_and_stay_to_the_end_of_the_scenario
- * Beyond the thesis, so that trees of other games can be played: several parents, of which any one will do, and prices
  in skill points, which can then be saved. test_a_node_can_be_had_after_any_one_of_its_parents,
  test_points_can_be_saved_only_where_a_node_costs_more_than_one, test_a_free_node_is_there_for_who_asks
- * A game may begin in the middle: with the points that the encounters before would have brought.
  test_a_later_encounter_begins_with_the_points_of_those_before_it_less_what_was_paid
"""

from __future__ import annotations

from operator import attrgetter
from pathlib import Path
from typing import Any

from ludus.core.bot import Bot
from ludus.core.contract import Benchmark, Content, Game, Outlook
from ludus.games.delve import rules
from ludus.games.delve.features import FEATURES
from ludus.games.delve.moves import LARGEST_MOVE, MOST_MOVES
from ludus.games.delve.options import Options, load
from ludus.games.delve.state import REASONS, State
from ludus.games.delve.table import Table
from ludus.games.delve.text import read_move, why_illegal, write_move
from ludus.games.delve.validate import validate
from ludus.games.delve.view import view


def _draw(content: Content, state: Any, seat: int | None) -> str:
    """A position as SVG; the drawing is loaded when it is asked for, so that playing starts sooner."""
    from ludus.games.delve.draw import draw

    return draw(content, state, seat)


def _describe(content: Content, state: Any, seat: int | None = None) -> str:
    """A position in words; loaded when somebody reads it."""
    from ludus.games.delve.words import describe

    return describe(content, state, seat)


def _phrase(content: Content, state: Any, move: int) -> str:
    from ludus.games.delve.words import phrase

    return phrase(content, state, move)


def _offers() -> dict[str, list[str]]:
    """Names that can be picked; loaded when somebody picks."""
    from ludus.games.delve.offers import offers

    return offers()


def _bots() -> tuple[Bot, ...]:
    from ludus.games.delve.bots import bots

    return bots()


def _facts(content: Content) -> dict[str, Any]:
    from ludus.games.delve.facts import facts

    return facts(content)


def _design() -> Any:
    """The census of games; loaded when a designer is at work."""
    from ludus.games.delve import design

    return design


CONTENT = Path(__file__).parent / "content"

game = Game(
    name="delve",
    title="Delve",
    summary="A card RPG for one: a deck of fifteen cards, six encounters, and a skill tree that grows between them",
    version="1",
    seats=(1, 1),
    reasons=REASONS,
    most_moves=MOST_MOVES,
    largest_move=LARGEST_MOVE,
    table=Table,
    state=State,
    rules=rules,
    load=load,
    view=view,
    options=Options,
    write_move=write_move,
    read_move=read_move,
    validate=validate,
    draw=_draw,
    describe=_describe,
    phrase=_phrase,
    explain=why_illegal,
    features=FEATURES,
    outlook=Outlook(weights=CONTENT / "weights.json", foreseeable=True),
    offers=_offers,
    bots=_bots,
    showcase=("random", "thesis-random", "roulette", "greedy-card", "best-turn", "strategist:picks=random"),
    facts=_facts,
    turn_of=attrgetter("turns"),
    design=_design,
    benchmarks=(
        Benchmark("greedy-card", ("greedy-card",), {}),
        Benchmark("best-turn", ("best-turn",), {}),
        Benchmark("random", ("random",), {}),
    ),
)
