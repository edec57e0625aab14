"""`ludus replay` shows what the bots logged next to the moves."""

import json

import pytest

BOT = """
import ludus

class Talks(ludus.Bot):
    def choose(self, turn):
        self.log("[red]at move " + str(len(turn.history)) + " \\x1b[2J")
        return turn.moves[0]
"""


@pytest.fixture
def kept(ludus, tmp_path):
    """A folder with two games of a bot that writes notes."""
    (tmp_path / "talks.py").write_text(BOT)
    result = ludus(
        "match",
        "auction",
        f"{tmp_path}/talks.py:Talks",
        "random",
        "-n",
        2,
        "--logs",
        tmp_path / "kept",
        "--seconds",
        60,
    )
    assert result.exit_code == 0, result.output
    return tmp_path / "kept"


def test_a_decision_is_shown_with_its_log(ludus, kept):
    for number, seat in ((0, 1), (1, 2)):
        file = kept / "games" / "0-1" / f"{number}.json"
        shown = ludus("replay", file, "--log").stdout
        assert "[red]at move " in shown
        assert "\x1b[2J" not in shown
        assert f"log of seat {seat}" in shown
        assert f"log of seat {3 - seat}" not in shown
        assert "legal move" in shown
        assert "log of" not in ludus("replay", file, "--log", "--seat", 3 - seat).stdout
        assert "log of" not in ludus("replay", file, "--move", 0, "--no-log").stdout
        data = json.loads(ludus("replay", file, "--json", "--log").stdout)
        assert {move["seat"] for move in data["moves"] if move["log"]} == {seat - 1}
        assert all(move["log"] for move in data["moves"] if move["seat"] == seat - 1)


def test_the_log_is_shown_by_default_with_a_position(ludus, kept):
    assert "log of seat 1" in ludus("replay", kept / "games" / "0-1" / "0.json", "--move", 0).stdout


def test_a_log_that_does_not_exist_is_an_error_if_it_is_asked_for(ludus, kept):
    file = kept / "games" / "0-1" / "0.json"
    (kept / "logs" / "0-1" / "0.txt").unlink()
    assert ludus("replay", file, "--move", 0).exit_code == 0
    assert ludus("replay", file, "--log").exit_code == 2
