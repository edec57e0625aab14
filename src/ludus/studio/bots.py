"""Load bots from their texts. Compiled bots are always allowed, external code only where uploads are enabled."""

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

PATIENCE = 60.0  # seconds that a person waits for a program, independent of the rules of contests
DECENT = ("coac", "courtier", "mcts", "greedy", "random")  # default opponents; the first one that the game has is used


class Invitations(msgspec.Struct, frozen=True):
    """Which bots a role may invite to a session."""

    resolve: Resolve  # paths of content files of the user
    uploads: bool  # whether Python files and commands of this machine may play, under the limits of all external code
    own: OwnBots  # uploaded bots, by @NAME
    budget: Budget = OWNER
    offered_only: bool = False  # only those uploaded bots that their owner offers to guests


def listed(game: Game) -> list[BotInfo]:
    """Information on all bots that come with the game."""
    presets = [BotInfo(name, preset.summary, False, []) for name, preset in game.bots.presets.items()]
    return presets + [
        BotInfo(bot.name, bot.summary, bot.cheats, offered(bot.options)) for bot in bot_specs(game).values()
    ]


def decent(game: Game) -> str:
    """Name of a reasonably strong opponent, as far as the game has one."""
    available = {**game.bots.presets, **bot_specs(game)}
    return next(name for name in DECENT if name in available)


def invite(game: Game, text: str, rules: Invitations) -> BotFactory:
    """Create a bot from its text.

    Raises OptionError if the text is wrong or this role may not use it.
    """
    if text.startswith(SIGN):
        bot_text = rules.own.text(game, text, rules.offered_only)
        with for_owner(f"{text[:60]} cannot sit down; its owner can see why"):
            return load_bot(game, bot_text, limits=_patient())
    if is_outside(text):
        if not rules.uploads:
            raise OptionError(f"{text[:60]!r} is code of your own; start the Studio with --uploads to let it play")
        with for_owner("a bot at this table cannot sit down; its owner can see why"):
            return load_bot(game, text, limits=_patient())
    bot_text = checked_text(game, text, rules)
    with for_owner(f"{text[:60]} cannot be read; its owner can see why" if f"={OWN}" in text else ""):
        return _renamed(load_compiled_bot(game, bot_text), text)


def checked_text(game: Game, text: str, rules: Invitations) -> str:
    """Text of a built-in or uploaded bot, checked and with files as paths; for tournaments."""
    if text.startswith(SIGN):
        return rules.own.text(game, text, rules.offered_only)
    if text in game.bots.presets:
        return text
    return "+".join(_checked(game, part, rules) for part in text.split("+"))


def is_outside(text: str) -> bool:
    """Whether a text names external code, which plays in its own process."""
    return text.startswith((SIGN, COMMAND_PREFIX, JSON_LINES_PREFIX)) or PYTHON_BOT_PATTERN.fullmatch(text) is not None


def refuse_files(game: Game, text: str, owner: str) -> None:
    """Refuse a text that names several bots, as designers accept them, if one of them would read a file."""
    if could_be_path(text):
        raise OptionError(f"{owner}: {text[:60]!r} could be a path; name your own content where files are asked for")
    keys = {key for bot in bot_specs(game).values() for key in only_files(bot.options)}
    for key, value in re.findall(r"([\w-]+)=([^,\s+]*)", text):
        if key in keys and value not in _genomes(game):
            raise OptionError(
                f"{owner}: {key}={value[:60]} names a file; here only {', '.join(_genomes(game)) or 'none'}"
            )


def _genomes(game: Game) -> list[str]:
    """Names of the evaluation files that come with a game."""
    return [] if game.bots.evaluations is None else sorted(file.stem for file in game.bots.evaluations.glob("*.json"))


def _checked(game: Game, part: str, rules: Invitations) -> str:
    name, _, rest = part.partition(":")
    specs = bot_specs(game)
    if name not in specs:
        raise UnknownName(f"player of {game.name}", name[:60], [*specs, *game.bots.presets])
    options = parse_bot_options(rest, part)
    check_budget(specs[name].options, options, part, rules.budget)
    checked_options = checked(specs[name].options, options, part, rules.resolve, _genomes(game))
    return name + (
        "" if not checked_options else ":" + ",".join(f"{key}={value}" for key, value in checked_options.items())
    )


def _renamed(player: CompiledBot, text: str) -> CompiledBot:
    """Name a bot by the text of the user instead of paths on this machine."""
    return replace(player, name=text)


def _patient() -> Limits:
    """Limits for programs that play against people."""
    from ludus.bots.external import Limits

    return Limits(start=PATIENCE, reply=PATIENCE)
