"""The 25 kingdom cards of the first edition: every sentence of their text. Throne Room is in test_throne_room.py."""

from ludus.games.dominion.game_data_records import TYPES
from ludus.games.dominion.state import SEEN, UNSEEN
from tests.cases import each

from .positions import Seat, pool, position

# name, cost, types, +cards, +actions, +buys, +coins
FACTS = """
Copper       0 Treasure        0 0 0 1
Silver       3 Treasure        0 0 0 2
Gold         6 Treasure        0 0 0 3
Estate       2 Victory         0 0 0 0
Duchy        5 Victory         0 0 0 0
Province     8 Victory         0 0 0 0
Curse        0 Curse           0 0 0 0
Adventurer   6 Action          0 0 0 0
Bureaucrat   4 Action-Attack   0 0 0 0
Cellar       2 Action          0 1 0 0
Chancellor   3 Action          0 0 0 2
Chapel       2 Action          0 0 0 0
Council_Room 5 Action          4 0 1 0
Feast        4 Action          0 0 0 0
Festival     5 Action          0 2 1 2
Gardens      4 Victory         0 0 0 0
Laboratory   5 Action          2 1 0 0
Library      5 Action          0 0 0 0
Market       5 Action          1 1 1 1
Militia      4 Action-Attack   0 0 0 2
Mine         5 Action          0 0 0 0
Moat         2 Action-Reaction 2 0 0 0
Moneylender  4 Action          0 0 0 0
Remodel      4 Action          0 0 0 0
Smithy       4 Action          3 0 0 0
Spy          4 Action-Attack   1 1 0 0
Thief        4 Action-Attack   0 0 0 0
Throne_Room  4 Action          0 0 0 0
Village      3 Action          1 2 0 0
Witch        5 Action-Attack   2 0 0 0
Woodcutter   3 Action          0 0 1 2
Workshop     3 Action          0 0 0 0
"""
PLAIN = ["Festival", "Laboratory", "Market", "Moat", "Smithy", "Village", "Woodcutter"]  # no more than their bonuses


def facts_of(here, name):
    card = here.data.cards[here.slot(name)]
    types = "-".join(TYPES[k] for k in range(len(TYPES)) if card.types >> k & 1)
    return [str(card.cost), types, *map(str, (card.cards, card.actions, card.buys, card.coins))]


@each("line", FACTS.strip().splitlines())
def test_every_card_costs_and_gives_what_it_says(line):
    name, *facts = line.split()
    name = name.replace("_", " ")
    assert facts_of(position(kingdom=name if name in pool("first") else ""), name) == facts


def test_these_are_all_cards_of_the_first_edition():
    assert [line.split()[0].replace("_", " ") for line in FACTS.strip().splitlines()][7:] == pool("first")


@each("name", PLAIN)
def test_a_plain_card_gives_its_bonuses_and_asks_nothing(name):
    here = position(Seat(name, deck="5 Estate"), kingdom=name)
    card = here.data.cards[here.slot(name)]
    here.play(f"PLAY {name}")
    assert here.moves()[0:2] == ["STOP", "BUY Copper"]
    assert (here.state.players[0].hand_size, here.state.coins, here.state.buys) == (
        card.cards,
        card.coins,
        1 + card.buys,
    )
    here = position(Seat(f"{name}, Chapel", deck="5 Estate"), kingdom=name).play(f"PLAY {name}")
    assert here.state.actions == card.actions


# Adventurer


def test_adventurer_reveals_until_two_treasures_and_discards_the_rest():
    here = position(Seat("Adventurer, Chapel", deck="Estate, Silver, Village, Copper, Gold"), actions=2)
    here.play("PLAY Adventurer")
    assert (here.hand(), here.discard(), here.deck()) == ("Copper, Silver, Chapel", "Estate, Village", "Gold")


def test_adventurer_takes_what_there_is_when_all_cards_are_revealed():
    here = position(Seat("Adventurer, Chapel", deck="Estate, Silver", discard="2 Curse"), actions=2)
    here.play("PLAY Adventurer")
    assert (here.hand(), here.discard(), here.bag()) == ("Silver, Chapel", "Estate, Curse, Curse", "")
    here = position(Seat("Adventurer"), Seat()).play("PLAY Adventurer")
    assert here.owned() == "Adventurer"


def test_adventurer_does_not_shuffle_what_it_revealed():
    here = position(Seat("Adventurer, Chapel", deck="2 Estate", discard="Copper, Silver"), actions=2)
    here.play("PLAY Adventurer")
    assert (here.hand(), here.discard(), here.bag()) == ("Copper, Silver, Chapel", "Estate, Estate", "")


# Bureaucrat


def test_bureaucrat_puts_a_silver_on_the_deck():
    here = position(Seat("Bureaucrat", deck="Estate"), Seat("Copper")).play("PLAY Bureaucrat")
    assert (here.deck(), here.supply("Silver"), here.discard()) == ("Silver, Estate", 39, "")


def test_bureaucrats_victims_choose_a_victory_card_for_their_deck():
    here = position(Seat("Bureaucrat"), Seat("Estate, Province, Copper", deck="Gold")).play("PLAY Bureaucrat")
    assert (here.player, here.moves()) == (1, ["PUT Estate", "PUT Province"])
    here.play("PUT Province")
    assert (here.hand(1), here.deck(1)) == ("Copper, Estate", "Province, Gold")


def test_gardens_is_a_victory_card_for_bureaucrat_and_curse_is_none():
    here = position(Seat("Bureaucrat"), Seat("Gardens, Curse"), Seat("Curse, Copper")).play("PLAY Bureaucrat")
    assert (here.deck(1), here.hand(1)) == ("Gardens", "Curse")
    assert (here.deck(2), here.hand(2)) == ("", "Copper, Curse")


def test_who_has_no_victory_card_shows_the_hand():
    here = position(Seat("Bureaucrat"), Seat("Copper, Curse")).play("PLAY Bureaucrat")
    victim = here.state.players[1]
    assert all(victim.hand[k] & SEEN for k in range(victim.hand_size))


def test_moat_does_not_stop_bureaucrats_silver():
    here = position(Seat("Bureaucrat"), Seat("Moat, Estate")).play("PLAY Bureaucrat", "REVEAL Moat")
    assert (here.deck(), here.hand(1)) == ("Silver", "Estate, Moat")


# Cellar


def test_cellar_discards_any_number_and_draws_as_many():
    here = position(Seat("Cellar, 2 Estate, Curse, Duchy", deck="3 Province, Gold"))
    here.play("PLAY Cellar", "DISCARD Estate", "DISCARD Estate", "DISCARD Curse")
    assert (here.hand(), here.discard(), here.deck()) == ("Duchy, 3 Province", "Estate, Estate, Curse", "Gold")
    here = position(Seat("Cellar, 2 Estate", deck="Province")).play("PLAY Cellar", "STOP")
    assert (here.hand(), here.deck()) == ("2 Estate", "Province")


def test_cellar_shuffles_in_what_it_just_discarded():
    here = position(Seat("Cellar, 2 Estate")).play("PLAY Cellar", "DISCARD Estate", "DISCARD Estate")
    assert (here.hand(), here.discard()) == ("2 Estate", "")


def test_cellar_alone_in_hand_asks_nothing():
    here = position(Seat("Cellar", deck="Gold")).play("PLAY Cellar")
    assert (here.moves()[1], here.deck()) == ("BUY Copper", "Gold")


# Chancellor


def test_chancellor_may_discard_the_deck_unseen():
    here = position(Seat("Chancellor", deck="Gold", bag="2 Estate", discard="Curse")).play("PLAY Chancellor")
    assert (here.state.coins, here.moves()) == (2, ["STOP", "YES"])
    here.play("YES")
    assert (here.deck(), here.bag()) == ("", "")
    assert sorted(here.discard().split(", ")) == ["Curse", "Estate", "Estate", "Gold"]
    assert sum(here.state.players[0].discard[k] & UNSEEN == 0 for k in range(4)) == 1  # the Curse was there before


def test_chancellor_need_not_and_an_empty_deck_is_not_asked_about():
    here = position(Seat("Chancellor", deck="Gold")).play("PLAY Chancellor", "STOP")
    assert here.deck() == "Gold"
    assert position(Seat("Chancellor", discard="Gold")).play("PLAY Chancellor").discard() == "Gold"


# Chapel


@each("count", range(5))
def test_chapel_trashes_up_to_four_cards(count):
    here = position(Seat("Chapel, 3 Estate, 3 Curse")).play("PLAY Chapel")
    here.play(*["TRASH Estate", "TRASH Estate", "TRASH Curse", "TRASH Curse"][:count], *["STOP"] * (count < 4))
    assert here.state.depth == 0
    assert here.state.players[0].cards == 7 - count


def test_chapel_with_an_empty_hand_asks_nothing():
    assert position(Seat("Chapel")).play("PLAY Chapel").moves()[1] == "BUY Copper"


# Council Room


def test_council_room_draws_four_and_everybody_else_one():
    here = position(
        Seat("Council Room", deck="5 Estate"), Seat(deck="Duchy, Gold"), Seat(discard="Curse"), Seat("Copper")
    ).play("PLAY Council Room")
    assert (here.hand(), here.state.buys) == ("4 Estate", 2)
    assert [here.hand(seat) for seat in (1, 2, 3)] == ["Duchy", "Curse", "Copper"]


# Feast


def test_feast_is_trashed_and_gains_a_card_up_to_five():
    here = position(Seat("Feast")).play("PLAY Feast")
    assert (here.played, here.trashed) == ("", "Feast")
    assert "GAIN Duchy" in here.moves()
    assert not {"GAIN Gold", "GAIN Province", "STOP"} & set(here.moves())
    here.play("GAIN Market")
    assert (here.discard(), here.owned()) == ("Market", "Market")


# Gardens


@each(("others", "points"), [(7, 0), (8, 2), (17, 2), (18, 4), (28, 6)])
def test_gardens_are_worth_a_point_for_every_ten_cards_rounded_down(others, points):
    here = position(Seat("Gardens", deck="Gardens", discard=f"{others} Copper"))
    assert here.scores[0] == points


def test_gardens_count_cards_in_play_and_grow_with_a_purchase():
    here = position(Seat("Gardens, 8 Copper"), kingdom="Gardens")
    assert (here.state.played_size, here.scores[0]) == (8, 0)
    assert here.play("BUY Copper").scores[0] == 1


# Library


def test_library_draws_to_seven():
    here = position(Seat("Library, 4 Estate", deck="4 Duchy")).play("PLAY Library")
    assert (here.hand(), here.deck()) == ("4 Estate, 3 Duchy", "Duchy")


def test_library_asks_about_every_action_and_discards_those_set_aside_in_the_end():
    here = position(Seat("Library, 4 Estate", deck="Village, Duchy, Smithy, Curse, Market, Duchy"))
    here.play("PLAY Library")
    assert here.moves() == ["KEEP Village", "ASIDE Village"]
    here.play("ASIDE Village")
    assert (here.moves(), here.aside, here.discard()) == (["KEEP Smithy", "ASIDE Smithy"], "Village, Smithy", "")
    here.play("KEEP Smithy")
    assert (here.hand(), here.discard(), here.deck()) == ("4 Estate, Duchy, Curse, Smithy", "Village", "Market, Duchy")


def test_library_goes_on_until_the_cards_run_out():
    here = position(Seat("Library", deck="Village, Estate", discard="Smithy"))
    here.play("PLAY Library", "ASIDE Village", "ASIDE Smithy")
    assert (here.hand(), here.discard(), here.bag()) == ("Estate", "Village, Smithy", "")


def test_library_does_nothing_with_seven_cards_in_hand():
    here = position(Seat("Library, 7 Estate", deck="Village")).play("PLAY Library")
    assert (here.state.players[0].hand_size, here.deck()) == (7, "Village")


# Militia


def test_militia_gives_two_coins_and_victims_choose_what_to_discard_down_to_three():
    here = position(Seat("Militia"), Seat("2 Copper, Silver, Estate, Curse")).play("PLAY Militia")
    assert (here.state.coins, here.player) == (2, 1)
    assert here.moves() == ["DISCARD Copper", "DISCARD Silver", "DISCARD Estate"]
    here.play("DISCARD Copper", "DISCARD Curse")
    assert (here.hand(1), here.discard(1)) == ("Copper, Silver, Estate", "Copper, Curse")


@each("size", range(4))
def test_militia_leaves_hands_of_three_and_less_alone(size):
    here = position(Seat("Village, 2 Militia"), Seat(f"{size} Copper" if size else "")).play("PLAY Village")
    here.play("PLAY Militia", "PLAY Militia")
    assert here.state.players[1].hand_size == size


def test_a_second_militia_does_no_more():
    here = position(Seat("Village, 2 Militia"), Seat("5 Copper")).play("PLAY Village", "PLAY Militia", "PLAY Militia")
    assert (here.hand(1), here.state.coins) == ("3 Copper", 4)


# Mine


def test_mine_turns_a_treasure_into_one_that_costs_up_to_three_more_in_hand():
    here = position(Seat("Mine, Chapel, Copper, Silver, Estate"), actions=2).play("PLAY Mine")
    assert here.moves() == ["TRASH Copper", "TRASH Silver"]
    here.play("TRASH Silver")
    assert here.moves() == ["GAIN Copper", "GAIN Silver", "GAIN Gold"]
    here.play("GAIN Gold")
    assert (here.hand(), here.trashed, here.discard()) == ("Copper, Gold, Estate, Chapel", "Silver", "")


def test_mine_makes_silver_of_copper_and_no_gold():
    here = position(Seat("Mine, Copper")).play("PLAY Mine")
    assert here.moves() == ["GAIN Copper", "GAIN Silver"]


def test_mine_must_trash_a_treasure_in_the_first_edition_and_gains_nothing_from_empty_piles():
    here = position(Seat("Mine, Copper"), supply="0 Copper, 0 Silver").play("PLAY Mine")
    assert (here.trashed, here.owned()) == ("Copper", "Mine")
    here = position(Seat("Mine, Estate")).play("PLAY Mine")
    assert (here.owned(), here.trashed) == ("Estate, Mine", "")


# Moneylender


def test_moneylender_must_trash_a_copper_in_the_first_edition_for_three_coins():
    here = position(Seat("Moneylender, 2 Copper, Silver")).play("PLAY Moneylender")
    assert (here.trashed, here.state.coins) == ("Copper", 3 + 1 + 2)


def test_moneylender_without_copper_gives_nothing():
    here = position(Seat("Moneylender, Silver")).play("PLAY Moneylender")
    assert (here.trashed, here.state.coins) == ("", 2)


# Remodel


def test_remodel_turns_a_card_into_one_that_costs_up_to_two_more():
    here = position(Seat("Remodel, Estate, Gold")).play("PLAY Remodel")
    assert here.moves() == ["TRASH Gold", "TRASH Estate"]
    here.play("TRASH Gold")
    assert "GAIN Province" in here.moves()
    assert "STOP" not in here.moves()
    here.play("GAIN Province")
    assert (here.owned(), here.trashed) == ("Estate, Province, Remodel", "Gold")


def test_remodel_may_gain_up_to_its_limit_and_nothing_more_expensive():
    here = position(Seat("Remodel, Estate")).play("PLAY Remodel")
    assert {"GAIN Copper", "GAIN Curse", "GAIN Estate", "GAIN Silver", "GAIN Smithy"} <= set(here.moves())
    assert "GAIN Market" not in here.moves()


def test_remodel_without_a_card_to_trash_gains_nothing():
    here = position(Seat("Remodel")).play("PLAY Remodel")
    assert (here.moves()[1], here.owned()) == ("BUY Copper", "Remodel")


# Spy


def test_spy_draws_first_and_then_judges_the_top_card_of_every_deck_own_first():
    here = position(
        Seat("Spy", deck="Estate, Duchy, Gold"), Seat(deck="Curse, Gold"), Seat(deck="Silver"), kingdom="Moat"
    ).play("PLAY Spy")
    assert (here.hand(), here.player, here.moves()) == ("Estate", 0, ["KEEP Duchy", "DISCARD Duchy"])
    here.play("DISCARD Duchy")
    assert (here.player, here.moves()) == (0, ["KEEP Curse", "DISCARD Curse"])
    here.play("KEEP Curse", "DISCARD Silver")
    assert [here.deck(seat) for seat in range(3)] == ["Gold", "Curse, Gold", ""]
    assert [here.discard(seat) for seat in range(3)] == ["Duchy", "", "Silver"]
    assert here.state.depth == 0


def test_spy_skips_who_has_no_card_left_and_shuffles_for_who_has_discards():
    here = position(Seat("Spy", deck="Estate"), Seat(), Seat(discard="Gold")).play("PLAY Spy")
    assert here.moves() == ["KEEP Gold", "DISCARD Gold"]
    here.play("KEEP Gold")
    assert (here.deck(2), here.discard(2)) == ("Gold", "")


def test_moat_keeps_spy_off_and_not_from_its_own_deck():
    here = position(Seat("Spy", deck="Estate, Duchy"), Seat("Moat", deck="Gold")).play("PLAY Spy", "REVEAL Moat")
    assert here.moves() == ["KEEP Duchy", "DISCARD Duchy"]
    here.play("KEEP Duchy")
    assert (here.state.depth, here.deck(1), here.deck()) == (0, "Gold", "Duchy")


# Thief


def test_thief_chooses_a_treasure_of_each_and_the_other_card_is_discarded():
    here = position(Seat("Thief"), Seat(deck="Silver, Gold, Copper"), Seat(deck="Estate, Copper")).play("PLAY Thief")
    assert (here.player, here.moves()) == (0, ["TRASH Silver", "TRASH Gold"])
    here.play("TRASH Gold")
    assert (here.discard(1), here.deck(1)) == ("Silver", "Copper")
    assert (here.discard(2), here.trashed) == ("Estate", "Copper, Gold")


def test_thief_may_gain_any_of_the_trashed_treasures():
    for answers, gained, trashed in (
        (["STOP"], "", "Copper, Gold"),
        (["GAIN Copper", "STOP"], "Copper", "Gold"),
        (["GAIN Gold"], "Gold", "Copper"),
        (["GAIN Copper", "GAIN Gold"], "Copper, Gold", ""),
    ):
        here = position(Seat("Thief"), Seat(deck="Gold, Estate"), Seat(deck="Copper, Duchy"))
        here.play("PLAY Thief", *answers)
        assert (here.discard(), here.trashed, here.state.depth) == (gained, trashed, 0)


def test_thief_trashes_one_of_two_equal_treasures_and_the_other_is_discarded():
    here = position(Seat("Thief"), Seat(deck="2 Silver, Gold")).play("PLAY Thief", "STOP")
    assert (here.discard(1), here.deck(1), here.trashed) == ("Silver", "Gold", "Silver")


def test_thief_takes_no_other_cards_and_nothing_from_the_trash_before():
    here = position(Seat("Thief"), Seat(deck="Estate, Village"), supply="0 Gold").play("PLAY Thief")
    assert (here.discard(1), here.trashed, here.state.depth) == ("Estate, Village", "", 0)


def test_thief_reveals_what_there_is():
    here = position(Seat("Thief"), Seat(deck="Estate", discard="Curse"), Seat()).play("PLAY Thief")
    assert sorted(here.discard(1).split(", ")) == ["Curse", "Estate"]
    here = position(Seat("Thief"), Seat(deck="Gold")).play("PLAY Thief", "GAIN Gold")
    assert (here.owned(1), here.discard()) == ("", "Gold")


def test_moat_keeps_thief_off():
    here = position(Seat("Thief"), Seat("Moat", deck="Gold"), Seat(deck="Silver")).play("PLAY Thief", "REVEAL Moat")
    assert (here.moves(), here.deck(1)) == (["STOP", "GAIN Silver"], "Gold")


# Witch and Workshop


def test_witch_draws_two_and_curses_everybody_else():
    here = position(Seat("Witch", deck="3 Estate"), Seat(), Seat()).play("PLAY Witch")
    assert (here.hand(), here.discard(1), here.discard(2), here.discard()) == ("2 Estate", "Curse", "Curse", "")
    assert here.scores == [2 + 1, -1, -1]


def test_workshop_must_gain_a_card_up_to_four_independent_of_coins():
    here = position(Seat("Workshop, 5 Gold")).play("PLAY Workshop")
    assert {"GAIN Copper", "GAIN Curse", "GAIN Silver", "GAIN Smithy", "GAIN Gardens"} <= set(here.moves())
    assert not {"STOP", "GAIN Duchy", "GAIN Gold", "GAIN Market"} & set(here.moves())
