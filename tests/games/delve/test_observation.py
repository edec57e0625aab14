"""What the player sees, and that redeals, words and pictures tell no more."""

import json
from xml.etree import ElementTree

import pytest

from ludus.games.delve.describe import describe, describe_move
from ludus.games.delve.observation import observation
from ludus.games.delve.position_svg import CHOICE_COLOUR, render_position
from tests.cases import each

from .positions import deck, fought, start, tree, wander

SVG = "{http://www.w3.org/2000/svg}"
WAYS = ({}, {"points": 4, "deck": "25"}, {"tree": "none", "deck": "5"}, {"tree": "hand-made", "first": 4, "deck": "8"})


def some_positions():
    for seed, options in enumerate(WAYS):
        for k, here in enumerate(wander(seed, **options)):
            if k % 5 == 0 or here.end_reason:
                yield here


def test_a_view_is_plain_data():
    for here in some_positions():
        assert json.loads(json.dumps(here.observation(0))) == here.observation(0)


def test_the_order_of_the_pile_is_all_that_a_redeal_changes():
    changed = 0
    for here in some_positions():
        for seed in range(3):
            other = here.resample(0, seed)
            assert observation(other.content, other.state, 0) == observation(here.content, here.state, 0)
            assert other.describe(0) == here.describe(0)
            assert render_position(other.content, other.state, 0) == render_position(here.content, here.state, 0)
            changed += other.describe(None) != here.describe(None)
    assert changed > 10


def test_a_redeal_changes_the_cards_to_come_in_later_encounters_too():
    here = start(deck(Bolt=5, Strike=5, Sweep=5), [(1, 1)], [(1, 500)])
    hands = set()
    for seed in range(8):
        other = here.resample(0, seed)
        other.play(other.legal_moves[0])
        hands.add(str(other.observation(0)["hand"]))
    assert len(hands) > 2


def test_cards_are_described_with_the_bonus_of_the_nodes():
    here = start(deck(Bolt=15), [(3, 10), (4, 90)], nodes=tree(("Fury", "mana", 2)), points=1)
    assert describe_move(here.content, here.state, here.legal_moves[0]) == "+2 damage of mana cards"
    here.play("PICK Fury")
    descriptions = {
        text: describe_move(here.content, here.state, move)
        for text, move in zip(here.legal_move_texts(), here.legal_moves, strict=True)
    }
    assert descriptions == {
        "PLAY Bolt 1": "7 damage for 2 mana",
        "PLAY Bolt 2": "7 damage for 2 mana",
        "END": "the enemies strike for 7",
    }
    here.play("PLAY Bolt 1")
    assert describe_move(here.content, here.state, here.legal_moves[0]) == "7 damage for 2 mana, kills it"


def test_nodes_tell_their_price_and_where_they_lead():
    nodes = tree(("Oath", "area", 1), ("Pact", "mana", 2, "Oath", 2), ("Crown", "mana", 3, "Oath", "Pact"))
    here = start(deck(Sweep=15), [(1, 2), (1, 9)], nodes=nodes, points=2)
    descriptions = [describe_move(here.content, here.state, move) for move in here.legal_moves]
    assert descriptions == [
        "+1 damage of area cards for 1 skill point; leads to Pact, Crown",
        "",
    ]
    here.play("PICK Oath").play("PICK Crown")
    assert (
        describe_move(here.content, here.state, here.legal_moves[0])
        == "3 damage to every enemy for 2 energy, kills enemy 1"
    )


def test_a_fight_and_a_choice_are_described():
    here = start(deck(Bolt=15), [(3, 10), (4, 90)], [(5, 20)], nodes=tree(("Fury", "mana", 2)), points=1)
    assert describe(here.content, here.state, 0).splitlines() == [
        "Delve: before encounter 1 of 2",
        "ahead     an enemy with 10 hit points, attack 3; an enemy with 90 hit points,",
        "          attack 4",
        "deck      15 Bolt: 5 to one enemy for 2 mana",
        "asked     pick a node (1 skill point)",
    ]
    here.play("PICK Fury").play("PLAY Bolt 1").play("PLAY Bolt 1")
    assert describe(here.content, here.state, 0).splitlines() == [
        "Delve: encounter 1 of 2, turn 1",
        "enemies   1 dead; 2 has 90 of 90, attack 4",
        "you       50 of 50 hit points, 20 energy, 6 mana",
        "hand      3 Bolt: 7 to one enemy for 2 mana (+2)",
        "pile      10 Bolt",
        "discarded 2 Bolt",
        "nodes     Fury",
        "asked     play a card, or END the turn",
    ]


def test_the_end_is_described():
    here = start(deck(Bolt=15), [(1, 5)], [(50, 5)]).play("PLAY Bolt 1")
    lost = here.copy()
    lost.play("END")
    assert describe(lost.content, lost.state).startswith("Delve, over: died in encounter 2, turn 1; 1 encounter won")
    won = here.play("PLAY Bolt 1")
    assert describe(won.content, won.state).startswith("Delve, over: all 2 encounters won in 2 turns")
    tired = start(deck(Bolt=15), [(0, 500)])
    for _ in range(50):
        tired.play("END")
    assert describe(tired.content, tired.state).startswith(
        "Delve, over: encounter 1 not won in 50 turns; 0 encounters won"
    )


def picture(here, seat=0):
    return ElementTree.fromstring(render_position(here.content, here.state, seat))


def test_pictures_are_well_formed_and_need_nothing_from_outside():
    for here in some_positions():
        for seat in (None, 0):
            root = picture(here, seat)
            assert [child.tag for child in root][:2] == [SVG + "title", SVG + "desc"]
            assert root[0].text.startswith("Delve")
            for element in root.iter():
                assert element.tag.removeprefix(SVG) in {"svg", "g", "path", "rect", "circle", "text", "title", "desc"}
                assert not {"id", "class", "style", "href"} & set(element.attrib)


def test_the_same_position_gives_the_same_picture():
    for here in some_positions():
        assert render_position(here.content, here.state, 0) == render_position(here.content, here.copy().state, 0)


def glowing(here):
    groups = [group for group in picture(here).iter(SVG + "g") if group.find(SVG + "title") is not None]
    return {
        group.find(SVG + "title").text.partition(":")[0].partition(" (")[0]
        for group in groups
        if any(part.get("stroke") == CHOICE_COLOUR for part in group)
    }


def test_a_node_of_the_tree_is_above_the_middle_of_its_children():
    nodes = tree(("Root", "mana", 1), ("Left", "mana", 2, "Root"), ("Right", "mana", 3, "Root"), ("Other", "area", 1))
    here = start(deck(Bolt=15), [(3, 10)], nodes=nodes, points=1)
    groups = [group for group in picture(here).iter(SVG + "g") if group.find(SVG + "circle") is not None]
    across = {
        group.find(SVG + "title").text.partition(":")[0]: float(group.find(SVG + "circle").get("cx"))
        for group in groups
    }
    assert across["Left"] < across["Root"] < across["Right"] < across["Other"]
    assert 2 * across["Root"] == pytest.approx(across["Left"] + across["Right"], abs=0.1)


def test_what_can_be_chosen_glows():
    here = start(
        deck(Bolt=15), [(1, 50)], nodes=tree(("A", "mana", 1), ("B", "mana", 1), ("C", "mana", 1, "A")), points=1
    )
    assert glowing(here) == {"A", "B"}
    assert glowing(here.play("PICK B")) == {"Bolt"}
    for _ in range(5):
        here.play("PLAY Bolt 1")
    assert glowing(here) == set()


def test_only_a_picture_of_everything_tells_the_order_of_the_pile():
    here = fought()
    texts = [[each.text for each in picture(here, seat).iter(SVG + "text")] for seat in (0, None)]
    assert not any(text.startswith("in order") for text in texts[0])
    assert any(text.startswith("in order") for text in texts[1])


@each("count", [1, 60, 256])
def test_trees_of_any_size_stay_within_the_picture(count):
    nodes = tree(*((f"n{k}", "area", 1, *([f"n{(k - 1) // 3}"] if k else [])) for k in range(count)))
    root = picture(start(deck(Bolt=15), [(1, 50)], nodes=nodes, points=1))
    width, height = map(float, root.get("viewBox").split()[2:])
    circles = [(float(each.get("cx")), float(each.get("cy"))) for each in root.iter(SVG + "circle")]
    assert len(circles) == count
    assert all(0 < x < width and 0 < y < height for x, y in circles)
    assert len(set(circles)) == count
