"""Checkpoints of design work."""

import msgspec
import pytest

from ludus.design.base import checkpoint
from ludus.design.base.checkpoint import CHECKPOINT_FOLDER, WorkCheckpoint, has_checkpoint
from ludus.util.errors import ContentError, OptionError

OF = {"game": "delve", "--nodes": "15"}


def test_a_saved_value_is_loaded_for_the_same_request(tmp_path):
    stored = WorkCheckpoint.open(tmp_path, OF)
    assert not stored.exists
    assert stored.load("search", bytes) is None
    stored.save("search", b"state", now=True)
    again = WorkCheckpoint.open(tmp_path, OF)
    assert again.exists
    assert again.load("search", bytes) == b"state"
    assert has_checkpoint(tmp_path)
    again.delete()
    assert list(tmp_path.iterdir()) == []


def test_work_that_saves_nothing_leaves_no_files(tmp_path):
    stored = WorkCheckpoint.open(tmp_path, OF)
    assert not has_checkpoint(tmp_path)
    stored.delete()
    WorkCheckpoint.open(tmp_path, OF | {"--nodes": "16"})
    assert list(tmp_path.iterdir()) == []


def test_frequent_saves_are_written_at_intervals(tmp_path, monkeypatch):
    now = [100.0]
    monkeypatch.setattr(checkpoint.time, "monotonic", lambda: now[0])
    stored = WorkCheckpoint.open(tmp_path, OF)
    stored.save("search", 1)
    assert stored.load("search", int) is None
    now[0] += checkpoint.SAVE_INTERVAL
    stored.save("search", 2)
    stored.save("search", 3)
    assert stored.load("search", int) == 2


@pytest.mark.parametrize("of", [OF | {"--nodes": "16"}, OF | {"--count": "2"}, {"game": "delve"}])
def test_another_request_cannot_resume_it(tmp_path, of):
    WorkCheckpoint.open(tmp_path, OF).save("search", b"state", now=True)
    with pytest.raises(OptionError, match="other unfinished work is in this folder"):
        WorkCheckpoint.open(tmp_path, of)


def test_an_unreadable_checkpoint_is_refused(tmp_path):
    stored = WorkCheckpoint.open(tmp_path, OF)
    stored.save("search", b"state", now=True)
    (tmp_path / CHECKPOINT_FOLDER / "search.piece").write_bytes(msgspec.msgpack.encode("text"))
    with pytest.raises(ContentError, match="to start again"):
        stored.load("search", bytes)


def test_without_a_folder_nothing_is_saved():
    stored = WorkCheckpoint()
    stored.save("search", b"state", now=True)
    assert stored.load("search", bytes) is None
    assert not stored.exists
    stored.delete()
