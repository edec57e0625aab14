import threading
import time

import pytest

from ludus.backends import Threads, split_range
from ludus.util.errors import OptionError
from tests.cases import each

BACKENDS = [Threads(1), Threads(2), Threads(5)]


@each(("total", "size"), [(0, 3), (1, 3), (3, 3), (4, 3), (10, 1), (7, 100)])
def test_split_range_covers_every_number_once_in_order(total, size):
    parts = split_range(total, size)
    assert [number for part in parts for number in part] == list(range(total))
    assert all(1 <= len(part) <= size for part in parts)


@each("backend", BACKENDS)
def test_results_come_in_order(backend):
    def work(part):
        time.sleep(0.002 * (part.start % 4 == 0))  # every fourth comes late
        return part.start

    assert list(backend.run(work, split_range(40, 1))) == list(range(40))
    assert list(backend.run(work, [])) == []


def test_threads_work_at_the_same_time():
    meeting = threading.Barrier(2, timeout=30)
    assert list(Threads(2).run(lambda part: meeting.wait() >= 0, split_range(2, 1))) == [True, True]


@each("backend", BACKENDS)
def test_an_exception_reaches_the_caller_without_a_deadlock(backend):
    def work(part):
        if part.start == 5:
            raise ZeroDivisionError
        return part.start

    received = []
    with pytest.raises(ZeroDivisionError):
        received.extend(backend.run(work, split_range(1000, 1)))
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("ludus")]


@each("backend", BACKENDS)
def test_closing_the_results_early_stops_the_work(backend):
    done = []

    def work(part):
        done.append(part.start)
        return part.start

    results = backend.run(work, split_range(1000, 1))
    assert [next(results), next(results)] == [0, 1]
    results.close()
    assert len(done) <= 2 + 4 * backend.count
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("ludus")]


def test_work_does_not_run_far_ahead_of_its_reader():
    done = []
    results = Threads(2).run(lambda part: done.append(part.start), split_range(1000, 1))
    next(results)
    time.sleep(0.05)
    assert len(done) <= 6
    results.close()


def test_a_number_of_threads_that_makes_no_sense_is_refused():
    with pytest.raises(OptionError, match="use 1 or more"):
        Threads(-1)
    assert Threads().count >= 1
