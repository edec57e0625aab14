"""Tournaments of outside programs that are killed again and again, extended, damaged and refused their disk.

    PYTHONPATH=. python tools/contest_endurance.py --to benchmarks/contest-endurance
    PYTHONPATH=. python tools/contest_endurance.py --only kills --games 280 --kills 5 --work FOLDER
    PYTHONPATH=. python tools/contest_endurance.py --only extension --games 280 --kills 15 --work FOLDER

kills      eight deterministic programs play once undisturbed, and once more with kills; all files are compared
clock      eight programs that look at the clock: rows from before a kill stay, no game is lost or played twice
extension  a ninth program is added to both tournaments of `kills`, to one of them with a third of the kills; with
           --work, tournaments of an earlier run are extended
failures   kill -9 in several phases, full disks, read-only folders, changed files: see `contest_failures`

Needs Linux, Python's `ludus`, a C compiler and a POSIX shell. Some failures need root; without it their rows say so.
"""

from __future__ import annotations

import argparse
import csv
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from ludus.bots.sandbox.control_groups import stale_groups
from tools.contest_failures import FailureRow, failure_rows
from tools.contest_runs import (
    DETERMINISTIC,
    MAY_DIFFER,
    NINTH,
    ON_THE_CLOCK,
    KillRecord,
    Workplace,
    compare_folders,
    may_differ,
    play_with_kills,
    printed_digest,
    row_count,
    whole_rows,
)

PARTS = ("kills", "clock", "extension", "failures")
Say = Callable[[str], None]
PATIENT, HASTY = 30.0, 0.25  # seconds for a reply: none is late, some are late


@dataclass(frozen=True)
class Finding:
    """One line of the results."""

    part: str
    what: str
    value: str
    holds: str  # yes, no, or empty for a plain number


def main() -> None:
    options = read_options()
    begun = time.monotonic()

    def say(text: str) -> None:
        print(f"{time.monotonic() - begun:7.1f} s  {text}", flush=True)

    with tempfile.TemporaryDirectory(prefix="contest-") as scratch:
        folder = options.work or Path(scratch)
        Path(scratch).chmod(0o755)
        place = Workplace(folder, options.threads)
        findings, kills, failures = list[Finding](), list[tuple[str, KillRecord]](), list[FailureRow]()
        per_pair = max(-(-options.games // 28), 2)
        per_pair += per_pair % 2
        run = EnduranceRun(place, per_pair, options.kills, options.seed, findings, kills)
        for part in options.only or PARTS:
            started = time.monotonic()
            say(f"{part} begins")
            if part == "failures":
                failures = failure_rows(folder / "failures", say)
                wrong = [row.cause for row in failures if row.passed == "no"]
                run.check("failures", "rows in which something was lost, silent or wrong", len(wrong), 0)
            else:
                getattr(run, f"play_{part}")(say)
            findings.append(Finding(part, "seconds", f"{time.monotonic() - started:.0f}", ""))
            if options.to:
                write_results(options.to, findings, kills, failures)
    for finding in findings:
        print(f"{finding.part:10} {finding.what:70} {finding.value:>12} {finding.holds}")
    sys.exit(any(finding.holds == "no" for finding in findings))


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=5000, help="least number of games of a tournament; default 5000")
    parser.add_argument("--kills", type=int, default=30, help="kills of each tournament; default 30")
    parser.add_argument("--seed", type=int, default=2026, help="seed of games and kills; default 2026")
    parser.add_argument("--threads", type=int, default=2, help="games at once; default 2")
    parser.add_argument("--only", action="append", choices=PARTS, help="one part; may be given several times")
    parser.add_argument("--work", type=Path, help="keep the tournaments in this folder; default: a temporary one")
    parser.add_argument("--to", type=Path, help="folder for the tables of results; default: print only")
    options = parser.parse_args()
    played = options.work is not None and all((options.work / name).is_dir() for name in ("whole", "killed"))
    if options.only and "extension" in options.only and "kills" not in options.only and not played:
        parser.error("extension extends the tournaments of kills: give --only kills --only extension, or --work FOLDER")
    if options.games < 1 or options.kills < 1 or options.threads < 1:
        parser.error("--games, --kills and --threads must be at least 1")
    return options


@dataclass
class EnduranceRun:
    """The three long parts; each adds to the findings and to the list of kills."""

    place: Workplace
    games: int  # of a pair
    kill_count: int
    seed: int
    findings: list[Finding]
    kills: list[tuple[str, KillRecord]]

    def __post_init__(self) -> None:
        self.whole, self.killed = self.place.folder / "whole", self.place.folder / "killed"
        self.digest = ""

    def play_kills(self, say: Say) -> None:
        """Eight deterministic programs, undisturbed and with kills."""
        words = [self.place.play_words(DETERMINISTIC, self.games, self.seed, PATIENT, to) for to in self.both]
        code, output = self.place.run(*words[0])
        if code:
            raise SystemExit(f"the undisturbed tournament failed: exit code {code}\n{output}")
        say(f"undisturbed: {row_count(self.whole):,} games")
        self.digest = printed_digest(output)
        records, output = play_with_kills(
            self.place, words[1], self.killed, row_count(self.whole), self.kill_count, random.Random(self.seed), say
        )
        self._add_kills("kills", records)
        self.check("kills", "games of the undisturbed tournament", row_count(self.whole), 28 * self.games)
        self.check("kills", "printed digests", printed_digest(output), self.digest)
        self._compare("kills")
        self._verify("kills", self.killed, self.digest)
        self._check_nothing_is_left("kills")

    def play_clock(self, say: Say) -> None:
        """Programs on the clock, with kills: no row changes, each game is there once."""
        folder = self.place.folder / "clock"
        words = self.place.play_words(ON_THE_CLOCK, self.games, self.seed, HASTY, folder)
        dice = random.Random(self.seed + 1)
        records, output = play_with_kills(self.place, words, folder, 28 * self.games, self.kill_count, dice, say)
        self._add_kills("clock", records)
        with open(folder / "games.csv", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        numbers = Counter((row["pair"], int(row["number"])) for row in rows)
        expected = {(f"{a}-{b}", k) for a in range(8) for b in range(a + 1, 8) for k in range(self.games)}
        self.check("clock", "games that were lost", len(expected - set(numbers)), 0)
        self.check("clock", "games that were played twice", sum(count > 1 for count in numbers.values()), 0)
        self.check("clock", "games that do not belong there", len(set(numbers) - expected), 0)
        reasons = Counter(row["reason"] for row in rows)
        self.findings.append(Finding("clock", "games that ended by a timeout", str(reasons["timeout"]), ""))
        self._verify("clock", folder, printed_digest(output))
        self._check_nothing_is_left("clock")

    def play_extension(self, say: Say) -> None:
        """A ninth program joins both tournaments of `kills`, one of them with kills."""
        if not self.digest:  # tournaments of an earlier run
            self.digest = printed_digest(self.place.run("--resume", self.whole)[1])
        before, kills = whole_rows(self.killed), max(self.kill_count // 3, 1)
        code, output = self.place.run("--resume", self.whole, "--add-bot", NINTH, "--threads", str(self.place.threads))
        if code:
            raise SystemExit(f"the undisturbed extension failed: exit code {code}\n{output}")
        words = ["--resume", str(self.killed), "--add-bot", NINTH, "--threads", str(self.place.threads)]
        records, killed_output = play_with_kills(
            self.place, words, self.killed, 36 * self.games, kills, random.Random(self.seed + 2), say, 28 * self.games
        )
        self._add_kills("extension", records)
        self.check("extension", "games after the extension", row_count(self.killed), 36 * self.games)
        self.check("extension", "old rows are unchanged", whole_rows(self.killed).startswith(before), True)
        self.check("extension", "printed digests", printed_digest(killed_output), printed_digest(output))
        self._compare("extension")
        self._verify("extension", self.killed, printed_digest(output))
        self._verify("extension", self.killed, self.digest, "the digest from before the extension")
        self._check_nothing_is_left("extension")

    def check(self, part: str, what: str, value: object, expected: object) -> None:
        """Add a finding that holds if a value is the expected one."""
        holds = "yes" if value == expected else "no"
        text = {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
        self.findings.append(Finding(part, what, text, holds))

    @property
    def both(self) -> tuple[Path, Path]:
        return self.whole, self.killed

    def _add_kills(self, part: str, records: list[KillRecord]) -> None:
        self.kills += [(part, record) for record in records]
        self.findings.append(Finding(part, "kills", str(len(records)), ""))
        self.check(part, "kills after which earlier rows had changed", sum(not r.rows_kept for r in records), 0)
        self.check(part, "kills that left a process", sum(r.processes > 0 for r in records), 0)
        self.findings.append(
            Finding(part, "temporary folders of sandboxes, at most", str(max(r.temporary_folders for r in records)), "")
        )

    def _compare(self, part: str) -> None:
        result = compare_folders(*self.both)
        self.findings.append(Finding(part, "files that are the same, byte for byte", str(len(result.same)), ""))
        self.findings.append(
            Finding(part, "pages that differ in the name of their folder only", str(len(result.same_content)), "")
        )
        for name, why in MAY_DIFFER.items():
            count = sum(file.split("/")[0] == name for file in result.different)
            self.findings.append(Finding(part, f"different files: {name}, which {why}", str(count), ""))
        wrong = [name for name in result.different + result.missing if not may_differ(name)]
        self.check(part, "other files that differ or are missing", len(wrong), 0)
        for name in wrong[:10]:
            print(f"different: {name}", file=sys.stderr)

    def _verify(self, part: str, folder: Path, digest: str, what: str = "the digest") -> None:
        code, output = self.place.run("--verify", folder, digest)
        self.check(part, f"exit code of --verify with {what}", code, 0)
        if code:
            print(output, file=sys.stderr)

    def _check_nothing_is_left(self, part: str) -> None:
        self.check(part, "processes left at the end", len(self.place.leftovers()), 0)
        self.check(part, "temporary folders of sandboxes left at the end", len(self.place.temporary_folders()), 0)
        self.check(part, "control groups left at the end", len(stale_groups()), 0)


def write_results(
    folder: Path, findings: list[Finding], kills: list[tuple[str, KillRecord]], failures: list[FailureRow]
) -> None:
    """Write the tables as CSV files, and the failures also as Markdown. Rows of parts that were not run now stay."""
    folder.mkdir(parents=True, exist_ok=True)
    _write_csv(folder / "results.csv", [asdict(finding) for finding in findings])
    _write_csv(folder / "kills.csv", [{"part": part, **asdict(record)} for part, record in kills])
    _write_csv(folder / "failures.csv", [{"part": "failures", **asdict(row)} for row in failures])
    if failures:
        head = ["cause", "exit code", "what Ludus said", "lost", "after the cause was removed", "as it should be"]
        lines = [head, ["---"] * len(head)]
        lines += [[row.cause, row.exit_code, row.message, row.lost, row.went_on, row.passed] for row in failures]
        text = "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)
        (folder / "failures.md").write_text(f"{text}\n", encoding="utf-8")


def _write_csv(path: Path, rows: list[dict[str, object]]) -> None:
    if not rows:
        return
    new = {row["part"] for row in rows}
    if path.is_file():
        with open(path, encoding="utf-8", newline="") as file:
            rows = [*(row for row in csv.DictReader(file) if row["part"] not in new), *rows]
    rows.sort(key=lambda row: PARTS.index(str(row["part"])))
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main()
