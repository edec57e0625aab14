"""Recording of matches: replays of games that cannot be reproduced, and transcripts (`ludus match --transcript`).

A transcript has the moves and the log of a bot, to the terminal or to a folder:

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

from ludus.cli.console import program_name
from ludus.cli.game_text import seat_text
from ludus.util.text import plural

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ludus.arena import Match
    from ludus.arena.bot_transcript import Transcript
    from ludus.arena.episode import Episode, EpisodeRecord
    from ludus.backends import Backend

ORDINALS = ("first", "second", "third", "fourth")


class ReplayCapture:
    """Stores all of them in a folder, if one is given, and keeps one in memory for --save-replay."""

    def __init__(self, match: Match, bots: list[str], folder: str | None, number: int) -> None:
        from ludus.util.errors import OptionError

        self.folder, self.number = folder, number
        self._lock, self._faults, self._last = threading.Lock(), 0, ""
        self._one: EpisodeRecord | None = None
        self._store = None
        if match.reproducible:
            if folder is not None:
                raise OptionError("--logs is for Python bots and programs; compiled bots write no logs")
            return
        if folder is not None:
            from pathlib import Path

            from ludus.arena.tournament_dir import ReplayStore, replay_file
            from ludus.bots.external.sandbox_server_client import hide_folder

            if any(Path(folder).glob("games/*/*")):
                raise OptionError(f"--logs {folder}: holds games of another match; name a new folder")
            hide_folder(Path(folder))
            group = tuple(range(match.seats))
            self._store, self._first = ReplayStore(Path(folder), group, bots), replay_file(Path(folder), group, 0)
        if not match.file:  # a game that began from a position has no replay
            match.on_record = self._keep

    def _keep(self, played: EpisodeRecord) -> None:
        if self._store is not None:
            self._store(played)
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
        payoffs = tuple(replay.result["shares"])
        return saved_text(self.number, replay.players, replay.result["reason"], payoffs, len(replay.moves), file)

    def summary(self) -> list[str]:
        lines = [f"\n{plural(self._faults, 'game')} ended by a fault, the last: {self._last}"] if self._faults else []
        if self._faults and self._store is None:
            lines.append("Use --logs FOLDER to store every game with the logs of the bots.")
        if self._store is not None:
            lines.append(f"\nEvery game is in {self.folder}/games, what the bots logged in {self.folder}/logs:")
            lines.append(f"  {program_name()} replay {self._first}")
        return lines


def record_transcripts(
    match: Match,
    bots: list[str],
    backend: Backend,
    who: str | None,
    folder: str | None,
    states: bool,
    err: bool,
    new_folder: bool = True,
) -> None:
    """Let a match write transcripts of some players, if requested.

    Args:
        match: The match.
        bots: The texts of the bots.
        backend: Must be threads.
        who: The players, as in `read_players`.
        folder: Where to write files; None writes to the terminal.
        states: Also write every position.
        err: Write to standard error instead of standard output.
        new_folder: Refuse a folder that has transcripts of another match.
    """
    from ludus.backends import Threads
    from ludus.util.errors import OptionError

    if who is None and folder is not None:
        who = "both"
    if states and folder is None:
        raise OptionError("--states writes files: say where, with --transcript-to FOLDER")
    players = read_players(who or "none", match.seats)
    if not players and not states:
        return
    if not isinstance(backend, Threads):
        raise OptionError(f"--transcript needs games on threads of this process, not on {backend}")
    match.listeners = TranscriptWriter(match, bots, players, folder, states, err, new_folder)


class TranscriptWriter:
    """Writes a transcript when a game is over; games on several threads do not mix."""

    def __init__(
        self,
        match: Match,
        bots: list[str],
        players: list[int],
        folder: str | None,
        states: bool,
        err: bool,
        new_folder: bool = True,
    ) -> None:
        self.match, self.bots, self.players, self.states, self.err = match, bots, players, states, err
        self.folder, self._lock = Path(folder) if folder is not None else None, threading.Lock()
        if self.folder is not None:
            from ludus.bots.external.sandbox_server_client import hide_folder
            from ludus.util.errors import OptionError
            from ludus.util.files import file_errors

            if new_folder and any([*self.folder.glob("*_p*.log"), *self.folder.glob("*_states.jsonl")]):
                raise OptionError(f"--transcript-to {folder}: holds transcripts of another match; name a new folder")
            with file_errors(self.folder):
                self.folder.mkdir(parents=True, exist_ok=True)
            hide_folder(self.folder)

    def __call__(self, number: int) -> Transcript:
        from ludus.arena.bot_transcript import Transcript

        return Transcript(lambda lines: self._write(number, lines), self.states)

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
        rotation = 0 if self.match.own_deals else number % self.match.per_deal
        return f"{deal}-{rotation + 1}" if rotation else str(deal)

    def origin(self, number: int) -> str:
        """The deal of a game as text."""
        rotation = 0 if self.match.own_deals else number % self.match.per_deal
        note = f", with the seats of game {number - rotation} changed" if rotation else ""
        return f"dealt from {self.match.deal_seed(number)}{note}"

    def _put(self, file: str, text: str) -> None:
        if self.folder is None:
            typer.echo(text, err=self.err)
            return
        from ludus.util.files import file_errors

        with file_errors(self.folder / file):
            (self.folder / file).write_text(text, encoding="utf-8", errors="replace")


def saved_text(number: int, players: list[str], reason: str, payoffs: tuple[float, ...], moves: int, file: str) -> str:
    """A message that a game was saved, and how it ended; players are by seat."""
    from ludus.core.position import GameResult

    winner = GameResult(reason, payoffs, ()).winner
    outcome = "no single winner" if winner is None else f"{seat_text(winner)} ({players[winner]}) won"
    if len(payoffs) == 1:
        outcome = f"payoff {payoffs[0]:g}"
    return f"Game {number}: {outcome} after {plural(moves, 'move')} ({reason}); saved as {file}"


def fault_text(number: int, episode: Episode, players: list[str], all_compiled: bool, file: str) -> str:
    """A message that a game was saved up to the fault of a bot; players are by seat."""
    from ludus.bots.compiled import IMITATED

    moves = plural(episode.position.length, "move")
    who = "" if episode.culprit is None else f" of {seat_text(episode.culprit)} ({players[episode.culprit]})"
    text = f"Game {number} ended by a fault{who} after {moves}: {episode.fault}. The moves up to it are saved as {file}"
    if all_compiled and episode.reason == "illegal move" and IMITATED not in episode.fault:
        text += (
            "\nA match between compiled bots does not check their moves, so its numbers mean nothing here: correct the "
            "bot first."
        )
    return text


def read_players(text: str, seats: int) -> list[int]:
    """Player numbers, from 0, for p1, p2, both or none; p1,p3 if more than two play."""
    from ludus.util.errors import OptionError

    if text in ("both", "all"):
        return [*range(seats)]
    if text == "none":
        return []
    matches = [re.fullmatch(r"p([1-9][0-9]?)", part.strip()) for part in text.split(",")]
    numbers = [int(part[1]) - 1 for part in matches if part]
    if len(numbers) < len(matches) or max(numbers) >= seats:
        raise OptionError(f"--transcript takes p1 to p{seats}, separated by commas, both or none; not {text!r}")
    return sorted(set(numbers))


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


def hide_files(files: dict[str, str | None], bots: Iterable[str]) -> None:
    """Hide files with deals from Python bots and programs.

    Args:
        files: Options and their files; None for an option that is not given.
        bots: Texts of the bots.

    Raises:
        OptionError: as for `hide_file`.
    """
    from ludus.bots.external.sandbox_server_client import hide_file
    from ludus.bots.lookup import is_compiled_bot

    external = [text for text in bots if not is_compiled_bot(text)]
    for option, file in files.items():
        if external and file is not None:
            hide_file(Path(file), external, option)
