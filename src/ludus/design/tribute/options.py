"""Options of `ludus inspect tribute` and `ludus make tribute`, and their parsing."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from ludus.core.game import Content, Game
from ludus.design.base.designer import DesignOptions, DesignRequest
from ludus.design.base.option_value_parsers import refuse_search_bots
from ludus.util.errors import OptionError
from ludus.util.files import missing_file
from ludus.util.text import closest_match

OFFICIAL_FILE = "official"
MEASURING_BOT = "shopper"
HELD_OUT_BOTS = "shopping-decision-tree random-no-end"
DEFAULT_BOTS = "decision-tree"
DEFAULT_LADDER = "random random-no-end max-prestige decision-tree"
DEFAULT_MAX_SHARE = 55.0

MeasuringBotOption = Annotated[
    str, Meta(description="bot that plays the measuring games; it must buy cards and call patrons at random")
]
MaxShareOption = Annotated[
    float,
    Meta(
        gt=50,
        lt=100,
        description="limit for the strength of a card or patron: the share of wins that it may carry, in percent",
    ),
]


class TributeInspectOptions(DesignOptions, frozen=True):
    """Options of `ludus inspect tribute`."""

    ruler: MeasuringBotOption = MEASURING_BOT
    most: MaxShareOption = DEFAULT_MAX_SHARE
    players: Annotated[
        str,
        Meta(description="bots for seat advantage, game length and end reasons: one for both seats, or two"),
    ] = DEFAULT_BOTS
    ladder: Annotated[str, Meta(description="bots from weak to strong; in a good game, strong bots beat weak ones")] = (
        DEFAULT_LADDER
    )


class TributeMakeOptions(DesignOptions, frozen=True):
    """Options of `ludus make tribute`."""

    balance: Annotated[
        bool, Meta(description="make few small changes, until no card and no patron is clearly above --most")
    ] = False
    most: MaxShareOption = DEFAULT_MAX_SHARE
    ruler: MeasuringBotOption = MEASURING_BOT
    hold_out: Annotated[
        str, Meta(description="held-out bots that measure again to validate the result, separated by spaces")
    ] = HELD_OUT_BOTS
    steps: Annotated[
        int, Meta(ge=1, le=5, description="largest number of steps by which one number of a card may change")
    ] = 2
    penalty: Annotated[
        float, Meta(ge=0, le=10, description="percentage points that each step of a change must gain")
    ] = 0.5
    rounds: Annotated[
        int, Meta(ge=1, le=5, description="largest number of rounds; each searches and measures again")
    ] = 3
    population: Annotated[int, Meta(ge=4, le=1000, description="number of sets of changes in a generation")] = 8
    generations: Annotated[int, Meta(ge=1, le=1000, description="generations in a round")] = 4
    search_games: Annotated[
        int, Meta(ge=2, le=10**6, description="games for each set of changes during the search")
    ] = 6000


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
            hint = f"Name a TOML file, or `{OFFICIAL_FILE}` for the game's own"
            if closest_match(word, [OFFICIAL_FILE]):
                hint = f"Did you mean `{OFFICIAL_FILE}`?"
            raise OptionError(f"{word}: {missing_file(word, 'card file')}. {hint}")
        options["cards"] = word
    return request.game.content(**options)


def read_held_out_bots(game: Game, text: str, measuring_bot: str) -> list[str]:
    """Parse the held-out measuring bots.

    Raises:
        OptionError: the bot of the search is among them, none is named, or one is named twice.
    """
    names = text.split()
    refuse_search_bots(game, names, [measuring_bot], "card file")
    if len(set(names)) != len(names) or not names:
        raise OptionError(f"--hold-out takes one or more different players, separated by spaces, not {text!r}")
    return names
