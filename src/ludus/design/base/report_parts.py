"""Parts of designers' reports: facts, lists of names, rows for the screen, ladder tables, commands to replay games."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import msgspec

from ludus.arena.match_spec import Match
from ludus.core.game_registry import game_argument
from ludus.design.base.designer import DesignRequest
from ludus.report.table_model import Column, Table
from ludus.stats import Estimate
from ludus.util.text import option_words

Item = TypeVar("Item")


def game_fact(request: DesignRequest, *details: str) -> str:
    """Return the fact about the game: `locm, rules version 3`, and details."""
    return ", ".join([f"{request.game.name}, rules version {request.game.version}", *details])


def against(bots: Iterable[object]) -> str:
    """Return who plays: `earl against drew`; equal bots are named once."""
    return " against ".join(dict.fromkeys(map(str, bots)))


def name_some(names: Sequence[str], limit: int) -> str:
    """Return the first names, and how many more there are: `Cellar, Market and 3 more`."""
    more = f" and {len(names) - limit} more" if len(names) > limit else ""
    return ", ".join(names[:limit]) + more


def head_and_tail(rows: int, limit: int) -> list[int] | None:
    """Return the rows for the screen: the first and the last of a long table; None if all fit."""
    half = limit // 2
    return None if rows <= limit else [*range(half), *range(rows - half, rows)]


def ladder_table(
    bots: Sequence[str],
    mean_win_rate: Callable[[int], Estimate],
    win_rate_against: Callable[[int, int], Estimate | None],
    title: str = "The ladder",
    name: str = "ladder",
) -> Table:
    """Return the table of a round robin: each bot's mean win rate, and its win rate against each other bot."""
    columns = [Column.text("player"), Column.share("wins")]
    columns += [Column.share(f"against_{bot}", f"against {bot}") for bot in bots]
    rows = [
        [bot, mean_win_rate(number), *(win_rate_against(number, other) for other in range(len(bots)))]
        for number, bot in enumerate(bots)
    ]
    return Table(name, columns, rows, f"{title}: wins on average and against each")


def won_and_lost_games(
    items: Iterable[Item],
    describe: Callable[[Item], str],
    find_game: Callable[[Item, bool], int | None],
    command: Callable[[int], str],
) -> dict[str, str]:
    """Return replay commands: for each item a game that it wins and one that it loses, if there are such games.

    Args:
        items: cards, patrons or the like.
        describe: says what happens in the game, as `Wolf is played`.
        find_game: number of a game with the item that is won (True) or lost (False).
        command: the command that replays a game.
    """
    commands = {}
    for item in items:
        for won, verb in ((True, "wins"), (False, "loses")):
            number = find_game(item, won)
            if number is not None:
                commands[f"{describe(item)} and {verb}"] = command(number)
    return commands


def replay_command(match: Match, players: list[str], number: int) -> str:
    """Command that plays game `number` of a match again and saves it as a replay."""
    content = match.content_of(number)
    options = msgspec.to_builtins(content.options)
    defaults = msgspec.to_builtins(type(content.options)())
    chosen = {name: value for name, value in options.items() if value != defaults[name]}
    words = ["ludus", "match", game_argument(match.game), *players, *option_words(chosen)]
    return f"{shlex.join(words)} --seed {match.seed} -n 0 --game {number} --save-replay game.json"
