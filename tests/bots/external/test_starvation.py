"""A bot that had to wait for a processor is told from one that is slow, sleeps, or keeps the processors busy itself."""

import os
import secrets
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from ludus.bots.bot import STARVED, Fault
from ludus.bots.external.limits import Limits, ReplyTime
from ludus.bots.external.process import SandboxedProcess
from ludus.bots.external.sandbox_server_client import make_launch_request
from ludus.bots.sandbox import process_usage
from tests.bots.external import sandbox_helpers
from tests.cases import each

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or not os.path.exists("/proc/self/schedstat"), reason="the kernel does not report waiting"
)

THINKER = Path(__file__).with_name("thinker.py")
BUSY_LOOP = "import os; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})\nwhile True: pass"
LOOPS = 6
TURN = ReplyTime(1.0, 1.0, "1 s")


@contextmanager
def thinker(what, seconds, mode="ourselves", **limits):
    """A program in a sandbox, and its process number."""
    mark, all_limits, python = secrets.token_hex(8), Limits(**limits), sandbox_helpers.python(mode)
    client = sandbox_helpers.sandbox_client_for(mode)
    command = [python, "-I", "-S", str(THINKER), what, str(seconds), mark]
    process = SandboxedProcess(client, make_launch_request(all_limits, program=python, command=command), all_limits)
    try:
        yield process, next(_processes_with(mark))
    finally:
        process.kill()
        client.stop()


def _processes_with(mark):
    until = time.monotonic() + 20
    while time.monotonic() < until:
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if mark.encode() in words:
                yield int(pid)


@contextmanager
def others_have_the_processor(pid, niceness=19, loops=LOOPS):
    """Busy loops on the only processor of a process, which hardly runs beside them.

    Its priority is low; and the kernel may share a processor between sessions first, so each loop has its own session.
    """
    with ExitStack() as stack:
        for _ in range(loops):
            loop = stack.enter_context(subprocess.Popen([sys.executable, "-c", BUSY_LOOP], start_new_session=True))
            stack.callback(loop.kill)
            while not sum(map(int, Path(f"/proc/{loop.pid}/stat").read_text().rpartition(")")[2].split()[11:13])):
                time.sleep(0.01)
        os.sched_setaffinity(pid, {min(os.sched_getaffinity(0))})
        os.setpriority(os.PRIO_PROCESS, pid, niceness)
        yield


def fault_of(process, limit=TURN):
    with pytest.raises(Fault) as raised:
        process.request(b"\n", limit)
    return raised.value


@pytest.mark.parametrize("mode", sandbox_helpers.MODES)
@pytest.mark.parametrize("freeze", [False, True])
def test_a_bot_that_cannot_run_is_starved(mode, freeze):
    if reason := sandbox_helpers.why_not(mode):
        pytest.skip(reason)
    with thinker("compute", 0.8, mode, freeze=freeze) as (process, pid), others_have_the_processor(pid):
        assert fault_of(process).reason == STARVED


def test_an_endless_loop_is_not_starved_on_a_machine_that_it_shares():
    """With one other process on its processor it waits half of the time, and has its whole second after two."""
    with thinker("compute", 60) as (process, pid), others_have_the_processor(pid, niceness=0, loops=1):
        began = time.monotonic()
        fault = fault_of(process)
        seconds = time.monotonic() - began
        waited, _ = process._turn_report()
        assert fault.reason == (STARVED if waited > 3 else "timeout")  # where it had less than a quarter of the time
        assert seconds < 4.5


def test_a_bot_that_sleeps_is_not_starved():
    with thinker("sleep", 30) as (process, _):
        assert fault_of(process).reason == "timeout"


def test_a_bot_that_keeps_the_processors_busy_itself_is_not_starved():
    """Nine processes share the processors: each of them waits, but for the others."""
    with thinker("multiply", 30) as (process, _):
        reason = fault_of(process).reason
        _, used = process._turn_report()
        assert reason == "timeout" or used < 1.25 * TURN.limit  # so busy that all nine together had less than its time


def test_a_sleeping_bot_loses_also_where_it_could_not_run():
    with thinker("sleep", 30) as (process, pid), others_have_the_processor(pid):
        assert fault_of(process).reason == "timeout"


def test_a_bot_cannot_choose_to_wait():
    with thinker("choose", 30) as (process, pid), subprocess.Popen([sys.executable, "-c", BUSY_LOOP]) as loop:
        try:
            fault_of(process)
            assert os.getpriority(os.PRIO_PROCESS, pid) == os.getpriority(os.PRIO_PROCESS, 0)
            assert os.sched_getaffinity(pid) == os.sched_getaffinity(0)
        finally:
            loop.kill()


def test_waiting_counts_for_a_whole_turn():
    """The first reply uses most of the time of a turn while the bot is starved, the second reply comes too late."""
    with thinker("compute", 0.01) as (process, pid), others_have_the_processor(pid):
        process.request(b"\n", ReplyTime(60.0, 2.0, "2 s"))
        waited = process._turn_report()[0]
        left = ReplyTime(0.001, 2.0, "2 s", begins=False)
        assert fault_of(process, left).reason == (STARVED if waited > 0.5 else "timeout")
        begins = ReplyTime(0.001, 2.0, "2 s")
        assert fault_of(process, begins).reason == "timeout"


def test_processor_time_does_not_count_what_others_use():
    with thinker("compute", 0.3, clock="cpu") as (process, pid), others_have_the_processor(pid, niceness=5):
        assert process.request(b"\n", TURN) == b"done"
        assert process.spent == pytest.approx(0.3, abs=0.25)


@each("what", ["compute", "multiply"])
def test_processor_time_of_all_processes_is_limited(what):
    with thinker(what, 30, clock="cpu") as (process, _):
        fault = fault_of(process, ReplyTime(0.3, 0.3, "0.3 s"))
        assert fault.reason == "timeout"
        assert "processor time" in str(fault)


def test_a_bot_that_sleeps_loses_with_a_limit_of_processor_time():
    with thinker("sleep", 30, clock="cpu") as (process, _):
        fault = fault_of(process, ReplyTime(0.1, 0.1, "0.1 s"))
        assert fault.reason == "timeout"
        assert "1 s of real time" in str(fault)


def test_the_thread_that_waited_longest_counts():
    before, now = {1: (1.0, 2.0), 2: (0.0, 1.0)}, {1: (1.5, 2.25), 2: (0.25, 2.0), 3: (0.0, 0.5)}
    assert process_usage.waiting_and_running(before, now) == (1.0, 0.75)
