"""`python -m tools.pins`; see the package."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tools.pins import __doc__ as about
from tools.pins.compare import differences, is_soft, read_lines, read_part, write_lines, write_part
from tools.pins.corpus import FOLDERS, OTHER, pin_corpus, uneven_ends
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
LONG = ("studies", "streams")  # from the same runs
QUICK = ("matches", "plain", "corpus")
PARTS = (*SIMPLE, *LONG)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        "python -m tools.pins", description=about, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("do", choices=("check", "make", "record"), help="compare; write the baseline; write the corpus")
    parser.add_argument("--only", metavar="PARTS", help=f"parts, with commas between them: {', '.join(PARTS)}")
    parser.add_argument("--ludus", type=Path, default=Path(sys.executable).with_name("ludus"), help="which Ludus")
    parser.add_argument(
        "--inside",
        type=Path,
        default=HERE / "inside.py",
        help="another inside.py, for a Ludus with other names in Python",
    )
    parser.add_argument("--home", type=Path, default=HOME, help="the folder of the baseline and the corpus")
    parser.add_argument("--work", type=Path, help="a folder to work in, which stays; a temporary one if not given")
    parser.add_argument("--quick", action="store_true", help="only some matches and files: half a minute")
    parser.add_argument(
        "--take-over",
        action="store_true",
        help="with check: write new names and new wording into the baseline where all values are the same",
    )
    given = parser.parse_args(arguments)
    known = ("replays", *FOLDERS) if given.do == "record" else PARTS
    parts = given.only.split(",") if given.only else list(QUICK if given.quick else known)
    if strange := set(parts) - set(known):
        parser.error(f"--only: there is no part {', '.join(sorted(strange))}; parts are {', '.join(known)}")
    if not given.ludus.is_file():
        parser.error(f"--ludus: there is no {given.ludus}")
    with tempfile.TemporaryDirectory(prefix="pins-") as temporary:
        work = (given.work or Path(temporary)).absolute()
        ludus = Product(given.ludus.absolute(), work, given.inside.absolute())
        shutil.rmtree(work / "corpus", ignore_errors=True)
        shutil.copytree(given.home / "corpus", work / "corpus")
        try:
            if given.do == "record":
                record(ludus, given.home / "corpus", set(parts), say)
                return 0
            pins = Pins(ludus, given.home, given.do == "make", given.quick, given.take_over)
            return pins.run(parts)
        except Failed as error:
            print(f"pins: {error}")
            return 1


def say(text: str) -> None:
    """A line on how far it has come."""
    print(f"  {time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)


class Pins:
    """One check, or one writing of the baseline."""

    def __init__(self, ludus: Product, home: Path, making: bool, quick: bool = False, take_over: bool = False) -> None:
        self.ludus, self.home, self.making, self.quick, self.take_over = ludus, home, making, quick, take_over
        self.compared = self.different = self.reworded = self.taken_over = 0

    def run(self, parts: list[str]) -> int:
        """The exit code: 1 if anything differs."""
        for part in SIMPLE:
            if part in parts:
                self._timed(part, lambda part=part: self._simple(part))  # type: ignore[misc]
        if set(LONG) & set(parts):
            self._timed(" and ".join(part for part in LONG if part in parts), lambda: self._long(parts))
        if self.making:
            print(f"pins: {self.compared} written to {self.home}")
            return 0
        print(
            f"pins: {self.compared} compared; {self.different} have other values, {self.reworded} only other names or "
            f"words, {self.taken_over} of these were taken over"
        )
        return int(self.different + self.reworded > self.taken_over)

    def _timed(self, what: str, work: Callable[[], None]) -> None:
        began = time.monotonic()
        say(f"{what} ...")
        work()
        say(f"{what}: {time.monotonic() - began:.0f} s")

    def _simple(self, part: str) -> None:
        pin, then = SIMPLE[part], read_part(self.home, part)
        found, told = {}, time.monotonic()
        for name, now in pin(self.ludus, self.quick) if part in QUICK else pin(self.ludus):
            found[name] = now
            if not self.making and self._tell(part, name, compared(then.get(name), now)):
                then[name] = now
            if time.monotonic() - told > 5:
                told = time.monotonic()
                say(f"{part}: {len(found)} of {len(then) or 'all'}, last {name}")
        self.compared += len(found)
        if self.making:
            for name, now in found.items():
                if "failed" in now or OTHER in now.values():
                    raise Failed(f"{part}: {name}: {now}")
            if part == "corpus" and (uneven := uneven_ends(self.ludus, found)):
                raise Failed(f"corpus: killed and resumed, these did not end like others: {', '.join(uneven)}")
            write_part(self.home, part, found)
            return
        if not self.quick:
            for name in then.keys() - found.keys():
                self._tell(part, name, ["it is in the baseline, but was not made"])
        if self.taken_over:
            write_part(self.home, part, then)

    def _long(self, parts: list[str]) -> None:
        tables, labels = read_lines(self.home / "tables.json.xz"), read_lines(self.home / "streams.json.xz")
        files = read_part(self.home, "studies")
        for study, now in run_studies(self.ludus):
            say(f"study {study}")
            if "failed" in now:
                if self.making:
                    raise Failed(f"{study}: {now['failed']}")
                self._tell("studies", study, [now["failed"]])
                continue
            if "studies" in parts:
                self.compared += len(now["tables"])
                lines = compare_tables(tables.get(study, {}), now["tables"])
                lines += differences(files.get(study, {}), now["files"])
                if self.making or self._tell("studies", study, lines):
                    tables[study], files[study] = now["tables"], now["files"]
            if "streams" in parts:
                self.compared += 1
                if self.making:
                    labels[study] = now["labels"]
                else:
                    self._tell("streams", study, compare_labels(labels.get(study, []), now["labels"]))
        if "studies" in parts and (self.making or self.taken_over):
            write_lines(self.home / "tables.json.xz", tables)
            write_part(self.home, "studies", files)
        if "streams" in parts and self.making:
            write_lines(self.home / "streams.json.xz", labels)

    def _tell(self, part: str, name: str, lines: list[str]) -> bool:
        """One line for each thing that differs. Whether it is to be taken over: all of it is names or wording."""
        if not lines:
            return False
        soft = all(is_soft(line) for line in lines)
        taken = soft and self.take_over
        self.different, self.reworded = self.different + (not soft), self.reworded + soft
        self.taken_over += taken
        for line in lines if part in LONG else ["; ".join(lines)]:
            print(f"{part}: {name}: {' '.join(line.split())}{' (taken over)' if taken else ''}", flush=True)
        return taken


def compared(then: Any, now: Any) -> list[str]:
    """What differs from the baseline."""
    return ["there is no such pin in the baseline"] if then is None else differences(then, now)


if __name__ == "__main__":
    sys.exit(main())
