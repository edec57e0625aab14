"""The log of a bot says at each decision what it was sent, what it answered and how long it took."""

import re
import sys

import pytest

from ludus.bots.external import Limits, ProgramBot
from ludus.bots.external.decision_log import UNASKED, OwnTurns, escape_control
from tests.bots.external import sandbox_helpers

GAME = sandbox_helpers.GAME
HONEST = """
import json, sys
for line in sys.stdin:
    print("\\x1b[31mred\\x07", file=sys.stderr, flush=True)
    print(json.loads(line)["moves"][0], flush=True)
"""
TWO_LINES = """
import json, os, sys
for line in sys.stdin:
    os.write(1, (json.loads(line)["moves"][0] + "\\na banana\\n").encode())
"""


def play(tmp_path, code, **limits):
    file = tmp_path / "bot.py"
    file.write_text(code)
    bot = ProgramBot(GAME, f"{sys.executable} {file}", Limits(**{"reply": 60.0, "start": 60.0, **limits}))
    try:
        return sandbox_helpers.play(bot, "random")
    finally:
        bot.close()


def test_each_decision_has_request_answer_and_time_and_no_control_characters(tmp_path):
    episode = play(tmp_path, HONEST)
    assert episode.fault == ""
    decisions = re.split(r"^--- \d+\n", episode.logs[0], flags=re.MULTILINE)[1:]
    assert len(decisions) == sum(event.seat == 0 for event in episode.position.history)
    for decision in decisions:
        assert re.search(r"^in: .*turn \d+, .*\d+ legal moves?, \d+ bytes", decision, re.MULTILINE)
        assert re.search(r"^out: bid \d+$", decision, re.MULTILINE)
        assert re.search(r"^time: [\d.]+ m?s$", decision, re.MULTILINE)
    assert "\x1b" not in episode.logs[0]
    assert r"\x1b[31mred\x07" in episode.logs[0]


def test_whole_requests_are_logged_on_demand(tmp_path):
    log = play(tmp_path, HONEST, requests=True).logs[0]
    assert 'in: {"type":"move"' in log
    assert "legal: " in log


def test_a_second_line_is_named_as_unasked_where_it_is_taken_as_a_reply(tmp_path):
    episode = play(tmp_path, TWO_LINES)
    assert (episode.reason, episode.culprit) == ("illegal move", 0)
    assert "unasked" in episode.fault
    assert UNASKED in episode.logs[0]
    assert episode.logs[0].splitlines()[-1].startswith("fault: illegal move")


@pytest.mark.parametrize("code", ["\\x1b", "\\x9b", "\\r", "\\x00", "\\u202e", "\\u2028"])
def test_characters_that_control_a_terminal_are_escaped(code):
    letter = code.encode().decode("unicode_escape")
    assert letter not in escape_control(f"a{letter}b")
    assert escape_control("a\tb\nc é") == "a\tb\nc é"


def test_own_turns_count_where_another_seat_has_decided():
    turns = OwnTurns()
    assert [turns.at_decision(), turns.at_decision()] == [1, 1]
    turns.other_seat_decided()
    turns.other_seat_decided()
    assert turns.at_decision() == 2
