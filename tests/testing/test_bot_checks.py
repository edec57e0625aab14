"""Compiled players before the law: honest ones pass, and every way to cheat is caught."""

import types
from dataclasses import replace

import pytest

from ludus.core import int64, rule, uint64
from ludus.core.compile.intrinsics import ints_in
from ludus.core.compiled_bot_spec import BotSpec, moves_scratch
from ludus.core.random import seed_stream
from ludus.core.structured_records import Record
from ludus.testing import CheckFailed, conform_player
from ludus.testing.example_games import GAMES, auction
from tests.cases import each

legal = auction.legal_moves


class Secret(Record):
    stream: uint64
    kept: int64


@rule
def begin(table, state, seed, params, memory, scratch):
    memory.stream = seed_stream(seed)
    memory.kept = 0


@rule
def first_move(table, state, seat, params, memory, scratch):
    moves = ints_in(scratch.moves)
    legal(table, state, moves)
    return moves[0]


@rule
def outbid(table, state, seat, params, memory, scratch):
    """Looks at the bid that is still secret."""
    moves = ints_in(scratch.moves)
    n = legal(table, state, moves)
    for k in range(n):
        if moves[k] > state.bids[0]:
            return moves[k]
    return moves[0]


@rule
def bid_nothing(table, state, seat, params, memory, scratch):
    return 0


@rule
def bid_and_take(table, state, seat, params, memory, scratch):
    state.points[seat] += 1
    return first_move(table, state, seat, params, memory, scratch)


@rule
def look_at_the_prizes(table, state, seed, params, memory, scratch):
    """Before the game, at the prizes to come."""
    memory.stream = seed_stream(seed)
    memory.kept = state.prizes[state.cards - 1]


@rule
def bid_by_what_it_kept(table, state, seat, params, memory, scratch):
    moves = ints_in(scratch.moves)
    n = legal(table, state, moves)
    return moves[memory.kept % n]


@rule
def keep_the_next_prize(table, state, seat, params, memory, scratch):
    """What will be turned up next decides only the bid after the next."""
    moves = ints_in(scratch.moves)
    n = legal(table, state, moves)
    move = moves[memory.kept % n]
    if state.round + 1 < state.cards:
        memory.kept = state.prizes[state.round + 1]
    return move


def game_with(choose, start=begin, cheats=False):
    """An auction whose player `suspect` has these rules."""
    rules = types.SimpleNamespace(begin=start, choose=choose)
    bot = BotSpec(
        "suspect", "under suspicion", rules, moves_scratch(auction.game.max_moves), memory=Secret, cheats=cheats
    )
    return replace(
        auction.game,
        bots=replace(auction.game.bots, compiled=lambda: (bot,)),
    )


@each("toy", GAMES)
def test_the_random_player_is_honest(toy):
    conform_player(toy, "random", games=2)


def test_an_honest_player_of_a_game_passes():
    conform_player(game_with(first_move), "suspect")


@each(
    ("suspect", "law"),
    [
        (game_with(bid_nothing), "bots_answer_legally"),
        (game_with(bid_and_take), "bots_change_nothing"),
        (game_with(outbid), "bots_do_not_peek"),
        (game_with(bid_by_what_it_kept, look_at_the_prizes), "bots_do_not_peek"),
        (game_with(keep_the_next_prize), "memories_keep_no_secrets"),
    ],
)
def test_a_cheating_bot_fails_the_expected_check(suspect, law):
    with pytest.raises(CheckFailed) as caught:
        conform_player(suspect, "suspect")
    assert caught.value.check == law


@each("choose", [outbid, keep_the_next_prize])
def test_a_declared_cheat_may_peek_and_remember(choose):
    conform_player(game_with(choose, cheats=True), "suspect")


def test_a_declared_cheat_still_has_to_play_by_the_rules():
    with pytest.raises(CheckFailed, match="bots_answer_legally"):
        conform_player(game_with(bid_nothing, cheats=True), "suspect")
