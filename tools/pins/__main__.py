"""The command `python -m tools.pins`; see the documentation of the package."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from tools.pins import __doc__ as description
from tools.pins.cases import STUDIES
from tools.pins.compare import (
    differences,
    is_rewording,
    read_compressed,
    read_part,
    write_compressed,
    write_part,
)
from tools.pins.corpus import FOLDERS, OTHER, pin_corpus, resume_failures
from tools.pins.made import pin_made
from tools.pins.matches import pin_matches, pin_plain
from tools.pins.product import HERE, Failed, Product
from tools.pins.record import record
from tools.pins.studies import compare_labels, compare_tables, run_studies

HOME = Path(__file__).parents[2] / "tests" / "pins"  # baseline and corpus
SIMPLE: dict[str, Callable[..., Iterator[tuple[str, Any]]]] = {
    "matches": pin_matches,
    "plain": pin_plain,
    "made": pin_made,
    "corpus": pin_corpus,
}
STUDY_PARTS = ("studies", "streams")  # both come from the same runs
QUICK = ("matches", "plain", "corpus")  # parts of a quick check
PARTS = (*SIMPLE, *STUDY_PARTS)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        "python -m tools.pins", description=description, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument(
        "do",
        choices=("check", "make", "record"),
        help="compare with the baseline; write the baseline; write the corpus",
    )
    parser.add_argument("--only", metavar="PARTS", help=f"comma-separated parts: {', '.join(PARTS)}")
    parser.add_argument(
        "--ludus",
        type=Path,
        default=Path(sys.executable).with_name("ludus"),
        help="the command `ludus` to test (the one of this Python)",
    )
    parser.add_argument(
        "--inside",
        type=Path,
        default=HERE / "inside.py",
        help="another inside.py, for a version of Ludus with other names in Python",
    )
    parser.add_argument("--home", type=Path, default=HOME, help="folder of the baseline and the corpus")
    parser.add_argument("--work", type=Path, help="work folder, which is not removed (default: a temporary folder)")
    parser.add_argument("--quick", action="store_true", help="check only some matches and files (30 s)")
    parser.add_argument("--studies", metavar="NAMES", default="", help="only these studies, comma-separated")
    parser.add_argument("--runs", metavar="NAMES", default="", help="with record: only these runs, comma-separated")
    parser.add_argument(
        "--take-over",
        action="store_true",
        help="with check: update the baseline where only names or wording changed",
    )
    options = parser.parse_args(arguments)
    known = ("replays", *FOLDERS) if options.do == "record" else PARTS
    parts = options.only.split(",") if options.only else list(QUICK if options.quick else known)
    if options.runs and not {*parts} <= {"runs", "half-runs"}:
        parser.error("--runs: give --only runs,half-runs, too; other parts have no runs")
    studies = options.studies.split(",") if options.studies else STUDIES
    if strange := set(studies) - set(STUDIES):
        parser.error(f"--studies: unknown {', '.join(sorted(strange))}; studies are {', '.join(STUDIES)}")
    if unknown := set(parts) - set(known):
        parser.error(f"--only: unknown part {', '.join(sorted(unknown))}; parts are {', '.join(known)}")
    if not options.ludus.is_file():
        parser.error(f"--ludus: {options.ludus} does not exist")
    with tempfile.TemporaryDirectory(prefix="pins-") as temporary:
        work = (options.work or Path(temporary)).absolute()
        ludus = Product(options.ludus.absolute(), work, options.inside.absolute())
        shutil.rmtree(work / "corpus", ignore_errors=True)
        shutil.copytree(options.home / "corpus", work / "corpus")
        try:
            if options.do == "record":
                runs = options.runs.split(",") if options.runs else ()
                record(ludus, options.home / "corpus", set(parts), show_progress, runs)
                return 0
            pins = Pins(ludus, options.home, options.do == "make", options.quick, options.take_over, studies)
            return pins.run(parts)
        except Failed as error:
            print(f"pins: {error}")
            return 1


def show_progress(text: str) -> None:
    """Print a line with the time to stderr."""
    print(f"  {time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)


class Pins:
    """One check of the pins, or one update of the baseline."""

    def __init__(
        self,
        ludus: Product,
        home: Path,
        making: bool,
        quick: bool = False,
        take_over: bool = False,
        studies: Sequence[str] = STUDIES,
    ) -> None:
        self.ludus, self.home, self.making, self.quick, self.take_over = ludus, home, making, quick, take_over
        self.studies = studies
        self.compared = self.different = self.reworded = self.updated = 0

    def run(self, parts: list[str]) -> int:
        """Check or write parts; return the exit code, which is 1 if there are differences."""
        for part in SIMPLE:
            if part in parts:
                self._timed(part, lambda part=part: self._simple(part))  # type: ignore[misc]
        if set(STUDY_PARTS) & set(parts):
            self._timed(" and ".join(part for part in STUDY_PARTS if part in parts), lambda: self._studies(parts))
        if self.making:
            print(f"pins: {self.compared} written to {self.home}")
            return 0
        print(
            f"pins: {self.compared} compared; {self.different} with other values, {self.reworded} only with other "
            f"names or words ({self.updated} of these updated in the baseline)"
        )
        return int(self.different + self.reworded > self.updated)

    def _timed(self, title: str, work: Callable[[], None]) -> None:
        start = time.monotonic()
        show_progress(f"{title} ...")
        work()
        show_progress(f"{title}: {time.monotonic() - start:.0f} s")

    def _simple(self, part: str) -> None:
        """Check or write a part with one baseline file."""
        pin_part, baseline = SIMPLE[part], read_part(self.home, part)
        pins, last_progress = {}, time.monotonic()
        for name, pin in pin_part(self.ludus, self.quick) if part in QUICK else pin_part(self.ludus):
            pins[name] = pin
            if not self.making and self._report(part, name, compare(baseline.get(name), pin)):
                baseline[name] = pin
            if time.monotonic() - last_progress > 5:
                last_progress = time.monotonic()
                show_progress(f"{part}: {len(pins)} of {len(baseline) or 'all'}, last {name}")
        self.compared += len(pins)
        if self.making:
            for name, pin in pins.items():
                if "failed" in pin or OTHER in pin.values():
                    raise Failed(f"{part}: {name}: {pin}")
            if part == "corpus" and (failures := resume_failures(self.ludus, pins)):
                raise Failed(f"corpus: results after a kill and a resume differ: {', '.join(failures)}")
            write_part(self.home, part, pins)
            return
        if not self.quick:
            for name in baseline.keys() - pins.keys():
                self._report(part, name, ["is in the baseline, but was not computed"])
        if self.updated:
            write_part(self.home, part, baseline)

    def _studies(self, parts: list[str]) -> None:
        """Check or write tables, files and random streams of all studies."""
        tables, labels = read_compressed(self.home / "tables.json.xz"), read_compressed(self.home / "streams.json.xz")
        files = read_part(self.home, "studies")
        for study, result in run_studies(self.ludus, self.studies):
            show_progress(f"study {study}")
            if "failed" in result:
                if self.making:
                    raise Failed(f"{study}: {result['failed']}")
                self._report("studies", study, [result["failed"]])
                continue
            if "studies" in parts:
                self.compared += len(result["tables"])
                lines = compare_tables(tables.get(study, {}), result["tables"])
                lines += differences(files.get(study, {}), result["files"])
                if self.making or self._report("studies", study, lines):
                    tables[study], files[study] = result["tables"], result["files"]
            if "streams" in parts:
                self.compared += 1
                if self.making:
                    labels[study] = result["labels"]
                else:
                    self._report("streams", study, compare_labels(labels.get(study, []), result["labels"]))
        if "studies" in parts and (self.making or self.updated):
            write_compressed(self.home / "tables.json.xz", tables)
            write_part(self.home, "studies", files)
        if "streams" in parts and self.making:
            write_compressed(self.home / "streams.json.xz", labels)

    def _report(self, part: str, name: str, lines: list[str]) -> bool:
        """Print the differences of a pin; return whether to update the baseline, if only names or wording changed."""
        if not lines:
            return False
        rewording = all(is_rewording(line) for line in lines)
        update = rewording and self.take_over
        self.different, self.reworded = self.different + (not rewording), self.reworded + rewording
        self.updated += update
        for line in lines if part in STUDY_PARTS else ["; ".join(lines)]:
            print(f"{part}: {name}: {' '.join(line.split())}{' (updated)' if update else ''}", flush=True)
        return update


def compare(expected: Any, actual: Any) -> list[str]:
    """Describe the differences of a pin from the baseline."""
    return ["not in the baseline"] if expected is None else differences(expected, actual)


if __name__ == "__main__":
    sys.exit(main())
