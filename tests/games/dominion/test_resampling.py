"""What a seat knows of cards that it does not see: by counting, by having seen them move, by the rules."""

from collections import Counter

import pytest

from ludus.games.dominion import state as s
from ludus.games.dominion.game_data_records import TREASURE
from ludus.games.dominion.observation import observation

from .positions import Seat, check, position
from .question_positions import question_position, redealt, some_positions

SEEDS = range(60)


def imagined(here, seat):
    """Redeals of the position for a seat."""
    return [redealt(here, seat, seed) for seed in SEEDS]


def hands(here, seat, other):
    """The possible hands of `other`, as `seat` sees them."""
    return {twin.hand(other) for twin in imagined(here, seat)}


def test_every_redeal_is_a_position_that_can_be():
    for here in some_positions(every=11):
        for seat in range(here.data.seats):
            check(redealt(here, seat, 5))


def test_everybody_keeps_the_cards_that_it_owns_and_the_sizes_of_its_zones():
    for here in some_positions(every=11):
        for seat in range(here.data.seats):
            twin = redealt(here, seat, 5)
            for other in range(here.data.seats):
                one, two = here.state.players[other], twin.state.players[other]
                assert here.owned(other) == twin.owned(other)
                for zone in ("hand_size", "bag_size", "top_size", "discard_size"):
                    assert getattr(one, zone) == getattr(two, zone)


def test_a_seat_knows_its_own_hand_and_its_deck_but_for_its_order():
    here = position(Seat("Village, 2 Copper", deck="Gold, Curse", bag="3 Silver, 2 Estate"), Seat("Smithy"))
    for twin in imagined(here, 0):
        assert (twin.hand(0), twin.deck(0), twin.bag(0)) == ("2 Copper, Village", "Gold, Curse", "3 Silver, 2 Estate")
    drawn = {twin.play("PLAY Village", "BUY Curse").hand(0) for twin in imagined(here, 0)}
    assert len(drawn) > 1  # five new cards: the Curse on top, then four of five in any order
    assert all("Curse" in hand for hand in drawn)


def test_another_hand_is_any_part_of_what_is_hidden():
    here = position(Seat("Village"), Seat("2 Copper", bag="Estate, Gold", discard="Silver"))
    assert hands(here, 0, 1) == {"2 Copper", "Copper, Estate", "Copper, Gold", "Gold, Estate"}
    for twin in imagined(here, 0):
        assert twin.discard(1) == "Silver"


def test_hidden_cards_are_dealt_each_as_often():
    here = position(Seat("Village"), Seat("Copper", bag="Gold, 2 Estate"))
    hand_counts = Counter(redealt(here, 0, seed).hand(1) for seed in range(1000))
    assert hand_counts["Copper"] == pytest.approx(250, abs=50)
    assert hand_counts["Gold"] == pytest.approx(250, abs=50)
    assert hand_counts["Estate"] == pytest.approx(500, abs=60)


def test_after_a_reshuffle_the_hand_is_known_by_counting():
    """All other cards were public when the deck ran out."""
    here = position(Seat("Council Room", bag="4 Copper"), Seat("3 Gold, Curse", discard="5 Estate"))
    assert hands(here, 0, 1) == {"3 Gold, Curse"}  # nothing else is hidden
    here.play("PLAY Council Room")  # the other shuffles its Estates and draws one of them
    assert hands(here, 0, 1) == {"3 Gold, Estate, Curse"}
    here = position(Seat("Council Room", bag="4 Copper"), Seat("3 Gold, Curse", discard="2 Estate, 3 Silver"))
    here.play("PLAY Council Room")
    assert hands(here, 0, 1) == {"3 Gold, Estate, Curse", "Silver, 3 Gold, Curse"}


def test_after_a_reshuffle_of_unseen_cards_the_hand_is_not_known():
    hand = "Chancellor, Village, Smithy, Curse"
    here = position(Seat(hand, discard="4 Copper"), Seat(), actions=2).play("PLAY Chancellor", "PLAY Village")
    assert hands(here, 1, 0) == {"Copper, Curse, Smithy"}
    here = position(Seat(hand, bag="4 Copper"), Seat(), actions=2).play("PLAY Chancellor", "YES", "PLAY Village")
    assert here.hand() == "Copper, Curse, Smithy"
    assert {"Copper, Curse, Smithy", "3 Copper"} <= hands(here, 1, 0)


def test_chancellor_hides_the_deck_in_the_discard_pile():
    here = position(Seat("Chancellor, Smithy", bag="2 Copper, 2 Estate", discard="Curse"), Seat(), actions=2)
    here.play("PLAY Chancellor", "YES")
    assert here.discard(0) == "Curse, Copper, Copper, Estate, Estate"
    piles = {twin.discard(0) for twin in imagined(here, 1)}
    assert len(piles) > 3
    assert all(pile.startswith("Curse, ") for pile in piles)
    assert {twin.discard(0) for twin in imagined(here, 0)} == {here.discard(0)}


def test_what_all_knew_to_be_on_top_stays_known_under_chancellor():
    here = position(Seat("Bureaucrat, Chancellor", bag="2 Copper, 2 Estate"), Seat(), actions=2)
    here.play("PLAY Bureaucrat", "PLAY Chancellor", "YES")
    assert all(twin.discard(0).endswith(", Silver") for twin in imagined(here, 1))


def test_the_card_that_bureaucrat_put_on_a_deck_stays_there():
    here = position(
        Seat("Bureaucrat, Village, Smithy", bag="3 Copper"), Seat("Estate, 2 Copper", bag="3 Gold, 3 Estate"), actions=2
    ).play("PLAY Bureaucrat")
    assert {twin.deck(1) for twin in imagined(here, 0)} == {"Estate"}
    assert {twin.deck(0) for twin in imagined(here, 1)} == {"Silver"}
    assert {twin.hand(0) for twin in imagined(here, 1)} != {here.hand(0)}


def test_a_card_that_spy_left_on_a_deck_is_known_until_it_is_drawn_and_then_in_hand():
    here = position(
        Seat("Spy, Council Room", deck="Copper, Silver", bag="5 Copper"), Seat("2 Copper", deck="Gold", bag="8 Estate")
    )
    here.play("PLAY Spy", "KEEP Silver", "KEEP Gold")
    assert {twin.deck(1) for twin in imagined(here, 0)} == {"Gold"}
    here.play("PLAY Council Room")
    assert all("Gold" in twin.hand(1) for twin in imagined(here, 0))


def test_a_hand_without_victory_cards_was_shown_to_bureaucrat():
    here = position(Seat("Bureaucrat"), Seat("3 Copper, Smithy", bag="5 Estate")).play("PLAY Bureaucrat")
    assert hands(here, 0, 1) == {"3 Copper, Smithy"}


def test_a_reaction_that_was_shown_stays_in_hand():
    here = position(Seat("Witch"), Seat("Moat, Copper", bag="5 Estate, Moat")).play("PLAY Witch", "REVEAL Moat")
    assert all("Moat" in twin.hand(1) for twin in imagined(here, 0))
    assert len(hands(here, 0, 1)) > 1


def test_who_has_paid_holds_no_treasure():
    here = position(Seat("3 Copper, 2 Estate", bag="5 Copper, Curse, Smithy"), Seat())
    assert here.state.phase == s.BUY
    possible_hands = hands(here, 1, 0)
    assert possible_hands == {"2 Estate", "Estate, Curse", "Estate, Smithy", "Curse, Smithy"}
    for here in some_positions(every=5):
        if here.state.phase == s.BUY and not here.state.reason:
            payer = here.state.active
            twin = redealt(here, (payer + 1) % here.data.seats, 3).state.players[payer]
            kinds = [here.data.cards[twin.hand[k] & s.CARD].types for k in range(twin.hand_size)]
            assert not any(types & TREASURE for types in kinds)


def test_a_gain_into_hand_is_known():
    here = position(Seat("Mine, Village, Copper", bag="5 Estate"), Seat(), actions=2)
    here.play("PLAY Mine", "GAIN Silver")
    assert all("Silver" in twin.hand(0) for twin in imagined(here, 1))


def test_cards_that_only_one_player_looks_at_are_hidden_from_others():
    here = question_position(s.SORT_CARD)  # Sentry: the deck was Copper, Estate, Gold, and the Copper is in hand
    assert {twin.aside for twin in imagined(here, 0)} == {"Estate, Gold"}
    assert len({(twin.hand(0), twin.aside) for twin in imagined(here, 1)}) == 6
    here.play("DISCARD Estate")  # public
    assert {twin.discard(0) for twin in imagined(here, 1)} == {"Estate"}
    assert {(twin.hand(0), twin.aside) for twin in imagined(here, 1)} == {("Copper", "Gold"), ("Gold", "Copper")}


def test_a_card_that_library_set_aside_is_public():
    here = question_position(s.SET_ASIDE)
    assert {twin.aside for twin in imagined(here, 1)} == {"Village", "Copper"}
    here = position(Seat("Library", deck="Village, Smithy, Copper"), Seat()).play("PLAY Library", "ASIDE Village")
    assert {twin.aside.split(", ")[0] for twin in imagined(here, 1)} == {"Village"}


def test_cards_revealed_to_all_are_known():
    here = question_position(s.TRASH_ASIDE)
    assert {twin.aside for seat in (0, 1) for twin in imagined(here, seat)} == {"Gold, Silver"}


def test_the_order_in_which_sentry_put_cards_back_is_its_owners_secret():
    here = question_position(s.ORDER_CARDS).play("PUT Gold")
    assert here.deck(0) == "Estate, Gold"
    assert {twin.deck(0) for twin in imagined(here, 0)} == {"Estate, Gold"}
    assert {"Estate, Gold", "Gold, Estate"} <= {twin.deck(0) for twin in imagined(here, 1)}


def test_a_redeal_for_each_of_four_hides_the_other_three():
    seat = Seat("2 Copper", bag="2 Estate")
    here = position(Seat("Village, 2 Copper", bag="2 Estate"), seat, seat, seat)
    for watcher in range(4):
        for other in range(4):
            assert (len(hands(here, watcher, other)) > 1) == (watcher != other)


def test_a_reaction_shown_twice_tells_of_one_card_only():
    here = position(Seat("Militia"), Seat("2 Moat, 3 Copper"))
    me = here.state.players[1]
    me.hand[1] |= s.SEEN
    here.play("PLAY Militia")
    here.play("REVEAL Moat")
    assert [bool(me.hand[k] & s.SEEN) for k in range(5)] == [False, True, False, False, False]


def test_a_card_put_on_the_deck_in_secret_may_be_any_that_was_known():
    hands = []
    for put in ("Silver", "Estate"):
        seats = Seat("Artisan, 2 Estate, Village", bag="3 Copper"), Seat("5 Copper")
        here = position(*seats, edition="second", actions=2)
        for move in ("PLAY Artisan", "GAIN Silver", f"PUT {put}"):
            here.play(move)
        hands.append(observation(here.content, here.state, 1)["players"][0]["hand"])
    assert hands == [[None] * 3] * 2


def test_a_card_from_an_open_discard_pile_stays_open_on_the_deck():
    here = position(Seat("Harbinger", bag="5 Copper", discard="Gold, Estate"), Seat("5 Copper"), edition="second")
    here.play("PLAY Harbinger")
    here.play("PUT Gold")
    assert observation(here.content, here.state, 1)["players"][0]["top"] == ["Gold"]
