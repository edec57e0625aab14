"""Logs of bots next to a replay: what each bot was sent, answered and wrote at each of its decisions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ludus.cli.game_text import seat_text

if TYPE_CHECKING:
    from ludus.core.position import Position

GAMES_FOLDER, LOGS_FOLDER = "games", "logs"
MAX_LOG_BYTES = 50_000_000


@dataclass(frozen=True)
class ReplayLog:
    """The log of a game by number of moves made and seat.

    Attributes:
        file: Where the log is stored.
        players: Names of the bots by seat.
        lines: For each number of moves made, the seat that decided there and its lines.
    """

    file: Path
    players: list[str]
    lines: dict[int, tuple[int, list[str]]]

    def at(self, moves_made: int, viewer: int | None) -> list[str]:
        """The lines of the decision after so many moves; a seat sees only its own.

        Args:
            moves_made: Number of moves made before the decision, with hidden ones.
            viewer: The seat that looks; None sees everything.
        """
        seat, lines = self.lines.get(moves_made, (-1, []))
        return lines if viewer in (None, seat) else []

    def text(self, moves_made: int, viewer: int | None) -> str:
        """The same as an indented paragraph with a heading; empty if there are no lines."""
        lines = self.at(moves_made, viewer)
        if not lines:
            return ""
        seat = self.lines[moves_made][0]
        name = f" {self.players[seat]}" if seat < len(self.players) else ""
        return "\n".join([f"log of {seat_text(seat)}{name}:", *(f"  {line}" for line in lines)])


def find_log_file(file: str, address: str | None) -> Path:
    """Where the log of a game is: in the folder of a tournament, or next to the folder `games` with the replay.

    Args:
        file: The folder of a tournament, or a replay.
        address: The game in the folder, such as 0-1/17.
    """
    if address is not None:
        return Path(file, LOGS_FOLDER, f"{address}.txt")
    path = Path(file).absolute()
    if path.parent.parent.name != GAMES_FOLDER:
        return path.with_suffix(".txt")
    return path.parents[2] / LOGS_FOLDER / path.parent.name / f"{path.stem}.txt"


def load_log(path: Path, players: Sequence[str], positions: Sequence[Position]) -> ReplayLog | None:
    """Read the log of a game; None if there is none.

    Args:
        path: The file; its name is the number of the game.
        players: Names of the bots by seat, as in the replay.
        positions: All positions of the game.

    Raises:
        OptionError: the file cannot be read.
    """
    from ludus.bots.external.decision_log import escape_control
    from ludus.util.errors import OptionError

    if not path.is_file():
        return None
    try:
        with path.open("rb") as file:
            text = escape_control(file.read(MAX_LOG_BYTES).decode(errors="replace"))
    except OSError as error:
        raise OptionError(f"{path}: the log cannot be read: {error.strerror}") from None
    number = int(path.stem) if path.stem.isdecimal() else 0
    by_seat = _split_by_seat(text, list(players), number)
    made = [0] * len(by_seat)
    lines: dict[int, tuple[int, list[str]]] = {}
    for moves_made, position in enumerate(positions):
        if position.end_reason:
            break
        seat = position.current_player
        if seat >= len(by_seat):
            break
        made[seat] += 1
        start = by_seat[seat].get(0, []) if made[seat] == 1 else []
        if own := [*start, *by_seat[seat].get(made[seat], [])]:
            lines[moves_made] = (seat, own)
    return ReplayLog(path, list(players), lines)


def _split_by_seat(text: str, players: list[str], number: int) -> list[dict[int, list[str]]]:
    """The lines of a log file by seat and decision; 0: before the first decision."""
    seats = len(players)
    order = [(player - number) % seats for player in range(seats)]  # seats in the order of the file
    by_seat: list[dict[int, list[str]]] = [{} for _ in players]
    seat, decision = -1, 0
    for line in text.split("\n"):
        if line.startswith("--- ") and (heading := _next_player(line[4:], players, order)) is not None:
            seat, decision = heading, 0
            order = order[order.index(seat) + 1 :]
        elif line.startswith("--- ") and line[4:].isdecimal():
            decision = int(line[4:])
        elif seat >= 0 and line:
            by_seat[seat].setdefault(decision, []).append(line)
    return by_seat


def _next_player(name: str, players: list[str], order: list[int]) -> int | None:
    """The seat that a heading names; the next one in order if the replay has other names; None for a decision."""
    seat = next((seat for seat in order if players[seat] == name), None)
    return order[0] if seat is None and order and not name.isdecimal() else seat
