"""`ludus match --diary`: what players did and wrote, move by move, to the terminal or to a folder.

123_p1.log          of the game dealt from 123, and of the first BOT; a bot's own words are among its moves
123-2_p1.log        of the second game with that deal, in which the seats are swapped
123_states.jsonl    the whole position before the first move and after every move, a line each
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
    from ludus.arena.diary import GameDiary
    from ludus.compute import Place

ORDER = ("first", "second", "third", "fourth")


def keep_diaries(
    match: Match, bots: list[str], place: Place, who: str | None, folder: str | None, states: bool, err: bool
) -> None:
    """Let a match write diaries of some players, if that is wanted. `err`: to the terminal's standard error."""
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
        raise OptionError(f"--diary follows the games on threads of this process, not on {place}")
    match.record = Diaries(match, bots, players, folder, states, err)


def read_players(text: str, seats: int) -> list[int]:
    """The players, from 0, that p1, p2, both or none stands for; p1,p3 where more than two play."""
    from ludus.core.errors import OptionError

    if text in ("both", "all"):
        return [*range(seats)]
    if text == "none":
        return []
    found = [re.fullmatch(r"p([1-9][0-9]?)", part.strip()) for part in text.split(",")]
    numbers = [int(part[1]) - 1 for part in found if part]
    if len(numbers) < len(found) or max(numbers) >= seats:
        raise OptionError(f"--diary takes p1 to p{seats}, with commas between them, both or none; not {text!r}")
    return sorted(set(numbers))


class Diaries:
    """A diary for every game, written when the game is over; games on several threads do not mix."""

    def __init__(
        self, match: Match, bots: list[str], players: list[int], folder: str | None, states: bool, err: bool
    ) -> None:
        self.match, self.bots, self.players, self.states, self.err = match, bots, players, states, err
        self.folder, self._lock = Path(folder) if folder is not None else None, threading.Lock()
        if self.folder is not None:
            from ludus.arena.folder import told
            from ludus.core.errors import OptionError
            from ludus.players.outside.launch import cover

            if any([*self.folder.glob("*_p*.log"), *self.folder.glob("*_states.jsonl")]):
                raise OptionError(f"--diary-to {folder}: diaries of another match are there; name a new folder")
            with told(self.folder):
                self.folder.mkdir(parents=True, exist_ok=True)
            cover(self.folder)

    def __call__(self, number: int) -> GameDiary:
        from ludus.arena.diary import GameDiary

        return GameDiary(lambda diary: self._write(number, diary), self.states)

    def _write(self, number: int, diary: GameDiary) -> None:
        name, seating = self.name(number), self.match.seating(number)
        texts = {}
        for player in self.players:
            seat = seating.index(player)
            place = f"p{player + 1}, {order(seat, len(seating))} in game {number}, {self.origin(number)}"
            lines = [f"{self.bots[player]}, {place}"]
            texts[f"{name}_p{player + 1}.log"] = "\n".join([*lines, *diary.lines(seat, f"p{player + 1}")]) + "\n"
        if self.states:
            texts[f"{name}_states.jsonl"] = states_text(diary)
        with self._lock:
            for file, text in texts.items():
                self._put(file, text)

    def name(self, number: int) -> str:
        """What the files of a game are called by: the seed of its deal."""
        deal = self.match.deal_of(number)
        turned = number % self.match.per_deal
        return f"{deal}-{turned + 1}" if turned else str(deal)

    def origin(self, number: int) -> str:
        """Where the cards of a game come from, in words."""
        turned = number % self.match.per_deal
        again = f", with the seats of game {number - turned} changed" if turned else ""
        return f"dealt from {self.match.deal_of(number)}{again}"

    def _put(self, file: str, text: str) -> None:
        if self.folder is None:
            typer.echo(text, err=self.err)
            return
        from ludus.arena.folder import told

        with told(self.folder / file):
            (self.folder / file).write_text(text, encoding="utf-8", errors="replace")


def order(seat: int, seats: int) -> str:
    """When a seat moves; seats have numbers for programs only."""
    if seats == 1:
        return "alone"
    return f"moves {ORDER[seat]}" if seat < len(ORDER) else f"moves as number {seat + 1}"


def states_text(diary: GameDiary) -> str:
    """A line for every position: the number of moves before it, the move that led to it, and everything in it."""
    moves = ["", *(f"{entry.seat}: {entry.text}" for entry in diary.entries)]
    rows = enumerate(zip(moves, diary.positions, strict=True))
    return "".join(f'{{"number": {k}, "move": {json.dumps(move)}, "position": {text}}}\n' for k, (move, text) in rows)
