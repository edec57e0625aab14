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

from ludus.core.contract import Conversation, Game
from ludus.core.errors import IllegalMove, NotationError, OptionError
from ludus.core.position import Position, Result
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
        self.command = _split(command)
        found = shutil.which(self.command[0])
        if found is None:
            raise OptionError(f"{self.name!r}: there is no program {self.command[0]!r} that can be run")
        self.program, self._cwd = os.path.abspath(found), os.getcwd()
        self._warden = Warden()

    def sit(self, position: Position, seat: int, seed: int) -> ProgramSitting:
        order = make_order(self.limits, program=self.program, command=self.command, cwd=self._cwd)
        talk = self.game.converse(position, seat) if self.game.converse else Lines(position, seat)
        return ProgramSitting(Child(self._warden, order, self.limits), talk)

    def leave(self) -> None:
        self._warden.stop()


class ProgramSitting:
    """A program during one game."""

    def __init__(self, child: Child, talk: Conversation) -> None:
        self._child, self._talk, self.replies = child, talk, 0

    def choose(self, position: Position) -> int:
        if not self._talk.pending:
            self._ask(position)
        move = self._talk.move(position)
        if not self._talk.pending:
            for note in self._talk.notes():
                self._child.log.line("note", note)
        return move

    def watch(self, position: Position, move: int) -> None:
        self._talk.watch(position, move)

    def end(self, result: Result | None) -> None:
        self._child.end()

    @property
    def log(self) -> str:
        return self._child.log.text()

    def _ask(self, position: Position) -> None:
        text, limits, log = self._talk.ask(position), self._child.limits, self._child.log
        self.replies += 1
        log.turn(self.replies)
        data = self._child.ask(text.encode(), limits.reply or self._talk.seconds(position))
        log.line("out", data.decode(errors="backslashreplace"))
        try:
            self._talk.hear(position, data.decode())
        except UnicodeDecodeError:
            raise Fault("unreadable reply", f"not UTF-8: {data[:60]!r}") from None
        except IllegalMove as error:
            raise Fault("illegal move", str(error)) from None
        except NotationError as error:
            raise Fault("unreadable reply", str(error)) from None


def _split(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise OptionError(f"'cmd:{command}': this is no command line: {error}") from None
    if not words:
        raise OptionError("'cmd:' needs a program, as in 'cmd:./my-bot --fast'")
    return words
