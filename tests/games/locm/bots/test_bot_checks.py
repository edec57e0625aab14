"""The laws for players, over every bot and every version; compiled and plain; bounds; players in two parts."""

import json
import os
import subprocess
import sys

import pytest

from ludus.arena import Match
from ludus.arena.runner import replay_game, run_match
from ludus.bots import load_bot
from ludus.bots.lookup import bot_specs
from ludus.core.position import Position
from ludus.games.locm import game
from ludus.games.locm.bots import bots
from ludus.games.locm.bots.reply_writer import TextReplyBot
from ludus.testing import conform_bot
from ludus.util.errors import OptionError
from tests.cases import each

WAYS = {
    "1.2": {},
    "1.2 dealt": {"setup": "dealt"},
    "1.0": {"version": "1.0"},
    "1.5": {"version": "1.5"},
    "1.5 dealt": {"version": "1.5", "setup": "dealt"},
}
PLAYERS = ("baseline1", "baseline2", "coac", "coac+baseline2", "coac:nodes=100,year=2019")


@each("way", WAYS)
@each("name", PLAYERS)
def test_bots_answer_legally_change_nothing_and_do_not_peek(name, way):
    player = load_bot(game, name)

    def choose(position):
        arrays = player.records()
        addresses = [array.ctypes.data for array in arrays]
        player.begin_entry(position._data_address, position._address, len(position.history), *addresses)
        return player.choose_entry(position._data_address, position._address, position.current_player, *addresses)

    conform_bot(game, choose, games=3, options=WAYS[way])


@each("way", WAYS)
@each("name", PLAYERS)
def test_whole_games_are_legal_to_the_end(name, way):
    """`Position.play` refuses what is not legal; the memory of a bot lasts from its first pick to the end."""
    match = Match(game, game.content(**WAYS[way]), [load_bot(game, name), load_bot(game, "random")], seed=2)
    for number in range(4):
        assert replay_game(match, number).end_reason


@each("way", ["1.2", "1.0", "1.5"])
@each("name", ["baseline1", "baseline2", "coac:nodes=20"])
def test_compiled_and_plain_bots_play_the_same_game(name, way):
    content = game.content(**WAYS[way])

    def digest(compiled):
        players = [load_bot(game, name, compiled)] * 2
        return run_match(Match(game, content, players, seed=3, compiled=compiled), 1).digest()

    assert digest(True) == digest(False)


BOUNDS = """
import json, sys
from ludus.arena import Match
from ludus.arena.runner import run_match
from ludus.games.locm import game
from ludus.bots import load_compiled_bot

for options in json.loads(sys.argv[1]):
    for pair in json.loads(sys.argv[2]):
        players = [load_compiled_bot(game, name) for name in pair]
        match = Match(game, game.content(**options), players, seed=5)
        assert (run_match(match, 200).end_reasons > 0).all()
"""


@pytest.mark.slow
def test_no_bot_reads_or_writes_outside_its_records():
    pairs = [["baseline1", "baseline2"], ["coac:nodes=2000", "random"], ["coac", "baseline1"]]
    done = subprocess.run(
        [sys.executable, "-c", BOUNDS, json.dumps(list(WAYS.values())), json.dumps(pairs)],
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


# Players in two parts


def test_one_drafts_and_the_other_fights():
    content = game.content()
    names = ("coac", "baseline2", "coac+baseline2")
    games = {}
    for name in names:
        match = Match(game, content, [load_bot(game, name), load_bot(game, "random")], seed=9)
        games[name] = replay_game(match, 0)
    drafts = {name: [event.text for event in found.history[:60:2]] for name, found in games.items()}
    assert drafts["coac+baseline2"] == drafts["coac"] != drafts["baseline2"]
    words = {event.text.split()[0] for event in games["coac+baseline2"].history[60:] if event.seat == 0}
    assert words <= {"SUMMON", "ATTACK", "PASS"}


def test_the_bots_are_the_same_objects_each_time_and_name_their_sources():
    assert bots() is bots()
    for name in ("baseline1", "baseline2", "coac"):
        bot = bot_specs(game)[name]
        assert bot in bots()
        assert bot.source.startswith("Strategy Card Game AI Competition, agent ")
        assert bot.source.lower().endswith(name)


def test_a_bot_that_does_not_plan_has_no_line_to_say():
    position = Position.start(game, game.content(), 1)
    with pytest.raises(OptionError, match="random does not plan"):
        TextReplyBot(bot_specs(game)["random"], position, 0)
