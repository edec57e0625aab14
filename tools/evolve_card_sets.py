"""Plays the evolutions of dominion-cards in many processes, one evolution each; `ludus run` plays one after the other.

    python -m tools.evolve_card_sets WORK --seconds 3000                         # begin or go on
    python -m tools.evolve_card_sets WORK --seconds 600 --only 'min-.*-fn/paper' # only these
    python -m tools.evolve_card_sets WORK --gather computed RUN                  # copy what is finished into a run

An evolution does not depend on the others nor on the number of threads, so the results are the bytes that `ludus run`
would store. Each has a folder of its own below WORK, with a checkpoint of every generation. For `--gather`, begin the
run with `ludus run`, stop it, gather, and begin it again: it plays only what is missing.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import re
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ludus.backends import Threads
from ludus.design.dominion.kingdom_numbering import KingdomPool
from ludus.lab import RunContext
from ludus.lab.config import read_config
from ludus.lab.event_log import EventLog
from ludus.lab.run_folder import RESULTS
from ludus.studies import dominion_card_evolution
from ludus.studies.dominion_card_evolution.config import DominionCardsConfig, EvolutionRun, evolution_runs
from ludus.studies.dominion_card_evolution.experiment import evolve_card_sets, stage_plan

FITNESSES = ("computed", "printed")


@dataclass(frozen=True)
class Task:
    """One evolution with one kind of fitness."""

    fitness: str
    run: EvolutionRun
    settings: DominionCardsConfig

    @property
    def name(self) -> str:
        return f"{self.fitness}/{self.run.name}"

    @property
    def priority(self) -> tuple[int, int]:
        """The paper's form with the paper's numbers of runs first; then all others, equally many of each experiment."""
        main = self.fitness == "computed" and self.run.form == "paper"
        long_first = 0 if "fn" in self.run.experiment.name else 1
        return (long_first, self.run.number) if main else (2 + (self.run.form == "set"), self.run.number)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play evolutions until the time is over, or gather what is finished."""
    options = _read_options(arguments)
    if options.gather:
        fitness, run = options.gather
        print(f"{gather(options.work / fitness, Path(run))} finished evolutions are in {run}")
        return 0
    tasks = [task for task in all_tasks(options.set) if re.search(options.only, task.name)]
    left = [task for task in tasks if not is_finished(options.work, task)]
    print(f"{len(tasks)} evolutions, {len(tasks) - len(left)} finished; {options.processes} processes", flush=True)
    end = time.time() + options.seconds
    with multiprocessing.get_context("spawn").Pool(options.processes) as pool:
        for done, (name, seconds) in enumerate(
            pool.imap_unordered(_play, [(options.work, task, end) for task in left]), len(tasks) - len(left) + 1
        ):
            if seconds is not None:
                print(f"{done} of {len(tasks)}: {name}, {seconds:.0f} s", flush=True)
    missing = sum(not is_finished(options.work, task) for task in tasks)
    print(f"{missing} of {len(tasks)} evolutions are not finished")
    return 1 if missing else 0


def all_tasks(sets: Sequence[str] = ()) -> list[Task]:
    """All evolutions of both kinds of fitness, most important first; `sets` are settings as for `ludus run --set`."""
    return sorted(_tasks(sets), key=lambda task: task.priority)


def _tasks(sets: Sequence[str]) -> Iterator[Task]:
    for fitness in FITNESSES:
        settings = read_config(dominion_card_evolution.study, sets=[*sets, f'fitness="{fitness}"'])
        for run in evolution_runs(settings):
            if fitness == "computed" or (run.form == "paper" and run.experiment.objective_kind != "lead"):
                yield Task(fitness, run, settings)


def task_folder(work: Path, task: Task) -> Path:
    """Folder of an evolution: its stored result or its checkpoint."""
    return work / task.fitness / "evolutions" / task.run.name.replace("/", " ")


def is_finished(work: Path, task: Task) -> bool:
    """Whether the result of an evolution is stored."""
    return (task_folder(work, task) / RESULTS / f"{task.run.name}.kept").is_file()


def gather(source: Path, run: Path) -> int:
    """Copy all stored results below `source` into a run folder; returns their number."""
    if not (run / "config.toml").is_file():
        sys.exit(f"{run} is not the folder of a run: begin it with `ludus run dominion-cards --out {run}`, and stop it")
    count = 0
    for folder in sorted((source / "evolutions").iterdir()):
        results = folder / RESULTS
        for file in sorted(results.rglob("*.kept")) if results.is_dir() else []:
            target = run / RESULTS / file.relative_to(results)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)
            count += 1
    return count


def _play(job: tuple[Path, Task, float]) -> tuple[str, float | None]:
    """Play one evolution; without a time if there was no time left to begin it, or it was stopped before its end."""
    work, task, end = job
    if time.time() >= end:
        return task.name, None
    folder, began = task_folder(work, task), time.perf_counter()
    folder.mkdir(parents=True, exist_ok=True)
    settings, pool = task.settings, KingdomPool("first")

    def stop_in_time(_progress: object) -> None:
        if time.time() >= end:
            raise TimeoutError

    context = RunContext(folder, Threads(1), EventLog(folder), stop_in_time)
    context.plan_stages(stage_plan(settings, pool))
    try:
        evolve_card_sets(context, settings, pool, task.run)
    except TimeoutError:
        return task.name, None
    return task.name, time.perf_counter() - began


def _read_options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", type=Path, help="folder of all evolutions; it is made if it does not exist")
    parser.add_argument("--seconds", type=float, default=3600, help="evolutions stop after this time (default 3600)")
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="default: one for each core")
    parser.add_argument("--only", default="", help="pattern of names: computed/max-earl-fn/rescored-03")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="a setting, as of `ludus run`")
    parser.add_argument("--gather", nargs=2, metavar=("FITNESS", "RUN"), help="copy results into the folder of a run")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
