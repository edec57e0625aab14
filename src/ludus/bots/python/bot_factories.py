"""Bot factories for classes in Python files, such as `bots.py:Rusher`.

`SubprocessBot`, the default, runs the bot in a sandboxed process of its own. `InProcessBot` calls it directly in this
process, for debugging or to save time: errors still cost it the game, but there is no limit on time or memory, and it
could read anything in this process.

A bot never gets the true state, but one in which everything hidden from its seat is resampled, and content without
secrets: its `SeatObservation`. Resampling such a state again is as good as resampling the true one: that is a law of
`resample_hidden`.

With `Limits.keep` a bot is kept for training: one object plays one game after another, and in its own process the files
it writes stay. Games in parallel have one object each.
"""

from __future__ import annotations

import json
import os
import pickle
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from time import monotonic
from typing import Any, TypeVar

from ludus.bots.bot import EndErrors, Fault
from ludus.bots.external.decision_log import OwnTurns, request_text, seconds_text
from ludus.bots.external.limits import Limits, ReplyTime, TimeBudget
from ludus.bots.external.process import BotLog, SandboxedProcess
from ludus.bots.external.process_pool import KeepRecord, PooledProcess, ProcessPool
from ludus.bots.external.sandbox_server_client import SandboxClient, make_launch_request
from ludus.bots.external.surroundings import passed_environment, python_folders
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

T = TypeVar("T")

# What the process of a bot may say about itself; a hostile bot can send any message. All else we see ourselves, such as
# that it was starved, for which a game is played once more.
_REPORTED_FAULTS = ("illegal move", "unreadable reply", "crashed", "out of memory", "could not start")

_FORK_SERVER_SCRIPT = """
import json, sys
sys.path[:] = json.loads(sys.argv.pop(1))
from ludus.bots.python.fork_server import main
main()
"""
LOAD_TIMEOUT = 600.0  # seconds for the fork server to load a game, which may have to be compiled
END_MESSAGE_SECONDS = 5.0  # seconds for a bot's `end`
KEPT_END_SECONDS = 60.0  # seconds for the `end` of a kept bot, which may learn from the game
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
        self._pool = ProcessPool(self._launch, self.limits, one_game=not self.limits.keep, noun="object")

    @property
    def keep(self) -> KeepRecord | None:
        """What became of its objects and files, if it is kept."""
        return self._pool.keep

    def join(self, position: Position, seat: int, seed: int) -> SeatedSubprocessBot:
        return SeatedSubprocessBot(self._pool, position, seat, seed, self.end_errors)

    def probe(self, position: Position) -> None:
        """Raise OptionError if the bot cannot be created. The object of a kept bot waits for its first game."""
        with refuse_bots_that_cannot_start(self.name):
            SeatedSubprocessBot(self._pool, position, 0, 0, self.end_errors, trial=True).end_trial()

    def close(self) -> None:
        self._pool.close()
        self._host.stop()

    def _launch(self, more: dict[str, Any]) -> SandboxedProcess:
        folders = (self._package.root, *python_folders())
        package = asdict(self._package)
        request = make_launch_request(self.limits, folders=folders, bot=asdict(self.file), package=package, **more)
        return SandboxedProcess(self._host, request, self.limits, take_message, separate_socket=True)


class SeatedSubprocessBot:
    """A Python bot in another process during one game."""

    def __init__(
        self,
        pool: ProcessPool,
        position: Position,
        seat: int,
        seed: int,
        end_errors: EndErrors,
        trial: bool = False,
    ) -> None:
        self._pool, self._process = pool, _acquire(pool, position, trial)
        self._child, self._log = self._process.process, self._process.process.log
        self._turns, self._sound, self._end_errors = 0, True, end_errors
        self._in_step = True  # the process has answered the last message
        self._failure = ""  # the fault after which its object cannot be used any more
        self._position, self._seat, self._own_turns = position, seat, OwnTurns()
        self._time = TimeBudget(position.game, self._child.limits)
        self._observation = SeatObservation(position, seat, derive(seed, "shown"))
        try:
            begin = Begin(seat, derive(seed, "bot"), pickle.dumps(self._observation.content), trial)
            self._ask(begin, self._child.limits.start)
        except BaseException:
            pool.discard(self._process, self._failure or "it was stopped")
            raise

    def choose(self, position: Position) -> int:
        self._turns, self._position = self._turns + 1, position
        self._log.begin_turn(self._turns)
        limit = self._time.next_reply()
        state, moves = self._observation.take_turn(position)
        log_request(self._log, position, state, moves, self._own_turns.at_decision(), self._child.limits.requests)
        began = monotonic()
        answer = self._ask(AskMove(state, moves, limit.seconds), limit)
        took = monotonic() - began
        self._time.spend(self._child.spent)
        if not isinstance(answer, MoveReply):
            raise Fault("unreadable reply", "it did not choose")
        log_answer(self._log, position, answer.move, took)
        return read_bot_move(position, answer.move)

    def watch(self, position: Position, move: int) -> None:
        if position.current_player != self._seat:
            self._time.reset()
            self._own_turns.other_seat_decided()
        self._observation.watch(position, move)

    def end(self, result: GameResult | None) -> None:
        if self._sound:
            outcome = (result.reason, result.payoffs, result.scores) if result else None
            seconds = END_MESSAGE_SECONDS if self._pool.keep is None else KEPT_END_SECONDS
            try:
                self._ask(Over(outcome, *self._observation.take_turn(self._position)), seconds)
            except Fault as fault:
                note_end_error(self._end_errors, self._log, fault)
                self._sound = self._in_step  # an error in `end` alone does not cost the object
            except LudusError:  # never raises
                pass
        if self._sound:
            self._pool.release(self._process)
        else:
            self._pool.discard(self._process, self._failure)

    def end_trial(self) -> None:
        """The bot could be created; it has not begun a game."""
        if self._pool.keep is None:
            self._pool.release(self._process)
        else:
            self._pool.put_back(self._process)

    @property
    def log(self) -> str:
        return self._log.text()

    def _ask(self, question: Begin | AskMove | Over, limit: ReplyTime | float) -> MoveReply | Ready:
        self._sound = self._in_step = False  # True again once it has answered
        try:
            answer = read_answer(self._child.request(pack(question), limit))
            self._in_step = True
            if isinstance(answer, BotFailed):
                raise Fault(answer.reason if answer.reason in _REPORTED_FAULTS else "crashed", answer.what)
        except Fault as fault:
            self._failure = str(fault)
            raise
        self._sound = True
        return answer


def _acquire(pool: ProcessPool, position: Position, trial: bool) -> PooledProcess:
    """A process for a game; a trial or a bot that is not kept has a new one."""
    if trial or pool.keep is None:
        process = pool.start()
    else:
        process = pool.acquire(position.seed)
    if not trial:
        process.deals.add(position.seed)
    return process


class InProcessBot:
    """A class in a Python file, called directly. The file is loaded once and may keep state between games."""

    reproducible = False

    def __init__(
        self, game: Game, file: BotFile, limits: Limits | None = None, bot_class: type[Bot] | None = None
    ) -> None:
        """`limits` says what is logged, and whether the bot is kept; there is no limit on time or memory here.

        The class is loaded from the file unless it is given.
        """
        self.game, self.file, self.name, self.end_errors = game, file, file.text, EndErrors()
        self.limits = limits or Limits()
        self.keep = KeepRecord("", "object") if self.limits.keep else None
        self._lock, self._idle = threading.Lock(), list[BotRunner]()  # kept objects that wait for a game
        try:
            self.bot_class = bot_class or file.load(game)
        except BOT_ERRORS as error:
            raise OptionError(f"{file.text}: {file.describe_error(error)}") from error

    def join(self, position: Position, seat: int, seed: int) -> SeatedInProcessBot:
        return SeatedInProcessBot(self, position, seat, seed)

    def probe(self, position: Position) -> None:
        """Raise OptionError if the bot cannot be created. The object of a kept bot waits for its first game."""
        with refuse_bots_that_cannot_start(self.name):
            trial = SeatedInProcessBot(self, position, 0, 0, trial=True)
            self.put_back(trial.runner)

    def take_runner(self) -> BotRunner | None:
        """A kept object that waits for a game; None if there is none."""
        with self._lock:
            return self._idle.pop() if self._idle else None

    def put_back(self, runner: BotRunner) -> None:
        """Let the object of a kept bot wait for its next game."""
        if self.keep is not None:
            with self._lock:
                self._idle.append(runner)

    def close(self) -> None:
        """Forget kept objects; there is no process to end."""
        self._idle.clear()


class SeatedInProcessBot:
    """A Python bot in this process during one game."""

    def __init__(self, bot: InProcessBot, position: Position, seat: int, seed: int, trial: bool = False) -> None:
        self._factory, self._own_turns, self._seat = bot, OwnTurns(), seat
        self._log, self._turns, self._position = BotLog(bot.limits.log), 0, position
        self._failure = ""  # the fault after which its object is not used any more
        self._observation = SeatObservation(position, seat, derive(seed, "shown"))
        game = position.game, self._observation.content, seat, derive(seed, "bot")
        runner = bot.take_runner()
        if runner is None:
            self.runner = BotRunner(*game, self._note)
            self._call(lambda: self.runner.load(bot.file, bot.bot_class))
            if bot.keep is not None:
                bot.keep.note_start()
        else:
            self.runner, runner.write = runner, self._note
            runner.next_game(*game[1:])
        if not trial:
            self._call(self.runner.begin)

    def choose(self, position: Position) -> int:
        self._turns, self._position = self._turns + 1, position
        self._log.begin_turn(self._turns)
        seconds = self.seconds(position)
        state, moves = self._observation.take_turn(position)
        whole = self._factory.limits.requests
        log_request(self._log, position, state, moves, self._own_turns.at_decision(), whole)
        began = monotonic()
        answer = self._call(lambda: self.runner.choose(state, moves, seconds))
        log_answer(self._log, position, answer, monotonic() - began)
        return read_bot_move(position, answer)

    def seconds(self, position: Position) -> float:
        """The time that the bot is told: as for other bots at the start of a turn. It is not enforced here."""
        return TimeBudget(position.game, Limits()).remaining()

    def watch(self, position: Position, move: int) -> None:
        if position.current_player != self._seat:
            self._own_turns.other_seat_decided()
        self._observation.watch(position, move)

    def end(self, result: GameResult | None) -> None:
        try:
            self.runner.end(result, *self._observation.take_turn(self._position))
        except Fault as fault:
            note_end_error(self._factory.end_errors, self._log, fault)
        if not self._failure:
            self._factory.put_back(self.runner)

    @property
    def log(self) -> str:
        return self._log.text()

    def _call(self, method: Callable[[], T]) -> T:
        """Call the bot; a fault costs a kept bot its object."""
        try:
            return method()
        except Fault as fault:
            self._failure = str(fault)
            if self._factory.keep is not None:
                self._factory.keep.note_loss(self._failure)
            raise

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
        # bots are forks of the server, and a fork can always read the variables that its process started with
        super().__init__(command, {**_SINGLE_THREAD_ENV, **passed_environment()})
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
