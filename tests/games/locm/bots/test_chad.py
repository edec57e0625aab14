"""The bot in the manner of Chad."""

import json
import os
import subprocess
import sys

import pytest

from ludus.arena import Match
from ludus.arena.runner import run_match
from ludus.bots import load_bot
from ludus.core import plain
from ludus.core.position import Position
from ludus.games.locm import game
from ludus.games.locm.bots import card_weights
from ludus.games.locm.bots.card_weights import CardWeights, fill_weights, read_weights
from ludus.games.locm.game_data_records import GameData
from ludus.games.locm.state import BATTLE, DECK
from ludus.testing import conform_player
from ludus.util.errors import OptionError
from tests.cases import each

from ..positions import battle
from .bot_in_battle import BotInBattle
from .test_bot_checks import BOUNDS, WAYS


@each("way", WAYS)
def test_it_obeys_the_laws_for_players(way):
    conform_player(game, "chad:iterations=30", games=2, options=WAYS[way])


def test_compiled_and_plain_play_the_same_game():
    def digest(compiled):
        players = [load_bot(game, "chad:iterations=4", compiled), load_bot(game, "random", compiled)]
        return run_match(Match(game, game.content(), players, seed=3, compiled=compiled), 1).digest()

    assert digest(True) == digest(False)


@each("rival", ["baseline1", "baseline2"])
def test_it_beats_the_baselines(rival):
    players = [load_bot(game, "chad:iterations=100"), load_bot(game, rival)]
    match = Match(game, game.content(), players, seed=4)
    assert match.by_player(run_match(match, 200))[:, 0].mean() > 0.9


def test_more_iterations_play_better():
    match = Match(game, game.content(), [load_bot(game, f"chad:iterations={n}") for n in (200, 1)], seed=6)
    assert match.by_player(run_match(match, 200))[:, 0].mean() > 0.55


def test_it_finds_a_kill_through_a_guard():
    """Decimate clears the lane, and all three attacks are needed."""
    here = battle(mine="4/1, 3/1, 3/1", theirs="1/9 G", hand="151", mana=5, health=(30, 10))
    assert BotInBattle("chad", here).turn(here)[0] == "USE 1 202"
    assert here.state.winner == here.state.mover


def test_it_stays_out_of_reach():
    """Five health left against two blows of three: one of them must not come."""
    here = battle(mine="2/3", theirs="3/2, 3/9 lane1", health=(5, 30))
    assert BotInBattle("chad", here).turn(here)[0] == "ATTACK 201 202"


def test_a_tree_without_room_is_searched_on():
    here = battle(mine="1/1, 1/2, 1/3, 2/1 lane1, 2/2 lane1", theirs="1/4, 1/5, 1/6, 1/4 lane1", hand="3 8 26", mana=12)
    assert BotInBattle("chad:iterations=20000", here).turn(here)[-1] == "PASS"


def test_iterations_are_counted_from_one():
    with pytest.raises(OptionError, match="at least 1"):
        load_bot(game, "chad:iterations=0")


# What the opponent may hold


def test_the_predicted_cards_are_such_as_the_draft_allows_and_weigh_more_than_any():
    weights = CardWeights.over(CardWeights.zeros(1))
    fill_weights(weights)
    position = Position.start(game, game.content(), 11)
    sitting = [load_bot(game, "weighted").join(position, seat, 1) for seat in range(2)]
    while position.state.phase != BATTLE:
        position.play(sitting[position.current_player].choose(position))
    data = GameData.over(position.content.data)
    listed, numbers = read_weights()["1.2"], [data.cards[k].number for k in range(data.card_count)]
    value = {seat: [listed[number][seat] for number in numbers] for seat in range(2)}
    for seat in range(2):
        foe = 1 - seat
        offers = position.copy().state.offers
        offered = {offers[k, j] for k in range(DECK) for j in range(3)}
        predicted, redealt = position.copy(), position.resample(seat, 5)
        plain(card_weights.predict_hidden)(data, predicted.state, seat, 5, weights)
        cards = [list(each.state.players[foe].deck) for each in (predicted, redealt)]
        assert set(cards[0]) <= offered
        assert sum(value[foe][card] for card in cards[0]) > sum(value[foe][card] for card in cards[1])


@pytest.mark.slow
def test_nothing_is_read_or_written_outside_the_records():
    pairs = [
        ["chad:iterations=60", "random"],
        ["chad:iterations=40", "onelane:nodes=400"],
        ["weighted+random", "onelane"],
    ]
    done = subprocess.run(
        [sys.executable, "-c", BOUNDS, json.dumps(list(WAYS.values())), json.dumps(pairs)],
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
