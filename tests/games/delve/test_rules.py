"""The rules of the thesis, one by one."""

import re
from collections import Counter
from pathlib import Path

import pytest

import ludus.games.delve
from ludus.util.errors import IllegalMove
from tests.cases import each

from .positions import deck, start, tree, wander

STRONG = [(1, 500)]


def seen(here):
    return here.observation(0)


def hand(here):
    return sum(seen(here)["hand"].values())


def test_the_page_names_tests_that_exist():
    page = set(re.findall(r"\btest_\w+", ludus.games.delve.__doc__))
    files = Path(__file__).parent.glob("test_*.py")
    there = {name for file in files for name in re.findall(r"def (test_\w+)", file.read_text(encoding="utf-8"))}
    assert page <= there
    assert len(page) > 25


def test_the_player_has_50_hit_points_20_energy_10_mana_and_five_cards():
    now = seen(start(deck(Bolt=15), STRONG))
    assert (now["health"], now["energy"], now["mana"], now["hand"]) == (50, 20, 10, {"Bolt": 5})


def test_energy_and_mana_come_back_every_turn():
    here = start(deck(Bolt=10, Strike=5), STRONG, seed=4)
    while len(here.legal_moves) > 1:
        here.play(here.legal_moves[0])
    assert seen(here)["energy"] < 20 or seen(here)["mana"] < 10
    here.play("END")
    assert (seen(here)["energy"], seen(here)["mana"]) == (20, 10)


def test_a_card_costs_its_resource_and_only_that():
    here = start(deck(Bolt=15), STRONG).play("PLAY Bolt 1")
    assert (seen(here)["mana"], seen(here)["energy"]) == (8, 20)
    here = start(deck(Strike=15), STRONG).play("PLAY Strike 1")
    assert (seen(here)["mana"], seen(here)["energy"]) == (10, 16)


def test_a_card_that_cannot_be_paid_cannot_be_played():
    here = start(deck(Lightning=15), STRONG).play("PLAY Lightning 1")
    assert here.legal_move_texts() == ["END"]
    with pytest.raises(IllegalMove, match="Lightning costs 7 mana, and you have 3"):
        here.play("PLAY Lightning 1")


def test_a_targeted_card_hits_one_enemy_and_an_area_card_all():
    here = start(deck(Bolt=15), [(1, 30), (1, 40)]).play("PLAY Bolt 2")
    assert [enemy["health"] for enemy in seen(here)["enemies"]] == [30, 35]
    here = start(deck(Sweep=15), [(1, 30), (1, 40)]).play("PLAY Sweep")
    assert [enemy["health"] for enemy in seen(here)["enemies"]] == [28, 38]


def test_a_dead_enemy_is_no_target_and_overkill_is_lost():
    here = start(deck(Bolt=15), [(1, 3), (1, 40)]).play("PLAY Bolt 1")
    assert [enemy["health"] for enemy in seen(here)["enemies"]] == [0, 40]
    assert here.legal_move_texts() == ["PLAY Bolt 2", "END"]


def test_all_living_enemies_strike_at_the_end_of_the_turn_and_dead_ones_do_not():
    here = start(deck(Bolt=15), [(3, 5), (4, 40), (5, 40)]).play("PLAY Bolt 1").play("END")
    assert seen(here)["health"] == 50 - 4 - 5


def test_the_rest_of_the_hand_is_discarded_and_five_cards_are_drawn():
    here = start(deck(Bolt=15), STRONG).play("PLAY Bolt 1")
    assert (hand(here), seen(here)["discard"], seen(here)["pile"]) == (4, {"Bolt": 1}, {"Bolt": 10})
    here.play("END")
    assert (hand(here), seen(here)["discard"], seen(here)["pile"]) == (5, {"Bolt": 5}, {"Bolt": 5})


def test_every_card_is_drawn_once_before_the_discarded_ones_are_shuffled():
    cards = deck(Bolt=3, Lightning=3, Strike=3, Heavy_Blow=3, Sweep=3)
    here = start(cards, STRONG)
    for _ in range(3):
        drawn = Counter()
        for _ in range(3):
            drawn += Counter(seen(here)["hand"])
            here.play("END")
        assert drawn == Counter({card.name: copies for card, copies in cards.cards})


def test_an_encounter_is_won_as_soon_as_the_last_enemy_is_dead():
    here = start(deck(Bolt=15), [(50, 10)], STRONG).play("PLAY Bolt 1").play("PLAY Bolt 1")
    now = seen(here)
    assert (now["encounter"], now["won"], now["turn"], now["health"]) == (2, 1, 1, 50)


def test_player_and_enemies_begin_an_encounter_at_full_hit_points():
    here = start(deck(Bolt=15), [(9, 30)], [(1, 77)])
    here.play("PLAY Bolt 1").play("END")
    for _ in range(5):
        here.play("PLAY Bolt 1")
    now = seen(here)
    assert (now["encounter"], now["health"], now["enemies"][0]["health"], now["mana"]) == (2, 50, 77, 10)
    assert (now["hand"], now["pile"], now["discard"]) == ({"Bolt": 5}, {"Bolt": 10}, {})


def test_at_zero_hit_points_the_player_is_dead_and_the_scenario_over():
    here = start(deck(Bolt=15), [(25, 500)]).play("END")
    assert not here.end_reason
    here.play("END")
    assert (here.result.reason, here.result.payoffs, here.result.scores) == ("died", (0.0,), (0,))


def test_the_scenario_is_won_with_its_last_encounter():
    here = start(deck(Bolt=15), [(1, 5)], [(1, 5)]).play("PLAY Bolt 1").play("PLAY Bolt 1")
    assert (here.result.reason, here.result.payoffs, here.result.scores) == ("won", (1.0,), (2,))


def test_an_encounter_that_is_not_won_in_fifty_turns_is_lost():
    here = start(deck(Bolt=15), [(0, 500)])
    for _ in range(49):
        here.play("END")
    assert not here.end_reason
    assert here.play("END").result.reason == "turn cap"


def test_one_node_is_picked_after_every_won_encounter_but_the_last():
    nodes = tree(("A", "mana", 1), ("B", "mana", 1))
    here = start(deck(Bolt=15), [(1, 5)], [(1, 5)], [(1, 5)], nodes=nodes)
    assert here.legal_move_texts() == ["PLAY Bolt 1", "END"]
    assert here.play("PLAY Bolt 1").legal_move_texts() == ["PICK A", "PICK B"]
    assert here.play("PICK B").play("PLAY Bolt 1").legal_move_texts() == ["PICK A"]
    assert here.play("PICK A").play("PLAY Bolt 1").result.reason == "won"


def test_when_no_node_is_left_the_next_encounter_begins_at_once():
    nodes = tree(("A", "mana", 1))
    here = start(deck(Bolt=15), [(1, 5)], [(1, 5)], [(1, 5)], nodes=nodes).play("PLAY Bolt 1").play("PICK A")
    assert here.play("PLAY Bolt 1").legal_move_texts() == ["PLAY Bolt 1", "END"]
    assert seen(here)["points"] == 1


def test_a_node_is_unlocked_by_any_one_of_its_parents():
    nodes = tree(("A", "mana", 1), ("B", "mana", 1), ("C", "mana", 1, "A", "B"), ("D", "mana", 1, "C"))
    here = start(deck(Bolt=15), STRONG, nodes=nodes, points=3)
    assert here.legal_move_texts() == ["PICK A", "PICK B"]
    assert here.play("PICK B").legal_move_texts() == ["PICK A", "PICK C"]
    assert here.play("PICK C").legal_move_texts() == ["PICK A", "PICK D"]
    with pytest.raises(IllegalMove, match="you have C already"):
        here.play("PICK C")


@each(
    ("target", "raised"),
    [
        ("area", {"Sweep", "Fire Storm"}),
        ("targeted", {"Strike", "Bolt"}),
        ("mana", {"Fire Storm", "Bolt"}),
        ("energy", {"Sweep", "Strike"}),
        ("area mana", {"Fire Storm"}),
        ("area energy", {"Sweep"}),
        ("targeted mana", {"Bolt"}),
        ("targeted energy", {"Strike"}),
    ],
)
def test_a_node_raises_the_damage_of_the_cards_that_it_targets(target, raised):
    cards = deck(Sweep=4, Fire_Storm=4, Strike=4, Bolt=3)
    here = start(cards, STRONG, nodes=tree(("A", target, 7)), points=1).play("PICK A")
    facts = seen(here)["cards"]
    assert {name for name, card in facts.items() if card["damage"] == card["printed_damage"] + 7} == raised
    assert all(card["damage"] == card["printed_damage"] for name, card in facts.items() if name not in raised)


def test_values_of_nodes_add_up_and_stay_to_the_end_of_the_scenario():
    nodes = tree(("A", "mana", 2), ("B", "targeted", 3, "A"))
    here = start(deck(Bolt=15), [(1, 10)], [(1, 100)], nodes=nodes, points=1).play("PICK A")
    here.play("PLAY Bolt 1").play("PLAY Bolt 1").play("PICK B").play("PLAY Bolt 1")
    assert seen(here)["enemies"][0]["health"] == 90


def test_points_can_be_saved_only_where_a_node_costs_more_than_one():
    cheap = start(deck(Bolt=15), STRONG, nodes=tree(("A", "mana", 1), ("B", "mana", 1)), points=1)
    assert cheap.legal_move_texts() == ["PICK A", "PICK B"]
    dear = tree(("A", "mana", 1), ("B", "mana", 9, 2))
    here = start(deck(Bolt=15), [(1, 5)], STRONG, nodes=dear, points=1)
    assert here.legal_move_texts() == ["PICK A", "SAVE"]
    with pytest.raises(IllegalMove, match="B costs 2 skill points, and you have 1"):
        here.play("PICK B")
    here.play("SAVE").play("PLAY Bolt 1")
    assert here.legal_move_texts() == ["PICK A", "PICK B", "SAVE"]
    assert here.play("PICK B").legal_move_texts()[-1] == "END"


def test_a_free_node_can_be_picked_without_points():
    here = start(deck(Bolt=15), STRONG, nodes=tree(("A", "mana", 4, 0)))
    assert here.legal_move_texts() == ["PICK A"]
    assert seen(here.play("PICK A"))["cards"]["Bolt"]["damage"] == 9


def test_a_later_encounter_begins_with_the_points_of_those_before_it_less_what_was_paid():
    nodes = tree(("A", "mana", 1), ("B", "mana", 1, 2))
    for had, points in (((), 2), ((0,), 1), ((1,), 0)):
        here = start(deck(Bolt=15), STRONG, STRONG, [(1, 9)], nodes=nodes, first=2, owned=had)
        now = seen(here)
        assert (now["encounter"], now["points"]) == (3, points)
        assert [node["had"] for node in now["nodes"]] == [k in had for k in range(2)]


def test_the_same_seed_gives_the_same_cards_independent_of_the_moves():
    for seed in range(5):
        hands = []
        for plays in (0, 1, 2):
            here = start(deck(Bolt=5, Strike=5, Sweep=5), [(1, 500)], [(1, 500)], seed=seed)
            drawn = []
            for _ in range(5):
                drawn.append(seen(here)["hand"])
                for _ in range(plays):
                    here.play(here.legal_moves[0])
                here.play("END")
            hands.append(drawn)
        assert hands[0] == hands[1] == hands[2]


def test_every_encounter_is_shuffled_anew_and_a_later_one_does_not_depend_on_those_before():
    cards = deck(Bolt=5, Strike=5, Sweep=5)
    first = start(cards, [(1, 500)], [(1, 500)], seed=3)
    second = start(cards, [(1, 500)], [(1, 500)], seed=3, first=1)
    through = start(cards, [(1, 1)], [(1, 500)], seed=3)
    through.play(through.legal_moves[0])
    assert seen(through)["hand"] == seen(second)["hand"]
    others = [(start(cards, STRONG, STRONG, seed=k), start(cards, STRONG, STRONG, seed=k, first=1)) for k in range(8)]
    assert any(seen(one)["hand"] != seen(other)["hand"] for one, other in [*others, (first, second)])


def test_all_orders_of_the_pile_are_equally_likely():
    """A card of which there is one is in the first hand as often as five of fifteen say: 600 seeds, six deviations."""
    cards = deck(Bolt=14, Lightning=1)
    drawn = sum("Lightning" in seen(start(cards, STRONG, seed=seed))["hand"] for seed in range(600))
    assert abs(drawn - 200) < 6 * (600 * 2 / 9) ** 0.5


def test_cards_are_never_made_or_lost():
    for here in wander(7, deck="20", points=4):
        now = seen(here)
        if now["turn"]:
            there = Counter(now["hand"]) + Counter(now["discard"]) + Counter(now["pile"])
            assert there == Counter({name: card["copies"] for name, card in now["cards"].items()})
