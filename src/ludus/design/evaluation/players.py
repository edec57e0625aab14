"""A genome as a player, without a file: evolution makes thousands of them, so this costs microseconds."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from ludus.core.contract import Game
from ludus.core.errors import OptionError, UnknownName
from ludus.core.options import read_options
from ludus.core.record import twin
from ludus.players.compiled import Player, player_with
from ludus.search.bots import EVALUATING, EvaluatingBot, evaluating_bot, version_of
from ludus.search.genome import Genome


def player(
    game: Game, genome: Genome, search: str = "agent", name: str = "", compiled: bool = True, **options: Any
) -> Player:
    """A player that evaluates by a genome: `agent`, which drafts too, or any search that evaluates, with its options.

    A search that is blind to a phase of the game, as greedy is to LOCM's draft, plays that phase all the same.
    """
    bot, empty, at = _template(game, search, version_of(genome), tuple(sorted(options.items())))
    packed = np.frombuffer(bot.evaluation.pack(genome), np.uint8)
    params = twin(empty)
    params.view(np.uint8)[at : at + len(packed)] = packed
    return player_with(game, bot, params, name or search, compiled)


@cache
def _template(
    game: Game, search: str, version: str, options: tuple[tuple[str, Any], ...]
) -> tuple[EvaluatingBot, np.ndarray, int]:
    """The bot, its parameters without a genome, and the byte from which on the genome goes."""
    if search not in EVALUATING:
        raise UnknownName("search that evaluates", search, list(EVALUATING))
    if {"weights", "genome"} & dict(options).keys():
        raise OptionError(f"{search}: the genome is the evaluation; leave out the file")
    bot = evaluating_bot(game, search, version)
    params = bot.params.zeros(1)
    bot.settle_numbers(read_options(dict(options), bot.options, search), bot.params.over(params))
    offsets: Any = bot.params.dtype.fields
    return bot, params, offsets["evaluation"][1]
