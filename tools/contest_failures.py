"""What a tournament of outside programs says and keeps when it is killed, has no disk, or its files were changed.

Each row has a cause, what Ludus said, what was lost, and what happened after the cause was removed. `passed` is yes if
there was no traceback, nothing was lost, nothing stayed unnoticed, and in the end all files were those of a tournament
that was not disturbed.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tools.contest_runs import (
    DETERMINISTIC,
    NINTH,
    Workplace,
    compare_folders,
    descendants,
    kill,
    may_differ,
    printed_digest,
    row_count,
    wait_for_rows,
    whole_rows,
)

BOTS, GAMES, SEED, SECONDS = [DETERMINISTIC[0], DETERMINISTIC[2], DETERMINISTIC[4]], 12, 7, 30.0
ROWS = 3 * GAMES
# For root, permissions hold only without these rights. Another user could often not enter the folders of this Python.
WITHOUT_OVERRIDE = ("setpriv", "--bounding-set=-dac_override,-dac_read_search")
DISK_BYTES = 4 << 20
PROGRESS = re.compile(r" so far$| left$|warning:")


@dataclass(frozen=True)
class FailureRow:
    """One cause and its effects."""

    cause: str
    exit_code: str
    message: str
    lost: str
    went_on: str
    passed: str


def failure_rows(folder: Path, say: Callable[[str], None]) -> list[FailureRow]:
    """Cause all failures, one after another, in a folder of their own.

    Args:
        folder: Where everything is played.
        say: Called with a line of progress for every row.
    """
    rows = list[FailureRow]()
    failures = Failures(folder)
    for make in (failures.kills, failures.full_disks, failures.no_permissions, failures.changed_files):
        for row in make():
            say(f"{row.passed:3}  {row.cause}: {row.exit_code}: {row.message} | {row.lost} | {row.went_on}")
            rows.append(row)
    return rows


class Failures:
    """A small tournament of three programs, and everything that can happen to it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.place = Workplace(self.folder)
        self.folder.chmod(0o755)
        self.whole, self.extended = self.folder / "whole", self.folder / "extended"
        code, output = self._play(self.whole)
        self.digest = printed_digest(output)
        shutil.copytree(self.whole, self.extended)
        code, output = self.place.run("--resume", self.extended, "--add-bot", NINTH)
        assert code == 0, output
        self.number = 0

    # kill -9

    def kills(self) -> Iterator[FailureRow]:
        """kill -9 in several phases."""
        yield self._killed("kill -9 while rules are compiled", lambda process, _: self._sleep(process, 3), fresh=True)
        yield self._killed("kill -9 before the folder is made", lambda process, _: self._sleep(process, 0.4))
        yield self._killed(
            "kill -9 after the plan, before the first row",
            lambda process, cup: _wait_for_file(process, cup / "games.csv"),
        )
        yield self._killed("kill -9 after the first row", lambda process, cup: wait_for_rows(process, cup, 1))
        yield self._killed("kill -9 in the middle", lambda process, cup: wait_for_rows(process, cup, ROWS // 2))
        yield self._killed(
            "kill -9 while tables are written", lambda process, cup: _wait_for_file(process, cup / "players.csv")
        )
        yield self._killed(
            "kill -9 while the index is built", lambda process, cup: _wait_for_file(process, cup / "index.sqlite.part")
        )
        yield self._killed_extension("kill -9 when the plan was extended", 0)
        yield self._killed_extension("kill -9 in the middle of an extension", GAMES)
        yield self._killed_part("kill -9 of a sandbox server alone", 0)
        yield self._killed_part("kill -9 of a supervisor alone", 1)

    def _killed(
        self, cause: str, wait: Callable[[subprocess.Popen[str], Path], None], fresh: bool = False
    ) -> FailureRow:
        cup = self._new_cup()
        extra = {"LUDUS_CACHE_DIR": str(self.folder / "fresh-cache")} if fresh else {}
        os.environ.update(extra)
        try:
            for _ in range(5):  # the phase may be over before we see it
                shutil.rmtree(cup, ignore_errors=True)
                with self.place.start(*self._words(cup)) as process:
                    wait(process, cup)
                    ended = process.poll() is not None
                    kill(process, everything=False)
                if not ended:
                    break
            return self._after_kill(
                cause if not ended else f"{cause} (came too late)", cup, self._words(cup), self.whole
            )
        finally:
            for name in extra:
                del os.environ[name]

    def _killed_extension(self, cause: str, new_rows: int) -> FailureRow:
        cup = self._copy()
        words, plan = ["--resume", str(cup), "--add-bot", NINTH], (cup / "tournament.json").read_bytes()
        with self.place.start(*words) as process:
            while process.poll() is None and (
                (cup / "tournament.json").read_bytes() == plan or row_count(cup) < ROWS + new_rows
            ):
                time.sleep(0.002)
            kill(process, everything=False)
        return self._after_kill(cause, cup, words, self.extended)

    def _after_kill(self, cause: str, cup: Path, words: list[str], expected: Path) -> FailureRow:
        left, before = self.place.leftovers(), whole_rows(cup)
        code, output = self.place.run(*words)
        kept, same = whole_rows(cup).startswith(before), self._same(cup, expected)
        lost = "nothing" if kept and not left else "rows" if not kept else f"{len(left)} processes were left"
        rows = max(before.count(b"\n") - 1, 0)
        return FailureRow(
            cause,
            "-9",
            f"(nothing can be said; {rows} rows were written)",
            lost,
            _went_on(code, output, same),
            _yes(code == 0 and same and kept and not left),
        )

    def _killed_part(self, cause: str, depth: int) -> FailureRow:
        """Kill a process of the sandboxes; the tournament goes on by itself."""
        cup = self._new_cup()
        with self.place.start(*self._words(cup)) as process:
            wait_for_rows(process, cup, 4)
            below = descendants(process.pid)
            direct = [child for child in below if _parent(child) == process.pid]
            deeper = [child for child in below if _parent(child) in direct]
            victims = deeper if depth else direct
            os.kill(victims[-1], signal.SIGKILL)
            process.communicate()
        rows = (cup / "games.csv").read_text(encoding="utf-8").splitlines()[1:]
        faults = [row.split(",")[9] for row in rows if row.split(",")[9] in ("crashed", "could not start")]
        left = self.place.leftovers()
        said = f"games that ended by a fault: {len(faults)}" + (f" ({faults[0]})" if faults else "")
        good = process.returncode == 0 and len(rows) == ROWS and len(faults) <= 2 and not left
        lost = "nothing" if not faults else "the games that it was part of count as faults of the bot"
        return FailureRow(
            cause, str(process.returncode), said, lost, f"by itself: {len(rows)} of {ROWS} rows", _yes(good)
        )

    # Full disks

    def full_disks(self) -> Iterator[FailureRow]:
        """No space left in the folder of results, or in the temporary folder."""
        if os.geteuid() == 0:
            yield self._full_from_the_start()
            yield self._full_in_the_middle()
            yield self._full_before("disk full when tables are written", self._without_tables, [], self.whole)
            yield self._full_before(
                "disk full when an extension begins", self._copy_to, ["--add-bot", NINTH], self.extended
            )
            yield self._full_temporary_folder()
        else:
            yield _not_shown("disk full (a small file system in memory)")
        yield self._file_size_limit()

    def _full_from_the_start(self) -> FailureRow:
        with self._disk() as disk:
            _fill(disk)
            code, output = self._play(disk / "cup")
            (disk / "filler").unlink()
            return self._resumed("disk full from the start", code, output, disk / "cup", self._words(disk / "cup"), b"")

    def _full_in_the_middle(self) -> FailureRow:
        with self._disk() as disk:
            cup = disk / "cup"
            with self.place.start(*self._words(cup)) as process:
                wait_for_rows(process, cup, ROWS // 2)
                before = whole_rows(cup)
                _fill(disk)
                output = process.communicate()[0]
            (disk / "filler").unlink()
            return self._resumed(
                "disk full in the middle", process.returncode, output, cup, ["--resume", str(cup)], before
            )

    def _full_before(self, cause: str, copy: Callable[[Path], None], more: list[str], expected: Path) -> FailureRow:
        with self._disk() as disk:
            cup = disk / "cup"
            copy(cup)
            _fill(disk)
            words = ["--resume", str(cup), *more]
            code, output = self.place.run(*words)
            (disk / "filler").unlink()
            return self._resumed(cause, code, output, cup, words, whole_rows(self.whole), expected)

    def _full_temporary_folder(self) -> FailureRow:
        """No folder can be made for a sandbox any more: no bot may lose a game because of it."""
        cup, usual = self._new_cup(), self.place.temporary
        with self._disk("nr_inodes=200") as disk:
            self.place.temporary = disk
            with self.place.start(*self._words(cup)) as process:
                wait_for_rows(process, cup, ROWS // 3)
                before = whole_rows(cup)
                _use_all_names(disk, process)
                output = process.communicate()[0]
            self.place.temporary = usual
        return self._resumed("temporary folder full", process.returncode, output, cup, self._words(cup), before)

    def _file_size_limit(self) -> FailureRow:
        cup = self._new_cup()
        code, output = self.place.run(*self._words(cup), prefix=("prlimit", "--fsize=6000"))
        return self._resumed(
            "files may have 6,000 bytes at most", code, output, cup, ["--resume", str(cup)], whole_rows(cup)
        )

    # Permissions

    def no_permissions(self) -> Iterator[FailureRow]:
        """Folders that may not be written or read."""
        if os.geteuid() != 0:
            yield _not_shown("folders without permission (root gives up its right to override them)")
            return
        parent = self.folder / "locked"
        parent.mkdir()
        yield self._locked("the parent folder may not be written", parent / "cup", parent, 0o555)
        for cause, name, mode in (
            ("the folder may not be written", "", 0o555),
            ("the folder may not be read or entered", "", 0o000),
            ("games.csv may not be written", "games.csv", 0o444),
            ("tournament.json may not be read", "tournament.json", 0o000),
            ("events.jsonl may not be written", "events.jsonl", 0o444),
            ("stored games may not be written", "games/0-2", 0o555),
        ):
            cup = self._copy()
            self._cut(cup, ROWS // 2)
            yield self._locked(cause, cup, cup / name, mode)
        yield self._read_only_mount()

    def _locked(self, cause: str, cup: Path, locked: Path, mode: int) -> FailureRow:
        """Refuse something, and give it back."""
        before, usual = whole_rows(cup), locked.stat().st_mode
        words = ["--resume", str(cup)] if cup.exists() else self._words(cup)
        locked.chmod(mode)
        code, output = self.place.run(*words, prefix=WITHOUT_OVERRIDE)
        locked.chmod(usual)
        return self._resumed(cause, code, output, cup, words, before)

    def _read_only_mount(self) -> FailureRow:
        cup = self._copy()
        self._cut(cup, ROWS // 2)
        before = whole_rows(cup)
        subprocess.run(["mount", "--bind", cup, cup], check=True)
        subprocess.run(["mount", "-o", "remount,bind,ro", cup], check=True)
        try:
            code, output = self.place.run("--resume", cup)
            checked = self.place.run("--verify", cup)
        finally:
            subprocess.run(["umount", cup], check=True)
        row = self._resumed("read-only mount", code, output, cup, ["--resume", str(cup)], before)
        return _with_note(row, f"`--verify` of it: exit code {checked[0]}", checked[0] == 0)

    # Changed files

    def changed_files(self) -> Iterator[FailureRow]:
        """Rows, plan, stored games and tables that somebody has edited."""
        rows: dict[str, Callable[[list[str]], list[str]]] = {
            "a winner was swapped": _swap_winner,
            "a row was deleted": lambda lines: lines[:7] + lines[8:],
            "a deal was deleted": lambda lines: lines[:7] + lines[9:],
            "the last row was deleted": lambda lines: lines[:-1],
            "the last deal was deleted": lambda lines: lines[:-2],
            "a row was duplicated": lambda lines: lines[:8] + lines[7:],
            "two rows were reordered": lambda lines: [*lines[:7], lines[8], lines[7], *lines[9:]],
            "two pairs were reordered": lambda lines: [lines[0], *lines[1 + GAMES :], *lines[1 : 1 + GAMES]],
            "a digest was changed": lambda lines: [*lines[:7], lines[7][:-5] + "0000\n", *lines[8:]],
            "a row was changed, with digests that fit": _forge,
            "the last row was cut off in its middle": lambda lines: [*lines[:-1], lines[-1][:30]],
            "a number became a text": lambda lines: [*lines[:7], lines[7].replace(",killed,", ",killed,x"), *lines[8:]],
            "bytes that are no text": lambda lines: [*lines[:7], "\udcff" + lines[7][1:], *lines[8:]],
        }  # fmt: skip
        for cause, change in rows.items():
            yield self._changed(f"games.csv: {cause}", "games.csv", _by_lines(change))
        plan: dict[str, dict[str, object]] = {
            "another seed": {"seed": SEED + 1},
            "more games": {"games": GAMES + 2},
            "another bot": {"players": ["cmd:./trade", *(bot.partition("=")[2] for bot in BOTS[1:])]},
            "other limits": {"house": {}},
        }
        for cause, values in plan.items():
            yield self._changed(f"tournament.json: {cause}", "tournament.json", _by_keys(values))
        yield self._changed("tournament.json: cut off", "tournament.json", lambda data: data[:100])
        yield self._changed("tournament.json: deleted", "tournament.json", None)
        yield self._changed("games.csv: deleted", "games.csv", None)
        yield self._changed(
            "players.csv: a rating was changed", "players.csv", lambda data: data.replace(b"1", b"2", 1), True
        )
        yield self._changed("pairs.csv: deleted", "pairs.csv", None, True)
        stored = next(iter(sorted((self.whole / "games").rglob("3.json")))).relative_to(self.whole)
        replay = json.loads((self.whole / stored).read_text(encoding="utf-8"))
        yield self._changed("stored game: another seed", str(stored), _by_keys({"seed": replay["seed"] + 1}))
        yield self._changed("stored game: other players", str(stored), _by_keys({"players": replay["players"][::-1]}))
        yield self._changed("stored game: a move is missing", str(stored), _without_a_move)
        yield self._changed("stored game: cut off", str(stored), lambda data: data[:200])
        yield self._changed("stored game: deleted", str(stored), None)
        yield self._changed("program of a bot: one byte more", "../bots/text_bot.py", lambda data: data + b"\n")

    def _changed(
        self, cause: str, name: str, change: Callable[[bytes], bytes] | None, healed: bool = False
    ) -> FailureRow:
        """Change a file of a finished tournament; `--verify` and `--resume` must notice; then the file is restored.

        With `healed`, `--resume` may go on instead, if the result is that of an undisturbed tournament.
        """
        cup = self._copy()
        file = (cup / name).resolve()
        original = file.read_bytes()
        if change is None:
            file.unlink()
        else:
            file.write_bytes(change(original))
            assert file.read_bytes() != original, cause
        of_bot = name.startswith("..")
        code, output = self.place.run("--verify", cup, self.digest)
        resume_code, resume_output = self.place.run("--resume", cup)
        refused = resume_code != 0
        resumed_same = resume_code == 0 and self._same(cup, self.whole)
        unchanged = change is None or file.read_bytes() == change(original)
        file.write_bytes(original)
        if not refused:  # it has written tables of what it found
            self.place.run("--resume", cup)
        again, same = self.place.run("--verify", cup, self.digest)[0], self._same(cup, self.whole)
        noticed = code != 0 or of_bot or "is missing; `--resume` writes it" in output
        traceback = "Traceback" in output + resume_output
        if refused:
            went_on = "--resume refused, the file stayed as it was" if unchanged else "--resume refused, but wrote"
        else:
            went_on = "--resume made it whole again" if resumed_same else "--resume noticed nothing"
        went_on += "; restored: holds" if again == 0 and same else "; restored: does not hold"
        good = noticed and not traceback and again == 0 and same
        by_verify_only = name.startswith("games/") or cause.endswith("digests that fit")
        good = good and ((healed and resumed_same) or (refused and unchanged) or (by_verify_only and not refused))
        texts = f"--verify: {self._said(output)}; --resume: {self._said(resume_output) if refused else 'goes on'}"
        return FailureRow(cause, f"{code}, {resume_code}", texts, "nothing" if same else "files", went_on, _yes(good))

    # Helpers

    def _words(self, cup: Path) -> list[str]:
        return self.place.play_words(BOTS, GAMES, SEED, SECONDS, cup)

    def _play(self, cup: Path) -> tuple[int, str]:
        return self.place.run(*self._words(cup))

    def _new_cup(self) -> Path:
        self.number += 1
        return self.folder / f"cup{self.number}"

    def _copy(self) -> Path:
        cup = self._new_cup()
        self._copy_to(cup)
        return cup

    def _copy_to(self, cup: Path) -> None:
        shutil.copytree(self.whole, cup)

    def _without_tables(self, cup: Path) -> None:
        self._copy_to(cup)
        self._cut(cup, ROWS)

    def _cut(self, cup: Path, rows: int) -> None:
        """Leave a tournament as a kill after so many rows leaves it."""
        lines = (cup / "games.csv").read_bytes().splitlines(keepends=True)
        (cup / "games.csv").write_bytes(b"".join(lines[: 1 + rows]))
        events = (cup / "events.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
        (cup / "events.jsonl").write_text(events[0], encoding="utf-8")
        for file in cup.iterdir():
            if file.is_file() and file.name not in ("games.csv", "tournament.json", "events.jsonl"):
                file.unlink()

    def _same(self, cup: Path, expected: Path) -> bool:
        result = compare_folders(cup, expected)
        return not [name for name in result.different + result.missing if not may_differ(name)]

    def _resumed(
        self,
        cause: str,
        code: int,
        output: str,
        cup: Path,
        words: list[str],
        before: bytes,
        expected: Path | None = None,
    ) -> FailureRow:
        """The row of a command that failed, after the cause was removed and the command given again."""
        after = whole_rows(cup)
        kept, left = after.startswith(before), self.place.leftovers()
        again, second = self.place.run(*words)
        same = again == 0 and self._same(cup, expected or self.whole)
        traceback = "Traceback" in output
        lost = "rows" if not kept else f"{len(left)} processes were left" if left else "nothing"
        good = code != 0 and not traceback and kept and not left and same
        return FailureRow(cause, str(code), self._said(output), lost, _went_on(again, second, same), _yes(good))

    def _said(self, output: str) -> str:
        """The message of Ludus, without the folders of this run."""
        lines = [" ".join(line.split()) for line in output.splitlines() if line.strip()]
        wrong = [line for line in lines if "DOES NOT HOLD" in line]
        said = [line for line in lines if line.startswith("ludus:") and not PROGRESS.search(line)]
        missing = [line for line in lines if "not checked" in line and "is missing" in line]
        text = f"TRACEBACK {lines[-1]}" if "Traceback" in output else " ".join(wrong or missing or said[-1:])
        text = re.sub(rf"{re.escape(str(self.folder))}/(disk\d*/)?", "", text)
        return re.sub(r"\b([0-9a-f]{6})[0-9a-f]{10,}\b", r"\1...", text)

    @contextmanager
    def _disk(self, options: str = "") -> Iterator[Path]:
        """A small disk."""
        self.number += 1
        disk = self.folder / f"disk{self.number}"
        disk.mkdir()
        mount_options = ",".join(filter(None, [f"size={DISK_BYTES}", "mode=755", options]))
        subprocess.run(["mount", "-t", "tmpfs", "-o", mount_options, "none", disk], check=True)
        try:
            yield disk
        finally:
            subprocess.run(["umount", "-l", disk], check=True)

    def _sleep(self, process: subprocess.Popen[str], seconds: float) -> None:
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            return


def _wait_for_file(process: subprocess.Popen[str], file: Path) -> None:
    while process.poll() is None and not file.exists():
        time.sleep(0.0005)


def _parent(process: int) -> int:
    try:
        return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def _fill(disk: Path) -> None:
    """Write until nothing fits any more."""
    with open(disk / "filler", "ab", buffering=0) as file:
        for size in (1 << 16, 1):
            try:
                while True:
                    file.write(b"\0" * size)
            except OSError:
                continue


def _use_all_names(disk: Path, process: subprocess.Popen[str]) -> None:
    """Make files until no more can be made, as long as a process runs."""
    number = 0
    while process.poll() is None:
        try:
            (disk / f"filler{number}").touch()
            number += 1
        except OSError:
            time.sleep(0.001)


def _by_lines(change: Callable[[list[str]], list[str]]) -> Callable[[bytes], bytes]:
    def changed(data: bytes) -> bytes:
        lines = data.decode(errors="surrogateescape").splitlines(keepends=True)
        return "".join(change(lines)).encode(errors="surrogateescape")

    return changed


def _by_keys(values: dict[str, object]) -> Callable[[bytes], bytes]:
    return lambda data: json.dumps({**json.loads(data), **values}, indent=1).encode()


def _swap_winner(lines: list[str]) -> list[str]:
    cells = lines[7].split(",")
    cells[5], cells[6] = cells[6], cells[5]
    return [*lines[:7], ",".join(cells), *lines[8:]]


def _forge(lines: list[str]) -> list[str]:
    """A changed row, and all digests after it computed anew."""
    from ludus.arena.tournament_games_csv import chain

    changed, digest = lines[:7], lines[6].rstrip("\n").rpartition(",")[2]
    for line in _swap_winner(lines)[7:]:
        row = line.rpartition(",")[0]
        digest = chain(digest, row)
        changed.append(f"{row},{digest}\n")
    return changed


def _without_a_move(data: bytes) -> bytes:
    replay = json.loads(data)
    return json.dumps({**replay, "moves": replay["moves"][:-1]}).encode()


def _went_on(code: int, output: str, same: bool) -> str:
    if code == 0:
        return "yes, with the tables of an undisturbed tournament" if same else "yes, but with other files"
    return f"no: exit code {code}: {output.strip().splitlines()[-1:]}"


def _with_note(row: FailureRow, note: str, good: bool) -> FailureRow:
    message, passed = f"{row.message}; {note}", _yes(row.passed == "yes" and good)
    return FailureRow(row.cause, row.exit_code, message, row.lost, row.went_on, passed)


def _not_shown(cause: str) -> FailureRow:
    return FailureRow(cause, "", "needs root", "", "", "not shown")


def _yes(good: bool) -> str:
    return "yes" if good else "no"
