"""Options of `ludus inspect tribute` and `ludus make tribute`, and their parsing."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from ludus.core.contract import Content
from ludus.core.errors import OptionError
from ludus.core.progress import first_use
from ludus.design.contract import Asks, Order
from ludus.players import find_compiled

OFFICIAL = "official"
RULER = "shopper"
STRANGERS = "shopping-decision-tree random-no-end"
PLAYERS = "decision-tree"
LADDER = "random random-no-end max-prestige decision-tree"
MOST = 55.0

Ruler = Annotated[str, Meta(description="bot that measures cards and patrons: it must buy and call at random")]
Most = Annotated[
    float, Meta(gt=50, lt=100, description="share of wins, in percent, that no card and no patron should carry")
]


class InspectAsks(Asks, frozen=True):
    """Options of `ludus inspect tribute`."""

    ruler: Ruler = RULER
    most: Most = MOST
    players: Annotated[
        str,
        Meta(description="bots for seat advantage, game length and end reasons: one for both seats, or two"),
    ] = PLAYERS
    ladder: Annotated[str, Meta(description="weak and strong bots that a good game separates")] = LADDER


class MakeAsks(Asks, frozen=True):
    """Options of `ludus make tribute`."""

    balance: Annotated[
        bool, Meta(description="few small changes until no card and no patron surely carries more than --most")
    ] = False
    most: Most = MOST
    ruler: Ruler = RULER
    hold_out: Annotated[
        str, Meta(description="held-out measuring bots that validate the result, separated by spaces")
    ] = STRANGERS
    steps: Annotated[int, Meta(ge=1, le=5, description="most steps of one number")] = 2
    penalty: Annotated[
        float, Meta(ge=0, le=10, description="points of percent that a change must be worth, to be made")
    ] = 0.5
    rounds: Annotated[int, Meta(ge=1, le=5, description="most rounds of searching and measuring again")] = 3
    population: Annotated[int, Meta(ge=4, le=1000, description="sets of changes in a generation")] = 8
    generations: Annotated[int, Meta(ge=1, le=1000, description="generations in a round")] = 4
    search_games: Annotated[int, Meta(ge=2, le=10**6, description="games a set while searching")] = 6000


@dataclass(frozen=True)
class Subject:
    """A card file to inspect."""

    name: str
    content: Content


def read_subjects(words: list[str], order: Order) -> list[Subject]:
    """Parse the CONTENT arguments: one card file or two; `official` is the game's own.

    Raises:
        OptionError: no file, more than two, or the same one twice.
    """
    if "cards" in order.options:
        raise OptionError("-o cards: the card file is what this command is about; name it as its CONTENT")
    if len(words) not in (1, 2):
        raise OptionError(f"name one card file, or two to compare; not {len(words)}. `{OFFICIAL}` is the game's own")
    if len(words) == 2 and words[0] == words[1]:
        raise OptionError(f"{words[0]}: this card file is named twice")
    return [Subject(word, load(order, word)) for word in words]


def load(order: Order, word: str) -> Content:
    """Load the game with a card file; the other game options are those of the request.

    Raises:
        OptionError: there is no such file.
    """
    options: dict[str, Any] = dict(order.options)
    if word != OFFICIAL:
        if not Path(word).is_file():
            meant = difflib.get_close_matches(word, [OFFICIAL])
            hint = f"did you mean `{OFFICIAL}`?" if meant else f"name a TOML file, or `{OFFICIAL}` for the game's own"
            raise OptionError(f"{word}: no such card file; {hint}")
        options["cards"] = word
    return order.game.content(**options)


def read_players(text: str, order: Order) -> list[str]:
    """Parse one bot for both seats, or one per seat."""
    names = text.split()
    if len(names) not in (1, 2):
        raise OptionError(f"--players takes one player or two with a space between them, not {text!r}")
    return check_players(names if len(names) == 2 else names * 2, order)


def read_ladder(text: str, order: Order) -> list[str]:
    names = text.split()
    if len(set(names)) != len(names) or len(names) < 2:
        raise OptionError(f"--ladder takes two or more different players with spaces between them, not {text!r}")
    return check_players(names, order)


def read_strangers(text: str, ruler: str, order: Order) -> list[str]:
    names = text.split()
    if ruler in names:
        raise OptionError(f"{ruler} cannot both make the card file and judge it: choose others for --hold-out")
    if len(set(names)) != len(names) or not names:
        raise OptionError(f"--hold-out takes one or more different players with spaces between them, not {text!r}")
    return check_players(names, order)


def check_players(names: list[str], order: Order) -> list[str]:
    """Raise if a bot does not exist or is not compiled, before any game is played; return the names."""
    with first_use(order.game):
        for name in dict.fromkeys(names):
            find_compiled(order.game, name)
    return names
