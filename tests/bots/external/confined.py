"""A sandbox server with fewer privileges than ours: `confined.py FOLDER-OF-THE-SANDBOX-PACKAGE MODE SOCKET`.

It simulates machines where we are an ordinary user, those that forbid namespaces, and systems without the features of
Linux.
"""

import os
import sys

sys.path.insert(0, sys.argv.pop(1))
mode = sys.argv.pop(1)

from sandbox import process_usage, supervisor, syscall_filter, syscall_wrappers  # noqa: E402

UNSHARE = {"x86_64": 272, "aarch64": 97}
NOBODY = 65534

if mode == "ordinary user with groups":  # as a user manager starts programs: the group that we are in is the user's
    group = os.path.join(os.environ["LUDUS_TEST_GROUPS"], str(os.getppid()))
    os.mkdir(group)
    for path in (group, f"{group}/cgroup.procs"):
        os.chown(path, NOBODY, NOBODY)
    with open(f"{group}/cgroup.procs", "w") as file:
        file.write("0")
if mode.startswith("ordinary"):
    os.setgroups([])
    os.setresgid(NOBODY, NOBODY, NOBODY)
    os.setresuid(NOBODY, NOBODY, NOBODY)
    syscall_wrappers.prctl(syscall_wrappers.DUMPABLE, 1)  # as a login would have it
if mode == "uncounted":
    process_usage.can_list_children = lambda: False
if mode == "another system":
    syscall_wrappers.LINUX = False
    process_usage.can_list_children = lambda: False
    process_usage.children = lambda process: []
if "who may continue" in mode:  # so that the supervisor alone has to keep processes stopped
    checks = syscall_filter.ARGUMENT_CHECKS
    for name in [name for name in checks if name.endswith(": continue")]:
        del checks[name]
if "that nobody stops" in mode:
    supervisor.Supervisor._stop_all = lambda self: True
if "that looks late" in mode:
    wait_for_start = supervisor.Supervisor._wait_for_start

    def wait_for_end_and_start(self, line):
        os.waitid(os.P_PID, self.first_process, os.WEXITED | os.WNOWAIT)
        return wait_for_start(self, line)

    supervisor.Supervisor._wait_for_start = wait_for_end_and_start
if "without namespaces" in mode:
    syscall_wrappers.prctl(syscall_wrappers.NO_NEW_PRIVILEGES, 1)
    assert syscall_filter.block_syscalls(UNSHARE[os.uname().machine])
supervisor.main()
