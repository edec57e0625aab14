"""The games of a match that cannot be played again: caught while they are played."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from ludus.cli.screen import count, program

if TYPE_CHECKING:
    from ludus.arena import Match
    from ludus.arena.sitting import Played


class KeptGames:
    """Keeps all of them in a folder, if one is named, and one at hand for --save-replay."""

    def __init__(self, match: Match, bots: list[str], folder: str | None, number: int) -> None:
        from ludus.core.errors import OptionError

        self.folder, self.number = folder, number
        self._lock, self._faults, self._last = threading.Lock(), 0, ""
        self._one: Played | None = None
        self._keeper = None
        if match.reproducible:
            if folder is not None:
                raise OptionError("--logs is for Python bots and programs; compiled bots write no logs")
            return
        if folder is not None:
            from pathlib import Path

            from ludus.arena.keeping import Keeper, kept_file
            from ludus.players.outside.launch import cover

            if any(Path(folder).glob("games/*/*")):
                raise OptionError(f"--logs {folder}: games of another match are there; name a new folder")
            cover(Path(folder))
            everybody = tuple(range(match.seats))
            self._keeper, self._first = Keeper(Path(folder), everybody, bots), kept_file(Path(folder), everybody, 0)
        if not match.file:  # a game that began with a position has no replay
            match.keep = self._keep

    def _keep(self, played: Played) -> None:
        if self._keeper is not None:
            self._keeper(played)
        with self._lock:
            if played.number == self.number:
                self._one = played
            if played.fault:
                self._faults += 1
                self._last = f"game {played.number}: {played.fault}"

    @property
    def has_it(self) -> bool:
        """Whether the game asked for was caught."""
        return self._one is not None

    def save(self, file: str) -> str:
        """Save the game asked for as it was played."""
        assert self._one is not None
        self._one.replay.save(file)
        replay, fault = self._one.replay, self._one.fault
        if fault:
            return f"Game {self.number} was played and ended by a fault ({fault}); saved as {file}"
        shares = tuple(replay.result["shares"])
        return tell_saved(self.number, replay.players, replay.result["reason"], shares, len(replay.moves), file)

    def summary(self) -> list[str]:
        told = [f"\n{count(self._faults, 'game')} ended by a fault, the last: {self._last}"] if self._faults else []
        if self._faults and self._keeper is None:
            told.append("With --logs FOLDER every game is kept there, with all that the bots wrote.")
        if self._keeper is not None:
            told.append(f"\nEvery game is in {self.folder}/games, what the bots logged in {self.folder}/logs:")
            told.append(f"  {program()} replay {self._first}")
        return told


def tell_saved(number: int, players: list[str], reason: str, shares: tuple[float, ...], moves: int, file: str) -> str:
    """How a game ended that was saved as a replay; players are by seat."""
    from ludus.core.position import Result

    winner = Result(reason, shares, ()).winner
    won = "nobody won alone" if winner is None else f"seat {winner} ({players[winner]}) won"
    if len(shares) == 1:
        won = f"share {shares[0]:g}"
    return f"Game {number}: {won} after {count(moves, 'move')} ({reason}); saved as {file}"
