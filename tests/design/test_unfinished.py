"""Work that is stopped and gone on with."""

import msgspec
import pytest

from ludus.core.errors import ContentError, OptionError
from ludus.design import unfinished
from ludus.design.unfinished import FOLDER, Unfinished, is_unfinished

OF = {"game": "delve", "--nodes": "15"}


def test_what_was_saved_is_there_for_the_same_work(tmp_path):
    kept = Unfinished.open(tmp_path, OF)
    assert not kept.began
    assert kept.load("search", bytes) is None
    kept.save("search", b"state", now=True)
    again = Unfinished.open(tmp_path, OF)
    assert again.began
    assert again.load("search", bytes) == b"state"
    assert is_unfinished(tmp_path)
    again.forget()
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_left_of_work_that_saved_nothing(tmp_path):
    kept = Unfinished.open(tmp_path, OF)
    assert not is_unfinished(tmp_path)
    kept.forget()
    Unfinished.open(tmp_path, OF | {"--nodes": "16"})
    assert list(tmp_path.iterdir()) == []


def test_saves_in_a_row_are_written_once_in_a_while(tmp_path, monkeypatch):
    now = [100.0]
    monkeypatch.setattr(unfinished.time, "monotonic", lambda: now[0])
    kept = Unfinished.open(tmp_path, OF)
    kept.save("search", 1)
    assert kept.load("search", int) is None
    now[0] += unfinished.SECONDS
    kept.save("search", 2)
    kept.save("search", 3)
    assert kept.load("search", int) == 2


@pytest.mark.parametrize("of", [OF | {"--nodes": "16"}, OF | {"--count": "2"}, {"game": "delve"}])
def test_other_work_does_not_go_on_with_it(tmp_path, of):
    Unfinished.open(tmp_path, OF).save("search", b"state", now=True)
    with pytest.raises(OptionError, match="other unfinished work is in this folder"):
        Unfinished.open(tmp_path, of)


def test_a_piece_that_cannot_be_read_is_told(tmp_path):
    kept = Unfinished.open(tmp_path, OF)
    kept.save("search", b"state", now=True)
    (tmp_path / FOLDER / "search.piece").write_bytes(msgspec.msgpack.encode("text"))
    with pytest.raises(ContentError, match="to start again"):
        kept.load("search", bytes)


def test_without_a_folder_nothing_is_kept():
    kept = Unfinished()
    kept.save("search", b"state", now=True)
    assert kept.load("search", bytes) is None
    assert not kept.began
    kept.forget()
