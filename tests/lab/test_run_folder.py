"""A run folder belongs to one study, one configuration and one state of the code; anything else is an error."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from ludus.backends import Threads
from ludus.lab import ResultMissing, resume, run, write_report
from ludus.lab.run_folder import default_folder
from ludus.lab.run_index import list_runs
from ludus.util.errors import LudusError, OptionError
from ludus.util.files import FolderError
from tests.lab.example_study import study
from tests.lab.run_files import contents, differences
from tests.messages import mentions, missing


def test_the_same_configuration_has_the_same_folder(tiny):
    assert default_folder(study, tiny) == default_folder(study, msgspec.structs.replace(tiny))
    assert default_folder(study, tiny) != default_folder(study, msgspec.structs.replace(tiny, seed=2))
    assert default_folder(study, tiny).parts[0] == "runs"


def test_a_folder_of_another_configuration_is_rejected(begun, tiny):
    folder = begun()
    with pytest.raises(FolderError, match="seed was 1 at the beginning, is 2 now"):
        run(study, msgspec.structs.replace(tiny, seed=2), folder, Threads(1))


def test_a_run_from_before_a_key_goes_on_with_its_default_only(begun, tiny, whole):
    folder = begun()
    record = json.loads((folder / "versions.json").read_text())
    assert record["config"]["breeding"].pop("elite") == 1  # the default
    del record["config"]["label"]
    (folder / "versions.json").write_text(json.dumps(record))
    breeding = msgspec.structs.replace(tiny.breeding, elite=0)
    with pytest.raises(FolderError, match=mentions("breeding.elite was 1", "0 now", "same settings", "--out")):
        run(study, msgspec.structs.replace(tiny, breeding=breeding), folder, Threads(1))
    resume(folder, Threads(1))
    (folder / "versions.json").write_bytes((whole / "versions.json").read_bytes())
    assert differences(contents(whole), contents(folder)) == []


def test_a_configuration_changed_by_hand_is_noticed(begun, whole):
    folder = begun()
    config = folder / "config.toml"
    text = config.read_text()
    config.write_text(text.replace("population = 3", "population = 5"))
    with pytest.raises(FolderError, match=mentions("breeding.population", "3", "5 now", "Restore", "config.toml")):
        resume(folder, Threads(1))
    config.write_text(text)
    resume(folder, Threads(1))
    assert differences(contents(whole), contents(folder)) == []


def test_a_folder_of_another_study_is_rejected(begun, tiny):
    with pytest.raises(FolderError, match="a run of the study toy, not of other"):
        run(replace(study, name="other"), tiny, begun(), Threads(1))


def test_a_folder_with_other_files_is_rejected(tmp_path, tiny):
    (tmp_path / "thesis.tex").write_text("precious")
    with pytest.raises(FolderError, match=mentions("thesis.tex", "folder of its own")):
        run(study, tiny, tmp_path, Threads(1))
    assert [file.name for file in tmp_path.iterdir()] == ["thesis.tex"]


def test_a_newer_format_is_named(begun):
    folder = begun()
    versions = json.loads((folder / "versions.json").read_text())
    (folder / "versions.json").write_text(json.dumps({**versions, "format": 9}))
    with pytest.raises(FolderError, match=mentions("format 9", "Ludus", "format 1")):
        resume(folder, Threads(1))


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": 1, "versions": {}}', "\x00\xff"])
def test_damaged_versions_are_reported(begun, text):
    folder = begun()
    (folder / "versions.json").write_text(text)
    with pytest.raises(FolderError, match=r"versions.json: damaged"):
        resume(folder, Threads(1))
    (listed,) = list_runs(folder.parent)
    assert listed.state == "damaged"


def test_a_folder_without_a_run_is_reported(tmp_path):
    with pytest.raises(FolderError, match=mentions("versions.json", "missing")):
        resume(tmp_path)
    with pytest.raises(FolderError, match="there is no such folder"):
        resume(tmp_path / "nowhere")


def test_an_impossible_folder_is_reported(tmp_path, tiny):
    (tmp_path / "file").write_text("")
    with pytest.raises(FolderError, match="cannot be made: Not a directory"):
        run(study, tiny, tmp_path / "file" / "run", Threads(1))


def test_changed_code_needs_confirmation(begun, monkeypatch, whole):
    folder, warnings = begun(), []
    monkeypatch.setattr("ludus.lab.provenance.source_digests", lambda work: {"toy.py": "1"})
    with pytest.raises(FolderError, match=mentions("code", "toy.py", "allow_changes=True")):
        resume(folder, Threads(1))
    resume(folder, Threads(1), warn=warnings.append, allow_changes=True)
    assert warnings == ["continues with different code or libraries: changed code: toy.py"]
    assert differences(contents(whole), contents(folder)) == ["report.html"]
    assert not missing((folder / "report.html").read_text(), "changed code: toy.py")


def test_changed_libraries_need_confirmation(begun):
    folder = begun()
    versions = json.loads((folder / "versions.json").read_text())
    versions["versions"]["libraries"]["numpy"] = "1.0"
    versions["versions"]["libraries"]["matplotlib"] = "1.0"  # draws, but does not count
    (folder / "versions.json").write_text(json.dumps(versions))
    with pytest.raises(FolderError, match=mentions("libraries", "numpy was 1.0")):
        resume(folder, Threads(1))


def test_a_report_is_rewritten_from_stored_results(whole):
    before = contents(whole)
    (whole / "report.html").unlink()
    (whole / "tables" / "seats.csv").write_text("spoiled")
    (whole / "tables" / "old.csv").write_text("of an older report")
    write_report(whole)
    assert differences(before, contents(whole)) == []


def test_a_report_of_an_unfinished_run_is_not_written(begun):
    folder = begun()
    with pytest.raises(ResultMissing, match=mentions("'red'", "not finished", "ludus resume")):
        write_report(folder)
    assert not (folder / "report.html").exists()


def test_a_report_plays_nothing(whole):
    def report(settings, context):
        context.cached("something new", lambda: 1)

    from ludus.lab import registered

    with registered(replace(study, report=report)), pytest.raises(LudusError, match="a report plays nothing"):
        write_report(whole)


def test_runs_are_listed_with_their_state(begun, whole):
    folder = begun("stopped")
    states = {each.folder.name: each for each in list_runs(folder.parent)}
    assert {name: each.state for name, each in states.items()} == {"stopped": "stopped", "whole": "finished"}
    assert (states["stopped"].games_done, states["stopped"].games_planned, states["whole"].games_done) == (12, 38, 38)
    assert states["whole"].study == "toy"
    assert states["whole"].seed == 1
    assert list_runs(whole) == [states["whole"]]
    assert list_runs(folder / "nothing") == []


def test_tournaments_are_not_listed_as_runs(whole):
    tournament = whole.parent / "tournament"
    tournament.mkdir()
    for name in ("tournament.json", "events.jsonl", "games.csv"):
        (tournament / name).touch()
    assert [each.folder for each in list_runs(whole.parent)] == [whole]
    (tournament / "tournament.json").unlink()
    assert {each.folder.name: each.state for each in list_runs(whole.parent)}["tournament"] == "damaged"
    shutil.rmtree(tournament)


def test_a_run_that_cannot_be_read_does_not_hide_the_others(whole, monkeypatch):
    closed = whole.parent / "closed"
    shutil.copytree(whole, closed)
    for name in ("iterdir", "read_bytes", "stat"):  # as `chmod 000` does for everybody but root
        _forbid(monkeypatch, name, closed)
    listed = {each.folder.name: each for each in list_runs(whole.parent)}
    assert (listed["closed"].state, listed["whole"].state) == ("unreadable", "finished")
    assert listed["closed"].damage == f"{closed}: cannot be read: Permission denied"
    with pytest.raises(FolderError, match=mentions("closed/versions.json", "Permission denied")):
        resume(closed, Threads(1))


def _forbid(monkeypatch, name, folder):
    real = getattr(Path, name)

    def forbidden(path, **more):
        if folder in path.parents or (path == folder and name == "iterdir"):
            raise PermissionError(13, "Permission denied", str(path))
        return real(path, **more)

    monkeypatch.setattr(Path, name, forbidden)


def test_a_stored_result_that_cannot_be_read_is_reported(whole, monkeypatch):
    _forbid(monkeypatch, "stat", whole / "kept")
    _forbid(monkeypatch, "iterdir", whole / "kept")
    (listed,) = list_runs(whole)
    assert (listed.state, listed.damage) == ("damaged", f"{whole / 'kept'}: cannot be read: Permission denied")
    with pytest.raises(FolderError, match=mentions("red.kept", "Permission denied")):
        write_report(whole)


def test_a_finished_run_stays_finished_after_another_report(whole, tiny):
    before = list_runs(whole)

    def stop(settings, context):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(replace(study, report=stop), tiny, whole, Threads(1))
    (listed,) = list_runs(whole)
    assert (listed.state, listed.games_done, listed.games_planned) == (
        "finished",
        before[0].games_done,
        before[0].games_planned,
    )


def test_a_finished_run_that_computes_again_is_not_finished(whole, tiny):
    (whole / "kept" / "final" / "games.kept").unlink()

    def stop(settings, context):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(replace(study, report=stop), tiny, whole, Threads(1))
    assert list_runs(whole)[0].state == "stopped"


@pytest.mark.parametrize("stage", ["evolve red", "final"])
def test_a_folder_that_is_renamed_meanwhile_has_gone(tmp_path, tiny, stage):
    def rename(update):
        if update.stage == stage and update.stage_games_done and (tmp_path / "old").exists():
            (tmp_path / "old").rename(tmp_path / "new")

    with pytest.raises(FolderError, match=mentions("old:", "disappeared")):
        run(study, tiny, tmp_path / "old", Threads(1), rename)
    assert not (tmp_path / "old").exists()
    assert resume(tmp_path / "new", Threads(1)).folder == tmp_path / "new"


def test_a_folder_whose_name_is_no_text_is_rejected(tmp_path, tiny):
    with pytest.raises(FolderError, match=mentions("run\\xff", "UTF-8")):
        run(study, tiny, tmp_path / "run\udcff", Threads(1))
    assert not list(tmp_path.iterdir())


def test_a_run_that_does_not_fit_into_memory_is_reported(tmp_path, tiny):
    def work(settings, context):
        raise MemoryError("Unable to allocate 465. GiB")

    with pytest.raises(LudusError, match=mentions("run:", "memory", "GiB")):
        run(replace(study, experiment=work), tiny, tmp_path / "run", Threads(1))


def test_a_rejected_configuration_leaves_no_folder(tmp_path, tiny):
    def check(settings):
        raise OptionError("names[0]: nobody is called red")

    with pytest.raises(OptionError, match="nobody is called red"):
        run(replace(study, check=check), tiny, tmp_path / "run", Threads(1))
    assert not list(tmp_path.iterdir())
