"""One small contract behind `ludus inspect`, `ludus make` and the tour of `ludus demo`, whatever the content.

A game's designer is an object `designer` in a module of this room, named in DESIGNERS or by an entry point of the group
`ludus.designers`; it is imported when it is asked for. It answers with `Findings`: sentences, tables, pictures and
files, which the command line shows, and writes into a folder, all in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any, Literal, Protocol

import msgspec

from ludus.compute import Place
from ludus.core.contract import Game
from ludus.core.errors import OptionError
from ludus.core.registry import find_game
from ludus.design.unfinished import Unfinished
from ludus.stats import Estimate

if TYPE_CHECKING:
    from ludus.arena.bench import Pieces, Task

GROUP = "ludus.designers"
DESIGNERS = {
    "locm": "ludus.design.cards:designer",
    "dominion": "ludus.design.kingdoms:designer",
    "tribute": "ludus.design.decks:designer",
    "delve": "ludus.design.trees:designer",
    "platformer": "ludus.design.levels.designer:designer",
}


Kind = Literal["text", "count", "share", "difference", "number"]


class Progress(Protocol):
    """What shows people how far the work is."""

    def __call__(
        self, what: str, count: int, thing: str = "game", /
    ) -> AbstractContextManager[Callable[[int], None]]: ...


class Tell(Protocol):
    """Who hears of single numbers before all of the work is done."""

    def __call__(self, of: str, name: str, title: str, kind: Kind, value: Estimate | float, /) -> None: ...


def unheard(of: str, name: str, title: str, kind: Kind, value: Estimate | float, /) -> None:
    """For those who wait until the work is done."""


class Show(Protocol):
    """What is told of results on the way: their name, and what makes plain data of them if somebody looks."""

    def __call__(self, name: str, make: Callable[[], Any], /, now: bool = False) -> None: ...


def nobody_looks(name: str, make: Callable[[], Any], /, now: bool = False) -> None:
    """For work that is not watched."""


class Asks(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What a designer lets users choose, beyond what both commands have: each declares its own, with descriptions."""


@dataclass(frozen=True)
class Order:
    """What both commands hand to a designer."""

    game: Game
    options: dict[str, str]  # of the game, as the user wrote them
    games: int | None  # None: the designer knows how many are needed
    seed: int
    place: Place
    folder: str | None  # where files will go
    progress: Progress  # progress("what is played", games) gives a function that is told of games played
    kept: Unfinished = field(default_factory=Unfinished)  # of this work, when it was stopped before its end
    show: Show = nobody_looks  # results on the way, for who watches
    tell: Tell = unheard  # tell("first-game", "turns", "turns of a game", "number", estimate), as soon as it is known

    @property
    def design(self) -> Any:
        """What the game offers to designers, see `design` in the contract of games."""
        assert self.game.design is not None, f"{self.game.name} has a designer, but no `design`"
        return self.game.design()

    def count(self, usual: int) -> int:
        """How many games to play, in whole deals of two."""
        games = usual if self.games is None else self.games
        return games + games % 2


def count(number: int, what: str) -> str:
    """A number of things: `1 card`, `12 cards`."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


@dataclass(frozen=True)
class Column:
    """A column of a table. Shares and differences of shares hold estimates, and so may numbers."""

    name: str
    kind: Kind = "text"
    title: str = ""  # on the screen; the name if not given
    shown: bool = True  # on the screen and on the page; files have all


@dataclass(frozen=True)
class Sheet:
    """A named table; `shown` rows go to the screen, all of them to a file."""

    name: str
    about: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Any]]
    shown: Sequence[int] | None = None  # numbers of the rows for the screen; None: all


@dataclass(frozen=True)
class Findings:
    """What came out."""

    title: str
    answer: list[str]  # sentences, the most important first
    sheets: list[Sheet] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)  # text pictures by title, as for a terminal
    pictures: dict[str, tuple[str, str]] = field(default_factory=dict)  # file name: SVG and caption
    facts: dict[str, str] = field(default_factory=dict)  # seeds, players, digests, games
    commands: dict[str, str] = field(default_factory=dict)  # what to type to see the games behind a number
    files: dict[str, str] = field(default_factory=dict)  # what else belongs into the folder
    images: dict[str, bytes] = field(default_factory=dict)  # pictures as PNG, for the folder
    notes: list[str] = field(default_factory=list)  # how to read the numbers


# Chapters of a tour, in a minute at most: findings by the name of the folder that each goes to, which will stand in the
# folder of the order.
Tour = Callable[[Order], dict[str, Findings]]


@dataclass(frozen=True)
class Designer:
    """What a game offers to designers."""

    content: str  # what CONTENT may be, in a sentence
    example: str  # what to type after `ludus inspect GAME`
    inspects: type[Asks]
    inspect: Callable[[list[str], Any, Order], Findings]
    target: str  # what to type after `ludus make GAME`
    makes: type[Asks]
    make: Callable[[Any, Order], Findings]
    tasks: Callable[[], Sequence[Task | Pieces]] = tuple  # work whose speed `ludus bench` measures, if there is any
    on_screen: bool = False  # what is made is short enough to be shown: it needs no folder
    tour: Tour | None = None  # what `ludus demo` shows of its work, if there is anything


def find_tasks(name: str) -> Sequence[Task | Pieces]:
    """What `ludus bench` measures of a game's designer; nothing where a game has none."""
    return find_designer(name).tasks() if name in _places() else ()


def find_tour(name: str) -> Tour | None:
    """What `ludus demo` shows of a game's designer; None where there is nothing."""
    return find_designer(name).tour if name in _places() else None


def find_designer(name: str) -> Designer:
    """The designer of a game."""
    game, places = find_game(name), _places()
    if game.name not in places:
        known = ", ".join(sorted(places))
        raise OptionError(f"{game.name} has no content that could be inspected or made yet; these games have: {known}")
    module, _, attribute = places[game.name].partition(":")
    return getattr(import_module(module), attribute)  # type: ignore[no-any-return]


def _places() -> dict[str, str]:
    return DESIGNERS | {entry.name: entry.value for entry in entry_points(group=GROUP)}
