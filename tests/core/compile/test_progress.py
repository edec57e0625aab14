"""Progress of compilation: counts of rules and the time left."""

import numba
import pytest

from ludus.core import rule
from ludus.core.compile import cache
from ludus.core.compile.fingerprint import python_function
from ludus.core.compile.progress import (
    CompileProgress,
    optimise_seconds,
    report_progress,
    rules_called,
    translate_seconds,
)
from ludus.core.rule import compile_exported


@rule
def leaf(number):
    return number + 1


@rule
def middle(number):
    return leaf(number) * 2


@rule(export=True)
def top(number):
    return middle(number) + leaf(number)


@rule(export=True)
def other_top(number):
    return middle(number) + 3


LEAF, MIDDLE, TOP, OTHER_TOP = map(python_function, (leaf, middle, top, other_top))
SIGNATURE = (numba.int64,)


def expected():
    return [(top, SIGNATURE), (other_top, SIGNATURE)]


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture(autouse=True)
def empty_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("LUDUS_CACHE_DIR", str(tmp_path))


def compile_top(progress, clock, slowness=1.0):
    """Play what happens while `top` is compiled; yields after each step."""

    def work(seconds):
        clock.now += slowness * seconds

    progress.begin_export(TOP)
    progress.see_rule(TOP, from_cache=False)
    for inner in (MIDDLE, LEAF):
        progress.see_rule(inner, from_cache=False)
    for inner in (LEAF, MIDDLE):
        work(translate_seconds(inner))
        progress.end_rule(inner)
        yield
    work(translate_seconds(TOP) + optimise_seconds(TOP))
    progress.end_rule(TOP)
    progress.end_export(TOP)
    yield


def test_rules_called_are_found_through_other_rules():
    assert rules_called(TOP) == {TOP, MIDDLE, LEAF}
    assert rules_called(LEAF) == {LEAF}


def test_the_number_of_rules_is_known_before_they_are_compiled(clock):
    progress = CompileProgress(expected, clock)
    progress.begin_export(TOP)
    progress.see_rule(TOP, from_cache=False)
    assert progress.counts() == (0, 4)
    for inner in (MIDDLE, LEAF):
        progress.see_rule(inner, from_cache=False)
    assert progress.counts() == (0, 4)
    for inner in (LEAF, MIDDLE, TOP):
        progress.end_rule(inner)
    assert progress.counts() == (3, 4)
    assert progress.compiled == 3


def test_nothing_is_planned_while_everything_is_cached(clock):
    def unexpected():
        raise AssertionError("asked although nothing has to be compiled")

    progress = CompileProgress(unexpected, clock)
    progress.begin_export(TOP)
    progress.see_rule(TOP, from_cache=True)
    progress.end_export(TOP)
    assert progress.compiled == 0
    assert progress.seconds_left() is None
    assert not progress.is_compiling


def test_a_cached_rule_counts_with_all_that_it_calls(clock):
    progress = CompileProgress(expected, clock)
    progress.begin_export(TOP)
    progress.see_rule(TOP, from_cache=False)
    progress.see_rule(MIDDLE, from_cache=True)
    assert progress.counts() == (2, 4)


def test_the_last_line_counts_compiled_and_cached_rules(clock):
    progress = CompileProgress(lambda: [(top, SIGNATURE)], clock)
    progress.begin_export(TOP)
    progress.see_rule(TOP, from_cache=False)
    progress.see_rule(TOP, from_cache=False)  # with another signature
    assert (progress.compiled, progress.from_cache) == (1, 0)
    progress.see_rule(MIDDLE, from_cache=True)
    clock.now = 2.0
    progress.end_rule(TOP)
    progress.end_export(TOP)
    assert (progress.compiled, progress.from_cache) == (1, 2)
    assert sum((progress.compiled, progress.from_cache)) == progress.counts()[1]
    assert progress.end_text("a game") == "compiled 1 rule of a game in 2.0 s (2 were in the cache)"
    assert progress.end_text("").startswith("compiled 1 rule in 2.0 s")


def test_an_export_in_the_cache_is_no_work_and_what_it_calls_is_done(clock):
    compile_exported(top, SIGNATURE)
    progress = CompileProgress(expected, clock)
    progress.begin_export(OTHER_TOP)
    progress.see_rule(OTHER_TOP, from_cache=False)
    assert progress.counts() == (2, 3)  # other_top, and what it shares with top


def test_no_time_left_is_shown_before_a_tenth_is_done(clock):
    progress = CompileProgress(expected, clock)
    progress.begin_export(TOP)
    progress.see_rule(TOP, from_cache=False)
    assert progress.seconds_left() is None
    assert progress.text() == "0 of 4 rules"
    clock.now = 3.1
    assert progress.seconds_left() > 0


def test_the_time_left_shrinks_to_what_is_open(clock):
    progress = CompileProgress(expected, clock)
    shown = [left for _ in compile_top(progress, clock) if (left := progress.seconds_left()) is not None]
    assert len(shown) > 1
    assert shown == sorted(shown, reverse=True)
    open_work = translate_seconds(OTHER_TOP) + optimise_seconds(OTHER_TOP)
    assert shown[-1] == pytest.approx(open_work, rel=0.2)


def test_on_a_slow_machine_the_time_left_is_longer(clock):
    progress = CompileProgress(expected, clock)
    for _ in compile_top(progress, clock, slowness=400):
        pass
    assert progress.seconds_left() > 5 * (translate_seconds(OTHER_TOP) + optimise_seconds(OTHER_TOP))


def test_the_time_left_does_not_jump_when_the_machine_is_busy(clock):
    progress = CompileProgress(expected, clock)
    first = [progress.seconds_left() for _ in compile_top(progress, clock)][-1]
    clock.now += 10.0
    assert progress.seconds_left() <= first + 5


def test_the_text_names_counts_and_time(clock):
    progress = CompileProgress(expected, clock)
    for _ in compile_top(progress, clock):
        pass
    assert progress.text() == "3 of 4 rules, 1 s left"
    assert CompileProgress(None, clock).text() == "0 rules"


def test_lines_are_written_without_a_terminal(capsys, monkeypatch):
    monkeypatch.setattr("ludus.core.compile.progress.QUIET_SECONDS", 0.0)
    monkeypatch.setattr("ludus.core.compile.progress.LINE_SECONDS", 0.01)
    with report_progress("a game", expected) as progress:
        for observer in list(cache._observers):
            observer.begin_export(TOP)
            observer.see_rule(TOP, from_cache=False)
        while not capsys.readouterr().err.startswith("ludus: compiling a game, once: 0 of 4 rules"):
            pass
    assert progress.compiled == 1
    assert "compiled 1 rule of a game in" in capsys.readouterr().err


def test_observers_are_removed_when_compilation_fails():
    with pytest.raises(ZeroDivisionError), report_progress("a game"):
        raise ZeroDivisionError
    assert not cache._observers
