"""Canonical moves: equivalent moves have the same canonical move."""

import random

from ludus.core.rule import plain
from ludus.core.structured_records import snapshot
from ludus.games.tribute.game_data_records import GameData
from ludus.games.tribute.rules import canonical_move

from .positions import Board, random_game

plain_alike = plain(canonical_move)


def kept(position):
    table = GameData.over(position.content.data)
    return {plain_alike(table, position.state, move) for move in position.legal_moves}


def test_of_equal_cards_in_hand_one_is_played_and_of_equal_cards_in_the_row_one_is_bought():
    board = Board(
        patrons={"ansei": "p1", "pelin": "none"},
        p1={"hand": ["gold#0", "peck", "gold#1"], "coins": 3, "patron_calls": 0},
        tavern=["tithe#0", "blackmail", "tithe#1"],
    )
    assert len(board.moves) == 7
    assert len(kept(board.position)) == 5


def test_agents_that_were_hurt_are_unlike_whole_ones():
    hurt = {"card": "oathman#2", "hp": 1, "activated": False}
    board = Board(
        patrons={"ansei": "p1", "pelin": "none"},
        p1={"power": 1, "patron_calls": 0},
        p2={"agents": ["oathman#0", "oathman#1", hurt]},
    )
    assert len(kept(board.position)) == 3


def test_canonical_moves_are_legal_and_lead_to_equal_numbers_and_moves():
    for seed in range(3):
        for k, position in enumerate(random_game({"patrons": "random"}, seed)):
            if k % 5 or position.end_reason:
                continue
            table = GameData.over(position.content.data)
            move = random.Random(k).choice(position.legal_moves)
            same = plain_alike(table, position.state, move)
            assert same in position.legal_moves
            assert plain_alike(table, position.state, same) == same
            one, other = position.copy(), position.copy()
            one.play(move)
            other.play(same)
            if one.current_player != position.current_player or one.end_reason:
                continue
            mine, theirs = snapshot(one.state), snapshot(other.state)
            for field in ("coins", "power", "prestige", "hand_size", "cooldown_size"):
                seat = position.current_player
                assert getattr(mine.players[seat], field) == getattr(theirs.players[seat], field)
            assert mine.asked == theirs.asked
