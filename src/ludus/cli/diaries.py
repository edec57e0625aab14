"""`ludus match --diary`: transcripts of what bots did and wrote, move by move, to the terminal or to a folder.

123_p1.log          of the game with deal seed 123, and of the first BOT; its own log lines are among its moves
123-2_p1.log        of the second game with that deal, in which the seats are swapped
123_states.jsonl    the whole position before the first move and after every move, one line each
"""

from __future__ import annotations

import json
import re
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from ludus.arena import Match
    from ludus.arena.diary import Transcript
    from ludus.compute import Backend

ORDINALS = ("first", "second", "third", "fourth")


def record_transcripts(
    match: Match, bots: list[str], place: Backend, who: str | None, folder: str | None, states: bool, err: bool
) -> None:
    """Let a match write transcripts of some players, if requested.

    Args:
        match: The match.
        bots: The texts of the bots.
        place: The backend; must be threads.
        who: The players, as in `read_players`.
        folder: Where to write files; None writes to the terminal.
        states: Also write every position.
        err: Write to standard error instead of standard output.
    """
    from ludus.compute import Threads
    from ludus.core.errors import OptionError

    if who is None and folder is not None:
        who = "both"
    if states and folder is None:
        raise OptionError("--states writes files: say where, with --diary-to FOLDER")
    players = read_players(who or "none", match.seats)
    if not players and not states:
        return
    if not isinstance(place, Threads):
        raise OptionError(f"--diary needs games on threads of this process, not on {place}")
    match.record = TranscriptWriter(match, bots, players, folder, states, err)


def read_players(text: str, seats: int) -> list[int]:
    """Player numbers, from 0, for p1, p2, both or none; p1,p3 if more than two play."""
    from ludus.core.errors import OptionError

    if text in ("both", "all"):
        return [*range(seats)]
    if text == "none":
        return []
    matches = [re.fullmatch(r"p([1-9][0-9]?)", part.strip()) for part in text.split(",")]
    numbers = [int(part[1]) - 1 for part in matches if part]
    if len(numbers) < len(matches) or max(numbers) >= seats:
        raise OptionError(f"--diary takes p1 to p{seats}, separated by commas, both or none; not {text!r}")
    return sorted(set(numbers))


class TranscriptWriter:
    """Writes a transcript when a game is over; games on several threads do not mix."""

    def __init__(
        self, match: Match, bots: list[str], players: list[int], folder: str | None, states: bool, err: bool
    ) -> None:
        self.match, self.bots, self.players, self.states, self.err = match, bots, players, states, err
        self.folder, self._lock = Path(folder) if folder is not None else None, threading.Lock()
        if self.folder is not None:
            from ludus.arena.folder import file_errors
            from ludus.core.errors import OptionError
            from ludus.players.outside.launch import hide_folder

            if any([*self.folder.glob("*_p*.log"), *self.folder.glob("*_states.jsonl")]):
                raise OptionError(f"--diary-to {folder}: holds transcripts of another match; name a new folder")
            with file_errors(self.folder):
                self.folder.mkdir(parents=True, exist_ok=True)
            hide_folder(self.folder)

    def __call__(self, number: int) -> Transcript:
        from ludus.arena.diary import Transcript

        return Transcript(lambda diary: self._write(number, diary), self.states)

    def _write(self, number: int, transcript: Transcript) -> None:
        name, seating = self.name(number), self.match.seating(number)
        texts = {}
        for player in self.players:
            seat = seating.index(player)
            heading = f"p{player + 1}, {seat_order_text(seat, len(seating))} in game {number}, {self.origin(number)}"
            lines = [f"{self.bots[player]}, {heading}"]
            texts[f"{name}_p{player + 1}.log"] = "\n".join([*lines, *transcript.lines(seat, f"p{player + 1}")]) + "\n"
        if self.states:
            texts[f"{name}_states.jsonl"] = states_text(transcript)
        with self._lock:
            for file, text in texts.items():
                self._put(file, text)

    def name(self, number: int) -> str:
        """The base name of the files of a game: the seed of its deal."""
        deal = self.match.deal_seed(number)
        rotation = number % self.match.per_deal
        return f"{deal}-{rotation + 1}" if rotation else str(deal)

    def origin(self, number: int) -> str:
        """The deal of a game as text."""
        rotation = number % self.match.per_deal
        note = f", with the seats of game {number - rotation} changed" if rotation else ""
        return f"dealt from {self.match.deal_seed(number)}{note}"

    def _put(self, file: str, text: str) -> None:
        if self.folder is None:
            typer.echo(text, err=self.err)
            return
        from ludus.arena.folder import file_errors

        with file_errors(self.folder / file):
            (self.folder / file).write_text(text, encoding="utf-8", errors="replace")


def seat_order_text(seat: int, seats: int) -> str:
    """When a seat moves, as text."""
    if seats == 1:
        return "alone"
    return f"moves {ORDINALS[seat]}" if seat < len(ORDINALS) else f"moves as number {seat + 1}"


def states_text(transcript: Transcript) -> str:
    """One line for every position: the number of moves before it, the move that led to it, and the position."""
    moves = ["", *(f"{entry.seat}: {entry.text}" for entry in transcript.entries)]
    rows = enumerate(zip(moves, transcript.positions, strict=True))
    return "".join(f'{{"number": {k}, "move": {json.dumps(move)}, "position": {text}}}\n' for k, (move, text) in rows)
