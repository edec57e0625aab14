"""Damaged files are detected, named, and repaired where that is possible."""

import shutil

import pytest

from ludus.backends import Threads
from ludus.lab import resume, write_report
from ludus.lab.event_log import read_events
from ludus.lab.run_index import summarise_run
from ludus.util.checksummed_io import CorruptFile
from tests.lab.run_files import contents, differences
from tests.messages import mentions, missing


def halve(file):
    data = file.read_bytes()
    file.write_bytes(data[: len(data) // 2])


def flip(file):
    data = bytearray(file.read_bytes())
    data[-1] ^= 1
    file.write_bytes(data)


@pytest.mark.parametrize("spoil", [halve, flip, lambda file: file.write_bytes(b"")])
def test_a_damaged_checkpoint_is_named_and_the_one_before_it_serves(begun, whole, spoil):
    folder, warnings = begun(), []
    assert sorted(file.name for file in (folder / "checkpoints" / "red").iterdir()) == [
        "000001.checkpoint",
        "000002.checkpoint",
        "notes",
    ]
    spoil(folder / "checkpoints" / "red" / "000002.checkpoint")
    assert summarise_run(folder).state == "damaged"
    resume(folder, Threads(1), warn=warnings.append)
    (warning,) = warnings
    assert "000002.checkpoint: damaged" in warning
    assert not missing(warning, "Continuing", "000001.checkpoint")
    assert [event["text"] for event in read_events(folder) if event["what"] == "warning"] == [warning]
    assert differences(contents(whole), contents(folder)) == []


def test_without_an_intact_checkpoint_the_error_says_what_to_delete(begun, whole):
    folder = begun()
    for file in (folder / "checkpoints" / "red").glob("*.checkpoint"):
        halve(file)
    with pytest.raises(CorruptFile, match=mentions("'red'", "Delete", "checkpoints/red", "resume")):
        resume(folder, Threads(1))
    shutil.rmtree(folder / "checkpoints" / "red")
    resume(folder, Threads(1))
    assert differences(contents(whole), contents(folder)) == []


def test_damaged_notes_are_noticed(begun, whole):
    folder, warnings = begun(), []
    notes = folder / "checkpoints" / "red" / "notes"
    notes.write_bytes(notes.read_bytes()[:-3])  # the last note, so the checkpoint before is whole
    resume(folder, Threads(1), warn=warnings.append)
    assert not missing(warnings[0], "notes:", "generation 1")
    assert differences(contents(whole), contents(folder)) == []


def test_a_checkpoint_of_another_evolution_is_not_taken(begun):
    folder, warnings = begun(), []
    checkpoints = folder / "checkpoints" / "red"
    shutil.copy(checkpoints / "000001.checkpoint", checkpoints / "000002.checkpoint")
    resume(folder, Threads(1), warn=warnings.append)
    assert not missing(warnings[0], "000002.checkpoint:", "generation 1", "'red'")


@pytest.mark.parametrize("spoil", [halve, flip])
def test_a_damaged_result_is_named_with_what_to_do(whole, spoil):
    before, file = contents(whole), whole / "kept" / "final" / "games.kept"
    spoil(file)
    told = r"kept/final/games.kept: damaged: .*Delete it; `ludus resume \S+` computes it again"
    with pytest.raises(CorruptFile, match=told):
        resume(whole, Threads(1))
    with pytest.raises(CorruptFile, match=told):
        write_report(whole)
    assert summarise_run(whole).state == "damaged"
    assert "games.kept: damaged" in summarise_run(whole).damage
    file.unlink()
    resume(whole, Threads(1))
    assert differences(before, contents(whole)) == []


def test_a_result_under_another_name_is_noticed(whole):
    shutil.copy(whole / "kept" / "red.kept", whole / "kept" / "final" / "games.kept")
    with pytest.raises(CorruptFile, match=r"it holds 'red', not 'final/games'"):
        write_report(whole)
