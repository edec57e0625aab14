"""Dominion: build a deck from ten piles of cards and end with the most victory points.

Every player begins with seven Coppers and three Estates. A turn is an action phase, a buy phase and the draw of a new
hand; bought cards go into the player's own deck and are drawn later. The game ends when the Provinces or any three
piles are empty. The base set for two to four players:

    edition  kingdom cards  wordings
    first    25, of 2008    Throne Room, Mine and Moneylender are compulsory
    second   26, of 2016    they are optional

    ludus.new_game("dominion", seed=7)                                     a random kingdom of the first edition
    ludus.new_game("dominion", seed=7, kingdom="big-money", seats=3)       a recommended one
    ludus.new_game("dominion", seed=7, edition="second", cards="my.toml")  with custom cards

See options.py for all options, notation.py for moves, card_file.py for card files, effect_grammar.py for what card
texts may say, observation.py for what a seat sees. Kingdoms may mix the editions.

The rules follow, with the tests that check them. A star marks a point where the program decides something for its
players, or differs from play at a table.

## Supply

- 60 Coppers minus those with which players begin, 40 Silvers, 30 Golds; 8 of every Victory card for two players, 12
  for more; 10 Curses for every player but one; 10 of every other kingdom card.
  test_piles_are_as_large_as_the_rules_say_for_two_three_and_four,
  test_everybody_begins_with_seven_coppers_and_three_estates_and_holds_five_of_them
- Kingdoms: ten different cards, at random or named.
  test_a_random_kingdom_has_ten_different_cards_of_its_edition_and_every_card_comes_up,
  test_recommended_kingdoms_are_of_the_first_edition_and_can_be_played, test_the_editions_share_nineteen_cards

## Turns

- A turn begins with one action, one buy and no coins; nothing is kept for the next turn.
  test_a_turn_begins_with_one_action_one_buy_and_no_coin, test_actions_buys_and_coins_do_not_carry_over
- Every Action played from hand costs one action. It is carried out completely, bonuses first, before the next one.
  test_an_action_card_costs_an_action_and_without_one_the_action_phase_is_over,
  test_a_card_is_finished_before_the_next_is_played, test_texts_are_done_from_top_to_bottom
- * The buy phase begins by playing all Treasures; holding one back never helps.
  test_all_treasures_are_played_before_the_first_buy, test_a_bought_treasure_pays_nothing_this_turn
- A player can buy a card whose pile is not empty and that costs no more than the coins left.
  test_one_buys_what_is_there_and_what_one_can_pay,
  test_copper_and_curse_cost_nothing_and_any_card_may_be_left_unbought,
  test_no_buy_means_no_more_buying_although_coins_are_left
- Clean-up: cards in play and in hand are discarded, five are drawn.
  test_clean_up_discards_what_is_in_play_and_in_hand_and_draws_five, test_turns_go_around_the_table
- * Within a card's text no question with a single answer is asked, and sets of cards are chosen one card at a time in
  the order of the game data. test_no_choice_is_asked_that_has_one_answer_in_the_middle_of_a_card

## Drawing and shuffling

- The discard pile is shuffled into a new deck only when a card is needed and the deck is empty.
  test_an_emptied_deck_is_not_shuffled_before_a_card_is_needed,
  test_a_draw_takes_what_is_left_then_shuffles_and_goes_on, test_a_draw_beyond_all_cards_takes_what_there_is
- Cards in play, set aside or revealed are not in that shuffle; those of the clean-up are.
  test_cards_in_play_and_in_hand_miss_the_shuffle, test_cards_set_aside_miss_the_shuffle,
  test_cards_revealed_miss_the_shuffle, test_clean_up_comes_before_the_draw_so_its_discards_are_shuffled_too
- All orders are equally likely. test_a_shuffled_deck_comes_in_any_order_each_as_often

## Gaining and trashing

- Gains come from the supply and go to the discard pile unless a card says otherwise; they are not buys.
  test_a_gain_takes_a_card_from_the_supply_and_costs_neither_coins_nor_a_buy, test_an_empty_pile_gives_nothing
- A gain is compulsory. With the option `declining` it is optional, as in vDom.
  test_a_gain_may_be_declined_only_where_an_option_says_so
- The trash is not part of the supply. test_the_trash_is_no_supply,
  test_a_trashed_card_has_no_owner_and_counts_no_points
- An instruction that cannot be carried out completely is carried out as far as possible. A second part that depends on
  it is carried out only if the first part was.
  test_what_cannot_be_done_is_left_out, test_what_follows_a_comma_is_done_only_if_a_card_was_moved
- Nothing else makes or loses a card. test_cards_are_never_created_or_lost_except_by_gain_and_trash

## Attacks and reactions

- Attacks go around the table, beginning with the next player; so the next players get the last Curses.
  test_attacks_go_around_from_the_left_so_the_last_curses_go_to_the_next,
  test_everybody_else_is_attacked_in_the_order_of_turns
- Before an Attack has an effect, every other player may show a Moat, which stays in hand.
  test_reactions_are_asked_for_in_order_before_the_attack_and_only_of_those_who_have_one,
  test_a_reaction_stays_in_hand_and_helps_against_the_next_attack_again,
  test_every_play_of_a_throned_attack_can_be_reacted_to, test_a_reaction_does_not_keep_off_what_is_no_attack
- A Moat does not stop the effects of an Attack on the attacking player. test_moat_does_not_stop_bureaucrats_silver,
  test_moat_keeps_spy_off_and_not_from_its_own_deck, test_moat_keeps_bandit_off_but_not_from_its_gold

## Throne Room

- The chosen Action is played, carried out, and played again; this costs no further action.
  test_throne_room_plays_an_action_twice_for_no_further_action,
  test_the_first_play_is_finished_before_the_second_begins
- First edition: it is compulsory if there is an Action in hand. Second edition: it may be declined.
  test_throne_room_is_compulsory_in_the_first_edition_and_optional_in_the_second,
  test_throne_room_without_an_action_in_hand_does_nothing
- A Throne Room played on a Throne Room plays two other Actions twice each, not one Action four times.
  test_throne_room_on_throne_room_plays_two_other_actions_twice,
  test_throne_room_on_throne_room_with_one_other_action_plays_it_twice_only,
  test_three_throne_rooms_play_three_actions_twice, test_ten_throne_rooms_can_be_nested
- Feast is trashed once and gains twice; the second play of Mine, Remodel or Moneylender uses the hand as it is
  then.
  test_a_throned_feast_is_trashed_once_and_gains_twice, test_a_throned_mine_can_turn_copper_into_gold,
  test_a_throned_moneylender_trashes_two_coppers_or_only_the_last_one
- With Vassal, cards can be played inside each other to any depth.
  test_a_throned_vassal_turns_up_two_cards, test_vassals_can_turn_each_other_up,
  test_a_vassal_that_a_throne_room_plays_inside_a_vassal_goes_on_where_it_was

## Cards of the first edition

- Adventurer stops at two Treasures, or when all cards are revealed.
  test_adventurer_takes_what_there_is_when_all_cards_are_revealed
- Bureaucrat's victims choose the Victory card, or show a hand without one. Curse is not a Victory card.
  test_bureaucrats_victims_choose_a_victory_card_for_their_deck, test_who_has_no_victory_card_shows_the_hand,
  test_gardens_is_a_victory_card_for_bureaucrat_and_curse_is_none
- Cellar discards before it draws. test_cellar_shuffles_in_what_it_just_discarded
- Chancellor's deck is discarded unseen, and only if its player wants. test_chancellor_may_discard_the_deck_unseen
- Council Room is no attack. test_council_room_draws_four_and_everybody_else_one
- Gardens round down and count cards in play.
  test_gardens_are_worth_a_point_for_every_ten_cards_rounded_down,
  test_gardens_count_cards_in_play_and_grow_with_a_purchase
- Library asks about every Action when it is drawn; cards that were set aside are discarded at the end.
  test_library_asks_about_every_action_and_discards_those_set_aside_in_the_end,
  test_library_does_nothing_with_seven_cards_in_hand
- Militia does not affect hands of three cards or fewer. test_a_second_militia_does_no_more
- Mine and Moneylender are compulsory in this edition.
  test_mine_must_trash_a_treasure_in_the_first_edition_and_gains_nothing_from_empty_piles,
  test_moneylender_must_trash_a_copper_in_the_first_edition_for_three_coins
- Remodel may gain a cheaper card, and gains nothing if no card was trashed.
  test_remodel_may_gain_up_to_its_limit_and_nothing_more_expensive,
  test_remodel_without_a_card_to_trash_gains_nothing
- Spy draws first; its player decides about every deck.
  test_spy_draws_first_and_then_judges_the_top_card_of_every_deck_own_first
- Thief must trash one Treasure of each player who revealed any, and may gain any of the trashed cards. If a player
  revealed two equal Treasures, the other one is discarded; vDom lost it.
  test_thief_may_gain_any_of_the_trashed_treasures,
  test_thief_trashes_one_of_two_equal_treasures_and_the_other_is_discarded
- All others: test_every_card_costs_and_gives_what_it_says, test_a_plain_card_gives_its_bonuses_and_asks_nothing

## Cards of the second edition

- Only three cards changed their text. test_only_mine_moneylender_and_throne_room_changed_their_wording,
  test_mine_and_moneylender_are_optional_in_the_second_edition
- Artisan may put back what it gained.
  test_artisan_may_put_back_the_card_it_gained_and_must_if_it_is_the_only_one
- Bandit's victims choose which Treasure other than Copper they lose, and no player can gain it.
  test_bandit_gains_a_gold_and_the_victim_chooses_which_of_two_treasures_is_trashed,
  test_what_bandit_trashed_cannot_be_taken_by_a_thief
- Harbinger draws before it looks.
  test_harbinger_asks_nothing_when_its_draw_emptied_the_discard_pile_or_there_was_none
- Every Merchant gives a coin for the first Silver, but not for further ones.
  test_the_first_silver_brings_a_coin_for_every_merchant
- Poacher counts every empty pile. test_poacher_discards_a_card_for_every_empty_pile,
  test_poacher_draws_first_and_must_discard_as_much_as_possible
- Sentry trashes, discards or keeps each of two cards, and puts them back in any order.
  test_sentry_trashes_discards_or_keeps_each_of_two_cards_in_any_order
- Vassal plays an Action for no action, or leaves it discarded.
  test_an_action_that_vassal_turns_up_may_be_played_for_no_action,
  test_an_attack_that_vassal_turns_up_can_be_reacted_to

## The end

- The game ends after the turn in which the Provinces or any three piles ran out, not during it.
  test_the_last_province_ends_the_game_after_the_turn,
  test_any_three_empty_piles_end_the_game_and_two_do_not, test_a_pile_emptied_by_a_gain_counts_too
- Points are counted over all own cards. With equal points, fewer turns win; players who are equal in both share the
  victory.
  test_points_are_counted_over_hand_deck_discard_pile_and_cards_in_play, test_among_equals_fewer_turns_win,
  test_equal_points_and_turns_share_the_victory
- The option `ties` makes equal points a draw, as in vDom. test_by_points_alone_turns_do_not_matter
- * A game ends after 400 turns of each player, or as the option `turn_cap` says, and the points at that time count.
  test_a_capped_game_ends_when_everybody_had_as_many_turns, test_any_legal_play_of_any_kingdom_ends_or_is_capped
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

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
    References,
    Rendering,
)
from ludus.core.narration import Narration
from ludus.core.reference_check_results import ReferenceSample
from ludus.core.schema import GameSchema
from ludus.games.dominion import rules
from ludus.games.dominion.features import FEATURES
from ludus.games.dominion.game_data_records import GameData
from ludus.games.dominion.moves import LARGEST_MOVE, MAX_MOVES
from ludus.games.dominion.notation import explain_illegal, explain_in_words, read_move, write_move
from ludus.games.dominion.observation import is_move_visible, observation
from ludus.games.dominion.options import Options, load
from ludus.games.dominion.position_validation import validate
from ludus.games.dominion.state import REASONS, State


def _svg(content: Content, state: Any, seat: int | None) -> str:
    """Position as SVG; imported on first use, so that the game starts faster."""
    from ludus.games.dominion.render.position import render_position

    return render_position(content, state, seat)


def _describe(content: Content, state: Any, seat: int | None = None) -> str:
    """Position as text; imported on first use."""
    from ludus.games.dominion.describe import describe

    return describe(content, state, seat)


def _describe_move(content: Content, state: Any, move: int) -> str:
    from ludus.games.dominion.describe import describe_move

    return describe_move(content, state, move)


def _narration() -> Narration:
    """Words for moves and results; imported on first use."""
    from ludus.games.dominion.narration import NARRATION

    return NARRATION


def _option_choices() -> dict[str, list[str]]:
    """Names that an option accepts; imported on first use."""
    from ludus.games.dominion.options import option_choices

    return option_choices()


def _schema() -> GameSchema:
    """Declared types; imported on first use."""
    from ludus.games.dominion.schema import SCHEMA

    return SCHEMA


def _bots() -> tuple[BotSpec, ...]:
    from ludus.games.dominion.bots import bots

    return bots()


def _statistics(file: str | Path) -> list[ReferenceSample]:
    """Statistics of another engine's games; imported on first use."""
    from ludus.games.dominion.reference_stats import read_reference

    return read_reference(file)


def _measures(payoffs: np.ndarray, scores: np.ndarray, stats: np.ndarray) -> dict[str, np.ndarray]:
    """The numbers of those statistics in our games; imported on first use."""
    from ludus.games.dominion.reference_stats import reference_measures

    return reference_measures(payoffs, scores, stats)


def _game_stats() -> GameStats:
    """Turns and owned cards; imported on first use."""
    from ludus.games.dominion.game_stats import STATS

    return STATS


def _turn_stats() -> GameStats:
    """What happened in every turn; imported on first use."""
    from ludus.games.dominion.turn_stats import STATS

    return STATS


def _card_use_stats() -> GameStats:
    """Cards taken and played; imported on first use."""
    from ludus.games.dominion.card_use_stats import STATS

    return STATS


def _turn_number(state: Any) -> int:
    """Number of turns of all players, including the current one; answers to an attack belong to the attacker's turn."""
    return 1 + sum(int(player.turns) for player in state.players)


CONTENT = Path(__file__).parent / "content"
EXAMPLE_KINGDOM = "'Harvest Fair, Toll Bridge, Market, Cellar, Militia, Mine, Moat, Remodel, Smithy, Village'"

game = Game(
    name="dominion",
    title="Dominion",
    summary="A deck-building game for two to four players: the base set, both editions, any kingdom of ten cards",
    version="2",
    seats=(2, 4),
    end_reasons=REASONS,
    max_moves=MAX_MOVES,
    largest_move=LARGEST_MOVE,
    data=GameData,
    state=State,
    rules=rules,
    load=load,
    observation=observation,
    options=Options,
    is_move_visible=is_move_visible,
    validate=validate,
    turn_number=_turn_number,
    stats={"game_stats": _game_stats, "turn_stats": _turn_stats, "card_use_stats": _card_use_stats},
    notation=Notation(
        write_move=write_move,
        read_move=read_move,
        explain_illegal=explain_illegal,
        explain_in_words=explain_in_words,
    ),
    rendering=Rendering(
        svg=_svg, describe=_describe, describe_move=_describe_move, narration=_narration, option_choices=_option_choices
    ),
    references=References(statistics=_statistics, measures=_measures),
    features=Features(names=FEATURES, hints=EvaluationHints(weights=CONTENT / "weights.json")),
    bots=GameBots(compiled=_bots),
    primer=Path(__file__).with_name("primer.md"),
    guide=Path(__file__).with_name("guide.toml"),
    levels=Path(__file__).with_name("levels.csv"),
    schema=_schema,
    demo=Demo(
        lineup=("random", "drew", "earl", "big-money", "steward"),
        study="dominion-landscape",
        benchmarks=(
            Benchmark("Earl against Drew", ("earl", "drew"), {"ties": "points"}, bar=80_000),
            Benchmark("random against random", ("random", "random"), {}),
        ),
        example=ContentExample(
            CONTENT / "example_cards.toml",
            "my-cards.toml",
            "Two new cards and a cheaper Market. Change them, or add your own.",
            (
                f"match dominion steward big-money -o cards={{file}} -o kingdom={EXAMPLE_KINGDOM}",
                f"inspect dominion {EXAMPLE_KINGDOM} -o cards={{file}} -n 400 --to {{report}}",
            ),
        ),
    ),
)
