"""A game under test: random games of it, and the seed and move that a check was looking at."""

from __future__ import annotations

import ctypes
import random
import shlex
import sys
import sysconfig
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, wraps
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Concatenate, NoReturn, ParamSpec, cast

from ludus.core.game import Content, Game
from ludus.core.game_files import game_file
from ludus.core.game_registry import GROUP, game_argument
from ludus.core.position import Position
from ludus.core.random import derive
from ludus.core.reference_check_results import first_difference
from ludus.core.serialization import to_plain
from ludus.util.errors import ContractError, LudusError, RuleError
from ludus.util.text import option_words

MAX_VALUE_CHARACTERS = 200  # of a value in a message


class CheckFailed(LudusError, AssertionError):
    """A game fails a check; the message says which one, where, what differs, and how to see it again.

    An exception in the code of the game is in `cause`; the message names its line. Rules that do not compile are no
    broken law: the message is that of the compiler.
    """

    def __init__(
        self,
        game: str,
        law: str,
        what: str,
        seed: int | None = None,
        move: int | None = None,
        meaning: str = "",
        reproduce: Sequence[str] = (),
        cause: Exception | None = None,
    ) -> None:
        self.game, self.check, self.what, self.seed, self.move = game, law, what, seed, move
        self.meaning, self.reproduce, self.cause = meaning, list(reproduce), cause
        location = "" if seed is None else f" at seed {seed}, move {move}"
        if isinstance(cause, RuleError):  # the rules cannot be run, so that nothing is known about the law
            lines = [f"{game}: {what}"]
        else:
            lines = [f"{game} breaks the law {law!r}{location}: {what}"]
            lines += [f"The law: {meaning}"] if meaning else []
        super().__init__("\n".join([*lines, *self.reproduce]))


@dataclass(frozen=True)
class RandomGame:
    """One random game: its seed, its moves, and whether it ended."""

    seed: int
    moves: tuple[int, ...]
    ended: bool


class Case:
    """A game with options to be checked: `CHECKS[name](case)`.

    Args: see `conform`.
    """

    def __init__(
        self,
        game: Game,
        games: int = 20,
        seed: int = 1,
        options: dict[str, Any] | None = None,
        longest: int = 10_000,
        import_path: str | None = None,
    ) -> None:
        self.game, self.games, self.seed, self.longest = game, games, seed, longest
        self.options = options or {}
        self.import_path = import_path  # "module:attribute" or an installed name, for another process
        self.content = self.load()
        self.check_name, self.check_meaning, self.checks_bot = "", "", False  # of the check that runs now
        self.location: tuple[int | None, int | None] = None, None  # seed and move of the position being checked
        self.location_compiled = True  # False: only plain Python can reach this position without harm

    def load(self) -> Content:
        """Load the content anew, as another process would."""
        return self.game.content(**self.options)

    def start(self, seed: int, compiled: bool = True, content: Content | None = None) -> Position:
        return Position.start(self.game, content or self.content, seed, compiled)

    def seeds(self, count: int) -> list[int]:
        return [derive(self.seed, self.game.name, k) for k in range(count)]

    @cached_property
    def random_games(self) -> list[RandomGame]:
        """The random games that all checks use."""
        return [self._play(seed) for seed in self.seeds(self.games)]

    def _play(self, seed: int) -> RandomGame:
        position, chooser = self.start(seed), random.Random(seed)
        moves: list[int] = []
        while len(moves) < self.longest and (legal := position.legal_moves):
            self.location = seed, len(moves)
            moves.append(chooser.choice(legal))
            position.play(moves[-1])
        return RandomGame(seed, tuple(moves), position.end_reason is not None)

    def position(self, seed: int, moves: int, compiled: bool = True) -> Position:
        """A position that the message of a failed check names: after so many moves of the random game of a seed.

        Args:
            seed: Seed of the random game.
            moves: Number of moves.
            compiled: False to run the rules as plain Python.
        """
        position, chooser = self.start(seed, compiled), random.Random(seed)
        for _ in range(moves):
            position.play(chooser.choice(position.legal_moves))
        return position

    # Positions of the random games

    def walk(self, play: RandomGame, most: int | None = None, content: Content | None = None) -> Iterator[Position]:
        """Every position of one game; the same object moves on, so play only on copies of it."""
        position = self.start(play.seed, content=content)
        for number, move in enumerate(play.moves[:most]):
            self.location = play.seed, number
            yield position
            position.play(move)
        self.location = play.seed, len(play.moves[:most])
        yield position

    def all_positions(self) -> Iterator[Position]:
        """Every position of every game, including the last."""
        for play in self.random_games:
            yield from self.walk(play)

    def sample_positions(self, count: int) -> Iterator[Position]:
        """The first and some other positions before the end, of every game."""
        for play in self.random_games:
            rest = range(1, len(play.moves))
            chosen = {0, *random.Random(play.seed).sample(rest, min(count - 1, len(rest)))}
            for number, position in enumerate(self.walk(play, max(chosen))):
                if number in chosen and not position.end_reason:
                    yield position

    # Failures

    def fail(self, what: str, cause: Exception | None = None) -> NoReturn:
        __tracebackhide__ = True  # pytest shows the message without the lines of this package
        raise CheckFailed(
            self.game.name, self.check_name, what, *self.location, self.check_meaning, self._reproduce(), cause
        ) from None

    def _reproduce(self) -> list[str]:
        """How to see a failure again: the command, and the position in Python."""
        lines = []
        if not self.checks_bot and self._has_command_name():
            words = ["ludus", "check", game_argument(self.game), "--only", self.check_name, "-n", str(self.games)]
            words += ["--seed", str(self.seed), *option_words(self.options)]
            lines.append(f"To see it again: {shlex.join(words)}")
        seed, moves = self.location
        if seed is not None:
            options = f", options={self.options}" if self.options else ""
            arguments = f"{seed}, {moves}" if self.location_compiled else f"{seed}, {moves}, compiled=False"
            lines.append(f"The position in Python: ludus.testing.Case(game{options}).position({arguments})")
        return lines

    def _has_command_name(self) -> bool:
        """Whether the command line can find the game: it is installed or comes from a file."""
        if game_file(self.game) is not None:
            return True
        return any(entry.name == self.game.name for entry in entry_points(group=GROUP))

    def require(self, holds: object, what: str) -> None:
        __tracebackhide__ = True
        if not holds:
            self.fail(what)

    def require_equal(self, expected: Any, got: Any, what: str) -> None:
        """Require two values to be equal; the message names the first difference."""
        if expected != got:
            self.fail(f"{what}: {difference_text(expected, got)}")

    def require_equal_bytes(self, expected: bytes, got: bytes, what: str) -> None:
        """Require two states to be equal byte for byte."""
        if expected != got:
            one, other = (to_plain(self.game.state(memoryview(data))) for data in (expected, got))
            self.require_equal(one, other, what)
            self.fail(f"{what}: bytes that belong to no field differ")


Check = Callable[[Case], None]
Rest = ParamSpec("Rest")


def check(function: Callable[Concatenate[Case, Rest], None]) -> Callable[Concatenate[Case, Rest], None]:
    """Decorator of a check: every exception inside is reported as this check failed."""

    @wraps(function)
    def checked(case: Case, *rest: Rest.args, **named: Rest.kwargs) -> None:
        __tracebackhide__ = True
        case.check_name, case.location, case.checks_bot = function.__name__, (None, None), bool(rest)
        case.location_compiled = True
        case.check_meaning = " ".join((function.__doc__ or "").split())
        try:
            function(case, *rest, **named)
        except CheckFailed as failure:
            raise failure.with_traceback(None) from None
        except Exception as error:
            case.fail(error_text(error), error)

    return cast(Callable[Concatenate[Case, Rest], None], checked)


def error_text(error: Exception) -> str:
    """An exception with the last line outside Ludus that led to it; a rule that does not compile says its own place."""
    if isinstance(error, RuleError):
        return str(error)
    place = innermost_place(traceback.extract_tb(error.__traceback__))
    where = f" ({Path(place.filename).name}, line {place.lineno})" if place else ""
    return f"{type(error).__name__}: {error}{where}"


def innermost_place(frames: Sequence[traceback.FrameSummary]) -> traceback.FrameSummary | None:
    """The innermost of some frames that is code of a game or of its user, not of a library; None if there is none."""
    return next((frame for frame in reversed(frames) if not _is_library(frame.filename)), None)


def rule_place(place: traceback.FrameSummary | None) -> str:
    """A place in a rule as part of a sentence: `, in the rule apply (pile.py, line 80)`."""
    return f", in the rule {place.name} ({Path(place.filename).name}, line {place.lineno})" if place else ""


def call_with_limit(call: Callable[[], object], seconds: float) -> None:
    """Call a function of plain Python. If it does not end in time, it is stopped.

    Raises:
        ContractError: the function did not end; the message names the rule that was running.
        Exception: any exception of the function.
    """
    raised: list[BaseException] = []

    def run() -> None:
        try:
            call()
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    frame = sys._current_frames().get(thread.ident or 0)
    if thread.is_alive() and frame is not None:
        place = innermost_place(traceback.extract_stack(frame))
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), ctypes.py_object(SystemExit))
        raise ContractError(f"a loop does not end; it still runs after {seconds:g} s{rule_place(place)}")
    thread.join()
    if raised:
        raise raised[0]


def _is_library(file: str) -> bool:
    package = Path(__file__).parents[1]
    games = (package / "games", package / "testing" / "example_games")  # these are games, like those of users
    path = Path(file)
    if any(path.is_relative_to(folder) for folder in games):
        return False
    of_library = path.is_relative_to(package) or path.is_relative_to(sysconfig.get_path("stdlib"))
    return of_library or "site-packages" in path.parts or file.startswith("<")


def seat_text(seat: int) -> str:
    """A seat as people and as programs count it: `seat 3 (2 in Python)`."""
    return f"seat {seat + 1} ({seat} in Python)"


def difference_text(expected: Any, got: Any) -> str:
    """The first difference of two values: its path and both values, `hands[1].card: 5 against 3`."""
    where, one, other = first_difference(expected, got) or ("", expected, got)
    if isinstance(one, str) and isinstance(other, str):
        one_text, other_text = _around_difference(one, other)
    else:
        one_text, other_text = _short_repr(one), _short_repr(other)
    return f"{where + ': ' if where else ''}{one_text} against {other_text}"


def observation_text(position: Position, seat: int) -> str:
    """The observation of a seat as one text, without the history."""
    return repr(position.game.observation(position.content, position.state, seat))


def svg_or_none(position: Position, seat: int | None) -> str | None:
    """The position as SVG, or None if the game has no picture."""
    with suppress(LudusError):
        return position.svg(seat)
    return None


def description_or_none(position: Position, seat: int | None) -> str | None:
    """The position as text, or None if the game has no description."""
    return position.describe(seat) if position.game.rendering.describe else None


def _around_difference(one: str, other: str) -> tuple[str, str]:
    """Two texts as literals; of long ones only the part around the first difference."""
    if max(len(one), len(other)) <= MAX_VALUE_CHARACTERS:
        return repr(one), repr(other)
    same = next(
        (k for k, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), min(len(one), len(other))
    )
    begin = max(0, same - MAX_VALUE_CHARACTERS // 4)

    def part(text: str) -> str:
        end = begin + MAX_VALUE_CHARACTERS // 2
        return f"{'...' if begin else ''}{text[begin:end]!r}{'...' if end < len(text) else ''}"

    return part(one), part(other)


def _short_repr(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= MAX_VALUE_CHARACTERS else f"{text[: MAX_VALUE_CHARACTERS - 3]}..."
