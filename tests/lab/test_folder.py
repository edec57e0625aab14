"""A run folder belongs to one study, one configuration and one state of the code; anything else is told, not mixed."""

import json
from dataclasses import replace

import msgspec
import pytest

from ludus.arena.folder import FolderError
from ludus.compute import Threads
from ludus.core.errors import LudusError
from ludus.lab import NotKept, resume, run, write_report
from ludus.lab.folder import default_folder
from ludus.lab.listing import list_runs
from tests.lab.same import contents, differences
from tests.lab.toy import study


def test_the_same_configuration_has_the_same_folder(tiny):
    assert default_folder(study, tiny) == default_folder(study, msgspec.structs.replace(tiny))
    assert default_folder(study, tiny) != default_folder(study, msgspec.structs.replace(tiny, seed=2))
    assert default_folder(study, tiny).parts[0] == "runs"


def test_a_folder_of_another_configuration_is_refused(begun, tiny):
    folder = begun()
    with pytest.raises(FolderError, match="seed was 1 at the beginning, is 2 now"):
        run(study, msgspec.structs.replace(tiny, seed=2), folder, Threads(1))


def test_a_configuration_changed_by_hand_is_noticed(begun, whole):
    folder = begun()
    config = folder / "config.toml"
    text = config.read_text()
    config.write_text(text.replace("population = 3", "population = 5"))
    with pytest.raises(FolderError, match=r"breeding.population was 3 at the beginning, is 5 now.*Put config.toml"):
        resume(folder, Threads(1))
    config.write_text(text)
    resume(folder, Threads(1))
    assert differences(contents(whole), contents(folder)) == []


def test_a_folder_of_another_study_is_refused(begun, tiny):
    with pytest.raises(FolderError, match="a run of the study toy, not of other"):
        run(replace(study, name="other"), tiny, begun(), Threads(1))


def test_a_folder_with_other_files_is_refused(tmp_path, tiny):
    (tmp_path / "thesis.tex").write_text("precious")
    with pytest.raises(FolderError, match=r"holds other files \(thesis.tex\); a run needs a folder of its own"):
        run(study, tiny, tmp_path, Threads(1))
    assert [file.name for file in tmp_path.iterdir()] == ["thesis.tex"]


def test_a_newer_format_is_named(begun):
    folder = begun()
    versions = json.loads((folder / "versions.json").read_text())
    (folder / "versions.json").write_text(json.dumps({**versions, "format": 9}))
    with pytest.raises(FolderError, match=r"a run in format 9, by Ludus \S+; this release reads format 1"):
        resume(folder, Threads(1))


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": 1, "versions": {}}', "\x00\xff"])
def test_damaged_versions_are_told(begun, text):
    folder = begun()
    (folder / "versions.json").write_text(text)
    with pytest.raises(FolderError, match=r"versions.json: damaged"):
        resume(folder, Threads(1))
    (listed,) = list_runs(folder.parent)
    assert listed.state == "damaged"


def test_a_folder_without_a_run_is_told(tmp_path):
    with pytest.raises(FolderError, match=r"no run there \(versions.json is missing\)"):
        resume(tmp_path)
    with pytest.raises(FolderError, match="there is no such folder"):
        resume(tmp_path / "nowhere")


def test_a_place_where_no_folder_can_be_is_told(tmp_path, tiny):
    (tmp_path / "file").write_text("")
    with pytest.raises(FolderError, match="cannot be made: Not a directory"):
        run(study, tiny, tmp_path / "file" / "run", Threads(1))


def test_changed_code_needs_a_word(begun, monkeypatch, whole):
    folder, warnings = begun(), []
    monkeypatch.setattr("ludus.lab.versions.sources", lambda work: {"toy.py": "1"})
    with pytest.raises(FolderError, match=r"begun with other code or libraries \(changed code: toy.py\).*--anyway"):
        resume(folder, Threads(1))
    resume(folder, Threads(1), warn=warnings.append, anyway=True)
    assert warnings == ["goes on with other code or libraries: changed code: toy.py"]
    assert differences(contents(whole), contents(folder)) == ["report.html"]
    assert "something had changed: changed code: toy.py" in (folder / "report.html").read_text()


def test_changed_libraries_need_a_word(begun):
    folder = begun()
    versions = json.loads((folder / "versions.json").read_text())
    versions["versions"]["libraries"]["numpy"] = "1.0"
    versions["versions"]["libraries"]["matplotlib"] = "1.0"  # draws, but does not count
    (folder / "versions.json").write_text(json.dumps(versions))
    with pytest.raises(FolderError, match=r"libraries \(numpy was 1.0, is [\d.]+\), so"):
        resume(folder, Threads(1))


def test_a_report_is_written_again_from_what_is_kept(whole):
    before = contents(whole)
    (whole / "report.html").unlink()
    (whole / "tables" / "seats.csv").write_text("spoiled")
    (whole / "tables" / "old.csv").write_text("of an older report")
    write_report(whole)
    assert differences(before, contents(whole)) == []


def test_a_report_of_an_unfinished_run_is_not_written(begun):
    folder = begun()
    with pytest.raises(NotKept, match=r"'red' is not kept yet .*not finished: ludus resume"):
        write_report(folder)
    assert not (folder / "report.html").exists()


def test_a_report_plays_nothing(whole):
    def report(settings, desk):
        desk.keep("something new", lambda: 1)

    from ludus.lab import registered

    with registered(replace(study, report=report)), pytest.raises(LudusError, match="a report plays nothing"):
        write_report(whole)


def test_runs_are_listed_with_their_state(begun, whole):
    folder = begun("stopped")
    states = {each.folder.name: each for each in list_runs(folder.parent)}
    assert {name: each.state for name, each in states.items()} == {"stopped": "stopped", "whole": "finished"}
    assert (states["stopped"].done, states["stopped"].planned, states["whole"].done) == (12, 38, 38)
    assert states["whole"].study == "toy"
    assert states["whole"].seed == 1
    assert list_runs(whole) == [states["whole"]]
    assert list_runs(folder / "nothing") == []
