"""Course of a game: supply, turns, drawing, gaining, attacks, and the end. The game's docstring lists the rules."""

import re
from collections import Counter
from pathlib import Path

import ludus.games.dominion
from ludus.core import plain
from ludus.games.dominion import rules, zones
from ludus.games.dominion.effect_grammar import BASIC_CARDS
from ludus.games.dominion.options import recommended_kingdoms
from ludus.games.dominion.state import CARD, KINGDOM, SLOTS
from tests.cases import each

from .positions import Seat, begin, check, legal_moves, pool, position, random_game

share, points = plain(rules.payoff), plain(rules.score)
draw_cards, take_from_hand, put_on_discard = map(plain, (zones.draw_cards, zones.take_from_hand, zones.put_on_discard))


def test_the_page_names_tests_that_exist():
    page = set(re.findall(r"\btest_\w+", ludus.games.dominion.__doc__))
    files = Path(__file__).parent.glob("test_*.py")
    there = {name for file in files for name in re.findall(r"def (test_\w+)", file.read_text(encoding="utf-8"))}
    assert page <= there
    assert len(page) > 60


# Supply


@each(
    ("players", "sizes"),
    [(2, (46, 40, 30, 8, 8, 8, 10)), (3, (39, 40, 30, 12, 12, 12, 20)), (4, (32, 40, 30, 12, 12, 12, 30))],
)
def test_piles_are_as_large_as_the_rules_say_for_two_three_and_four(players, sizes):
    here = begin(1, kingdom="size-distortion", seats=players)
    assert tuple(here.supply(name) for name in BASIC_CARDS) == sizes
    for slot in range(KINGDOM, SLOTS):
        name = here.name(slot)
        assert here.supply(name) == ((8 if players == 2 else 12) if name == "Gardens" else 10)


@each("players", [2, 3, 4])
def test_everybody_begins_with_seven_coppers_and_three_estates_and_holds_five_of_them(players):
    here = begin(2, seats=players)
    for seat in range(players):
        player = here.state.players[seat]
        assert here.owned(seat) == "7 Copper, 3 Estate"
        assert (player.cards, player.bag_size, player.score, player.turns) == (10, 5, 3, 0)
    assert [here.state.players[seat].hand_size for seat in range(1, players)] == [5] * (players - 1)
    for seat in range(players, 4):
        assert here.state.players[seat].cards == 0


@each(("edition", "size"), [("first", 25), ("second", 26)])
def test_a_random_kingdom_has_ten_different_cards_of_its_edition_and_every_card_comes_up(edition, size):
    names = set(pool(edition))
    assert len(names) == size
    card_counts = Counter()
    for seed in range(80):
        here = begin(seed, edition=edition)
        kingdom = [here.name(slot) for slot in range(KINGDOM, SLOTS)]
        assert len(set(kingdom)) == 10
        assert set(kingdom) <= names
        card_counts.update(kingdom)
    assert set(card_counts) == names


def test_the_editions_share_nineteen_cards():
    first, second = set(pool("first")), set(pool("second"))
    assert first - second == {"Chancellor", "Woodcutter", "Feast", "Spy", "Thief", "Adventurer"}
    assert second - first == {"Harbinger", "Merchant", "Vassal", "Poacher", "Bandit", "Sentry", "Artisan"}


@each("name", recommended_kingdoms())
def test_recommended_kingdoms_are_of_the_first_edition_and_can_be_played(name):
    here = begin(1, kingdom=name)
    assert (
        {here.name(slot) for slot in range(KINGDOM, SLOTS)} == set(recommended_kingdoms()[name]) <= set(pool("first"))
    )


# Turns


def test_a_turn_begins_with_one_action_one_buy_and_no_coin():
    here = position(Seat("Smithy"))
    assert (here.state.actions, here.state.buys, here.state.coins) == (1, 1, 0)
    assert here.moves() == ["STOP", "PLAY Smithy"]


def test_an_action_card_costs_an_action_and_without_one_the_action_phase_is_over():
    here = position(Seat("Smithy, Woodcutter")).play("PLAY Woodcutter")
    assert here.moves()[0:2] == ["STOP", "BUY Copper"]
    assert (here.hand(), here.played) == ("Smithy", "Woodcutter")


def test_an_action_that_gives_actions_goes_on_with_them():
    here = position(Seat("Village, Smithy, Woodcutter")).play("PLAY Village")
    assert here.state.actions == 2
    here.play("PLAY Smithy", "PLAY Woodcutter")
    assert here.played == "Village, Smithy, Woodcutter"


def test_without_an_action_in_hand_the_turn_begins_with_the_buy_phase():
    here = position(Seat("3 Copper, 2 Estate"))
    assert "BUY Silver" in here.moves()


def test_a_player_who_stops_keeps_actions_in_hand_and_buys():
    here = position(Seat("Smithy, Silver")).play("STOP")
    assert (here.hand(), here.played, here.state.coins) == ("Smithy", "Silver", 2)


def test_a_card_is_finished_before_the_next_is_played():
    here = position(Seat("Village, Cellar, Workshop, Estate", deck="Smithy"))
    here.play("PLAY Village", "PLAY Cellar")
    assert here.moves() == ["STOP", "DISCARD Estate", "DISCARD Smithy", "DISCARD Workshop"]


def test_all_treasures_are_played_before_the_first_buy():
    here = position(Seat("2 Copper, Silver, Gold, Estate"))
    assert (here.state.coins, here.hand()) == (7, "Estate")
    assert Counter(here.played.split(", ")) == {"Copper": 2, "Silver": 1, "Gold": 1}


def test_coins_of_actions_and_treasures_are_spent_together():
    here = position(Seat("Woodcutter, 2 Silver")).play("PLAY Woodcutter")
    assert (here.state.coins, here.state.buys) == (6, 2)
    here.play("BUY Silver")
    assert (here.state.coins, here.state.buys, here.discard()) == (3, 1, "Silver")
    here.play("BUY Village")
    assert here.state.active == 1


def test_one_buys_what_is_there_and_what_one_can_pay():
    here = position(Seat("3 Copper"), supply="0 Village, 1 Woodcutter")
    assert "BUY Silver" in here.moves()
    assert "BUY Smithy" not in here.moves()
    assert "BUY Village" not in here.moves()
    here.play("BUY Woodcutter")
    assert here.supply("Woodcutter") == 0
    assert here.state.empty == 2


def test_copper_and_curse_cost_nothing_and_any_card_may_be_left_unbought():
    here = position(Seat("Estate"))
    assert here.moves() == ["STOP", "BUY Copper", "BUY Curse"]
    here.play("BUY Curse")
    assert here.owned() == "Estate, Curse"
    assert position(Seat("Estate")).play("STOP").owned() == "Estate"


def test_a_bought_treasure_pays_nothing_this_turn():
    here = position(Seat("Woodcutter, 2 Copper")).play("PLAY Woodcutter", "BUY Silver")
    assert here.state.coins == 1
    assert here.discard() == "Silver"


def test_no_buy_means_no_more_buying_although_coins_are_left():
    here = position(Seat("5 Gold")).play("BUY Copper")
    assert here.state.active == 1


def test_actions_buys_and_coins_do_not_carry_over():
    here = position(Seat("Festival, Gold"), Seat("Village"))
    here.play("PLAY Festival", "STOP")
    assert (here.state.active, here.state.actions, here.state.buys, here.state.coins) == (1, 1, 1, 0)


def test_clean_up_discards_what_is_in_play_and_in_hand_and_draws_five():
    here = position(Seat("Village, Copper, Estate", deck="Duchy, 5 Silver, Gold"))
    here.play("PLAY Village", "STOP")
    assert sorted(here.discard().split(", ")) == ["Copper", "Duchy", "Estate", "Village"]
    assert (here.hand(), here.deck(), here.played) == ("5 Silver", "Gold", "")


@each("players", [2, 3, 4])
def test_turns_go_around_the_table(players):
    here = position(*[Seat("Copper", bag="9 Copper")] * players)
    order = []
    for _ in range(2 * players):
        order.append(here.player)
        here.play("STOP")
    assert order == [*range(players)] * 2
    assert [here.state.players[seat].turns for seat in range(players)] == [2] * players


# Drawing and shuffling


def test_an_emptied_deck_is_not_shuffled_before_a_card_is_needed():
    here = position(Seat("Smithy", deck="3 Copper", discard="Gold")).play("PLAY Smithy")
    assert (here.deck(), here.bag(), here.discard()) == ("", "", "Gold")


def test_a_draw_takes_what_is_left_then_shuffles_and_goes_on():
    here = position(Seat("Smithy", deck="Estate", discard="5 Duchy")).play("PLAY Smithy")
    assert (here.hand(), here.bag(), here.discard()) == ("Estate, 2 Duchy", "3 Duchy", "")


def test_a_draw_beyond_all_cards_takes_what_there_is():
    here = position(Seat("Smithy", deck="Estate", discard="Duchy")).play("PLAY Smithy")
    assert (here.hand(), here.bag(), here.discard()) == ("Estate, Duchy", "", "")


def test_cards_in_play_and_in_hand_miss_the_shuffle():
    here = position(Seat("Village, Laboratory, Estate", deck="Duchy", discard="2 Curse"))
    here.play("PLAY Village", "PLAY Laboratory")
    assert (here.hand(), here.bag()) == ("Estate, Duchy, 2 Curse", "")
    assert here.played == "Village, Laboratory"


def test_cards_set_aside_miss_the_shuffle():
    here = position(Seat("Library, 4 Estate", deck="Village, Duchy", discard="5 Curse"))
    here.play("PLAY Library", "ASIDE Village")
    assert (here.hand(), here.bag(), here.discard()) == ("4 Estate, Duchy, 2 Curse", "3 Curse", "Village")


def test_cards_revealed_miss_the_shuffle():
    here = position(Seat("Adventurer", deck="Estate, Copper, Duchy", discard="4 Silver")).play("PLAY Adventurer")
    assert here.played == "Adventurer, Copper, Silver"
    assert (here.bag(), here.discard()) == ("3 Silver", "Estate, Duchy")
    here = position(Seat("Thief"), Seat(deck="Estate", discard="Copper, Curse")).play("PLAY Thief")
    assert "Estate" not in here.bag(1)
    assert "Estate" in here.discard(1)


def test_clean_up_comes_before_the_draw_so_its_discards_are_shuffled_too():
    here = position(Seat("Village, Estate, Gold", deck="Duchy", discard="Province"))
    here.play("PLAY Village", "BUY Silver")
    assert here.state.players[0].cards == 6
    assert (here.discard(), here.played) == ("", "")
    assert here.state.players[0].hand_size == 5


def test_a_shuffled_deck_comes_in_any_order_each_as_often():
    here, orders = position(Seat(discard="Copper, Silver, Gold")), Counter()
    state, me = here.state, here.state.players[0]
    for _ in range(1200):
        draw_cards(state, me, 0, 3)
        orders[here.in_order(me.hand, 3)] += 1
        for _ in range(3):
            slot = me.hand[0] & CARD
            take_from_hand(me, slot)
            put_on_discard(me, slot)
    assert len(orders) == 6
    assert all(140 < n < 260 for n in orders.values())  # 200 each, with a standard deviation of about 13


# Gaining and trashing


def test_a_gain_takes_a_card_from_the_supply_and_costs_neither_coins_nor_a_buy():
    here = position(Seat("Workshop")).play("PLAY Workshop", "GAIN Smithy")
    assert (here.discard(), here.supply("Smithy")) == ("Smithy", 9)
    assert (here.state.coins, here.state.buys) == (0, 1)


def test_an_empty_pile_gives_nothing():
    here = position(Seat("Witch"), Seat(), supply="0 Curse").play("PLAY Witch")
    assert here.owned(1) == ""
    here = position(Seat("Bureaucrat"), supply="0 Silver").play("PLAY Bureaucrat")
    assert here.deck() == ""


def test_a_gain_may_be_declined_only_where_an_option_says_so():
    assert "STOP" not in position(Seat("Workshop")).play("PLAY Workshop").moves()
    here = position(Seat("Workshop"), declining=True).play("PLAY Workshop", "STOP")
    assert here.owned() == "Workshop"


def test_the_trash_is_no_supply():
    here = position(Seat("Workshop"), supply="0 Silver, 0 Smithy").play("PLAY Workshop")
    assert "GAIN Silver" not in here.moves()
    assert "GAIN Smithy" not in here.moves()
    assert "GAIN Village" in here.moves()


def test_what_cannot_be_done_is_left_out():
    here = position(Seat("Remodel")).play("PLAY Remodel")
    assert (here.owned(), here.trashed) == ("Remodel", "")
    everything = ", ".join(f"0 {name}" for name in "Copper, Silver, Estate, Curse, Chapel, Cellar, Moat".split(", "))
    cheap = ", ".join(f"0 {name}" for name in "Smithy, Village, Woodcutter, Workshop, Gardens".split(", "))
    here = position(Seat("Workshop"), kingdom="Moat", supply=f"{everything}, {cheap}").play("PLAY Workshop")
    assert here.moves() == ["STOP"]
    assert here.owned() == "Workshop"


def test_a_trashed_card_has_no_owner_and_counts_no_points():
    here = position(Seat("Chapel, 2 Estate")).play("PLAY Chapel", "TRASH Estate", "STOP")
    assert (here.owned(), here.trashed, here.scores[0]) == ("Estate, Chapel", "Estate", 1)


# Attacks


def test_attacks_go_around_from_the_left_so_the_last_curses_go_to_the_next():
    for active, cursed in ((0, [1, 2]), (1, [2, 3]), (2, [3, 0]), (3, [0, 1])):
        seats = [Seat("Witch") if seat == active else Seat() for seat in range(4)]
        here = position(*seats, active=active, supply="2 Curse").play("PLAY Witch")
        assert [seat for seat in range(4) if "Curse" in here.owned(seat)] == sorted(cursed)
        assert here.supply("Curse") == 0


@each("players", [2, 3, 4])
def test_everybody_else_is_attacked_in_the_order_of_turns(players):
    here = position(Seat("Militia"), *[Seat("3 Copper, 2 Estate")] * (players - 1)).play("PLAY Militia")
    order = []
    while here.state.depth:
        order.append(here.player)
        here.play("DISCARD Copper")
    assert order == [seat for seat in range(1, players) for _ in range(2)]
    assert all(here.state.players[seat].hand_size == 3 for seat in range(1, players))


def test_reactions_are_asked_for_in_order_before_the_attack_and_only_of_those_who_have_one():
    here = position(
        Seat("Witch", deck="2 Copper"), Seat("Moat"), Seat("Copper"), Seat("Moat"), supply="1 Curse", active=0
    ).play("PLAY Witch")
    assert (here.player, here.moves(), here.hand()) == (1, ["STOP", "REVEAL Moat"], "")
    here.play("REVEAL Moat")
    assert here.player == 3
    here.play("REVEAL Moat")
    assert [here.owned(seat) for seat in (1, 2, 3)] == ["Moat", "Copper, Curse", "Moat"]
    assert here.played == "Witch, Copper, Copper"


def test_reactions_go_around_from_the_left_of_the_attacker():
    seats = [Seat("Moat"), Seat("Moat"), Seat("Witch"), Seat("Moat")]
    here = position(*seats, active=2).play("PLAY Witch")
    order = []
    while here.state.depth:
        order.append(here.player)
        here.play("REVEAL Moat" if here.player == 0 else "STOP")
    assert order == [3, 0, 1]
    assert [here.owned(seat) for seat in (0, 1, 3)] == ["Moat", "Curse, Moat", "Curse, Moat"]


def test_a_reaction_stays_in_hand_and_helps_against_the_next_attack_again():
    here = position(Seat("Village, 2 Militia"), Seat("Moat, 4 Copper")).play("PLAY Village")
    for _ in range(2):
        here.play("PLAY Militia", "REVEAL Moat")
    assert here.hand(1) == "4 Copper, Moat"
    assert here.state.coins == 4


def test_reactions_are_optional():
    here = position(Seat("Witch"), Seat("Moat")).play("PLAY Witch", "STOP")
    assert here.owned(1) == "Curse, Moat"


def test_every_play_of_a_throned_attack_can_be_reacted_to():
    for first, second, curses in (("STOP", "STOP", 2), ("REVEAL Moat", "STOP", 1), ("REVEAL Moat", "REVEAL Moat", 0)):
        here = position(Seat("Throne Room, Witch"), Seat("Moat")).play("PLAY Throne Room", first, second)
        assert 10 - here.supply("Curse") == curses


def test_a_reaction_does_not_keep_off_what_is_no_attack():
    here = position(Seat("Council Room"), Seat("Moat", deck="Gold")).play("PLAY Council Room")
    assert here.hand(1) == "Gold, Moat"


def test_ones_own_reaction_is_not_asked_for():
    here = position(Seat("Witch, Moat"), Seat("Copper")).play("PLAY Witch")
    assert (here.player, here.state.depth, here.owned(1)) == (0, 0, "Copper, Curse")


# The end


def test_the_last_province_ends_the_game_after_the_turn():
    here = position(Seat("4 Gold, Woodcutter"), supply="1 Province").play("PLAY Woodcutter", "BUY Province")
    assert here.reason == "running"
    here.play("BUY Silver")
    assert (here.reason, here.winners, here.moves()) == ("provinces", [0], [])
    assert here.owned() == "Silver, 4 Gold, Province, Woodcutter"


@each("players", [2, 3, 4])
@each("piles", ["0 Copper, 0 Curse", "0 Estate, 0 Village", "0 Smithy, 0 Duchy"])
def test_any_three_empty_piles_end_the_game_and_two_do_not(players, piles):
    here = position(*[Seat("3 Copper", bag="5 Copper")] * players, supply=f"{piles}, 1 Silver")
    here.play("STOP")
    assert here.reason == "running"
    here.play("BUY Silver")
    assert here.reason == "three piles"


def test_a_pile_emptied_by_a_gain_counts_too():
    here = position(Seat("Witch"), Seat(), supply="0 Copper, 0 Duchy, 1 Curse").play("PLAY Witch", "STOP")
    assert here.reason == "three piles"


def test_three_piles_emptied_in_anothers_turn_end_it_for_good():
    here = position(Seat("Copper"), Seat("Workshop"), active=1, supply="0 Copper, 0 Duchy, 1 Village")
    here.play("PLAY Workshop", "GAIN Village", "STOP")
    assert (here.reason, here.state.players[1].turns, here.state.players[0].turns) == ("three piles", 1, 0)


def test_points_are_counted_over_hand_deck_discard_pile_and_cards_in_play():
    here = position(Seat("Estate, Copper", deck="Duchy", bag="Province", discard="Curse"), Seat("2 Curse"))
    assert here.scores == [1 + 3 + 6 - 1, -2]
    assert [points(here.state, seat) for seat in (0, 1)] == here.scores


def finish(scores, turns, **options):
    """The last turn of seat 0, after which the players have these numbers of turns and Estates."""
    seats = [Seat(", ".join(["Estate"] * n), turns=taken) for n, taken in zip(scores, turns, strict=True)]
    return position(*seats, supply="0 Copper, 0 Gold, 0 Duchy", **options).play("STOP")


def test_most_points_win():
    here = finish([1, 2], [3, 4])
    assert (here.winners, [share(here.state, seat) for seat in (0, 1)]) == ([1], [0, 1])
    assert finish([1, 0, 3, 2], [3, 3, 3, 3]).winners == [2]


def test_among_equals_fewer_turns_win():
    here = finish([2, 2], [3, 3])
    assert here.winners == [1]
    assert finish([2, 2, 2], [3, 3, 4]).winners == [1]


def test_equal_points_and_turns_share_the_victory():
    here = finish([2, 2], [2, 3])
    assert (here.winners, [share(here.state, seat) for seat in (0, 1)]) == ([0, 1], [0.5, 0.5])
    here = finish([2, 2, 1, 2], [2, 3, 3, 3])
    assert [share(here.state, seat) for seat in range(4)] == [1 / 3, 1 / 3, 0, 1 / 3]


def test_by_points_alone_turns_do_not_matter():
    here = finish([2, 2], [3, 3], ties="points")
    assert (here.winners, [share(here.state, seat) for seat in (0, 1)]) == ([0, 1], [0.5, 0.5])
    assert finish([3, 2], [3, 3], ties="points").winners == [0]


def test_a_capped_game_ends_when_everybody_had_as_many_turns():
    here = position(*[Seat("2 Copper", turns=1)] * 3, turn_cap=2)
    here.play("STOP", "BUY Estate")
    assert here.reason == "running"
    here.play("STOP")
    assert (here.reason, here.winners) == ("turn cap", [1])
    assert [here.state.players[seat].turns for seat in range(3)] == [2, 2, 2]


def test_a_game_that_ends_by_itself_in_its_last_turn_is_not_capped():
    here = position(Seat(), Seat("3 Gold"), active=1, turn_cap=1, supply="1 Province").play("BUY Province")
    assert here.reason == "provinces"


def test_every_game_of_do_nothing_players_is_capped():
    here = begin(3, turn_cap=5)
    while moves := legal_moves(here.content, here.state):
        assert moves[0] == 0
        here.play("STOP")
    assert (here.reason, here.winners) == ("turn cap", [0, 1])


def test_no_choice_is_asked_that_has_one_answer_in_the_middle_of_a_card():
    for seed in range(3):
        for here in random_game(begin(seed, turn_cap=8), seed):
            if here.state.depth:
                assert len(legal_moves(here.content, here.state)) > 1
    check(here)
