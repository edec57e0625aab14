"""Easy, medium and hard: opponents, or options of a game for one player, whose strength was measured.

Games of Ludus bring their levels, see `ludus.bots.measured_levels`. For other games the bots are picked in the same way
from a finished tournament of the Studio.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ludus.arena.tournament_dir import PLAN_FILE, read_plan
from ludus.bots.lookup import bot_specs
from ludus.bots.measured_levels import LEVELS, MeasuredLevel, read_levels
from ludus.core.game import Game
from ludus.core.guide import guide_title
from ludus.studio.file_paths import StudioPaths
from ludus.studio.protocol.jobs import NewTournament, ValueWithInterval
from ludus.studio.protocol.learning import PlayLevel, PlayLevels
from ludus.util.errors import ContentError, LudusError
from ludus.util.files import file_errors

WEAKEST = 0.1  # a bot that wins less than this share of its games is no opponent, if there are others
GAMES, SEED = 200, 1  # of a tournament that measures the bots of a game, for each pair


@dataclass(frozen=True)
class MeasuredBot:
    """A line of players.csv: a bot and its win rate in a tournament."""

    name: str
    games: int
    share: ValueWithInterval


def play_levels(game: Game, paths: StudioPaths, work: str = "") -> PlayLevels:
    """Return the levels of a game: those that it brings, else those of the newest finished tournament of this Studio.

    Args:
        game: The game.
        paths: Folders of the Studio.
        work: Job that measures the bots now; empty: none.

    Raises:
        ContentError: the file of levels of the game cannot be read.
    """
    levels, source = [_level_message(level) for level in read_levels(game)], ""
    if not levels and game.seats[1] > 1:
        levels, source = _levels_of_tournaments(game, paths)
    return PlayLevels(
        levels=levels,
        source=source,
        command="" if levels else measure_command(game),
        work=work,
        guide=guide_title(game),
        drafts=drafted_phases(game),
    )


def pick_levels(bots: Sequence[MeasuredBot]) -> list[PlayLevel]:
    """Pick three opponents from a tournament.

    Bots that win less than a tenth of their games are left out if three others remain. Easy is the weakest, hard the
    strongest, and medium the bot whose win rate is nearest to the middle of the two.

    Returns:
        Easy, medium and hard; nothing if there are fewer than three bots.
    """
    ranked = sorted(bots, key=lambda bot: bot.share.value)
    able = [bot for bot in ranked if bot.share.value >= WEAKEST]
    ranked = able if len(able) >= len(LEVELS) else ranked
    if len(ranked) < len(LEVELS):
        return []
    easy, hard = ranked[0], ranked[-1]
    middle = (easy.share.value + hard.share.value) / 2
    medium = min(ranked[1:-1], key=lambda bot: abs(bot.share.value - middle))
    return [
        PlayLevel(level, bot.name, {}, bot.share, bot.games)
        for level, bot in zip(LEVELS, (easy, medium, hard), strict=True)
    ]


def read_players(file: Path) -> list[MeasuredBot]:
    """Read players.csv of a finished tournament.

    Raises:
        ContentError: the file is not such a table.
    """
    with file_errors(file, "read"):
        text = file.read_text(encoding="utf-8")
    try:
        return [
            MeasuredBot(line["player"], int(line["games"]), _share(line)) for line in csv.DictReader(text.splitlines())
        ]
    except (KeyError, ValueError) as error:
        raise ContentError(f"{file}: not a table of players: {error}") from None


def measuring_tournament(game: Game) -> NewTournament:
    """The tournament that measures the bots of a game: those of its demo that it has."""
    names = {*game.bots.presets, *bot_specs(game)}
    return NewTournament(game.name, [text for text in game.demo.lineup if _name(text) in names], GAMES, SEED)


def measure_command(game: Game) -> str:
    """The command that plays the measuring tournament; empty if the game is for one player, or has too few bots."""
    tournament = measuring_tournament(game)
    if game.seats[1] < 2 or len(tournament.players) < len(LEVELS):
        return ""
    return f"ludus tournament {game.name} {' '.join(tournament.players)} -n {GAMES} --seed {SEED}"


def drafted_phases(game: Game) -> list[str]:
    """Phases before the last one that bots can play for people; empty unless all of them can be played so."""
    phases = list(game.phases[:-1])
    return phases if all(phase in game.bots.phase_partners for phase in phases) else []


def _levels_of_tournaments(game: Game, paths: StudioPaths) -> tuple[list[PlayLevel], str]:
    """Levels from the newest finished tournament of this game with its usual options, and its name."""
    files = [file for file in paths.tournaments.glob("*/players.csv") if (file.parent / PLAN_FILE).is_file()]
    for file in sorted(files, key=lambda file: file.stat().st_mtime, reverse=True):
        try:
            plan = read_plan(file.parent)
            if (plan.get("game"), plan.get("rules"), plan.get("options")) != (game.name, game.version, {}):
                continue  # `options` of a plan has only those that differ from the usual ones
            levels = pick_levels([bot for bot in read_players(file) if _may_play(game, bot.name)])
        except LudusError:
            continue  # a tournament that cannot be read
        if levels:
            return levels, file.parent.name
    return [], ""


def _level_message(level: MeasuredLevel) -> PlayLevel:
    share = ValueWithInterval(level.share.value, level.share.low, level.share.high)
    return PlayLevel(level.level, level.bot, level.options, share, level.games)


def _may_play(game: Game, text: str) -> bool:
    """Whether a bot comes with the game and does not cheat."""
    if text in game.bots.presets:
        return True
    bot = bot_specs(game).get(_name(text))
    return bot is not None and not bot.cheats


def _name(text: str) -> str:
    return text.partition(":")[0]


def _share(line: dict[str, str]) -> ValueWithInterval:
    return ValueWithInterval(float(line["share"]), float(line["share_low"]), float(line["share_high"]))
