"""Checks of a bot while it is written: errors with their line, nothing is run, and every template plays."""

import pytest

from ludus.arena import Match
from ludus.arena.runner import play_game
from ludus.bots import load_bot
from ludus.core.game_registry import load_game
from ludus.studio.bot_checks import bot_templates, check_source
from ludus.studio.protocol.uploaded_bots import NewBot
from tests.cases import each

GOOD = """import ludus

LIMIT = 3


class Mine(ludus.Bot):
    def begin(self):
        self.seen = [number for number in range(LIMIT)]

    def choose(self, turn):
        self.log(turn.seconds)
        return turn.moves[0]
"""


def check(code, **more):
    return check_source(NewBot("mine", "auction", "python", code, **more))


def faults(code, **more):
    return [(fault.kind, fault.line) for fault in check(code, **more).faults]


def test_a_good_bot_has_no_faults():
    checked = check(GOOD)
    assert (checked.cls, checked.faults) == ("Mine", [])
    renamed = "from ludus import Bot as Base\nclass A(Base):\n    def choose(self, turn):\n        return 0\n"
    assert check(renamed).faults == []
    other = "from sot.base_ai import BaseAI\nclass A(BaseAI):\n    def play(self, a, b, c):\n        return b\n"
    assert check(other).faults == []


@each(
    ("change", "kind", "line", "words"),
    [
        (("def choose(self, turn):", "def choose(self, turn)"), "error", 10, "expected"),
        (("        return", "      return"), "error", 12, "indent"),
        (("return turn.moves[0]", "return turn.moves[0]\nreturn 1"), "error", 13, "outside function"),
        (("def choose(self, turn):", "def choose(self):"), "error", 10, "choose(self, turn)"),
        (("def choose(self, turn):", "async def choose(self, turn):"), "error", 10, "async"),
        (("def choose", "def chose"), "error", 6, "choose(self, turn)"),
        (("(ludus.Bot)", ""), "error", 6, "ludus.Bot"),
        (("range(LIMIT)", "range(LIMT)"), "warning", 8, "'LIMIT'"),
        (("turn.moves[0]", "trun.moves[0]"), "warning", 12, "'turn'"),
        (("turn.moves[0]", "turn.move[0]"), "warning", 12, "'moves'"),
        (("def begin", "def beginn"), "warning", 7, "'begin'"),
        (("LIMIT = 3", 'LIMIT = 3 if "a" is "a" else 4'), "warning", 3, "is"),
    ],
)
def test_a_fault_is_found_with_its_line(change, kind, line, words):
    found = check(GOOD.replace(*change)).faults
    assert (kind, line) in [(fault.kind, fault.line) for fault in found], found
    assert any(words in fault.message for fault in found if (fault.kind, fault.line) == (kind, line)), found


@each("code", ["", "x = 1\n", "class A: pass\nclass B: pass\n", "(" * 5000, "x = 1\x00\n", "a" + ".b" * 50_000])
def test_a_source_without_a_bot_has_an_error(code):
    assert any(fault.kind == "error" for fault in check(code).faults)


def test_a_named_class_that_is_missing_is_an_error_with_a_suggestion():
    (fault,) = check(GOOD, cls="Min").faults
    assert "'Mine'" in fault.message


def test_names_of_star_imports_globals_and_comprehensions_are_known():
    head, body = "import ludus\n", "\n\nclass A(ludus.Bot):\n    def choose(self, turn):\n"
    known = [
        f"from math import *\n{head}{body}        return pi\n",
        f"{head}{body}        global best\n        best = [n for n in turn.numbers if n > 1]\n        return best[0]\n",
        f"{head}{body}        return (lambda k: k + len(__name__))(1)\n",
    ]
    assert [faults(code) for code in known] == [[], [], []]


def test_checking_runs_nothing(tmp_path):
    target = tmp_path / "ran"
    check(f"open({str(target)!r}, 'w').close()\n{GOOD}")
    assert not target.exists()


@pytest.mark.parametrize("template", bot_templates(), ids=lambda template: template.title)
def test_a_template_has_no_faults_and_plays_a_game(template, tmp_path):
    game = load_game(template.game or "locm")
    checked = check_source(NewBot("mine", game.name, "python", template.code))
    assert checked.faults == []
    (tmp_path / "mine.py").write_text(template.code)
    content = game.content()
    bots = [load_bot(game, f"{tmp_path}/mine.py:{checked.cls}", in_process=True)]
    bots += [load_bot(game, "random")] * (game.seat_count(content.data) - 1)
    assert play_game(Match(game, content, bots, 3), 0).fault == ""


def test_there_is_a_template_for_every_game_with_a_board():
    assert {"", "locm", "dominion", "tribute", "delve"} == {template.game for template in bot_templates()}
