"""`--to` of `inspect` and `make`: the same for all games."""

import pytest

from ludus.design.base.designer import DESIGNERS, Designer, find_designer
from ludus.report.report_model import File, Report
from ludus.report.table_model import Column, Table
from ludus.util.errors import OptionError

GAMES = sorted(DESIGNERS)
COMMANDS = {"inspect": ("anything",), "make": ("--seed", "1")}
TARGETS = {"locm": ("--balance",), "tribute": ("--balance",), "dominion": ("--length", "20"),
           "delve": ("--nodes", "5"), "platformer": ("--rooms", "1x1")}  # fmt: skip


@pytest.fixture
def stand_ins(monkeypatch):
    """Designers of all games that do their work at once; a tree, card or level is `new.txt`."""
    report = Report("Title", ["First.", "Second."], [Table("t", [Column.text("a")], [["b"]]), File("new.txt", "new")])
    work = {"work": lambda request: report}
    for game in GAMES:
        real = find_designer(game)
        fast = Designer(
            *(real.content_help, real.inspect_example, real.inspect_options),
            lambda content, options, request: work["work"](request),
            *(real.make_example, real.make_options),
            lambda options, request: work["work"](request),
        )
        monkeypatch.setattr(f"{DESIGNERS[game].replace(':', '.')}", fast)
    return work


def words(command, game):
    return (command, game, "x") if command == "inspect" else (command, game, *TARGETS[game])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("command", ["inspect", "make"])
def test_a_new_or_empty_folder_gets_everything_and_others_are_refused(
    ludus, refused, stand_ins, tmp_path, command, game
):
    ask = words(command, game)
    (tmp_path / "empty").mkdir()
    for folder in ("new", "inside/new", "empty", "with.dots"):
        result = ludus(*ask, "--to", tmp_path / folder)
        assert result.exit_code == 0, result.output
        assert {file.name for file in (tmp_path / folder).iterdir()} == {"report.html", "t.csv", "new.txt"}
    assert "the results of an earlier command" in refused(*ask, "--to", tmp_path / "new")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "cards.csv").write_text("")
    assert "cards.csv" in refused(*ask, "--to", tmp_path / "mine")
    for file in ("tree.toml", "report.html", "made.GraphML"):
        assert "name of a file" in refused(*ask, "--to", tmp_path / file)
        assert not (tmp_path / file).exists()
    (tmp_path / "file").write_text("")
    assert "no folder can be made" in refused(*ask, "--to", tmp_path / "file")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("command", ["inspect", "make"])
def test_without_it_the_answer_is_printed_and_nothing_written(ludus, stand_ins, tmp_path, monkeypatch, command, game):
    monkeypatch.chdir(tmp_path)
    result = ludus(*words(command, game))
    assert result.exit_code == 0, result.output
    assert "- First.\n- Second.\n" in result.stdout
    assert ("Nothing was written" in result.stdout) == (command == "make")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["inspect", "make"])
def test_a_stopped_command_says_that_nothing_was_written(ludus, stand_ins, tmp_path, command):
    def stop(request):
        raise KeyboardInterrupt

    stand_ins["work"] = stop
    result = ludus(*words(command, "locm"), "--to", tmp_path / "new")
    assert result.exit_code == 130
    assert result.stderr.endswith("\nludus: stopped; nothing was written\n")
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("command", ["inspect", "make"])
def test_a_folder_that_was_made_for_work_that_fails_is_removed(ludus, stand_ins, tmp_path, command, game):
    def fail(request):
        raise OptionError("no such thing")

    stand_ins["work"] = fail
    (tmp_path / "before").mkdir()
    for folder, remains in (("new", False), ("before", True)):
        assert ludus(*words(command, game), "--to", tmp_path / folder).exit_code == 2
        assert (tmp_path / folder).exists() == remains


def test_a_folder_with_saved_work_is_kept(ludus, stand_ins, tmp_path):
    def stop(request):
        request.checkpoint.save("half", 1, now=True)
        raise OptionError("stopped")

    stand_ins["work"], first = stop, stand_ins["work"]
    assert ludus(*words("make", "delve"), "--to", tmp_path / "new").exit_code == 2
    stand_ins["work"] = first
    result = ludus(*words("make", "delve"), "--to", tmp_path / "new")
    assert result.exit_code == 0
    assert "continuing" in result.stderr
