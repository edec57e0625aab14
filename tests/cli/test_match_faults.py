"""Replays of games that a compiled bot ends by a fault."""

import pytest

from ludus.core.replay import Replay

GAME = """
from dataclasses import replace
from types import SimpleNamespace

from ludus.core import rule
from ludus.core.compiled_bot_spec import BotSpec, moves_scratch
from ludus.core.game import GameBots
from ludus.testing.example_games import auction


@rule
def begin(data, state, seed, params, memory, scratch):
    pass


@rule
def choose(data, state, seat, params, memory, scratch):
    if state.round == 0:
        return state.round + 1
    return {answer}


def bots():
    rules = SimpleNamespace(begin=begin, choose=choose)
    return (BotSpec("faulty", "makes a mistake in the second round", rules, moves_scratch(1)),)


game = replace(auction.game, name="faulty-auction", bots=GameBots(compiled=bots))
"""


@pytest.mark.parametrize(
    ("answer", "reason", "note"),
    [
        ("999", "illegal move", True),
        ("-3", "timeout", False),  # a fault that the bot declares itself
        ("1 // (state.round - state.round)", "crashed", False),
    ],
)
def test_a_game_is_saved_up_to_the_fault_of_a_compiled_bot(ludus, tmp_path, answer, reason, note):
    (tmp_path / "faulty.py").write_text(GAME.format(answer=answer))
    file = tmp_path / "game.json"
    result = ludus("match", f"{tmp_path / 'faulty.py'}:game", "faulty", "random", "-n", "0", "--save-replay", str(file))
    assert result.exit_code == 0
    replay = Replay.load(file)
    assert replay.fault["reason"] == reason
    assert replay.fault["seat"] == 0
    assert len(replay.moves) == 2
    assert "seat 1 (faulty)" in result.output
    assert ("does not check their moves" in result.output) == note
    assert replay.positions()[-1].length == 2
