"""Capture games of a match that cannot be reproduced, while they are played."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from ludus.cli.screen import count_text, program_name

if TYPE_CHECKING:
    from ludus.arena import Match
    from ludus.arena.sitting import EpisodeRecord


class ReplayCapture:
    """Stores all of them in a folder, if one is given, and keeps one in memory for --save-replay."""

    def __init__(self, match: Match, bots: list[str], folder: str | None, number: int) -> None:
        from ludus.core.errors import OptionError

        self.folder, self.number = folder, number
        self._lock, self._faults, self._last = threading.Lock(), 0, ""
        self._one: EpisodeRecord | None = None
        self._keeper = None
        if match.reproducible:
            if folder is not None:
                raise OptionError("--logs is for Python bots and programs; compiled bots write no logs")
            return
        if folder is not None:
            from pathlib import Path

            from ludus.arena.keeping import ReplayStore, replay_file
            from ludus.players.outside.launch import hide_folder

            if any(Path(folder).glob("games/*/*")):
                raise OptionError(f"--logs {folder}: holds games of another match; name a new folder")
            hide_folder(Path(folder))
            group = tuple(range(match.seats))
            self._keeper, self._first = ReplayStore(Path(folder), group, bots), replay_file(Path(folder), group, 0)
        if not match.file:  # a game that began from a position has no replay
            match.keep = self._keep

    def _keep(self, played: EpisodeRecord) -> None:
        if self._keeper is not None:
            self._keeper(played)
        with self._lock:
            if played.number == self.number:
                self._one = played
            if played.fault:
                self._faults += 1
                self._last = f"game {played.number}: {played.fault}"

    @property
    def captured(self) -> bool:
        """Whether the requested game was captured."""
        return self._one is not None

    def save(self, file: str) -> str:
        """Save the captured game as a replay; returns a message."""
        assert self._one is not None
        self._one.replay.save(file)
        replay, fault = self._one.replay, self._one.fault
        if fault:
            return f"Game {self.number} was played and ended by a fault ({fault}); saved as {file}"
        shares = tuple(replay.result["shares"])
        return saved_text(self.number, replay.players, replay.result["reason"], shares, len(replay.moves), file)

    def summary(self) -> list[str]:
        lines = (
            [f"\n{count_text(self._faults, 'game')} ended by a fault, the last: {self._last}"] if self._faults else []
        )
        if self._faults and self._keeper is None:
            lines.append("Use --logs FOLDER to store every game with the logs of the bots.")
        if self._keeper is not None:
            lines.append(f"\nEvery game is in {self.folder}/games, what the bots logged in {self.folder}/logs:")
            lines.append(f"  {program_name()} replay {self._first}")
        return lines


def saved_text(number: int, players: list[str], reason: str, shares: tuple[float, ...], moves: int, file: str) -> str:
    """A message that a game was saved, and how it ended; players are by seat."""
    from ludus.core.position import GameResult

    winner = GameResult(reason, shares, ()).winner
    outcome = "nobody won alone" if winner is None else f"seat {winner} ({players[winner]}) won"
    if len(shares) == 1:
        outcome = f"share {shares[0]:g}"
    return f"Game {number}: {outcome} after {count_text(moves, 'move')} ({reason}); saved as {file}"
