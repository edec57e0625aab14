"""Programs that stay for many games: the messages they get, and when their processes end."""

import json
import shlex
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ludus.arena import Match
from ludus.arena.runner import run_match
from ludus.bots import load_bot
from ludus.bots.external import Limits, PersistentProgramBot
from ludus.core.position import Position
from ludus.util.errors import OptionError
from tests.bots.external import sandbox_helpers
from tests.bots.external.test_program_bots import wait_until_nobody_reads

GAME = sandbox_helpers.GAME
STAYS = Path(__file__).with_name("stays.py")


@pytest.fixture
def resident():
    """Makes programs from a file or from code, and ends them."""
    made = []

    def make(*words, code="", **limits):
        source = ["-c", code] if code else [str(STAYS)]
        command = shlex.join([sys.executable, "-I", "-S", *source, *words])
        made.append(PersistentProgramBot(GAME, command, Limits(**{"reply": 30.0, **limits})))
        return made[-1]

    yield make
    for bot in made:
        bot.close()


def said(episode, word, seat=0):
    return [line.removeprefix("err: ") for line in episode.logs[seat].splitlines() if line.startswith(f"err: {word}")]


def test_one_process_plays_many_games(resident):
    bot = resident()
    courses = [sandbox_helpers.play(bot, "random", seed=seed) for seed in range(5)]
    assert [episode.reason for episode in courses] == ["all sold"] * 5
    assert [said(episode, "game")[0].split()[1] for episode in courses] == ["1", "2", "3", "4", "5"]
    assert bot.started == 1


def test_a_persistent_program_gets_messages_when_a_game_begins_and_ends(resident):
    bot = resident()
    episode = sandbox_helpers.play("random", bot, seed=3)
    later = sandbox_helpers.play(bot, "random", seed=4)  # late words of a game come with the next
    begun = json.loads(said(episode, "game", 1)[0].split(maxsplit=2)[2])
    assert begun == {
        "type": "begin",
        "protocol": 1,
        "game": "auction",
        "rules": GAME.version,
        "options": {"cards": 6},
        "content": {},
        "seat": 1,
        "seats": 2,
    }
    over = [*said(episode, "over", 1), *said(later, "over")][0]
    told = json.loads(over.split(maxsplit=1)[1])
    result = episode.position.result
    assert (told["type"], told["reason"]) == ("end", "all sold")
    assert (told["winner"], tuple(told["shares"]), tuple(told["points"])) == (
        result.winner,
        result.payoffs,
        result.scores,
    )
    view = episode.position.observation(1)
    assert told["told"][-1] == view.pop("history")[-1]
    assert told["view"] == json.loads(json.dumps(view))


def test_moves_may_be_numbers(resident):
    assert sandbox_helpers.play(resident("by number"), "random").reason == "all sold"


def test_a_rivals_fault_ends_the_game_but_not_the_process(resident):
    bot, broken = resident(), resident(code="import sys; print('a banana', flush=True); sys.stdin.read()")
    episode = sandbox_helpers.play(bot, broken, seed=1)
    assert (episode.reason, episode.culprit) == ("illegal move", 1)
    assert sandbox_helpers.play(bot, "random", seed=2).reason == "all sold"
    assert bot.started == 1


def test_no_process_plays_a_deal_twice(resident):
    bot = resident()
    for _ in range(3):
        assert sandbox_helpers.play(bot, "random", seed=7).reason == "all sold"
    assert bot.started == 3
    sandbox_helpers.play(bot, "random", seed=8)
    assert bot.started == 3


def test_games_side_by_side_have_a_process_each(resident):
    bot = resident()
    with ThreadPoolExecutor(4) as threads:
        courses = [*threads.map(lambda seed: sandbox_helpers.play(bot, "random", seed=seed), range(12))]
    assert {episode.reason for episode in courses} == {"all sold"}
    assert 1 <= bot.started <= 4


def test_a_program_that_leaves_after_a_game_is_started_again(resident):
    bot = resident("once")
    assert [sandbox_helpers.play(bot, "random", seed=seed).reason for seed in range(3)] == ["all sold"] * 3
    assert bot.started == 3


def test_last_words_after_a_game_are_no_reply_in_the_next_one(resident, monkeypatch):
    """Also if its end is noticed only when the next game has begun."""
    code = (
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    said = json.loads(line)\n"
        "    if said['type'] == 'move':\n"
        "        print(said['moves'][0], flush=True)\n"
        "    if said['type'] == 'end':\n"
        "        sys.exit(print('bye'))"
    )
    monkeypatch.setattr("ludus.bots.external.process.SandboxedProcess.is_idle", lambda self: True)
    bot = resident(code=code)
    assert sandbox_helpers.play(bot, "random", seed=1).reason == "all sold"
    wait_until_nobody_reads(bot.pool._idle[0].process)
    assert sandbox_helpers.play(bot, "random", seed=2).reason == "all sold"
    assert bot.started == 2


def test_a_program_at_fault_loses_that_game_and_begins_the_next_one_anew(resident):
    code = (
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    said = json.loads(line)\n"
        "    if said['type'] == 'begin':\n"
        "        bad = said['seat'] == 1\n"
        "    if said['type'] == 'move':\n"
        "        print('a banana' if bad else said['moves'][0], flush=True)"
    )
    bot = resident(code=code)
    assert sandbox_helpers.play(bot, "random", seed=1).reason == "all sold"
    assert sandbox_helpers.play("random", bot, seed=2).reason == "illegal move"
    assert sandbox_helpers.play(bot, "random", seed=3).reason == "all sold"
    assert bot.started == 2


FAULTS = {
    "import time; time.sleep(3600)": ({"reply": 0.5}, "timeout"),
    "raise ValueError('boom')": ({}, "crashed"),
    "print('x' * 100_000)": ({}, "too much output"),
    "import sys\nwhile True: print('x' * 9999, file=sys.stderr)": ({}, "too much output"),
    "print(99)\ninput()\ninput()": ({}, "illegal move"),
    "print('bid')\ninput()\ninput()": ({}, "illegal move"),
    "import os, time; os.close(0); os.close(1); time.sleep(3600)": ({}, "closed its pipes"),
    "x = bytearray(b'x' * (600 << 20)); input()": ({"memory": 200}, "out of memory"),
}


@pytest.mark.parametrize("code", FAULTS)
def test_the_limits_are_those_of_all_programs(resident, code):
    limits, reason = FAULTS[code]
    episode = sandbox_helpers.play(resident(code=code, **limits), "random")
    assert (episode.reason, episode.culprit) == (reason, 0)


@pytest.mark.skipif(sys.platform != "linux", reason="computing time is counted where /proc tells it")
def test_computing_time_is_counted_for_each_game(resident):
    busy = (
        "import json, sys, time\n"
        "for line in sys.stdin:\n"
        "    said = json.loads(line)\n"
        "    if said['type'] == 'begin':\n"
        "        until = time.process_time() + {seconds}\n"
        "        while time.process_time() < until: pass\n"
        "    if said['type'] == 'move': print(said['moves'][0], flush=True)"
    )
    patient = resident(code=busy.format(seconds=0.6), computing=1.0)
    assert [sandbox_helpers.play(patient, "random", seed=seed).reason for seed in range(3)] == ["all sold"] * 3
    assert patient.started == 1
    assert (
        sandbox_helpers.play(resident(code=busy.format(seconds=30), computing=0.5), "random").reason
        == "too much computing time"
    )


def test_the_remaining_time_of_a_turn_is_sent_and_enforced(resident):
    code = (
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    said = json.loads(line)\n"
        "    if said['type'] == 'move':\n"
        "        print(said['seconds'], file=sys.stderr)\n"
        "        print(said['moves'][0], flush=True)"
    )
    bot = resident(code=code, reply=None, turn=20.0)
    episode = sandbox_helpers.play(bot, "random")
    times = [float(line.removeprefix("err: ")) for line in episode.logs[0].splitlines() if line.startswith("err: ")]
    assert len(times) > 2
    assert all(19 < seconds <= 20 for seconds in times)


def test_a_match_between_programs_that_stay(resident):
    match = Match(GAME, GAME.content(), [resident(), resident()], 5)
    outcomes = run_match(match, 8)
    assert {match.reasons[k] for k in outcomes.end_reasons} == {"all sold"}
    assert [bot.started for bot in match.players] == [2, 2]  # each deal is played twice


def test_processes_that_know_all_deals_do_not_pile_up(resident):
    bot = resident()
    for _ in range(3):  # as in a tournament: each pair plays the same deals
        run_match(Match(GAME, GAME.content(), [bot, load_bot(GAME, "random")], 5), 4)
        assert len(bot.pool._idle) == 2
    assert bot.started == 6


def test_it_is_found_by_its_text():
    bot = load_bot(GAME, "lines:cat 'a b'")
    assert (type(bot), bot.name, bot.command) == (PersistentProgramBot, "lines:cat 'a b'", ["cat", "a b"])
    with pytest.raises(OptionError, match="'lines:' needs a program"):
        load_bot(GAME, "lines:")
    with pytest.raises(OptionError, match=r"there is no program '\./nowhere'"):
        load_bot(GAME, "lines:./nowhere")


def test_a_position_that_was_not_dealt_is_played_by_a_new_process(resident):
    bot = resident()
    for _ in range(2):
        position = Position.read(GAME, GAME.content(), Position.start(GAME, GAME.content(), 1).text())
        seated = bot.join(position, 0, 1)
        assert seated.choose(position) in position.legal_moves
        seated.end(None)
    assert bot.started == 2
