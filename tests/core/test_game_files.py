"""Games from Python files: found by the file's name, seen when they are edited, the same in every process."""

import dataclasses
import os
import pickle
import re
import subprocess
import sys
from pathlib import Path

import pytest

import ludus
from ludus.arena import Match, run_match
from ludus.backends import parse_backend
from ludus.bots import load_bot
from ludus.core import game_files
from ludus.core.game_files import game_file, source_digest
from ludus.core.game_registry import game_argument, game_reference, load_game, load_game_by_name, registered_game_files
from ludus.core.replay import Replay
from ludus.util.errors import ContractError, OptionError, ReplayError, UnknownName

SOURCE = """
import sys

from ludus.core import Record, rule, uint8, uint64
from ludus.core.game import Content, Game
from ludus.core.random import random_below, seed_stream

STONES = 5


class GameData(Record):
    stones: uint8


class State(Record):
    stream: uint64
    stones: uint8
    mover: uint8
    first: uint8


def load(options):
    data = GameData.zeros()
    data["stones"] = STONES
    return Content(data, options)


@rule
def start(data, state, seed):
    state.stream = seed_stream(seed)
    state.stones = data.stones
    state.first = random_below(state, 2)
    state.mover = state.first


@rule
def current_player(state):
    return state.mover


@rule
def legal_moves(data, state, moves):
    moves[0], moves[1] = 1, 2
    return 2 if state.stones > 1 else 1


@rule
def apply(data, state, move):
    state.stones -= move
    if state.stones > 0:
        state.mover = 1 - state.mover


@rule
def end_reason(state):
    return 1 if state.stones == 0 else 0


@rule
def payoff(state, seat):
    return 1.0 if state.mover == seat else 0.0


@rule
def score(state, seat):
    return 0


@rule
def resample_hidden(data, state, seat, seed):
    state.stream = seed_stream(seed)


def observation(content, state, seat):
    return {"stones": state.stones, "to_move": state.mover}


game = Game(
    name="nim-of-a-file", title="Nim", summary="Take one or two", version="1", seats=(2, 2),
    end_reasons=("running", "empty"), max_moves=2, data=GameData, state=State, rules=sys.modules[__name__],
    load=load, observation=observation,
)
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a game; what the process learns about it is forgotten afterwards."""
    (tmp_path / "nim_file.py").write_text(SOURCE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr("ludus.core.game_registry.GAMES.added", {})
    monkeypatch.setattr(game_files, "_files", {})
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if (getattr(sys.modules[name], "__file__", None) or "").startswith(str(tmp_path)):
            del sys.modules[name]


def test_a_game_in_a_file_is_found_by_its_path_and_known_by_its_name_from_then_on(folder):
    game = load_game("nim_file.py:game")
    assert load_game("./nim_file.py") is load_game(str(folder / "nim_file.py")) is game
    assert load_game_by_name("nim-of-a-file") is game
    assert ludus.load_game("nim_file.py:game") is game
    assert game_argument(game) == "nim_file.py:game"
    assert game_reference(game) == f"{folder / 'nim_file.py'}:game"
    assert registered_game_files() == [game_reference(game)]
    assert ludus.new_game("nim_file.py", seed=1).legal_moves == [1, 2]


def test_a_name_never_runs_a_file(folder):
    with pytest.raises(UnknownName):
        load_game_by_name("nim_file.py:game")
    assert "nim_file" not in sys.modules


def test_code_that_reads_requests_and_stored_files_loads_games_by_name_only():
    home = Path(ludus.__file__).parent
    trusted = home / "studio" / "worker" / "__main__.py"  # gets the files of the games that the user named
    files = {*(home / "studio").rglob("*.py"), home / "core" / "replay.py", home / "arena" / "tournament.py"}
    users = [
        file for file in files if re.search(r"import .*\bload_game\b|game_registry\.load_game\b", file.read_text())
    ]
    assert users == [trusted]


def test_what_is_wrong_with_a_file_is_said_in_one_sentence(folder):
    files = {
        "syntax.py": ("x = 1\ndef f(:\n", ContractError, "syntax.py, line 2"),
        "name.py": ("x = 1\n\ny = z\n", ContractError, "'z' is not defined (name.py, line 3)"),
        "missing.py": ("import no_such_module\n", ContractError, "'no_such_module' (missing.py, line 1)"),
        "leaves.py": ("import sys\nsys.exit()\n", ContractError, "sys.exit"),
        "number.py": ("game = 7\n", ContractError, "type int"),
        "empty.py": ("", OptionError, "no variable 'game'"),
    }
    for name, (source, kind, part) in files.items():
        (folder / name).write_text(source)
        with pytest.raises(kind) as refused:
            load_game(name)
        assert part in str(refused.value)
        assert name in str(refused.value)
        assert name.removesuffix(".py") not in sys.modules or source in ("", "game = 7\n")
    (folder / "folder.py").mkdir()
    for text in ("no_file.py", "folder.py", "nim_file.py:", "nim_file.py:a b", "nim_file.py:gam"):
        with pytest.raises(OptionError, match=text.partition(":")[0]):
            load_game(text)


def test_a_file_may_have_the_name_of_a_module_of_python(folder):
    (folder / "random.py").write_text(SOURCE)
    import random

    assert load_game("random.py").name == "nim-of-a-file"
    assert sys.modules["random"] is random


def test_an_edited_file_is_seen_even_if_its_size_is_the_same(folder):
    file = folder / "nim_file.py"
    times = os.stat(file).st_atime_ns, os.stat(file).st_mtime_ns
    before = load_game("nim_file.py")
    assert ludus.new_game(before).state.stones == 5
    file.write_text(SOURCE.replace("STONES = 5", "STONES = 6").replace("state.stones -= move", "state.stones -= 1   "))
    os.utime(file, ns=times)
    after = load_game("nim_file.py")
    assert after is not before
    position = ludus.new_game(after)
    position.play(2)
    assert position.state.stones == 5  # 6 less 1: the rules are compiled again
    assert game_file(before).digest != game_file(after).digest


def test_modules_next_to_the_file_belong_to_its_source(folder):
    (folder / "nim_parts").mkdir()
    (folder / "nim_parts" / "__init__.py").write_text("")
    (folder / "nim_parts" / "sizes.py").write_text("STONES = 7\n")
    (folder / "unrelated.py").write_text("")
    (folder / "nim_file.py").write_text(SOURCE.replace("STONES = 5", "from nim_parts.sizes import STONES"))
    digest = source_digest(folder / "nim_file.py")
    assert ludus.new_game("nim_file.py").state.stones == 7
    (folder / "unrelated.py").write_text("x = 1")
    assert source_digest(folder / "nim_file.py") == digest
    (folder / "nim_parts" / "sizes.py").write_text("STONES = 11\n")
    assert source_digest(folder / "nim_file.py") != digest
    assert ludus.new_game("nim_file.py").state.stones == 11


def test_a_file_in_a_package_may_import_its_neighbours(folder):
    package = folder / "nim_package"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "sizes.py").write_text("STONES = 9\n")
    (package / "rules.py").write_text(SOURCE.replace("STONES = 5", "from .sizes import STONES"))
    game = load_game("nim_package/rules.py:game")
    assert (game.load.__module__, ludus.new_game(game).state.stones) == ("nim_package.rules", 9)


def test_other_processes_load_the_same_file_and_refuse_another_version(folder):
    game = load_game("nim_file.py")
    players = [load_bot(game, "random"), load_bot(game, "random")]
    match = Match(game, game.content(), players, 1)
    here = run_match(match, 20, parse_backend("threads:1")).digest()
    backend = parse_backend("processes:1")
    assert run_match(match, 20, backend).digest() == here
    pickled = pickle.dumps(game)
    assert pickle.loads(pickled) is game
    (folder / "nim_file.py").write_text(SOURCE.replace('version="1"', 'version="2"'))
    with pytest.raises(ContractError, match=r"nim_file\.py"):
        run_match(match, 20, backend)
    with pytest.raises(ContractError, match=r"nim_file\.py"):
        pickle.loads(pickled)
    (folder / "nim_file.py").unlink()
    with pytest.raises(ContractError, match="same path"):
        pickle.loads(pickled)


def test_a_python_bot_plays_a_game_from_a_file(folder):
    (folder / "last.py").write_text(
        "import ludus\n\nclass Last(ludus.Bot):\n    def choose(self, turn):\n        return turn.moves[-1]\n"
    )
    result = ludus.match("nim_file.py", "last.py:Last", "random", games=4)
    assert result.faults == [{}, {}]


def test_a_replay_names_the_file_and_says_when_it_has_changed(folder):
    position = ludus.new_game("nim_file.py:game", seed=3)
    while not position.is_over:
        position.play(position.legal_moves[-1])
    replay = Replay.from_position(position)
    assert replay.file == {"name": "nim_file.py:game", "digest": source_digest(folder / "nim_file.py")}
    replay.save("game.json")
    assert (Replay.load("game.json"), replay.source_change()) == (replay, "")

    (folder / "nim_file.py").write_text(SOURCE + "# a remark\n")
    load_game("nim_file.py")
    assert "nim_file.py has changed" in replay.source_change()
    assert replay.positions()[-1].result == position.result
    (folder / "nim_file.py").write_text(SOURCE.replace("1.0 if state.mover == seat", "0.0 if state.mover == seat"))
    load_game("nim_file.py")
    with pytest.raises(ReplayError, match="has changed"):
        replay.positions()


def test_a_replay_never_runs_a_file_by_itself(folder):
    replay = Replay.from_position(ludus.new_game("nim_file.py", seed=3))
    replay.save("game.json")
    code = "import ludus, sys; ludus.load_replay('game.json').positions()"
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "ReplayError" in process.stderr
    assert "--game-file nim_file.py:game" in process.stderr


def test_a_game_made_from_one_of_a_file_does_not_come_from_the_file(folder):
    assert game_file(dataclasses.replace(load_game("nim_file.py"), title="Other")) is None
