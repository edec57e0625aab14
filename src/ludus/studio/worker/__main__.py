"""Main program of the worker process. Its arguments are the games from files that the server knows."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import msgspec

from ludus.backends import Threads
from ludus.core.game_registry import load_game, load_game_by_name
from ludus.design.base.designer import (
    DesignRequest,
    PreviewListener,
    ProgressFactory,
    ProgressStep,
    ResultListener,
    find_designer,
    ignore_preview,
    ignore_result,
)
from ludus.studio.protocol.jobs import DesignReportMessage, JobStep, PartialResult
from ludus.studio.report_conversion import MESSAGE_KINDS, number_message, report_message
from ludus.studio.worker import job_messages
from ludus.util.errors import LudusError, OptionError
from ludus.util.options import read_options

if TYPE_CHECKING:
    from ludus.arena import Tournament
    from ludus.arena.tournament_session import TournamentProgress
    from ludus.lab.progress import ProgressUpdate
    from ludus.report.table_model import ColumnKind

NICENESS = 10
STEP_INTERVAL = 0.1  # seconds between two reports of a step
PREVIEW_INTERVAL = 0.5  # seconds between two intermediate results
STOPPED = 130  # exit code, as after Ctrl-C


def main() -> int:
    order = msgspec.json.decode(sys.stdin.buffer.readline(), type=job_messages.AnyJobOrder)
    with open(os.dup(sys.stdout.fileno()), "wb", buffering=0) as out:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # output of print must not mix with the reports
        return work(order, Reporter(out), sys.argv[1:])


def work(order: job_messages.AnyJobOrder, reporter: Reporter, game_files: Sequence[str] = ()) -> int:
    """Run one order and report its end or failure. Returns the exit code."""
    threading.Thread(target=_exit_with_server, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    try:
        for game_file in game_files:
            load_game(game_file)
        reporter.send(job_messages.EndReport(run_order(order, reporter)))
    except KeyboardInterrupt:
        return STOPPED
    except LudusError as error:
        reporter.send(job_messages.FailureReport(_failure_text(error)))
        return 1
    except Exception as error:
        reporter.send(job_messages.FailureReport(f"{type(error).__name__}: {error}"))
        raise
    return 0


def _failure_text(error: LudusError) -> str:
    from ludus.lab.run_folder import CodeChanged

    if isinstance(error, CodeChanged):
        return f"{error.reason}. Begin a new run in another folder, or continue this one with `ludus resume --anyway`"
    return str(error)


def run_order(order: job_messages.AnyJobOrder, reporter: Reporter) -> Any:
    """Run an order. Returns the report of a designer, or None for other orders."""
    match order:
        case job_messages.InspectJob() | job_messages.MakeJob():
            return run_designer(order, reporter.bar, reporter.on_result, reporter.on_preview)
        case job_messages.SurveyJob():
            from ludus.studio.levels.difficulty_survey import survey

            survey(order, reporter.bar)
        case job_messages.RunJob():
            from ludus.lab import find_study, run
            from ludus.lab.config import read_config

            study = find_study(order.study)
            config = read_config(study, None, order.preset, order.sets)
            run(study, config, order.folder, listener=reporter.on_run_progress, warn=reporter.line)
        case job_messages.ResumeRunJob():
            from ludus.lab import resume

            resume(order.folder, listener=reporter.on_run_progress, warn=reporter.line)
        case job_messages.TournamentJob():
            from ludus.arena import Tournament

            game = load_game_by_name(order.game)
            content = game.content(**order.options)
            tournament = Tournament(game, content, order.players, order.games, order.seed)
            _run_tournament(tournament, Path(order.folder), reporter)
        case job_messages.ResumeTournamentJob():
            from ludus.arena import Tournament

            _run_tournament(Tournament.open(order.folder), Path(order.folder), reporter)
    return None


def run_designer(
    order: job_messages.InspectJob | job_messages.MakeJob,
    progress: ProgressFactory,
    on_result: ResultListener = ignore_result,
    on_preview: PreviewListener = ignore_preview,
) -> DesignReportMessage:
    """Run the designer of a game to inspect or make content. Returns its report as a protocol message."""
    designer = find_designer(order.game)
    request = DesignRequest(
        load_game_by_name(order.game),
        order.options,
        order.games,
        order.seed,
        Threads(),
        None,
        progress,
        on_result=on_result,
        on_preview=on_preview,
    )
    if isinstance(order, job_messages.MakeJob):
        make_options = read_options(dict(order.asks), designer.make_options, f"make {order.game}")
        designer.check_make(make_options)
        return report_message(designer.make(make_options, request), str(Path.cwd()))
    if not order.content:
        raise OptionError(f"say what to look at: {designer.content_help}")
    inspect_options = read_options(dict(order.asks), designer.inspect_options, f"inspect {order.game}")
    return report_message(designer.inspect(order.content, inspect_options, request), str(Path.cwd()))


def _run_tournament(tournament: Tournament, folder: Path, reporter: Reporter) -> None:
    """Run a tournament to its end and write its report."""
    from ludus.report.tournament import write_tournament_page

    write_tournament_page(folder, tournament, tournament.run(folder, None, reporter.on_tournament_progress))


class Reporter:
    """Sends rate-limited progress reports to the server."""

    def __init__(self, out: IO[bytes]) -> None:
        self._out, self._lock = out, threading.Lock()
        self._numbers: dict[str, int] = {}
        self._last: dict[str, float] = {}  # time of the last report of each step
        self._held_back: dict[str, JobStep] = {}  # newest progress of each step that was held back by the rate limit
        self._stage = ""
        self._last_preview = 0.0

    def send(self, report: job_messages.AnyReport) -> None:
        with self._lock:
            self._out.write(msgspec.json.encode(report) + b"\n")

    def line(self, text: str) -> None:
        self.send(job_messages.LineReport(text))

    def on_result(self, of: str, name: str, title: str, kind: ColumnKind, value: Any) -> None:
        """Listener for designers: a result that is known before the job is done."""
        self.send(job_messages.ResultReport(PartialResult(of, name, title, MESSAGE_KINDS[kind], number_message(value))))

    def on_preview(self, name: str, make: Callable[[], Any], /, now: bool = False) -> None:
        """Listener for designers: an intermediate result; it is made only if it is sent."""
        if now or time.monotonic() - self._last_preview > PREVIEW_INTERVAL:
            self._last_preview = time.monotonic()
            self.send(job_messages.PreviewReport(name, make()))

    def step(self, key: str, step: JobStep, now: bool = False) -> None:
        """Report the progress of a step. The final progress of a step is always sent."""
        number = self._numbers.setdefault(key, len(self._numbers))
        if now or step.done >= step.total or time.monotonic() - self._last.get(key, 0.0) > STEP_INTERVAL:
            self._last[key] = time.monotonic()
            self._held_back.pop(key, None)
            self.send(job_messages.StepReport(number, step))
        else:
            self._held_back[key] = step

    @contextmanager
    def bar(self, what: str, total: int, thing: str = "game", /) -> Iterator[ProgressStep]:
        """Progress factory for designers: counts games played, or other units of work."""
        done, key = 0, f"{len(self._numbers)} {what}"
        self.step(key, JobStep(what, 0, total, thing, {}), now=True)

        def played(more: int, remark: str = "", /) -> None:
            nonlocal done
            done += more
            self.step(key, JobStep(what, done, total, thing, {"best": remark} if remark else {}))

        yield played
        self.step(key, JobStep(what, done, total, thing, {}), now=True)

    def on_run_progress(self, update: ProgressUpdate) -> None:
        """Report the progress of a run: the whole run and its current stage."""
        facts = {k: v for k, v in update.facts.items() if isinstance(v, bool | int | float | str)}
        known = {"known": update.earlier_games}
        self.step("", JobStep("", update.games_done, update.games_planned, update.unit, known))
        if update.stage != self._stage and (last := self._held_back.get(self._stage)):
            self.step(self._stage, last, now=True)
        self._stage = update.stage
        unit = "game" if update.unit == "game" else ""  # the title of the stage says what it counts
        self.step(update.stage, JobStep(update.stage, update.stage_games_done, update.stage_games, unit, facts))

    def on_tournament_progress(self, progress: TournamentProgress) -> None:
        """Report the progress of a tournament."""
        facts = {"pair": progress.pair, "pairs": progress.pairs, "known": progress.known}
        self.step("", JobStep("", progress.games, progress.max_games, "game", facts))


def _exit_with_server() -> None:
    while os.read(0, 4096):  # not through sys.stdin: a thread that waits there prevents Python from ending
        pass
    os.kill(os.getpid(), signal.SIGINT)


if __name__ == "__main__":
    sys.exit(main())
