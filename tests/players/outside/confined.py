"""A warden with less power than ours: `confined.py FOLDER-OF-THE-WARDEN MODE SOCKET`.

Stands in for machines where we are an ordinary user, for those that forbid namespaces, and for systems that have
nothing of what Linux offers.
"""

import os
import sys

sys.path.insert(0, sys.argv.pop(1))
mode = sys.argv.pop(1)

from warden import kernel, seccomp, serve, usage  # noqa: E402

UNSHARE = {"x86_64": 272, "aarch64": 97}
NOBODY = 65534

if mode.startswith("ordinary"):
    os.setgroups([])
    os.setresgid(NOBODY, NOBODY, NOBODY)
    os.setresuid(NOBODY, NOBODY, NOBODY)
    kernel.prctl(kernel.DUMPABLE, 1)  # as a login would have it
if mode == "another system":
    kernel.LINUX = False
    usage.can_count = lambda: False
    usage.children = lambda process: []
if mode.endswith("without namespaces"):
    kernel.prctl(kernel.NO_NEW_PRIVILEGES, 1)
    assert seccomp.illegal_action_error(UNSHARE[os.uname().machine])
serve.main_runs()
