"""Programs as players: `cmd:./coac --fast`.

The command line is split as a shell would split it, but no shell sees it. The program is started afresh for every
game and lives in a cell, see `ludus.players.outside.warden`. It reads what it is asked from standard input, writes
one line for every reply to standard output, and whatever helps its author to standard error.

What it is asked is the text protocol of the game's community, where the game has one (`Game.converse`), and
otherwise our own, see `ludus.players.outside.lines`.

A reply ends with a line feed, and a carriage return before it is taken off. Of what a program writes, exactly one
line is taken for each reply, as official referees do it; a program that writes two has answered the next question
before it was asked.
"""

from __future__ import annotations

import os
import shlex
import shutil
from time import monotonic

from ludus.core.contract import Conversation, Game
from ludus.core.errors import IllegalMove, NotationError, OptionError
from ludus.core.position import Position, Result
from ludus.players.outside.allowance import Allowance
from ludus.players.outside.child import Child
from ludus.players.outside.launch import Warden, make_order
from ludus.players.outside.limits import Limits
from ludus.players.outside.lines import Lines
from ludus.players.seat import Fault


class Program:
    """A player that is a program outside."""

    reproducible = False  # we cannot know

    def __init__(self, game: Game, command: str, limits: Limits | None = None) -> None:
        self.game, self.name, self.limits = game, f"cmd:{command}", limits or Limits()
        self.command, self.program = read_command(command, "cmd:")
        self._cwd, self._warden = os.getcwd(), Warden()

    def sit(self, position: Position, seat: int, seed: int) -> ProgramSitting:
        order = make_order(self.limits, program=self.program, command=self.command, cwd=self._cwd)
        time = Allowance(self.game, self.limits)
        talk = self.game.converse(position, seat) if self.game.converse else Lines(seat, time)
        return ProgramSitting(Child(self._warden, order, self.limits), talk, seat, time)

    def leave(self) -> None:
        self._warden.stop()


class ProgramSitting:
    """A program during one game."""

    def __init__(self, child: Child, talk: Conversation, seat: int, time: Allowance) -> None:
        self._child, self._talk, self._seat, self._time = child, talk, seat, time
        self._decisions = self.replies = 0

    def choose(self, position: Position) -> int:
        self._decisions += 1
        if not self._talk.pending:
            self._ask(position)
        move = self._talk.move(position)
        if not self._talk.pending:
            for note in self._talk.notes():
                self._child.log.line("note", note)
        return move

    def watch(self, position: Position, move: int) -> None:
        if position.decider != self._seat:
            self._time.renew()
        self._talk.watch(position, move)

    def end(self, result: Result | None) -> None:
        self._child.end()

    @property
    def log(self) -> str:
        return self._child.log.text()

    def _ask(self, position: Position) -> None:
        log, began = self._child.log, monotonic()
        self.replies += 1
        log.turn(self._decisions)
        usual = self._talk.seconds(position)
        question = self._talk.ask(position).encode()
        data = self._child.ask(question, self._time.left(usual), self._time.words(usual))
        self._time.spend(monotonic() - began)
        log.line("out", data.decode(errors="backslashreplace"))
        hear(self._talk, position, data)


def hear(talk: Conversation, position: Position, data: bytes) -> None:
    """Take a program's reply; what cannot be taken is its fault."""
    try:
        talk.hear(position, data.decode())
    except UnicodeDecodeError:
        raise Fault("unreadable reply", f"not UTF-8: {data[:60]!r}") from None
    except IllegalMove as error:
        raise Fault("illegal move", str(error)) from None
    except NotationError as error:
        raise Fault("unreadable reply", str(error)) from None


def read_command(command: str, kind: str) -> tuple[list[str], str]:
    """The words of a command line, and the whole path of its program; `kind` stood before it."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise OptionError(f"'{kind}{command}': this is no command line: {error}") from None
    if not words:
        raise OptionError(f"'{kind}' needs a program, as in '{kind}./my-bot --fast'")
    found = shutil.which(words[0])
    if found is None:
        raise OptionError(f"{kind + command!r}: there is no program {words[0]!r} that can be run")
    return words, os.path.abspath(found)
