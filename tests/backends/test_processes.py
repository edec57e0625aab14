"""Worker processes: results in order, whoever dies; and nobody is left behind."""

import os
import signal
import subprocess
import sys
import time

import pytest

from ludus.backends import BackendError, parse_backend, split_range, try_backend
from ludus.backends.processes import Processes
from ludus.util.errors import OptionError
from tests.backends.jobs import Deadly, Loud, divide_by_what_is_left_to_seven, square, square_slowly
from tests.messages import mentions


@pytest.fixture(scope="module")
def backend():
    backend = Processes(2)
    yield backend
    backend.close()


def test_results_come_in_order_and_are_whole(backend):
    for _ in range(2):  # the second time by the same workers
        numbers = [number for part in backend.run(square, split_range(1000, 7)) for number in part]
        assert numbers == [number * number for number in range(1000)]
    assert list(backend.run(square, [])) == []


def test_a_worker_that_is_killed_is_replaced_and_its_parts_are_done_again(backend):
    results, workers = [], set()
    for pid, squares in backend.run(square_slowly, split_range(40, 1)):
        results += squares
        if len(results) in (5, 17):
            os.kill(pid, signal.SIGKILL)
        workers.add(pid)
    assert results == [number * number for number in range(40)]
    assert len(workers) > 2


def test_a_worker_that_dies_between_two_runs_is_replaced(backend):
    pids = {pid for pid, _ in backend.run(square_slowly, split_range(4, 1))}
    for pid in pids:
        os.kill(pid, signal.SIGKILL)
    assert [squares for _, squares in backend.run(square_slowly, split_range(3, 1))] == [[0], [1], [4]]


def test_a_part_that_kills_every_worker_is_named(backend):
    with pytest.raises(BackendError, match=mentions("3 worker processes", "3 to 3", "killed by")):
        list(backend.run(Deadly(), split_range(10, 1)))


def test_an_error_in_a_worker_names_file_and_line(backend):
    received = []
    with pytest.raises(BackendError, match=mentions("ZeroDivisionError", "jobs.py, line")) as caught:
        received.extend(backend.run(divide_by_what_is_left_to_seven, split_range(100, 1)))
    assert len(received) == 7
    assert "Traceback" in caught.value.__notes__[0]
    assert list(backend.run(square, split_range(3, 3))) == [[0, 1, 4]]


def test_a_backend_can_be_used_after_a_run_was_closed_early(backend):
    results = backend.run(square_slowly, split_range(1000, 1))
    assert next(results)[1] == [0]
    results.close()
    assert list(backend.run(square, split_range(3, 3))) == [[0, 1, 4]]


def test_two_runs_at_the_same_time_do_not_mix(backend):
    first, second = backend.run(square, split_range(30, 1)), backend.run(square_slowly, split_range(30, 1))
    for number, (one, (_, other)) in enumerate(zip(first, second, strict=True)):
        assert one == other == [number * number]


def test_work_that_cannot_travel_is_refused(backend):
    with pytest.raises(BackendError, match="cannot travel to other processes"):
        next(backend.run(lambda part: part.start, split_range(3, 1)))


def test_output_of_a_worker_does_not_disturb_its_messages(backend, capfd):
    assert list(backend.run(Loud(), split_range(5, 1))) == [0, 1, 2, 3, 4]
    assert capfd.readouterr() == ("", "")


def test_workers_with_other_sources_are_refused(monkeypatch):
    backend = Processes(1)
    monkeypatch.setattr("ludus.backends.processes.source_digest", lambda: "0123456789abcdef")
    with pytest.raises(BackendError, match=mentions("0123456789abcdef", "same release")):
        list(backend.run(square, split_range(3, 1)))
    backend.close()


def test_workers_that_cannot_start_are_reported_with_the_end_of_their_log(monkeypatch):
    monkeypatch.setattr("ludus.backends.processes.WORKER_COMMAND", "raise SystemExit('no such thing')")
    with pytest.raises(BackendError, match=mentions("exit code 1", "no such thing")):
        list(Processes(1).run(square, split_range(3, 1)))


def test_a_number_of_processes_that_makes_no_sense_is_refused():
    with pytest.raises(OptionError, match=mentions("0 processes", "1")):
        parse_backend("processes:0")
    assert Processes().count >= 1


SCRIPT = """
import signal
import sys

signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever started the tests may have it ignored
from ludus.backends import split_range
from ludus.backends.processes import Processes
from tests.backends.jobs import Long, square_slowly

backend = Processes(2)
for pid in {pid for pid, _ in backend.run(square_slowly, split_range(8, 1))}:
    print(pid, flush=True)
print("working", flush=True)
list(backend.run(Long(), split_range(100, 1)))
"""


def start_script():
    script = subprocess.Popen(
        [sys.executable, "-c", SCRIPT],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # a process group of its own, as in a terminal
    )
    lines = iter(script.stdout.readline, "working\n")
    return script, [int(line) for line in lines]


def wait_until_gone(pids):
    deadline = time.monotonic() + 20
    while alive := [pid for pid in pids if is_alive(pid)]:
        assert time.monotonic() < deadline, f"still there: {alive}"
        time.sleep(0.05)


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    with open(f"/proc/{pid}/stat") as stat:
        return stat.read().rpartition(")")[2].split()[0] != "Z"  # dead, though nobody has asked how


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")
def test_no_worker_survives_a_process_that_is_killed():
    script, workers = start_script()
    script.kill()
    script.communicate()
    assert len(workers) == 2
    wait_until_gone(workers)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")
def test_an_interruption_ends_all_workers_with_one_traceback():
    script, workers = start_script()
    os.killpg(script.pid, signal.SIGINT)
    _, errors = script.communicate(timeout=20)
    assert errors.count("Traceback") == 1  # of the script itself: workers hear nothing of Ctrl-C
    assert errors.endswith("KeyboardInterrupt\n")
    wait_until_gone(workers)


def test_a_trial_starts_workers_that_later_runs_use():
    backend = Processes(1)
    try:
        try_backend(backend)
        (worker,) = backend._idle
        assert list(backend.run(len, [range(3)])) == [3]
        assert backend._idle == [worker]
    finally:
        backend.close()
