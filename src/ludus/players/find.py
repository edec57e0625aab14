"""A player from its text:

random                          a compiled bot of the game or a search that plays every game
mcts:iterations=400             with options, commas between them
coac+greedy:weights=mine.json   one for each phase of the game: drafts like one, fights like the other
bots.py:Rusher                  a class in a Python file, in a process of its own
cmd:./coac --fast               a program that speaks the game's text protocol, started for every game
lines:./my-bot                  a program that speaks our own protocol of JSON lines and stays for many games
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
    found: dict[str, Bot] = {}
    for bot in (*game.bots(), *searches(game)):
        found.setdefault(bot.name, bot)  # a game may have its own idea of a name
    return found


def player_names(game: Game) -> dict[str, str]:
    """The compiled players of a game by name, each with a line about it."""
    return {name: one.summary for name, one in (game.named | bots_of(game)).items()}


def find_player(
    game: Game,
    text: str,
    compiled: bool = True,
    in_process: bool = False,
    limits: Limits | None = None,
    content: Content | None = None,
) -> Sitter:
    """A player of any kind from its text. `in_process` trusts Python bots; `limits` are for all that run outside.

    Names of a game's things in the text, as in `beam:patrons=pelin`, are those of the content, or of the game's own.
    """
    if text.startswith(COMMAND):
        from ludus.players.outside import Program

        return Program(game, text.removeprefix(COMMAND), limits)
    if text.startswith(LINES):
        from ludus.players.outside import Resident

        return Resident(game, text.removeprefix(LINES), limits)
    if found := PYTHON.fullmatch(text):
        return _python_bot(game, found, in_process, limits)
    return find_compiled(game, text, compiled, content)


def find_compiled(game: Game, text: str, compiled: bool = True, content: Content | None = None) -> Player:
    """A compiled player from its text."""
    if named := game.named.get(text):
        return replace(find_compiled(game, named.text, compiled, content), name=text)
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
    """A compiled player without partners: it plays whatever it is asked to."""
    bot, options = _read(game, text)
    return make_player(game, bot, options, text, compiled, content)


def find_bot(game: Game, name: str, version: str = "") -> Bot:
    """A compiled bot by its name, and where that stands for several versions, by the version."""
    known = bots_of(game)
    if named := game.named.get(name):
        raise OptionError(f"{name} stands alone, without options or partners: it is {named.text}")
    if name not in known:
        raise UnknownName(f"player of {game.name}", name, [*known, *game.named])
    bot = known[name]
    return bot.versions(version) if version and bot.versions else bot


def _read(game: Game, text: str) -> tuple[Bot, Any]:
    """The bot that a text names, in the version that its options ask for, and the options."""
    name, _, rest = text.partition(":")
    bot = find_bot(game, name)
    options = read_options(split_options(rest, text), bot.options, text)
    return (find_bot(game, name, bot.version_for(options)) if bot.version_for else bot), options


def split_options(rest: str, text: str) -> dict[str, str]:
    """`key=value,key=value` as a dict."""
    found: dict[str, str] = {}
    for part in rest.split(",") if rest else []:
        key, equals, value = part.partition("=")
        if not equals or not key.strip():
            raise OptionError(f"{text!r}: options of a player are KEY=VALUE, with commas between them, not {part!r}")
        if key.strip() in found:
            raise OptionError(f"{text!r}: the option {key.strip()} is given twice")
        found[key.strip()] = value.strip()
    return found


def _python_bot(game: Game, found: re.Match[str], in_process: bool, limits: Limits | None) -> Sitter:
    from ludus.players.python import HostedPlayer, InsidePlayer, read_bot_file

    text = found[0]
    if not found["name"]:
        raise OptionError(f"{text!r}: a Python bot is a file and a class in it, as in bots.py:Rusher")
    file = read_bot_file(found["file"], found["name"], split_options(found["options"] or "", text))
    player = InsidePlayer(game, file) if in_process else HostedPlayer(game, file, limits)
    player.name = text  # as the user wrote it, not where the file lies on this machine
    return player
