"""Progress of compilation: counts of rules and the time left."""

import pytest

from ludus.core import rule
from ludus.core.compile.fingerprint import python_function
from ludus.core.compile.progress import CompileProgress, report_progress, rules_called


@rule
def leaf(number):
    return number + 1


@rule
def middle(number):
    return leaf(number) * 2


@rule(export=True)
def top(number):
    return middle(number) + leaf(number)


LEAF, MIDDLE, TOP = map(python_function, (leaf, middle, top))


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def test_rules_called_are_found_through_other_rules():
    assert rules_called(TOP) == {TOP, MIDDLE, LEAF}
    assert rules_called(LEAF) == {LEAF}


def test_the_number_of_rules_is_known_before_they_are_compiled(clock):
    progress = CompileProgress(lambda: [top], clock)
    progress.begin_export(LEAF)
    progress.see_rule(LEAF, from_cache=False)
    assert progress.counts() == (1, 3)
    progress.see_rule(MIDDLE, from_cache=False)
    progress.see_rule(TOP, from_cache=False)
    assert progress.counts() == (3, 3)
    assert progress.compiled == 3


def test_nothing_is_planned_while_everything_is_cached(clock):
    def expected():
        raise AssertionError("asked although nothing has to be compiled")

    progress = CompileProgress(expected, clock)
    progress.begin_export(TOP)
    progress.see_rule(TOP, from_cache=True)
    progress.end_export(TOP)
    assert progress.compiled == 0
    assert progress.seconds_left() is None


def test_a_cached_rule_counts_with_all_that_it_calls(clock):
    progress = CompileProgress(lambda: [top], clock)
    progress.begin_export(TOP)
    progress.see_rule(TOP, from_cache=False)
    progress.see_rule(MIDDLE, from_cache=True)
    assert progress.counts() == (3, 3)


def test_the_time_left_shrinks_as_rules_are_done_and_ends_at_zero(clock):
    progress = CompileProgress(lambda: [top], clock)
    progress.begin_export(TOP)
    shown = []
    for seconds, seen in enumerate((TOP, MIDDLE, LEAF), start=1):
        progress.see_rule(seen, from_cache=False)
        clock.now = float(seconds)
        shown.append(progress.seconds_left())
    progress.end_export(TOP)
    assert shown == sorted(shown, reverse=True)
    assert progress.seconds_left() == 0


def test_the_time_left_does_not_jump_when_the_machine_is_busy(clock):
    progress = CompileProgress(lambda: [top], clock)
    progress.begin_export(TOP)
    progress.see_rule(TOP, from_cache=False)
    clock.now = 1.0
    first = progress.seconds_left()
    clock.now = 1000.0
    assert progress.seconds_left() <= 2 * first + 2


def test_the_text_names_counts_and_time(clock):
    progress = CompileProgress(lambda: [top], clock)
    progress.begin_export(TOP)
    progress.see_rule(TOP, from_cache=False)
    clock.now = 2.0
    assert progress.text().startswith("1 of 3 rules, ")
    assert progress.text().endswith(" left")


def test_lines_are_written_without_a_terminal(capsys, monkeypatch):
    monkeypatch.setattr("ludus.core.compile.progress.QUIET_SECONDS", 0.0)
    monkeypatch.setattr("ludus.core.compile.progress.LINE_SECONDS", 0.01)
    with report_progress("a game", lambda: [top]) as progress:
        from ludus.core.compile import cache

        for observer in list(cache._observers):
            observer.begin_export(TOP)
            observer.see_rule(TOP, from_cache=False)
        while not capsys.readouterr().err.startswith("ludus: compiling a game, once: 1 of 3 rules"):
            pass
    assert progress.compiled == 1
    assert "compiled 1 rules of a game in" in capsys.readouterr().err


def test_observers_are_removed_when_compilation_fails():
    from ludus.core.compile import cache

    with pytest.raises(ZeroDivisionError), report_progress("a game"):
        raise ZeroDivisionError
    assert not cache._observers
