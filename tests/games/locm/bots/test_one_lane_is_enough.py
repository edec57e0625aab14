"""The bot in the manner of OneLaneIsEnough."""

import pytest

from ludus.arena import Match
from ludus.arena.runner import run_match
from ludus.bots import load_bot
from ludus.games.locm import game
from ludus.games.locm.bots import one_lane_is_enough
from ludus.testing import conform_player
from ludus.util.errors import OptionError
from tests.cases import each

from ..positions import battle
from .bot_in_battle import BotInBattle
from .test_bot_checks import WAYS


@each("way", WAYS)
def test_it_obeys_the_laws_for_players(way):
    conform_player(game, "onelane:nodes=200", games=2, options=WAYS[way])


def test_compiled_and_plain_play_the_same_game():
    def digest(compiled):
        players = [load_bot(game, "onelane:nodes=12", compiled)] * 2
        return run_match(Match(game, game.content(), players, seed=3, compiled=compiled), 1).digest()

    assert digest(True) == digest(False)


@each("rival", ["baseline1", "baseline2"])
def test_it_beats_the_baselines(rival):
    players = [load_bot(game, "onelane:nodes=200"), load_bot(game, rival)]
    match = Match(game, game.content(), players, seed=4)
    assert match.by_player(run_match(match, 200))[:, 0].mean() > 0.9


def test_it_finds_a_kill_through_a_guard():
    """Decimate clears the lane, and all three attacks are needed."""
    here = battle(mine="4/1, 3/1, 3/1", theirs="1/9 G", hand="151", mana=5, health=(30, 10))
    assert BotInBattle("onelane", here).turn(here)[0] == "USE 1 202"
    assert here.state.winner == here.state.mover


def test_it_stays_out_of_reach():
    """Five health left against two blows of three: one of them must not come."""
    here = battle(mine="2/3", theirs="3/2, 3/9 lane1", health=(5, 30))
    assert BotInBattle("onelane", here).turn(here) == ["ATTACK 201 202", "PASS"]


def test_a_plan_is_dropped_when_the_game_has_come_elsewhere():
    here = battle(mine="2/2, 2/2 lane1", theirs="1/1, 1/1 lane1")
    bot = BotInBattle("onelane", here)
    bot.move(here)
    elsewhere = battle(mine="2/2", health=(30, 2))
    assert bot.move(elsewhere) == "ATTACK 201 -1"


def test_more_nodes_than_there_is_room_for_are_refused():
    with pytest.raises(OptionError, match=f"at most {one_lane_is_enough.MAX_NODES}"):
        load_bot(game, f"onelane:nodes={one_lane_is_enough.MAX_NODES + 1}")
