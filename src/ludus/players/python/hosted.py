"""Python bots in a sandboxed process: the default for `bots.py:Rusher`."""

from __future__ import annotations

import json
import os
import pickle
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from time import monotonic

from ludus.core.contract import Game
from ludus.core.errors import IllegalMove, LudusError, NotationError, OptionError
from ludus.core.position import Position, GameResult
from ludus.core.random import derive
from ludus.players.outside.allowance import TimeBudget
from ludus.players.outside.child import SandboxedProcess
from ludus.players.outside.launch import SandboxClient, make_launch_request
from ludus.players.outside.limits import Limits
from ludus.players.python.file import BotFile
from ludus.players.python.home import game_import_path
from ludus.players.python.messages import Ask, Begin, MoveReply, Failed, Over, Ready, take_message, pack, read_answer
from ludus.players.python.shown import SeatObservation
from ludus.players.seat import FAULTS, Fault

_FORK_SERVER_SCRIPT = """
import json, sys
sys.path[:] = json.loads(sys.argv.pop(1))
from ludus.players.python.host import main
main()
"""
LOAD_TIMEOUT = 600.0  # seconds for the fork server to load a game, which may have to be compiled
END_MESSAGE_SECONDS = 1.0  # seconds for a bot's `end`

# The server forks, and threads of numeric libraries do not survive a fork.
_SINGLE_THREAD_ENV = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


class SubprocessBot:
    """A class in a Python file. Its fork server starts with the first game and ends with `leave`."""

    reproducible = False  # it is if the bot uses only `self.random`, but that is unknown

    def __init__(self, game: Game, file: BotFile, limits: Limits | None = None) -> None:
        self.game, self.file, self.name, self.limits = game, file, file.text, limits or Limits()
        self._host = ForkServerClient(game, file)

    def join(self, position: Position, seat: int, seed: int) -> SeatedSubprocessBot:
        order = make_launch_request(self.limits, bot=asdict(self.file))
        return SeatedSubprocessBot(
            SandboxedProcess(self._host, order, self.limits, take_message, separate_socket=True), position, seat, seed
        )

    def probe(self, position: Position) -> None:
        """Raise OptionError if the bot cannot be created."""
        order = make_launch_request(self.limits, bot=asdict(self.file))
        with refuse_bots_that_cannot_start(self.name):
            child = SandboxedProcess(self._host, order, self.limits, take_message, separate_socket=True)
            SeatedSubprocessBot(child, position, 0, 0, trial=True)
            child.kill()

    def close(self) -> None:
        self._host.stop()


class ForkServerClient(SandboxClient):
    """Client of a fork server: a sandbox server that loads Ludus and a game first."""

    def __init__(self, game: Game, file: BotFile) -> None:
        paths = [os.path.abspath(path or ".") for path in sys.path]
        command = [
            sys.executable,
            "-I",
            "-c",
            _FORK_SERVER_SCRIPT,
            json.dumps(paths),
            game_import_path(game),
            file.file,
        ]
        super().__init__(command, {**_SINGLE_THREAD_ENV, **os.environ})
        self._game = game

    def _wait_until_ready(self, line: socket.socket) -> None:
        line.settimeout(LOAD_TIMEOUT)
        try:
            received = b""
            while not received.endswith(b"\n"):
                if not (part := line.recv(4096)):
                    raise LudusError(f"the process for Python bots of {self._game.name} ended while it was loading")
                received += part
        except TimeoutError:
            raise LudusError(f"the process for Python bots of {self._game.name} took too long to load it") from None
        finally:
            line.settimeout(None)
        if failed := json.loads(received).get("failed"):
            raise LudusError(f"the process for Python bots of {self._game.name} could not load it: {failed}")


class SeatedSubprocessBot:
    """A Python bot in another process during one game."""

    def __init__(self, child: SandboxedProcess, position: Position, seat: int, seed: int, trial: bool = False) -> None:
        self._child, self._turns, self._sound = child, 0, True
        self._position, self._seat = position, seat
        self._time = TimeBudget(position.game, child.limits)
        self._shown = SeatObservation(position, seat, derive(seed, "shown"))
        try:
            begin = Begin(seat, derive(seed, "bot"), pickle.dumps(self._shown.content), trial)
            self._ask(begin, child.limits.start)
        except BaseException:
            child.kill()
            raise

    def choose(self, position: Position) -> int:
        self._turns, self._position = self._turns + 1, position
        self._child.log.begin_turn(self._turns)
        seconds, began = self._time.remaining(), monotonic()
        answer = self._ask(Ask(*self._shown.take_turn(position), seconds), seconds, self._time.limit_text())
        self._time.spend(monotonic() - began)
        if not isinstance(answer, MoveReply):
            raise Fault("unreadable reply", "it did not choose")
        return read_bot_move(position, answer.move)

    def watch(self, position: Position, move: int) -> None:
        if position.current_player != self._seat:
            self._time.reset()
        self._shown.watch(position, move)

    def end(self, result: GameResult | None) -> None:
        if self._sound:
            outcome = (result.reason, result.payoffs, result.scores) if result else None
            with suppress(LudusError):
                self._ask(Over(outcome, *self._shown.take_turn(self._position)), END_MESSAGE_SECONDS)
        self._child.kill()

    @property
    def log(self) -> str:
        return self._child.log.text()

    def _ask(self, question: Begin | Ask | Over, seconds: float, allowed: str = "") -> MoveReply | Ready:
        self._sound = False  # True again once it has answered
        answer = read_answer(self._child.request(pack(question), seconds, allowed))
        if isinstance(answer, Failed):
            raise Fault(answer.reason if answer.reason in FAULTS else "crashed", answer.what)
        self._sound = True
        return answer


@contextmanager
def refuse_bots_that_cannot_start(name: str) -> Iterator[None]:
    """Turn a fault "could not start" into OptionError; other faults are left to the games."""
    try:
        yield
    except Fault as fault:
        if fault.reason == "could not start":
            raise OptionError(f"{name}: {fault}") from None


def read_bot_move(position: Position, move: int | str) -> int:
    """A bot's answer as a move of the true position."""
    if isinstance(move, int):
        return move
    try:
        return position.read_move(move)
    except IllegalMove as error:
        raise Fault("illegal move", str(error)) from None
    except NotationError as error:
        raise Fault("unreadable reply", str(error)) from None
