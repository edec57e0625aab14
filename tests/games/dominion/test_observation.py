"""Observations and visible moves of a seat, and that redeals depend on nothing else."""

import json
import random

from ludus.games.dominion import moves as m
from ludus.games.dominion import state as s
from ludus.games.dominion.observation import is_move_visible, observation
from ludus.games.dominion.state import REASONS, SEEN, UNSEEN
from tests.cases import each

from .positions import Seat, legal_moves, position
from .question_positions import QUESTIONS, copy, question_position, redealt, some_positions


def observe(here, seat):
    return observation(here.content, here.state, seat)


def test_an_observation_is_plain_data():
    for here in some_positions(every=20):
        for seat in range(here.data.seats):
            obs = observe(here, seat)
            assert json.loads(json.dumps(obs)) == obs


def test_a_redeal_changes_nothing_that_its_seat_sees():
    for here in some_positions(every=7):
        for seat in range(here.data.seats):
            twin = redealt(here, seat, 11)
            assert observe(twin, seat) == observe(here, seat)
            if here.player == seat:
                assert legal_moves(twin.content, twin.state) == legal_moves(here.content, here.state)


def test_a_redeal_of_a_redeal_is_a_redeal():
    for here in some_positions(every=7):
        for seat in range(here.data.seats):
            twice = redealt(redealt(here, seat, 11), seat, 22)
            assert twice.record.tobytes() == redealt(here, seat, 22).record.tobytes()


def with_other_hidden_cards(here, seat, seed):
    """A position that looks the same to this seat but has other hidden cards; made by hand, not by the rules under
    test.
    """
    choice, twin = random.Random(seed), copy(here)
    state = twin.state
    state.stream = choice.getrandbits(60)
    for other in range(here.data.seats):
        if other != seat:
            _exchange(here.data, state, other, choice)
    return twin


def _exchange(table, state, other, choice):
    """Shuffle all cards that only this player knows over their places."""
    player = state.players[other]
    paid = state.phase == s.BUY and state.active == other
    places = [(player.hand, k, 0) for k in range(player.hand_size) if not player.hand[k] & SEEN]
    zones = [(player.deck, player.bag_size + player.top_size), (player.discard, player.discard_size)]
    if state.aside_of == other:
        zones.append((state.aside, state.aside_size))
    places += [(zone, k, UNSEEN) for zone, size in zones for k in range(size) if zone[k] & UNSEEN]
    bag = [player.deck[k] for k in range(player.bag_size)]
    cards = [zone[k] & s.CARD for zone, k, _ in places] + bag
    choice.shuffle(cards)
    for zone, k, mark in places:
        fits = [c for c in cards if not (paid and mark == 0 and table.cards[c].types & 1)]
        cards.remove(fits[0])
        if mark == 0:
            player.held[zone[k]] -= 1
            player.held[fits[0]] += 1
        zone[k] = fits[0] | mark
    for k, card in enumerate(cards):
        player.deck[k] = card


def test_resampling_depends_only_on_what_the_seat_sees():
    changed = 0
    for here in some_positions(every=7):
        for seat in range(here.data.seats):
            other = with_other_hidden_cards(here, seat, 3)
            changed += other.record.tobytes() != here.record.tobytes()
            assert observe(other, seat) == observe(here, seat)
            assert redealt(other, seat, 5).record.tobytes() == redealt(here, seat, 5).record.tobytes()
    assert changed > 50


@each("question", QUESTIONS)
def test_a_question_does_not_depend_on_cards_hidden_from_the_seat(question):
    here = question_position(question)
    for seat in (0, 1):
        other = with_other_hidden_cards(here, seat, 7)
        assert observe(other, seat) == observe(here, seat)
        assert redealt(other, seat, 5).record.tobytes() == redealt(here, seat, 5).record.tobytes()


def test_an_observation_has_the_supply_the_turn_and_the_question():
    here = position(Seat("Village, 4 Copper", turns=3), Seat(turns=3), kingdom="Moat", supply="0 Moat").play(
        "PLAY Village"
    )
    obs = observe(here, 1)
    assert (obs["edition"], obs["seat"], obs["turn_of"], obs["to_move"]) == ("first", 1, 0, 0)
    assert (obs["phase"], obs["actions"], obs["buys"], obs["coins"]) == ("buy", 0, 1, 4)
    assert (obs["supply"]["Moat"], obs["supply"]["Village"], obs["trash"]) == (0, 9, {"Moat": 10})
    assert obs["played"] == ["Village", "Copper", "Copper", "Copper", "Copper"]
    assert (obs["reason"], obs["winners"], obs["playing"]) == ("running", [], [])
    assert obs["asked"]["what"] == "buy a card, or STOP to end the turn"
    assert [player["turns"] for player in obs["players"]] == [3, 3]
    assert list(obs["cards"])[:7] == ["Copper", "Silver", "Gold", "Estate", "Duchy", "Province", "Curse"]
    assert len(obs["cards"]) == len(obs["supply"]) == 17
    assert obs["cards"]["Moat"] == {
        "cost": 2,
        "types": ["Action", "Reaction"],
        "cards": 2,
        "actions": 0,
        "buys": 0,
        "coins": 0,
        "points": 0,
        "points_per": None,
        "do": [],
    }


def test_a_hand_and_a_deck_are_seen_by_their_owner():
    here = position(Seat("Village, 4 Copper", deck="Gold, Estate", bag="2 Silver", discard="Curse"), Seat("5 Estate"))
    mine, theirs = observe(here, 0)["players"][0], observe(here, 1)["players"][0]
    assert mine["hand"] == ["Village", "Copper", "Copper", "Copper", "Copper"]
    assert (mine["deck"], mine["top"], mine["bag"]) == (4, ["Estate", "Gold"], {"Silver": 2})
    assert theirs["hand"] == [None] * 5
    assert (theirs["deck"], theirs["top"], theirs["bag"]) == (4, [None, None], 2)
    for player in (mine, theirs):
        assert player["owned"] == {"Copper": 4, "Silver": 2, "Gold": 1, "Estate": 1, "Curse": 1, "Village": 1}
        assert (player["points"], player["discard"], player["shown"]) == (0, ["Curse"], [])


def test_cards_that_all_know_are_seen_by_all():
    here = position(Seat("Witch"), Seat("4 Copper, Moat", deck="Silver")).play("PLAY Witch", "REVEAL Moat")
    assert observe(here, 0)["players"][1]["hand"] == [None] * 4 + ["Moat"]
    assert observe(here, 1)["players"][1]["shown"] == [4]
    here = position(Seat("Mine, Copper"), Seat()).play("PLAY Mine", "GAIN Silver")  # the Silver is in play by now
    assert observe(here, 1)["played"] == ["Mine", "Silver"]
    here = position(Seat("Bureaucrat", deck="Copper"), Seat("Estate")).play("PLAY Bureaucrat")
    assert observe(here, 1)["players"][0]["top"] == [None, "Silver"]
    assert observe(here, 0)["players"][1]["top"] == ["Estate"]


def test_of_a_deck_that_was_discarded_others_see_what_they_knew():
    here = position(Seat("Chancellor", deck="Gold", bag="2 Copper", discard="Estate"), Seat()).play(
        "PLAY Chancellor", "YES"
    )
    mine, theirs = observe(here, 0)["players"][0], observe(here, 1)["players"][0]
    assert mine["discard"] == ["Estate", "Copper", "Copper", "Gold"]
    assert theirs["discard"] == ["Estate", None, None, None]
    assert mine["unseen"] == theirs["unseen"] == [1, 2, 3]


def test_a_finished_game_names_winners_and_reason():
    here = position(Seat("Estate"), Seat(), supply="0 Province").play("STOP")
    obs = observe(here, 1)
    assert (obs["to_move"], obs["reason"], obs["winners"]) == (None, REASONS[s.PROVINCES], [0])
    assert "asked" not in obs


OPEN = {s.PLAY_ACTION, s.BUY_CARD, s.DISCARD_HAND, s.TRASH_HAND, s.GAIN_CARD, s.DOUBLE_ACTION, s.JUDGE_CARD}
OPEN |= {s.TRASH_ASIDE, s.TAKE_LOOT, s.MAY_DISCARD_DECK, s.MAY_PLAY_CARD}
OPEN.add(s.PUT_HAND)  # by the card of another player: Bureaucrat
OPEN.add(s.RECALL_CARD)  # from a public pile
SECRET = {s.ORDER_CARDS}
PARTLY = {s.REVEAL_CARD: m.STOP, s.SET_ASIDE: m.KEEP, s.SORT_CARD: m.KEEP}  # secret: this


def test_a_card_leaving_a_discard_pile_with_unseen_cards_is_not_visible():
    here = question_position(s.RECALL_CARD)
    mine = here.state.players[here.state.chooser]
    mine.discard[0] |= s.UNSEEN
    visible = {
        is_move_visible(here.content, here.state, move, 1 - here.player)
        for move in legal_moves(here.content, here.state)
    }
    assert visible == {False}


@each("question", QUESTIONS)
def test_public_moves_are_visible_to_others(question):
    here = question_position(question)
    for move in legal_moves(here.content, here.state):
        visible = is_move_visible(here.content, here.state, move, 1 - here.player)
        assert visible == (question in OPEN or (question in PARTLY and move >> m.VERB << m.VERB != PARTLY[question]))
        assert is_move_visible(here.content, here.state, move, here.player)
    assert {*OPEN, *SECRET, *PARTLY} == set(QUESTIONS)


def test_what_one_puts_on_ones_own_deck_is_secret():
    here = position(Seat("Artisan, 2 Estate"), Seat(), edition="second").play("PLAY Artisan", "GAIN Silver")
    assert here.state.asked == s.PUT_HAND
    for move in legal_moves(here.content, here.state):
        assert not is_move_visible(here.content, here.state, move, 1)
