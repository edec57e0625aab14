"""`ludus match` with Python bots: what it says of their games and of their faults."""

import pytest

from ludus.core.position import Position
from ludus.testing.example_games import auction
from tests.games.tribute.test_card_file import OWN
from tests.messages import missing

BOTS = """
import ludus


class First(ludus.Bot):
    def choose(self, turn):
        return turn.moves[0]


class Wrong(First):
    def choose(self, turn):
        return "bid 1"  # every time


class Picky(First):
    def __init__(self):
        if "dept" in self.options:
            raise TypeError("unexpected option 'dept'")

    def begin(self):
        self.log("begins")
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bots.py").write_text(BOTS)
    return tmp_path


def match(*words):
    return ("match", "auction", *words, "-n", 2, "--in-process")


def test_a_fault_leads_to_the_logs(ludus, folder):
    text = ludus(*match("bots.py:Wrong", "random")).stdout
    assert not missing(text, "2 games", "fault")
    assert not missing(text, "--logs FOLDER")
    assert "Use --logs" not in ludus(*match("bots.py:Wrong", "random"), "--logs", "kept").stdout
    assert "Use --logs" not in ludus(*match("bots.py:First", "random")).stdout


def test_a_game_of_a_python_bot_is_saved_with_its_winner_named(ludus, folder):
    text = ludus(*match("bots.py:First", "random"), "--save-replay", "game.json").stdout
    line = next(line for line in text.splitlines() if line.startswith("Game 0: "))
    assert " won " in line
    assert line.endswith("(all sold); saved as game.json")


def test_the_replay_of_an_illegal_move_does_not_call_it_legal(ludus, folder):
    ludus(*match("bots.py:Wrong", "random"), "--save-replay", "game.json")
    assert "Every other move is legal." in ludus("replay", "game.json").stdout
    ludus(*match("bots.py:First", "random"), "--save-replay", "game.json")
    assert "Every move is legal." in ludus("replay", "game.json").stdout


@pytest.mark.parametrize("where", [(), ("--in-process",)])
def test_a_bot_that_could_never_start_is_refused_before_the_first_game(refused, folder, where):
    said = refused("match", "auction", "bots.py:Picky:dept=2", "random", "-n", 2, *where)
    assert said.startswith("ludus: bots.py:Picky:dept=2: ")
    assert not missing(said, "could not start", "TypeError", "'dept'", "(bots.py")


def test_a_trial_is_no_game(ludus, folder):
    assert ludus(*match("bots.py:Picky", "random"), "--logs", "kept").exit_code == 0
    logs = [file.read_text() for file in sorted((folder / "kept/logs/0-1").iterdir())]
    assert [log.count("begins") for log in logs] == [1, 1]


def test_a_position_out_of_a_replay_names_the_options_to_go_on_with(ludus, folder):
    ludus("match", "auction", "random", "-n", 0, "-o", "cards=4", "--save-replay", "game.json")
    text = ludus("replay", "game.json", "--move", 1, "--position", "here.json").stdout
    assert not missing(text, "here.json", "-o cards=4")
    Position.read(auction.game, auction.game.content(cards=4), (folder / "here.json").read_text())


GUEST = """
from scripts_of_tribute.base_ai import BaseAI


class Guest(BaseAI):
    pass
"""


def test_a_bot_for_another_engine_that_has_no_words_for_a_patron_is_refused_before_the_first_game(refused, folder):
    (folder / "guest.py").write_text(GUEST)
    (folder / "mercer.toml").write_text(OWN)
    said = refused("match", "tribute", "guest.py:Guest", "random", "-n", 2, "-o", "cards=mercer.toml")
    assert said.startswith("ludus: guest.py:Guest: could not start: ")
    assert not missing(said, "scripts-of-tribute", "patron 'mercer'")
