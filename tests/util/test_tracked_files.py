"""Files that were read, and whether they have changed since."""

import os
import time
from pathlib import Path

from ludus.util.tracked_files import SETTLED_AFTER, FilesRead, read_tracked, track_files, untracked_files


def tracked(file: Path) -> FilesRead:
    with track_files() as files:
        read_tracked(file)
    return files


def make_old(file: Path) -> None:
    """Set the time stamps of a file back; the time of its last change of attributes stays."""
    os.utime(file, ns=(0, 0))


def test_unchanged_file(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"one")
    files = tracked(file)
    assert files.unchanged()
    assert files.unchanged()


def test_same_bytes_written_again_count_as_unchanged(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"one")
    files = tracked(file)
    file.write_bytes(b"one")
    assert files.unchanged()


def test_change_of_same_length_with_the_old_time_stamp_is_seen(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"one")
    make_old(file)
    for text in (b"two", b"six", b"ten"):
        files = tracked(file)
        file.write_bytes(text)
        make_old(file)
        assert not files.unchanged()


def test_settled_file_is_not_read_again_but_its_change_is_seen(tmp_path: Path, monkeypatch) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"one")
    later = os.stat(file).st_ctime_ns + 2 * SETTLED_AFTER
    monkeypatch.setattr("time.time_ns", lambda: later)
    files = tracked(file)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", lambda path: (_ for _ in ()).throw(AssertionError("read again")))
        assert files.unchanged()
    replacement = tmp_path / "b"
    replacement.write_bytes(b"two")
    os.replace(replacement, file)
    assert not files.unchanged()


def test_removed_file_counts_as_changed(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"one")
    files = tracked(file)
    file.unlink()
    assert not files.unchanged()


def test_relative_path_means_the_folder_of_the_first_read(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "a").write_bytes(b"one")
    monkeypatch.chdir(tmp_path)
    files = tracked(Path("a"))
    monkeypatch.chdir("/")
    assert files.unchanged()
    (tmp_path / "a").write_bytes(b"two")
    assert not files.unchanged()


def test_untracked_files_are_not_recorded(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"one")
    with track_files() as files, untracked_files():
        read_tracked(file)
    file.write_bytes(b"two")
    assert files.unchanged()


def test_a_file_that_was_just_written_is_read_again_even_if_its_stat_is_the_same(tmp_path: Path, monkeypatch) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"one")
    now = time.time_ns()
    monkeypatch.setattr("ludus.util.tracked_files._stat", lambda path: (now, now, 3, 1, 1))
    files = tracked(file)
    file.write_bytes(b"two")
    assert not files.unchanged()
