"""Progress while rules are compiled for the first time: `compiling locm, once: 84 of 216 rules, 12 s left`.

The exported rules that a command needs are known before they are compiled, and with them all rules that they call.
A rule is translated once, unless it is in the cache. Then the code of an exported rule is optimised, with everything it
calls. Typical seconds for both follow from the length of the code. The time left is what these seconds say, corrected
by how fast this machine has been so far.
"""

from __future__ import annotations

import shutil
import sys
import threading
import time
import types
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from numba.core.dispatcher import Dispatcher

from ludus.core.compile.cache import observe_compilation
from ludus.core.compile.fingerprint import referenced_values
from ludus.core.game import Game

QUIET_SECONDS = 1.0  # seconds before the first message
LIVE_SECONDS = 0.25  # seconds between updates of the line on a terminal
LINE_SECONDS = 2.0  # seconds between lines without a terminal, ...
LATER_LINE_SECONDS, LATER = 5.0, 60.0  # ... and after a minute

# Typical seconds on one core of 2024, fitted to the games of Ludus
TRANSLATE_RULE, TRANSLATE_BYTE = 0.003, 2.2e-4  # to translate a rule: for the rule, and for each byte of its bytecode
OPTIMISE_RULE, OPTIMISE_BYTE = 0.02, 5.5e-5  # to optimise an exported rule, with each byte of the rules it calls
SETUP = 0.3  # once: the compiler loads its tables
TRUST = 3.0  # typical seconds of work after which the speed of this machine counts as much as the typical speed
MAX_STEP_SHARE = 0.95  # largest share of one step that counts as done before it is done

MIN_SHARE, MIN_SECONDS = 0.1, 3.0  # no time left is shown before this share is done or these seconds have passed
MAX_GROWTH = 0.5  # the time left that is shown grows at most by so many seconds in a second

Rule = types.FunctionType
Export = tuple[Any, Any]  # an exported rule and its signature


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


def translate_seconds(rule: Rule) -> float:
    """Return the typical seconds to translate a rule."""
    return TRANSLATE_RULE + TRANSLATE_BYTE * len(rule.__code__.co_code)


def optimise_seconds(rule: Rule) -> float:
    """Return the typical seconds to optimise an exported rule with everything it calls."""
    return OPTIMISE_RULE + OPTIMISE_BYTE * sum(len(called.__code__.co_code) for called in rules_called(rule))


class CompileProgress:
    """Counts rules while they are compiled and estimates the time left.

    Args:
        expected: returns the exported rules that will be needed; called when the first rule is not in the cache. None:
            not known, so there is no total and no time left.
        clock: seconds since some moment.

    Attributes:
        compiled: number of rules that had to be compiled.
        seconds: seconds from the first of them to the last.
    """

    def __init__(
        self, expected: Callable[[], Iterable[Export]] | None, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self.compiled, self.seconds = 0, 0.0
        self._expected, self._clock, self._lock = expected, clock, threading.RLock()
        self._began: float | None = None  # when the first rule was begun that is not in the cache
        self._ready: set[Rule] = set()  # exports that were ready before
        self._planned: set[Rule] = set()
        self._begun: set[Rule] = set()  # rules that had to be compiled
        self._open: dict[Rule, float] = {}  # planned rules that are not compiled, with their typical seconds
        self._open_exports: dict[Rule, float] = {}  # planned exports that are not optimised
        self._exporting: list[Rule] = []  # exports that were begun
        self._compiling: list[Rule] = []  # rules that were begun, each called by the one before
        self._work_done, self._step_began = 0.0, 0.0  # typical seconds of what was done; when the current step began
        self._shown: tuple[float, float] | None = None  # when a time left was shown last, and which

    # Called while rules are compiled

    def begin_export(self, rule: Rule) -> None:
        with self._lock:
            self._exporting.append(rule)
            if self._began is not None:
                self._plan(rule)
                self._begin_step()

    def see_rule(self, rule: Rule, from_cache: bool) -> None:
        with self._lock:
            if from_cache:
                if self._began is None:
                    self._ready.add(rule)
                else:
                    self._finish(rule)
                return
            if self._began is None:
                self._start()
            self._begun.add(rule)  # again for another signature
            self.compiled = len(self._begun)
            self._add(rule)
            self._compiling.append(rule)
            self._begin_step()

    def end_rule(self, rule: Rule) -> None:
        with self._lock:
            if rule in self._compiling:
                self._compiling.remove(rule)
            self._open.pop(rule, None)
            self._work_done += translate_seconds(rule)
            self._begin_step()

    def end_export(self, rule: Rule) -> None:
        with self._lock:
            self._exporting.remove(rule)
            if self._began is not None:
                self._work_done += self._open_exports.pop(rule, 0.0)
                self._finish(rule)
                self._begin_step()
                self.seconds = self._clock() - self._began

    # The plan

    def _start(self) -> None:
        self._began = self._step_began = self._clock()
        for entry, signature in self._expected() if self._expected is not None else ():
            if isinstance(entry, Dispatcher):
                if entry.py_func in self._ready or entry._cache.holds(signature, entry.targetctx):
                    self._ready.add(entry.py_func)
                else:
                    self._plan(entry.py_func)
        for rule in self._exporting:
            self._plan(rule)
        for rule in self._ready:  # what they call was compiled with them, and is in the cache
            self._finish(rule)

    def _plan(self, export: Rule) -> None:
        if export not in self._planned and export not in self._ready:
            for rule in rules_called(export):
                self._add(rule)
            self._open_exports[export] = optimise_seconds(export)

    def _add(self, rule: Rule) -> None:
        if rule not in self._planned:
            self._planned.add(rule)
            self._open[rule] = translate_seconds(rule)

    def _finish(self, rule: Rule) -> None:
        """Note that a rule and everything it calls needs no more work."""
        for called in rules_called(rule):
            self._open.pop(called, None)

    def _begin_step(self) -> None:
        self._step_began = self._clock()

    # What is shown

    @property
    def is_compiling(self) -> bool:
        """Whether rules are being compiled or will be."""
        with self._lock:
            return self._began is not None and bool(self._exporting or self._open or self._open_exports)

    @property
    def from_cache(self) -> int:
        """Number of rules that were needed and were in the cache."""
        with self._lock:
            return len(self._planned - self._begun - self._open.keys())

    def counts(self) -> tuple[int, int]:
        """Return the number of rules that are ready, and the number of all rules that are needed."""
        with self._lock:
            return len(self._planned) - len(self._open), len(self._planned)

    def seconds_left(self) -> float | None:
        """Return an estimate of the time left; None as long as little is known."""
        with self._lock:
            if self._began is None or self._expected is None:
                return None
            now = self._clock()
            spent, part = now - self._began, self._part_of_step(now)
            done = self._work_done + part
            work_left = sum(self._open.values()) + sum(self._open_exports.values()) - part
            if spent < MIN_SECONDS and done < MIN_SHARE * (done + work_left):
                return None
            left = work_left * self._slowness(spent, done)
            if self._shown is not None:
                shown_at, shown = self._shown
                left = min(left, shown + MAX_GROWTH * (now - shown_at))
            self._shown = now, left
            return left

    def _slowness(self, spent: float, done: float) -> float:
        """Seconds on this machine for a typical second of work."""
        return (max(spent - SETUP, 0.0) + TRUST) / (done + TRUST)

    def _part_of_step(self, now: float) -> float:
        """Typical seconds of the part of the current step that is probably done."""
        step = 0.0
        if self._compiling:
            rule = self._compiling[-1]
            step = self._open.get(rule, 0.0)
            if not any(called in self._open for called in rules_called(rule) if called is not rule):
                step += self._open_exports.get(rule, 0.0)
        return min(now - self._step_began, MAX_STEP_SHARE * step)

    def text(self) -> str:
        """Return `84 of 216 rules, 12 s left`; `84 rules` if it is not known what will be needed."""
        done, planned = self.counts()
        if self._expected is None:
            return f"{done:,} rule{'s' * (done != 1)}"
        left = self.seconds_left()
        rest = "" if left is None else f", {_duration(left)} left"
        return f"{done:,} of {planned:,} rule{'s' * (planned != 1)}{rest}"

    def end_text(self, title: str) -> str:
        """Return `compiled 102 rules of locm in 7.2 s (4 were in the cache)`, without `of` for an empty title."""
        subject, cached = f" of {title}" if title else "", self.from_cache
        rest = f" ({cached:,} {'was' if cached == 1 else 'were'} in the cache)" if cached else ""
        return f"compiled {self.compiled:,} rule{'s' * (self.compiled != 1)}{subject} in {self.seconds:.1f} s{rest}"


def _duration(seconds: float) -> str:
    return f"{max(seconds, 1):.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"


@contextmanager
def report_compilation(game: Game, exports: Callable[[], Iterable[Export]] | None = None) -> Iterator[CompileProgress]:
    """Context manager: report on stderr what is compiled if it takes longer than a second; silent if all is cached.

    Args:
        game: the game whose rules are compiled.
        exports: returns the exported rules that will be compiled, such as `engine_exports(game)`; None: not known, so
            neither their number nor the time left is shown.
    """
    with report_progress(game.name, exports) as progress:
        yield progress


@contextmanager
def report_progress(
    title: str, expected: Callable[[], Iterable[Export]] | None = None, lines: bool = False
) -> Iterator[CompileProgress]:
    """Context manager: report on stderr how far the compilation is; see `report_compilation`.

    Args:
        title: the game or command whose rules are compiled; empty: not shown.
        expected: returns the exported rules that will be compiled; None: not known, so no time left is shown.
        lines: write lines also on a terminal, because something else draws there.
    """
    progress = CompileProgress(expected)
    reporter = _Reporter(title, progress, lines)
    with observe_compilation(progress), observe_compilation(reporter):
        try:
            yield progress
        finally:
            reporter.stop()


class LastMessage:
    """When the last message was written or compilation began, as `time.perf_counter`."""

    time = 0.0


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
            LastMessage.time = time.perf_counter()

    def end_rule(self, rule: Rule) -> None: ...

    def end_export(self, rule: Rule) -> None: ...

    def _run(self) -> None:
        began, wait = time.perf_counter(), QUIET_SECONDS
        while not self._ended.wait(wait):
            later = time.perf_counter() - began > LATER
            wait = LIVE_SECONDS if self._live else LATER_LINE_SECONDS if later else LINE_SECONDS
            if self._progress.is_compiling:
                self._written = True
                subject = self._title or "rules"
                text = f"ludus: compiling {subject}, once: {self._progress.text()}"
                self._write(text, end="" if self._live else "\n")
            elif self._live and self._written:
                self._write("", end="")  # something else happens now

    def stop(self) -> None:
        self._ended.set()
        if self._thread is not None:
            self._thread.join()
        if self._written:
            self._write(f"ludus: {self._progress.end_text(self._title)}")

    def _write(self, text: str, end: str = "\n") -> None:
        LastMessage.time = time.perf_counter()
        if self._live:
            text = "\r\x1b[2K" + text[: shutil.get_terminal_size().columns - 1]
        print(text, end=end, file=sys.stderr, flush=True)
