"""Every trap of the rules as a small position, played. The game's page lists them."""

import re
from pathlib import Path

import ludus.games.locm
from ludus.core import plain
from ludus.games.locm import rules
from ludus.games.locm.deck_building import POOL_SIZE
from ludus.games.locm.game_data_records import GameData
from ludus.games.locm.instance_id_lookup import hand_ids
from ludus.games.locm.notation import read_move
from ludus.games.locm.options import Options
from ludus.games.locm.state import BATTLE, DECK, KILLED, OFFERED, OVERDRAWN, PICKS, TOUCHED, TURN_LIMIT, State

from .positions import apply, battle, begin, board, card, legal_moves, wander

share = plain(rules.payoff)


def test_the_page_names_tests_that_exist():
    page = set(re.findall(r"\btest_\w+", ludus.games.locm.__doc__))
    files = Path(__file__).parent.glob("test_*.py")
    there = {name for file in files for name in re.findall(r"def (test_\w+)", file.read_text(encoding="utf-8"))}
    assert page <= there
    assert len(page) > 30


# Winning


def test_when_both_players_fall_the_acting_one_wins():
    here = battle(hand="25", health=(2, 2)).play("SUMMON 1 0")
    assert (here.me.health, here.foe.health) == (0, 0)
    assert (here.state.reason, here.state.winner) == (KILLED, 0)
    here = battle(hand="25", health=(2, 2), turn=11).play("SUMMON 2 0")
    assert here.state.winner == 1


def test_a_player_who_kills_only_itself_loses():
    here = battle(hand="25", health=(2, 9)).play("SUMMON 1 0")
    assert (here.state.reason, here.state.winner) == (KILLED, 1)


def test_a_player_killed_by_its_own_draw_loses_before_it_moves():
    here = battle(deck=0, runes=(5, 0), health=(1, 30)).play("PASS")
    assert (here.state.reason, here.state.winner) == (OVERDRAWN, 0)
    assert here.moves() == []


def test_a_game_of_1400_turns_ends_without_a_winner():
    here = battle(turn=1399).play("PASS")
    assert (here.state.reason, here.state.winner) == (TURN_LIMIT, -1)
    assert [share(here.state, seat) for seat in (0, 1)] == [0.5, 0.5]


# Damage and the cards it brings


def test_a_rune_breaks_at_its_value_not_only_below():
    here = battle(mine="4/4, 1/1").play("ATTACK 201 -1")
    assert (here.foe.health, here.foe.runes, here.foe.next_draw) == (26, 5, 1)
    here.play("ATTACK 203 -1")
    assert (here.foe.health, here.foe.runes, here.foe.next_draw) == (25, 4, 2)


def test_one_blow_can_break_several_runes():
    here = battle(mine="16/1").play("ATTACK 201 -1")
    assert (here.foe.health, here.foe.runes, here.foe.next_draw) == (14, 2, 4)


def test_damage_to_oneself_breaks_own_runes():
    here = battle(hand="45", health=(28, 30)).play("SUMMON 1 0")
    assert (here.me.health, here.me.runes, here.me.next_draw) == (25, 4, 2)


def test_health_has_no_maximum_and_runes_never_come_back():
    here = battle(hand="153 153", health=(24, 30), runes=(4, 5)).play("USE 1 -1", "USE 3 -1")
    assert (here.me.health, here.me.runes) == (34, 4)


def test_in_1_5_every_five_health_lost_give_a_card():
    here = battle("1.5", mine="4/4, 1/1, 11/1").play("ATTACK 201 -1")
    assert (here.foe.health, here.foe.lost, here.foe.next_draw) == (26, 4, 1)
    here.play("ATTACK 203 -1")
    assert (here.foe.lost, here.foe.next_draw) == (5, 2)
    here.play("ATTACK 205 -1")
    assert (here.foe.health, here.foe.lost, here.foe.next_draw) == (14, 16, 4)


def test_in_1_5_lost_health_is_summed_from_one_own_turn_to_the_next_ignoring_healing():
    hurt, heal = card("blue", my=-3), card("blue", my=9)
    here = battle("1.5", cards=[hurt, heal], hand="0 1", theirs="2/2").play("USE 0 -1", "USE 2 -1", "PASS")
    assert (here.foe.health, here.foe.lost, here.foe.next_draw) == (36, 3, 1)
    here.play("ATTACK 202 -1")
    assert (here.foe.lost, here.foe.next_draw) == (5, 2)
    here.play("PASS")
    assert (here.me.lost, here.me.next_draw, here.me.hand_count) == (0, 1, 2)


# Drawing


def test_an_empty_deck_costs_a_rune_for_every_missing_card_even_with_a_full_hand():
    here = battle(deck=0, their_hand=8)
    here.foe.next_draw = 3
    here.play("PASS")
    assert (here.me.health, here.me.runes) == (15, 2)


def test_health_lost_by_drawing_gives_no_cards():
    here = battle(deck=0)
    here.foe.next_draw = 2
    here.play("PASS")
    assert (here.me.health, here.me.runes, here.me.next_draw) == (20, 3, 1)
    here = battle("1.5", deck=0, health=(30, 30)).play("PASS")
    assert (here.me.health, here.me.lost, here.me.next_draw) == (20, 0, 1)


def test_a_full_hand_stops_the_draw_and_the_card_stays_on_top():
    here = battle(deck=12, their_hand=7)
    here.foe.next_draw = 4
    here.play("PASS")
    assert (here.me.hand_count, here.me.drawn, here.me.health) == (8, DECK - 11, 30)


def test_a_card_that_is_drawn_goes_to_the_end_of_the_hand():
    here = battle(deck=12, their_hand=2).play("PASS")
    assert hand_ids(here.data, here.state, 1) == [2, 4, 2 * 18 + 2]


def test_from_the_51st_turn_every_draw_costs_a_rune_although_cards_are_left():
    here = battle(turn=97).play("PASS")  # the first player's 50th turn
    assert (here.me.health, here.me.drawn) == (30, 11)
    here = battle(turn=99)
    here.foe.next_draw = 2
    here.play("PASS")
    assert (here.me.health, here.me.runes, here.me.drawn) == (20, 3, 10)


def test_in_1_5_the_51st_turn_costs_ten_health_once_and_cards_are_drawn():
    here = battle("1.5", turn=99)
    here.foe.next_draw = 3
    here.play("PASS")
    assert (here.me.health, here.me.drawn, here.me.hand_count) == (20, 13, 3)


def test_in_1_5_every_missing_card_costs_ten_health():
    here = battle("1.5", deck=0)
    here.foe.next_draw = 2
    here.play("PASS")
    assert (here.me.health, here.state.reason) == (10, 0)


def test_in_1_5_a_full_hand_saves_from_an_empty_deck():
    here = battle("1.5", deck=0, their_hand=7)
    here.foe.next_draw = 3
    here.play("PASS")
    assert here.me.health == 0  # the hand never fills from an empty deck
    here = battle("1.5", deck=0, their_hand=8)
    here.foe.next_draw = 3
    here.play("PASS")
    assert here.me.health == 30


def test_the_opponent_is_sent_the_draw_due_when_its_turn_ended():
    here = battle(hand="154", mine="5/5").play("USE 1 -1")
    assert (here.me.next_draw, here.me.shown_draw) == (2, 1)
    here.play("PASS")
    assert here.foe.shown_draw == 2
    assert here.me.shown_draw == 1
    here.play("PASS", "ATTACK 201 -1")
    assert (here.foe.next_draw, here.foe.shown_draw) == (2, 1)


# Mana


def test_the_second_player_keeps_its_bonus_until_it_ends_a_turn_with_no_mana_left():
    content, array = begin(Options(setup="dealt"), 1)
    state, data = State.over(array), GameData.over(content.data)
    first, second = state.players[0], state.players[1]

    def pass_turn():
        apply(data, state, read_move(content, state, "PASS"))

    assert (first.mana, second.mana) == (1, 1)
    pass_turn()
    assert (second.mana, second.bonus) == (2, 1)  # its first turn: one left over from the start, so no loss
    pass_turn()
    pass_turn()
    assert (first.max_mana, second.mana, second.bonus) == (2, 3, 1)
    second.mana = 0  # all spent
    pass_turn()
    assert (second.max_mana, second.bonus) == (3, 1)  # the loss comes at its next turn start
    pass_turn()
    assert (second.mana, second.max_mana, second.bonus) == (3, 3, 0)


def test_with_the_bonus_mana_goes_to_13_and_falls_back_to_12():
    here = battle(mana=12)
    here.foe.bonus = 1
    here.play("PASS")
    assert here.me.mana == 13
    here.me.mana = 0
    here.play("PASS", "PASS")
    assert (here.me.mana, here.me.bonus) == (12, 0)
    here.play("PASS", "PASS")
    assert here.me.mana == 12


def test_a_free_card_can_be_played_without_mana():
    here = battle(hand="136 91", mine="1/1", mana=0).play("USE 1 201", "SUMMON 3 1")
    assert here.mine == ["2/2 lane0", "1/2 G lane1"]


# Summoning


def test_a_lane_holds_three_creatures_and_the_single_line_of_1_0_six():
    here = battle(hand="1", mine="1/1, 1/1, 1/1")
    assert [move for move in here.moves() if "SUMMON" in move] == ["SUMMON 1 1"]
    here = battle(hand="1", mine="1/1 lane1, 1/1 lane1, 1/1 lane1")
    assert [move for move in here.moves() if "SUMMON" in move] == ["SUMMON 1 0"]
    here = battle("1.0", hand="1", mine=", ".join(["1/1"] * 5)).play("SUMMON 1")
    assert len(here.mine) == 6
    assert battle("1.0", hand="1", mine=", ".join(["1/1"] * 6)).moves().count("SUMMON 1") == 0


def test_a_new_creature_attacks_at_once_only_with_charge():
    here = battle(hand="3 85").play("SUMMON 1 0", "SUMMON 3 0")
    assert [move for move in here.moves() if move.startswith("ATTACK")] == ["ATTACK 3 -1"]


def test_the_summoner_may_heal_its_opponent():
    here = battle(hand="91", health=(30, 30)).play("SUMMON 1 0")
    assert here.foe.health == 31


# Attacking


def test_drain_heals_the_full_attack_even_if_the_attacker_dies():
    here = battle(mine="7/1 D", theirs="5/2").play("ATTACK 201 202")
    assert (here.mine, here.theirs, here.me.health) == ([], [], 37)


def test_drain_heals_by_an_attack_on_the_face_too():
    assert battle(mine="3/1 D").play("ATTACK 201 -1").me.health == 33


def test_drain_does_not_heal_when_defending_or_stopped_by_ward():
    here = battle(mine="1/9", theirs="5/5 D").play("ATTACK 201 202")
    assert (here.me.health, here.foe.health) == (30, 30)
    here = battle(mine="3/9 D", theirs="0/5 W").play("ATTACK 201 202")
    assert (here.me.health, here.theirs) == (30, ["0/5 lane0"])


def test_lethal_needs_damage():
    assert battle(mine="1/9 L", theirs="0/9").play("ATTACK 201 202").theirs == []
    assert battle(mine="0/9 L", theirs="0/9").play("ATTACK 201 202").theirs == ["0/9 lane0"]
    assert battle(mine="1/9 L", theirs="0/9 W").play("ATTACK 201 202").theirs == ["0/9 lane0"]
    assert battle(mine="5/9", theirs="1/9 L").play("ATTACK 201 202").mine == []
    assert battle(mine="5/9 W", theirs="1/9 L").play("ATTACK 201 202").mine == ["5/9 lane0"]


def test_breakthrough_counts_damage_only_so_a_lethal_kill_lets_nothing_through():
    assert battle(mine="6/6 B", theirs="0/2").play("ATTACK 201 202").foe.health == 26
    assert battle(mine="2/6 BL", theirs="0/5").play("ATTACK 201 202").foe.health == 30
    assert battle(mine="6/6 BL", theirs="0/5").play("ATTACK 201 202").foe.health == 29
    assert battle(mine="6/6 B", theirs="0/2 W").play("ATTACK 201 202").foe.health == 30
    assert battle(mine="1/1", theirs="9/9 B").play("ATTACK 201 202").me.health == 30


def test_ward_stops_one_blow_and_is_not_spent_on_an_attack_of_zero():
    here = battle(mine="2/2, 0/2", theirs="3/3 W").play("ATTACK 203 202")
    assert (here.mine, here.theirs) == (["2/2 lane0"], ["3/3 W lane0"])
    here.play("ATTACK 201 202")
    assert (here.mine, here.theirs) == ([], ["3/3 lane0"])


def test_two_wards_meet_and_both_are_gone():
    here = battle(mine="2/2 W", theirs="3/3 W").play("ATTACK 201 202")
    assert (here.mine, here.theirs) == (["2/2 lane0"], ["3/3 lane0"])


def test_a_creature_without_attack_may_attack():
    assert "ATTACK 201 -1" in battle(mine="0/5").moves()


def test_a_guard_protects_its_own_lane_and_not_from_items():
    here = battle(mine="1/1, 1/1 lane1", theirs="1/1 G, 1/1, 1/1 lane1", hand="144 153")
    assert [move for move in here.moves() if move.startswith("ATTACK")] == [
        "ATTACK 201 202",
        "ATTACK 203 -1",
        "ATTACK 203 206",
    ]
    assert {"USE 1 204", "USE 1 206", "USE 3 -1"} <= set(here.moves())


def test_every_creature_attacks_once_a_turn():
    here = battle(mine="1/1").play("ATTACK 201 -1")
    assert here.moves() == ["PASS"]
    here.play("PASS", "PASS")
    assert "ATTACK 201 -1" in here.moves()


# Items


def test_charge_from_an_item_readies_a_new_creature_but_not_one_that_has_attacked():
    here = battle(mine="2/2 new, 2/2 tired", hand="140 140").play("USE 1 201", "USE 3 203")
    assert [move for move in here.moves() if move.startswith("ATTACK")] == ["ATTACK 201 -1"]
    here = battle(mine="2/2 C tired", hand="140").play("USE 1 201")
    assert here.moves() == ["PASS"]


def test_other_items_do_not_ready_a_creature_that_has_charge():
    here = battle(mine="2/2 C tired, 2/2 C new", hand="136 136").play("USE 1 201", "USE 3 203")
    assert here.moves() == ["PASS"]


def test_ward_takes_the_damage_of_an_item_but_not_the_loss_of_attack():
    here = battle(theirs="3/3 W", hand="145 141").play("USE 1 202")  # -2/-2
    assert here.theirs == ["1/3 lane0"]
    here.play("USE 3 202")  # -1/-1
    assert here.theirs == ["0/2 lane0"]


def test_an_item_that_takes_the_ward_away_does_its_damage():
    assert battle(theirs="3/3 GW", hand="148").play("USE 1 202").theirs == ["3/1 lane0"]
    assert battle(theirs="3/99 GW", hand="151").play("USE 1 202").theirs == []


def test_an_item_without_damage_leaves_the_ward():
    here = battle(theirs="3/3 W", hand="153").play("USE 1 202")
    assert (here.theirs, here.me.health) == (["3/3 W lane0"], 35)


def test_attack_never_falls_below_zero():
    assert battle(theirs="1/9", hand="145").play("USE 1 202").theirs == ["0/7 lane0"]


def test_any_blue_item_may_be_used_on_an_enemy_creature():
    here = battle(theirs="1/1", hand="153 156").play("USE 1 202", "USE 3 202")
    assert (here.theirs, here.me.health, here.foe.health) == (["1/1 lane0"], 38, 27)


def test_red_items_never_hit_the_face_and_green_ones_only_own_creatures():
    here = battle(mine="1/1", theirs="1/1 lane1", hand="136 141")
    assert [move for move in here.moves() if move.startswith("USE")] == ["USE 1 201", "USE 3 202"]


def test_a_blue_item_on_the_face_is_one_change_of_defense_and_health_together():
    here = battle(hand="155", theirs="5/5", health=(30, 29)).play("USE 1 -1")
    assert (here.foe.health, here.foe.next_draw) == (25, 2)
    here = battle(hand="155", theirs="5/5").play("USE 1 202")
    assert (here.foe.health, here.theirs) == (29, ["5/2 lane0"])
    both_ways = card("blue", strength="-2/-5", opp=5)
    here = battle("1.5", cards=[both_ways], hand="0").play("USE 0 -1")
    assert (here.foe.health, here.foe.lost) == (30, 0)


def test_items_have_no_drain_lethal_or_breakthrough():
    item = card("red", strength="0/-2", keywords="BDL")
    here = battle("1.5", cards=[item, item], hand="0 1", theirs="1/1, 1/5").play("USE 0 202", "USE 2 204")
    assert (here.theirs, here.me.health, here.foe.health) == (["1/3 lane0"], 30, 30)


def test_an_item_keeps_what_it_gives_and_keywords_do_not_add_up():
    here = battle(mine="1/1 G", hand="122 122").play("USE 1 201", "USE 3 201")
    assert here.mine == ["3/7 G lane0"]


def test_a_creature_remembers_that_it_was_touched():
    here = battle(mine="1/5, 1/5, 1/5", theirs="1/5", hand="136").play("ATTACK 201 202", "USE 1 203")
    touched = [bool(here.me.board[k].status & TOUCHED) for k in range(3)]
    assert touched == [True, True, False]
    assert here.foe.board[0].status & TOUCHED


# Areas of version 1.5


def test_a_creature_with_area_lane_brings_a_copy_in_its_lane():
    twins = card(cost=3, strength="2/3", keywords="C", my=1, opp=-2, draw=1, area="lane")
    here = battle("1.5", cards=[twins], hand="0", mana=5).play("SUMMON 0 1")
    assert here.mine == ["2/3 C lane1", "2/3 C lane1"]
    assert [here.me.board[k].id for k in range(2)] == [0, 1]
    assert (here.me.health, here.foe.health, here.me.next_draw, here.me.mana) == (32, 26, 3, 2)
    assert {"ATTACK 0 -1", "ATTACK 1 -1"} <= set(here.moves())


def test_a_creature_with_area_both_brings_a_copy_in_the_other_lane():
    here = battle("1.5", cards=[card(strength="2/3", area="both")], hand="0").play("SUMMON 0 1")
    assert here.mine == ["2/3 lane1", "2/3 lane0"]


def test_a_copy_without_room_is_dropped_and_effects_count_once():
    lane, both = (card(strength="2/3", my=1, draw=2, area=area) for area in ("lane", "both"))
    here = battle("1.5", cards=[lane], hand="0", mine="1/1, 1/1").play("SUMMON 0 0")
    assert (len(here.mine), here.me.health, here.me.next_draw) == (3, 31, 3)
    here = battle("1.5", cards=[both], hand="0", mine="1/1, 1/1, 1/1").play("SUMMON 0 1")
    assert (len(here.mine), here.me.health, here.me.next_draw) == (4, 31, 3)


def test_a_doubled_effect_is_one_change_of_health():
    here = battle("1.5", cards=[card(strength="1/1", opp=-3, area="both")], hand="0").play("SUMMON 0 0")
    assert (here.foe.lost, here.foe.next_draw) == (6, 2)


def test_an_item_with_area_lane_hits_the_whole_lane_of_its_target():
    item = card("red", strength="-1/-2", my=1, opp=-1, draw=1, area="lane")
    here = battle("1.5", cards=[item], hand="0", mine="9/9", theirs="2/2, 2/4, 2/4 W, 2/2 lane1").play("USE 0 204")
    assert here.theirs == ["1/2 lane0", "1/4 lane0", "2/2 lane1"]
    assert (here.me.health, here.foe.health, here.me.next_draw, here.mine) == (33, 27, 4, ["9/9 lane0"])


def test_an_item_with_area_both_hits_all_creatures_of_its_targets_owner():
    item = card("green", strength="1/1", keywords="G", my=1, area="both")
    here = battle("1.5", cards=[item], hand="0", mine="1/1, 1/1 lane1", theirs="2/2").play("USE 0 203")
    assert (here.mine, here.theirs, here.me.health) == (["2/2 G lane0", "2/2 G lane1"], ["2/2 lane0"], 32)


def test_on_the_face_an_area_does_not_matter():
    item = card("blue", strength="0/-2", my=1, opp=-1, draw=1, area="both")
    here = battle("1.5", cards=[item], hand="0", theirs="2/2, 2/2 lane1").play("USE 0 -1")
    assert (here.theirs, here.foe.health) == (["2/2 lane0", "2/2 lane1"], 27)
    assert (here.me.health, here.me.next_draw) == (31, 2)


# Decks and ids


def test_ids_of_1_2_follow_the_order_of_the_deck():
    content, array = begin(Options(setup="dealt"), 3)
    state, data = State.over(array), GameData.over(content.data)
    assert hand_ids(data, state, 0) == [1, 3, 5, 7, 9]
    assert hand_ids(data, state, 1) == [2, 4, 6, 8, 10]


def test_ids_of_1_5_follow_the_order_of_choosing():
    content, array = begin(Options(version="1.5"), 3)
    state, data = State.over(array), GameData.over(content.data)
    for seat in (0, 1):
        for number in [*range(20 + seat, 49 + seat), 20 + seat]:
            apply(data, state, read_move(content, state, f"CHOOSE {number}"))
    assert state.phase == BATTLE
    for seat in (0, 1):
        ids = hand_ids(data, state, seat)
        player = state.players[seat]
        assert ids != sorted(ids)  # the deck was shuffled after the cards were numbered
        for slot, number in enumerate(ids):
            when = (number - 60 * seat) // 2
            assert player.deck[player.hand[slot]] == 20 + seat + when % 29


def test_passing_fills_a_deck_with_the_first_cards_that_have_less_than_two_copies():
    content, array = begin(Options(version="1.5"), 3)
    state, data = State.over(array), GameData.over(content.data)
    for text in ("CHOOSE 1", "CHOOSE 0", "CHOOSE 1", "PASS"):
        apply(data, state, read_move(content, state, text))
    deck = [state.players[0].deck[k] for k in range(DECK)]
    assert deck[:8] == [1, 0, 1, 0, 2, 2, 3, 3]
    assert max(deck.count(index) for index in deck) == 2
    assert (state.mover, state.picks) == (1, 0)


def test_offers_are_three_different_cards_out_of_sixty_and_both_players_may_take_the_same():
    content, array = begin(Options(), 3)
    state, data = State.over(array), GameData.over(content.data)
    offers = [[state.offers[k, j] for j in range(OFFERED)] for k in range(PICKS)]
    assert all(len(set(offer)) == OFFERED for offer in offers)
    assert len({index for offer in offers for index in offer}) <= POOL_SIZE
    for _ in range(2):
        apply(data, state, read_move(content, state, "PICK 1"))
    assert state.players[0].deck[0] == state.players[1].deck[0] == offers[0][1]


def test_the_second_player_starts_with_five_cards_the_first_with_four_and_a_draw():
    content, array = begin(Options(setup="dealt"), 3)
    state = State.over(array)
    assert [state.players[seat].hand_count for seat in (0, 1)] == [5, 5]
    assert (state.turn, state.mover) == (0, 0)
    assert len(legal_moves(content, state)) >= 1
    assert board(state.players[0]) == []


def test_every_game_ends_before_the_hard_limit():
    """Even if both players always pass, empty decks kill."""
    for version in ("1.0", "1.2", "1.5"):
        content, array = begin(Options(version=version, setup="dealt"), 1)
        state, data = State.over(array), GameData.over(content.data)
        while not state.reason:
            apply(data, state, read_move(content, state, "PASS"))
        assert state.reason == OVERDRAWN
        assert state.turn // 2 >= 50
        *_, (_, array) = wander(Options(version=version), 8)
        assert State.over(array).reason in (KILLED, OVERDRAWN)
