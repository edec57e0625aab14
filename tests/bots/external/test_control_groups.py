"""Control groups of sandboxes: where they are made, what they count, and that none is left."""

import contextlib
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ludus.bots.external.protection_report import CPU_TIME, check_protections
from ludus.bots.sandbox import control_groups
from ludus.bots.sandbox.control_groups import Hierarchies, Hierarchy, SandboxGroups
from ludus.bots.sandbox.private_folders import new_sandbox_name
from tests.bots.external import sandbox_helpers
from tests.bots.external.test_sandbox import OWNER
from tests.cases import each, mostly_slow

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="control groups are made by Linux")

COMPUTE_AND_FORGET = """
import os, signal, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
if os.fork() == 0:
    while time.process_time() < 0.2: pass
    os._exit(0)
try: os.wait()
except ChildProcessError: pass
"""
MEMORY_2, MEMORY_1 = "cgroup.subtree_control", "memory.limit_in_bytes"


@each(
    ("own", "mounts", "files", "memory", "cpu"),
    [
        (
            *("0::/user/me", "1 2 3:4 / {root} rw - cgroup2 cgroup2 rw"),
            *({f"user/me/{MEMORY_2}": "memory", "user/me/cpu.stat": ""}, 2, 2),
        ),
        ("0::/user/me", "1 2 3:4 / {root} rw - cgroup2 cgroup2 rw", {f"user/me/{MEMORY_2}": "cpu"}, None, None),
        ("4:memory:/me\n0::/", "1 2 3:4 / {root} rw - cgroup c rw,memory", {f"me/{MEMORY_1}": "0"}, 1, None),
        ("4:memory:/a/me", "1 2 3:4 /a {root} rw - cgroup c rw,memory", {f"me/{MEMORY_1}": "0"}, 1, None),
        ("4:cpu:/me", "1 2 3:4 / {root} rw - cgroup c rw,cpu", {"me/cpu.stat": ""}, None, None),
        (
            *("4:cpu,cpuacct:/me", "1 2 3:4 / {root} rw - cgroup c rw,cpu,cpuacct"),
            *({"me/cpu.stat": "", "me/cpuacct.usage": "0"}, None, 1),
        ),
        (
            *(
                "4:cpuacct:/old\n0::/me",
                "1 2 3:4 / {root} rw - cgroup c rw,cpuacct\n1 2 3:4 / {root} rw - cgroup2 c rw",
            ),
            *({"old/cpuacct.usage": "0", "me/cpu.stat": ""}, None, 2),
        ),
    ],
)
def test_groups_are_made_below_our_own_group_where_they_can_limit_or_count(own, mounts, files, memory, cpu):
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        root, proc = Path(folder) / "groups", Path(folder) / "proc"
        for name, text in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
            (root / name).with_name("cgroup.procs").touch()
        proc.mkdir()
        (proc / "cgroup").write_text(own + "\n")
        (proc / "mountinfo").write_text(mounts.format(root=root) + "\n")
        found = control_groups.find_hierarchies(str(proc))
        assert [hierarchy and hierarchy.version for hierarchy in found] == [memory, cpu]
        for hierarchy in filter(None, found):
            assert str(root / hierarchy.folder) in {str((root / name).parent) for name in files}


def test_imitated_groups_of_version_2_are_one_group_for_both(tmp_path):
    hierarchy = Hierarchy(str(tmp_path), 2)
    groups = control_groups.SandboxGroups()
    groups.memory = groups.cpu = str(tmp_path)
    groups.memory_events, groups.cpu_usage = "memory.events", "cpu.stat"
    (tmp_path / "cpu.stat").write_text("user_usec 1\nusage_usec 1500000\n")
    (tmp_path / "memory.events").write_text("max 3\noom_kill 1\n")
    groups.start_counting()
    assert groups.cpu_seconds() == 1.5
    assert groups.memory_was_exceeded()
    assert groups.join() == [control_groups.MEMORY_GROUP, control_groups.CPU_GROUP]
    groups.stop_counting()
    assert groups.cpu_seconds() is None
    made = control_groups.make_groups(1 << 20, Hierarchies(hierarchy, hierarchy))
    assert made.cpu == made.memory
    assert (Path(made.memory) / "memory.max").read_text() == str((1 << 20) + control_groups.MARGIN)


def real_hierarchies(version):
    """Where groups that count can be made on this machine, of one version."""
    with open("/proc/self/cgroup") as file:
        own = [line.rstrip("\n").split(":", 2) for line in file]
    with open("/proc/self/mountinfo") as file:
        mounts = [line.split() for line in file]
    rows = [row for row in own if (row[0] == "0") == (version == 2)]
    return Hierarchies(None, control_groups._find_hierarchy(rows, mounts, "cpuacct"))


@each("version", [1, 2])
def test_a_group_counts_processes_that_nobody_waited_for(version):
    hierarchies = real_hierarchies(version)
    if hierarchies.cpu is None:
        pytest.skip("no such groups can be made here")
    assert hierarchies.cpu.version == version
    groups = control_groups.make_groups(1 << 30, hierarchies)
    try:
        groups.start_counting()
        command = [sys.executable, "-I", "-S", "-c", COMPUTE_AND_FORGET]
        subprocess.run(command, check=True, preexec_fn=groups.join)
        assert groups.cpu_seconds() > 0.19
    finally:
        groups.remove()
    assert not os.path.exists(groups.cpu)


def test_a_group_that_cannot_be_joined_protects_nothing(tmp_path):
    assert SandboxGroups(memory=str(tmp_path / "gone"), cpu=str(tmp_path / "gone")).join() == []


@pytest.mark.slow
def test_a_group_limits_memory_even_if_nothing_is_counted():
    if control_groups.own_hierarchies().memory is None:
        pytest.skip("no control groups for memory can be made here")
    bot = sandbox_helpers.program("eats_memory", memory=100, client=sandbox_helpers.sandbox_client_for("uncounted"))
    assert sandbox_helpers.play(bot, "random").reason == "out of memory"
    bot.close()


def our_groups():
    folders = {hierarchy.folder for hierarchy in control_groups.own_hierarchies() if hierarchy}
    return {f"{folder}/{name}" for folder in folders for name in os.listdir(folder) if name.startswith("ludus-bot-")}


def new_groups(before, patience=10.0):
    """Groups that were not there before; waits until there are none, up to `patience` seconds."""
    until = time.monotonic() + patience
    while (new := our_groups() - before) and time.monotonic() < until:
        time.sleep(0.02)
    return new


@pytest.mark.parametrize("victim", mostly_slow(["supervisor", "owner", "nobody", "everybody"], 1))
def test_no_group_is_left(victim, tmp_path, monkeypatch):
    monkeypatch.setenv(sandbox_helpers.MARK, str(tmp_path))
    if control_groups.own_hierarchies() == Hierarchies(None, None):
        pytest.skip("no control groups can be made here")
    before = our_groups()
    with subprocess.Popen([sys.executable, "-c", OWNER, "ourselves"], stdout=subprocess.PIPE, text=True) as owner:
        try:
            assert owner.stdout.readline() == "playing\n"
            made = our_groups() - before
            supervisors = {int(folder.split("-")[-2]) for folder in made}
            victims = {"owner": [owner.pid], "supervisor": supervisors, "nobody": []}
            assert made
            for process in victims.get(victim, [*_descendants(owner.pid), owner.pid]):
                with contextlib.suppress(ProcessLookupError):  # it may have ended since
                    os.kill(process, 9)
            if victim == "supervisor":
                assert new_groups(before) == set()
            if victim == "nobody":
                owner.terminate()
        finally:
            owner.kill()
    if victim == "everybody":
        _wait_until_empty(made)
        control_groups.remove_stale_groups()  # as the next command does when it starts
    assert new_groups(before) == set()


def _descendants(process):
    from ludus.bots.sandbox import process_usage

    return process_usage.descendants(process)


def _wait_until_empty(groups):
    until = time.monotonic() + 10
    while any(Path(f"{group}/cgroup.procs").read_text() for group in groups) and time.monotonic() < until:
        time.sleep(0.02)


def test_groups_of_living_supervisors_and_other_containers_stay():
    if control_groups.own_hierarchies().cpu is None:
        pytest.skip("no control groups can be made here")
    name = new_sandbox_name()
    _, _, namespace, _, token = name.split("-")
    names = {"ours": name, "theirs": f"ludus-bot-1{namespace}-{2**22 + 1}-{token}"}
    names["stale"] = f"ludus-bot-{namespace}-{2**22 + 1}-{token}"
    folders = {key: Path(control_groups.own_hierarchies().cpu.folder) / name for key, name in names.items()}
    for folder in folders.values():
        folder.mkdir()
    try:
        control_groups.remove_stale_groups()
        assert {key for key, folder in folders.items() if folder.exists()} == {"ours", "theirs"}
    finally:
        for folder in folders.values():
            if folder.exists():
                folder.rmdir()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a group to another user")
@pytest.mark.slow
def test_an_ordinary_user_with_a_group_of_its_own_counts_all_processor_time(monkeypatch):
    hierarchy, mode = real_hierarchies(2).cpu, "ordinary user with groups"
    if hierarchy is None or sandbox_helpers.why_not(mode):
        pytest.skip("no such groups can be made here")
    folder = Path(hierarchy.folder) / f"ludus-test-{os.getpid()}"
    folder.mkdir()
    monkeypatch.setenv("LUDUS_TEST_GROUPS", str(folder))
    try:
        checks = check_protections(lambda: sandbox_helpers.sandbox_client_for(mode), sandbox_helpers.python(mode))
        assert [check.succeeded for check in checks if not check.holds] == []
        (check,) = (check for check in checks if check.guarantee == CPU_TIME)
        assert check.mechanisms == ("control group",)
    finally:
        for inner in folder.iterdir():
            if inner.is_dir():
                assert not [path for path in inner.iterdir() if path.is_dir()]
                inner.rmdir()
        folder.rmdir()
