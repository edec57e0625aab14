"""Bots by their texts, as far as the page may name them: what is compiled always, code of others only where allowed."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from ludus.bots import BotFactory, CompiledBot, load_bot, load_compiled_bot
from ludus.bots.lookup import COMMAND_PREFIX, JSON_LINES_PREFIX, PYTHON_BOT_PATTERN, bot_specs, parse_bot_options
from ludus.core.game import Game
from ludus.studio.budgets import OWNER, Budget, check_budget
from ludus.studio.choices import OWN, Resolve, checked, could_be_path, offered, only_files
from ludus.studio.masks import for_owner
from ludus.studio.own_bots import SIGN, OwnBots
from ludus.studio.protocol.words import BotInfo
from ludus.util.errors import OptionError, UnknownName

if TYPE_CHECKING:
    from ludus.bots.external import Limits

PATIENCE = 60.0  # seconds that a person waits for a program, whatever the rules of contests say
DECENT = ("coac", "courtier", "mcts", "greedy", "random")  # an opponent if nobody is named: the first there is


class Invitations(msgspec.Struct, frozen=True):
    """Whom somebody may invite to a table."""

    resolve: Resolve  # files of the user's own
    uploads: bool  # Python files and commands of this machine, under the limits of all external code
    own: OwnBots  # bots that were taken in, by @NAME
    budget: Budget = OWNER
    offered_only: bool = False  # of these, those that their owner offers to guests


def listed(game: Game) -> list[BotInfo]:
    """All that come with the game."""
    own = [BotInfo(name, one.summary, False, []) for name, one in game.bots.presets.items()]
    return own + [BotInfo(bot.name, bot.summary, bot.cheats, offered(bot.options)) for bot in bot_specs(game).values()]


def decent(game: Game) -> str:
    """An opponent who is worth playing, as far as the game has one."""
    known = {**game.bots.presets, **bot_specs(game)}
    return next(name for name in DECENT if name in known)


def invite(game: Game, text: str, rules: Invitations) -> BotFactory:
    """A player from its text. Raises where the text is wrong, or not for everybody to say."""
    if text.startswith(SIGN):
        found = rules.own.text(game, text, rules.offered_only)
        with for_owner(f"{text[:60]} cannot sit down; its owner can see why"):
            return load_bot(game, found, limits=_patient())
    if is_outside(text):
        if not rules.uploads:
            raise OptionError(f"{text[:60]!r} is code of your own; start the Studio with --uploads to let it play")
        with for_owner("a bot at this table cannot sit down; its owner can see why"):
            return load_bot(game, text, limits=_patient())
    found = checked_text(game, text, rules)
    with for_owner(f"{text[:60]} cannot be read; its owner can see why" if f"={OWN}" in text else ""):
        return _renamed(load_compiled_bot(game, found), text)


def checked_text(game: Game, text: str, rules: Invitations) -> str:
    """The text of a bot that comes with the game or of one's own, with files as paths; for tournaments."""
    if text.startswith(SIGN):
        return rules.own.text(game, text, rules.offered_only)
    if text in game.bots.presets:
        return text
    return "+".join(_checked(game, part, rules) for part in text.split("+"))


def is_outside(text: str) -> bool:
    """Whether a text names code of somebody's own, which plays in a process of its own."""
    return text.startswith((SIGN, COMMAND_PREFIX, JSON_LINES_PREFIX)) or PYTHON_BOT_PATTERN.fullmatch(text) is not None


def refuse_files(game: Game, text: str, owner: str) -> None:
    """Refuse words about several bots, as designers take them, if one of them is to read a file."""
    if could_be_path(text):
        raise OptionError(f"{owner}: {text[:60]!r} could be a path; name your own content where files are asked for")
    keys = {key for bot in bot_specs(game).values() for key in only_files(bot.options)}
    for key, value in re.findall(r"([\w-]+)=([^,\s+]*)", text):
        if key in keys and value not in _genomes(game):
            raise OptionError(
                f"{owner}: {key}={value[:60]} names a file; here only {', '.join(_genomes(game)) or 'none'}"
            )


def _genomes(game: Game) -> list[str]:
    """The evaluations that come with a game."""
    return [] if game.bots.evaluations is None else sorted(file.stem for file in game.bots.evaluations.glob("*.json"))


def _checked(game: Game, part: str, rules: Invitations) -> str:
    name, _, rest = part.partition(":")
    known = bot_specs(game)
    if name not in known:
        raise UnknownName(f"player of {game.name}", name[:60], [*known, *game.bots.presets])
    given = parse_bot_options(rest, part)
    check_budget(known[name].options, given, part, rules.budget)
    found = checked(known[name].options, given, part, rules.resolve, _genomes(game))
    return name + ("" if not found else ":" + ",".join(f"{key}={value}" for key, value in found.items()))


def _renamed(player: CompiledBot, text: str) -> CompiledBot:
    """As the user wrote it, not where files lie on this machine."""
    return replace(player, name=text)


def _patient() -> Limits:
    from ludus.bots.external import Limits

    return Limits(start=PATIENCE, reply=PATIENCE)
