"""Files of rules, and files with effects: what is written is read, what is wrong is named with file, line and entry."""

import json
import tomllib
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludus
from ludus.core.position import Position
from ludus.games.delve import game
from ludus.games.delve.constants import EFFECTS, NODE_EFFECTS
from ludus.games.delve.content_files import (
    TREE_FORMATS,
    read_cards,
    read_decks,
    read_encounters,
    read_tree,
    write_cards,
    write_decks,
    write_encounters,
    write_tree,
)
from ludus.games.delve.decks_and_encounters import CardEffects, CardType, Deck, Encounter
from ludus.games.delve.options import SCENARIOS
from ludus.games.delve.scenario_files import read_scenario
from ludus.games.delve.skill_tree import SkillNode, SkillTree
from ludus.games.delve.toml_json_csv_rows import FORMATS
from ludus.util.errors import ContentError, LudusError, OptionError
from tests.cases import each
from tests.messages import mentions

GUARDIAN = SCENARIOS / "guardian"
SMALL = """
hit_points = 30
energy = 3
hand = 4
deck_size = 6
encounter_points = [2]
[[cards]]
name = "Guard"
category = "skill"
resource = "energy"
cost = 1
block = 5
[[decks]]
deck = "mine"
count = 4
card = "Bolt"
[[decks]]
deck = "mine"
count = 2
card = "Guard"
[[enemies]]
encounter = 1
attack = 2
health = 9
[[enemies]]
encounter = 2
attack = 3
health = 12
[[nodes]]
name = "Arms"
effect = "add_card"
card = "Guard"
value = 2
"""


def seen(**options):
    return ludus.new_game("delve", seed=1, **options).observation(0)


def test_one_file_holds_a_whole_game(tmp_path):
    (tmp_path / "my.toml").write_text(SMALL)
    obs = seen(rules=str(tmp_path / "my.toml"))
    assert [obs[key] for key in ("health", "energy", "mana", "hand_size", "last")] == [30, 3, 10, 4, 2]
    assert {name: card["copies"] for name, card in obs["cards"].items()} == {"Bolt": 4, "Guard": 2}
    assert [node["text"] for node in obs["nodes"]] == ["+2 Guard in the deck"]
    assert game.content(rules=str(tmp_path / "my.toml")).labels.encounters[0].points == 2


def test_options_win_over_the_file(tmp_path):
    (tmp_path / "my.toml").write_text(SMALL)
    file = str(tmp_path / "my.toml")
    obs = seen(rules=file, hit_points=77, mana=1, tree="none", encounter_points="3/1")
    assert [obs[key] for key in ("health", "energy", "mana", "nodes")] == [77, 3, 1, []]
    labels = game.content(rules=file, encounter_points="3").labels
    assert [encounter.points for encounter in labels.encounters] == [3, 3]


def test_paths_in_a_file_are_relative_to_it(tmp_path, monkeypatch):
    for name in ("cards.csv", "decks.csv", "encounters.csv", "tree.toml"):
        (tmp_path / name).write_text((GUARDIAN / name).read_text())
    rows = {"cards": "cards.csv", "decks": "decks.csv", "deck": "venom", "encounters": "encounters.csv"}
    (tmp_path / "rules.json").write_text(json.dumps({**rows, "tree": "tree.toml", "deck_size": 20}))
    obs = seen(rules=str(tmp_path / "rules.json"))
    assert obs["cards"]["Venom"]["copies"] == 5
    assert len(obs["nodes"]) == 15


def test_the_example_of_the_package_has_every_new_kind_of_card_and_node():
    cards = read_cards(GUARDIAN / "cards.csv")
    used = {name for card in cards for name, amount in card.effects._asdict().items() if amount}
    assert used >= {"block", "heal", "draw", "gain_energy", "strength", "weak", "vulnerable", "poison"}
    tree = read_tree(GUARDIAN / "tree.toml", cards)
    effects = {NODE_EFFECTS[node.effect] for node in tree.nodes}
    assert effects >= {"damage", "block", "max_hit_points", "max_energy", "hand_size", "add_card", "unlock"}
    for deck in ("wall", "venom", "berserk"):
        assert seen(rules="guardian", deck=deck)["health"] == 50


# What is wrong


def test_a_card_file_that_does_not_exist_is_named_even_if_no_deck_uses_it(tmp_path):
    for options in ({}, {"deck": "3"}, {"rules": "guardian"}):
        with pytest.raises(ContentError, match=r"does-not-exist\.csv: .*there is no such file"):
            game.content(cards="does-not-exist.csv", **options)
    (tmp_path / "cards.csv").write_text("name,category,resource,cost,damage\nZap,ranged,mana,1,4\n")
    with pytest.raises(
        ContentError, match=mentions("cards.csv … line 2 … cards[1] … 'ranged' … area, targeted, skill")
    ):
        game.content(cards=str(tmp_path / "cards.csv"))


CARD = "name,category,resource,cost,damage,block\n"
WRONG_CARDS = {
    "an unknown field": ("name,category,resource,cost,blok\nA,skill,mana,1,3\n", "line 1 … blok … block"),
    "a wrong number": (CARD + "A,skill,mana,1,,x\n", "line 2 … block"),
    "a negative number": (CARD + "A,skill,mana,1,,-1\n", "line 2 … block -1 … 0 to 99"),
    "nothing that it does": (CARD + "A,skill,mana,1,,\n", "line 2 … needs an effect"),
    "no damage": (CARD + "A,area,mana,1,,\n", "line 2 … 'damage' is missing"),
    "damage of a skill": (CARD + "A,skill,mana,1,3,\n", "line 2 … no damage"),
    "a name twice": (CARD + "A,skill,mana,1,,3\na,skill,mana,1,,4\n", "line 3 … already"),
}


@each("what", WRONG_CARDS)
def test_a_wrong_card_is_named(what, tmp_path):
    text, message = WRONG_CARDS[what]
    (tmp_path / "cards.csv").write_text(text)
    with pytest.raises(ContentError, match=mentions(f"cards.csv … {message}")):
        read_cards(tmp_path / "cards.csv")


WRONG_NODES = {
    "an unknown effect": ({"effect": "blok", "value": 1}, "'blok' is none of damage, block"),
    "an unknown field": ({"effect": "block", "value": 1, "card_name": "Bolt"}, "card_name"),
    "no value": ({"effect": "block"}, "'value' is missing"),
    "no target": ({"value": 3}, "'target' is missing"),
    "a target too much": ({"effect": "block", "value": 3, "target": "area"}, "has no target"),
    "a card too much": ({"target": "area", "value": 3, "card": "Bolt"}, "has no card"),
    "an unknown card": ({"effect": "add_card", "value": 1, "card": "Bolf"}, "Bolt"),
    "an unknown node": ({"effect": "unlock", "unlocks": ["B"]}, "no node named 'B'"),
    "a value of a node that unlocks": ({"effect": "unlock", "value": 2, "unlocks": ["A"]}, "has no value"),
    "a gate": ({"effect": "block", "value": 1, "gate": -1}, "gate -1"),
}


@each("what", WRONG_NODES)
def test_a_wrong_node_is_named_with_its_line(what, tmp_path):
    entry, message = WRONG_NODES[what]
    (tmp_path / "tree.json").write_text('{"nodes": [\n' + json.dumps({"name": "A", **entry}) + "\n]}")
    with pytest.raises(ContentError, match=mentions(f"tree.json … line 2 … {message}")):
        read_tree(tmp_path / "tree.json")


WRONG_RULES = {
    "an unknown field": ("hit_pints = 3", "line 1 … hit_pints … hit_points"),
    "a wrong number": ("energy = 3\nhand = 11", "line 2 … 'hand' … 1 to 10"),
    "a text for a number": ('\nmana = "much"', "line 2 … 'mana'"),
    "points": ("encounter_points = [1, 11]", "line 1 … 11 … 0 to 10"),
    "too many points": ("encounter_points = [1, 1, 1, 1, 1, 1, 1, 1]", "8 numbers for 6 encounters"),
    "a file that is not there": ('cards = "no.csv"', "no.csv … there is no such file"),
    "a tree that is not there": ('tree = "no.toml"', "no.toml … there is no such file"),
    "an unknown deck": ('deck = "99"', "deck … '99'"),
    "two trees": ('tree = "bad"\nnodes = []', "line 1 … both tree and nodes"),
    "a size without decks": ("deck_size = 20", "line 1 … deck_size … 15 cards"),
    "no list": ("cards = 3", "line 1 … 'cards'"),
}


@each("what", WRONG_RULES)
def test_wrong_rules_are_named(what, tmp_path):
    text, message = WRONG_RULES[what]
    (tmp_path / "rules.toml").write_text(text)
    with pytest.raises(LudusError, match=mentions(message)):
        game.content(rules=str(tmp_path / "rules.toml"))


def test_options_that_do_not_fit_are_refused():
    for options, message in (
        ({"rules": "gardian"}, "guardian"),
        ({"rules": "x.csv"}, "TOML or JSON"),
        ({"deck_size": 20}, "deck '31': 15 cards"),
        ({"encounter_points": "1/x"}, "1/2/1"),
        ({"encounter_points": "1/2"}, "2 numbers for 6 encounters"),
        ({"encounter_points": "11"}, "0 to 10"),
        ({"tree": "rules"}, "-o rules=FILE"),
    ):
        with pytest.raises(LudusError, match=mentions(message)):
            game.content(**options)
    for options in ({"hand": 0}, {"hand": 11}, {"hit_points": 0}, {"energy": 100}, {"deck_size": 41}):
        with pytest.raises(OptionError):
            game.content(**options)


# Round trips and fuzzing

letters = st.text(st.characters(codec="ascii", categories=("Lu", "Ll")), min_size=1, max_size=6)


@st.composite
def cards(draw, name=None):
    category, damage = draw(st.integers(0, 2)), draw(st.integers(0, 99))
    amounts = draw(st.lists(st.integers(0, 99), min_size=len(EFFECTS), max_size=len(EFFECTS)))
    if category == 2:
        damage, amounts[6:9], amounts[0] = 0, [0, 0, 0], amounts[0] or 1
    numbers = draw(st.integers(0, 1)), draw(st.integers(0, 99))
    return CardType(name or draw(letters), category, *numbers, damage, CardEffects(*amounts))


@pytest.mark.parametrize("suffix", FORMATS)
@given(data=st.data())
@settings(deadline=None, max_examples=15)
def test_files_with_effects_are_read_as_they_were_written(tmp_path_factory, suffix, data):
    folder = tmp_path_factory.mktemp("files")
    own = [data.draw(cards(name)) for name in ("Aa", "Bb", "Cc")]
    write_cards(own, folder / f"cards{suffix}")
    assert read_cards(folder / f"cards{suffix}") == tuple(own)
    deck = Deck("d", tuple((card, 2) for card in own), 6)
    write_decks([deck], folder / f"decks{suffix}")
    assert read_decks(folder / f"decks{suffix}", (), 6) == (deck,)
    foes = tuple(Encounter(((1, 2), (1, 2), (3, 4)), data.draw(st.integers(0, 10))) for _ in range(3))
    write_encounters(foes, folder / f"foes{suffix}")
    assert read_encounters(folder / f"foes{suffix}") == foes
    nodes = [SkillNode("root", 0, 3)]
    for k in range(1, 6):
        effect = data.draw(st.integers(0, len(NODE_EFFECTS) - 1))
        name = NODE_EFFECTS[effect]
        later = (k + 1,) if k < 5 and (name == "unlock" or data.draw(st.booleans())) else ()
        if name == "unlock" and not later:
            effect, name = 0, "damage"
        value = 0 if name == "unlock" else data.draw(st.integers(1, 99))
        nodes.append(
            SkillNode(f"n{k}", data.draw(st.integers(0, 7)) if not effect else 0, value, (k - 1,), 1, effect,
                      own[k % 3] if name == "add_card" else None, later, data.draw(st.integers(0, 9)))
        )  # fmt: skip
    tree = SkillTree("tree", tuple(nodes))
    for form in (suffix, *(form for form in TREE_FORMATS if form not in FORMATS)):
        write_tree(tree, folder / f"tree{form}")
        assert read_tree(folder / f"tree{form}", own) == tree


GARBAGE = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 300) | st.floats(allow_nan=False) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


@given(data=st.data())
@settings(deadline=None, max_examples=120)
def test_any_change_of_a_file_of_rules_is_read_or_refused_by_a_clear_error(tmp_path_factory, data):
    """Values of a valid file replaced by anything: no other exception than those for users."""
    folder = tmp_path_factory.mktemp("fuzz")
    whole = tomllib.loads(SMALL)
    for _ in range(data.draw(st.integers(1, 3))):
        place = whole
        while True:
            key = data.draw(st.sampled_from(list(place) if isinstance(place, dict) else list(range(len(place)))))
            if isinstance(place[key], (dict, list)) and place[key] and data.draw(st.integers(0, 3)):
                place = place[key]
                continue
            place[key] = data.draw(GARBAGE)
            if isinstance(place, dict) and data.draw(st.integers(0, 4)) == 0:
                place[data.draw(st.sampled_from([*EFFECTS, "effect", "gate", "unlocks", "parents", "x"]))] = data.draw(
                    GARBAGE
                )
            break
    (folder / "rules.json").write_text(json.dumps(whole))
    try:
        read_scenario(folder / "rules.json")
        content = game.content(rules=str(folder / "rules.json"))
    except LudusError:
        return
    position = Position.start(game, content, 1, compiled=False)
    position.play(position.legal_moves[0])


@given(text=st.text(max_size=60), suffix=st.sampled_from(FORMATS))
@settings(deadline=None, max_examples=60)
def test_any_text_is_read_or_refused(tmp_path_factory, text, suffix):
    file = tmp_path_factory.mktemp("text") / f"file{suffix}"
    file.write_text(text, encoding="utf-8")
    for read in (read_cards, read_decks, read_encounters, read_tree, read_scenario):
        with suppress(ContentError):
            read(file)
