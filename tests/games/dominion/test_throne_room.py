"""Throne Room in all nestings, alone and with Vassal."""

from tests.cases import each

from .positions import Seat, position


def test_throne_room_plays_an_action_twice_for_no_further_action():
    here = position(Seat("Throne Room, Smithy", deck="7 Estate")).play("PLAY Throne Room")
    assert (here.hand(), here.played) == ("6 Estate", "Throne Room, Smithy")


def test_the_actions_of_the_throned_card_count_twice():
    here = position(Seat("Throne Room, Village, Chapel", deck="3 Estate")).play("PLAY Throne Room", "PLAY Village")
    assert here.state.actions == 4
    assert here.hand() == "2 Estate, Chapel"


def test_buys_and_coins_count_twice_too():
    here = position(Seat("Throne Room, Market", deck="2 Estate")).play("PLAY Throne Room")
    assert (here.state.buys, here.state.coins) == (3, 2)


def test_throne_room_is_compulsory_in_the_first_edition_and_optional_in_the_second():
    first = position(Seat("Throne Room, Smithy, Village")).play("PLAY Throne Room")
    assert first.moves() == ["PLAY Smithy", "PLAY Village"]
    second = position(Seat("Throne Room, Smithy"), edition="second").play("PLAY Throne Room")
    assert second.moves() == ["STOP", "PLAY Smithy"]
    second.play("STOP")
    assert (second.hand(), second.state.depth) == ("Smithy", 0)


@each("edition", ["first", "second"])
def test_throne_room_without_an_action_in_hand_does_nothing(edition):
    here = position(Seat("Throne Room, Estate"), edition=edition).play("PLAY Throne Room")
    assert (here.moves()[1], here.played) == ("BUY Copper", "Throne Room")


def test_the_first_play_is_finished_before_the_second_begins():
    here = position(Seat("Throne Room, Cellar, Estate, Curse", deck="Duchy, Province"), kingdom="Moat")
    here.play("PLAY Throne Room", "DISCARD Estate", "STOP")
    assert here.moves() == ["STOP", "DISCARD Duchy", "DISCARD Curse"]
    here.play("DISCARD Curse")
    assert (here.hand(), here.discard()) == ("Duchy, Province", "Estate, Curse")


def test_throne_room_on_throne_room_plays_two_other_actions_twice():
    here = position(Seat("2 Throne Room, Smithy, Woodcutter, Market", deck="12 Estate"))
    here.play("PLAY Throne Room", "PLAY Throne Room")
    assert here.moves() == ["PLAY Market", "PLAY Smithy", "PLAY Woodcutter"]
    here.play("PLAY Woodcutter")
    assert here.state.coins == 4
    here.play("PLAY Smithy")
    assert (here.state.depth, here.hand()) == (0, "6 Estate, Market")
    assert here.played == "Throne Room, Throne Room, Woodcutter, Smithy"


def test_throne_room_on_throne_room_with_one_other_action_plays_it_twice_only():
    here = position(Seat("2 Throne Room, Smithy", deck="12 Estate")).play("PLAY Throne Room", "PLAY Throne Room")
    assert here.hand() == "6 Estate"


def test_two_throne_rooms_alone_do_nothing():
    here = position(Seat("2 Throne Room, Estate")).play("PLAY Throne Room")
    assert (here.played, here.hand()) == ("Throne Room, Throne Room", "Estate")


def test_three_throne_rooms_play_three_actions_twice():
    here = position(Seat("3 Throne Room, Smithy, Woodcutter, Festival, Market", deck="12 Estate"))
    here.play("PLAY Throne Room", "PLAY Throne Room", "PLAY Throne Room")
    here.play("PLAY Woodcutter", "PLAY Smithy")  # the third one, twice
    assert (here.state.coins, here.hand(), here.state.depth > 0) == (4, "6 Estate, Festival, Market", True)
    here.play("PLAY Festival")  # the second play of the second one
    assert (here.state.coins, here.state.actions, here.state.depth) == (8, 4, 0)
    assert here.hand() == "6 Estate, Market"


def test_ten_throne_rooms_can_be_nested():
    here = position(Seat("10 Throne Room, Smithy, Village, Chapel", deck="8 Estate"))
    here.play(*["PLAY Throne Room"] * 10)
    assert here.state.depth == 10
    here.play("PLAY Smithy")
    assert (here.hand(), here.state.depth) == ("6 Estate, Chapel, Village", 10)
    here.play("PLAY Village")
    assert (here.hand(), here.moves()) == ("8 Estate", ["STOP", "TRASH Estate"])  # Chapel was the last Action left
    here.play(*["TRASH Estate"] * 8)
    assert (here.hand(), here.state.depth) == ("", 0)


def test_a_throned_feast_is_trashed_once_and_gains_twice():
    here = position(Seat("Throne Room, Feast")).play("PLAY Throne Room", "GAIN Duchy", "GAIN Market")
    assert (here.trashed, here.discard(), here.played) == ("Feast", "Duchy, Market", "Throne Room")


def test_two_throned_feasts_are_both_trashed():
    here = position(Seat("2 Throne Room, 2 Feast")).play("PLAY Throne Room", "PLAY Throne Room")
    here.play("GAIN Duchy", "GAIN Duchy", "GAIN Duchy", "GAIN Duchy")
    assert (here.trashed, here.discard()) == ("2 Feast", "Duchy, Duchy, Duchy, Duchy")


def test_a_throned_mine_can_turn_copper_into_gold():
    here = position(Seat("Throne Room, Mine, Copper, Chapel"), actions=2)
    here.play("PLAY Throne Room", "PLAY Mine", "GAIN Silver", "GAIN Gold")
    assert (here.hand(), here.trashed) == ("Gold, Chapel", "Copper, Silver")


def test_a_throned_remodel_sees_the_hand_as_it_then_is():
    here = position(Seat("Throne Room, Remodel, Estate, Curse")).play("PLAY Throne Room", "TRASH Estate", "GAIN Smithy")
    here.play("GAIN Estate")  # the Curse was the only card left
    assert (here.hand(), here.trashed, here.discard()) == ("", "Estate, Curse", "Smithy, Estate")


def test_a_throned_moneylender_trashes_two_coppers_or_only_the_last_one():
    here = position(Seat("Throne Room, Moneylender, 3 Copper")).play("PLAY Throne Room")
    assert (here.trashed, here.state.coins) == ("2 Copper", 6 + 1)
    here = position(Seat("Throne Room, Moneylender, Copper")).play("PLAY Throne Room")
    assert (here.trashed, here.state.coins) == ("Copper", 3)


def test_a_throned_militia_pays_twice_and_discards_once():
    here = position(Seat("Throne Room, Militia"), Seat("5 Copper")).play("PLAY Throne Room")
    assert (here.state.coins, here.hand(1)) == (4, "3 Copper")


def test_moat_answers_each_play_of_a_throned_militia():
    here = position(Seat("Throne Room, Militia"), Seat("Moat, 4 Copper")).play("PLAY Throne Room", "REVEAL Moat")
    assert here.hand(1) == "4 Copper, Moat"
    assert (here.player, here.moves(), here.state.coins) == (1, ["STOP", "REVEAL Moat"], 2)
    here.play("STOP", "DISCARD Copper")
    assert (here.hand(1), here.state.coins) == ("2 Copper, Moat", 4)


def test_a_moat_discarded_by_the_first_play_cannot_answer_the_second():
    here = position(Seat("Throne Room, Militia"), Seat("Moat, 4 Copper"))
    here.play("PLAY Throne Room", "STOP", "DISCARD Moat")
    assert (here.state.depth, here.hand(1)) == (0, "3 Copper")


def test_a_throned_spy_and_thief_look_at_the_next_cards():
    here = position(Seat("Throne Room, Spy", deck="Estate, Duchy"), Seat(deck="Gold, Silver"))
    here.play("PLAY Throne Room", "DISCARD Duchy", "DISCARD Gold", "KEEP Silver")
    assert (here.hand(), here.discard(1), here.deck(1)) == ("Estate, Duchy", "Gold", "Silver")
    here = position(Seat("Throne Room, Thief"), Seat(deck="Gold, Estate, Silver, Curse"))
    here.play("PLAY Throne Room", "GAIN Gold")
    assert here.moves() == ["STOP", "GAIN Silver"]
    here.play("STOP")
    assert (here.discard(), here.trashed, here.discard(1)) == ("Gold", "Silver", "Estate, Curse")


def test_what_the_first_play_of_a_throned_thief_left_the_second_cannot_take():
    here = position(Seat("Throne Room, Thief"), Seat(deck="Gold, Estate, Silver, Curse"))
    here.play("PLAY Throne Room", "STOP")
    assert here.moves() == ["STOP", "GAIN Silver"]


def test_a_throned_library_draws_once_and_a_throned_council_room_twice():
    here = position(Seat("Throne Room, Library, Estate", deck="8 Duchy")).play("PLAY Throne Room")
    assert here.hand() == "Estate, 6 Duchy"
    here = position(Seat("Throne Room, Council Room", deck="8 Duchy"), Seat(deck="3 Curse")).play("PLAY Throne Room")
    assert (here.hand(), here.hand(1), here.state.buys) == ("8 Duchy", "2 Curse", 3)


# Vassal


def second(*seats, **more):
    return position(*seats, edition="second", **more)


def test_a_throned_vassal_turns_up_two_cards():
    here = second(Seat("Throne Room, Vassal", deck="Smithy, Village, 4 Estate"))
    here.play("PLAY Throne Room", "PLAY Vassal", "PLAY Smithy")
    assert (here.state.coins, here.hand()) == (4, "2 Estate, Village")


def test_vassals_can_turn_each_other_up():
    here = second(Seat("Vassal", deck="Vassal, Vassal, Village, Estate, Duchy"))
    here.play("PLAY Vassal", "PLAY Vassal", "PLAY Vassal", "PLAY Village")
    assert (here.state.coins, here.state.actions, here.state.depth) == (6, 0, 0)
    assert (here.played, here.hand(), here.discard()) == ("Vassal, Vassal, Vassal, Village", "Estate", "")


def test_a_chain_of_throned_vassals_plays_every_card_it_turns_up():
    here = second(Seat("Throne Room, Vassal", deck="Throne Room, Vassal, Smithy, Estate"), kingdom="Moat")
    here.play("PLAY Throne Room", "PLAY Vassal", "PLAY Throne Room")  # revealed, with nothing in hand to double
    assert here.moves() == ["STOP", "PLAY Vassal"]
    here.play("PLAY Vassal", "PLAY Smithy")
    assert (here.state.coins, here.hand(), here.state.depth) == (6, "Estate", 0)
    assert here.played == "Throne Room, Vassal, Throne Room, Vassal, Smithy"


def test_a_throne_room_that_vassal_turns_up_plays_a_card_from_hand():
    here = second(Seat("Vassal, Smithy", deck="Throne Room, 7 Estate"))
    here.play("PLAY Vassal", "PLAY Throne Room", "PLAY Smithy")
    assert (here.hand(), here.deck(), here.played) == ("6 Estate", "Estate", "Vassal, Throne Room, Smithy")


def test_a_vassal_that_a_throne_room_plays_inside_a_vassal_goes_on_where_it_was():
    here = second(Seat("Vassal, Vassal", deck="Throne Room, Village, Estate, Curse, Duchy"))
    here.play("PLAY Vassal", "PLAY Throne Room", "PLAY Vassal", "PLAY Village")
    assert (here.hand(), here.discard()) == ("Estate", "Curse")
    assert (here.state.coins, here.state.actions, here.state.depth) == (6, 0, 0)
