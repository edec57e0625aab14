"""Bot factories for classes in Python files, such as `bots.py:Rusher`.

`SubprocessBot`, the default, runs the bot in a sandboxed process of its own. `InProcessBot` calls it directly in this
process, for debugging or to save time: errors still cost it the game, but there is no limit on time or memory, and it
could read anything in this process.

A bot never gets the true state, but one in which everything hidden from its seat is resampled, and content without
secrets: its `SeatObservation`. Resampling such a state again is as good as resampling the true one: that is a law of
`resample_hidden`.
"""

from __future__ import annotations

import json
import os
import pickle
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from time import monotonic
from typing import Any

from ludus.bots.bot import FAULTS, EndErrors, Fault
from ludus.bots.external.decision_log import OwnTurns, request_text, seconds_text
from ludus.bots.external.limits import Limits, ReplyTime, TimeBudget
from ludus.bots.external.process import BotLog, SandboxedProcess
from ludus.bots.external.sandbox_server_client import SandboxClient, make_launch_request
from ludus.bots.external.surroundings import python_folders
from ludus.bots.python.bot import EFFECT_SEPARATOR, Bot
from ludus.bots.python.bot_file import BotFile
from ludus.bots.python.bot_package import find_package
from ludus.bots.python.bot_runner import BOT_ERRORS, BotRunner
from ludus.bots.python.fork_server import game_import_path
from ludus.bots.python.process_messages import (
    AskMove,
    Begin,
    BotFailed,
    MoveReply,
    Over,
    Ready,
    pack,
    read_answer,
    take_message,
)
from ludus.core.game import Game
from ludus.core.position import GameResult, Position
from ludus.core.random import derive
from ludus.util.errors import IllegalMove, LudusError, NotationError, OptionError

_FORK_SERVER_SCRIPT = """
import json, sys
sys.path[:] = json.loads(sys.argv.pop(1))
from ludus.bots.python.fork_server import main
main()
"""
LOAD_TIMEOUT = 600.0  # seconds for the fork server to load a game, which may have to be compiled
END_MESSAGE_SECONDS = 5.0  # seconds for a bot's `end`
MAX_ANSWER_CHARS = 500  # of an answer in the log
# The server forks, and threads of numeric libraries do not survive a fork.
_SINGLE_THREAD_ENV = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


class SubprocessBot:
    """A class in a Python file. Its fork server starts with the first game and ends with `leave`."""

    reproducible = False  # it is if the bot uses only `self.random`, but that is unknown

    def __init__(self, game: Game, file: BotFile, limits: Limits | None = None) -> None:
        self.game, self.file, self.name, self.limits = game, file, file.text, limits or Limits()
        self._host = ForkServerClient(game, file)
        self._package = find_package(file.file)
        self.end_errors = EndErrors()

    def join(self, position: Position, seat: int, seed: int) -> SeatedSubprocessBot:
        request = self._launch_request()
        process = SandboxedProcess(self._host, request, self.limits, take_message, separate_socket=True)
        return SeatedSubprocessBot(process, position, seat, seed, self.end_errors)

    def probe(self, position: Position) -> None:
        """Raise OptionError if the bot cannot be created."""
        request = self._launch_request()
        with refuse_bots_that_cannot_start(self.name):
            process = SandboxedProcess(self._host, request, self.limits, take_message, separate_socket=True)
            SeatedSubprocessBot(process, position, 0, 0, self.end_errors, trial=True)
            process.kill()

    def close(self) -> None:
        self._host.stop()

    def _launch_request(self) -> dict[str, Any]:
        folders = (self._package.root, *python_folders())
        package = asdict(self._package)
        return make_launch_request(self.limits, folders=folders, bot=asdict(self.file), package=package)


class SeatedSubprocessBot:
    """A Python bot in another process during one game."""

    def __init__(
        self,
        process: SandboxedProcess,
        position: Position,
        seat: int,
        seed: int,
        end_errors: EndErrors,
        trial: bool = False,
    ) -> None:
        self._child, self._turns, self._sound, self._end_errors = process, 0, True, end_errors
        self._position, self._seat, self._own_turns = position, seat, OwnTurns()
        self._time = TimeBudget(position.game, process.limits)
        self._observation = SeatObservation(position, seat, derive(seed, "shown"))
        try:
            begin = Begin(seat, derive(seed, "bot"), pickle.dumps(self._observation.content), trial)
            self._ask(begin, process.limits.start)
        except BaseException:
            process.kill()
            raise

    def choose(self, position: Position) -> int:
        self._turns, self._position = self._turns + 1, position
        self._child.log.begin_turn(self._turns)
        limit = self._time.next_reply()
        state, moves = self._observation.take_turn(position)
        log_request(self._child.log, position, state, moves, self._own_turns.at_decision(), self._child.limits.requests)
        began = monotonic()
        answer = self._ask(AskMove(state, moves, limit.seconds), limit)
        took = monotonic() - began
        self._time.spend(self._child.spent)
        if not isinstance(answer, MoveReply):
            raise Fault("unreadable reply", "it did not choose")
        log_answer(self._child.log, position, answer.move, took)
        return read_bot_move(position, answer.move)

    def watch(self, position: Position, move: int) -> None:
        if position.current_player != self._seat:
            self._time.reset()
            self._own_turns.other_seat_decided()
        self._observation.watch(position, move)

    def end(self, result: GameResult | None) -> None:
        if self._sound:
            outcome = (result.reason, result.payoffs, result.scores) if result else None
            try:
                self._ask(Over(outcome, *self._observation.take_turn(self._position)), END_MESSAGE_SECONDS)
            except Fault as fault:
                note_end_error(self._end_errors, self._child.log, fault)
            except LudusError:  # never raises
                pass
        self._child.kill()

    @property
    def log(self) -> str:
        return self._child.log.text()

    def _ask(self, question: Begin | AskMove | Over, limit: ReplyTime | float) -> MoveReply | Ready:
        self._sound = False  # True again once it has answered
        answer = read_answer(self._child.request(pack(question), limit))
        if isinstance(answer, BotFailed):
            raise Fault(answer.reason if answer.reason in FAULTS else "crashed", answer.what)
        self._sound = True
        return answer


class InProcessBot:
    """A class in a Python file, called directly. The file is loaded once and may keep state between games."""

    reproducible = False

    def __init__(self, game: Game, file: BotFile, limits: Limits | None = None) -> None:
        """`limits` says what is logged; there is no limit on time or memory here."""
        self.game, self.file, self.name, self.end_errors = game, file, file.text, EndErrors()
        self._limits = limits or Limits()
        try:
            self.bot_class = file.load(game)
        except BOT_ERRORS as error:
            raise OptionError(f"{file.text}: {file.describe_error(error)}") from error

    def join(self, position: Position, seat: int, seed: int) -> SeatedInProcessBot:
        return SeatedInProcessBot(self.file, self.bot_class, position, seat, seed, self.end_errors, self._limits)

    def probe(self, position: Position) -> None:
        """Raise OptionError if the bot cannot be created."""
        with refuse_bots_that_cannot_start(self.name):
            SeatedInProcessBot(self.file, self.bot_class, position, 0, 0, self.end_errors, self._limits, trial=True)

    def close(self) -> None:
        """Do nothing: there is no process to end."""


class SeatedInProcessBot:
    """A Python bot in this process during one game."""

    def __init__(
        self,
        file: BotFile,
        kind: type[Bot],
        position: Position,
        seat: int,
        seed: int,
        end_errors: EndErrors,
        limits: Limits,
        trial: bool = False,
    ) -> None:
        self._end_errors, self._own_turns, self._seat, self._limits = end_errors, OwnTurns(), seat, limits
        self._log, self._turns, self._position = BotLog(limits.log), 0, position
        self._observation = SeatObservation(position, seat, derive(seed, "shown"))
        self._runner = BotRunner(position.game, self._observation.content, seat, derive(seed, "bot"), self._note)
        self._runner.load(file, kind)
        if not trial:
            self._runner.begin()

    def choose(self, position: Position) -> int:
        self._turns, self._position = self._turns + 1, position
        self._log.begin_turn(self._turns)
        # as for other bots at the start of a turn; not enforced here
        seconds = TimeBudget(position.game, Limits()).remaining()
        state, moves = self._observation.take_turn(position)
        log_request(self._log, position, state, moves, self._own_turns.at_decision(), self._limits.requests)
        began = monotonic()
        answer = self._runner.choose(state, moves, seconds)
        log_answer(self._log, position, answer, monotonic() - began)
        return read_bot_move(position, answer)

    def watch(self, position: Position, move: int) -> None:
        if position.current_player != self._seat:
            self._own_turns.other_seat_decided()
        self._observation.watch(position, move)

    def end(self, result: GameResult | None) -> None:
        try:
            self._runner.end(result, *self._observation.take_turn(self._position))
        except Fault as fault:
            note_end_error(self._end_errors, self._log, fault)

    @property
    def log(self) -> str:
        return self._log.text()

    def _note(self, text: str) -> None:
        for line in text.splitlines():
            self._log.add_line("err", line)


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


class SeatObservation:
    """What one seat knows in one game, updated with every move."""

    def __init__(self, position: Position, seat: int, seed: int) -> None:
        self.content = replace(position.game.public_content(position.content), prepared=None)
        self._seat, self._seed, self._turns = seat, seed, 0
        self._visible_moves: list[str] = []

    def watch(self, position: Position, move: int) -> None:
        if position.game.is_move_visible(position.content, position.state, move, self._seat):
            texts = [f"{position.current_player}: {position.write_move(move)}"]
            if position.game.move_effects is not None:
                after = position.copy()
                after.play(move)
                texts += position.game.move_effects(position.content, position.state, move, after.state)
            self._visible_moves.append(EFFECT_SEPARATOR.join(texts))

    def take_turn(self, position: Position) -> tuple[bytes, list[str]]:
        """The resampled state for a decision, and the visible moves since the last one."""
        self._turns += 1
        moves, self._visible_moves = self._visible_moves, []
        public_position = Position.from_bytes(position.game, self.content, position.bytes())
        return public_position.resample(self._seat, derive(self._seed, "shown", self._turns)).bytes(), moves


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
    except (IllegalMove, NotationError) as error:
        raise Fault("illegal move" if move else "unreadable reply", str(error)) from None


def log_request(log: BotLog, position: Position, state: bytes, moves: list[str], own_turn: int, whole: bool) -> None:
    """Write to the log what a Python bot gets: the moves since its last decision, and a digest of the state.

    `whole`: also the observation as data, and the legal moves.
    """
    log.add_line("in", request_text(position, state, own_turn))
    if moves:
        log.add_line("in", f"moves since the last decision: {', '.join(moves)}")
    if whole:
        view = position.game.observation(position.content, position.state, position.current_player)
        log.add_line("in", json.dumps(view, ensure_ascii=False))
        log.add_line("legal", ", ".join(position.legal_move_texts()))


def log_answer(log: BotLog, position: Position, answer: int | str, seconds: float) -> None:
    """Write the answer of a Python bot to the log; not as "out", which is what it printed."""
    text = str(answer)[:MAX_ANSWER_CHARS]
    if isinstance(answer, int) and answer in position.legal_moves:
        text = position.write_move(answer)
    log.add_line("answer", f"{text}, after {seconds_text(seconds)}")


def note_end_error(errors: EndErrors, log: BotLog, fault: Fault) -> None:
    """Count and log an error of a bot after the end of the game."""
    errors.add(str(fault))
    log.add_line("end", f"error after the end of the game: {fault}")
