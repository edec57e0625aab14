"""A Python bot is loaded inside its package and works in a private copy of its folders; late errors are counted."""

import os

import pytest

from ludus.arena.episode import play_episode
from ludus.bots import load_bot
from ludus.bots.external import Limits
from ludus.bots.python.bot_package import MAX_FILE_BYTES, copy_folders, find_package
from ludus.core.position import Position
from ludus.testing.example_games import auction
from tests.cases import each

GAME = auction.game

MAIN = """
import os
import ludus
from ..extensions import first
from .helper import WORD

class Packed(ludus.Bot):
    def begin(self):
        here = os.path.dirname(os.path.abspath(__file__))
        with open(os.path.join(here, "notes.txt"), "a") as notes:
            notes.write("one more game")
        with open("working.txt", "w") as file:
            file.write("written")
        os.makedirs(os.path.join(here, "logs"), exist_ok=True)
        with open(os.path.join(here, "logs", "new.txt"), "w") as file:
            file.write("written")
        with open(os.path.join(here, "notes.txt")) as notes, open("data.txt") as data:
            self.log(f"{WORD}; {notes.read()}; {data.read()}; {__name__}")

    def choose(self, turn):
        return first(turn.moves)

class Late(Packed):
    def end(self, result):
        raise ValueError("too late")
"""


@pytest.fixture
def packed(tmp_path):
    """A bot in a package without __init__.py, as contests have them."""
    folder = tmp_path / "py_agents" / "mine"
    folder.mkdir(parents=True)
    (folder / "mine.py").write_text(MAIN)
    (folder / "helper.py").write_text("WORD = 'from the helper'\n")
    (folder / "notes.txt").write_text("old; ")
    (folder / "data.txt").write_text("its data")
    (folder.parent / "extensions.py").write_text("def first(moves):\n    return moves[0]\n")
    return folder / "mine.py"


def play(bot):
    position = Position.start(GAME, GAME.content(), 3)
    try:
        return play_episode(position, [bot, load_bot(GAME, "random")], [1, 2])
    finally:
        bot.close()


def test_a_bot_plays_inside_its_package_and_writes_next_to_itself(packed):
    episode = play(load_bot(GAME, f"{packed}:Packed", limits=Limits(start=60.0, reply=60.0)))
    assert (episode.reason, episode.fault) == ("all sold", "")
    assert "from the helper; old; one more game; its data; py_agents.mine.mine" in episode.logs[0]
    assert (packed.parent / "notes.txt").read_text() == "old; "
    assert sorted(file.name for file in packed.parent.iterdir()) == ["data.txt", "helper.py", "mine.py", "notes.txt"]


def test_a_bot_in_a_package_loads_in_this_process(packed, monkeypatch):
    monkeypatch.chdir(packed.parent)
    monkeypatch.setattr("sys.path", [*__import__("sys").path])
    bot = load_bot(GAME, f"{packed}:Packed", in_process=True)
    assert bot.bot_class.__module__.endswith("mine")


@each("in_process", [False, True])
def test_an_error_after_the_end_is_counted_and_changes_no_result(tmp_path, in_process):
    file = tmp_path / f"late{in_process}.py"
    end = "    def end(self, result):\n        raise ValueError('too late')\n"
    file.write_text(f"import ludus\nclass Late(ludus.Bot):\n    def choose(self, turn):\n        return 1\n{end}")
    file.write_text(file.read_text().replace("return 1", "return turn.moves[0]"))
    limits = Limits(start=60.0, reply=60.0)
    bot = load_bot(GAME, f"{file}:Late", in_process=in_process, limits=limits)
    episode = play(bot)
    assert (episode.reason, episode.fault) == ("all sold", "")
    assert bot.end_errors.count == 1
    assert "too late" in bot.end_errors.last
    assert "end: " in episode.logs[0]


LAYOUTS = {
    "no package": ({"bot.py": "import helper"}, "bot.py", ()),
    "marked packages": ({"a/__init__.py": "", "a/b/__init__.py": "", "a/b/bot.py": ""}, "a/b/bot.py", ("a", "b")),
    "its own folder": ({"a/bot.py": "from .x import y", "a/x.py": ""}, "a/bot.py", ("a",)),
    "two levels up": ({"a/b/bot.py": "from ..x import y", "a/x.py": ""}, "a/b/bot.py", ("a", "b")),
    "by name": ({"agents/b/bot.py": "import agents.x", "agents/x.py": ""}, "agents/b/bot.py", ("agents", "b")),
    "next to a folder above": ({"a/b/bot.py": "from zeal.x import y", "zeal/x.py": ""}, "a/b/bot.py", ("a", "b")),
    "not one that is installed": ({"a/bot.py": "import numpy", "numpy/x.py": ""}, "a/bot.py", ()),
    "of a helper": ({"a/b/bot.py": "import x", "a/b/x.py": "from ..y import z"}, "a/b/bot.py", ("a", "b")),
    "of a module below": ({"a/bot.py": "from .s.x import y", "a/s/x.py": "from ..z import w"}, "a/bot.py", ("a",)),
    "inside a function": ({"a/bot.py": "def f():\n    from . import x"}, "a/bot.py", ("a",)),
}


@pytest.mark.parametrize("name", LAYOUTS)
def test_the_package_follows_from_imports_and_files(tmp_path, name):
    files, bot, packages = LAYOUTS[name]
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    package = find_package(str(tmp_path / bot))
    assert package.packages == packages
    assert package.file == str(tmp_path / bot)


def test_small_files_are_copied_large_ones_are_links(tmp_path):
    source, private = tmp_path / "mine", tmp_path / "private"
    (source / "weights").mkdir(parents=True)
    private.mkdir()
    (source / "bot.py").write_text("import ludus")
    (source / "weights" / "large").write_bytes(b"x" * (MAX_FILE_BYTES + 1))
    copy, folder = copy_folders(find_package(str(source / "bot.py")), "/usr", str(private))
    assert (copy.folder, folder) == (str(private), str(private))
    assert not os.path.islink(private / "bot.py")
    assert os.path.islink(private / "weights" / "large")
    assert (private / "weights" / "large").stat().st_size > MAX_FILE_BYTES


def test_the_working_folder_shows_the_present_one_and_the_bots_own(tmp_path):
    (tmp_path / "work" / "bots").mkdir(parents=True)
    (tmp_path / "private").mkdir()
    (tmp_path / "work" / "here.txt").write_text("here")
    (tmp_path / "work" / "bots" / "bot.py").write_text("")
    (tmp_path / "work" / "bots" / "own.txt").write_text("own")
    package = find_package(str(tmp_path / "work" / "bots" / "bot.py"))
    copy, folder = copy_folders(package, str(tmp_path / "work"), str(tmp_path / "private"))
    assert copy.file == f"{folder}/bots/bot.py"
    assert sorted(os.listdir(folder)) == ["bot.py", "bots", "here.txt", "own.txt"]


def test_a_folder_called_ludus_is_no_package_of_its_bots(tmp_path):
    bot = tmp_path / "ludus" / "mine" / "bot.py"
    bot.parent.mkdir(parents=True)
    (tmp_path / "ludus" / "bots").mkdir()
    bot.write_text("import ludus\nfrom ludus import Bot\nfrom ludus.bots import load_bot\n")
    package = find_package(str(bot))
    assert (package.root, package.packages) == (str(bot.parent), ())
