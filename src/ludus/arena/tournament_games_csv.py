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

The last digest vouches for all rows and the plan: any change, a removed or a swapped row changes it, too. Files of
releases before 0.3 have no digests.

A tournament can be extended by games or bots. The rows of before stay as they are; the games of a pair go on further
down. Where the new plan begins, its digest is a link of the chain: the next row follows the digest of this link.

Text is UTF-8, lines end with a line feed, integers have no decimal point, other numbers the fewest digits that read
back as the same. A killed process may leave half a row or half a deal at the end; they are dropped and played again.
"""

from __future__ import annotations

import csv
import hashlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ludus.arena.compiled_games import Outcomes
from ludus.arena.pairing import Group, PairingMatch, pair_text
from ludus.util.csv_text import csv_field
from ludus.util.files import FolderError, file_errors

DIGEST_LENGTH = 24  # hexadecimal digits: 96 bits
MAX_SESSIONS = 10_000  # how often a tournament with kept bots may be continued


class GameLog:
    """The games of a tournament on disk; those of earlier runs are read once.

    Args:
        path: The file.
        seats: Number of seats.
        names: Names of the players.
        reasons: All end reasons.
        plan_digest: Digest of the first plan of the tournament, where the chain of digests begins.
        read_only: Read the file and leave it as it is; it may be in use.
        extensions: For each later plan, the number of rows before it and its digest.
        returning: The games of a pair may be interrupted by those of others.
        recorded: How many games there were at some time, and when. A killed process loses none of them. If they are
            missing, somebody removed them; bots that depend on the clock would play other games instead.

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
        extensions: Sequence[tuple[int, str]] = (),
        returning: bool = False,
        recorded: tuple[int, str] = (0, ""),
    ) -> None:
        self.path, self.seats, self.names, self.reasons = path, seats, names, reasons
        self.known: dict[Group, Outcomes] = {}
        self.chained = True  # rows have digests
        self.digest = plan_digest  # of the last row
        self.digests_before: list[str] = []  # for each extension, the digest of the last row before it
        self.rows = 0  # that were read
        self._deals: dict[Group, list[tuple[int, list[int]]]] = {}  # by pair: line of a first row, seeds of the deals
        self._read_only, self._extensions, self._returning = read_only, list(extensions), returning
        self._recorded = recorded
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
                self._write(self._rows(pairing, group, first, part).encode())
            except OSError:
                os.ftruncate(self._file, end)  # a full disk may have taken half a row
                self.digest = digest
                raise

    def check_deals(self, group: Group, pairing: PairingMatch) -> None:
        """Raise FolderError if a row of a pair has another deal than the seed of the tournament gives."""
        first = session = 0
        for line, deals in self._deals.get(group, ()):
            part = range(first, first + len(deals))
            expected = _deals(pairing, part, session)
            first += len(deals)
            for k, deal in enumerate(deals):
                if deal == expected[k]:
                    continue
                # with kept bots, it may have been stopped and continued before this game
                later = range(session + 1, MAX_SESSIONS if pairing.own_deals else 0)
                session = next((s for s in later if _deals(pairing, part[k : k + 1], s) == [deal]), -1)
                if session < 0:
                    raise self._damage(line + k, f"the seed of the tournament gives deal {expected[k]}, not {deal}")
                expected = _deals(pairing, part, session)

    def deal_of(self, group: Group, number: int) -> int:
        """The seed of the deal of a game, by its row."""
        return [deal for _, deals in self._deals[group] for deal in deals][number]

    def extend(self, plan_digest: str) -> None:
        """Go on with another plan: a link of the chain with its digest."""
        self.digests_before.append(self.digest)
        self.digest = extension_link(self.digest, plan_digest)

    def sync(self) -> None:
        """Wait until all rows are on the disk."""
        with file_errors(self.path):
            os.fsync(self._file)

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

    def _write(self, data: bytes) -> None:
        while data:
            data = data[os.write(self._file, data) :]

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
                    self._write(head)
            data, whole = head, len(head)
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
        digests, written = self._chain(lines)
        boundaries, seen = {rows_before for rows_before, _ in self._extensions}, set[str]()
        begin = 0
        for end in range(1, len(rows) + 1):
            if end == len(rows) or rows[end][:1] != rows[begin][:1] or end in boundaries:
                if begin in boundaries:
                    seen.clear()  # the games of a pair may go on after an extension
                group, outcomes = self._outcomes(rows, begin, end, seen)
                left = len(outcomes) % self.seats
                if left and (end < len(rows) or end in boundaries):
                    raise self._damage(2 + end, "a deal was not finished before the next pair began")
                whole_deals = outcomes.first(len(outcomes) - left)
                before = self.known.get(group)
                self.known[group] = whole_deals if before is None else Outcomes.joined([before, whole_deals])
                deals = [int(row[2]) for row in rows[begin : end - left]]
                self._deals.setdefault(group, []).append((2 + begin, deals))
                whole -= sum(len(line.encode()) for line in lines[end - left : end])
                self.rows = end - left
                begin = end
        self.digest = digests[self.rows]
        for number, line in enumerate(lines, 1):
            if self.chained and line.rstrip("\n").rpartition(",")[2] != written[number]:
                reason = "a row before it was removed" if number > 1 else "tournament.json was changed"
                raise self._damage(number + 1, f"the digest does not fit: this row was changed, or {reason}")
        most, when = self._recorded
        if self.rows < most:
            raise FolderError(
                f"{self.path}: has {self.rows:,} games, but there were {most:,} when the tournament was {when}. Rows "
                "were removed: restore the file. To play the missing games again, delete events.jsonl"
            )
        if not self._read_only:
            with file_errors(self.path):
                os.ftruncate(self._file, whole)

    def _chain(self, lines: list[str]) -> tuple[list[str], list[str]]:
        """The digests that follow from the rows, by number of rows: after links of extensions there, and before them,
        as the row itself has it.
        """
        at = max((rows_before for rows_before, _ in self._extensions), default=0)
        if at > len(lines):
            count = at - len(lines)
            raise self._damage(2 + len(lines), f"{count:,} rows from before the tournament was extended are missing")
        following, written, links = [self.digest], [self.digest], list(self._extensions)
        for number in range(len(lines) + 1):
            if number:
                row = lines[number - 1].rpartition(",")[0]
                written.append(chain(following[-1], row) if self.chained else following[-1])
                following.append(written[-1])
            while links and links[0][0] == number:
                self.digests_before.append(following[-1])
                following[-1] = extension_link(following[-1], links.pop(0)[1])
        if links:
            raise self._damage(2, "the plans of the tournament are not in order")
        return following, written

    def _outcomes(self, rows: list[list[str]], begin: int, end: int, seen: set[str]) -> tuple[Group, Outcomes]:
        """Rows of one pair that follow each other, checked; `seen` has the pairs of this plan before them."""
        n, seats, width = end - begin, self.seats, len(self.columns)
        payoffs, scores = np.zeros((n, seats)), np.zeros((n, seats), np.int64)
        end_reasons, lengths = np.zeros(n, np.int64), np.zeros(n, np.int64)
        numbers = {reason: k for k, reason in enumerate(self.reasons)}
        reason_column = self.columns.index("reason")
        group: Group = ()
        at = begin
        try:
            group = tuple(map(int, rows[begin][0].split("-")))
            if len(group) != seats or (rows[begin][0] in seen and not self._returning):
                raise ValueError(f"pair {rows[begin][0]} cannot stand here")
            seen.add(rows[begin][0])
            first = len(self.known.get(group, ()))
            names = [self.names[player] for player in group]
            for k in range(n):
                at = begin + k
                row = rows[at]
                if len(row) != width or int(row[1]) != first + k:
                    raise ValueError(f"this is not game {first + k} of pair {rows[begin][0]}")
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
        advice = "" if self._read_only else "; choose another folder"
        return FolderError(f"{self.path}, line {line}: {what}. The file was changed or damaged{advice}")


def _deals(pairing: PairingMatch, part: range, session: int) -> list[int]:
    """The seeds of the deals of some games, as rows have them."""
    if not part:
        return []
    seeds = pairing.own_deal_seeds(part, session) if pairing.own_deals else pairing.seeds(part)[:, 0]
    deals: list[int] = seeds.view(np.uint64).tolist()
    return deals


def chain(digest: str, row: str) -> str:
    """The digest of a row after rows with a digest."""
    return hashlib.sha256(f"{digest}\n{row}".encode()).hexdigest()[:DIGEST_LENGTH]


def extension_link(digest: str, plan_digest: str) -> str:
    """The digest where a tournament goes on with another plan."""
    return chain(digest, f"plan {plan_digest}")


def shortest_number(value: Any) -> str:
    """A number in the fewest digits that read back as the same."""
    whole = float(value).is_integer()
    return str(int(value)) if whole else repr(float(value))
