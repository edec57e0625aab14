"""Room for cards: none of the games that fill decks ends by `capacity`, and cards with high numbers are like others."""

import json

import numpy as np
import pytest

import ludus
from ludus.arena import Match, run_match
from ludus.backends import Threads
from ludus.bots import load_bot
from ludus.core.position import Position
from ludus.games.tribute import game
from ludus.games.tribute.game_data_records import CARDS
from ludus.games.tribute.move_bits import LARGEST_MOVE, card_move, split_move
from ludus.games.tribute.position_validation import validate
from ludus.games.tribute.state import CAPACITY, NOBODY, OWNED, PIECES, TAVERN, TURNS
from tests.cases import each

from .card_flood_bots import caller, hoarder

OPTIONS = {"patrons": "rajhin,hlaalu,orgnum,duke_of_crows"}


def crowded(cards=300, compat="fair"):
    """A position in which the second player has many Bewilderments, most of them with numbers above 255."""
    return ludus.read_position(
        "tribute",
        json.dumps(
            {
                "tribute": 1,
                "turn": 300,
                "row": ["tithe", "conquest"],
                "tavern": ["3 harvest_season", "ambush"],
                "patrons": {"rajhin": "none", "ansei": "none", "treasury": "none", "pelin": "none", "orgnum": "none"},
                "p1": {"coins": 9, "calls": 2, "hand": ["3 gold"], "draw": ["9 gold"]},
                "p2": {
                    "hand": ["gold", "bewilderment#700"],
                    "draw": ["4 gold"],
                    "cooldown": [f"{cards} bewilderment", "conquest"],
                },
            }
        ),
        compat=compat,
    )


def test_the_room_follows_from_the_turn_limit():
    rounds = TURNS // 2
    assert game.options().turn_limit == TURNS
    assert 40 + TAVERN + 4 * rounds <= OWNED
    assert PIECES - 1 >= OWNED + TAVERN + 40
    assert CARDS <= NOBODY


@each("pair", [(caller, hoarder), (caller, caller)])
def test_no_game_of_bots_that_fill_decks_ends_by_capacity(pair):
    outcomes = run_match(Match(game, game.content(**OPTIONS), [bot() for bot in pair], seed=3), 20, Threads(1))
    assert not (outcomes.end_reasons == CAPACITY).any()
    assert outcomes.lengths.max() > TURNS  # some of them reach the turn limit


@pytest.mark.parametrize("compat", ["fair", "reference"])
def test_a_game_with_more_than_255_cards_plays_on(compat):
    position = crowded(compat=compat)
    position.play("CALL rajhin")
    names = position.observation(1)["players"][1]["cooldown"]
    assert max(int(name.partition("#")[2]) for name in names) > NOBODY
    position.play("END")
    dice = np.random.default_rng(2)
    for _ in range(300):
        if position.is_over:
            break
        position.play(int(dice.choice(position.legal_moves)))
        validate(position.content, position.state)
    assert position.end_reason != "capacity"


def test_positions_with_high_numbers_are_written_and_read_byte_for_byte():
    position = crowded()
    position.play("END")
    again = ludus.read_position("tribute", position.text())
    assert again.bytes() == position.bytes()
    assert [again.resample(0, 5).bytes()] == [position.resample(0, 5).bytes()]
    assert position.resample(0, 4).resample(0, 5).bytes() == position.resample(0, 5).bytes()


def test_moves_with_high_card_numbers_are_moves_like_others():
    position = crowded()
    position.play("END")
    hand = position.observation(1)["players"][1]["hand"]
    for name in hand:
        number = int(name.partition("#")[2])
        for move, text in zip(position.legal_moves, position.legal_move_texts(), strict=True):
            if text == f"PLAY {name}":
                assert split_move(move)[1] == number
                assert card_move(split_move(move)[0], number) == move
                assert move <= LARGEST_MOVE
    assert any(int(name.partition("#")[2]) > NOBODY for name in hand)


def test_compiled_and_plain_play_agree_on_a_crowded_position():
    fast = crowded()
    slow = Position.from_bytes(game, fast.content, fast.bytes(), compiled=False)
    for position in (fast, slow):
        position.play("CALL rajhin")
        position.play("END")
        position.play(position.legal_moves[0])
    assert fast.bytes() == slow.bytes()
    assert fast.resample(0, 1).bytes() == slow.resample(0, 1).bytes()


@each("bot", ["decision-tree", "max-prestige", "beam:width=3", "mcts:iterations=5", "courtier:iterations=5"])
def test_bots_play_on_with_more_than_255_cards(bot):
    position = crowded()
    position.play("END")
    seated = [load_bot(game, bot).join(position, seat, 1) for seat in range(2)]
    for _ in range(40):
        if not position.is_over:
            position.play(seated[position.current_player].choose(position))
    assert position.end_reason != "capacity"
