"""The sandbox server and the supervisors of its sandboxes, one process per game.

A supervisor starts a sandbox, enforces limits, kills all processes and reports the exit reason. The owner sends one
launch request with the program's files. It receives `started`, `failed` (by the program) or `unavailable` (this machine
cannot make a sandbox now), and later `ended` with the reason, which is one of

    status       the program ended by itself, with the status that wait() gave; `turn` is the number of turns that had
                 begun, and `waited` and `used` are those of the last one
    processes    there were too many
    memory       they used too much
    pipes        they had too many open
    hiding       their open files cannot be seen, so their memory cannot be counted
    computing    they used too much CPU time
    owner        the owner requested it

The owner ends a game by closing the socket, or by dying. It may send single letters:

    n    another game begins in the same sandbox: CPU time is counted from there
    s    stop all processes, while it is not the program's turn
    c    continue; answered by `continued` when all of them run again
    u    answered by `used`: CPU seconds since the sandbox was made
    b    the time of a turn begins
    w    answered by `waited`: seconds of this turn in which the program was ready and others had the processors, and
         `used`: its CPU seconds in this turn
    k    store the files of the private folder; answered by `kept`

A request with `keep`, the paths of two folders, begins with the files of the second, and its private folder is stored
in the first: when the owner asks for it, and when all processes have ended. Then `kept` follows after `ended`.
"""

from __future__ import annotations

import functools
import json
import math
import os
import resource
import select
import signal
import socket
import stat
import sys
import time
from contextlib import suppress
from typing import Any

from . import control_groups, kept_files, machine_info, privileges, process_usage, syscall_wrappers
from .isolation import SandboxedFunction, SandboxSetup, enter
from .private_folders import make_private_folder, remove_private_folder

USAGE_CHECK_SECONDS = 0.03  # seconds between two checks of resource usage
STOPPED_CHECK_SECONDS = 1.0  # at most, while a program is stopped: then it cannot take more of anything
KERNEL_CHECK_SECONDS = 1.0  # seconds between two checks of mappings and files of threads, which take longer
STOP_GRACE_SECONDS = 0.002  # a bot that decides again so soon is not stopped; others move at once, or it moves twice
STOP_PASSES = 50  # searches for processes that were started meanwhile; the next look searches again
STOP_CHECK_SECONDS = 0.001  # until the second look whether all have stopped; then twice as long, and so on
KILL_TIMEOUT = 10.0  # seconds until processes that do not die are abandoned
LENGTH_BYTES = 4  # bytes of the length before a request

SHUTDOWN_TIMEOUT = 5.0  # seconds for the supervisors to clean up
OWNER_CHECK_SECONDS = 1.0  # seconds between two checks that the owner is alive


def main() -> None:
    """Entry point as a process of its own: the number of the socket is the argument."""
    serve(socket.socket(fileno=int(sys.argv[1])))


def serve(owner: socket.socket, run: SandboxedFunction | None = None) -> None:
    """Fork a supervisor for each socket that arrives from the owner.

    Args:
        owner: The socket to the owner.
        run: A function to run in each sandbox instead of a command.
    """
    if syscall_wrappers.LINUX:
        syscall_wrappers.prctl(syscall_wrappers.SUBREAPER, 1)  # adopt the processes of a supervisor that was killed
    parent, awake, keepers = os.getppid(), child_exit_pipe(), set[int]()
    control_groups.remove_stale_groups()
    bot_user()  # once for all sandboxes
    while os.getppid() == parent:
        ready = select.select([owner.fileno(), awake], [], [], OWNER_CHECK_SECONDS)[0]
        if awake in ready:
            _reap_supervisors(awake, keepers)
        if owner.fileno() in ready:
            data, lines, *_ = socket.recv_fds(owner, 1, 1)
            if not data:
                break
            pid = os.fork()
            if pid == 0:
                owner.close()
                os.close(awake)
                _run_supervisor(socket.socket(fileno=lines[0]), run)
            os.close(lines[0])
            keepers.add(pid)
    for supervisor in keepers:
        os.kill(supervisor, signal.SIGTERM)
    until = time.monotonic() + SHUTDOWN_TIMEOUT
    while keepers and time.monotonic() < until and select.select([awake], [], [], SHUTDOWN_TIMEOUT)[0]:
        _reap_supervisors(awake, keepers)


def supervise(owner: socket.socket, run: SandboxedFunction | None) -> None:
    """Supervise one sandbox, in a process of its own."""
    syscall_wrappers.die_with_parent()
    if syscall_wrappers.LINUX:
        syscall_wrappers.prctl(syscall_wrappers.SUBREAPER, 1)  # adopt orphans
    head, files, *_ = socket.recv_fds(owner, LENGTH_BYTES, 8)
    request = json.loads(_receive(owner, int.from_bytes(head, "little")))
    supervisor = Supervisor(owner, request)  # takes care of signals, so that the folder is always removed
    try:
        folder = make_private_folder(request["temporary"])
    except OSError as error:
        _send(owner, unavailable=f"no folder can be made in {request['temporary']}: {error.strerror}")
        return
    keeper = Keeper(request, folder) if "keep" in request else None
    supervisor.keeper = keeper
    try:
        try:
            report = supervisor.start(files, folder, run)
        except OSError as error:  # such as too many processes of all users
            report = {"unavailable": error.strerror or str(error)}
        if "active" in report:
            _send(owner, started=[*report["active"], *supervisor.own_protections()])
            report = supervisor.watch()
        _send(owner, **report)
    finally:
        supervisor.kill_all()
        supervisor.groups.remove()
        if keeper is not None:
            _send(owner, kept=keeper.store(supervisor.folder))
        remove_private_folder(folder)


class Keeper:
    """Keeps the files of a private folder for the next sandbox."""

    def __init__(self, request: dict[str, Any], folder: str) -> None:
        self._stored, begin = request["keep"]
        self._folder, self._max_bytes = folder, request["limits"]["folder"] << 20
        kept = kept_files.read_stored(begin, self._max_bytes)
        request["kept_files"] = kept.files  # for the code in the sandbox, which is a fork of ours
        self._paths = {file.path for file in kept.files}
        self._since: int | None = None  # when the private folder was ready
        self._last: list[kept_files.KeptFile] | None = None  # what was stored last

    def store(self, private: int | None) -> dict[str, Any]:
        """Store the files as they are now; returns a report.

        Args:
            private: Descriptor of the private folder if it is in a mount namespace; None if its path is enough.
        """
        try:
            where = os.open(self._folder, os.O_RDONLY | os.O_DIRECTORY) if private is None else os.dup(private)
            try:
                self._since = self._since or kept_files.ready_since(where)
                if self._since is None:  # then the files of earlier games may be missing in it
                    return {"error": f"it has no {kept_files.READY_MARK} any more, or never began"}
                kept = kept_files.read_private(where, self._max_bytes, self._since, self._paths)
            finally:
                os.close(where)
            if kept.files != self._last:
                kept_files.store(self._stored, kept)
                self._last = kept.files
        except OSError as error:
            return {"error": f"{error.filename}: {error.strerror}" if error.filename else str(error)}
        return kept.report()


class Supervisor:
    """Supervisor of one sandbox, from its start to its end."""

    keeper: Keeper | None = None  # if files are kept

    def __init__(self, owner: socket.socket, request: dict[str, Any]) -> None:
        self.owner, self.request, self.limits = owner, request, request["limits"]
        self.own_pids = self.own_users = False
        self.first_process = 0  # process of the sandbox
        self.has_init_process = False  # it runs our code, not the program
        self.can_measure = process_usage.can_list_children()
        self.stop_requested = False
        self.seconds_before = 0.0  # CPU seconds of earlier games
        self.stopped = False  # the program has to wait for its turn
        self._stop_at: float | None = None  # when it is stopped
        self._next_stop_check = math.inf  # when to look again whether all processes are stopped
        self._stop_check_seconds = STOP_CHECK_SECONDS  # from the last look to the next
        self._unstoppable = 0  # processes of a program that starts others faster than they can be stopped
        self._cpu_when_stopped: float | None = None  # CPU seconds when its turn ended, until the next one begins
        self._turns = 0  # that have begun
        self._turn_began = 0.0
        self._turn_cpu_before = 0.0  # CPU seconds before this turn
        # times of its threads when this turn began; None: to be taken with the next check of usage
        self._turn_threads_before: dict[int, tuple[float, float]] | None = {}
        self.user, self.user_namespace = bot_user()
        self._next_check = 0.0  # when usage is checked again
        self._check_seconds = USAGE_CHECK_SECONDS  # from the last check to the next
        self._kernel_usage = process_usage.KernelUsage()  # when it was last checked
        self._next_kernel_check = time.monotonic() + KERNEL_CHECK_SECONDS
        self.groups = control_groups.SandboxGroups()
        self._cpu_counter = process_usage.CpuTimeCounter()  # used without a group that counts
        self.folder: int | None = None  # the private folder, if it is a file system in memory
        self.listener: int | None = None  # calls that the supervisor has to answer
        self._awake = child_exit_pipe()
        signal.signal(signal.SIGTERM, self._request_stop)  # from the server when it shuts down

    # Opening

    def start(self, files: list[int], folder: str, run: SandboxedFunction | None) -> dict[str, Any]:
        """Start the program; returns the active protections, or what failed."""
        if syscall_wrappers.LINUX:
            self.groups = control_groups.make_groups(self.limits["memory"] << 20)
        self._enter_namespaces()
        self.has_init_process = self.own_pids and run is None
        if not self.own_pids and self.user is not None:
            os.chown(folder, self.user, self.user)
        for file in files:
            if self.user is not None and stat.S_ISFIFO(os.fstat(file).st_mode):
                os.fchown(file, self.user, self.user)  # so that the program may open /dev/stderr
        line, theirs = socket.socketpair()
        self._status, status = os.pipe()
        self.first_process = os.fork()
        if self.first_process == 0:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            line.close()
            self.owner.close()
            joined = self.groups.join()
            enter(
                SandboxSetup(
                    self.request,
                    files,
                    folder,
                    theirs,
                    status,
                    run,
                    self.own_pids,
                    self.own_users,
                    self.user,
                    self.user_namespace,
                    joined,
                )
            )
        theirs.close()
        for file in (*files, *([status] if self.has_init_process else [])):  # otherwise we keep it open ourselves
            os.close(file)
        with line:
            report = self._wait_for_start(line)
        active = report.get("active", [])
        if _cannot_leave_groups(active):
            self.groups.start_counting()
        elif control_groups.CPU_GROUP in active:
            active.remove(control_groups.CPU_GROUP)  # its count would not be reliable
        return report

    def _enter_namespaces(self) -> None:
        """Give our children their own process numbers: directly as root, otherwise in our own user namespace."""
        if not syscall_wrappers.LINUX:
            return
        user, group = os.geteuid(), os.getegid()
        if self.user is not None:
            with suppress(OSError):
                syscall_wrappers.unshare(syscall_wrappers.NEW_PIDS)
                self.own_pids = True
                return
        with suppress(OSError):
            syscall_wrappers.unshare(syscall_wrappers.NEW_USER | syscall_wrappers.NEW_PIDS)
            self.own_pids = self.own_users = True
            _write("/proc/self/setgroups", "deny")
            _write("/proc/self/uid_map", f"{user} {user} 1")
            _write("/proc/self/gid_map", f"{group} {group} 1")

    def _wait_for_start(self, line: socket.socket) -> dict[str, Any]:
        """Read messages from inside until the socket closes because the program runs."""
        report: dict[str, Any] = {"failed": "it ended before it began"}
        received = b""
        while True:
            ready = select.select([line.fileno(), self.owner.fileno(), self._awake], [], [])[0]
            if self.owner.fileno() in ready or self.stop_requested:
                return {"failed": "it took too long"}
            if self._awake in ready:
                os.read(self._awake, 4096)  # the closed socket shows that it ended
            if line.fileno() not in ready:
                continue
            data, files, *_ = socket.recv_fds(line, 1 << 16, 2)
            if not data:
                signal.raise_signal(signal.SIGCHLD)  # it may have ended by now: `watch` looks for that
                return report
            *lines, received = (received + data).split(b"\n")
            for text in lines:
                message = json.loads(text)
                if "map" in message:
                    self._map_users()
                    line.sendall(b"\n")
                elif "files" in message:
                    received_files = dict(zip(message["files"], files, strict=True))
                    self.folder, self.listener = received_files.get("folder"), received_files.get("listener")
                else:
                    report = message

    def own_protections(self) -> list[str]:
        """Protections that the supervisor adds."""
        return ["counting"] if self.can_measure else []

    def _map_users(self) -> None:
        """Map all users to their own numbers, for a sandbox of root."""
        same = "\n".join(f"{first} {first} {count}" for first, count in privileges.id_ranges())
        _write(f"/proc/{self.first_process}/uid_map", same)
        _write(f"/proc/{self.first_process}/gid_map", same)

    # Watching

    def watch(self) -> dict[str, Any]:
        """Wait until the program ends, exceeds a limit, or the owner stops it; returns the reason."""
        while True:
            lines = [self.owner.fileno(), self._status, self._awake]
            # while the program is stopped nobody is answered: whoever asks then has to wait
            lines += [] if self.listener is None or self.stopped else [self.listener]
            next_time = min(self._next_check, self._stop_at or math.inf, self._next_stop_check)
            wait = max(next_time - time.monotonic(), 0.0) if self.can_measure else None
            ready = select.select(lines, [], [], wait)[0]
            if self.stop_requested or (self.owner.fileno() in ready and not self._hear_owner()):
                return {"ended": "owner"}
            if self.listener in ready and not machine_info.answer(self.listener, self.limits["memory"] << 20):
                self.listener = None
            if self._stop_at is not None and time.monotonic() >= self._stop_at:
                self._stop_at, self.stopped = None, True
                self._check_seconds = USAGE_CHECK_SECONDS
                self._next_check = time.monotonic() + USAGE_CHECK_SECONDS
                self._stop_check_seconds = STOP_CHECK_SECONDS
                self._look_at_stopped()
            elif time.monotonic() >= self._next_stop_check:  # whatever else there is to do
                self._look_at_stopped()
            if self._unstoppable:
                return {"ended": "processes", "used": self._unstoppable, "unstoppable": True}
            ended = self._reap() if self._awake in ready else None
            if self._status in ready:
                ended = int(os.read(self._status, 32) or signal.SIGKILL)
            if ended is not None or time.monotonic() >= self._next_check:
                if (excess := self.exceeded_limit()) is not None:
                    return excess
                if self._turn_threads_before is None:
                    self._take_turn_times()
                self._check_seconds = min(2 * self._check_seconds, STOPPED_CHECK_SECONDS if self.stopped else 0.0)
                self._check_seconds = max(self._check_seconds, USAGE_CHECK_SECONDS)
                self._next_check = time.monotonic() + self._check_seconds
            if ended is not None and self.groups.memory_was_exceeded():
                return {"ended": "memory", "used": self.limits["memory"] + (control_groups.MARGIN >> 20)}
            if ended is not None:
                waited, seconds = self._turn_waiting_and_cpu()
                return {"ended": "status", "status": ended, "turn": self._turns, "waited": waited, "used": seconds}

    def exceeded_limit(self) -> dict[str, Any] | None:
        """The limit that the processes exceed, with the amount used; None if none."""
        if not self.can_measure:
            return None
        inmates = self._processes()
        used = process_usage.usage(inmates)
        seconds = self._cpu_seconds(inmates) - self.seconds_before
        if used.tasks > self.limits["processes"]:
            return {"ended": "processes", "used": used.tasks}
        if seconds > self.limits["computing"]:
            return {"ended": "computing", "used": round(seconds, 2)}
        limit, files = self.limits["memory"] << 20, self._files_in_memory()
        if time.monotonic() >= self._next_kernel_check:
            self._kernel_usage = process_usage.kernel_usage(inmates)
            self._next_kernel_check = time.monotonic() + KERNEL_CHECK_SECONDS
        buffers = process_usage.buffer_usage(inmates)
        if buffers.hidden and self.user is None:  # our own user: we may look at all that do not hide
            return {"ended": "hiding", "used": buffers.hidden}
        pipes = max(buffers.pipes, self._kernel_usage.pipes)
        if pipes > process_usage.MAX_PIPES:
            return {"ended": "pipes", "used": pipes, "allowed": process_usage.MAX_PIPES}
        other_memory = used.hidden + (files or 0) + max(buffers.memory, self._kernel_usage.memory)
        memory = used.memory - (used.shared if files is not None else 0) + other_memory
        if memory > limit:
            fair = process_usage.proportional_memory(inmates, without_shared=files is not None)
            memory = memory if fair is None else fair + other_memory
        if memory > limit:
            return {"ended": "memory", "used": memory >> 20}
        return None

    def _files_in_memory(self) -> int | None:
        """Bytes in the private folder; None if it is not in memory."""
        if self.folder is None:
            return None
        space = os.fstatvfs(self.folder)
        return (space.f_blocks - space.f_bfree) * space.f_frsize

    def _cpu_seconds(self, processes: list[int] | None = None) -> float:
        """CPU seconds of all processes of the sandbox since it was made; 0 if they cannot be measured.

        Args:
            processes: Those that live, if known.
        """
        if not self.can_measure:
            return 0.0
        counted = self.groups.cpu_seconds()
        if counted is not None:
            return counted
        processes = self._processes() if processes is None else processes
        collected = resource.getrusage(resource.RUSAGE_CHILDREN)
        return self._cpu_counter.seconds(
            [*processes, *([self.first_process] if self.has_init_process and self.first_process else [])],
            collected.ru_utime + collected.ru_stime,
        )

    def _hear_owner(self) -> bool:
        """Do what the owner asks for; returns False if it is gone."""
        letters = b""
        with suppress(ConnectionResetError):
            letters = self.owner.recv(64)
        for letter in letters.decode(errors="replace"):
            if letter == "n":
                self.seconds_before = self._cpu_seconds()
            elif letter == "s":
                self._stop_at = time.monotonic() + STOP_GRACE_SECONDS
                self._cpu_when_stopped = self._cpu_seconds() if self.limits["clock"] == "cpu" else None
            elif letter == "c":
                if self.stopped:
                    self._continue_all()
                self._stop_at, self.stopped, self._next_stop_check = None, False, math.inf
                self._next_check = min(self._next_check, time.monotonic() + USAGE_CHECK_SECONDS)
                _send(self.owner, continued=True)
            elif letter == "u":
                _send(self.owner, used=self._cpu_seconds())
            elif letter == "b":
                self._begin_turn()
            elif letter == "w":
                waited, seconds = self._turn_waiting_and_cpu()
                _send(self.owner, waited=waited, used=seconds)
            elif letter == "k" and self.keeper is not None:
                _send(self.owner, kept=self._store_files(self.keeper))
        return bool(letters)

    def _store_files(self, keeper: Keeper) -> dict[str, Any]:
        """Store the private folder while no process changes it."""
        for _ in range(STOP_PASSES):
            if self._stop_all():
                break
            time.sleep(STOP_CHECK_SECONDS)
        report = keeper.store(self.folder)
        if not self.stopped:
            self._continue_all()
        return report

    def _begin_turn(self) -> None:
        """Take the times of a turn's beginning: at once if processor time is limited, else at the next check of usage.

        The latter is quicker for the referee; waiting in the first hundredths of a second is not counted. If the
        program has to stop while others decide, the processor time of a turn begins when the last one ended.
        """
        self._turns += 1
        if self.limits["clock"] == "cpu":
            self._take_turn_times()
            if self._cpu_when_stopped is not None:
                self._turn_cpu_before, self._cpu_when_stopped = self._cpu_when_stopped, None
        else:
            self._turn_threads_before = None

    def _take_turn_times(self) -> None:
        processes = self._processes()
        self._turn_began = time.monotonic()
        self._turn_cpu_before = self._cpu_seconds(processes)
        self._turn_threads_before = process_usage.thread_times(processes)

    def _turn_waiting_and_cpu(self) -> tuple[float, float]:
        """Seconds of this turn without a processor because others had it, and CPU seconds of this turn.

        A thread that waits for other threads of the same bot does not count: the bot uses the processors itself then.
        Without a control group, CPU time of threads that have ended is known to a hundredth of a second only.
        """
        if self._turn_threads_before is None:
            return 0.0, 0.0  # the turn has just begun
        processes = self._processes()
        waited, running = process_usage.waiting_and_running(
            self._turn_threads_before, process_usage.thread_times(processes)
        )
        used = max(self._cpu_seconds(processes) - self._turn_cpu_before, running)
        return min(waited, max(time.monotonic() - self._turn_began - used, 0.0)), used

    def _look_at_stopped(self) -> None:
        """Stop what is not stopped, and set the time of the next look: soon, until all have stopped.

        Some never seem to: who waits for a child in vfork stops only after that.
        """
        wait = self._stop_check_seconds
        if self._stop_all():
            self._stop_check_seconds = min(2 * max(wait, USAGE_CHECK_SECONDS), STOPPED_CHECK_SECONDS)
        elif wait > USAGE_CHECK_SECONDS:  # all had stopped before
            wait = self._stop_check_seconds = STOP_CHECK_SECONDS
        else:
            self._stop_check_seconds = min(2 * wait, USAGE_CHECK_SECONDS)
        self._next_stop_check = time.monotonic() + wait

    def _stop_all(self) -> bool:
        """Stop all processes, also those that are started or continued meanwhile.

        Returns:
            Whether all had stopped at the last look; it takes a moment.
        """
        if self.groups.can_stop:
            return self.groups.stop()
        signalled: set[int] = set()
        for _ in range(STOP_PASSES):
            processes = set(self._processes())
            for process in processes:  # at once: to look first takes longer than to start another one
                _signal(process, signal.SIGSTOP)
            if processes <= signalled:
                return all(map(process_usage.is_stopped, processes))
            signalled = processes
        self._unstoppable = len(processes)  # who is not hostile does not start processes all the time
        return False

    def _continue_all(self) -> None:
        if self.groups.can_stop:
            self.groups.resume()
            return
        for process in self._processes():
            _signal(process, signal.SIGCONT)

    def _request_stop(self, *_: Any) -> None:
        self.stop_requested = True

    def _processes(self) -> list[int]:
        processes = process_usage.descendants(os.getpid())
        return (
            [process for process in processes if process != self.first_process] if self.has_init_process else processes
        )

    def _reap(self) -> int | None:
        """Collect ended children; returns the status of the first process if it was among them."""
        os.read(self._awake, 4096)
        first_status = None
        with suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                if ended[0] == self.first_process:
                    first_status = ended[1]
                    self.first_process = (
                        0 if self.own_pids else self.first_process
                    )  # the process number may soon be reused
        return first_status

    # Ending

    def kill_all(self) -> None:
        """Kill all processes of the sandbox and wait until they are dead."""
        if self.own_pids and self.first_process:
            os.kill(self.first_process, signal.SIGKILL)  # kills all others with it
            os.waitpid(self.first_process, 0)
        until = time.monotonic() + KILL_TIMEOUT
        with suppress(ChildProcessError):
            while not self.own_pids and time.monotonic() < until:
                self._kill_descendants()
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
                time.sleep(0.0005)

    def _kill_descendants(self) -> None:
        """Without namespaces: kill all our descendants, or where they cannot be listed, the program's process group."""
        for process in process_usage.descendants(os.getpid()):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        if not self.can_measure and self.first_process:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.first_process, signal.SIGKILL)


def _cannot_leave_groups(active: list[str]) -> bool:
    """Whether a program is in a group for CPU time, and can neither move to another one nor start a process there."""
    steps = {*active}
    return {control_groups.CPU_GROUP, "filter"} <= steps and not steps.isdisjoint({"mounts", "landlock"})


def child_exit_pipe() -> int:
    """A pipe that becomes readable when a child has ended."""
    readable, writable = os.pipe()
    os.set_blocking(writable, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(writable, warn_on_full_buffer=False)
    return readable


def _receive(line: socket.socket, size: int) -> bytes:
    data = bytearray()
    while len(data) < size:
        part = line.recv(size - len(data))
        if not part:
            os._exit(1)  # the owner is gone before the game began
        data += part
    return bytes(data)


def _signal(process: int, number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.kill(process, number)


@functools.cache
def bot_user() -> tuple[int | None, int | None]:
    """The user of programs if it is not ours, and a user namespace that translates the owner of our files to it.

    Called first by the server, whose forks use the result: all sandboxes of a bot have the same user.
    """
    user = privileges.user_for_sandbox()
    return user, None if user is None else _user_namespace_for(user)


def _user_namespace_for(user: int) -> int | None:
    """A user namespace in which root's files belong to a user, for mounts; None if the system does not allow it."""
    readable, writable = os.pipe()
    helper = os.fork()
    if helper == 0:
        try:
            syscall_wrappers.die_with_parent()
            syscall_wrappers.unshare(syscall_wrappers.NEW_USER)
            os.write(writable, b"\n")
            signal.pause()
        finally:
            os._exit(1)
    os.close(writable)
    try:
        if not os.read(readable, 1):
            return None
        _write(f"/proc/{helper}/uid_map", f"0 {user} 1")
        _write(f"/proc/{helper}/gid_map", f"0 {user} 1")
        return os.open(f"/proc/{helper}/ns/user", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
    finally:
        os.close(readable)
        os.kill(helper, signal.SIGKILL)
        os.waitpid(helper, 0)


def _send(owner: socket.socket, **report: Any) -> None:
    with suppress(OSError):  # an owner that is gone
        owner.sendall(json.dumps(report).encode() + b"\n")


def _write(path: str, text: str) -> None:
    with open(path, "w") as file:
        file.write(text)


def _run_supervisor(line: socket.socket, run: SandboxedFunction | None) -> None:
    try:
        supervise(line, run)
    except BaseException:
        sys.excepthook(*sys.exc_info())  # an error in our code: print it
        os._exit(1)
    os._exit(0)


def _reap_supervisors(awake: int, keepers: set[int]) -> None:
    """Collect ended supervisors, and kill the processes that a killed one left behind."""
    os.read(awake, 4096)
    failed = False
    with suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            keepers.discard(ended[0])
            failed = failed or ended[1] != 0
    if failed:
        control_groups.remove_stale_groups()
    for process in process_usage.children(os.getpid()):
        if process not in keepers:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
