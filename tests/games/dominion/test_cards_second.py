"""The second edition: seven new kingdom cards, three new wordings. Unchanged cards are in test_cards_first.py."""

from ludus.games.dominion.options import Options, load
from ludus.games.dominion.state import KINGDOM
from tests.cases import each

from .positions import PlainPosition, Seat, pool, position
from .test_cards_first import facts_of

# name, cost, types, +cards, +actions, +buys, +coins
FACTS = """
Artisan   6 Action        0 0 0 0
Bandit    5 Action-Attack 0 0 0 0
Harbinger 3 Action        1 1 0 0
Merchant  3 Action        1 1 0 0
Poacher   4 Action        1 1 0 1
Sentry    5 Action        1 1 0 0
Vassal    3 Action        0 0 0 2
"""
CHANGED = {"Mine", "Moneylender", "Throne Room"}


def second(*seats, **more):
    return position(*seats, edition="second", **more)


@each("line", FACTS.strip().splitlines())
def test_every_new_card_costs_and_gives_what_it_says(line):
    name, *facts = line.split()
    assert facts_of(second(kingdom=name), name) == facts


def test_only_mine_moneylender_and_throne_room_changed_their_wording():
    shared = [name for name in pool("first") if name in pool("second")]
    assert set(shared) >= CHANGED
    for k in range(0, len(shared), 9):
        names = (shared[k : k + 10] + shared)[:10]
        kingdom = ", ".join(dict.fromkeys(names))
        old, new = (
            PlainPosition(load(Options(kingdom=kingdom, edition=edition_name)), None)
            for edition_name in ("first", "second")
        )
        for slot in range(KINGDOM, KINGDOM + 10):
            same = old.content.data["cards"][0][slot] == new.content.data["cards"][0][slot]
            assert same == (old.name(slot) not in CHANGED)


# Mine, Moneylender; for Throne Room see test_throne_room.py


def test_mine_and_moneylender_are_optional_in_the_second_edition():
    here = second(Seat("Mine, Copper")).play("PLAY Mine")
    assert here.moves() == ["STOP", "TRASH Copper"]
    here.play("STOP")
    assert (here.owned(), here.trashed) == ("Copper, Mine", "")
    here = second(Seat("Moneylender, Copper")).play("PLAY Moneylender")
    assert here.moves() == ["STOP", "TRASH Copper"]
    assert here.play("STOP").state.coins == 1
    here = second(Seat("Moneylender, Copper")).play("PLAY Moneylender", "TRASH Copper")
    assert (here.state.coins, here.trashed) == (3, "Copper")


def test_a_mine_that_trashes_must_gain():
    here = second(Seat("Mine, Copper, Estate")).play("PLAY Mine", "TRASH Copper")
    assert here.moves() == ["GAIN Copper", "GAIN Silver"]


def test_each_play_of_a_throned_mine_or_moneylender_may_be_declined():
    here = second(Seat("Throne Room, Mine, Silver")).play("PLAY Throne Room", "PLAY Mine", "STOP", "TRASH Silver")
    assert here.moves() == ["GAIN Copper", "GAIN Silver", "GAIN Gold"]
    here = second(Seat("Throne Room, Moneylender, 3 Copper"))
    here.play("PLAY Throne Room", "PLAY Moneylender", "TRASH Copper", "STOP")
    assert (here.state.coins, here.trashed) == (3 + 2, "Copper")


# Artisan


def test_artisan_gains_a_card_up_to_five_to_hand_and_puts_one_from_hand_on_the_deck():
    here = second(Seat("Artisan, Estate, Curse", deck="Gold")).play("PLAY Artisan")
    assert "GAIN Duchy" in here.moves()
    assert not {"STOP", "GAIN Gold"} & set(here.moves())
    here.play("GAIN Duchy")
    assert (here.discard(), here.moves()) == ("", ["PUT Estate", "PUT Duchy", "PUT Curse"])
    here.play("PUT Curse")
    assert (here.hand(), here.deck()) == ("Estate, Duchy", "Curse, Gold")


def test_artisan_may_put_back_the_card_it_gained_and_must_if_it_is_the_only_one():
    here = second(Seat("Artisan, Estate")).play("PLAY Artisan", "GAIN Market", "PUT Market")
    assert (here.hand(), here.deck()) == ("Estate", "Market")
    here = second(Seat("Artisan")).play("PLAY Artisan", "GAIN Market")
    assert (here.hand(), here.deck()) == ("", "Market")


def test_a_throned_artisan_gains_two_and_puts_two_back():
    here = second(Seat("Throne Room, Artisan, Estate"))
    here.play("PLAY Throne Room", "PLAY Artisan", "GAIN Market", "PUT Market", "GAIN Market", "PUT Estate")
    assert (here.hand(), here.deck()) == ("Market", "Estate, Market")


# Bandit


def test_bandit_gains_a_gold_and_the_victim_chooses_which_of_two_treasures_is_trashed():
    here = second(Seat("Bandit"), Seat(deck="Silver, Gold, Estate")).play("PLAY Bandit")
    assert (here.discard(), here.player, here.moves()) == ("Gold", 1, ["TRASH Silver", "TRASH Gold"])
    here.play("TRASH Silver")
    assert (here.discard(1), here.deck(1), here.trashed) == ("Gold", "Estate", "Silver")


def test_bandit_leaves_copper_and_other_cards_alone_and_discards_them():
    here = second(
        Seat("Bandit"), Seat(deck="2 Copper, Gold"), Seat(deck="Estate, Village"), Seat(deck="Copper, Silver")
    ).play("PLAY Bandit")
    assert (here.discard(1), here.deck(1)) == ("Copper, Copper", "Gold")
    assert (here.discard(2), here.discard(3)) == ("Estate, Village", "Copper")
    assert here.trashed == "Silver"


def test_bandit_trashes_one_of_two_equal_treasures():
    here = second(Seat("Bandit"), Seat(deck="2 Gold")).play("PLAY Bandit")
    assert (here.discard(1), here.trashed) == ("Gold", "Gold")


def test_bandit_reveals_what_there_is_and_gains_nothing_from_an_empty_pile():
    here = second(Seat("Bandit"), Seat(discard="Silver"), Seat(), supply="0 Gold").play("PLAY Bandit")
    assert (here.owned(), here.owned(1), here.trashed) == ("Bandit", "", "Silver")


def test_moat_keeps_bandit_off_but_not_from_its_gold():
    here = second(Seat("Bandit"), Seat("Moat", deck="Gold")).play("PLAY Bandit", "REVEAL Moat")
    assert (here.deck(1), here.discard(), here.trashed) == ("Gold", "Gold", "")


def test_what_bandit_trashed_cannot_be_taken_by_a_thief():
    here = second(Seat("Village, Bandit, Thief"), Seat(deck="Gold, Estate, Silver, Curse")).play("PLAY Village")
    here.play("PLAY Bandit", "PLAY Thief")
    assert here.moves() == ["STOP", "GAIN Silver"]


# Harbinger


def test_harbinger_may_put_any_card_of_the_discard_pile_on_the_deck():
    here = second(Seat("Harbinger", deck="Estate, Duchy", discard="Gold, Curse, Gold, Village")).play("PLAY Harbinger")
    assert (here.hand(), here.moves()) == ("Estate", ["STOP", "PUT Gold", "PUT Curse", "PUT Village"])
    here.play("PUT Gold")
    assert (here.deck(), here.discard()) == ("Gold, Duchy", "Gold, Curse, Village")


def test_harbinger_may_leave_the_discard_pile_as_it_is():
    here = second(Seat("Harbinger", deck="Estate", discard="Gold")).play("PLAY Harbinger", "STOP")
    assert (here.deck(), here.discard()) == ("", "Gold")


def test_harbinger_asks_nothing_when_its_draw_emptied_the_discard_pile_or_there_was_none():
    here = second(Seat("Harbinger", discard="Estate, Curse")).play("PLAY Harbinger")
    assert (here.state.depth, here.discard(), here.state.players[0].hand_size) == (0, "", 1)
    assert second(Seat("Harbinger", deck="Estate")).play("PLAY Harbinger").state.depth == 0


# Merchant


@each(("merchants", "silvers", "coins"), [(1, 0, 0), (1, 1, 3), (1, 3, 7), (2, 1, 4), (3, 2, 7)])
def test_the_first_silver_brings_a_coin_for_every_merchant(merchants, silvers, coins):
    here = second(
        Seat(", ".join([f"{merchants} Merchant", f"{silvers} Silver"] if silvers else [f"{merchants} Merchant"]))
    )
    here.play(*["PLAY Merchant"] * merchants)
    assert here.state.coins == coins


def test_merchant_gives_a_card_and_an_action_and_is_forgotten_after_the_turn():
    here = second(Seat("Merchant, Chapel", deck="Silver, 5 Copper"), Seat("Silver")).play("PLAY Merchant")
    assert (here.state.actions, here.hand()) == (1, "Silver, Chapel")
    here.play("STOP")
    assert here.state.coins == 3
    here.play("STOP")
    assert (here.state.active, here.state.coins) == (1, 2)


def test_a_throned_merchant_counts_twice():
    here = second(Seat("Throne Room, Merchant, 2 Silver")).play("PLAY Throne Room", "PLAY Merchant")
    assert here.state.coins == 4 + 2


# Poacher


@each("empty", range(3))
def test_poacher_discards_a_card_for_every_empty_pile(empty):
    gone = ", ".join(["0 Curse", "0 Village"][:empty])
    here = second(Seat("Poacher, 2 Estate, Duchy", deck="Duchy"), supply=gone).play("PLAY Poacher")
    here.play(*["DISCARD Estate"] * empty)
    assert (here.state.depth, here.state.coins, here.state.players[0].hand_size) == (0, 1, 4 - empty)
    assert here.discard() == ", ".join(["Estate"] * empty)


def test_poacher_draws_first_and_must_discard_as_much_as_possible():
    here = second(Seat("Poacher", deck="Duchy"), supply="0 Curse, 0 Village, 0 Silver").play("PLAY Poacher")
    assert (here.hand(), here.discard()) == ("", "Duchy")


# Sentry


def sentry(*cards, **more):
    return second(Seat("Sentry", deck=", ".join(["Province", *cards])), **more).play("PLAY Sentry")


@each(
    ("answers", "deck", "discard", "trash"),
    [
        (["TRASH Curse", "TRASH Estate"], "Gold", "", "Estate, Curse"),
        (["TRASH Curse", "DISCARD Estate"], "Gold", "Estate", "Curse"),
        (["TRASH Curse", "KEEP Estate"], "Estate, Gold", "", "Curse"),
        (["DISCARD Curse", "TRASH Estate"], "Gold", "Curse", "Estate"),
        (["DISCARD Curse", "DISCARD Estate"], "Gold", "Curse, Estate", ""),
        (["DISCARD Curse", "KEEP Estate"], "Estate, Gold", "Curse", ""),
        (["KEEP Curse", "TRASH Estate"], "Curse, Gold", "", "Estate"),
        (["KEEP Curse", "DISCARD Estate"], "Curse, Gold", "Estate", ""),
        (["KEEP Curse", "KEEP Estate", "PUT Curse"], "Estate, Curse, Gold", "", ""),
        (["KEEP Curse", "KEEP Estate", "PUT Estate"], "Curse, Estate, Gold", "", ""),
    ],
)
def test_sentry_trashes_discards_or_keeps_each_of_two_cards_in_any_order(answers, deck, discard, trash):
    here = sentry("Curse", "Estate", "Gold")
    assert (here.hand(), here.aside) == ("Province", "Curse, Estate")
    here.play(*answers)
    assert (here.deck(), here.discard(), here.trashed, here.state.depth) == (deck, discard, trash, 0)


def test_sentry_asks_for_no_order_of_equal_cards():
    here = sentry("Curse", "Curse").play("KEEP Curse", "KEEP Curse")
    assert (here.state.depth, here.deck()) == (0, "Curse, Curse")


def test_sentry_looks_at_what_there_is():
    here = sentry("Curse")
    assert here.aside == "Curse"
    here.play("DISCARD Curse")
    assert (here.state.depth, here.discard()) == (0, "Curse")
    assert sentry().state.depth == 0


def test_sentry_shuffles_for_its_second_card_and_the_first_stays_aside():
    here = second(Seat("Sentry", deck="Province, Curse", discard="Duchy")).play("PLAY Sentry")
    assert (here.aside, here.discard(), here.bag()) == ("Curse, Duchy", "", "")


# Vassal


def test_vassal_gives_two_coins_and_discards_the_top_card():
    here = second(Seat("Vassal", deck="Estate, Gold")).play("PLAY Vassal")
    assert (here.state.coins, here.discard(), here.deck(), here.state.depth) == (2, "Estate", "Gold", 0)


def test_an_action_that_vassal_turns_up_may_be_played_for_no_action():
    here = second(Seat("Vassal", deck="Smithy, 3 Estate")).play("PLAY Vassal")
    assert here.moves() == ["STOP", "PLAY Smithy"]
    here.play("PLAY Smithy")
    assert (here.played, here.hand(), here.discard()) == ("Vassal, Smithy", "3 Estate", "")
    here = second(Seat("Vassal", deck="Smithy, 3 Estate")).play("PLAY Vassal", "STOP")
    assert (here.played, here.hand(), here.discard()) == ("Vassal", "", "Smithy")


def test_an_attack_that_vassal_turns_up_can_be_reacted_to():
    here = second(Seat("Vassal", deck="Witch"), Seat("Moat")).play("PLAY Vassal", "PLAY Witch")
    assert (here.player, here.moves()) == (1, ["STOP", "REVEAL Moat"])
    here.play("REVEAL Moat")
    assert here.owned(1) == "Moat"


def test_vassal_turns_up_nothing_when_there_is_no_card_and_shuffles_when_there_are_discards():
    assert second(Seat("Vassal")).play("PLAY Vassal").state.depth == 0
    here = second(Seat("Vassal", discard="Smithy")).play("PLAY Vassal")
    assert here.moves() == ["STOP", "PLAY Smithy"]


def test_gardens_and_treasures_are_not_played_by_vassal():
    here = second(Seat("Vassal", deck="Gardens")).play("PLAY Vassal")
    assert (here.state.depth, here.discard()) == (0, "Gardens")
    here = second(Seat("Vassal", deck="Gold")).play("PLAY Vassal")
    assert (here.state.coins, here.discard()) == (2, "Gold")
