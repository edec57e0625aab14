"""Private folders of sandboxes, one per game, in the temporary folder of the system.

The supervisor of a sandbox makes its folder and removes it after the game. One that is killed leaves it behind. So the
name of a folder holds the process number of its supervisor and the namespace of this number: the next command that
starts a sandbox removes folders whose supervisor has ended. Control groups have such names, too.
"""

from __future__ import annotations

import os
import re
import shutil
from contextlib import suppress

from .kernel_filters import SANDBOX_PREFIX

_NAME = re.compile(re.escape(SANDBOX_PREFIX) + r"(\d+)-(\d+)-[0-9a-f]{16}")


def make_private_folder(where: str) -> str:
    """Make the folder of a sandbox that the calling process supervises."""
    folder = os.path.join(where, new_sandbox_name())
    os.mkdir(folder, 0o700)
    return folder


def new_sandbox_name() -> str:
    """A new name for something that belongs to a sandbox of the calling process."""
    return f"{SANDBOX_PREFIX}{_process_namespace()}-{os.getpid()}-{os.urandom(8).hex()}"


def is_stale(name: str) -> bool:
    """Whether something with this name belongs to a sandbox whose supervisor has ended, in this process namespace."""
    parts = _NAME.fullmatch(name)
    return parts is not None and parts[1] == str(_process_namespace()) and not _is_alive(int(parts[2]))


def remove_private_folder(folder: str) -> None:
    """Remove a folder with everything in it, including locked folders."""
    os.chmod(folder, 0o700)
    for path, folders, _ in os.walk(folder):
        for inner in (os.path.join(path, name) for name in folders):
            if not os.path.islink(inner):
                os.chmod(inner, 0o700)
    shutil.rmtree(folder)


def remove_stale_folders(where: str) -> None:
    """Remove our folders of supervisors that were killed; those of other users and containers stay."""
    with suppress(OSError), os.scandir(where) as entries:
        for entry in entries:
            if not is_stale(entry.name):
                continue
            with suppress(OSError):  # another command may remove it, too
                if entry.is_dir(follow_symlinks=False) and entry.stat(follow_symlinks=False).st_uid == os.geteuid():
                    remove_private_folder(entry.path)


def _process_namespace() -> int:
    """The number of the namespace that process numbers belong to; 0 where there are none."""
    with suppress(OSError):
        return os.stat("/proc/self/ns/pid").st_ino
    return 0


def _is_alive(process: int) -> bool:
    with suppress(OSError), open(f"/proc/{process}/stat") as file:
        return file.read().rpartition(")")[2].split()[0] not in "ZX"  # it may have ended and wait for its parent
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
