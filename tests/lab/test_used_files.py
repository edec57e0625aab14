"""A run notes the games, bots and content of the user that it uses; one that was changed is noticed on resume."""

import importlib
import json
import shutil
import sys
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

import pytest

from ludus.arena import Match, run_match
from ludus.backends import Threads
from ludus.bots import load_bot
from ludus.core import game_files, game_registry
from ludus.core.game_registry import load_game
from ludus.lab import Config, Report, Study, resume, run, write_report
from ludus.lab import registered as registered_study
from ludus.lab.provenance import source_digests
from ludus.lab.run_folder import CodeChanged
from ludus.lab.run_index import summarise_run
from ludus.testing.example_games import auction
from ludus.util import plugins
from ludus.util.files import FolderError
from tests.core.test_game_files import SOURCE

NIM = SOURCE.replace("STONES = 5", "from nim_helper import STONES")
BOT = """
import ludus


class First(ludus.Bot):
    def choose(self, position):
        return position.legal_moves[0]
"""


class StonesConfig(Config, frozen=True, kw_only=True):
    """Configuration of the study."""

    game: str = "nim_file.py:game"
    bot: str = "random"
    steps: int = 2


DEFAULT = StonesConfig()


def experiment(config, context):
    for step in range(config.steps):
        context.begin_stage(f"step {step}", 4)
        context.cached(f"step {step}", lambda: play(config, context))


def play(config, context):
    game = load_game(config.game)
    bots = [load_bot(game, config.bot, in_process=True) for _ in range(2)]
    outcomes = run_match(Match(game, game.content(), bots, config.seed), 4, Threads(1))
    context.advance(4)
    return outcomes.lengths


def report(config, context):
    lengths = [context.result(f"step {step}").tolist() for step in range(config.steps)]
    return Report("Stones", [str(lengths)], [])


study = Study("stones", "How long is a game?", StonesConfig, experiment, report)


def stop_before(number):
    def listen(update):
        if update.stage == f"step {number}":
            raise KeyboardInterrupt

    return listen


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a game that imports a helper; what the process learns about it is forgotten afterwards."""
    (tmp_path / "nim_file.py").write_text(NIM)
    (tmp_path / "nim_helper.py").write_text("STONES = 5\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(game_registry.GAMES, "added", {})
    monkeypatch.setattr(game_files, "_files", {})
    before = set(sys.modules)
    with registered_study(study):
        yield tmp_path
    for name in set(sys.modules) - before:
        if (getattr(sys.modules[name], "__file__", None) or "").startswith(str(tmp_path)):
            del sys.modules[name]


def begin(config=DEFAULT, stop=1):
    """Run the study up to a step and stop there."""
    with pytest.raises(KeyboardInterrupt):
        run(study, config, "run", Threads(1), stop_before(stop))


def test_a_helper_of_a_game_that_was_edited_between_two_runs_is_named(folder):
    begin()
    (folder / "nim_helper.py").write_text("STONES = 7\n")
    with pytest.raises(CodeChanged) as refused:
        resume("run", Threads(1))
    assert "nim_helper.py" in refused.value.reason
    (folder / "nim_helper.py").write_text("STONES = 5\n")
    resume("run", Threads(1))


def test_a_finished_run_whose_game_changed_is_not_shown_as_current(folder):
    run(study, DEFAULT, "run", Threads(1))
    assert summarise_run(Path("run")).outdated == ()
    (folder / "nim_file.py").write_text(NIM.replace("random_below(state, 2)", "0"))
    with pytest.raises(CodeChanged, match=r"nim_file\.py"):
        run(study, DEFAULT, "run", Threads(1))
    assert summarise_run(Path("run")).outdated == ("nim_file.py",)
    warnings = []
    write_report("run", warnings.append)
    assert "nim_file.py" in warnings[0]
    assert "earlier version of nim_file.py" in Path("run/report.html").read_text()


def test_allowed_changes_are_in_the_report(folder):
    begin()
    (folder / "nim_helper.py").write_text("STONES = 7\n")
    warnings = []
    resume("run", Threads(1), warn=warnings.append, allow_changes=True)
    assert "nim_helper.py" in warnings[0]
    assert "nim_helper.py" in Path("run/report.html").read_text()


def test_a_game_that_is_edited_while_the_run_works_ends_it(folder):
    def edit(update):
        if update.stage == "step 1" and not update.stage_games_done:
            (folder / "nim_helper.py").write_text("STONES = 7\n")

    with pytest.raises(FolderError, match=r"nim_helper\.py"):
        run(study, DEFAULT, "run", Threads(1), edit)
    with pytest.raises(CodeChanged):
        resume("run", Threads(1))


def test_a_run_and_its_project_may_move_together(folder, tmp_path_factory, monkeypatch):
    begin()
    other = tmp_path_factory.mktemp("other") / "project"
    shutil.move(folder, other)
    monkeypatch.chdir(other)
    resume("run", Threads(1))


def test_a_missing_game_is_named(folder):
    run(study, DEFAULT, "run", Threads(1))
    (folder / "nim_file.py").unlink()
    with pytest.raises(CodeChanged, match=r"nim_file.py \(missing\)"):
        run(study, DEFAULT, "run", Threads(1))


def test_a_game_of_an_installed_package_is_compared_with_all_its_modules_and_data(folder, monkeypatch):
    package = folder / "site-packages" / "nim_installed"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(SOURCE.replace("STONES = 5", "from nim_installed.numbers import STONES"))
    (package / "numbers.py").write_text("STONES = 5\n")
    (package / "content").mkdir()
    (package / "content" / "piles.csv").write_text("5\n")
    monkeypatch.syspath_prepend(str(package.parent))
    points = [EntryPoint("nim-installed", "nim_installed:game", game_registry.GROUP)]
    monkeypatch.setattr(plugins, "entry_points", lambda group: points if group == game_registry.GROUP else [])
    monkeypatch.setattr(game_registry.GAMES, "_loaded", {})
    config = StonesConfig(game="nim-installed")
    run(study, config, "run", Threads(1))
    noted = json.loads(Path("run/versions.json").read_text())["versions"]["code"]
    assert list(noted) == ["module:nim_installed"]
    assert list(noted["module:nim_installed"]) == [
        f"nim_installed/{x}" for x in ("__init__.py", "content/piles.csv", "numbers.py")
    ]
    for file, text in (("numbers.py", "STONES = 6\n"), ("content/piles.csv", "6\n")):
        before = (package / file).read_text()
        (package / file).write_text(text)
        with pytest.raises(CodeChanged, match=f"nim_installed/{file}"):
            run(study, config, "run", Threads(1))
        (package / file).write_text(before)
    run(study, config, "run", Threads(1))


def test_an_installed_game_in_a_folder_without_init_is_found_again(folder, monkeypatch):
    package = folder / "site-packages" / "nim_games" / "nim_inside"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(str(folder / "site-packages"))
    game_registry.register_game(importlib.import_module("nim_games.nim_inside").game)
    config = StonesConfig(game="nim-of-a-file")
    for _ in range(2):
        run(study, config, "run", Threads(1))
    (package / "__init__.py").write_text(SOURCE + "# changed\n")
    with pytest.raises(CodeChanged, match="nim_inside"):
        run(study, config, "run", Threads(1))


def test_a_bot_from_a_file_is_compared(folder):
    (folder / "first.py").write_text(BOT)
    config = StonesConfig(bot="first.py:First")
    begin(config)
    (folder / "first.py").write_text(BOT.replace("[0]", "[-1]"))
    with pytest.raises(CodeChanged, match=r"first\.py"):
        run(study, config, "run", Threads(1))


def test_content_from_a_file_is_compared(folder):
    (folder / "piles.json").write_text("[5]")

    def read(config, context):
        from ludus.util.files import read_json

        context.cached("first", lambda: read_json("piles.json", "piles"))
        context.begin_stage("step 1", 1)
        context.cached("second", lambda: read_json("piles.json", "piles"))

    reading = replace(study, experiment=read, report=lambda config, context: Report("Piles", ["-"], []))
    with pytest.raises(KeyboardInterrupt):
        run(reading, DEFAULT, "run", Threads(1), stop_before(1))
    (folder / "piles.json").write_text("[6]")
    with pytest.raises(CodeChanged, match=r"piles\.json"):
        run(reading, DEFAULT, "run", Threads(1))
    (folder / "piles.json").write_text("[5]")
    run(reading, DEFAULT, "run", Threads(1))
    (folder / "piles.json").unlink()  # content that is gone can have changed nothing
    run(reading, DEFAULT, "run", Threads(1))


def test_games_of_ludus_are_not_noted_twice(folder):
    game_registry.register_game(auction.game)
    run(study, StonesConfig(game="auction"), "run", Threads(1))
    assert not {"code", "content"} & json.loads(Path("run/versions.json").read_text())["versions"].keys()


def test_a_game_without_a_file_gives_a_warning(folder):
    module = sys.modules["nim_typed_in"] = ModuleType("nim_typed_in")
    exec(compile(SOURCE.replace("nim-of-a-file", "typed-in"), "<cell 1>", "exec"), module.__dict__)
    game_registry.register_game(module.game)
    warnings = []
    run(study, StonesConfig(game="typed-in"), "run", Threads(1), warn=warnings.append)
    del sys.modules["nim_typed_in"]
    assert len(warnings) == 1
    assert "typed-in" in warnings[0]


def test_a_module_that_a_study_imports_is_a_source_of_the_study(folder):
    (folder / "stone_study.py").write_text("import stone_helper\n\ndef experiment(config, context): ...\n")
    (folder / "stone_helper.py").write_text("X = 1\n")
    sys.path.append(str(folder))
    from stone_study import experiment as imported

    before = source_digests(imported)
    (folder / "stone_helper.py").write_text("X = 2\n")
    after = source_digests(imported)
    assert [name for name in after if before.get(name) != after[name]] == ["stone_helper.py"]


def test_a_run_that_has_stored_nothing_starts_over_with_the_mended_study(folder, monkeypatch):
    def fail(config, context):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run(replace(study, experiment=fail), DEFAULT, "run", Threads(1))
    monkeypatch.setattr("ludus.lab.provenance.source_digests", lambda work: {"toy.py": "mended"})
    run(study, StonesConfig(steps=1), "run", Threads(1))
    recorded = json.loads(Path("run/versions.json").read_text())
    assert recorded["versions"]["files"] == {"toy.py": "mended"}
    assert recorded["config"]["steps"] == 1
    assert summarise_run(Path("run")).state == "finished"


def test_the_advice_is_for_python_in_python(folder, monkeypatch):
    begin()
    monkeypatch.setattr("ludus.lab.provenance.source_digests", lambda work: {"toy.py": "1"})
    with pytest.raises(CodeChanged) as refused:
        resume("run", Threads(1))
    assert "allow_changes=True" in str(refused.value)
    assert "--" not in str(refused.value)
