"""Interface of content designers, behind `ludus inspect`, `make`, `convert`, `export`, `import` and a part of `demo`.

The designer of a game is an object `designer` in a module listed in DESIGNERS or registered as an entry point of the
group `ludus.designers`; it is imported on demand. A designer returns a `Report` (sentences, tables, pictures, files),
which the command line shows and writes to a folder in the same way for all games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from ludus.backends import Backend
from ludus.core.game import Game
from ludus.core.game_registry import load_game_by_name
from ludus.design.base.checkpoint import WorkCheckpoint
from ludus.report.report_model import Report
from ludus.report.table_model import ColumnKind
from ludus.stats import Estimate
from ludus.util.errors import OptionError

if TYPE_CHECKING:
    from ludus.arena.speed_benchmark import LatencyTask, ThroughputTask
    from ludus.design.base.card_files import CardFileFormat

ENTRY_POINT_GROUP = "ludus.designers"
DESIGNERS = {
    "locm": "ludus.design.locm:designer",
    "dominion": "ludus.design.dominion:designer",
    "tribute": "ludus.design.tribute:designer",
    "delve": "ludus.design.delve:designer",
    "platformer": "ludus.design.platformer:designer",
}


class ProgressStep(Protocol):
    """Function to call with each finished amount of work, and perhaps a remark such as the best result so far."""

    def __call__(self, more: int, remark: str = "", /) -> None: ...


class ProgressFactory(Protocol):
    """Context manager that shows a progress bar; it yields a function to call with each finished amount."""

    def __call__(self, what: str, count: int, thing: str = "game", /) -> AbstractContextManager[ProgressStep]: ...


@contextmanager
def no_progress(what: str, count: int, thing: str = "game", /) -> Iterator[ProgressStep]:
    """Show no progress; the default where work is called without a request."""
    yield ignore_step


def ignore_step(more: int, remark: str = "", /) -> None:
    """Ignore progress."""


class ResultListener(Protocol):
    """Callback for single results that are known before all work is done."""

    def __call__(self, of: str, name: str, title: str, kind: ColumnKind, value: Estimate | float, /) -> None: ...


def ignore_result(of: str, name: str, title: str, kind: ColumnKind, value: Estimate | float, /) -> None:
    """Ignore results; the default listener."""


class PreviewListener(Protocol):
    """Callback for previews of unfinished results: a name, and a function that makes plain data of it if needed."""

    def __call__(self, name: str, make: Callable[[], Any], /, now: bool = False) -> None: ...


def ignore_preview(name: str, make: Callable[[], Any], /, now: bool = False) -> None:
    """Ignore previews; the default listener."""


class DesignOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Options of a designer for one command, beyond the options that all designers share.

    Each designer declares its own subclass, with descriptions for the help text.
    """


@dataclass(frozen=True)
class DesignRequest:
    """One call of `ludus make` or `ludus inspect`: the game, general options, where to run and what to report to."""

    game: Game
    options: dict[str, str]  # of the game, as the user wrote them
    games: int | None  # None: the designer's default
    seed: int
    backend: Backend
    folder: str | None  # output folder
    progress: ProgressFactory  # progress("playing", games) yields a function to call with the number of games played
    checkpoint: WorkCheckpoint = field(default_factory=WorkCheckpoint)  # saved state of this work, to resume it
    on_preview: PreviewListener = ignore_preview  # listener for previews
    on_result: ResultListener = (
        ignore_result  # listener: on_result("first-game", "turns", "turns of a game", "number", estimate)
    )

    def game_count(self, default: int) -> int:
        """Number of games to play, rounded up to an even number: games are played in pairs with swapped seats.

        Args:
            default: used if the user did not give a number.
        """
        return round_up_to_even(default if self.games is None else self.games)


def round_up_to_even(games: int) -> int:
    """Return the next even number of games: games are played in pairs with swapped seats."""
    return games + games % 2


# Makes the chapters of a demo, within a minute: reports by the name of their folder inside the request's folder.
Demo = Callable[[DesignRequest], dict[str, Report]]


@dataclass(frozen=True)
class Converter:
    """Conversion of a game's content between formats of files, which the suffix names."""

    content_help: str  # what can be converted, and into which formats
    example: str  # example arguments of `ludus convert GAME`
    convert: Callable[[str, Path, Any], list[str]]  # writes content to a file, with options of the game; returns notes


@dataclass(frozen=True)
class ContentExchange:
    """Export of a game's content to files of other tools, and import, which checks and rates it."""

    export_help: str  # what can be exported, and into which formats
    export_example: str  # example arguments of `ludus export GAME`
    export_content: Callable[[str, Path], list[str]]  # writes content to a file; returns notes
    import_help: str  # which files can be imported
    import_example: str  # example arguments of `ludus import GAME`
    import_content: Callable[[Path, Callable[[str], None]], str]  # says what it finds; returns the text of a file
    suffix: str  # of files with imported content


def accept_any(options: Any) -> None:
    """Accept all options: they need no optional library."""


@dataclass(frozen=True)
class Designer:
    """Commands, options and demo that a game offers to content designers."""

    content_help: str  # one sentence: what CONTENT may be
    inspect_example: str  # example arguments of `ludus inspect GAME`
    inspect_options: type[DesignOptions]
    inspect: Callable[[list[str], Any, DesignRequest], Report]
    make_example: str  # example arguments of `ludus make GAME`
    make_options: type[DesignOptions]
    make: Callable[[Any, DesignRequest], Report]
    benchmarks: Callable[[], Sequence[ThroughputTask | LatencyTask]] = tuple  # work that `ludus bench` times
    demo: Demo | None = None  # chapters for `ludus demo`
    convert: Converter | None = None  # formats of content for `ludus convert`
    exchange: ContentExchange | None = None  # files of other tools for `ludus export` and `ludus import`
    card_files: Callable[[], CardFileFormat] | None = None  # card files that can be edited in the Studio
    check_make: Callable[[Any], None] = accept_any  # raises MissingExtra, before any work, if the options need an extra


def find_benchmarks(name: str) -> Sequence[ThroughputTask | LatencyTask]:
    """Benchmarks of a game's designer; empty if the game has none."""
    return find_designer(name).benchmarks() if name in _designer_paths() else ()


def find_demo(name: str) -> Demo | None:
    """Demo of a game's designer; None if there is none."""
    return find_designer(name).demo if name in _designer_paths() else None


def find_converter(name: str) -> Converter:
    """Load the converter of a game.

    Raises:
        OptionError: the content of the game has one format only; the message lists the games that have more.
    """
    designer = find_designer(name)
    if designer.convert is None:
        known = ", ".join(game for game in sorted(_designer_paths()) if find_designer(game).convert is not None)
        hint = " (`ludus export` writes it for other tools)" if designer.exchange is not None else ""
        raise OptionError(f"{name}: its content has one format only{hint}; games with more are: {known}")
    return designer.convert


def find_exchange(name: str) -> ContentExchange:
    """Load the export and import of a game.

    Raises:
        OptionError: the game has none; the message lists the games that have one.
    """
    designer = find_designer(name)
    if designer.exchange is None:
        known = ", ".join(game for game in sorted(_designer_paths()) if find_designer(game).exchange is not None)
        hint = "; `ludus convert` writes and reads its formats" if designer.convert is not None else ""
        raise OptionError(f"{name}: its content is not exported to other tools; games with exports are: {known}{hint}")
    return designer.exchange


def find_card_format(name: str) -> CardFileFormat:
    """Load the format of a game's card files.

    Raises:
        OptionError: the game has no card files; the message lists the games that have.
    """
    designer = find_designer(name)
    if designer.card_files is None:
        raise OptionError(f"{name} has no card file that can be edited; these games have: {', '.join(card_games())}")
    return designer.card_files()


def card_games() -> list[str]:
    """Names of the games whose card files can be edited."""
    return [game for game in sorted(_designer_paths()) if find_designer(game).card_files is not None]


def find_designer(name: str) -> Designer:
    """Load the designer of a game.

    Raises:
        OptionError: the game has no designer; the message lists the games that have one.
    """
    game, places = load_game_by_name(name), _designer_paths()
    if game.name not in places:
        known = ", ".join(sorted(places))
        raise OptionError(f"{game.name} has no content that could be inspected or made yet; these games have: {known}")
    module, _, attribute = places[game.name].partition(":")
    return getattr(import_module(module), attribute)  # type: ignore[no-any-return]


def _designer_paths() -> dict[str, str]:
    return DESIGNERS | {entry.name: entry.value for entry in entry_points(group=ENTRY_POINT_GROUP)}
