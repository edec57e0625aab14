"""Programs as bots: `cmd:./coac --fast` is started anew for every game, `lines:./my-bot` stays for many games.

The command line is split as a shell would split it, but no shell runs. The program runs in a sandbox, see
`ludus.bots.sandbox`. It reads requests from standard input, writes one line per reply to standard output, and debug
output for its author to standard error. The limits are counted per game.

The requests to `cmd:` programs follow the text protocol of the game's community if the game has one
(`Protocols.server`), and the JSON-lines protocol otherwise, see `ludus.bots.external.jsonl_protocol`; `lines:` programs
always use JSON lines.

A reply ends with a line feed; a carriage return before it is removed. Exactly one line is read per reply, as official
referees do; a second line counts as the answer to the next request.

A persistent process plays many games, one after another, see `process_pool`. It is ended after a fault, after
MAX_GAMES_PER_PROCESS games, and at the end; one that exits by itself between two games is started again for the next.
With `Limits.keep`, the files of both kinds of programs stay for their next process.
"""

from __future__ import annotations

import os
import shlex
import shutil
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

from ludus.bots.bot import Fault
from ludus.bots.external.decision_log import UNASKED, OwnTurns, request_text, seconds_text
from ludus.bots.external.jsonl_protocol import JsonLinesProtocol
from ludus.bots.external.limits import Limits, ReplyTime, TimeBudget
from ludus.bots.external.process import EXIT_FAULTS, BotLog, SandboxedProcess
from ludus.bots.external.process_pool import KeepRecord, PooledProcess, ProcessPool
from ludus.bots.external.sandbox_server_client import SandboxClient, make_launch_request
from ludus.core.external_protocols import ProtocolServer
from ludus.core.game import Game
from ludus.core.position import GameResult, Position
from ludus.util.errors import IllegalMove, NotationError, OptionError
from ludus.util.use_log import Use, note_use


class ProgramBot:
    """An external program as a bot, one process per game."""

    reproducible = False  # unknown for an external program

    def __init__(self, game: Game, command: str, limits: Limits | None = None) -> None:
        self.game, self.name, self.limits = game, f"cmd:{command}", limits or Limits()
        self.command, self.program = read_command(command, "cmd:")
        self._cwd, self._client = os.getcwd(), SandboxClient()
        self._pool = ProcessPool(self._launch, self.limits, one_game=True)

    @property
    def keep(self) -> KeepRecord | None:
        """What became of its files, if they are kept."""
        return self._pool.keep

    def join(self, position: Position, seat: int, seed: int) -> SeatedProgram:
        time = TimeBudget(self.game, self.limits)
        protocol = (
            self.game.protocols.server(position, seat) if self.game.protocols.server else JsonLinesProtocol(seat, time)
        )
        return SeatedProgram(self._pool, protocol, seat, time)

    def close(self) -> None:
        self._client.stop()

    def _launch(self, more: dict[str, Any]) -> SandboxedProcess:
        request = make_launch_request(self.limits, program=self.program, command=self.command, cwd=self._cwd, **more)
        return SandboxedProcess(self._client, request, self.limits)


class SeatedProgram:
    """A program during one game."""

    def __init__(self, pool: ProcessPool, protocol: ProtocolServer, seat: int, time: TimeBudget) -> None:
        self._pool, self._talk, self._seat, self._time = pool, protocol, seat, time
        self._process = pool.start()
        self._child = self._process.process
        self._decisions = self.replies = 0
        self._turns = OwnTurns()
        self.answer_note = ""  # added to the fault if the last answer is illegal

    def choose(self, position: Position) -> int:
        self._decisions += 1
        if not self._talk.pending:
            self._ask(position)
        move = self._talk.move(position)
        if not self._talk.pending:
            for note in self._talk.notes():
                self._child.log.add_line("note", note)
        return move

    def watch(self, position: Position, move: int) -> None:
        if position.current_player != self._seat:
            self._time.reset()
            self._turns.other_seat_decided()
        self._talk.watch(position, move)

    def end(self, result: GameResult | None) -> None:
        self._pool.release(self._process)

    @property
    def log(self) -> str:
        return self._child.log.text()

    def _ask(self, position: Position) -> None:
        log = self._child.log
        self.replies += 1
        log.begin_turn(self._decisions)
        default = self._talk.seconds(position)
        question = self._talk.ask(position).encode()
        log_request(log, position, question, self._child.limits.requests, self._turns.at_decision())
        began = monotonic()
        data = self._child.request(question, self._time.next_reply(default))
        took = monotonic() - began
        self._time.spend(self._child.spent)
        self.answer_note = log_reply(log, data, took, self._child.unasked)
        read_reply(self._talk, position, data, self.answer_note)


def log_request(log: BotLog, position: Position, request: bytes, whole: bool, own_turn: int) -> None:
    """Write to the log what is sent to a program; `whole`: all of it, and the legal moves."""
    log.add_line("in", request_text(position, request, own_turn))
    if whole:
        for line in request.decode(errors="backslashreplace").splitlines():
            log.add_line("in", line)
        log.add_line("legal", ", ".join(position.legal_move_texts()))


def log_reply(log: BotLog, reply: bytes, seconds: float, unasked: bool) -> str:
    """Write a reply and its time to the log; returns a note on where the reply came from, empty if it was asked for."""
    log.add_line("out", reply.decode(errors="backslashreplace"))
    log.add_line("time", seconds_text(seconds))
    if unasked:
        log.add_line("note", UNASKED)
    return UNASKED if unasked else ""


def read_reply(protocol: ProtocolServer, position: Position, data: bytes, note: str = "") -> None:
    """Read a program's reply with the game's protocol; `note` is added to a fault.

    Raises:
        Fault: the reply cannot be read or is an illegal move.
    """
    more = f" ({note})" if note else ""
    try:
        protocol.hear(position, data.decode())
    except UnicodeDecodeError:
        raise Fault("unreadable reply", f"not UTF-8: {data[:60]!r}{more}") from None
    except (IllegalMove, NotationError) as error:
        raise Fault("illegal move" if data.strip() else "unreadable reply", f"{str(error)[:250]}{more}") from None


def read_command(command: str, kind: str) -> tuple[list[str], str]:
    """Split a command line; returns its words and the full path of the program. `kind` is the prefix for messages."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise OptionError(f"'{kind}{command}': this is no command line: {error}") from None
    if not words:
        raise OptionError(f"'{kind}' needs a program, as in '{kind}./my-bot --fast'")
    program = shutil.which(words[0])
    if program is None:
        raise OptionError(f"{kind + command!r}: there is no program {words[0]!r} that can be run")
    for word in (program, *words[1:]):
        if os.path.isfile(word):  # a word may be code, too long for a path
            note_use(Use(f"the bot {kind}{command}", Path(word).absolute()))
    return words, os.path.abspath(program)


END_MESSAGE_SECONDS = 1.0  # seconds for a program to read that a game is over


class PersistentProgramBot:
    """An external program as a bot, one process for many games."""

    reproducible = False  # unknown for an external program

    def __init__(self, game: Game, command: str, limits: Limits | None = None) -> None:
        self.game, self.name, self.limits = game, f"lines:{command}", limits or Limits()
        self.command, self.program = read_command(command, "lines:")
        self._cwd, self._client = os.getcwd(), SandboxClient()
        self.pool = ProcessPool(self._launch, self.limits, one_game=self.limits.restart)

    @property
    def started(self) -> int:
        """Number of processes so far."""
        return self.pool.started

    @property
    def keep(self) -> KeepRecord | None:
        """What became of its processes and files, if they are kept."""
        return self.pool.keep

    def join(self, position: Position, seat: int, seed: int) -> SeatedPersistentProgram:
        return SeatedPersistentProgram(self, position, seat)

    def close(self) -> None:
        self.pool.close()
        self._client.stop()

    def _launch(self, more: dict[str, Any]) -> SandboxedProcess:
        request = make_launch_request(self.limits, program=self.program, command=self.command, cwd=self._cwd, **more)
        return SandboxedProcess(self._client, request, self.limits)


class SeatedPersistentProgram:
    """A persistent program during one of its games."""

    def __init__(self, player: PersistentProgramBot, position: Position, seat: int) -> None:
        self._player, self._position, self._seat = player, position, seat
        self._process: PooledProcess = player.pool.acquire(position.seed)
        self._fresh = not self._process.deals
        self._process.deals.add(position.seed)
        self._log, self._time = self._process.process.log, TimeBudget(player.game, player.limits)
        self._talk, self._decisions, self._sound = JsonLinesProtocol(seat, self._time), 0, True
        self._failure = ""  # the fault after which the process cannot be used any more
        self._turns = OwnTurns()
        self.answer_note = ""  # added to the fault if the last answer is illegal

    def choose(self, position: Position) -> int:
        self._position, self._decisions = position, self._decisions + 1
        self._log.begin_turn(self._decisions)
        limit, self._sound = self._time.next_reply(), False
        first = self._decisions == 1
        question = ((self._talk.begin(position) if first else "") + self._talk.ask(position)).encode()
        log_request(self._log, position, question, self._player.limits.requests, self._turns.at_decision())
        began = monotonic()
        try:
            if first:
                data = self._ask_first(question, limit)
            else:
                data = self._process.process.request(question, limit)
            took = monotonic() - began
            self._time.spend(self._process.process.spent)
            self.answer_note = log_reply(self._log, data, took, self._process.process.unasked)
            read_reply(self._talk, position, data, self.answer_note)
        except Fault as fault:
            self._failure = str(fault)
            raise
        self._sound = True
        return self._talk.move(position)

    def watch(self, position: Position, move: int) -> None:
        self._position = position
        if position.current_player != self._seat:
            self._time.reset()
            self._turns.other_seat_decided()
        self._talk.watch(position, move)

    def end(self, result: GameResult | None) -> None:
        if self._sound and self._decisions:
            self._sound = False
            with suppress(Fault):
                self._process.process.send(self._talk.end(self._position, result).encode(), END_MESSAGE_SECONDS)
                self._sound = True
        if self._sound:
            self._player.pool.release(self._process)
        else:
            self._player.pool.discard(self._process, self._failure or "it did not read the end of the game")

    @property
    def log(self) -> str:
        return self._log.text()

    def _ask_first(self, text: bytes, limit: ReplyTime) -> bytes:
        """The first request of a game; a program that exited after its last game is started again.

        Its last words after that game are no reply in this one.
        """
        try:
            reply = self._process.process.request(text, limit)
            if self._fresh or self._process.process.request_was_accepted:
                return reply
        except Fault as fault:
            if self._fresh or fault.reason not in EXIT_FAULTS:
                raise
        self._player.pool.discard(self._process, "it ended between two games")
        self._process = self._player.pool.start()
        self._process.deals.add(self._position.seed)
        self._process.process.log = self._log
        return self._process.process.request(text, limit)
