"""The grammar of card texts: the effect of each clause in play, custom cards, and error messages for wrong texts."""

import contextlib
import json
import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.games.dominion.card_file import BASE, parse_card, parse_cards, read_cards
from ludus.games.dominion.effect_grammar import CLAUSE_PATTERNS, read_sentence
from ludus.games.dominion.game_data_records import STEPS
from ludus.games.dominion.state import SLOTS
from ludus.util.errors import ContentError
from tests.cases import each
from tests.messages import missing

from .positions import Seat, position
from .random_cards import NAMES, card_file


@pytest.fixture
def own(tmp_path):
    """A position with a card called Thing with this text in the first hand."""

    def build(*do, hand="", types=("Action",), others=(), deck="", discard="", **more):
        file = tmp_path / "own.toml"
        facts = {"cost": 3, "types": list(types), "do": list(do), **more.pop("facts", {})}
        file.write_text("[Thing]\n" + "\n".join(f"{key} = {json.dumps(value)}" for key, value in facts.items()))
        mine = Seat(", ".join(filter(None, ("Thing", hand))), deck=deck, discard=discard)
        here = position(mine, *others, cards=str(file), **more)
        return here.play("PLAY Thing") if "Action" in types else here

    return build


# Every clause


@each("phrase", CLAUSE_PATTERNS)
def test_every_example_of_the_vocabulary_is_understood(phrase):
    for example in phrase.example.split("; "):
        for kind in ("card", "Treasure", "Gold"):
            text = re.sub(r"\bKIND", kind, example)
            if "gain a" in text and ("up to" in text) == (kind == "Gold"):
                continue  # a Gold has its cost, a card needs one
            if kind == "card" and "setting aside" in text:
                continue
            after = {"draw as many": "discard any, ", "gain a KIND up to +2 to hand": "trash a card, "}
            assert read_sentence(after.get(example, "") + text)


def test_texts_are_done_from_top_to_bottom(own):
    here = own("draw 1", "discard 1", "+1 card", facts={"cards": 1}, deck="Estate, Duchy, Province")
    assert (here.hand(), here.deck()) == ("Estate, Duchy", "Province")
    here.play("DISCARD Estate")
    assert (here.hand(), here.discard()) == ("Duchy, Province", "Estate")


@pytest.mark.parametrize(
    ("text", "coins", "actions", "buys"), [("+4 coins", 4, 0, 1), ("+2 actions", 0, 2, 1), ("+3 buys", 0, 0, 4)]
)
def test_bonuses_may_stand_in_the_text(own, text, coins, actions, buys):
    here = own(text, hand="Chapel")
    assert (here.state.coins, here.state.actions, here.state.buys) == (coins, actions, buys)


def test_others_may_be_made_to_draw_discard_trash_gain_and_put_back(own):
    attack = {"types": ("Action", "Attack")}
    assert own("others draw 2", others=[Seat(deck="2 Duchy")]).hand(1) == "2 Duchy"
    here = own("others discard 1", others=[Seat("2 Estate, Curse")], **attack).play("DISCARD Curse")
    assert (here.hand(1), here.discard(1)) == ("2 Estate", "Curse")
    here = own("others trash a Victory", others=[Seat("Curse, Estate, Duchy")], **attack).play("TRASH Duchy")
    assert (here.hand(1), here.trashed) == ("Estate, Curse", "Duchy")
    here = own("others gain a Victory up to 3")
    assert (here.discard(1), here.state.depth) == ("Estate", 0)
    assert own("others gain a Curse to hand").hand(1) == "Curse"
    assert own("others gain a Curse to deck").deck(1) == "Curse"
    here = own("others put a card on deck", others=[Seat("Estate, Curse")], **attack).play("PUT Curse")
    assert (here.hand(1), here.deck(1)) == ("Estate", "Curse")
    here = own("others trash up to 2 Curses", others=[Seat("3 Curse")], **attack).play("TRASH Curse", "STOP")
    assert here.hand(1) == "2 Curse"


def test_cards_may_be_discarded_down_to_a_number_or_in_any_number(own):
    here = own("discard to 2", hand="2 Estate, 2 Curse").play("DISCARD Estate", "DISCARD Curse")
    assert here.hand() == "Estate, Curse"
    here = own("may discard 2", hand="2 Estate, 2 Curse").play("DISCARD Estate", "STOP")
    assert here.hand() == "Estate, 2 Curse"


def test_a_kind_is_any_card_a_type_or_one_basic_card(own):
    hand = "Copper, Silver, Estate, Curse, Smithy, Moat, Witch"
    for kind, choices in (
        ("a card", 7),
        ("a Treasure", 2),
        ("an Action", 3),
        ("an Attack", 1),
        ("a Reaction", 1),
        ("a Victory", 1),
        ("a Curse", 1),
        ("a Gold", None),
    ):
        here = own(f"may trash {kind}", hand=hand)
        moves = [move for move in here.moves() if move.startswith("TRASH")]
        assert (len(moves) if here.state.depth else None) == choices


def test_gains_go_to_the_discard_pile_the_hand_or_the_deck(own):
    assert own("gain a Gold").discard() == "Gold"
    assert own("gain a Duchy to hand").hand() == "Duchy"
    assert own("gain a Gold to deck").deck() == "Gold"
    here = own("gain an Action up to 3 to deck")
    assert "GAIN Silver" not in here.moves()
    assert here.play("GAIN Village").deck() == "Village"


def test_a_custom_library_may_set_aside_other_cards_or_none(own):
    here = own("draw to 3 setting aside Victorys", deck="Estate, Curse, Duchy, Village").play(
        "ASIDE Estate", "KEEP Duchy"
    )
    assert (here.hand(), here.discard()) == ("Duchy, Curse, Village", "Estate")
    assert own("draw to 2", deck="Village, Smithy, Estate", actions=1).hand() == "Smithy, Village"


def test_a_dig_may_be_for_anything(own):
    here = own("dig 1 Action", deck="Gold, Estate, Smithy, Village")
    assert (here.hand(), here.discard(), here.deck()) == ("Smithy", "Gold, Estate", "Village")


def test_the_others_cards_may_be_judged_without_ones_own(own):
    here = own("discard or keep the others' top cards", deck="Gold", others=[Seat(deck="Estate"), Seat(deck="Duchy")])
    here.play("DISCARD Estate", "KEEP Duchy")
    assert (here.deck(), here.deck(1), here.deck(2)) == ("Gold", "", "Duchy")


def test_a_custom_thief_may_take_other_cards(own):
    attack = {"types": ("Action", "Attack")}
    here = own(
        "trash a Victory of the others' top 3",
        "may gain what was trashed",
        others=[Seat(deck="Estate, Gold, Duchy")],
        **attack,
    ).play("TRASH Duchy", "GAIN Duchy")
    assert (here.discard(), here.discard(1), here.trashed) == ("Duchy", "Estate, Gold", "")
    here = own("others trash a card of their top 2", others=[Seat(deck="Estate, Gold")], **attack).play("TRASH Estate")
    assert (here.trashed, sum(here.state.loot[slot] for slot in range(SLOTS))) == ("Estate", 0)


def test_more_cards_may_be_sorted_than_a_kingdom_has(own):
    here = own("look at top 20", deck="10 Copper, 7 Estate, 3 Silver, Gold")
    here.play(*["KEEP Copper"] * 10, *["KEEP Estate"] * 7, *["KEEP Silver"] * 3)
    here.play(*["PUT Silver"] * 3, *["PUT Estate"] * 7)  # Coppers alone have no order
    assert here.deck() == ", ".join(["Copper"] * 10 + ["Estate"] * 7 + ["Silver"] * 3 + ["Gold"])


def test_an_action_may_be_played_thrice(own):
    here = own("may play an Action thrice", hand="Smithy", deck="8 Estate, 2 Duchy").play("PLAY Smithy")
    assert here.hand() == "8 Estate, Duchy"


def test_custom_merchants_may_give_more(own):
    assert own("first Silver +3", hand="2 Silver").state.coins == 2 + 2 + 3


def test_custom_treasures_pay_and_may_give_buys(own):
    here = own(types=("Treasure",), facts={"coins": 4, "buys": 1}, hand="Copper")
    assert (here.state.coins, here.state.buys, here.hand()) == (5, 2, "")


def test_custom_victory_cards_have_points_and_smaller_piles(own):
    here = own(types=("Victory",), facts={"points": -2, "points_per": 1}, hand="2 Estate")
    assert (here.scores[0], here.supply("Thing")) == (2 - 2 + 3, 7)


# Sentences


def test_what_follows_a_comma_is_done_only_if_a_card_was_moved(own):
    text = "may trash a Curse, +3 coins, gain a Gold"
    here = own(text, hand="Curse").play("TRASH Curse")
    assert (here.state.coins, here.discard()) == (3, "Gold")
    here = own(text, hand="Curse").play("STOP")
    assert (here.state.coins, here.discard()) == (0, "")
    here = own(text)
    assert (here.state.coins, here.discard()) == (0, "")


def test_another_sentence_is_done_in_any_case(own):
    here = own("may trash a Curse", "+3 coins", hand="Curse").play("STOP")
    assert here.state.coins == 3


def test_what_others_must_do_on_a_condition_all_of_them_must(own):
    here = own(
        "discard 1, others discard to 3, +2 coins",
        hand="Estate",
        types=("Action", "Attack"),
        others=[Seat("2 Curse"), Seat("3 Estate, 1 Curse"), Seat("4 Curse")],
    ).play("DISCARD Curse")
    assert [here.state.players[seat].hand_size for seat in (1, 2, 3)] == [2, 3, 3]
    assert here.state.coins == 2


def test_what_others_do_does_not_count_for_ones_own_card(own):
    here = own(
        "discard 1, others discard to 3, draw as many",
        hand="Estate",
        deck="3 Duchy",
        types=("Action", "Attack"),
        others=[Seat("5 Curse")],
    )
    assert (here.hand(), here.discard(), here.discard(1)) == ("Duchy", "Estate", "Curse, Curse")
    here = own(
        "trash a Gold, others trash a Victory, gain a Victory up to +2",
        hand="Gold",
        types=("Action", "Attack"),
        others=[Seat("Estate")],
    )
    assert "GAIN Province" in here.moves()


def test_a_gain_may_depend_on_the_cost_of_what_was_trashed(own):
    here = own("trash an Action, gain an Action up to +1 to hand", hand="Village, Estate")
    assert (here.trashed, "GAIN Smithy" in here.moves(), "GAIN Market" in here.moves()) == ("Village", True, False)


def test_as_many_counts_trashed_cards_too(own):
    here = own("trash up to 3 cards, draw as many", hand="2 Curse, Estate", deck="3 Duchy")
    here.play("TRASH Curse", "TRASH Curse")
    assert (here.hand(), here.trashed) == ("Estate, 2 Duchy", "2 Curse")


def test_a_card_text_is_described():
    cards = read_cards(BASE, "first")
    assert cards["Militia"].text == "+2 coins; others discard to 3"
    assert cards["Gardens"].text == "1 point for every 10 cards"
    assert cards["Moat"].text == "+2 cards; keeps attacks off"


# Error messages


@each(
    ("text", "complaint"),
    [
        ("shuffle your deck", "'shuffle your deck' … most similar"),
        ("drw 2", "most similar … 'draw 2'"),
        ("", "'' is not in the vocabulary"),
        ("draw 2,", "'' is not in the vocabulary"),
        ("draw 0", "0 is not between 1 and 20"),
        ("+21 coins", "21 is not between 1 and 20"),
        ("gain a card up to 99999", "99999 is not between 0 and 20"),
        ("trash a Wizard", "'Wizard' … Treasure … Victory … Attack … Reaction"),
        ("gain a Gold up to 6", "a Gold has its cost; leave out 'up to'"),
        ("gain a card", "say what it may cost"),
        ("gain cards up to 4", "not in the vocabulary"),
        ("discard to 3 per empty pile", "not both"),
        ("draw to 7 setting aside cards", "say which cards may be set aside"),
        ("others trash an Action but Copper of their top 2", "'but Copper' goes with a Treasure"),
        ("draw as many", "'draw as many' … follows"),
        ("gain a card up to +2", "'up to +2' follows 'trash a card'"),
        ("discard 1, gain a card up to +2", "'up to +2' follows 'trash a card'"),
        ("gain a Gold, +1 coin", "comma … discarded or trashed"),
        ("others discard to 3, +1 coin", "comma … discarded or trashed"),
    ],
)
def test_a_wrong_text_is_named_with_what_would_be_right(text, complaint):
    fine = '[Fine]\ncost = 2\ntypes = ["Action"]\n'
    wrong = f'[Wrong]\ncost = 2\ntypes = ["Action", "Attack"]\ndo = ["+1 coin", {json.dumps(text)}]\n'
    with pytest.raises(ContentError) as error:
        parse_cards(fine + wrong, "own.toml", "first")
    assert (error.value.file, error.value.field) == ("own.toml", "do[1]")
    assert not missing(error.value.what, "Wrong", complaint)


@each(
    ("facts", "complaint"),
    [
        ('types = ["Action"]', "cost"),
        ('cost = 2\ntypes = ["Action"]\ncolour = 3', "field … 'colour'"),
        ('cost = -1\ntypes = ["Action"]', "cost"),
        ("cost = 2\ntypes = []", "types"),
        ('cost = 2\ntypes = ["Wizard"]', "Wizard"),
        ('cost = 2\ntypes = ["Action", "Action"]', "has a type twice"),
        ('cost = 2\ntypes = ["Attack"]', "must be an Action, too"),
        ('cost = 2\ntypes = ["Treasure"]\ndo = ["+1 buy"]', "only an Action … do something"),
        ('cost = 2\ntypes = ["Treasure"]\ncards = 1', "only an Action gives cards and actions"),
        ('cost = 2\ntypes = ["Victory"]\ncoins = 1', "Actions and Treasures … coins and buys"),
        ('cost = 2\ntypes = ["Action", "Treasure"]', "either Action or Treasure"),
        ('cost = 2\ntypes = ["Action"]\npoints = 1', "only Victory cards have points"),
        ('cost = 2\ntypes = ["Victory"]\npoints_per = 0', "points_per"),
        ('cost = 2\ntypes = ["Action"]\nsecond = { second = {} }', "second edition inside"),
        ('cost = 2\ntypes = ["Action"]\neditions = ["third"]', "editions"),
        ('cost = 2\ntypes = ["Action"]\ndo = ["others discard to 3"]', "lose cards … Attack"),
        (
            'cost = 2\ntypes = ["Action"]\ndo = ["may gain what was trashed"]',
            "trashes others' cards",
        ),
        (
            'cost = 2\ntypes = ["Action"]\ndo = ["+1 buy", "+1 buy", "+1 buy", "+1 buy", "+1 buy", "+1 buy", "+1 buy"]',
            "7 clauses; at most 6",
        ),
    ],
)
def test_wrong_facts_are_named_by_file_and_line(facts, complaint):
    with pytest.raises(ContentError, match=r"^own.toml, line \d") as error:
        parse_cards(f"\n[Wrong]\n{facts}\n", "own.toml", "first")
    assert not missing(error.value, complaint)


# Arbitrary texts


@given(st.text(alphabet=" abcdefghijklmnopqrstuvwxyzACDEGPRSTV0123456789+,'", max_size=40))
def test_any_text_is_understood_or_refused_in_words(text):
    with contextlib.suppress(ContentError):
        assert read_sentence(text)


@given(
    st.dictionaries(st.text(max_size=8), st.recursive(st.integers() | st.text() | st.none(), st.lists, max_leaves=4))
)
def test_any_table_is_a_card_or_refused_in_words(data):
    base = {"cost": 3, "types": ["Action"]}
    for facts in (data, {**base, **data}, {**base, "do": data.get("do", []), "second": data}):
        for edition in ("first", "second"):
            with contextlib.suppress(ContentError):
                parse_card("Thing", facts, edition)


@given(st.integers(0, 1 << 32))
def test_random_texts_of_the_vocabulary_make_cards(seed):
    cards = parse_cards(card_file(random.Random(seed)), "own.toml", "first")
    assert [*cards] == NAMES[:10]
    assert all(len(card.clauses) <= STEPS for card in cards.values())
