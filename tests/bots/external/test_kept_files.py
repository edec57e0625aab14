"""Files of kept bots: what a private folder holds is read with care, stored as a whole, and written again."""

import os

import pytest

from ludus.bots.sandbox import kept_files
from ludus.bots.sandbox.supervisor import Keeper

BYTES = 1 << 20


@pytest.fixture
def private(tmp_path):
    """A private folder that is ready, with a descriptor of it."""
    folder = tmp_path / "private"
    (folder / "work").mkdir(parents=True)
    (folder / "work" / "copied.txt").write_text("as submitted")
    (folder / "work" / "changed.txt").write_text("as submitted")
    kept_files.mark_ready(str(folder))
    (folder / "work" / "changed.txt").write_text("by the bot")
    (folder / "work" / "new.txt").write_text("new")
    (folder / "home.txt").write_text("at home")
    descriptor = os.open(folder, os.O_PATH)
    yield folder, descriptor
    os.close(descriptor)


def read(private, max_bytes=BYTES, before=()):
    _, descriptor = private
    found = kept_files.read_private(descriptor, max_bytes, kept_files.ready_since(descriptor), before)
    return {file.path: file.data.decode() for file in found.files}, found.left_out


def test_only_files_that_the_bot_wrote_are_kept(private):
    own = {"home.txt": "at home", "work/changed.txt": "by the bot", "work/new.txt": "new"}
    assert read(private) == (own, 0)
    assert read(private, before=["work/copied.txt"]) == (own | {"work/copied.txt": "as submitted"}, 0)


def test_links_pipes_and_files_with_two_names_are_left_out(private, tmp_path):
    folder, _ = private
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "secrets").mkdir()
    (tmp_path / "secrets" / "inner.txt").write_text("secret")
    (folder / "file-link").symlink_to(tmp_path / "secret.txt")
    (folder / "folder-link").symlink_to(tmp_path / "secrets")
    (folder / "work" / "link").symlink_to(tmp_path / "secret.txt")  # as those of the copy: not counted
    os.link(tmp_path / "secret.txt", folder / "other-name")
    os.mkfifo(folder / "pipe")
    files, left_out = read(private)
    assert "secret" not in files.values()
    assert left_out == 4


def test_size_number_and_depth_are_bounded(private, monkeypatch):
    folder, _ = private
    with open(folder / "sparse", "wb") as file:
        file.truncate(1 << 40)
    (folder / "large").write_bytes(bytes(2000))
    assert read(private, max_bytes=1000)[1] == 2
    deep = folder
    for _ in range(kept_files.MAX_DEPTH + 2):
        deep = deep / "d"
        deep.mkdir()
    (deep / "deep.txt").write_text("deep")
    files, left_out = read(private)
    assert not [path for path in files if path.endswith("deep.txt")]
    assert left_out == 2  # the sparse file and the folder that is too deep
    monkeypatch.setattr(kept_files, "MAX_FILES", 2)
    assert len(read(private)[0]) == 2


def test_stored_files_are_read_again_as_they_were(private, tmp_path):
    _, descriptor = private
    kept = kept_files.read_private(descriptor, BYTES, 0)
    kept_files.store(str(tmp_path / "stored"), kept)
    again = kept_files.read_stored(str(tmp_path / "stored"), BYTES)
    assert sorted(again.files, key=lambda file: file.path) == sorted(kept.files, key=lambda file: file.path)
    assert kept_files.read_stored(str(tmp_path / "nothing"), BYTES).files == []


def test_a_link_in_the_way_is_replaced_and_not_written_through(tmp_path):
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "file").write_text("original")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "file").symlink_to(tmp_path / "outside" / "file")
    (tmp_path / "in" / "folder").symlink_to(tmp_path / "outside")
    files = [kept_files.KeptFile(path, b"kept", 0o600, 0) for path in ("file", "folder/file")]
    kept_files.write_files(str(tmp_path / "in"), files)
    assert (tmp_path / "outside" / "file").read_text() == "original"
    assert (tmp_path / "in" / "folder" / "file").read_text() == "kept"


@pytest.mark.parametrize("stage", ["renamed", "written"])
def test_a_kill_while_files_are_replaced_loses_neither(tmp_path, stage, monkeypatch):
    """A kill after the new files are written, or after the old ones were moved away."""
    folder = str(tmp_path / "stored")
    old, new = (kept_files.KeptFiles([kept_files.KeptFile("f", data, 0o600, 0)]) for data in (b"old", b"new"))
    kept_files.store(folder, old)
    rename, calls = os.rename, []

    def killed(source, target):
        calls.append(source)
        if stage == "written" or len(calls) == 2:
            raise KeyboardInterrupt
        rename(source, target)

    monkeypatch.setattr(os, "rename", killed)
    with pytest.raises(KeyboardInterrupt):
        kept_files.store(folder, new)
    monkeypatch.setattr(os, "rename", rename)
    assert [file.data for file in kept_files.read_stored(folder, BYTES).files] == [b"old"]
    kept_files.store(folder, new)
    assert [file.data for file in kept_files.read_stored(folder, BYTES).files] == [b"new"]
    assert sorted(os.listdir(tmp_path)) == ["stored"]


def test_a_sandbox_that_never_became_ready_does_not_replace_stored_files(tmp_path):
    (tmp_path / "stored").mkdir()
    (tmp_path / "stored" / "count").write_text("7")
    (tmp_path / "private").mkdir()
    request = {"keep": [str(tmp_path / "stored")] * 2, "limits": {"folder": 1}}
    keeper = Keeper(request, str(tmp_path / "private"))
    assert [file.path for file in request["kept_files"]] == ["count"]
    assert "error" in keeper.store(None)
    assert (tmp_path / "stored" / "count").read_text() == "7"
    kept_files.mark_ready(str(tmp_path / "private"))
    assert keeper.store(None) == {"files": 0, "bytes": 0, "left_out": 0}  # the bot removed it
    assert os.listdir(tmp_path / "stored") == []
