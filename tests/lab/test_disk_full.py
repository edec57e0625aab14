"""A full disk stops a run with a clear error and without loss; the run resumes when there is space again."""

import errno
import itertools
import os
import shutil
import subprocess

import pytest

from ludus.backends import Threads
from ludus.lab import run
from ludus.util.files import FolderError
from tests.lab.example_study import study
from tests.lab.run_files import contents, differences
from tests.messages import missing


def full_from(monkeypatch, number):
    """From the so-many-th write on, there is no space left."""
    count = itertools.count()

    def filling(function, part):
        def called(*arguments):
            if next(count) >= number:
                if part:  # a full disk takes a part of what it is given
                    function(arguments[0], arguments[1][:3])
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return function(*arguments)

        return called

    monkeypatch.setattr(os, "write", filling(os.write, True))
    monkeypatch.setattr(os, "fsync", filling(os.fsync, False))


def test_a_disk_may_be_full_at_any_write(tmp_path, tiny, whole, monkeypatch):
    expected, folder = contents(whole), tmp_path / "run"
    for number in itertools.count():
        with monkeypatch.context() as patch:
            full_from(patch, number)
            try:
                run(study, tiny, folder, Threads(1))
                break
            except FolderError as error:
                complaint = str(error)
        assert not missing(complaint, "No space left", "free some space")
        assert not list(folder.rglob("*.part"))
        if number % 3 == 0:  # others go on from where the last one was stopped
            shutil.copytree(folder, tmp_path / "later")
            run(study, tiny, tmp_path / "later", Threads(1))
            assert differences(expected, contents(tmp_path / "later")) == []
            shutil.rmtree(tmp_path / "later")
    assert number > 10
    assert differences(expected, contents(folder)) == []


def test_a_really_full_disk(tmp_path, tiny, whole):
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=20k", "tmpfs", disk], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("only root can make a small disk")
    try:
        with pytest.raises(FolderError, match="free some space"):
            run(study, tiny, disk / "run", Threads(1))
        subprocess.run(["mount", "-o", "remount,size=10m", disk], check=True)
        run(study, tiny, disk / "run", Threads(1))
        assert differences(contents(whole), contents(disk / "run")) == []
    finally:
        subprocess.run(["umount", disk], check=True)
