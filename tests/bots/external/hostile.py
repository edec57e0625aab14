"""Hostile programs: `hostile.py ATTACK ARGUMENTS`. Each plays the first legal move after it did what it came for.

What it found out goes to standard error. Programs that hold memory keep it until they are ended.
"""

import contextlib
import ctypes
import json
import mmap
import os
import select
import signal
import socket
import struct
import sys
import threading
import time

libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
kept = []


def sockets(megabytes):
    """Fill the buffers of sockets, in as many processes as it takes."""
    held = 0
    while held < int(megabytes) << 20:
        if os.fork() == 0:
            time.sleep(3600)
        while held < int(megabytes) << 20:
            try:
                pair = socket.socketpair()
            except OSError:
                break
            kept.append(pair)
            pair[0].setblocking(False)
            try:
                while True:
                    held += pair[0].send(bytes(1 << 15))
            except BlockingIOError:
                pass
        if os.fork():
            time.sleep(3600)
        kept.clear()  # in the child


def sockets_of_a_program_that_hides(megabytes):
    """Fill sockets as a program that may be executed but not read: its user may not look at its open files."""
    copy = os.path.join(os.environ["TMPDIR"], "python")
    with open(os.path.realpath("/proc/self/exe"), "rb") as program:
        data = program.read()
    file = os.open(copy, os.O_CREAT | os.O_WRONLY, 0o111)
    while data:
        data = data[os.write(file, data) :]
    os.close(file)
    os.execv(copy, [copy, "-I", "-S", os.path.abspath(__file__), "sockets", megabytes])


def sockets_of_a_process_that_hides(megabytes):
    """The same, by a call that hides this process; where it is refused, the sockets are counted."""
    libc.prctl(4, 0, 0, 0, 0)  # PR_SET_DUMPABLE
    sockets(megabytes)


def files(megabytes):
    """Fill the private folder."""
    for number in range(int(megabytes)):
        with open(os.path.join(os.environ["TMPDIR"], str(number)), "wb") as file:
            file.write(bytes(1 << 20))


def page_tables(megabytes):
    """Read one byte of every 2 MB of an endless empty mapping: no pages, but a table for each."""
    size = int(megabytes) << 29  # a table of 4 KB for every 2 MB
    address = libc.mmap(None, ctypes.c_size_t(size), mmap.PROT_READ, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, -1, 0)
    assert address not in (None, ctypes.c_void_p(-1).value)
    libc.madvise(ctypes.c_void_p(address), ctypes.c_size_t(size), 15)  # no huge pages
    for offset in range(0, size, 2 << 20):
        ctypes.c_char.from_address(address + offset).value  # noqa: B018


def mappings(megabytes):
    """Many small mappings that are never used, in many processes: only lists of the kernel grow."""
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
    libc.mmap.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long)
    for _ in range(int(megabytes) // 15 + 1):
        if os.fork() == 0:
            for number in range(60_000):
                libc.mmap(None, 4096, mmap.PROT_READ if number % 2 else 0, flags, -1, 0)
            time.sleep(3600)


def sockets_of_threads(megabytes):
    """Threads with files of their own, which the process does not show: each keeps the sockets that it began with."""
    held, stacks = 0, []
    libc.clone.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)
    pause = ctypes.cast(libc.pause, ctypes.c_void_p)
    while held < int(megabytes) << 20:
        pairs = [socket.socketpair() for _ in range(100)]
        for pair in pairs:
            pair[0].setblocking(False)
            with contextlib.suppress(BlockingIOError):
                while True:
                    held += pair[0].send(bytes(1 << 15))
        stacks.append(ctypes.create_string_buffer(1 << 16))
        top = (ctypes.addressof(stacks[-1]) + (1 << 16)) & ~63
        assert libc.clone(pause, top, 0x50B00, None) > 0  # a thread, but without CLONE_FILES
        for pair in pairs:
            pair[0].close()
            pair[1].close()
    kept.append(stacks)


def many_pipes(count):
    """Open more pipes than the kernel gives to a user at full size: those of all other programs are small then."""
    for _ in range(int(count) // 100):
        if os.fork() == 0:
            kept.extend(os.pipe() for _ in range(100))
            time.sleep(3600)
    time.sleep(3600)


def watches(megabytes):
    """Many watches of the same files: the kernel keeps 200 bytes for each."""
    files = [file for _ in range(20) for file in os.pipe()]
    held = 0
    while held < int(megabytes) << 20:
        kept.append(select.epoll())
        for number in range(150, 250):
            for file in files:
                os.dup2(file, number)
                kept[-1].register(number, 0)
                held += 200


def first_thread_ends(megabytes):
    """The first thread ends, and another one takes memory: the process itself shows none any more."""

    def take():
        time.sleep(0.1)
        kept.extend(bytearray(b"x" * (10 << 20)) for _ in range(int(megabytes) // 10))
        print("held", file=sys.stderr, flush=True)
        time.sleep(3600)

    threading.Thread(target=take).start()
    libc.syscall(60 if os.uname().machine == "x86_64" else 93, 0)


def count_in_the_background(seconds):
    """A child in a new session counts in a file, at any time, also while others think."""
    path = os.path.join(os.environ["TMPDIR"], "count")
    if os.fork() == 0:
        os.setsid()
        if os.fork():
            os._exit(0)
        while True:
            with open(path, "w") as file:
                file.write(str(time.process_time()))
            until = time.process_time() + 0.01
            while time.process_time() < until:
                pass
    return path


def resist(seconds):
    """Children that continue each other and start new ones all the time."""
    for _ in range(4):
        if os.fork() == 0:
            os.setsid()
            while True:
                try:
                    if os.fork():
                        os._exit(0)
                except OSError:
                    pass
                with contextlib.suppress(OSError):
                    os.kill(-1, signal.SIGCONT)
                until = time.process_time() + 0.002
                while time.process_time() < until:
                    pass


def continue_each_other(seconds):
    """Children that continue each other all the time; some keep the supervisor busy with questions."""
    info = ctypes.create_string_buffer(256)
    for number in range(20):
        if os.fork() == 0:
            os.setsid()
            while True:
                libc.kill(-1, signal.SIGCONT)
                if number < 3:
                    libc.sysinfo(info)


def be_continued_as_orphans(seconds):
    """Process groups whose parents end: the kernel continues those that are stopped then."""
    for _ in range(8):
        if os.fork() == 0:
            os.setsid()
            signal.signal(signal.SIGHUP, signal.SIG_IGN)
            while True:
                with contextlib.suppress(OSError):
                    if child := os.fork():
                        os.setpgid(child, child)
                        until = time.process_time() + 0.002
                        while time.process_time() < until:
                            pass
                        os._exit(0)


def be_continued(seconds):
    """A child that computes, with two hundred timers that continue it."""
    ready, done = os.pipe()
    if os.fork() == 0:
        os.setsid()
        signal.signal(signal.SIGCONT, lambda *_: None)
        event, number = struct.pack("Qii48x", 0, signal.SIGCONT, 0), ctypes.c_int()
        create, start = (222, 223) if os.uname().machine == "x86_64" else (107, 110)
        for k in range(200):
            libc.syscall(create, 1, event, ctypes.byref(number))
            libc.syscall(start, number.value, 0, struct.pack("4q", 0, 20_000_000, 0, 1_000_000 + k * 100_000), None)
        os.write(done, b"x")
        while True:
            pass
    os.read(ready, 1)


def futex(path):
    """Wait on a file that others read, and wake them: the number of those woken is a message."""
    with open(path, "rb") as file:
        address = libc.mmap(None, ctypes.c_size_t(4096), mmap.PROT_READ, mmap.MAP_SHARED, file.fileno(), 0)
    value = ctypes.c_int.from_address(address).value
    if os.fork() == 0:
        while True:
            libc.syscall(202 if os.uname().machine == "x86_64" else 98, ctypes.c_void_p(address), 0, value, None)

    def wake():
        # the own waiter is woken, too
        number = 202 if os.uname().machine == "x86_64" else 98
        time.sleep(0.1)
        woken = max(libc.syscall(number, ctypes.c_void_p(address), 1, 100) for _ in range(20) if not time.sleep(0.005))
        print("woken", woken, file=sys.stderr, flush=True)

    return wake


def read(path):
    """Read a file; its name is in hexadecimal, because what a command names is not hidden."""
    with open(bytes.fromhex(path)) as file:
        print("read", file.read(), file=sys.stderr, flush=True)


def play(each=lambda: None):
    for line in sys.stdin:
        each()
        print(json.loads(line)["moves"][0], flush=True)


if __name__ == "__main__":
    attack, arguments = sys.argv[1], sys.argv[2:]
    path = globals()[attack](*arguments)
    if attack == "count_in_the_background":

        def each():
            time.sleep(0.05)
            with open(path) as file:
                print("count", file.read(), file=sys.stderr, flush=True)

        play(each)
    elif attack == "futex":
        play(path)
    elif attack in (
        "sockets",
        "sockets_of_a_process_that_hides",
        "sockets_of_threads",
        "watches",
        "files",
        "page_tables",
        "mappings",
    ):
        print("held", file=sys.stderr, flush=True)
        time.sleep(3600)
    play()
