"""Attacks that run inside a sandbox, to see whether its protections hold: `attack_probes.py JSON`.

Standard library only; started as a program of its own. Each attack returns text if it succeeds, and raises OSError if
it is refused. The result of each is printed as one line of JSON: its name, and what it achieved or null.

The argument is an object with `readable` (a file that all may read), `fresh` (such a file that was never read),
`hidden` (a file in a hidden folder), `rules` (a hidden file in a folder that is not hidden), `link` (a link to it),
`private` (a file that only the user of Ludus may read), `variable` (the name of an environment variable with a secret),
`marker` (a word in the command line of Ludus, written backwards), `owner` (the process of Ludus), `folder` (a folder in
which Ludus may write).
"""

from __future__ import annotations

import ctypes
import fcntl
import json
import mmap
import os
import platform
import resource
import socket
import struct
import sys
from collections.abc import Callable
from typing import Any

ATTACKS: dict[str, Callable[[dict[str, Any]], str]] = {}
_libc = ctypes.CDLL(None, use_errno=True)
_libc.mmap.restype = ctypes.c_void_p
_X86 = platform.machine() == "x86_64"
# System calls by name: their numbers on x86_64 and aarch64.
_CALLS = {
    "inotify_init1": (294, 26),
    "fanotify_init": (300, 262),
    "memfd_create": (319, 279),
    "shmget": (29, 194),
    "msgget": (68, 186),
    "semget": (64, 190),
    "mq_open": (240, 180),
    "userfaultfd": (323, 282),
    "add_key": (248, 217),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "kcmp": (312, 272),
    "name_to_handle_at": (303, 264),
    "unshare": (272, 97),
    "clone": (56, 220),
    "vmsplice": (278, 75),
    "io_setup": (206, 0),
    "timer_create": (222, 107),
    "kill": (62, 129),
    "tkill": (200, 130),
    "tgkill": (234, 131),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
}
_SAME_EVERYWHERE = {
    "pidfd_send_signal": 424,
    "pidfd_open": 434,
    "io_uring_setup": 425,
    "cachestat": 451,
    "clone3": 435,
    "landlock_create_ruleset": 444,
}
_NEW_USER = 0x10000000
_CONTINUE = 18  # SIGCONT
_INTO_GROUP = 0x200000000  # a flag of clone3


def _changed(name: str, before: object, after: object) -> str:
    if before == after:
        raise OSError(f"{name}: nothing changed")
    return f"{name}: {after}"


def attack(function: Callable[[dict[str, Any]], str]) -> Callable[[dict[str, Any]], str]:
    ATTACKS[function.__name__.replace("_", " ")] = function
    return function


def _call(name: str, *arguments: Any) -> int:
    number = _SAME_EVERYWHERE.get(name) or _CALLS[name][0 if _X86 else 1]
    longs = [ctypes.c_long(value) if isinstance(value, int) else value for value in arguments]
    return _checked(_libc.syscall(ctypes.c_long(number), *longs))


def _checked(result: int) -> int:
    if result == -1:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def _open(given: dict[str, Any]) -> int:
    return os.open(given["readable"], os.O_RDONLY)


# Channels between programs that can read the same files


@attack
def lock_a_file(given: dict[str, Any]) -> str:
    fcntl.flock(_open(given), fcntl.LOCK_EX | fcntl.LOCK_NB)
    return "flock"


@attack
def lock_a_part_of_a_file(given: dict[str, Any]) -> str:
    fcntl.lockf(_open(given), fcntl.LOCK_SH | fcntl.LOCK_NB, 1)
    return "fcntl lock"


@attack
def lock_an_open_file(given: dict[str, Any]) -> str:
    fcntl.fcntl(_open(given), 37, struct.pack("hhqqi4x", fcntl.F_RDLCK, 0, 0, 1, 0))
    return "OFD lock"


@attack
def ask_for_locks(given: dict[str, Any]) -> str:
    fcntl.fcntl(_open(given), fcntl.F_GETLK, struct.pack("hhqqi4x", fcntl.F_RDLCK, 0, 0, 1, 0))
    return "locks of others"


@attack
def lease_a_file(given: dict[str, Any]) -> str:
    fcntl.fcntl(_open(given), fcntl.F_SETLEASE, fcntl.F_RDLCK)
    return "lease"


@attack
def be_notified_of_a_folder(given: dict[str, Any]) -> str:
    fcntl.fcntl(os.open(os.path.dirname(given["readable"]), os.O_RDONLY), fcntl.F_NOTIFY, fcntl.DN_ACCESS)
    return "dnotify"


@attack
def leave_a_hint_at_a_file(given: dict[str, Any]) -> str:
    fcntl.fcntl(_open(given), 1035, struct.pack("Q", 0))  # the hint is read here; writing it needs an owner
    return "write hint"


@attack
def watch_files(given: dict[str, Any]) -> str:
    return f"inotify {_call('inotify_init1', 0)}"


@attack
def watch_a_file_system(given: dict[str, Any]) -> str:
    return f"fanotify {_call('fanotify_init', 0x200, 0)}"  # reporting file handles, as for ordinary users


@attack
def ask_which_pages_are_in_memory(given: dict[str, Any]) -> str:
    address = _libc.mmap(None, ctypes.c_size_t(4096), 1, 2, _open(given), ctypes.c_long(0))
    _checked(_libc.mincore(ctypes.c_void_p(address), ctypes.c_size_t(4096), ctypes.create_string_buffer(1)))
    return "mincore"


@attack
def ask_how_much_of_a_file_is_in_memory(given: dict[str, Any]) -> str:
    _call("cachestat", _open(given), (ctypes.c_uint64 * 2)(0, 0), (ctypes.c_uint64 * 5)(), 0)
    return "cachestat"


@attack
def read_only_if_in_memory(given: dict[str, Any]) -> str:
    os.preadv(_open(given), [bytearray(16)], 0, os.RWF_NOWAIT)
    return "preadv2"


@attack
def leave_an_access_time(given: dict[str, Any]) -> str:
    before = os.stat(given["fresh"]).st_atime_ns
    with open(given["fresh"], "rb") as file:
        file.read()
    if os.stat(given["fresh"]).st_atime_ns == before:
        raise OSError("reading changed nothing")
    return "access time"


@attack
def change_the_times_of_a_file(given: dict[str, Any]) -> str:
    os.utime(given["readable"])
    return "times"


@attack
def read_the_load_of_the_machine(given: dict[str, Any]) -> str:
    with open("/proc/loadavg") as file:
        tasks = int(file.read().split()[3].partition("/")[2])
    if tasks <= 1:
        raise OSError("fixed numbers")
    return f"{tasks} tasks"


@attack
def read_the_free_memory(given: dict[str, Any]) -> str:
    with open("/proc/meminfo") as file:
        rows = {line.split(":")[0]: line.split()[1] for line in file}
    if rows["MemFree"] == rows["MemTotal"]:
        raise OSError("fixed numbers")
    return f"{rows['MemFree']} kB"


@attack
def read_the_number_of_control_groups(given: dict[str, Any]) -> str:
    with open("/proc/cgroups") as file:
        rows = [line for line in file if not line.startswith("#")]
    if not rows:
        raise OSError("it is not shown")
    return rows[0]


@attack
def read_the_speed_of_the_processors(given: dict[str, Any]) -> str:
    with open("/proc/cpuinfo") as file:
        speeds = [line for line in file if line.startswith("cpu MHz")]
    if not speeds:
        raise OSError("it is not shown")
    return speeds[0]


@attack
def ask_for_the_number_of_processes(given: dict[str, Any]) -> str:
    info = ctypes.create_string_buffer(256)
    _checked(_libc.sysinfo(info))
    free, processes = struct.unpack_from("Q", info, 40)[0], struct.unpack_from("H", info, 80)[0]
    if processes <= 1:
        raise OSError("fixed numbers")
    return f"{processes} processes, {free} bytes free"


@attack
def read_statistics_of_devices(given: dict[str, Any]) -> str:
    names = os.listdir("/sys/block") if os.path.isdir("/sys/block") else []
    if not names and not os.path.isdir("/sys/class"):
        raise OSError("no such folder")
    return "/sys"


@attack
def ask_how_full_the_disk_is(given: dict[str, Any]) -> str:
    return f"{os.statvfs(given['readable']).f_bfree} free blocks"


@attack
def use_system_v_memory(given: dict[str, Any]) -> str:
    return f"shmget {_call('shmget', 4711, 4096, 0o1666)}"


@attack
def use_system_v_messages(given: dict[str, Any]) -> str:
    return f"msgget {_call('msgget', 4711, 0o1666)}"


@attack
def use_system_v_semaphores(given: dict[str, Any]) -> str:
    return f"semget {_call('semget', 4711, 1, 0o1666)}"


@attack
def open_a_message_queue(given: dict[str, Any]) -> str:
    queue = ctypes.c_char_p(f"ludus-{os.getpid()}".encode())
    _call("mq_open", queue, os.O_CREAT | os.O_RDWR, 0o600, None)
    _libc.mq_unlink(queue)
    return "message queue"


@attack
def write_to_shared_memory(given: dict[str, Any]) -> str:
    path = f"/dev/shm/ludus-{os.getpid()}"
    with open(path, "wb") as file:
        file.write(b"x")
    os.unlink(path)
    return "/dev/shm"


@attack
def open_a_terminal(given: dict[str, Any]) -> str:
    return f"terminal {os.ttyname(os.openpty()[1])}"


@attack
def keep_a_key(given: dict[str, Any]) -> str:
    _call("add_key", ctypes.c_char_p(b"user"), ctypes.c_char_p(b"ludus"), ctypes.c_char_p(b"x"), 1, -2)
    return "key"


# Other processes, the network


@attack
def see_other_processes(given: dict[str, Any]) -> str:
    marker = given["marker"][::-1].encode()
    for name in os.listdir("/proc"):
        try:
            with open(f"/proc/{name}/cmdline", "rb") as file:
                if marker in file.read():
                    return f"command of process {name}"
        except OSError:
            continue
    raise OSError("none")


@attack
def signal_the_referee(given: dict[str, Any]) -> str:
    with open(f"/proc/{given['owner']}/cmdline", "rb") as file:
        if given["marker"][::-1].encode() not in file.read():
            raise ProcessLookupError("another process has its number")
    os.kill(given["owner"], 0)
    return "signal"


@attack
def trace_a_process(given: dict[str, Any]) -> str:
    child = os.fork()
    if child == 0:
        os.read(os.pipe()[0], 1)
    try:
        _checked(_libc.ptrace(16, child, None, None))
    finally:
        os.kill(child, 9)
        os.waitpid(child, 0)
    return "ptrace"


@attack
def change_limits_of_a_process(given: dict[str, Any]) -> str:
    resource.prlimit(os.getppid(), resource.RLIMIT_CORE)
    return "prlimit"


@attack
def change_the_priority_of_a_user(given: dict[str, Any]) -> str:
    os.setpriority(os.PRIO_USER, 0, 0)
    return "setpriority"


@attack
def choose_a_processor(given: dict[str, Any]) -> str:
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    return _changed("processors", before, os.sched_getaffinity(0))


@attack
def lower_the_priority(given: dict[str, Any]) -> str:
    before = os.getpriority(os.PRIO_PROCESS, 0)
    os.setpriority(os.PRIO_PROCESS, 0, before + 1)
    return _changed("priority", before, os.getpriority(os.PRIO_PROCESS, 0))


@attack
def change_the_scheduling(given: dict[str, Any]) -> str:
    before = os.sched_getscheduler(0)
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    return _changed("scheduling", before, os.sched_getscheduler(0))


@attack
def compare_processes(given: dict[str, Any]) -> str:
    return f"kcmp {_call('kcmp', os.getpid(), os.getpid(), 1, 0, 0)}"


@attack
def open_a_socket(given: dict[str, Any]) -> str:
    socket.socket(socket.AF_INET).close()
    return "socket"


@attack
def open_a_local_socket(given: dict[str, Any]) -> str:
    socket.socket(socket.AF_UNIX).close()
    return "socket"


@attack
def bind_a_name_to_a_pair_of_sockets(given: dict[str, Any]) -> str:
    socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)[0].bind(f"\0ludus-{os.getpid()}")
    return "abstract name"


@attack
def send_to_any_address_by_a_pair_of_sockets(given: dict[str, Any]) -> str:
    socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    return "datagrams"


@attack
def send_a_file_by_a_pair_of_sockets(given: dict[str, Any]) -> str:
    with socket.socketpair()[0] as sender:  # how many files a user may send at once is shared with other programs
        socket.send_fds(sender, [b"x"], [0])
    return "file"


@attack
def ask_for_the_number_of_a_socket(given: dict[str, Any]) -> str:
    cookie = socket.socketpair()[0].getsockopt(socket.SOL_SOCKET, 57, 8)
    return f"cookie {int.from_bytes(cookie, 'little')}"


@attack
def be_continued_by_a_process(given: dict[str, Any]) -> str:
    process = os.getpid()
    info = struct.pack("iii116x", _CONTINUE, 0, -1)  # as sigqueue(3) has it
    calls: dict[str, Callable[[], int]] = {
        "kill": lambda: _call("kill", process, _CONTINUE),
        "tkill": lambda: _call("tkill", process, _CONTINUE),
        "tgkill": lambda: _call("tgkill", process, process, _CONTINUE),
        "rt_sigqueueinfo": lambda: _call("rt_sigqueueinfo", process, _CONTINUE, info),
        "rt_tgsigqueueinfo": lambda: _call("rt_tgsigqueueinfo", process, process, _CONTINUE, info),
        "pidfd_send_signal": lambda: _call("pidfd_send_signal", _call("pidfd_open", process, 0), _CONTINUE, None, 0),
    }

    def send(name: str) -> str:
        calls[name]()
        return name

    return _try_each([*calls], send)


@attack
def be_continued_when_a_parent_ends(given: dict[str, Any]) -> str:
    return f"prctl {_checked(_libc.prctl(1, ctypes.c_ulong(_CONTINUE), 0, 0, 0))}"


@attack
def be_continued_when_a_child_ends(given: dict[str, Any]) -> str:
    child = _call("clone", _CONTINUE, None, None, None, None)
    if child == 0:
        os._exit(0)
    _libc.waitpid(child, None, 0x40000000)  # __WALL: its end sends no SIGCHLD
    return "clone"


@attack
def be_continued_by_a_timer(given: dict[str, Any]) -> str:
    event = struct.pack("Qii48x", 0, _CONTINUE, 0)
    return f"timer {_call('timer_create', 1, event, ctypes.byref(ctypes.c_int()))}"


@attack
def be_continued_by_input(given: dict[str, Any]) -> str:
    return f"signal {fcntl.fcntl(os.pipe()[0], 10, _CONTINUE)}"


@attack
def write_outside_the_folder(given: dict[str, Any]) -> str:
    path = os.path.join(given["folder"], f"written-{os.getpid()}")
    with open(path, "wb"):
        pass
    return path


# Memory that is not counted


@attack
def hold_memory_in_a_memory_file(given: dict[str, Any]) -> str:
    return f"memfd {_call('memfd_create', ctypes.c_char_p(b'x'), 0)}"


@attack
def hold_shared_memory(given: dict[str, Any]) -> str:
    mmap.mmap(-1, 4096).close()
    return "shared mapping"


@attack
def hold_shared_memory_of_a_device(given: dict[str, Any]) -> str:
    with open("/dev/zero", "rb") as file:
        mmap.mmap(file.fileno(), 4096, prot=mmap.PROT_READ).close()
    return "/dev/zero"


@attack
def give_memory_to_a_pipe(given: dict[str, Any]) -> str:
    data = ctypes.create_string_buffer(4096)
    parts = (ctypes.c_void_p * 2)(ctypes.addressof(data), 4096)
    return f"vmsplice {_call('vmsplice', os.pipe()[1], parts, 1, 0)}"


@attack
def enlarge_a_pipe(given: dict[str, Any]) -> str:
    return f"pipe of {fcntl.fcntl(os.pipe()[1], 1031, 1 << 17)}"


@attack
def hold_memory_in_a_named_pipe(given: dict[str, Any]) -> str:
    path = os.path.join(os.environ.get("TMPDIR", "/tmp"), f"ludus-pipe-{os.getpid()}")
    os.mkfifo(path)
    os.unlink(path)
    return "named pipe"


@attack
def hide_open_files(given: dict[str, Any]) -> str:
    _checked(_libc.prctl(4, 0, 0, 0, 0))  # PR_SET_DUMPABLE
    _libc.prctl(4, 1, 0, 0, 0)
    return "not dumpable"


@attack
def enlarge_a_socket(given: dict[str, Any]) -> str:
    socket.socketpair()[0].setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 16)
    return "socket buffer"


@attack
def open_a_thousand_files(given: dict[str, Any]) -> str:
    files: list[int] = []
    try:
        files += [_open(given) for _ in range(1000)]
    finally:
        for file in files:
            os.close(file)
    return "1000 files"


@attack
def keep_rules_in_the_kernel(given: dict[str, Any]) -> str:
    return f"Landlock {_call('landlock_create_ruleset', (ctypes.c_uint64 * 1)(1), 8, 0)}"


@attack
def queue_input_and_output(given: dict[str, Any]) -> str:
    return f"io_uring {_call('io_uring_setup', 4, ctypes.create_string_buffer(120))}"


@attack
def queue_asynchronous_reads(given: dict[str, Any]) -> str:
    return f"io_setup {_call('io_setup', 8, (ctypes.c_uint64 * 1)())}"


@attack
def handle_page_faults(given: dict[str, Any]) -> str:
    return f"userfaultfd {_call('userfaultfd', 1)}"


# Rights and secrets


@attack
def make_a_user_namespace(given: dict[str, Any]) -> str:
    child = os.fork()
    if child == 0:
        try:
            _call("unshare", _NEW_USER)
            os._exit(0)
        except OSError:
            os._exit(1)
    if os.waitpid(child, 0)[1]:
        raise PermissionError("unshare")
    return "unshare"


@attack
def start_a_process_in_a_user_namespace(given: dict[str, Any]) -> str:
    child = _call("clone", _NEW_USER | 17, None, None, None, None)
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    return "clone"


def _groups() -> list[str]:
    """Folders of control groups that can be seen, at most a hundred."""
    with open("/proc/self/mountinfo") as file:
        mounts = [line.split()[4] for line in file if " - cgroup" in line]
    folders = [folder for mount in mounts for folder, _, files in os.walk(mount) if "cgroup.procs" in files]
    if not folders:
        raise FileNotFoundError("there are no groups")
    return sorted(folders, key=len)[:100]


def _try_each(names: list[str], function: Callable[[str], str]) -> str:
    """The first success; raises the last error if there is none."""
    for name in names[:-1]:
        try:
            return function(name)
        except OSError:
            continue
    return function(names[-1])


@attack
def move_to_another_control_group(given: dict[str, Any]) -> str:
    def move(folder: str) -> str:
        with open(f"{folder}/cgroup.procs", "w") as file:
            file.write("0")
        return folder

    return _try_each(_groups(), move)


@attack
def start_a_process_in_another_control_group(given: dict[str, Any]) -> str:
    def start(folder: str) -> str:
        group = os.open(folder, os.O_RDONLY)
        arguments = (ctypes.c_uint64 * 11)(_INTO_GROUP, 0, 0, 0, 17, 0, 0, 0, 0, 0, group)
        child = _call("clone3", arguments, 88)
        if child == 0:
            os._exit(0)
        os.waitpid(child, 0)
        return folder

    return _try_each(_groups(), start)


@attack
def load_a_program_into_the_kernel(given: dict[str, Any]) -> str:
    _call("bpf", 0, (ctypes.c_uint32 * 18)(2, 4, 4, 1), 72)
    return "bpf"


@attack
def measure_the_kernel(given: dict[str, Any]) -> str:
    attributes = (ctypes.c_uint32 * 32)(1, 128)
    return f"perf {_call('perf_event_open', attributes, 0, -1, -1, 0)}"


@attack
def get_a_handle_of_a_file(given: dict[str, Any]) -> str:
    path, handle = ctypes.c_char_p(os.fsencode(given["readable"])), (ctypes.c_uint32 * 40)(128)
    _call("name_to_handle_at", -100, path, handle, ctypes.byref(ctypes.c_int()), 0)
    return "handle"


@attack
def read_a_secret_variable(given: dict[str, Any]) -> str:
    if given["variable"] not in os.environ:
        raise OSError("it is not set")
    return os.environ[given["variable"]]


@attack
def read_a_hidden_file(given: dict[str, Any]) -> str:
    with open(given["hidden"]) as file:
        return file.read()


@attack
def read_the_rules_of_a_contest(given: dict[str, Any]) -> str:
    def read(name: str) -> str:
        with open(given[name]) as file:
            text = file.read()
        if not text:
            raise OSError("it is empty")
        return f"{name}: {text}"

    return _try_each(["rules", "link"], read)


@attack
def read_what_only_root_may_read(given: dict[str, Any]) -> str:
    with open(given["private"]) as file:
        return file.read()


@attack
def keep_a_capability(given: dict[str, Any]) -> str:
    with open("/proc/self/status") as file:
        held = next(int(line.split()[1], 16) for line in file if line.startswith("CapEff"))
    if not held:
        raise OSError("none")
    return hex(held)


def main() -> None:
    given = json.loads(sys.argv[1])
    for name, function in ATTACKS.items():
        try:
            achieved: str | None = function(given)
            why = ""
        except (OSError, ValueError, OverflowError) as error:
            achieved, why = None, str(error)
        print(json.dumps({"attack": name, "achieved": achieved, "refused": why}), flush=True)
    print(json.dumps({"attack": "", "achieved": None, "refused": ""}), flush=True)


if __name__ == "__main__":
    main()
