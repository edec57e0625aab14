"""Store of games that cannot be reproduced: replays, with the logs of their bots.

games/0-2/17.json   the game, move by move
logs/0-2/17.txt     the fault that ended it, if any, and the log of each bot that wrote one
"""

from __future__ import annotations

from pathlib import Path

from ludus.arena.folder import file_errors
from ludus.arena.meeting import address_text, pair_text
from ludus.arena.schedule import Group
from ludus.arena.sitting import EpisodeRecord


def replay_file(folder: Path, group: Group, number: int) -> Path:
    return folder / "games" / pair_text(group) / f"{number}.json"


def log_file(folder: Path, group: Group, number: int) -> Path:
    return folder / "logs" / pair_text(group) / f"{number}.txt"


class ReplayStore:
    """Stores the games of one group; called by a match from the thread on which a game ended."""

    def __init__(self, folder: Path, group: Group, names: list[str]) -> None:
        self.folder, self.group, self.names = folder, group, names

    def __call__(self, played: EpisodeRecord) -> None:
        file = replay_file(self.folder, self.group, played.number)
        with file_errors(file):
            file.parent.mkdir(parents=True, exist_ok=True)
        played.replay.save(file)
        log = log_file(self.folder, self.group, played.number)
        with file_errors(log):
            text = self._text(played)
            if text:
                log.parent.mkdir(parents=True, exist_ok=True)
                log.write_text(text, encoding="utf-8", errors="replace")
            else:
                log.unlink(missing_ok=True)  # left by an aborted run

    def remove_from(self, last: int) -> None:
        """Remove stored games from number `last` on: they were started before a sequential test had decided."""
        for path_of in (replay_file, log_file):
            directory = path_of(self.folder, self.group, 0).parent
            with file_errors(directory, "tidied"):
                for file in directory.glob("*") if directory.is_dir() else ():
                    if file.stem.isdecimal() and int(file.stem) >= last:
                        file.unlink()

    def _text(self, played: EpisodeRecord) -> str:
        parts = [f"fault: {played.fault}\n"] if played.fault else []
        for name, log in zip(self.names, played.logs, strict=True):
            if log:
                parts.append(f"--- {name}\n{log}" + ("" if log.endswith("\n") else "\n"))
        return f"game {address_text(self.group, played.number)}\n{''.join(parts)}" if parts else ""
