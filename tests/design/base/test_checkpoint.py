"""Work that is stopped and gone on with."""

import msgspec
import pytest

from ludus.design.base import checkpoint
from ludus.design.base.checkpoint import CHECKPOINT_FOLDER, WorkCheckpoint, has_checkpoint
from ludus.util.errors import ContentError, OptionError

OF = {"game": "delve", "--nodes": "15"}


def test_what_was_saved_is_there_for_the_same_work(tmp_path):
    kept = WorkCheckpoint.open(tmp_path, OF)
    assert not kept.exists
    assert kept.load("search", bytes) is None
    kept.save("search", b"state", now=True)
    again = WorkCheckpoint.open(tmp_path, OF)
    assert again.exists
    assert again.load("search", bytes) == b"state"
    assert has_checkpoint(tmp_path)
    again.delete()
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_left_of_work_that_saved_nothing(tmp_path):
    kept = WorkCheckpoint.open(tmp_path, OF)
    assert not has_checkpoint(tmp_path)
    kept.delete()
    WorkCheckpoint.open(tmp_path, OF | {"--nodes": "16"})
    assert list(tmp_path.iterdir()) == []


def test_saves_in_a_row_are_written_once_in_a_while(tmp_path, monkeypatch):
    now = [100.0]
    monkeypatch.setattr(checkpoint.time, "monotonic", lambda: now[0])
    kept = WorkCheckpoint.open(tmp_path, OF)
    kept.save("search", 1)
    assert kept.load("search", int) is None
    now[0] += checkpoint.SAVE_INTERVAL
    kept.save("search", 2)
    kept.save("search", 3)
    assert kept.load("search", int) == 2


@pytest.mark.parametrize("of", [OF | {"--nodes": "16"}, OF | {"--count": "2"}, {"game": "delve"}])
def test_other_work_does_not_go_on_with_it(tmp_path, of):
    WorkCheckpoint.open(tmp_path, OF).save("search", b"state", now=True)
    with pytest.raises(OptionError, match="other unfinished work is in this folder"):
        WorkCheckpoint.open(tmp_path, of)


def test_a_piece_that_cannot_be_read_is_told(tmp_path):
    kept = WorkCheckpoint.open(tmp_path, OF)
    kept.save("search", b"state", now=True)
    (tmp_path / CHECKPOINT_FOLDER / "search.piece").write_bytes(msgspec.msgpack.encode("text"))
    with pytest.raises(ContentError, match="to start again"):
        kept.load("search", bytes)


def test_without_a_folder_nothing_is_kept():
    kept = WorkCheckpoint()
    kept.save("search", b"state", now=True)
    assert kept.load("search", bytes) is None
    assert not kept.exists
    kept.delete()
