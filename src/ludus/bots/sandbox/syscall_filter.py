"""The seccomp filter of a sandbox: system calls that are refused, for a program and everything it starts.

The kernel keeps some state for each file and for the whole machine. Two programs that may only read the same files can
still talk through it: one takes a lock on a file, the other sees that it is taken. Other calls hold memory that no
process is charged for, reach other processes, or open sockets. The table `REFUSED` names all of them, by what they
could do. Most calls are refused by their number; for some, an argument decides.

Calls that are newer than this module are refused as unknown (ENOSYS), because they were not reviewed yet.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
from dataclasses import dataclass, replace

from . import syscall_wrappers

# The kernel's number of the architecture, by machine.
ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_X32_CALLS = 0x40000000  # system calls of x32 programs on x86_64
FIRST_RECENT, LAST_RECENT = 424, 470  # numbers that all architectures share; only some of them are allowed
# pidfd_send_signal, pidfd_open, close_range, openat2, faccessat2, epoll_pwait2, fchmodat2, map_shadow_stack, mseal
ALLOWED_RECENT = (424, 434, 436, 437, 439, 441, 452, 453, 462)

Numbers = dict[str, tuple[int | None, int | None]]  # system call: its number on x86_64 and on aarch64

LOCKS: Numbers = {"flock": (73, 32)}
SEEN_FILE_ACCESS: Numbers = {  # they report what others do with a file
    "inotify_init": (253, None),
    "inotify_init1": (294, 26),
    "inotify_add_watch": (254, 27),
    "inotify_rm_watch": (255, 28),
    "fanotify_init": (300, 262),
    "fanotify_mark": (301, 263),
    "mincore": (27, 232),
    "readahead": (187, 213),
    "fadvise64": (221, 223),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "lookup_dcookie": (212, 18),
}
# How full a disk is: it tells how much was written in other games, such as logs of bots.
FREE_SPACE: Numbers = {"statfs": (137, 43), "fstatfs": (138, 44), "ustat": (136, None)}
UNCOUNTED_MEMORY: Numbers = {
    "memfd_create": (319, 279),
    "shmget": (29, 194),
    "shmat": (30, 196),
    "shmctl": (31, 195),
    "shmdt": (67, 197),
    "msgget": (68, 186),
    "msgctl": (71, 187),
    "msgrcv": (70, 188),
    "msgsnd": (69, 189),
    "semget": (64, 190),
    "semctl": (66, 191),
    "semop": (65, 193),
    "semtimedop": (220, 192),
    "mq_open": (240, 180),
    "mq_unlink": (241, 181),
    "mq_timedsend": (242, 182),
    "mq_timedreceive": (243, 183),
    "mq_notify": (244, 184),
    "mq_getsetattr": (245, 185),
    "vmsplice": (278, 75),
    "remap_file_pages": (216, 234),
    "io_setup": (206, 0),
    "userfaultfd": (323, 282),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "seccomp": (317, 277),
}
OTHER_PROCESSES: Numbers = {
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "kcmp": (312, 272),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
    "perf_event_open": (298, 241),
    "bpf": (321, 280),
}
SYSTEM: Numbers = {  # namespaces, mounts and what only an administrator needs
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "reboot": (169, 142),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "iopl": (172, None),
    "ioperm": (173, None),
    "init_module": (175, 105),
    "delete_module": (176, 106),
    "finit_module": (313, 273),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "quotactl": (179, 60),
    "acct": (163, 89),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "adjtimex": (159, 171),
    "clock_adjtime": (305, 266),
    "vhangup": (153, 58),
    "syslog": (103, 116),
    "sysfs": (139, None),
    "nfsservctl": (180, 42),
    "uselib": (134, None),
}
# They report success and change nothing: a bot that waits for a processor by its own choice could claim to be starved.
SCHEDULING: Numbers = {
    "sched_setaffinity": (203, 122),
    "sched_setscheduler": (144, 119),
    "sched_setparam": (142, 118),
    "sched_setattr": (314, 274),
}
# A timer can send SIGCONT, and a program that is stopped while others decide would go on. Other ways to send it are
# among ARGUMENT_CHECKS; message queues, clone3 and queues of input and output, which can send it, too, are refused.
WAKING: Numbers = {"timer_create": (222, 107)}
# Files that are on their way through a socket are counted for each user, so their number can be a message.
SENT_FILES: Numbers = {"sendmsg": (46, 211), "sendmmsg": (307, 269)}
NETWORK: Numbers = {
    "socket": (41, 198),
    "bind": (49, 200),
    "listen": (50, 201),
    "connect": (42, 203),
    "accept": (43, 202),
    "accept4": (288, 242),
    "setsockopt": (54, 208),  # sizes of buffers
}
# Without mounts of its own, a program could mark files of the user in this way: Landlock does not refuse it.
FILE_MARKS: Numbers = {
    "chmod": (90, None),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "chown": (92, None),
    "fchown": (93, 55),
    "lchown": (94, None),
    "fchownat": (260, 54),
    "utime": (132, None),
    "utimes": (235, None),
    "futimesat": (261, None),
    "utimensat": (280, 88),
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
}


@dataclass(frozen=True)
class ArgumentCheck:
    """A call that an argument decides about: refused if the masked argument is one of the values, or is not `only`."""

    numbers: tuple[int | None, int | None]
    argument: int
    values: tuple[int, ...] = ()
    mask: int = 0xFFFFFFFF
    any_bit: int = 0  # refused if one of these bits is set
    only: tuple[int, ...] = ()  # if given: all other values are refused
    if_first: int | None = None  # if given: only calls whose first argument this is are checked
    error: int = errno.EPERM


_GETLK, _SETLK, _SETLKW, _OFD_LOCKS = 5, 6, 7, (36, 37, 38)
_SET_SIGNAL = 10  # of input and output; it may be SIGCONT, as for WAKING
_CONTINUE, _EXIT_SIGNAL = 18, 0xFF  # SIGCONT; the bits of clone's flags with the signal to the parent
_SET_PARENT_DEATH_SIGNAL = 1  # an option of prctl
_LEASES_AND_NOTES, _SET_PIPE_SIZE, _WRITE_HINTS = (1024, 1025, 1026), 1031, (1035, 1036, 1037, 1038)
_NEW_NAMESPACES = 0x7E020000  # CLONE_NEW*
_SHARED, _SHARED_CHECKED, _ANONYMOUS, _HUGE = 0x1, 0x3, 0x20, 0x40000  # flags of mmap
_MERGE, _PAGE_OUT = 12, 21  # advice for memory
_STREAM, _PACKETS = 1, 5  # types of connected sockets
_COOKIES = (57, 71)  # numbers that the kernel counts up for the whole machine
_SET_SECCOMP, _MERGE_MEMORY, _SHARE_CORE = 22, 67, 62  # options of prctl
_SET_DUMPABLE = 4  # an option of prctl: who is not dumpable hides its files and mappings from its own user
_NAMED_PIPE, _FILE_TYPE = 0x1000, 0xF000  # bits of the mode of a new file
_TERMINAL_INPUT, _TERMINAL_CONTROL, _FILE_FLAGS = 0x5412, 0x541C, (0x40086602, 0x401C5820)

ARGUMENT_CHECKS = {
    "fcntl: locks": ArgumentCheck((72, 25), 1, (_GETLK, _SETLK, _SETLKW, *_OFD_LOCKS), error=errno.ENOLCK),
    "fcntl: leases, notes, hints, pipes, signals": ArgumentCheck(
        (72, 25), 1, (*_LEASES_AND_NOTES, _SET_PIPE_SIZE, *_WRITE_HINTS, _SET_SIGNAL)
    ),
    "kill: continue": ArgumentCheck((62, 129), 1, (_CONTINUE,)),
    "tkill: continue": ArgumentCheck((200, 130), 1, (_CONTINUE,)),
    "tgkill: continue": ArgumentCheck((234, 131), 2, (_CONTINUE,)),
    "rt_sigqueueinfo: continue": ArgumentCheck((129, 138), 1, (_CONTINUE,)),
    "rt_tgsigqueueinfo: continue": ArgumentCheck((297, 240), 2, (_CONTINUE,)),
    "pidfd_send_signal: continue": ArgumentCheck((424, 424), 1, (_CONTINUE,)),
    "prctl: continue when the parent ends": ArgumentCheck(
        (157, 167), 1, (_CONTINUE,), if_first=_SET_PARENT_DEATH_SIGNAL
    ),
    "clone: continue when the child ends": ArgumentCheck((56, 220), 0, (_CONTINUE,), mask=_EXIT_SIGNAL),
    # an open named pipe looks like a file, so that its memory could not be counted
    "mknod: named pipes": ArgumentCheck((133, None), 1, (_NAMED_PIPE,), mask=_FILE_TYPE),
    "mknodat: named pipes": ArgumentCheck((259, 33), 2, (_NAMED_PIPE,), mask=_FILE_TYPE),
    "getsockopt: numbers of sockets": ArgumentCheck((55, 209), 2, _COOKIES),
    "preadv2 without waiting": ArgumentCheck((327, 286), 5, any_bit=8),  # tells whether a file is in memory
    "clone with namespaces": ArgumentCheck((56, 220), 0, any_bit=_NEW_NAMESPACES),
    "mmap of huge pages": ArgumentCheck((9, 222), 3, any_bit=_HUGE, error=errno.ENOMEM),
    "mmap of shared memory": ArgumentCheck(
        (9, 222), 3, (_SHARED | _ANONYMOUS, _SHARED_CHECKED | _ANONYMOUS), mask=0x2F, error=errno.ENOMEM
    ),
    "madvise: merge, page out": ArgumentCheck((28, 233), 2, (_MERGE, _PAGE_OUT), error=errno.EINVAL),
    "prctl: filters, merging, hiding": ArgumentCheck(
        (157, 167), 0, (_SET_SECCOMP, _MERGE_MEMORY, _SHARE_CORE, _SET_DUMPABLE)
    ),
    "setpriority of a user": ArgumentCheck((141, 140), 0, (2,)),
    "setpriority of a process": ArgumentCheck((141, 140), 0, (0, 1), error=0),  # as for SCHEDULING
    "ioprio_set of a user": ArgumentCheck((251, 30), 0, (3,)),
    "prlimit of others": ArgumentCheck((302, 261), 0, only=(0,)),
    "ioctl: terminals, file flags": ArgumentCheck((16, 29), 1, (_TERMINAL_INPUT, _TERMINAL_CONTROL, *_FILE_FLAGS)),
}
SOCKET_PAIRS = ArgumentCheck((53, 199), 1, mask=0xF, only=(_STREAM, _PACKETS))  # others can send to any address

# Instructions of the filter machine, and offsets in the data that it sees of a call.
_LOAD, _AND, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x54, 0x15, 0x35, 0x45, 0x06
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16
_ALLOW, _ERROR, _PASS_ON = 0x7FFF0000, 0x00050000, 0x7FC00000
_FILTER_MODE = 2
Step = tuple[int, int, int, int]  # instruction, steps to skip if true, if false, operand


class BpfProgram(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_char_p))


def restrict_system_calls(network: bool, files_are_protected: bool) -> bool:
    """Refuse the calls of this module from now on, here and in everything that is started. Needs NO_NEW_PRIVILEGES.

    Args:
        network: Leave sockets alone.
        files_are_protected: All mounts are read-only, so that files need no protection of their own.

    Returns:
        False if the kernel cannot.
    """
    refused = {**SEEN_FILE_ACCESS, **FREE_SPACE, **UNCOUNTED_MEMORY, **OTHER_PROCESSES, **SYSTEM, **WAKING}
    checks = [*ARGUMENT_CHECKS.values()]
    if not network:
        refused |= NETWORK | SENT_FILES
        checks.append(SOCKET_PAIRS)
    if not files_are_protected:
        refused |= FILE_MARKS
    machine = _machine()
    if machine is None:
        return False
    allowed_recent = [
        number for number in ALLOWED_RECENT if files_are_protected or number != FILE_MARKS["fchmodat2"][0]
    ]
    steps = [
        *_refuse(_numbers(LOCKS), errno.ENOLCK),
        *_refuse(_numbers(SCHEDULING), 0),
        *_refuse(_numbers(refused), errno.EPERM),
        *_check_arguments(checks),
        *_refuse_recent(allowed_recent),
    ]
    return _install(steps)


def block_syscalls(*calls: int) -> bool:
    """Refuse system calls by number, and all calls of other architectures; False if the kernel cannot."""
    return _machine() is not None and _install(_refuse([*calls], errno.EPERM))


def _machine() -> int | None:
    """The position of this machine in the tuples of numbers; None if its numbers are unknown."""
    machines = [*ARCHITECTURES]
    known = syscall_wrappers.LINUX and ctypes.sizeof(ctypes.c_void_p) == 8 and os.uname().machine in machines
    return machines.index(os.uname().machine) if known else None


def _numbers(calls: Numbers) -> list[int]:
    machine = _machine()
    assert machine is not None
    return [number for pair in calls.values() if (number := pair[machine]) is not None]


def _refuse(numbers: list[int], error: int) -> list[Step]:
    """Steps that refuse these calls; others go on after the steps."""
    checks = [(_EQUAL, len(numbers) - 1 - k, 0, number) for k, number in enumerate(numbers)]
    operation, skip, _, number = checks[-1]
    return [*checks[:-1], (operation, skip, 1, number), (_RETURN, 0, 0, _ERROR | error)]


def _refuse_recent(allowed: list[int]) -> list[Step]:
    """Steps that refuse all calls from FIRST_RECENT on as unknown, except those allowed."""
    checks = [(_EQUAL, len(allowed) - k, 0, number) for k, number in enumerate(allowed)]
    return [(_AT_LEAST, 0, len(allowed) + 1, FIRST_RECENT), *checks, (_RETURN, 0, 0, _ERROR | errno.ENOSYS)]


def _check_arguments(checks: list[ArgumentCheck]) -> list[Step]:
    """Steps that decide about calls by an argument; a call may have several checks."""
    machine = _machine()
    assert machine is not None
    by_number: dict[int, list[ArgumentCheck]] = {}
    for check in checks:
        if (number := check.numbers[machine]) is not None:
            by_number.setdefault(number, []).append(check)
    steps: list[Step] = []
    for number, its_checks in by_number.items():
        body = [step for check in its_checks for step in _check_argument(check)] + [(_RETURN, 0, 0, _ALLOW)]
        steps += [(_EQUAL, 0, len(body), number), *body]
    return steps


def _check_argument(check: ArgumentCheck) -> list[Step]:
    steps: list[Step]
    if check.if_first is not None:
        steps = _check_argument(replace(check, if_first=None))
        return [(_LOAD, 0, 0, _ARGUMENTS), (_EQUAL, 0, len(steps), check.if_first), *steps]
    steps = [(_LOAD, 0, 0, _ARGUMENTS + 8 * check.argument)]  # its lower 32 bits
    refuse = (_RETURN, 0, 0, _ERROR | check.error)
    if check.any_bit:
        return [*steps, (_ANY_BIT, 0, 1, check.any_bit), refuse]
    if check.mask != 0xFFFFFFFF:
        steps.append((_AND, 0, 0, check.mask))
    if check.only:
        checks = [(_EQUAL, len(check.only) - k, 0, value) for k, value in enumerate(check.only)]
        return [*steps, *checks, refuse]
    return [*steps, *_refuse([*check.values], check.error)]


def filter_that_passes_on(call: int) -> BpfProgram:
    """A filter that passes one system call to a supervisor and allows all others."""
    return _assemble([(_EQUAL, 0, 1, call), (_RETURN, 0, 0, _PASS_ON)])


def _assemble(steps: list[Step]) -> BpfProgram:
    """A filter with these steps; it refuses calls of other architectures and allows what the steps let through."""
    program = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, ARCHITECTURES[os.uname().machine]),
        (_RETURN, 0, 0, _ERROR | errno.EACCES),
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, 0, 1, _X32_CALLS),
        (_RETURN, 0, 0, _ERROR | errno.EACCES),
        *steps,
        (_RETURN, 0, 0, _ALLOW),
    ]
    return BpfProgram(len(program), b"".join(struct.pack("=HBBI", *step) for step in program))


def _install(steps: list[Step]) -> bool:
    program = _assemble(steps)
    try:
        syscall_wrappers.prctl(syscall_wrappers.SECCOMP, _FILTER_MODE, ctypes.byref(program))
    except OSError as error:
        if error.errno != errno.EINVAL:  # a kernel built without filters
            raise
        return False
    return True
