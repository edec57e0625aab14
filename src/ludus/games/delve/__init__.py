"""Delve: a single-player card RPG in which the skill tree sets the difficulty.

The game of Jaroschy's thesis on generated skill trees (2019, chapter 3): a deck of fifteen cards, a sequence of
encounters with up to seven enemies, each harder than the one before, and one node of a skill tree to pick after every
won encounter. Nodes raise the damage of cards; nothing else makes the player stronger.

    ludus.new_game("delve", seed=7)                                     a reference deck, six encounters, a tree
    ludus.new_game("delve", seed=7, deck="14", tree="my_tree.toml")     another deck, your own tree
    ludus.new_game("delve", seed=7, first=4, nodes="Steady Aim, Focus")  from the fourth encounter on, with two nodes
    ludus.new_game("delve", seed=7, rules="guardian")                   a game of other rules

See options.py for all options, content_files.py for files of cards, decks, encounters and trees, scenario_files.py for
files of rules, notation.py for the notation, skill_tree.py for the definition of a tree, observation.py for what the
player sees.

The rules, each with the tests that pin it. A star marks a point that the thesis leaves open or defines differently.

## Scenarios

- A deck has fifteen cards; there are 33 reference decks. * The thesis does not print card costs; these are our choice.
  test_there_are_33_reference_decks_of_seven_printed_card_types, test_card_costs_are_the_chosen_ones
- * The thesis has eight card types but prints seven different ones: two have the same printed values. The option
  `twins` makes them different.
  test_decks_3_and_4_and_decks_9_and_12_are_printed_equally, test_the_twin_of_a_card_differs_in_its_cost_alone
- * Twelve held-out decks test trees on decks they were not generated for.
  test_held_out_decks_are_drawn_by_a_fixed_seed_and_differ_from_all_others
- * The thesis prints no encounter; the six of this game were calibrated with the reference decks.
  test_encounters_are_those_that_were_calibrated
- Cards with equal values are one kind: a move names a kind, not a position in the hand.
  test_equal_cards_are_one_kind_independent_of_name_and_order

## Turns

- 50 hit points; 20 energy and 10 mana, both refilled every turn; five cards.
  test_the_player_has_50_hit_points_20_energy_10_mana_and_five_cards, test_energy_and_mana_come_back_every_turn
- Cards are played as long as they can be paid.
  test_a_card_costs_its_resource_and_only_that, test_a_card_that_cannot_be_paid_cannot_be_played
- A targeted card hits one enemy, an area card all of them. Damage beyond an enemy's hit points is lost.
  test_a_targeted_card_hits_one_enemy_and_an_area_card_all, test_a_dead_enemy_is_no_target_and_overkill_is_lost
- At the end of the turn all living enemies strike, the hand is discarded, five cards are drawn.
  test_all_living_enemies_strike_at_the_end_of_the_turn_and_dead_ones_do_not,
  test_the_rest_of_the_hand_is_discarded_and_five_cards_are_drawn
- When the draw pile is empty, the discarded cards are shuffled into a new one.
  test_every_card_is_drawn_once_before_the_discarded_ones_are_shuffled, test_cards_are_never_made_or_lost

## Encounters

- The player and all enemies begin at full hit points, and the deck is shuffled.
  test_player_and_enemies_begin_an_encounter_at_full_hit_points, test_all_orders_of_the_pile_are_equally_likely
- An encounter is won as soon as its last enemy dies; the scenario is won with its last encounter.
  test_an_encounter_is_won_as_soon_as_the_last_enemy_is_dead, test_the_scenario_is_won_with_its_last_encounter
- At 0 hit points the player is dead, and the scenario is over.
  test_at_zero_hit_points_the_player_is_dead_and_the_scenario_over
- * An encounter not won after 50 turns is lost. test_an_encounter_that_is_not_won_in_fifty_turns_is_lost
- * The order of cards depends only on the seed and the encounter, so that players are compared on equal draws.
  test_the_same_seed_gives_the_same_cards_independent_of_the_moves,
  test_every_encounter_is_shuffled_anew_and_a_later_one_does_not_depend_on_those_before

## The skill tree

- A won encounter gives one node. * The root node of the thesis is free and has no effect, so it is not listed: nodes
  without parents are its children. test_one_node_is_picked_after_every_won_encounter_but_the_last,
  test_when_no_node_is_left_the_next_encounter_begins_at_once
- * A node adds its value to the damage of area, targeted, mana or energy cards, or of one category and one resource.
  test_a_node_raises_the_damage_of_the_cards_that_it_targets,
  test_values_of_nodes_add_up_and_stay_to_the_end_of_the_scenario
- * Beyond the thesis, so that trees of other games can be played: a node may have several parents, any one of which
  unlocks it, and a price in skill points, which can be saved up. test_a_node_is_unlocked_by_any_one_of_its_parents,
  test_points_can_be_saved_only_where_a_node_costs_more_than_one, test_a_free_node_can_be_picked_without_points
- * A game may begin at a later encounter, with the points that the earlier encounters would have given.
  test_a_later_encounter_begins_with_the_points_of_those_before_it_less_what_was_paid

## Beyond the thesis

Cards, nodes and rules of one's own may do more; combat.py has the exact rules. Without them all of this is off.

- * Block absorbs strikes until the next turn, healing stops at full hit points, a card draws others but not itself,
  energy and mana are gained for the turn. test_block_absorbs_the_strikes_of_this_turn_and_is_gone_in_the_next,
  test_healing_stops_at_full_hit_points, test_a_card_draws_others_but_never_itself_and_no_more_than_a_full_hand,
  test_energy_and_mana_are_gained_for_this_turn
- * Weak, vulnerable, poison and strength. test_a_weak_enemy_strikes_for_three_quarters,
  test_a_vulnerable_enemy_takes_half_more_from_the_next_card_on,
  test_poison_acts_before_the_strike_falls_by_one_and_can_win,
  test_strength_raises_every_attack_until_the_end_of_the_encounter,
  test_statuses_of_the_player_come_from_cards_with_a_drawback
- * Nodes raise effects, change rules, add cards and unlock nodes; gates demand owned nodes.
  test_a_node_raises_an_effect_of_the_cards_that_have_it, test_a_node_changes_a_rule,
  test_a_node_adds_copies_of_a_card_to_the_deck_of_all_later_encounters,
  test_a_gate_opens_with_enough_nodes_and_an_unlocking_node_passes_it
- * An encounter gives its own number of skill points. test_an_encounter_gives_its_own_number_of_points
- Games of any such cards, nodes and rules equal those of a reference implementation.
  test_any_scenario_with_effects_is_played_as_at_a_table
"""

from __future__ import annotations

from operator import attrgetter
from pathlib import Path
from typing import Any

from ludus.core.compiled_bot_spec import BotSpec
from ludus.core.game import (
    Benchmark,
    Content,
    ContentExample,
    Demo,
    EvaluationHints,
    Features,
    Game,
    GameBots,
    GameStats,
    Notation,
    Protocols,
    Rendering,
)
from ludus.core.narration import Narration
from ludus.core.schema import GameSchema
from ludus.games.delve import rules
from ludus.games.delve.features import FEATURES
from ludus.games.delve.game_data import GameData
from ludus.games.delve.moves import LARGEST_MOVE, MAX_MOVES
from ludus.games.delve.notation import explain_illegal, explain_in_words, read_move, write_move
from ludus.games.delve.observation import observation
from ludus.games.delve.options import Options, load
from ludus.games.delve.position_format import read_position, write_position
from ludus.games.delve.position_validation import validate
from ludus.games.delve.state import REASONS, State


def _draw(content: Content, state: Any, seat: int | None) -> str:
    """Draw a position as SVG; the renderer is imported on first use, for a fast start."""
    from ludus.games.delve.position_svg import render_position

    return render_position(content, state, seat)


def _describe(content: Content, state: Any, seat: int | None = None) -> str:
    """Describe a position in words; imported on first use."""
    from ludus.games.delve.describe import describe

    return describe(content, state, seat)


def _phrase(content: Content, state: Any, move: int) -> str:
    from ludus.games.delve.describe import describe_move

    return describe_move(content, state, move)


def _narration() -> Narration:
    """Words for moves and results; imported on first use."""
    from ludus.games.delve.narration import NARRATION

    return NARRATION


def _offers() -> dict[str, list[str]]:
    """Values to choose from for some options; imported on first use."""
    from ludus.games.delve.options import option_choices

    return option_choices()


def _schema() -> GameSchema:
    """Declared types; imported on first use."""
    from ludus.games.delve.schema import SCHEMA

    return SCHEMA


def _bots() -> tuple[BotSpec, ...]:
    from ludus.games.delve.bots import bots

    return bots()


def _facts(content: Content) -> dict[str, Any]:
    from ludus.games.delve.observation import content_info

    return content_info(content)


def _game_stats() -> GameStats:
    """Result of the last encounter, and the owned nodes; imported on first use."""
    from ludus.games.delve.game_stats import STATS

    return STATS


CONTENT = Path(__file__).parent / "content"

game = Game(
    name="delve",
    title="Delve",
    summary="A card RPG for one player: a deck of fifteen cards, six encounters, and a skill tree",
    version="1",
    seats=(1, 1),
    end_reasons=REASONS,
    max_moves=MAX_MOVES,
    largest_move=LARGEST_MOVE,
    data=GameData,
    state=State,
    rules=rules,
    load=load,
    observation=observation,
    options=Options,
    validate=validate,
    turn_number=attrgetter("turns"),
    stats={"game_stats": _game_stats},
    notation=Notation(
        write_move=write_move,
        read_move=read_move,
        write_position=write_position,
        read_position=read_position,
        explain_illegal=explain_illegal,
        explain_in_words=explain_in_words,
    ),
    rendering=Rendering(
        svg=_draw, describe=_describe, describe_move=_phrase, narration=_narration, option_choices=_offers
    ),
    features=Features(names=FEATURES, hints=EvaluationHints(weights=CONTENT / "weights.json", predictable_moves=True)),
    bots=GameBots(compiled=_bots),
    primer=Path(__file__).with_name("primer.md"),
    guide=Path(__file__).with_name("guide.toml"),
    levels=Path(__file__).with_name("levels.csv"),
    schema=_schema,
    demo=Demo(
        lineup=("random", "thesis-random", "roulette", "greedy-card", "best-turn", "strategist:picks=random"),
        benchmarks=(
            Benchmark("greedy-card", ("greedy-card",), {}),
            Benchmark("best-turn", ("best-turn",), {}),
            Benchmark("random", ("random",), {}),
        ),
        example=ContentExample(
            CONTENT / "trees" / "delver.toml",
            "my-tree.toml",
            "A skill tree. Change the value of a node, or give it another parent, and see who wins then.",
            ("match delve greedy-card -o tree={file}", "inspect delve {file} -n 4 --to {report}"),
        ),
    ),
    protocols=Protocols(content_info=_facts),
)
