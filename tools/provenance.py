"""Where kept tables come from: provenance.json beside them, with commit, command, seed, machine, time and digests.

    python -m tools.provenance                                            # check all of benchmarks/
    python -m tools.provenance benchmarks/delve-trees --command "ludus run delve-trees --preset full" \\
        --commit 1a2b3c4d --minutes 65                                    # after a new run: write its record
    python -m tools.provenance benchmarks/platformer-dial-designed --files "planner/*" --command "..." ...
    python -m tools.provenance benchmarks/delve-trees --files report.html --files tables/claims.csv --judged-again \\
        --command "ludus report RUN" --commit 2b3c4d5e --minutes 1        # same games, a later report

Each folder of benchmarks/ has one file with one record for each run; the files that lie in benchmarks/ itself share
benchmarks/provenance.json. Files that a later report made from the same games have a record of the report, with the
facts of the games in it. What is not known of an old run is `not recorded`. A commit must be in the history of the
present one: others are lost when their branch is.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from ludus.util.text import plural

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
NAME = "provenance.json"
NOT_RECORDED = "not recorded"
FIELDS = ("commit", "command", "seed", "processor", "cores", "minutes")


@dataclass(frozen=True)
class RunRecord:
    """A run that made kept files: how it was made, and the SHA-256 digest of each file."""

    commit: str
    command: str | list[str]
    seed: int | str
    processor: str
    cores: int | str
    minutes: float | str
    files: dict[str, str]
    games: dict[str, Any] | None = None  # the same facts of the games, if files were made from them later

    def facts(self) -> dict[str, Any]:
        """How its games were played."""
        return self.games or {name: getattr(self, name) for name in FIELDS}

    def as_data(self) -> dict[str, Any]:
        """The record as plain data; without `games` if there is none."""
        return {name: value for name, value in asdict(self).items() if name != "games" or value}


def main(arguments: list[str] | None = None) -> int:
    """Check all kept folders, or write the record of one run; the status is 1 if something is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tools.provenance", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, help="folder of kept files; without it, all are checked")
    parser.add_argument("--files", action="append", help="files of the run (patterns); all files of the folder")
    parser.add_argument("--command", action="append", help="command that made them; several may be given")
    parser.add_argument("--commit", help="commit of the code that ran; it or a later one is checked out")
    parser.add_argument(
        "--judged-again", action="store_true", help="the files were made from the games of the former record"
    )
    parser.add_argument("--seed", help="seed; else that of the command, of config.toml or of rules.toml")
    parser.add_argument("--processor", help="processor or graphics card; else that of this machine")
    parser.add_argument("--cores", help="number of cores; else that of this machine")
    parser.add_argument("--minutes", help="minutes that the run took")
    chosen = parser.parse_args(arguments)
    if chosen.folder is None:
        wrong = [*problems(), *(unknown_commits() if has_whole_history() else ())]
        print("\n".join(wrong) or "provenance.json of all kept files agree with them")
        return 1 if wrong else 0
    if not chosen.command or not chosen.commit or not chosen.minutes:
        parser.error("to write a record, give --command, --commit and --minutes ('not recorded' if not known)")
    if problem := commit_problem(chosen.commit):
        parser.error(problem)
    games = former_games(chosen.folder, chosen.files) if chosen.judged_again else None
    seed = _number(chosen.seed) if chosen.seed else find_seed(chosen.folder, chosen.command, chosen.files)
    record = RunRecord(
        chosen.commit,
        chosen.command[0] if len(chosen.command) == 1 else chosen.command,
        games["seed"] if games and seed == NOT_RECORDED else seed,  # a report draws nothing: the seed is of the games
        chosen.processor or _this_processor(),
        _number(chosen.cores) if chosen.cores else (os.cpu_count() or NOT_RECORDED),
        _number(chosen.minutes),
        digests(chosen.folder, chosen.files),
        games,
    )
    write_record(chosen.folder, record)
    print(f"{chosen.folder / NAME}: {plural(len(record.files), 'file')} of commit {record.commit}")
    return 0


def write_record(folder: Path, record: RunRecord) -> None:
    """Write the record of a run; records of other files stay, and files that are gone are left out.

    Raises:
        ValueError: If the record has no files.
    """
    if not record.files:
        raise ValueError(f"{folder} has no such files")
    present = set(kept_files(folder))
    runs = []
    for run in read_records(folder):
        others = {file: digest for file, digest in run.files.items() if file not in record.files and file in present}
        if others:
            runs.append({**run.as_data(), "files": others})
    runs.append(record.as_data())
    runs.sort(key=lambda run: min(run["files"]))
    text = json.dumps({"runs": runs}, indent=1, ensure_ascii=False) + "\n"
    (folder / NAME).write_text(text, encoding="utf-8")


def former_games(folder: Path, patterns: list[str] | None = None) -> dict[str, Any]:
    """Return the facts of the games behind files of a folder, from their present record.

    Raises:
        ValueError: If the files have no record, or several.
    """
    files = digests(folder, patterns).keys()
    found = [run for run in read_records(folder) if files & run.files.keys()]
    if any(run.facts() != found[0].facts() for run in found) or not found:
        raise ValueError(f"{folder}: the files have {len(found)} records of games, not one; name files of one run")
    return found[0].facts()


def unknown_commits(benchmarks: Path = BENCHMARKS) -> Iterator[str]:
    """Yield what is wrong with commits of records, of runs and of the games behind them; needs the whole history."""
    for file in sorted(benchmarks.rglob(NAME)):
        commits = {commit for run in read_records(file.parent) for commit in (run.commit, run.facts()["commit"])}
        found = (commit_problem(commit, benchmarks.parent) for commit in sorted(commits))
        yield from (f"{file.relative_to(benchmarks.parent).as_posix()}: {problem}" for problem in found if problem)


def commit_problem(commit: str, repository: Path = BENCHMARKS.parent) -> str:
    """Return what is wrong with the commit of a record; empty if it is in the history of the present commit."""
    if commit == NOT_RECORDED:
        return ""
    ask = ["git", "-C", str(repository), "merge-base", "--is-ancestor", f"{commit}^{{commit}}", "HEAD"]
    status = subprocess.run(ask, capture_output=True, check=False).returncode
    if status == 0:
        return ""
    why = "is not in the history of the present commit" if status == 1 else "does not exist"
    return f"the commit {commit} {why}: name one that others can check out, or 'not recorded'"


def has_whole_history(repository: Path = BENCHMARKS.parent) -> bool:
    """Return whether the project is a git repository with all commits: not an unpacked archive or a shallow clone."""
    ask = ["git", "-C", str(repository), "rev-parse", "--is-shallow-repository"]
    answer = subprocess.run(ask, capture_output=True, check=False, text=True)
    return (repository / ".git").exists() and answer.stdout.strip() == "false"


def read_records(folder: Path) -> list[RunRecord]:
    """Return the records of a folder; none if it has no provenance.json."""
    file = folder / NAME
    if not file.is_file():
        return []
    return [RunRecord(**run) for run in json.loads(file.read_text(encoding="utf-8"))["runs"]]


def problems(benchmarks: Path = BENCHMARKS) -> Iterator[str]:
    """Yield what is wrong: folders and files without a record, other digests, files that are gone, empty fields."""
    for folder in (benchmarks, *sorted(path for path in benchmarks.iterdir() if path.is_dir())):
        where = folder.relative_to(benchmarks.parent).as_posix()
        present = digests(folder)
        if not present:
            continue
        recorded: dict[str, str] = {}
        for run in read_records(folder):
            empty = [name for name in FIELDS if getattr(run, name) in ("", None, [])]
            yield from (f"{where}/{NAME}: {name} is empty; write 'not recorded' if it is not known" for name in empty)
            twice = recorded.keys() & run.files.keys()
            yield from (f"{where}/{NAME}: {file} belongs to two runs" for file in sorted(twice))
            recorded |= run.files
        for file in sorted(present.keys() | recorded.keys()):
            if file not in recorded:
                yield f"{where}/{file} has no record: python -m tools.provenance {where} --command ..."
            elif file not in present:
                yield f"{where}/{NAME}: {file} is not there"
            elif present[file] != recorded[file]:
                yield f"{where}/{file} is not the file of its record: it changed since"


def kept_files(folder: Path) -> list[str]:
    """Return the kept files of a folder; of benchmarks/ itself only the files that lie in it."""
    found = folder.iterdir() if folder.resolve().name == "benchmarks" else folder.rglob("*")
    files = (path for path in found if path.is_file() and path.name not in (NAME, "README.md"))
    return sorted(path.relative_to(folder).as_posix() for path in files if "__pycache__" not in path.parts)


def digests(folder: Path, patterns: list[str] | None = None) -> dict[str, str]:
    """Return the SHA-256 digest of each kept file of a folder whose name meets one of the patterns."""
    return {
        file: hashlib.sha256((folder / file).read_bytes()).hexdigest()
        for file in kept_files(folder)
        if patterns is None or any(fnmatchcase(file, pattern) for pattern in patterns)
    }


def find_seed(folder: Path, commands: list[str], patterns: list[str] | None = None) -> int | str:
    """Return the seed of a run: of its command, else of its config.toml or rules.toml, else `not recorded`."""
    stated = {int(seed) for command in commands for seed in re.findall(r"--seed[ =](\d+)", command)}
    if len(stated) == 1:
        return stated.pop()
    configs = [file for file in digests(folder, patterns) if Path(file).name in ("config.toml", "rules.toml")]
    seeds = {_config_seed(tomllib.loads((folder / file).read_text(encoding="utf-8"))) for file in configs}
    return seeds.pop() if len(seeds) == 1 and not stated else NOT_RECORDED


def _config_seed(config: dict[str, Any]) -> int | str:
    seed = config.get("seed")
    return seed if isinstance(seed, int) else NOT_RECORDED


def _number(text: str) -> Any:
    try:
        return int(text)
    except ValueError:
        try:
            return float(text)
        except ValueError:
            return text


def _this_processor() -> str:
    try:
        found = re.search(r"^model name\s*: (.+)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    except OSError:
        found = None
    return found[1].strip() if found else platform.processor() or NOT_RECORDED


if __name__ == "__main__":
    sys.exit(main())
