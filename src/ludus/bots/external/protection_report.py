"""What the sandbox protects against on this machine, found out by attacks inside it.

`check_protections` starts a program in the sandbox that tries all attacks of `attack_probes`, and more programs that
take memory, hide the processor time of their children, compute during the turns of others and leave a process behind. A
guarantee holds if none succeeds.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from ludus.bots.bot import Fault
from ludus.bots.external.limits import Limits
from ludus.bots.external.process import SandboxedProcess
from ludus.bots.external.sandbox_server_client import SandboxClient, make_launch_request

PROBES = Path(__file__).with_name("attack_probes.py")
PROBE_SECONDS = 60.0  # for one attack, on a machine under load
HIDDEN_SECONDS = 0.3  # of processor time that an attack tries to hide
PROBE_MEMORY = 128  # MB, for the attack that takes more
SECRET_VARIABLE = "LUDUS_DOCTOR_SECRET"

NO_MOUNTS = (
    "Ludus may not make mounts here. As an ordinary user, allow user namespaces (sysctl user.max_user_namespaces, and "
    "on Ubuntu kernel.apparmor_restrict_unprivileged_userns=0); in a container, add the capability SYS_ADMIN or allow "
    "unshare and mount in its seccomp profile"
)

NO_CPU_GROUP = (
    "Ludus may not make control groups here. It counts processor time by looking at all processes many times a second, "
    "so that of children which end between two looks and which nobody waits for is lost: neither --clock cpu nor "
    "--cpu-seconds counts it, and the bot can seem to have waited for a processor. As an ordinary user, start Ludus in "
    "a group of its own (systemd-run --user --scope -p Delegate=yes ludus ...). Otherwise use limits of real time, and "
    "look at bots that are starved more often than others"
)

# Guarantee: the attacks that would break it.
GUARANTEES = {
    "no locks, leases or notices on files that other bots read": (
        *("lock a file", "lock a part of a file", "lock an open file", "ask for locks", "lease a file"),
        *("be notified of a folder", "leave a hint at a file", "watch files", "watch a file system"),
    ),
    "no system call that only asks whether a file is in memory: mincore, cachestat, preadv2 without waiting": (
        *("ask which pages are in memory", "ask how much of a file is in memory", "read only if in memory"),
    ),
    "reading a file does not change its times": ("leave an access time", "change the times of a file"),
    "no numbers about the machine": (
        *("read the load of the machine", "read the free memory", "read statistics of devices"),
        *("read the speed of the processors", "read the number of control groups"),
        *("ask for the number of processes", "ask for the number of a socket", "ask how full the disk is"),
    ),
    "no shared memory, queues, keys or terminals with other bots": (
        *("use system v memory", "use system v messages", "use system v semaphores", "open a message queue"),
        *("write to shared memory", "open a terminal", "keep a key", "send a file by a pair of sockets"),
    ),
    "no look at other processes, whose commands may show a seed": ("see other processes",),
    "no signals to other processes, and no change of them": (
        *("signal the referee", "trace a process", "change limits of a process", "change the priority of a user"),
        "compare processes",
    ),
    "no choice of a processor or a priority, which would look like a busy machine": (
        *("choose a processor", "lower the priority", "change the scheduling"),
    ),
    "no signal that continues a program which waits for its turn": (
        *("be continued by a process", "be continued by a timer", "be continued by input"),
        *("be continued when a parent ends", "be continued when a child ends"),
    ),
    "no network and no local services": (
        *("open a socket", "open a local socket", "bind a name to a pair of sockets"),
        "send to any address by a pair of sockets",
    ),
    "no writing outside the temporary folder": ("write outside the folder",),
    "no memory outside the count": (
        *("hold memory in a memory file", "hold shared memory", "hold shared memory of a device"),
        *("give memory to a pipe", "hold memory in a named pipe", "enlarge a pipe", "enlarge a socket"),
        *("open a thousand files", "hide open files"),
        *("keep rules in the kernel", "queue input and output", "queue asynchronous reads", "handle page faults"),
    ),
    "no namespaces and no rights of an administrator": (
        *("make a user namespace", "start a process in a user namespace", "load a program into the kernel"),
        *("measure the kernel", "get a handle of a file", "keep a capability"),
    ),
    "no way out of the control groups that count": (
        *("move to another control group", "start a process in another control group"),
    ),
    "no secrets: variables, hidden folders, rules of contests, files that only root may read": (
        *("read a secret variable", "read a hidden file", "read the rules of a contest"),
        "read what only root may read",
    ),
}
MEMORY = "memory is limited for all processes of a bot together"
CPU_TIME = "processor time is counted for all processes of a bot, also for children that nobody waits for"
FREEZE = "no computing while others decide, in tournaments"
LEFTOVERS = "no process outlives its game"

STAYS_OPEN = (
    "the time that a computation takes: a program can notice what else runs on the same processor and in its caches",
    "whether a file was read before, by any program and also in an earlier game: reading it takes less time then, and "
    "the kernel's counts of reads and page faults (getrusage, /proc/self/io, /proc/self/stat) stay the same. So a bot "
    "can leave a message for a later game. Play games of bots that belong together on different machines, or empty the "
    "cache between them (as root: echo 3 > /proc/sys/vm/drop_caches)",
    "the clock: a bot that takes longer delays the games after its own, so the moment at which a game begins can be a "
    "message from an earlier game",
    "a futex on the same file, while two programs run at the same moment; in tournaments they never do in one game",
    "use of the same file: /proc/self/smaps shows which of its parts other programs have mapped, also while they are "
    "stopped; where all bots run as one user, they also see whether a program is being executed",
    "numbers that the kernel counts up for new pipes, sockets and processes: they show how many others have made",
    "what the user of Ludus may read and Ludus does not hide, such as tournaments in other folders, and copies and "
    "hard links of hidden files; use --hide, or run bots as a user without secrets",
    "holes in the kernel",
)


@dataclass(frozen=True)
class ProtectionCheck:
    """A guarantee, and the result of the attacks on it.

    Attributes:
        guarantee: What is promised.
        attacks: How many attacks were tried.
        succeeded: Those that succeeded, with what they achieved.
        not_tried: Why the guarantee was not tried; empty if it was.
        mechanisms: What enforces it here.
        advice: What to do where it does not hold.
    """

    guarantee: str
    attacks: int
    succeeded: tuple[str, ...] = ()
    not_tried: str = ""
    mechanisms: tuple[str, ...] = ()
    advice: str = ""

    @property
    def holds(self) -> bool:
        return not self.succeeded and not self.not_tried


def check_protections(
    make_client: Callable[[], SandboxClient] = SandboxClient, python: str = sys.executable
) -> list[ProtectionCheck]:
    """Attack the sandbox of this machine.

    Args:
        make_client: Makes the client whose sandboxes are attacked.
        python: The Python interpreter that runs the attacks.
    """
    client = make_client()
    try:
        checks = [*_check_attacks(client, python), _check_memory(client, python), _check_cpu_time(client, python)]
        return [*checks, _check_freeze(client, python), _check_leftovers(client, python)]
    finally:
        client.stop()


def active_mechanisms(client: SandboxClient | None = None, python: str = sys.executable) -> list[str]:
    """The steps of isolation that this system allows."""
    own_client = client or SandboxClient()
    try:
        with _started(own_client, python, ["-c", ""], Limits()) as process:
            return process.protections
    finally:
        if client is None:
            own_client.stop()


def can_hide_files(client: SandboxClient | None = None, python: str = sys.executable) -> bool:
    """Whether files can be hidden from programs here, by mounts or by Landlock."""
    return not {"mounts", "landlock reading"}.isdisjoint(active_mechanisms(client, python))


def run_attacks(client: SandboxClient, python: str) -> tuple[dict[str, str | None], list[str]]:
    """Try all attacks in one sandbox: what each achieved, None if it was refused; and the steps of isolation."""
    marker = secrets.token_hex(8)
    results: dict[str, str | None] = {}
    with _bait(marker) as given, _process_with(marker) as owner:
        given["owner"] = owner
        limits = Limits(hidden=(os.path.dirname(given["hidden"]), given["rules"]))
        with _started(client, python, [str(PROBES), json.dumps(given)], limits) as process:
            while True:
                row = json.loads(process.request(b"", PROBE_SECONDS))
                if not row["attack"]:
                    return results, process.protections
                results[row["attack"]] = row["achieved"]


def _check_attacks(client: SandboxClient, python: str) -> list[ProtectionCheck]:
    try:
        results, steps = run_attacks(client, python)
    except Fault as fault:
        return [ProtectionCheck(name, 0, not_tried=str(fault)) for name in GUARANTEES]
    advice = "" if "mounts" in steps else NO_MOUNTS
    checks = []
    for guarantee, attacks in GUARANTEES.items():
        succeeded = tuple(f"{name}: {results[name]}" for name in attacks if results[name] is not None)
        checks.append(
            ProtectionCheck(
                guarantee, len(attacks), succeeded, mechanisms=tuple(steps), advice=advice if succeeded else ""
            )
        )
    return checks


_TAKE_SOCKETS = """
import socket, time
kept = []
for _ in range(100):
    pair = socket.socketpair()
    pair[0].setblocking(False)
    kept.append(pair)
    try:
        while True: pair[0].send(bytes(1 << 15))
    except BlockingIOError: pass
kept.append(bytearray(b"x" * (110 << 20)))
print("kept", flush=True)
time.sleep(3600)
"""
# For each line, children compute for so many seconds, by the next attack; then the real sum is printed.
_HIDE_TIME = """
import ctypes, os, signal, struct, sys, time
def compute(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until: pass
def start(function, *arguments):
    if os.fork() == 0:
        function(*arguments)
        os._exit(0)
def wait_for(function, *arguments):
    end, ours = os.pipe()
    start(function, *arguments)
    os.close(ours)
    os.read(end, 1)
    os.close(end)
def ignore(seconds):
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    wait_for(compute, seconds)
def forget(seconds):
    ctypes.CDLL(None).sigaction(signal.SIGCHLD, struct.pack("P128xi12x", 0, 2), None)  # SA_NOCLDWAIT
    wait_for(compute, seconds)
def orphan(seconds):
    wait_for(start, compute, seconds)
def shorten(seconds):
    for _ in range(round(seconds / 0.005)): wait_for(compute, 0.005)
for attack in (orphan, ignore, forget, shorten):
    sys.stdin.readline()
    attack(float(sys.argv[1]))
    print("computed", flush=True)
time.sleep(3600)
"""
_TIME_ATTACKS = (
    *("compute in orphans", "ignore the end of children", "have the end of children forgotten"),
    "start many short children and ignore their end",
)
_COMPUTE = """
import os, sys, time
if os.fork() == 0:
    os.setsid()
    while True: pass
for line in sys.stdin:
    print("answer", flush=True)
"""
_CONTINUE = """
import ctypes, os, sys
libc, info = ctypes.CDLL(None), ctypes.create_string_buffer(256)
for number in range(8):
    if os.fork() == 0:
        os.setsid()
        while True:
            libc.kill(-1, 18)
            if number < 3: libc.sysinfo(info)
for line in sys.stdin:
    print("answer", flush=True)
"""
_EARLY = "compute before the first turn"
_FREEZE_ATTACKS = {
    _EARLY: "while True: pass",
    "compute in a new session": _COMPUTE,
    "continue each other, and ask for the load": _CONTINUE,
}
_LEAVE = """
import os, sys, time
marker = sys.argv[1]
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0: time.sleep(600)
    os._exit(0)
print("left", flush=True)
"""


def _check_memory(client: SandboxClient, python: str) -> ProtectionCheck:
    check = ProtectionCheck(MEMORY, 1)
    try:
        with _started(client, python, ["-c", _TAKE_SOCKETS], Limits(memory=PROBE_MEMORY)) as process:
            names = {"counting": "counted many times a second", "memory group": "control group"}
            mechanisms = tuple(text for step, text in names.items() if step in process.protections)
            process.request(b"", 5.0)
            process.request(b"", 5.0)
    except Fault as fault:
        if fault.reason == "out of memory":
            return replace(check, mechanisms=mechanisms)
        return replace(check, succeeded=(f"more than {PROBE_MEMORY} MB: {fault}",))
    return replace(check, succeeded=(f"more than {PROBE_MEMORY} MB",))


def _check_cpu_time(client: SandboxClient, python: str) -> ProtectionCheck:
    check, succeeded = ProtectionCheck(CPU_TIME, len(_TIME_ATTACKS)), []
    try:
        with _started(client, python, ["-c", _HIDE_TIME, str(HIDDEN_SECONDS)], Limits()) as process:
            names = {"cpu group": "control group", "counting": "counted many times a second"}
            mechanisms = tuple(text for step, text in names.items() if step in process.protections)[:1]
            for attack in _TIME_ATTACKS:
                before = process.cpu_seconds()
                process.request(b"\n", PROBE_SECONDS)
                counted = process.cpu_seconds() - before
                if counted < HIDDEN_SECONDS / 2:
                    succeeded.append(f"{attack}: {counted:.2f} of {HIDDEN_SECONDS:g} s were counted")
    except Fault as fault:
        return replace(check, not_tried=str(fault))
    advice = NO_CPU_GROUP if succeeded else ""
    return replace(check, succeeded=tuple(succeeded), mechanisms=mechanisms, advice=advice)


def _check_freeze(client: SandboxClient, python: str) -> ProtectionCheck:
    check, succeeded = ProtectionCheck(FREEZE, len(_FREEZE_ATTACKS)), []
    try:
        for attack, program in _FREEZE_ATTACKS.items():
            with _started(client, python, ["-c", program], Limits(freeze=True)) as process:
                if "counting" not in process.protections:
                    return replace(check, succeeded=("processes cannot be found here",))
                if attack != _EARLY:
                    process.request(b"\n", PROBE_SECONDS)
                time.sleep(0.2)  # until all are stopped
                before = process.cpu_seconds()
                time.sleep(0.4)
                used = process.cpu_seconds() - before
                if used > 0.1:
                    succeeded.append(f"{attack}: {used:.2f} s")
    except Fault as fault:
        return replace(check, not_tried=str(fault))
    return replace(check, succeeded=tuple(succeeded))


def _check_leftovers(client: SandboxClient, python: str) -> ProtectionCheck:
    check, marker = ProtectionCheck(LEFTOVERS, 1), secrets.token_hex(8)
    try:
        with _started(client, python, ["-c", _LEAVE, marker], Limits()) as process:
            process.request(b"", PROBE_SECONDS)
    except Fault as fault:
        return replace(check, not_tried=str(fault))
    return replace(check, succeeded=("a process went on",) if _finds(marker) else ())


@contextmanager
def _started(client: SandboxClient, python: str, words: list[str], limits: Limits) -> Iterator[SandboxedProcess]:
    command = [python, "-I", "-S", *words]
    process = SandboxedProcess(client, make_launch_request(limits, program=python, command=command), limits)
    try:
        yield process
    finally:
        process.kill()


@contextmanager
def _bait(marker: str) -> Iterator[dict[str, Any]]:
    """Files for the attacks: some to be read, some that must not be."""
    folder = Path(tempfile.mkdtemp(prefix="ludus-doctor-"))
    os.environ[SECRET_VARIABLE] = "secret"
    try:
        folder.chmod(0o755)
        (folder / "hidden").mkdir()
        (folder / "open").mkdir()
        (folder / "open").chmod(0o777)
        for name in ("readable", "fresh", "private", "rules", "hidden/file"):
            (folder / name).write_text("secret")
        (folder / "link").symlink_to(folder / "rules")
        os.utime(folder / "fresh", (1, 1))
        (folder / "private").chmod(0o600 if os.geteuid() == 0 else 0o000)
        yield {
            "readable": str(folder / "readable"),
            "fresh": str(folder / "fresh"),
            "private": str(folder / "private"),
            "hidden": str(folder / "hidden" / "file"),
            "rules": str(folder / "rules"),
            "link": str(folder / "link"),
            "folder": str(folder / "open"),
            "variable": SECRET_VARIABLE,
            "marker": marker[::-1],
        }
    finally:
        del os.environ[SECRET_VARIABLE]
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _process_with(marker: str) -> Iterator[int]:
    """A process with a word in its command line, in place of the referee."""
    code = "import sys; sys.stdin.read()"
    process = subprocess.Popen([sys.executable, "-I", "-S", "-c", code, marker], stdin=subprocess.PIPE)
    try:
        yield process.pid
    finally:
        process.communicate()


def _finds(marker: str) -> bool:
    for name in os.listdir("/proc") if os.path.isdir("/proc") else ():
        with suppress(OSError):
            if marker.encode() in Path(f"/proc/{name}/cmdline").read_bytes():
                return True
    return False


def report_data(checks: list[ProtectionCheck]) -> list[dict[str, object]]:
    """The checks as plain data."""
    return [{**msgspec.to_builtins(check), "holds": check.holds} for check in checks]
