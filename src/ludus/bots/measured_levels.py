"""Easy, medium and hard: the bots or options of a game whose strength was measured, and the bots that are the default.

Games of Ludus bring the result of measured tournaments in `levels.csv`, one line for each level.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from typing import Literal, get_args

from ludus.bots.lookup import bot_specs
from ludus.core.game import Game
from ludus.stats import Estimate
from ludus.util.errors import ContentError
from ludus.util.files import file_errors

LevelName = Literal["easy", "medium", "hard"]
LEVELS: tuple[LevelName, ...] = get_args(LevelName)
DEFAULT_ADVISERS = ("mcts", "greedy", "random")  # without levels: the first that the game has


@dataclass(frozen=True)
class MeasuredLevel:
    """A line of `levels.csv`.

    Attributes:
        level: Its name.
        bot: The opponent; in a game for one player, the bot that the level was measured with; empty: none.
        options: Options of the game.
        share: Measured win rate of the bot.
        games: Number of games behind it.
    """

    level: LevelName
    bot: str
    options: dict[str, str]
    share: Estimate
    games: int


def read_levels(game: Game) -> list[MeasuredLevel]:
    """Return the levels that a game brings; none if it has no file of them.

    Raises:
        ContentError: the file cannot be read; the message names it.
    """
    if game.levels is None:
        return []
    with file_errors(game.levels, "read"):
        text = game.levels.read_text(encoding="utf-8")
    try:
        levels = [_read_line(line) for line in csv.DictReader(text.splitlines())]
    except (KeyError, ValueError) as error:
        raise ContentError(f"{game.levels}: not a file of levels: {error}") from None
    if [level.level for level in levels] != list(LEVELS):
        raise ContentError(f"{game.levels}: one line for each of {', '.join(LEVELS)}, in this order")
    return levels


def default_opponent(game: Game) -> str:
    """Text of the bot to play against or to watch that is chosen beforehand, in the Studio and in the terminal.

    If the game brings measured levels, it is the bot of the medium one; otherwise as `default_adviser`.
    """
    return _bot_of_level(game, "medium") or default_adviser(game)


def default_adviser(game: Game) -> str:
    """Text of the bot that gives hints, in the Studio and in the terminal: one that plays well.

    If the game brings measured levels, it is the bot of the hardest one; in a game for one player, all levels were
    measured with it. Otherwise it is a reasonably strong one, as far as the game has it.
    """
    available = {**game.bots.presets, **bot_specs(game)}
    return _bot_of_level(game, "hard") or next(name for name in DEFAULT_ADVISERS if name in available)


def _bot_of_level(game: Game, name: LevelName) -> str:
    """Bot of a measured level; empty if there is none."""
    return next((level.bot for level in read_levels(game) if level.level == name), "")


def _read_line(line: dict[str, str]) -> MeasuredLevel:
    games = int(line["games"])
    return MeasuredLevel(
        level=line["level"],  # type: ignore[arg-type]
        bot=line["bot"],
        options=dict(option.split("=", 1) for option in line["options"].split()),
        share=Estimate(float(line["share"]), float(line["share_low"]), float(line["share_high"]), games),
        games=games,
    )
