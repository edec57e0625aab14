"""Legends of Code and Magic (LOCM): a two-player card game designed for competitions between bots.

Each player first builds a deck of 30 cards and then fights: creatures are summoned into lanes and attack the
opponent or its creatures; items strengthen or weaken creatures. The player who brings the opponent from 30 health
to 0 wins.

    version  lanes                             deck                           cards
    1.0      one, 6 creatures per player       drafted, 30 times 1 of 3       the 160 of content/cards.csv
    1.2      two, 3 creatures each per player  drafted                        the same
    1.5      two, 3 creatures each per player  constructed, at most 2 copies  120, generated for every game

    ludus.new_game("locm", seed=7)                                  1.2, beginning with the draft
    ludus.new_game("locm", seed=7, version="1.5", setup="dealt")    random decks, battle only

A seed gives the same offers, cards and deck orders as in the official referees. See options.py for all options,
notation.py for the notation, card_list.py for your own card lists, observation.py for what a seat sees.

These are the rules as the code of the official referees has them. A star marks a rule for which the documents of the
referees say something else. Comments in this folder refer to the numbers in brackets. Surprising rules name the test
that checks them.

## Numbers

- [1.1] Health starts at 30 and has no maximum.
  test_health_has_no_maximum_and_runes_never_come_back
- [1.2-1.4] Deck 30, hand 8. The first player begins with 4 cards, the second with 5.
  test_the_second_player_starts_with_five_cards_the_first_with_four_and_a_draw
- [1.5] Maximum mana is 12, or 13 while the bonus lasts.
  test_with_the_bonus_mana_goes_to_13_and_falls_back_to_12
- [1.6] A player's 50th turn is its last ordinary one.
- [1.7] The referee stops after 1400 turns; empty decks kill long before. Here that would be a tie.
  test_every_game_ends_before_the_hard_limit, test_a_game_of_1400_turns_ends_without_a_winner

## Draft, 1.0 and 1.2

- [2.1-2.3] A pool of 60 different cards; 30 times both players are offered the same three of them. They pick in
  secret and may pick the same card. Here the first player picks first, and the second does not see the pick.
  test_offers_are_three_different_cards_out_of_sixty_and_both_players_may_take_the_same
- [2.4] PASS is PICK 0, and CHOOSE takes an offered card by its number.
  test_in_the_draft_one_picks_by_place_or_by_card_number
- [2.5] Pool and offers come from Java's generator, cards in the order of their numbers.
- [2.6] What bots receive during the draft is in protocol.py.
- [2.7] The picks are shuffled; instance ids follow the shuffled deck: 1, 3, 5 ... and 2, 4, 6 ...
  test_ids_of_1_2_follow_the_order_of_the_deck
- [2.8] One seed gives three: draft, first and second shuffle. Each can be set separately.
  test_seeds_can_be_fixed_one_by_one

## Construction, 1.5

- [3.1] 120 cards are generated and sorted by cost. Your own card list is sorted by cost, too, and offered whole.
- [3.2] PASS fills the deck with the first cards that have less than two copies in it.
  test_passing_fills_a_deck_with_the_first_cards_that_have_less_than_two_copies
- [3.3] At most two copies of a card. test_a_constructed_deck_takes_two_copies_of_a_card
- [3.5] One seed gives four: cards, their order in the list (which sorting undoes), first and second shuffle.

## Turns

- [4.1-4.3] Both players draw their first hands, and the first turn begins like any other.
- [5.1-5.10] In this order: creatures of the player whose turn ended are no longer ready; maximum mana grows by 1;
  mana is set to the maximum; own creatures become ready; the cards due are drawn.
- [5.5] The second player has 1 bonus mana until it ends a turn with no mana left. Only the mana at the end of the
  turn counts. The bonus is lost at the start of its next turn.
  test_the_second_player_keeps_its_bonus_until_it_ends_a_turn_with_no_mana_left
- [5.9] Health lost during the draw gives no further cards. test_health_lost_by_drawing_gives_no_cards
- [5.10] A player killed by its own draw loses without a move.
  test_a_player_killed_by_its_own_draw_loses_before_it_moves

## Drawing

- [6.1]* 1.0, 1.2: every card that cannot be drawn from an empty deck costs a rune, also if the hand is full.
  test_an_empty_deck_costs_a_rune_for_every_missing_card_even_with_a_full_hand
  If the hand is full, no more cards are drawn. test_a_full_hand_stops_the_draw_and_the_card_stays_on_top
  From the 51st turn on, every draw counts as a draw from an empty deck.
  test_from_the_51st_turn_every_draw_costs_a_rune_although_cards_are_left
- [6.2] Such a loss removes the highest rune and sets health to its value, or to 0 without runes.
- [6.3] 1.5: a missing card costs 10 health. test_in_1_5_every_missing_card_costs_ten_health
  A full hand is checked first. test_in_1_5_a_full_hand_saves_from_an_empty_deck
  From the 51st turn on, a turn costs 10 health, and cards are drawn as usual.
  test_in_1_5_the_51st_turn_costs_ten_health_once_and_cards_are_drawn

## Health and winning

- [7.1] An action changes the health of each player once, first that of the acting player.
- [7.2]* 1.0, 1.2: runes are at 25, 20, 15, 10 and 5 health. Damage down to a rune's value, not only below it,
  breaks it and gives a card. test_a_rune_breaks_at_its_value_not_only_below, test_one_blow_can_break_several_runes
  This includes damage by own cards. test_damage_to_oneself_breaks_own_runes
- [7.3] 1.5: a player gets one card for every full 5 health lost. Losses are added up from the start of one own turn
  to the start of the next; healing is ignored. test_in_1_5_every_five_health_lost_give_a_card,
  test_in_1_5_lost_health_is_summed_from_one_own_turn_to_the_next_ignoring_healing
- [7.4] Cards drawn by card effects also arrive at the next turn start.
- [8.1] After every action the opponent is checked first: if both are dead, the player who acts wins.
  test_when_both_players_fall_the_acting_one_wins, test_a_player_who_kills_only_itself_loses

## Actions of a turn

- [9.1] Bots send whole turns, in which PASS is skipped. Here a turn is a sequence of moves: PASS ends it.
- [9.2, 9.3] How the referee treats unreadable and impossible commands is in protocol.py.
- [9.4] Summon into a lane with room. test_a_lane_holds_three_creatures_and_the_single_line_of_1_0_six
  Attack the opponent or a creature in the same lane, guards first; creatures with attack 0 may attack, too.
  test_a_guard_protects_its_own_lane_and_not_from_items, test_a_creature_without_attack_may_attack,
  test_every_creature_attacks_once_a_turn
  Use items in any lane: green on own creatures, red on enemy ones, blue on the opponent or* on enemy creatures,
  independent of the item's effect. test_any_blue_item_may_be_used_on_an_enemy_creature,
  test_red_items_never_hit_the_face_and_green_ones_only_own_creatures
- [9.5] Free cards need no mana. test_a_free_card_can_be_played_without_mana
- [9.6] 1.5: ids are even and follow the order of choosing, not the shuffled deck; copies get the odd numbers.
  test_ids_of_1_5_follow_the_order_of_choosing
  Decks that are dealt or set by an option get their ids in the order of drawing.

## Summoning

- [S1] A new creature is ready only if it has Charge. test_a_new_creature_attacks_at_once_only_with_charge
- [S2] Then the card's effects on both players apply.
- [S3] 1.5: a creature with area `lane` or `both` summons a second one, in the same or in the other lane, with the next
  id. Effects count twice, but as one change. test_a_creature_with_area_lane_brings_a_copy_in_its_lane,
  test_a_creature_with_area_both_brings_a_copy_in_the_other_lane, test_a_doubled_effect_is_one_change_of_health
  If there is no room for the second creature, it is not summoned.
  test_a_copy_without_room_is_dropped_and_effects_count_once

## Attacking

- [A1-A3] Both creatures strike at the same time, with their values before the attack. Ward stops one blow, but not
  one of 0 damage.
  test_ward_stops_one_blow_and_is_not_spent_on_an_attack_of_zero, test_two_wards_meet_and_both_are_gone
- [A4] Lethal kills only if the attack deals damage. Breakthrough deals the damage above the creature's defense to the
  opponent; only damage counts, so a kill by Lethal passes nothing on.
  test_lethal_needs_damage, test_breakthrough_counts_damage_only_so_a_lethal_kill_lets_nothing_through
- [A5] Drain heals the attacker's full attack, and never works when defending.
  test_drain_heals_the_full_attack_even_if_the_attacker_dies,
  test_drain_does_not_heal_when_defending_or_stopped_by_ward
- [A6-A9] Survivors keep their damage; the defender leaves the board first, then health changes.
- [F1] An attack on the opponent costs it health. test_drain_heals_by_an_attack_on_the_face_too

## Items

- [U1, U2] Green items give their keywords, red and blue ones remove theirs. Charge from an item readies a creature
  that has not attacked. test_charge_from_an_item_readies_a_new_creature_but_not_one_that_has_attacked,
  test_other_items_do_not_ready_a_creature_that_has_charge
- [U3] Attack changes, but not below 0. test_attack_never_falls_below_zero
- [U4] Of all effects of an item, only its damage uses up a Ward, unless the item removed the Ward.
  test_ward_takes_the_damage_of_an_item_but_not_the_loss_of_attack,
  test_an_item_that_takes_the_ward_away_does_its_damage, test_an_item_without_damage_leaves_the_ward
- [U5] At 0 defense a creature dies. Card lists must not contain green items that lower defense: in the
  referee of 1.2 the creature would live, in that of 1.5 it would die. test_a_wrong_cell_is_named_by_file_line_and_field
- [U6] Then the card's effects on both players apply.
- [U7] 1.5: an item with area `lane` hits all creatures of the target's owner in that lane, one with area `both` those
  in both lanes. Its effects count once for each creature.
  test_an_item_with_area_lane_hits_the_whole_lane_of_its_target,
  test_an_item_with_area_both_hits_all_creatures_of_its_targets_owner
- [B1] A blue item used on the opponent: its defense and its health effect are one change of health; its attack and
  area do not matter.
  test_a_blue_item_on_the_face_is_one_change_of_defense_and_health_together,
  test_on_the_face_an_area_does_not_matter

## Generated cards, 1.5

- [10.1-10.4] A random cost is the budget for random properties. Strength is uniformly distributed*, not normally.
  test_blue_items_of_cost_12_that_bought_nothing_strike_for_13_or_14_equally_often
  test_no_card_hurts_its_own_player_or_heals_the_other

## Information sent to bots

- [11.1] For the opponent, the number of cards to draw is the one at the end of the opponent's last turn.
  test_the_opponent_is_sent_the_draw_due_when_its_turn_ended
- [11.4] 1.2: the effects of a creature are sent as 0 after it took part in an attack or an item was used on it.
  test_a_creature_remembers_that_it_was_touched
- Resampling depends only on the observation of a seat. test_resampling_depends_only_on_what_the_seat_sees
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ludus.core.compiled_bot_spec import BotSpec
from ludus.core.external_protocols import ProtocolClient, ProtocolServer
from ludus.core.game import (
    Benchmark,
    BotPreset,
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
    References,
    Rendering,
)
from ludus.core.narration import Narration
from ludus.core.position import Position
from ludus.core.reference_check_results import CheckReport, Progress
from ludus.core.schema import GameSchema
from ludus.games.locm import rules
from ludus.games.locm.features import CARD, FEATURES, MAX_PIECES
from ludus.games.locm.features_extended import EXTENDED
from ludus.games.locm.game_data_records import GameData
from ludus.games.locm.notation import explain_illegal, explain_in_words, read_move, write_move
from ludus.games.locm.observation import is_move_visible, observation
from ludus.games.locm.options import Options, load
from ludus.games.locm.position_validation import validate
from ludus.games.locm.state import REASONS, State


def _draw(content: Content, state: Any, seat: int | None) -> str:
    """Draw a position as SVG; the renderer is imported on first use, for a fast start."""
    from ludus.games.locm.render.position import render_position

    return render_position(content, state, seat)


def _describe(content: Content, state: Any, seat: int | None = None) -> str:
    """Describe a position in words; imported on first use."""
    from ludus.games.locm.describe import describe

    return describe(content, state, seat)


def _phrase(content: Content, state: Any, move: int) -> str:
    from ludus.games.locm.describe import describe_move

    return describe_move(content, state, move)


def _narration() -> Narration:
    """Words for moves and results; imported on first use."""
    from ludus.games.locm.narration import NARRATION

    return NARRATION


def _check(files: Iterable[str | Path], progress: Progress | None = None) -> CheckReport:
    """Replay recorded games of other engines and compare them; imported on first use."""
    from ludus.games.locm.trace_check import check_traces

    return check_traces(files, progress)


def _converse(position: Position, seat: int) -> ProtocolServer:
    """The official text protocol for a program in one seat; imported on first use."""
    from ludus.games.locm.protocol_server import LocmProtocolServer

    return LocmProtocolServer(position, seat)


def _interpret(content: Content) -> ProtocolClient:
    from ludus.games.locm.referee_client import LocmProtocolClient

    return LocmProtocolClient(game, content)


def _competition(content: Content, seed: int, deal: int) -> Content:
    from ludus.games.locm.options import official_deal

    return official_deal(content, seed, deal)


def _conceal(content: Content) -> Content:
    from ludus.games.locm.options import public_content

    return public_content(content)


def _facts(content: Content) -> dict[str, Any]:
    from ludus.games.locm.observation import content_info

    return content_info(content)


def _game_stats() -> GameStats:
    """Cards offered, picked, drawn and played; imported on first use."""
    from ludus.games.locm.card_use_stats import STATS

    return STATS


def _schema() -> GameSchema:
    """Declared types; imported on first use."""
    from ludus.games.locm.schema import SCHEMA

    return SCHEMA


def _bots() -> tuple[BotSpec, ...]:
    from ludus.games.locm.bots import bots

    return bots()


CONTENT = Path(__file__).parent / "content"
TURNS = "weighted+mcts:scope=turn,backup=max,iterations=400"  # drafts by weights, plans whole turns

NAMED = {
    "novice": BotPreset(
        "random+baseline1", "drafts any cards, alternates the lanes, attacks the first guard or the opponent"
    ),
    "champion": BotPreset(
        f"{TURNS},weights=champion",
        "plans its turns by an evolved evaluation with 38 features; wins four games of five against coac",
        "the study locm-champion: ludus run locm-champion --set deals=100 --set features=extended",
    ),
    "champion-standard": BotPreset(
        f"{TURNS},weights=champion-standard",
        "plans its turns by an evolved evaluation with Miernik's 20 features; wins three of five against coac",
        "the study locm-champion: ludus run locm-champion --set deals=100",
    ),
}

game = Game(
    name="locm",
    title="Legends of Code and Magic",
    summary="A card duel for two players: draft or construct a deck, then fight in one or two lanes",
    version="1",
    seats=(2, 2),
    end_reasons=REASONS,
    max_moves=256,
    largest_move=5 << 8 | 249,  # CHOOSE and the last card
    data=GameData,
    state=State,
    rules=rules,
    load=load,
    observation=observation,
    options=Options,
    is_move_visible=is_move_visible,
    validate=validate,
    public_content=_conceal,
    stats={"game_stats": _game_stats},
    phases=("draft", "battle"),
    notation=Notation(
        write_move=write_move,
        read_move=read_move,
        explain_illegal=explain_illegal,
        explain_in_words=explain_in_words,
    ),
    rendering=Rendering(svg=_draw, describe=_describe, describe_move=_phrase, narration=_narration),
    references=References(check_traces=_check, official_deal=_competition),
    protocols=Protocols(server=_converse, client=_interpret, content_info=_facts),
    features=Features(
        names=FEATURES,
        piece_names=CARD,
        max_pieces=MAX_PIECES,
        extra_sets=(EXTENDED,),
        hints=EvaluationHints(weights=CONTENT / "weights.json", predictable_moves=True, blind_phases=("draft",)),
    ),
    bots=GameBots(
        compiled=_bots,
        evaluations=CONTENT / "agents",
        presets=NAMED,
        phase_partners={"draft": "weighted", "battle": "baseline2"},
    ),
    primer=Path(__file__).with_name("primer.md"),
    guide=Path(__file__).with_name("guide.toml"),
    levels=Path(__file__).with_name("levels.csv"),
    schema=_schema,
    demo=Demo(
        lineup=("random", "baseline1", "baseline2", "greedy", "coac"),
        study="locm-representation",
        benchmarks=(
            Benchmark("1.2 battle, random", ("random", "random"), {"setup": "dealt"}, bar=150_000),
            Benchmark("1.2 battle, greedy linear", ("greedy", "greedy"), {"setup": "dealt"}, bar=50_000),
            Benchmark("1.2 whole game with draft, random", ("random", "random"), {}),
            Benchmark("1.5 battle, random", ("random", "random"), {"version": "1.5", "setup": "dealt"}),
            Benchmark("1.0 battle, random", ("random", "random"), {"version": "1.0", "setup": "dealt"}),
            Benchmark("Baseline2 mirror", ("baseline2", "baseline2"), {}, bar=100_000),
            Benchmark("1.2 battle, MCTS", ("mcts", "mcts"), {"setup": "dealt"}, counting="iterations"),
            Benchmark("a program's reply", (), {}, bar=1000, program=CONTENT / "protocol_speed_test_bot.py"),
        ),
        example=ContentExample(
            CONTENT / "cards.csv",
            "my-cards.csv",
            "All 160 cards, one in each line. Change a cost, an attack or a keyword, and see who wins then.",
            ("match locm coac greedy -o cards={file}", "inspect locm {file} -n 2000 --to {report}"),
        ),
    ),
)
