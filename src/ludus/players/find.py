"""Load a bot from its text:

random                          a compiled bot of the game, or a search that plays every game
mcts:iterations=400             with options, separated by commas
coac+greedy:weights=mine.json   one bot per phase of the game: drafts like the first, fights like the second
bots.py:Rusher                  a class in a Python file, run in its own process
cmd:./coac --fast               a program that speaks the game's text protocol, started for every game
lines:./my-bot                  a program that speaks the JSON-lines protocol and stays for many games
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from ludus.core.bot import Bot
from ludus.core.contract import Content, Game
from ludus.core.errors import OptionError, UnknownName
from ludus.core.options import read_options
from ludus.players.compiled import Player, make_player
from ludus.players.seat import Sitter
from ludus.players.team import make_team
from ludus.search import searches

if TYPE_CHECKING:
    from ludus.players.outside import Limits

PYTHON = re.compile(r"(?P<file>.+?\.py)(?::(?P<name>[^:]*)(?::(?P<options>.*))?)?", re.DOTALL)
COMMAND, LINES = "cmd:", "lines:"


@cache
def bots_of(game: Game) -> dict[str, Bot]:
    """The compiled bots of a game by name: its own first, then the searches that play every game."""
    specs: dict[str, Bot] = {}
    for bot in (*game.bots(), *searches(game)):
        specs.setdefault(bot.name, bot)  # the game's own bots win over searches of the same name
    return specs


def player_names(game: Game) -> dict[str, str]:
    """The compiled bots of a game by name, each with a one-line summary."""
    return {name: spec.summary for name, spec in (game.named | bots_of(game)).items()}


def find_player(
    game: Game,
    text: str,
    compiled: bool = True,
    in_process: bool = False,
    limits: Limits | None = None,
    content: Content | None = None,
) -> Sitter:
    """Load a bot of any kind from its text.

    Args:
        game: The game it plays.
        text: See the top of this module.
        compiled: False gives compiled bots as plain Python.
        in_process: Run Python bots in this process, without limits; for trusted bots.
        limits: Limits of bots that run outside this process.
        content: Content whose names the text may use, as in `beam:patrons=pelin`; the game's own names if None.

    Raises:
        OptionError: the text is malformed, or a file or program is missing.
        UnknownName: there is no such bot.
    """
    if text.startswith(COMMAND):
        from ludus.players.outside import Program

        return Program(game, text.removeprefix(COMMAND), limits)
    if text.startswith(LINES):
        from ludus.players.outside import Resident

        return Resident(game, text.removeprefix(LINES), limits)
    if python_bot := PYTHON.fullmatch(text):
        return _python_bot(game, python_bot, in_process, limits)
    return find_compiled(game, text, compiled, content)


def find_compiled(game: Game, text: str, compiled: bool = True, content: Content | None = None) -> Player:
    """Load a compiled bot from its text."""
    if preset := game.named.get(text):
        return replace(find_compiled(game, preset.text, compiled, content), name=text)
    parts = text.split("+")
    if len(parts) > 1:
        return make_team(game, [find_member(game, part, compiled, content) for part in parts], text, compiled)
    bot, options = _read(game, text)
    if not bot.phases or not game.phases:
        return make_player(game, bot, options, text, compiled, content)
    members = [
        make_player(game, bot, options, text, compiled, content)
        if phase in bot.phases
        else find_member(game, game.partners.get(phase, "random"), compiled, content)
        for phase in game.phases
    ]
    return make_team(game, members, text, compiled)


def find_member(game: Game, text: str, compiled: bool = True, content: Content | None = None) -> Player:
    """Load a compiled bot without phase partners: it makes all decisions it is asked for."""
    bot, options = _read(game, text)
    return make_player(game, bot, options, text, compiled, content)


def find_bot(game: Game, name: str, version: str = "") -> Bot:
    """The spec of a compiled bot by its name; `version` selects one if the name has several versions."""
    known = bots_of(game)
    if preset := game.named.get(name):
        raise OptionError(f"{name} takes no options or partners: it is short for {preset.text}")
    if name not in known:
        raise UnknownName(f"player of {game.name}", name, [*known, *game.named])
    bot = known[name]
    return bot.versions(version) if version and bot.versions else bot


def _read(game: Game, text: str) -> tuple[Bot, Any]:
    """The spec that a text names, in the version its options select, and the options."""
    name, _, rest = text.partition(":")
    bot = find_bot(game, name)
    options = read_options(split_options(rest, text), bot.options, text)
    return (find_bot(game, name, bot.version_for(options)) if bot.version_for else bot), options


def split_options(rest: str, text: str) -> dict[str, str]:
    """Parse `key=value,key=value` into a dict."""
    options: dict[str, str] = {}
    for part in rest.split(",") if rest else []:
        key, equals, value = part.partition("=")
        if not equals or not key.strip():
            raise OptionError(f"{text!r}: options of a bot are KEY=VALUE, separated by commas, not {part!r}")
        if key.strip() in options:
            raise OptionError(f"{text!r}: the option {key.strip()} is given twice")
        options[key.strip()] = value.strip()
    return options


def _python_bot(game: Game, found: re.Match[str], in_process: bool, limits: Limits | None) -> Sitter:
    from ludus.players.python import HostedPlayer, InsidePlayer, read_bot_file

    text = found[0]
    if not found["name"]:
        raise OptionError(f"{text!r}: a Python bot is a file and a class in it, as in bots.py:Rusher")
    file = read_bot_file(found["file"], found["name"], split_options(found["options"] or "", text))
    player = InsidePlayer(game, file) if in_process else HostedPlayer(game, file, limits)
    player.name = text  # as the user wrote it, without the absolute path
    return player
