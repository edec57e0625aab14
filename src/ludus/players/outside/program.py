"""Programs as bots: `cmd:./coac --fast`.

The command line is split as a shell would split it, but no shell runs. The program is started anew for every game in a
sandbox, see `ludus.bots.sandbox`. It reads requests from standard input, writes one line per reply to standard output,
and debug output for its author to standard error.

The requests follow the text protocol of the game's community if the game has one (`Game.converse`), and the JSON-lines
protocol otherwise, see `ludus.bots.external.jsonl_protocol`.

A reply ends with a line feed; a carriage return before it is removed. Exactly one line is read per reply, as official
referees do; a second line counts as the answer to the next request.
"""

from __future__ import annotations

import os
import shlex
import shutil
from time import monotonic

from ludus.core.contract import ProtocolServer, Game
from ludus.core.errors import IllegalMove, NotationError, OptionError
from ludus.core.position import Position, GameResult
from ludus.players.outside.allowance import TimeBudget
from ludus.players.outside.child import SandboxedProcess
from ludus.players.outside.launch import SandboxClient, make_launch_request
from ludus.players.outside.limits import Limits
from ludus.players.outside.lines import JsonLinesProtocol
from ludus.players.seat import Fault


class ProgramBot:
    """An external program as a bot, one process per game."""

    reproducible = False  # unknown for an external program

    def __init__(self, game: Game, command: str, limits: Limits | None = None) -> None:
        self.game, self.name, self.limits = game, f"cmd:{command}", limits or Limits()
        self.command, self.program = read_command(command, "cmd:")
        self._cwd, self._warden = os.getcwd(), SandboxClient()

    def join(self, position: Position, seat: int, seed: int) -> SeatedProgram:
        order = make_launch_request(self.limits, program=self.program, command=self.command, cwd=self._cwd)
        time = TimeBudget(self.game, self.limits)
        talk = (
            self.game.protocols.server(position, seat) if self.game.protocols.server else JsonLinesProtocol(seat, time)
        )
        return SeatedProgram(SandboxedProcess(self._warden, order, self.limits), talk, seat, time)

    def close(self) -> None:
        self._warden.stop()


class SeatedProgram:
    """A program during one game."""

    def __init__(self, child: SandboxedProcess, talk: ProtocolServer, seat: int, time: TimeBudget) -> None:
        self._child, self._talk, self._seat, self._time = child, talk, seat, time
        self._decisions = self.replies = 0

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
        self._talk.watch(position, move)

    def end(self, result: GameResult | None) -> None:
        self._child.kill()

    @property
    def log(self) -> str:
        return self._child.log.text()

    def _ask(self, position: Position) -> None:
        log, began = self._child.log, monotonic()
        self.replies += 1
        log.begin_turn(self._decisions)
        default = self._talk.seconds(position)
        question = self._talk.ask(position).encode()
        data = self._child.request(question, self._time.remaining(default), self._time.limit_text(default))
        self._time.spend(monotonic() - began)
        log.add_line("out", data.decode(errors="backslashreplace"))
        read_reply(self._talk, position, data)


def read_reply(talk: ProtocolServer, position: Position, data: bytes) -> None:
    """Read a program's reply with the game's protocol.

    Raises:
        Fault: the reply cannot be read or is an illegal move.
    """
    try:
        talk.hear(position, data.decode())
    except UnicodeDecodeError:
        raise Fault("unreadable reply", f"not UTF-8: {data[:60]!r}") from None
    except IllegalMove as error:
        raise Fault("illegal move", str(error)) from None
    except NotationError as error:
        raise Fault("unreadable reply", str(error)) from None


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
    return words, os.path.abspath(program)
