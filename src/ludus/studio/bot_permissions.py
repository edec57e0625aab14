"""Which bots the owner and guests may use, and how they are loaded from their texts.

Compiled bots are always allowed, external code only where uploads are enabled. The search effort of bots is limited: a
running search cannot be stopped, so too large ones are refused in advance.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec

from ludus.bots import BotFactory, CompiledBot, load_bot, load_compiled_bot
from ludus.bots.lookup import COMMAND_PREFIX, JSON_LINES_PREFIX, PYTHON_BOT_PATTERN, bot_specs, parse_bot_options
from ludus.core.game import Game
from ludus.studio.guest_redaction import hide_errors_from_guests
from ludus.studio.option_choices_and_checks import (
    FILE_PREFIX,
    ResolveFile,
    check_options,
    could_be_path,
    file_options,
    numeric_options,
    option_choices,
)
from ludus.studio.protocol.base import BotInfo
from ludus.studio.uploaded_bots import BOT_PREFIX, UploadedBots
from ludus.util.errors import OptionError, UnknownName
from ludus.util.options import read_options

if TYPE_CHECKING:
    from ludus.bots.external import Limits


PROGRAM_TIMEOUT = 60.0  # seconds that a person waits for a program, independent of the rules of contests
TURN_SECONDS = "turn_seconds"
BUDGETS = ("iterations", "seconds", TURN_SECONDS)  # options of a bot that set its budget
UNLIMITED_OPTIONS = ("exploration",)  # numeric options that cost no time
CODE_PATTERN = re.compile(rf"(?<![\w.-])(?:{COMMAND_PREFIX}|{JSON_LINES_PREFIX}|{BOT_PREFIX}\w)\S*|\S+\.py\b\S*")
GUEST_DEFAULT_LIMIT = 100  # limit for guests on numeric options that are not listed


class SearchLimits(msgspec.Struct, frozen=True):
    """Upper limits of the numeric options of bots."""

    limits: Mapping[str, float]
    default_limit: float | None  # limit of options that are not listed; None: unlimited
    hint: str  # hint on how to get more

    def limit(self, key: str, default: Any) -> float | None:
        """Limit of one option. The default value of a bot is always allowed."""
        limit = self.limits.get(key, None if key in UNLIMITED_OPTIONS else self.default_limit)
        return max(limit, default) if limit is not None and isinstance(default, int | float) else limit


OWNER_LIMITS = SearchLimits({"iterations": 1_000_000}, None, "`ludus match` takes more")
GUEST_LIMITS = SearchLimits(
    {
        "iterations": 20_000,
        "seconds": 5,  # for a move
        "turn_seconds": 10,  # for all moves of a turn
        "nodes": 1_000_000,
        "redeals": 64,
        "samples": 100,
        "orders": 60,
        "depth": 1000,  # of random games, which end earlier; bots limit the depth of their beams themselves
        "width": 64,
        "ways": 32,
    },
    GUEST_DEFAULT_LIMIT,
    "you joined by a shared link",
)


class BotPermissions(msgspec.Struct, frozen=True):
    """Which bots a role may use in a session."""

    resolve_file: ResolveFile  # paths of content files of the user
    uploads: bool  # whether Python files and commands of this machine may play, under the limits of all external code
    uploaded: UploadedBots  # uploaded bots, by @NAME
    search_limits: SearchLimits = OWNER_LIMITS
    offered_only: bool = False  # only those uploaded bots that their owner offers to guests


def bot_infos(game: Game) -> list[BotInfo]:
    """Information on all bots that come with the game."""
    presets = [BotInfo(name, preset.summary, False, []) for name, preset in game.bots.presets.items()]
    return presets + [
        BotInfo(bot.name, bot.summary, bot.cheats, option_choices(bot.options)) for bot in bot_specs(game).values()
    ]


def load_permitted_bot(
    game: Game, text: str, permissions: BotPermissions, turn_seconds: float | None = None
) -> BotFactory:
    """Create a bot from its text. `turn_seconds` limits external bots; compiled bots have it in their text.

    Raises OptionError if the text is wrong or this role may not use it.
    """
    if text.startswith(BOT_PREFIX):
        bot_text = permissions.uploaded.bot_text(game, text, permissions.offered_only)
        with hide_errors_from_guests(f"{text[:60]} cannot start; its owner can see why"):
            return load_bot(game, bot_text, limits=_program_limits(turn_seconds))
    if is_external(text):
        if permissions.offered_only:  # without the text: redaction for guests removes a command and all after it
            raise OptionError(f"code does not play here: {_guest_choice(game, permissions)}")
        if not permissions.uploads:
            raise OptionError(f"{text[:60]!r} is code of your own; start the Studio with --uploads to let it play")
        with hide_errors_from_guests("a bot of this game cannot start; its owner can see why"):
            return load_bot(game, text, limits=_program_limits(turn_seconds))
    bot_text = check_bot_text(game, text, permissions)
    with hide_errors_from_guests(
        f"{text[:60]} cannot be read; its owner can see why" if f"={FILE_PREFIX}" in text else ""
    ):
        return _with_name(load_compiled_bot(game, bot_text), text)


def with_turn_seconds(
    game: Game, texts: list[str | None], turn_seconds: float, limits: SearchLimits
) -> list[str | None]:
    """Texts of bots with a time limit for each turn; None: a person.

    A bot that has an option for it gets the option, unless its text sets a budget already. External bots are limited by
    the referee, so their texts stay the same.

    Raises:
        OptionError: no bot can use the limit, or the limit is too high for this role.
    """
    most = limits.limit(TURN_SECONDS, None)
    if most is not None and turn_seconds > most:
        raise OptionError(f"time for a turn: at most {most:g} s here, not {turn_seconds:g}; {limits.hint}")
    limited = [text if text is None else _limited_text(game, text, turn_seconds) for text in texts]
    if limited == texts and not any(text is not None and is_external(text) for text in texts):
        names = ", ".join(text for text in texts if text is not None) or "no bot"
        raise OptionError(
            f"time for a turn: none of the players ({names}) can use it; it is for bots with the option "
            f"{TURN_SECONDS} and without a budget of their own, and for your own programs"
        )
    return limited


def _limited_text(game: Game, text: str, turn_seconds: float) -> str:
    name, _, rest = text.partition(":")
    spec = bot_specs(game).get(name)
    if is_external(text) or spec is None or TURN_SECONDS not in spec.options.__struct_fields__:
        return text
    if any(key in BUDGETS for key in parse_bot_options(rest, text)):
        return text
    return f"{text}{',' if rest else ':'}{TURN_SECONDS}={turn_seconds:g}"


def check_bot_text(game: Game, text: str, permissions: BotPermissions) -> str:
    """Text of a built-in or uploaded bot, checked and with files as paths; for tournaments."""
    if text.startswith(BOT_PREFIX):
        return permissions.uploaded.bot_text(game, text, permissions.offered_only)
    if text in game.bots.presets:
        return text
    return "+".join(_check_part(game, part, permissions) for part in text.split("+"))


def is_external(text: str) -> bool:
    """Whether a text names external code, which plays in its own process."""
    return (
        text.startswith((BOT_PREFIX, COMMAND_PREFIX, JSON_LINES_PREFIX))
        or PYTHON_BOT_PATTERN.fullmatch(text) is not None
    )


def refuse_files(game: Game, text: str, owner: str) -> None:
    """Refuse a text that names several bots, as designers accept them, if one of them would read a file."""
    if could_be_path(text):
        raise OptionError(f"{owner}: {text[:60]!r} could be a path; name your own content where files are asked for")
    refuse_code(text, owner)
    keys = {key for bot in bot_specs(game).values() for key in file_options(bot.options)}
    for key, value in re.findall(r"([\w-]+)=([^,\s+]*)", text):
        if key in keys and value not in _evaluation_names(game):
            raise OptionError(
                f"{owner}: {key}={value[:60]} names a file; here only {', '.join(_evaluation_names(game)) or 'none'}"
            )


def refuse_code(text: str, owner: str) -> None:
    """Refuse a text that names bots if one of them is a command, a Python file or an uploaded bot."""
    if match := CODE_PATTERN.search(text):
        raise OptionError(f"{owner}: {match[0].strip()[:60]!r} is code; here only bots that come with the game play")


def check_search_limits(kind: type[Any], values: Mapping[str, str], owner: str, limits: SearchLimits) -> None:
    """Raise OptionError if an option of a bot exceeds its limit."""
    options = read_options(dict(values), kind, owner)
    for key, (name, default) in numeric_options(kind).items():
        limit = limits.limit(key, default)
        if key in values and limit is not None and not getattr(options, name) <= limit:
            raise OptionError(f"{owner}: option {key}: at most {limit:,} here, not {values[key]}; {limits.hint}")


def _evaluation_names(game: Game) -> list[str]:
    """Names of the evaluation files that come with a game."""
    return [] if game.bots.evaluations is None else sorted(file.stem for file in game.bots.evaluations.glob("*.json"))


def _check_part(game: Game, part: str, permissions: BotPermissions) -> str:
    name, _, rest = part.partition(":")
    specs = bot_specs(game)
    if preset := game.bots.presets.get(name):
        raise OptionError(f"{name} takes no options or partners: write {name} alone. It is short for {preset.text}")
    if name not in specs:
        raise UnknownName(f"bot of {game.name}", name[:60], [*specs, *game.bots.presets])
    options = parse_bot_options(rest, part)
    check_search_limits(specs[name].options, options, part, permissions.search_limits)
    checked_options = check_options(
        specs[name].options, options, part, permissions.resolve_file, _evaluation_names(game)
    )
    return name + (
        "" if not checked_options else ":" + ",".join(f"{key}={value}" for key, value in checked_options.items())
    )


def _guest_choice(game: Game, permissions: BotPermissions) -> str:
    """The bots that a guest may choose, as the end of an error message."""
    offered = [
        f"{BOT_PREFIX}{bot.name}" for bot in permissions.uploaded.available() if bot.offered and bot.game == game.name
    ]
    names = ", ".join([*game.bots.presets, *bot_specs(game), *offered])
    return f"you joined by a shared link, and guests can choose {names}"


def _with_name(bot: CompiledBot, text: str) -> CompiledBot:
    """Name a bot by the text of the user instead of paths on this machine."""
    return replace(bot, name=text)


def _program_limits(turn_seconds: float | None) -> Limits:
    """Limits for programs that play against people."""
    from ludus.bots.external import Limits

    if turn_seconds is not None:
        return Limits(start=PROGRAM_TIMEOUT, turn=turn_seconds)
    return Limits(start=PROGRAM_TIMEOUT, reply=PROGRAM_TIMEOUT)
