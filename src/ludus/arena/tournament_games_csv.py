"""games.csv: one row for every game of a tournament, in the order of play, appended and never rewritten.

    pair                    the numbers of the players, in the order of players.csv: 0-2
    number                  of the game within its pair; pair/number is its address
    deal                    the seed of the deal; games number k * seats and the ones after it share it
    seat_0, seat_1, ...     the player in each seat, by name
    share_0, ...            the payoff of each seat
    points_0, ...           the game's own score
    reason                  the end reason: of the rules, or the fault of the seat with the lowest payoff
    length                  number of decisions
    digest                  of this row and the digest of the row before; of the plan before the first row

The last digest vouches for all rows and the plan: whoever changes, drops or swaps anything changes it, too. Files of
releases before 0.3 have no digests.

Text is UTF-8, lines end with a line feed, integers have no decimal point, other numbers the fewest digits that read
back as the same. A killed process may leave half a row or half a deal at the end; they are dropped and played again.
"""

from __future__ import annotations

import csv
import hashlib
import io
import os
from pathlib import Path
from typing import Any

import numpy as np

from ludus.arena.compiled_games import Outcomes
from ludus.arena.pairing import Group, PairingMatch, pair_text
from ludus.util.files import FolderError, file_errors

DIGEST_LENGTH = 24  # hexadecimal digits: 96 bits


class GameLog:
    """The games of a tournament on disk; those of earlier runs are read once.

    Args:
        path: The file.
        seats: Number of seats.
        names: Names of the players.
        reasons: All end reasons.
        plan_digest: Digest of the plan of the tournament, where the chain of digests begins.
        read_only: Read the file and leave it as it is; it may be in use.

    Raises:
        FolderError: the file was changed or damaged, or another process plays this tournament.
    """

    def __init__(
        self,
        path: Path,
        seats: int,
        names: list[str],
        reasons: tuple[str, ...],
        plan_digest: str,
        read_only: bool = False,
    ) -> None:
        self.path, self.seats, self.names, self.reasons = path, seats, names, reasons
        self.known: dict[Group, Outcomes] = {}
        self.chained = True  # rows have digests
        self.digest = plan_digest  # of the last row
        self._deals: dict[Group, tuple[int, list[int]]] = {}  # by pair: line of the first row, seeds of the deals
        self._read_only = read_only
        with file_errors(path, "read" if read_only else "written"):
            flags = os.O_RDONLY if read_only else os.O_RDWR | os.O_CREAT | os.O_APPEND
            self._file = os.open(path, flags, 0o666)
        try:
            if not read_only:
                self._lock()
            self._read()
        except BaseException:
            os.close(self._file)
            raise

    def append(self, pairing: PairingMatch, group: Group, first: int, part: Outcomes) -> None:
        """Append the rows of games from number `first` on."""
        with file_errors(self.path):
            end, digest = os.fstat(self._file).st_size, self.digest
            try:
                data = self._rows(pairing, group, first, part).encode()
                while data:
                    data = data[os.write(self._file, data) :]
            except OSError:
                os.ftruncate(self._file, end)  # a full disk may have taken half a row
                self.digest = digest
                raise

    def check_deals(self, group: Group, pairing: PairingMatch) -> None:
        """Raise FolderError if a row of a pair has another deal than the seed of the tournament gives."""
        if group not in self._deals:
            return
        line, deals = self._deals[group]
        expected = pairing.seeds(range(len(deals)))[:, 0].view(np.uint64).tolist()
        for k, (deal, right) in enumerate(zip(deals, expected, strict=True)):
            if deal != right:
                raise self._damage(line + k, f"the seed of the tournament gives deal {right}, not {deal}")

    def close(self) -> None:
        if not self._read_only:
            with file_errors(self.path):
                os.fsync(self._file)
        os.close(self._file)

    @property
    def columns(self) -> list[str]:
        by_seat = [f"{name}_{seat}" for name in ("seat", "share", "points") for seat in range(self.seats)]
        return ["pair", "number", "deal", *by_seat, "reason", "length", *(["digest"] if self.chained else [])]

    def _rows(self, pairing: PairingMatch, group: Group, first: int, part: Outcomes) -> str:
        pair = pair_text(group)
        # by number of the game in its deal
        seated = [",".join(map(csv_field, pairing.seat_names(k))) for k in range(self.seats)]
        deals = pairing.seeds(range(first, first + len(part)))[:, 0].view(np.uint64).tolist()
        reasons = [csv_field(reason) for reason in self.reasons]
        lines = []
        columns = part.payoffs.tolist(), part.scores.tolist(), part.end_reasons.tolist(), part.lengths.tolist()
        for k, (payoffs, scores, reason, length) in enumerate(zip(*columns, strict=True)):
            middle = ",".join([*map(shortest_number, payoffs), *map(str, scores)])
            number = first + k
            seat_names = seated[number % self.seats]
            row = f"{pair},{number},{deals[k]},{seat_names},{middle},{reasons[reason]},{length}"
            if self.chained:
                self.digest = chain(self.digest, row)
                row += f",{self.digest}"
            lines.append(row + "\n")
        return "".join(lines)

    def _lock(self) -> None:
        try:
            import fcntl
        except ImportError:  # not a Unix: a second process is not detected there
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise FolderError(f"{self.path}: another process is playing this tournament") from None

    def _read(self) -> None:
        """Read the games of earlier runs up to the last complete deal; the rest is cut off."""
        with file_errors(self.path, "read"):
            data = self.path.read_bytes()
        head = ",".join(self.columns).encode() + b"\n"
        whole = data.rfind(b"\n") + 1
        if whole == 0 and head.startswith(data):  # empty, or killed in the first line
            if not self._read_only:
                with file_errors(self.path):
                    os.ftruncate(self._file, 0)
                    os.write(self._file, head)
            return
        if not data.startswith(head):
            self.chained = False
            head = ",".join(self.columns).encode() + b"\n"
            if not data.startswith(head):
                self.chained = True
                raise self._damage(1, f"the first line must be {','.join(self.columns)}")
        lines = data[len(head) : whole].decode(errors="replace").splitlines(keepends=True)
        rows = list(csv.reader(lines, strict=False))
        if len(rows) != len(lines):
            raise self._damage(2, "a row must be one line")
        digests = [self.digest]  # before the first row and after every row
        for line in lines:
            digests.append(chain(digests[-1], line.rpartition(",")[0]) if self.chained else digests[-1])
        begin = 0
        for end in range(1, len(rows) + 1):
            if end == len(rows) or rows[end][:1] != rows[begin][:1]:
                group, outcomes = self._outcomes(rows, begin, end)
                left = len(outcomes) % self.seats
                if left and end < len(rows):
                    raise self._damage(2 + end, "a deal was not finished before the next pair began")
                self.known[group] = outcomes.first(len(outcomes) - left)
                self._deals[group] = 2 + begin, [int(row[2]) for row in rows[begin : end - left]]
                whole -= sum(len(line.encode()) for line in lines[end - left : end])
                self.digest = digests[end - left]
                begin = end
        for number, (line, digest) in enumerate(zip(lines, digests[1:], strict=True), 2):
            if self.chained and line.rstrip("\n").rpartition(",")[2] != digest:
                reason = "a row before it was removed" if number > 2 else "tournament.json was changed"
                raise self._damage(number, f"its digest is not that of this row after the rows before: it, or {reason}")
        if not self._read_only:
            with file_errors(self.path):
                os.ftruncate(self._file, whole)

    def _outcomes(self, rows: list[list[str]], begin: int, end: int) -> tuple[Group, Outcomes]:
        """The rows of one pair, checked."""
        n, seats, width = end - begin, self.seats, len(self.columns)
        payoffs, scores = np.zeros((n, seats)), np.zeros((n, seats), np.int64)
        end_reasons, lengths = np.zeros(n, np.int64), np.zeros(n, np.int64)
        numbers = {reason: k for k, reason in enumerate(self.reasons)}
        reason_column = self.columns.index("reason")
        group: Group = ()
        at = begin
        try:
            group = tuple(map(int, rows[begin][0].split("-")))
            if group in self.known or len(group) != seats:
                raise ValueError(f"pair {rows[begin][0]} cannot stand here")
            names = [self.names[player] for player in group]
            for k in range(n):
                at = begin + k
                row = rows[at]
                if len(row) != width or int(row[1]) != k:
                    raise ValueError(f"this is not game {k} of pair {rows[begin][0]}")
                if row[3 : 3 + seats] != [names[(seat + k) % seats] for seat in range(seats)]:
                    raise ValueError("others must have sat here")
                payoffs[k] = list(map(float, row[3 + seats : 3 + 2 * seats]))
                scores[k] = list(map(int, row[3 + 2 * seats : 3 + 3 * seats]))
                end_reasons[k], lengths[k] = numbers[row[reason_column]], int(row[reason_column + 1])
                int(row[2])
        except (ValueError, IndexError, KeyError) as error:
            raise self._damage(2 + at, f"{error}") from None
        return group, Outcomes(payoffs, scores, end_reasons, lengths)

    def _damage(self, line: int, what: str) -> FolderError:
        return FolderError(f"{self.path}, line {line}: {what}. The file was changed or damaged; choose another folder")


def chain(digest: str, row: str) -> str:
    """The digest of a row after rows with a digest."""
    return hashlib.sha256(f"{digest}\n{row}".encode()).hexdigest()[:DIGEST_LENGTH]


def shortest_number(value: Any) -> str:
    """A number in the fewest digits that read back as the same."""
    whole = float(value).is_integer()
    return str(int(value)) if whole else repr(float(value))


def csv_field(text: str) -> str:
    """A text as a field of a CSV file."""
    line = io.StringIO()
    # the writer quotes only characters of its own line terminator
    csv.writer(line, lineterminator="\r\n").writerow([text])
    return line.getvalue()[:-2]
