"""Effects of cards and nodes beyond the thesis: each rule on a position laid out by hand."""

import pytest

from ludus.games.delve.constants import MAX_HAND, MAX_TURN_CARDS, NODE_EFFECTS, TARGETS
from ludus.games.delve.decks_and_encounters import CardEffects, CardType, Deck, GameRules
from ludus.games.delve.describe import describe_move
from ludus.games.delve.position_svg import render_position
from ludus.games.delve.skill_tree import SkillNode, SkillTree
from ludus.util.errors import ContentError, IllegalMove, NotationError

from .positions import NO_TREE, start

AREA, TARGETED, SKILL = range(3)
RULES = GameRules(hit_points=40, energy=9, mana=9, hand=5, deck_size=10)


def card(name, category=SKILL, cost=1, damage=0, **effects):
    return CardType(name, category, 1, cost, damage, CardEffects(**effects))


HIT = card("Hit", TARGETED, damage=10)


def fight(*cards, enemies=((6, 50),), nodes=NO_TREE, rules=RULES, more=(), **options):
    """A fight in which the hand has one copy of each card, and hits for the rest."""
    copies = [(each, 1) for each in cards]
    deck = Deck("test", (*copies, (HIT, rules.deck_size - len(copies))), rules.deck_size)
    for seed in range(200):
        here = start(deck, list(enemies), *more, nodes=nodes, seed=seed, rules=rules, **options)
        while here.observation(0)["asked"] == "pick":
            here.play(here.legal_moves[0])
        if all(each.name in here.observation(0)["hand"] for each in cards):
            return here
    raise AssertionError("no seed deals this hand")


def node(name, effect, value=1, **more):
    return SkillNode(name, 0, value, effect=NODE_EFFECTS.index(effect), **more)


def see(here):
    return here.observation(0)


def test_block_absorbs_the_strikes_of_this_turn_and_is_gone_in_the_next():
    here = fight(card("Guard", block=4)).play("PLAY Guard")
    assert see(here)["block"] == 4
    here.play("END")
    assert (see(here)["health"], see(here)["block"]) == (38, 0)
    here = fight(card("Wall", block=9)).play("PLAY Wall").play("END")
    assert see(here)["health"] == 40


def test_healing_stops_at_full_hit_points():
    whole_deck_every_turn = GameRules(hit_points=40, deck_size=5)
    here = fight(card("Salve", heal=4), card("Elixir", heal=50), rules=whole_deck_every_turn).play("END")
    assert see(here)["health"] == 34
    assert see(here.play("PLAY Salve"))["health"] == 38
    assert see(here.play("PLAY Elixir"))["health"] == 40


def test_a_card_draws_others_but_never_itself_and_no_more_than_a_full_hand():
    here = fight(card("Insight", draw=2)).play("PLAY Insight")
    assert sum(see(here)["hand"].values()) == 6
    here = fight(card("Flood", draw=99)).play("PLAY Flood")
    hand = see(here)["hand"]
    assert (sum(hand.values()), "Flood" in hand) == (9, False)
    many = GameRules(deck_size=30, hand=5, energy=9)
    here = fight(card("Flood", draw=99), rules=many).play("PLAY Flood")
    assert sum(see(here)["hand"].values()) == MAX_HAND


def test_energy_and_mana_are_gained_for_this_turn():
    here = fight(card("Rush", gain_energy=3, gain_mana=2)).play("PLAY Rush")
    assert (see(here)["energy"], see(here)["mana"]) == (11, 11)
    here.play("END")
    assert (see(here)["energy"], see(here)["mana"]) == (9, 9)


def test_strength_raises_every_attack_until_the_end_of_the_encounter():
    here = fight(card("War Cry", strength=3), enemies=((6, 14),), more=([(1, 50)],))
    here.play("PLAY War Cry").play("END").play("PLAY Hit 1")
    assert see(here)["enemies"][0]["health"] == 1
    here.play("PLAY Hit 1")
    assert (see(here)["encounter"], see(here)["strength"]) == (2, 0)


def test_a_weak_enemy_strikes_for_three_quarters():
    here = fight(card("Daunt", TARGETED, weak=1), enemies=((7, 50),)).play("PLAY Daunt 1")
    assert see(here)["enemies"][0]["strike"] == 5
    here.play("END")
    assert (see(here)["health"], see(here)["enemies"][0]["weak"]) == (35, 0)


def test_a_vulnerable_enemy_takes_half_more_from_the_next_card_on():
    here = fight(card("Bash", TARGETED, damage=5, vulnerable=2)).play("PLAY Bash 1").play("PLAY Hit 1")
    assert see(here)["enemies"][0]["health"] == 50 - 5 - 15
    here.play("END").play("PLAY Hit 1").play("END").play("PLAY Hit 1")
    assert see(here)["enemies"][0]["health"] == 50 - 5 - 15 - 15 - 10


def test_poison_acts_before_the_strike_falls_by_one_and_can_win():
    here = fight(card("Venom", TARGETED, poison=3), enemies=((6, 6),)).play("PLAY Venom 1").play("END")
    assert (see(here)["enemies"][0]["health"], see(here)["enemies"][0]["poison"]) == (3, 2)
    here.play("END").play("END")
    assert (here.result.reason, see(here)["health"]) == ("won", 40 - 12)  # the third turn ends without a strike


def test_statuses_of_the_player_come_from_cards_with_a_drawback():
    here = fight(card("Rage", damage=0, self_vulnerable=1, self_weak=1, self_poison=2, strength=1)).play("PLAY Rage")
    here.play("PLAY Hit 1")
    assert see(here)["enemies"][0]["health"] == 50 - 11 * 3 // 4
    here.play("END")
    assert see(here)["health"] == 40 - 2 - 9
    assert {name: see(here)[name] for name in ("weak", "vulnerable", "poison")} == {
        "weak": 0,
        "vulnerable": 0,
        "poison": 1,
    }


def test_an_area_card_applies_its_statuses_to_every_living_enemy():
    here = fight(card("Howl", AREA, damage=4, weak=2), enemies=((1, 3), (1, 9), (1, 9))).play("PLAY Howl")
    assert [(enemy["health"], enemy["weak"]) for enemy in see(here)["enemies"]] == [(0, 0), (5, 2), (5, 2)]


def test_only_attacks_with_damage_are_raised_by_nodes_and_strength():
    nodes = SkillTree("t", (SkillNode("Might", TARGETS.index("targeted"), 4),))
    here = fight(card("Daunt", TARGETED, weak=1), nodes=nodes, owned=(0,)).play("PLAY Daunt 1")
    assert see(here)["enemies"][0]["health"] == 50
    here.play("PLAY Hit 1")
    assert see(here)["enemies"][0]["health"] == 36


def test_after_fifty_cards_in_a_turn_the_hand_is_discarded():
    rules = GameRules(deck_size=2, hand=2, energy=9)
    here = start(Deck("loop", ((card("Loop", cost=0, draw=1), 2),), 2), [(1, 9)], rules=rules)
    for _ in range(MAX_TURN_CARDS):
        assert "PLAY Loop" in here.legal_move_texts()
        here.play("PLAY Loop")
    assert here.legal_move_texts() == ["END"]
    here.play("END")
    assert see(here)["hand"] == {"Loop": 2}


def test_a_skill_has_no_target():
    here = fight(card("Guard", block=4))
    with pytest.raises(NotationError, match="hits no enemy"):
        here.read_move("PLAY Guard 1")
    assert "PLAY Guard" in here.legal_move_texts()
    assert describe_move(here.content, here.state, here.read_move("PLAY Guard")) == "4 block for 1 energy"


@pytest.mark.parametrize(
    ("effect", "value", "key", "expected"),
    [
        ("max_hit_points", 7, "health", 47),
        ("max_energy", 2, "energy", 11),
        ("max_mana", 3, "mana", 12),
        ("turn_block", 5, "block", 5),
    ],
)
def test_a_node_changes_a_rule(effect, value, key, expected):
    here = fight(nodes=SkillTree("t", (node("A", effect, value),)), owned=(0,))
    assert see(here)[key] == expected


def test_a_node_makes_hands_larger_and_heals_every_turn():
    tree = SkillTree("t", (node("Hands", "hand_size", 2), node("Moss", "regeneration", 4)))
    here = fight(nodes=tree, owned=(0, 1))
    assert sum(see(here)["hand"].values()) == 7
    assert see(here.play("END"))["health"] == 38


def test_a_node_raises_an_effect_of_the_cards_that_have_it():
    here = fight(card("Guard", block=4), nodes=SkillTree("t", (node("Iron", "block", 3),)), owned=(0,))
    assert see(here)["cards"]["Guard"]["effects"] == {"block": 7}
    assert see(here)["cards"]["Hit"]["effects"] == {}
    assert see(here.play("PLAY Hit 1").play("PLAY Guard"))["block"] == 7


def test_a_node_adds_copies_of_a_card_to_the_deck_of_all_later_encounters():
    guard = card("Guard", block=4)
    tree = SkillTree("t", (node("Armoury", "add_card", 3, card=guard),))
    here = start(Deck("t", ((HIT, 10),), 10), [(1, 5)], [(1, 5)], [(1, 5)], nodes=tree, rules=RULES)
    assert see(here)["cards"]["Guard"]["copies"] == 0
    here.play("PLAY Hit 1").play("PICK Armoury")
    for _ in range(2):
        seen = see(here)
        counted = [sum(seen[zone].get("Guard", 0) for zone in ("hand", "pile", "discard")), sum(seen["pile"].values())]
        assert counted == [3, 8]
        while "PLAY Hit 1" not in here.legal_move_texts():
            here.play("END")
        here.play("PLAY Hit 1")
    assert here.result.reason == "won"


def test_a_gate_opens_with_enough_nodes_and_an_unlocking_node_passes_it():
    tree = SkillTree(
        "t",
        (
            node("A", "block"),
            node("B", "block"),
            node("Key", "unlock", 0, unlocks=(3,)),
            node("Vault", "block", gate=3),
            node("Top", "block", parents=(0,), gate=2),
        ),
    )

    def offered(points, *picks):
        here = start(Deck("t", ((HIT, 10),), 10), [(1, 5)], nodes=tree, rules=RULES, points=points)
        for pick in picks:
            here.play(f"PICK {pick}")
        return sorted(text[5:] for text in here.legal_move_texts() if text.startswith("PICK"))

    assert offered(9) == ["A", "B", "Key"]
    assert offered(9, "A") == ["B", "Key"]
    assert offered(9, "A", "B") == ["Key", "Top"]
    assert offered(9, "A", "B", "Top") == ["Key", "Vault"]
    assert offered(9, "Key") == ["A", "B", "Vault"]
    here = start(Deck("t", ((HIT, 10),), 10), [(1, 5)], nodes=tree, rules=RULES, points=9)
    with pytest.raises(IllegalMove, match="Vault comes after 3 nodes or Key"):
        here.play("PICK Vault")


def test_an_encounter_gives_its_own_number_of_points():
    from ludus.games.delve.decks_and_encounters import Encounter
    from ludus.games.delve.game_data import GameData, pack_scenario

    foes = tuple(Encounter(((1, 5),), points) for points in (2, 0, 3, 1))
    tree = SkillTree("t", tuple(SkillNode(f"N{k}", 0, 1) for k in range(9)))
    deck = Deck("t", ((HIT, 15),))
    for first, points in enumerate((0, 2, 2, 5)):
        data = GameData.over(pack_scenario(deck, foes, tree, first))
        assert (data.points, list(data.reward)[:4]) == (points, [2, 0, 3, 1])


def test_rules_of_other_numbers_change_what_the_player_has():
    here = start(
        Deck("t", ((HIT, 8),), 8), [(3, 99)], rules=GameRules(hit_points=7, energy=4, mana=0, hand=3, deck_size=8)
    )
    seen = see(here)
    assert [seen[key] for key in ("health", "energy", "mana")] == [7, 4, 0]
    assert (sum(seen["hand"].values()), sum(seen["pile"].values())) == (3, 5)
    here.play("END").play("END")
    assert see(here)["health"] == 1
    assert see(here.play("END"))["reason"] == "died"


def test_a_picture_and_a_description_show_effects():
    here = fight(card("Guard", block=4, heal=1), card("Bash", TARGETED, damage=5, vulnerable=2))
    here.play("PLAY Guard").play("PLAY Bash 1")
    text, picture = here.describe(0), render_position(here.content, here.state, 0)
    assert "4 block" in text
    assert "2 vulnerable" in text
    assert "4 block" in picture
    assert picture.startswith("<svg")


def test_contents_that_cannot_be_are_refused():
    for make, message in (
        (lambda: card("Guard", damage=3, block=1), "no damage"),
        (lambda: card("Guard", weak=1), "no weak"),
        (lambda: card("Guard"), "needs an effect"),
        (lambda: card("Guard", block=100), "block 100"),
        (lambda: GameRules(hand=11), "hand 11; it must be 1 to 10"),
        (lambda: SkillTree("t", (node("A", "add_card"),)), "names it"),
        (lambda: SkillTree("t", (node("A", "unlock", 0),)), "unlocks"),
        (lambda: SkillTree("t", (node("A", "unlock", 0, unlocks=(0,)),)), "itself"),
        (lambda: SkillTree("t", (node("A", "unlock", 0, unlocks=(1,)), node("B", "block"))), "from the beginning"),
        (lambda: SkillTree("t", (node("A", "block", gate=256),)), "gate 256"),
        (lambda: fight(nodes=SkillTree("t", (node("A", "hand_size", 6),))), "hand_size is 5"),
        (lambda: fight(nodes=SkillTree("t", (node("A", "add_card", 60, card=HIT),))), "at most 60"),
    ):
        with pytest.raises(ContentError, match=message):
            make()
