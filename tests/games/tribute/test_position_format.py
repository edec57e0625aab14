"""Positions as text in JSON and in TOML: exact, with clear error messages for wrong ones."""

import json
import random
import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.core.position import Position
from ludus.games.tribute import game
from ludus.util.errors import NotationError
from tests.cases import each, thorough
from tests.messages import mentions

from .positions import random_game

CONTENT = game.content()
WAYS = [{}, {"patrons": "random"}, {"patrons": "random", "compat": "reference"}]
BY_HAND = """
tribute = 1
turn = 9
turn_of = "p1"
row = ["tithe", "barterer", "blackmail"]
tavern = ["3 harvest_season", "ambush"]
played = ["swipe"]

[patrons]
ansei = "none"
treasury = "none"
pelin = "p2"

[p1]
coins = 3
hand = ["2 gold", "oathman"]
draw = ["peck", "6 gold"]
cooldown = ["peck"]
agents = ["oathman", { card = "banneret", health = 2, activated = true }]
known = 1

[p2]
prestige = 31
draw = ["10 gold"]
"""


def read(text, content=CONTENT):
    return Position.read(game, content, text)


def data(**changes):
    return {**tomllib.loads(BY_HAND), **changes}


def test_a_position_written_by_hand_can_be_played():
    position = read(BY_HAND)
    assert position.legal_move_texts() == [
        "PLAY gold#8",
        "PLAY gold#9",
        "PLAY oathman#10",
        "ACTIVATE oathman#19",
        "BUY tithe#0",
        "BUY barterer#1",
        "BUY blackmail#2",
        "CALL treasury",
        "END",
    ]
    position.play("PLAY gold#8")
    assert position.state.players[0].coins == 4
    position.play("END")
    assert (position.current_player, position.points) == (1, (0, 31))
    assert position.state.players[0].hand[0] == 11  # the peck from the top


def test_it_is_the_same_in_json():
    assert read(json.dumps(data())).bytes() == read(BY_HAND).bytes()


def test_a_seed_makes_chance_repeatable_and_other_seeds_make_other_games():
    streams = [read(json.dumps(data(seed=seed))).state.stream for seed in (1, 1, 2)]
    assert streams[0] == streams[1] != streams[2]


@settings(max_examples=thorough(3, 12), deadline=None)
@given(
    st.integers(0, 1 << 40), st.sampled_from([{}, {"patrons": "random"}, {"patrons": "random", "compat": "reference"}])
)
def test_every_position_is_written_and_read_byte_for_byte(seed, options):
    content = game.content(**options)
    for k, position in enumerate(random_game(options, seed)):
        if k % 7 and not position.end_reason:
            continue
        for form in ("json", "toml"):
            assert read(position.text(form), content).bytes() == position.bytes()
        redeal = position.resample(0, seed)
        assert read(redeal.text(), content).bytes() == redeal.bytes()


def test_a_saved_position_goes_on_as_the_game_did():
    for k, position in enumerate(random_game({"patrons": "random"}, 11)):
        if k == 90:
            again = read(position.text("toml"), position.content)
        elif k > 90:
            if again.end_reason:
                break
            again.play(position.history[-1].move)
            assert again.bytes() == position.bytes()


@each(
    ("changes", "said"),
    [
        ({"tribute": 2}, "tribute = 1 … tribute = 2"),
        ({"rows": []}, "'rows' … 'row'"),
        ({"row": ["tith"]}, "row: … 'tith' … 'tithe'"),
        ({"row": ["2 gold#1"]}, "write 'gold', '3 gold' or 'gold#104'"),
        ({"row": ["gold#1", "gold#1"]}, "row: the number 1 is used twice"),
        ({"row": ["gold#255"]}, "numbers go from 0 to 1535"),
        ({"row": ["gold#1536"]}, "numbers go from 0 to 1535"),
        ({"row": ["6 gold"]}, "row: 6 cards; at most 5"),
        ({"tavern": ["99 gold", "99 gold"]}, "tavern: 198 cards; at most 127"),
        ({"turn_of": "p3"}, "turn_of: 'p3' is none of p1, p2"),
        ({"patrons": {}}, "patrons: 0 of them; a game has 1 to 5"),
        ({"patrons": {"pelim": "none"}}, "patrons: … 'pelim' … 'pelin'"),
        ({"patrons": {"pelin": "me"}}, "'me' is none of none, p1, p2"),
        ({"p1": {"coin": 3}}, "p1: … 'coin' … 'coins'"),
        ({"p1": {"coins": -3}}, "p1.coins: … 0"),
        ({"turn": -1}, "turn: … 0"),
        ({"turn": "nine"}, "turn: this must be a whole number"),
        ({"p1": {"agents": ["gold"]}}, "p1.agents[0]: gold is not an agent"),
        ({"p1": {"agents": [{"card": "oathman", "health": 9}]}}, "health 9; the card has 2"),
        ({"p1": {"known": 3}}, "known: 3 is not between 0 and 0"),
        ({"shown": ["swipe#200"]}, "shown: 'swipe#200' is in no zone"),
        ({"waiting": [{"effect": "coin 99"}]}, "waiting[0]: … 'coin 99'"),
        ({"waiting": [{"effect": "sell"}]}, "waiting[0]: 'sell' cannot wait here"),
        ({"coming": ["coin 1"]}, "coming[0]: … 'coin 1'"),
        ({"combos": {"ansei": ["gold#1"]}}, "combos.ansei: … gold"),
        ({"winner": "p2"}, "winner: … p2 … 'running'"),
        ({"combos": {"ansei": ["more"]}}, "combos.ansei: … 3 cards … 'more'"),
        ({"choice": {"kind": "steal", "least": 0, "most": 1}}, "choice.kind: … 'steal'"),
        ({"choice": {"kind": "acquire", "least": 0}}, "choice: 'most' is missing"),
        ({"choice": {"kind": "acquire", "least": 0, "most": 1, "row": ["swipe"]}}, "'swipe' is not in the row"),
        ({"draft": ["ansei", "pelin", "hlaalu", "rajhin"]}, "draft: … 4 patrons … 4"),
    ],
)
def test_what_is_wrong_is_named_with_its_place_and_what_would_be_right(changes, said):
    with pytest.raises(NotationError, match=mentions(said)):
        read(json.dumps(data(**changes)))


@each(
    ("options", "picks", "said"),
    [
        ({"patrons": "random"}, [], "draft: … patrons=random … patrons=draft"),
        ({"patrons": "ansei,pelin,hlaalu,orgnum"}, ["ansei"], "draft: … patrons=ansei,pelin"),
        ({}, ["treasury"], "draft: … treasury … ansei"),
        (
            {"offer": "ansei,pelin,hlaalu,orgnum"},
            ["pelin", "rajhin"],
            "draft: … rajhin … ansei, orgnum, hlaalu, pelin",
        ),
    ],
)
def test_a_draft_that_cannot_be_is_refused_in_the_words_of_the_position(options, picks, said):
    with pytest.raises(NotationError, match=mentions(said)):
        read(json.dumps({"tribute": 1, "draft": picks}), game.content(**options))


@each("text", ["", "{", "turn 3", "[]", '{"turn": 3}', "null"])
def test_what_is_no_position_at_all_is_refused(text):
    with pytest.raises(NotationError):
        read(text)


def _change(value, dice):
    """Change a value inside nested data."""
    key = dice.choice([*value] if isinstance(value, dict) else range(len(value)))
    if isinstance(value[key], dict | list) and value[key] and dice.random() < 0.8:
        _change(value[key], dice)
    else:
        value[key] = dice.choice([None, -1, 3, 200, "gold", "gold#3", "", [], {}, "p1", ["gold"], 10**30, True])
    if isinstance(value, dict) and dice.random() < 0.1:
        value[dice.choice(["gold", "row", "hand", "choice"])] = dice.choice([1, "gold#7", []])


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 1 << 40))
def test_a_spoilt_position_is_refused_in_words_or_can_be_played(seed):
    dice = random.Random(seed)
    position_data = json.loads(SOME[seed % len(SOME)])
    for _ in range(dice.randrange(1, 4)):
        _change(position_data, dice)
    try:
        position = read(json.dumps(position_data), game.content(patrons="random"))
    except NotationError:
        return
    for seat in range(2):
        position.observation(seat)
    for _ in range(20):
        if not position.end_reason:
            position.play(dice.choice(position.legal_moves))


SOME = [position.text() for k, position in enumerate(random_game({"patrons": "random"}, 5)) if k % 40 == 1]
