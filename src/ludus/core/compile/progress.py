"""Progress while rules are compiled for the first time: `compiling locm, once: 84 of 216 rules, 12 s left`.

The rules to compile are found before they are compiled, by following the calls from the rules that will be exported.
The time left follows from their size: a rule is translated once, and the code of an exported rule with everything it
calls is optimised once more at its end.
"""

from __future__ import annotations

import shutil
import sys
import threading
import time
import types
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from numba.core.dispatcher import Dispatcher

from ludus.core.compile.cache import observe_compilation
from ludus.core.compile.fingerprint import python_function, referenced_values
from ludus.core.game import RULES, Game

QUIET_SECONDS = 1.0  # seconds before the first message
LIVE_SECONDS = 0.25  # seconds between updates of the line on a terminal
LINE_SECONDS = 5.0  # seconds between lines without a terminal
OPTIMISING_SHARE = 0.2  # seconds to optimise code in an exported rule, per second to translate it
MAX_GROWTH = 1.2  # the time left that is shown grows at most by this factor from one update to the next
Rule = types.FunctionType


@lru_cache(4096)
def rules_called(rule: Rule) -> frozenset[Rule]:
    """Return a rule and all rules that it calls, directly or not."""
    seen, waiting = {rule}, [rule]
    while waiting:
        for _, value in referenced_values(waiting.pop()):
            if isinstance(value, Dispatcher) and value.py_func not in seen:
                seen.add(value.py_func)
                waiting.append(value.py_func)
    return frozenset(seen)


def _size(rules: Iterable[Rule]) -> int:
    return sum(len(rule.__code__.co_code) + 200 for rule in rules)  # 200: what a rule costs apart from its length


@dataclass
class CompileProgress:
    """Counts rules while they are compiled and estimates the time left.

    Args:
        expected: returns the rules that will be exported; called when the first rule is not in the cache.
        clock: seconds since some moment.
    """

    expected: Callable[[], Iterable[Any]]
    clock: Callable[[], float] = time.perf_counter
    compiled: int = 0  # rules that had to be compiled
    began: float | None = None  # when the first of them was begun
    _planned: set[Rule] = field(default_factory=set)
    _done: set[Rule] = field(default_factory=set)
    _exports: dict[Rule, int] = field(default_factory=dict)  # expected exports that are not ready, with their size
    _work_done: float = 0.0  # size of what was compiled and optimised here
    _compiled_size: float = 0.0  # of the rules that were not in the cache
    _cached_size: float = 0.0  # of those that were
    _last_left: float | None = None
    _current: list[Rule] = field(default_factory=list)  # exports that were begun

    def begin_export(self, rule: Rule) -> None:
        self._current.append(rule)
        if self.began is not None:
            self._plan([rule])

    def see_rule(self, rule: Rule, from_cache: bool) -> None:
        if from_cache:
            self._cached_size += _size([rule])
            self._done |= rules_called(rule) if self.began is not None else {rule}
            return
        if self.began is None:
            self.began = self.clock()
            self._plan([*map(python_function, self.expected()), *self._current])
        self.compiled += 1
        self._planned.add(rule)
        if rule not in self._done:
            self._done.add(rule)
            self._compiled_size += _size([rule])
            self._work_done += _size([rule])

    def end_export(self, rule: Rule) -> None:
        self._current.remove(rule)
        if self.began is None:
            return
        ready = rules_called(rule)
        self._done |= ready & self._planned
        for export in [export for export in self._exports if export in ready]:
            self._work_done += OPTIMISING_SHARE * self._exports.pop(export)

    def counts(self) -> tuple[int, int]:
        """Return the number of rules that are ready or begun, and the number of all rules that are needed."""
        return len(self._done & self._planned), len(self._planned)

    def seconds_left(self) -> float | None:
        """Return an estimate of the time left; None before anything is known."""
        if self.began is None or self._work_done <= 0:
            return None
        spent = self.clock() - self.began
        open_work = _size(self._planned - self._done) + OPTIMISING_SHARE * sum(self._exports.values())
        share = self._compiled_size / (self._compiled_size + self._cached_size)  # that will have to be compiled
        left = spent * open_work * share / self._work_done
        if self._last_left is not None:
            left = min(left, MAX_GROWTH * self._last_left + 1)
        self._last_left = left
        return left

    def text(self) -> str:
        """Return `84 of 216 rules, 12 s left`."""
        done, planned = self.counts()
        left = self.seconds_left()
        return f"{done:,} of {planned:,} rules" + ("" if left is None else f", {_duration(left)} left")

    def _plan(self, rules: Iterable[Rule]) -> None:
        for rule in rules:
            if isinstance(rule, types.FunctionType):
                called = rules_called(rule)
                self._planned |= called
                if not any(rule in rules_called(export) for export in self._exports):
                    self._exports[rule] = _size(called)


def _duration(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"


@contextmanager
def report_compilation(game: Game, bot_rules: Callable[[], Iterable[Any]] = tuple) -> Iterator[CompileProgress]:
    """Context manager: report on stderr what is compiled if it takes longer than a second; silent if all is cached.

    Args:
        game: the game whose rules are compiled.
        bot_rules: returns the rules of bots that will be compiled too, so that the time left includes them.
    """
    own = [getattr(game.rules, name) for name in (*RULES, "prepare") if name != "resample_hidden"]  # matches need these
    with report_progress(game.name, lambda: (*own, *bot_rules())) as progress:
        yield progress


@contextmanager
def report_progress(
    title: str, expected: Callable[[], Iterable[Any]] = tuple, lines: bool = False
) -> Iterator[CompileProgress]:
    """Context manager: report on stderr how far the compilation is; see `report_compilation`.

    Args:
        title: what is compiled.
        expected: returns the rules that will be exported.
        lines: write lines also on a terminal, because something else draws there.
    """
    progress = CompileProgress(expected)
    reporter = _Reporter(title, progress, lines)
    with observe_compilation(progress), observe_compilation(reporter):
        try:
            yield progress
        finally:
            reporter.stop()


class _Reporter:
    """Writes progress to stderr from a thread of its own: one rule can take seconds."""

    def __init__(self, title: str, progress: CompileProgress, lines: bool) -> None:
        self._title, self._progress = title, progress
        self._live = not lines and bool(sys.stderr and sys.stderr.isatty())
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None
        self._written = False

    def begin_export(self, rule: Rule) -> None: ...

    def see_rule(self, rule: Rule, from_cache: bool) -> None:
        if not from_cache and self._thread is None and sys.stderr:
            self._thread = threading.Thread(target=self._run, daemon=True)
            self._thread.start()

    def end_export(self, rule: Rule) -> None: ...

    def _run(self) -> None:
        wait = QUIET_SECONDS
        while not self._ended.wait(wait):
            wait = LIVE_SECONDS if self._live else LINE_SECONDS
            self._written = True
            text = f"ludus: compiling {self._title}, once: {self._progress.text()}"
            self._write(text, end="" if self._live else "\n")

    def stop(self) -> None:
        self._ended.set()
        if self._thread is not None:
            self._thread.join()
        if self._written and self._progress.began is not None:
            seconds = time.perf_counter() - self._progress.began
            self._write(f"ludus: compiled {self._progress.compiled:,} rules of {self._title} in {seconds:.1f} s")

    def _write(self, text: str, end: str = "\n") -> None:
        if self._live:
            text = "\r\x1b[2K" + text[: shutil.get_terminal_size().columns - 1]
        print(text, end=end, file=sys.stderr, flush=True)
