"""Compiled bot from a genome, without a file; takes microseconds, as evolution makes thousands."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from ludus.bots.compiled import CompiledBot, compiled_bot_with_params
from ludus.core.game import Game
from ludus.core.structured_records import copy_record
from ludus.search.bots import EVALUATING, EvaluatingBot, evaluating_bot, version_of
from ludus.search.evaluation_genome_packing import Genome
from ludus.util.errors import OptionError, UnknownName
from ludus.util.options import read_options


def genome_bot(
    game: Game, genome: Genome, search: str = "agent", name: str = "", compiled: bool = True, **options: Any
) -> CompiledBot:
    """Make a bot that evaluates positions by a genome.

    A search that knows nothing about a phase of the game, such as greedy in LOCM's draft, still plays that phase.

    Args:
        game: the game to play.
        genome: the evaluation function.
        search: `agent`, which also drafts, or any search that uses an evaluation.
        name: name of the bot; the search by default.
        compiled: whether to run compiled code.
        options: options of the search.

    Returns:
        A compiled bot, for `Match` and `play_pairwise`.

    Raises:
        UnknownName: there is no such search.
        OptionError: the options name another evaluation.
    """
    bot, empty, at = _bot_template(game, search, version_of(genome), tuple(sorted(options.items())))
    packed = np.frombuffer(bot.evaluation.pack(genome), np.uint8)
    params = copy_record(empty)
    params.view(np.uint8)[at : at + len(packed)] = packed
    return compiled_bot_with_params(game, bot, params, name or search, compiled)


@cache
def _bot_template(
    game: Game, search: str, version: str, options: tuple[tuple[str, Any], ...]
) -> tuple[EvaluatingBot, np.ndarray, int]:
    """The bot, its parameters without a genome, and the byte offset of the genome."""
    if search not in EVALUATING:
        raise UnknownName("search that evaluates", search, list(EVALUATING))
    if {"weights", "genome"} & dict(options).keys():
        raise OptionError(f"{search}: the genome is the evaluation; leave out the file")
    bot = evaluating_bot(game, search, version)
    params = bot.params.zeros(1)
    bot.write_options(read_options(dict(options), bot.options, search), bot.params.over(params))
    offsets: Any = bot.params.dtype.fields
    return bot, params, offsets["evaluation"][1]
