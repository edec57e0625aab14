"""Options of `ludus inspect tribute` and `ludus make tribute`, and their parsing."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from ludus.bots import load_compiled_bot
from ludus.core.compile.progress import report_compilation
from ludus.core.game import Content
from ludus.design.base.designer import DesignOptions, DesignRequest
from ludus.util.errors import OptionError

OFFICIAL_FILE = "official"
MEASURING_BOT = "shopper"
HELD_OUT_BOTS = "shopping-decision-tree random-no-end"
DEFAULT_BOTS = "decision-tree"
DEFAULT_LADDER = "random random-no-end max-prestige decision-tree"
DEFAULT_MAX_SHARE = 55.0

MeasuringBotOption = Annotated[
    str, Meta(description="bot that measures cards and patrons: it must buy and call at random")
]
MaxShareOption = Annotated[
    float, Meta(gt=50, lt=100, description="share of wins, in percent, that no card and no patron should carry")
]


class TributeInspectOptions(DesignOptions, frozen=True):
    """Options of `ludus inspect tribute`."""

    ruler: MeasuringBotOption = MEASURING_BOT
    most: MaxShareOption = DEFAULT_MAX_SHARE
    players: Annotated[
        str,
        Meta(description="bots for seat advantage, game length and end reasons: one for both seats, or two"),
    ] = DEFAULT_BOTS
    ladder: Annotated[str, Meta(description="weak and strong bots that a good game separates")] = DEFAULT_LADDER


class TributeMakeOptions(DesignOptions, frozen=True):
    """Options of `ludus make tribute`."""

    balance: Annotated[
        bool, Meta(description="few small changes until no card and no patron surely carries more than --most")
    ] = False
    most: MaxShareOption = DEFAULT_MAX_SHARE
    ruler: MeasuringBotOption = MEASURING_BOT
    hold_out: Annotated[
        str, Meta(description="held-out measuring bots that validate the result, separated by spaces")
    ] = HELD_OUT_BOTS
    steps: Annotated[int, Meta(ge=1, le=5, description="most steps of one number")] = 2
    penalty: Annotated[
        float, Meta(ge=0, le=10, description="points of percent that a change must be worth, to be made")
    ] = 0.5
    rounds: Annotated[int, Meta(ge=1, le=5, description="most rounds of searching and measuring again")] = 3
    population: Annotated[int, Meta(ge=4, le=1000, description="sets of changes in a generation")] = 8
    generations: Annotated[int, Meta(ge=1, le=1000, description="generations in a round")] = 4
    search_games: Annotated[int, Meta(ge=2, le=10**6, description="games a set while searching")] = 6000


@dataclass(frozen=True)
class CardFile:
    """A card file to inspect."""

    name: str
    content: Content


def read_card_files(words: list[str], request: DesignRequest) -> list[CardFile]:
    """Parse the CONTENT arguments: one card file or two; `official` is the game's own.

    Raises:
        OptionError: no file, more than two, or the same one twice.
    """
    if "cards" in request.options:
        raise OptionError("-o cards: the card file is what this command is about; name it as its CONTENT")
    if len(words) not in (1, 2):
        raise OptionError(
            f"name one card file, or two to compare; not {len(words)}. `{OFFICIAL_FILE}` is the game's own"
        )
    if len(words) == 2 and words[0] == words[1]:
        raise OptionError(f"{words[0]}: this card file is named twice")
    return [CardFile(word, load_card_file(request, word)) for word in words]


def load_card_file(request: DesignRequest, word: str) -> Content:
    """Load the game with a card file; the other game options are those of the request.

    Raises:
        OptionError: there is no such file.
    """
    options: dict[str, Any] = dict(request.options)
    if word != OFFICIAL_FILE:
        if not Path(word).is_file():
            meant = difflib.get_close_matches(word, [OFFICIAL_FILE])
            hint = (
                f"did you mean `{OFFICIAL_FILE}`?"
                if meant
                else f"name a TOML file, or `{OFFICIAL_FILE}` for the game's own"
            )
            raise OptionError(f"{word}: no such card file; {hint}")
        options["cards"] = word
    return request.game.content(**options)


def read_bots(text: str, request: DesignRequest) -> list[str]:
    """Parse one bot for both seats, or one per seat."""
    names = text.split()
    if len(names) not in (1, 2):
        raise OptionError(f"--players takes one player or two with a space between them, not {text!r}")
    return check_bots(names if len(names) == 2 else names * 2, request)


def read_ladder(text: str, request: DesignRequest) -> list[str]:
    names = text.split()
    if len(set(names)) != len(names) or len(names) < 2:
        raise OptionError(f"--ladder takes two or more different players with spaces between them, not {text!r}")
    return check_bots(names, request)


def read_held_out_bots(text: str, measuring_bot: str, request: DesignRequest) -> list[str]:
    names = text.split()
    if measuring_bot in names:
        raise OptionError(f"{measuring_bot} cannot both make the card file and judge it: choose others for --hold-out")
    if len(set(names)) != len(names) or not names:
        raise OptionError(f"--hold-out takes one or more different players with spaces between them, not {text!r}")
    return check_bots(names, request)


def check_bots(names: list[str], request: DesignRequest) -> list[str]:
    """Raise if a bot does not exist or is not compiled, before any game is played; return the names."""
    with report_compilation(request.game):
        for name in dict.fromkeys(names):
            load_compiled_bot(request.game, name)
    return names
