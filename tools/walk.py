"""List the files of the package that a command runs, in order of first call.

    python tools/walk.py match locm greedy coac -n 2
    python tools/walk.py --source OTHER_TREE/src make platformer --difficulty 0.6 --seed 3

All calls of Python functions of the package are traced, from the command line to the result, but not code at the top of
modules, generated code and compiled rules. The last lines list the pairs of files that call each other in both
directions, and count files and pairs of files in which one calls the other.
"""

from __future__ import annotations

import argparse
import collections
import inspect
import io
import sys
import threading
from contextlib import redirect_stdout
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent


class CallTrace:
    """The files that were run, the functions called in each, and the calls between files."""

    def __init__(self, package: Path) -> None:
        self.package = f"{package}/"
        self.functions: dict[str, list[str]] = {}
        self.calls: collections.Counter[tuple[str, str]] = collections.Counter()

    def record_call(self, frame: FrameType, event: str, _argument: Any) -> None:
        """Record a call; this is a profile function of the interpreter."""
        if event != "call":
            return
        code = frame.f_code
        if not code.co_filename.startswith(self.package) or not code.co_flags & inspect.CO_OPTIMIZED:
            return  # a function of a library, or the body of a class or module
        if code.co_name.startswith("<") or self.is_import(frame):
            return
        file = code.co_filename.removeprefix(self.package)
        names = self.functions.setdefault(file, [])
        if code.co_qualname not in names:
            names.append(code.co_qualname)
        caller = frame.f_back
        while caller is not None and not caller.f_code.co_filename.startswith(self.package):
            caller = caller.f_back
        if caller is not None:
            source = caller.f_code.co_filename.removeprefix(self.package)
            if source != file:
                self.calls[source, file] += 1

    def is_import(self, frame: FrameType) -> bool:
        """Whether a call comes from the top of a module of the package, such as the call of a decorator."""
        caller = frame.f_back
        while caller is not None:
            if caller.f_code.co_name == "<module>" and caller.f_code.co_filename.startswith(self.package):
                return True
            caller = caller.f_back
        return False

    def text(self, most: int) -> str:
        """Return one line for each file, and the counts."""
        lines = []
        for file, names in self.functions.items():
            more = f", and {len(names) - most} more" if len(names) > most else ""
            lines.append(f"{file}: {', '.join(names[:most])}{more}")
        both = sorted(pair for pair in self.calls if pair[0] < pair[1] and pair[::-1] in self.calls)
        lines += [f"in both directions: {first} and {second}" for first, second in both]
        lines.append(
            f"{len(self.functions)} files, {len(self.calls)} pairs of files in which one calls the other, "
            f"{len(both)} pairs that call each other in both directions"
        )
        return "\n".join(lines)


def main() -> int:
    """Run a command of `ludus` and print the files that it ran."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", type=Path, default=ROOT / "src", help="folder of the package ludus")
    parser.add_argument("--most", type=int, default=4, help="functions to list for each file (4)")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="a command of ludus with its arguments")
    options = parser.parse_args()
    source = options.source.resolve()
    sys.path.insert(0, str(source))
    from ludus.cli import main as command  # from the chosen tree

    trace, output, status = CallTrace(source / "ludus"), io.StringIO(), 0
    sys.argv = ["ludus", *options.command]
    threading.setprofile(trace.record_call)
    sys.setprofile(trace.record_call)
    try:
        with redirect_stdout(output):
            status = int(command() or 0)
    except SystemExit as stop:
        status = int(stop.code or 0)
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    print(trace.text(options.most))
    return status


if __name__ == "__main__":
    sys.exit(main())
