"""Ludus playtests games by simulation.

import ludus

position = ludus.new_game("locm", seed=7)
print(position.legal_move_texts())
position.play("PICK 1")

result = ludus.match("locm", "greedy", "random", games=1000)
print(result.payoffs[0].value, result.payoffs[0].low, result.payoffs[0].high)

`import ludus` loads neither the compiler nor a game; both are loaded when they are needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.2.0"

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from ludus.arena.kept_bots import KeptFolder
    from ludus.arena.match_result import MatchResult
    from ludus.arena.standings import TournamentResult
    from ludus.backends import Backend
    from ludus.bots import BotFactory
    from ludus.bots.python import Bot
    from ludus.core.game import Content, Game
    from ludus.core.position import Position
    from ludus.core.replay import Replay
    from ludus.lab import FinishedRun
    from ludus.util.errors import LudusError

__all__ = [
    "Bot",
    "Game",
    "LudusError",
    "MatchResult",
    "Position",
    "Replay",
    "TournamentResult",
    "bot_names",
    "game_names",
    "load_bot",
    "load_game",
    "load_replay",
    "make_env",
    "match",
    "new_game",
    "read_position",
    "register_game",
    "run_study",
    "save_replay",
    "tournament",
]

_CLASSES = {  # loaded on first use: module and name there
    "Bot": ("ludus.bots.python", "Bot"),
    "Game": ("ludus.core.game", "Game"),
    "LudusError": ("ludus.util.errors", "LudusError"),
    "MatchResult": ("ludus.arena.match_result", "MatchResult"),
    "Position": ("ludus.core.position", "Position"),
    "Replay": ("ludus.core.replay", "Replay"),
    "TournamentResult": ("ludus.arena.standings", "TournamentResult"),
}
_OLD_NAMES = {"start": "new_game", "read": "read_position", "game": "load_game", "register": "register_game"}


# Games and positions


def game_names() -> list[str]:
    """Return the names of the installed games."""
    from ludus.core import game_registry

    return game_registry.game_names()


def load_game(name: str) -> Game:
    """Load an installed game by its name, or a game from a file: `load_game("letter.py:game")`.

    Loading a file runs it, so do not pass a text that you do not trust. A file that has changed is loaded again.

    Args:
        name: name of a game, or a Python file and a variable in it.

    Returns:
        The game.

    Raises:
        UnknownName: there is no such game; the message lists the games.
        OptionError: the file or the variable in it is missing.
        ContractError: the game cannot be loaded.
    """
    from ludus.core import game_registry

    return game_registry.load_game(name)


def register_game(game: Game) -> Game:
    """Make a game known by its name in this process, without installing it.

    Args:
        game: the game.

    Returns:
        The game.

    Raises:
        ContractError: the object is not a game.
    """
    from ludus.core import game_registry

    return game_registry.register_game(game)


def new_game(game: str | Game, seed: int = 0, *, compiled: bool = True, **options: Any) -> Position:
    """Start a new game: `new_game("locm", seed=7, version="1.5")`.

    Args:
        game: the game, its name, or its file (`letter.py:game`).
        seed: determines all random events.
        compiled: False to run the rules as plain Python.
        options: options of the game.

    Returns:
        The first position.

    Raises:
        UnknownName: there is no such game.
        OptionError: an option is unknown or has an invalid value.
    """
    from ludus.core.compile.progress import report_compilation
    from ludus.core.content_cache import load_content
    from ludus.core.game_engine import engine_exports, has_engine
    from ludus.core.position import Position

    loaded_game = _game(game)
    if has_engine(loaded_game, compiled):
        return Position.start(loaded_game, load_content(loaded_game, options), seed, compiled)
    with report_compilation(loaded_game, lambda: engine_exports(loaded_game)):
        return Position.start(loaded_game, load_content(loaded_game, options), seed, compiled)


def read_position(game: str | Game, text: str, **options: Any) -> Position:
    """Read a position from a text that `position.text()` wrote.

    Args:
        game: the game, its name, or its file (`letter.py:game`).
        text: the position as JSON or TOML.
        options: options of the game, as when the position was written.

    Returns:
        The position. Its history starts here, and it has no seed.

    Raises:
        UnknownName: there is no such game.
        OptionError: an option is unknown or has an invalid value.
        NotationError: the text is not a position of this game with these options.
    """
    from ludus.core.compile.progress import report_compilation
    from ludus.core.content_cache import load_content
    from ludus.core.game_engine import engine_exports
    from ludus.core.position import Position

    loaded_game = _game(game)
    with report_compilation(loaded_game, lambda: engine_exports(loaded_game)):
        return Position.read(loaded_game, load_content(loaded_game, options), text)


def load_replay(path: str | Path) -> Replay:
    """Read a replay file.

    Args:
        path: the file.

    Returns:
        The replay; `replay.positions()` plays its moves again.

    Raises:
        ReplayError: the file is not a replay.
    """
    from ludus.core.replay import Replay

    return Replay.load(path)


def save_replay(position: Position, path: str | Path) -> None:
    """Write the game that led to a position to a replay file.

    Args:
        position: the last position; the game may still run.
        path: the file, which is overwritten.

    Raises:
        ReplayError: the position was read or resampled, so its game has no seed; or the file cannot be written.
    """
    from ludus.core.replay import Replay

    Replay.from_position(position).save(path)


# Bots, matches, tournaments


def bot_names(game: str | Game) -> dict[str, str]:
    """Return the bots of a game by name, each with a one-line summary.

    Args:
        game: the game, its name, or its file (`letter.py:game`).

    Raises:
        UnknownName: there is no such game.
    """
    from ludus import bots

    return bots.bot_names(_game(game))


def load_bot(game: str | Game, text: str, **settings: Any) -> BotFactory:
    """Load a bot from its text, as on the command line: "greedy", "mcts:iterations=400", "my_bot.py", "cmd:./my-bot".

    Args:
        game: the game, its name, or its file (`letter.py:game`).
        text: see `ludus bots --help`.
        settings: see `ludus.bots.load_bot`.

    Returns:
        The bot; pass it to `match`, and close it after the last game.

    Raises:
        UnknownName: there is no such bot.
        OptionError: the text is malformed, or a file or program is missing.
    """
    from ludus import bots

    return bots.load_bot(_game(game), text, **settings)


def match(
    game: str | Game,
    *bots: str | BotFactory,
    games: int = 1000,
    seed: int = 1,
    backend: str | Backend = "threads",
    keep: bool = False,
    **options: Any,
) -> MatchResult:
    """Play a match between bots: `match("locm", "greedy", "mcts:iterations=100", games=200)`.

    Every deal is played from every seat, so that seats do not matter. The same arguments give the same games on every
    backend.

    Args:
        game: the game, its name, or its file (`letter.py:game`).
        bots: one bot per seat, as texts or objects; a single one plays all seats.
        games: number of games, rounded up to whole deals.
        seed: seed of all games.
        backend: where games run: "threads", "threads:4", "processes:2", "ray", "cuda", or a backend.
        keep: for training: one object or process of a bot plays all games, and its files stay in the folder
            `kept-files` of the working folder, for the next match, too. Every game has a deal of its own. Kept bots
            are given as texts; they play on one thread unless `backend` names another number.
        options: options of the game.

    Returns:
        The result; `result.payoffs[0]` is the win rate of the first bot (draws count half): `value`, `low`, `high`.

    Raises:
        UnknownName: there is no such game or bot.
        OptionError: an option is invalid, the number of bots is wrong, or these bots cannot be kept.
        FolderError: `kept-files` holds other files, another process uses it, or it cannot be written.
    """
    from contextlib import ExitStack

    from ludus.arena import Match
    from ludus.arena.compiled_games import match_exports
    from ludus.arena.match_result import MatchResult
    from ludus.arena.runner import run_match
    from ludus.core.compile.progress import report_compilation

    loaded_game = _game(game)
    if "seats" in loaded_game.options.__struct_fields__ and len(bots) > 1:
        options.setdefault("seats", len(bots))
    content = loaded_game.content(**options)
    seated = bots * loaded_game.seat_count(content.data) if len(bots) == 1 else bots
    texts = [bot for bot in seated if isinstance(bot, str)]
    kept = _open_kept_folder(seated) if keep else None
    with ExitStack() as cleanup:
        if kept is not None:
            cleanup.callback(kept.close)
        with report_compilation(loaded_game, lambda: match_exports(loaded_game, texts, len(seated))):
            session = 0 if kept is None else kept.begin_session()
            folders = [""] * len(seated)
            if kept is not None:
                folders = kept.folders_of([None] * len(seated), loaded_game.name, texts)
            factories: list[BotFactory] = []
            for bot, folder in zip(seated, folders, strict=True):
                factories.append(_bot(loaded_game, bot, content, folder))
                cleanup.callback(factories[-1].close)
            prepared = Match(loaded_game, content, factories, seed, own_deals=keep, session=session)
            outcomes = run_match(prepared, games + -games % prepared.per_deal, _backend(backend, keep))
    return MatchResult.compute(prepared, outcomes, [factory.name for factory in factories])


def tournament(
    game: str | Game,
    *bots: str,
    games: int = 1000,
    seed: int = 1,
    kind: str = "round robin",
    folder: str | Path | None = None,
    backend: str | Backend = "threads",
    keep: bool = False,
    **options: Any,
) -> TournamentResult:
    """Play a tournament between bots.

    Args:
        game: the game, its name, or its file (`letter.py:game`).
        bots: texts of the bots.
        games: games for each pair, rounded up to whole deals.
        seed: seed of all games.
        kind: "round robin", "gauntlet" or "ladder".
        folder: where games and tables are stored; the same call continues a tournament that was stopped. None: nowhere.
        backend: where games run, see `match`.
        keep: keep bots for training, see `match`; their files stay in `kept-files` of `folder`, which is needed then.
        options: options of the game.

    Returns:
        The standings: `result.players` has the players by rank with ratings and win rates.

    Raises:
        UnknownName: there is no such game or bot.
        OptionError: an option is invalid, or these bots cannot play such a tournament.
    """
    from ludus.arena import Tournament
    from ludus.arena.compiled_games import match_exports
    from ludus.arena.external_bot_limits import BotLimits
    from ludus.core.compile.progress import report_compilation
    from ludus.util.errors import OptionError

    loaded_game = _game(game)
    if keep and folder is None:
        raise OptionError("keep=True needs a folder, in which the files of the bots stay")
    limits = BotLimits(keep=keep)
    content = loaded_game.content(**options)
    prepared = Tournament(loaded_game, content, list(bots), games, seed, kind, limits=limits)  # type: ignore[arg-type]
    with report_compilation(loaded_game, lambda: match_exports(loaded_game, bots, prepared.seats)):
        return prepared.run(folder, _backend(backend, keep))


# Environments and studies


def make_env(game: str | Game, kind: str = "gymnasium", **settings: Any) -> Any:
    """Make an environment for reinforcement learning; see `ludus.adapters`.

    Args:
        game: the game, its name, or its file (`letter.py:game`).
        kind: "gymnasium" (one agent, the other seats are bots), "pettingzoo" (AEC), "parallel" (PettingZoo,
            simultaneous decisions) or "openspiel" (a game with OpenSpiel's method names).
        settings: arguments of the environment class.

    Returns:
        A `LudusEnv`, `LudusAEC`, `LudusParallel` or `OpenSpielGame`.

    Raises:
        MissingLibrary: the extra `rl` is not installed.
        UnknownName: there is no such kind of environment, or no such game.
        OptionError: a setting is wrong; the message names it.
    """
    from importlib import import_module

    from ludus.util.errors import UnknownName

    makers = {
        "gymnasium": ("ludus.adapters.gymnasium", "LudusEnv"),
        "pettingzoo": ("ludus.adapters.pettingzoo", "LudusAEC"),
        "parallel": ("ludus.adapters.pettingzoo_parallel", "LudusParallel"),
        "openspiel": ("ludus.adapters.openspiel_like", "load_game"),
    }
    if kind not in makers:
        raise UnknownName("kind of environment", kind, list(makers))
    module, name = makers[kind]
    return getattr(import_module(module), name)(game, **settings)


def run_study(
    name: str,
    *,
    preset: str | None = None,
    config: str | Path | None = None,
    settings: Sequence[str] = (),
    folder: str | Path | None = None,
    backend: str | Backend = "threads",
) -> FinishedRun:
    """Run a study, or continue it in its folder.

    Args:
        name: name of the study; `ludus studies` lists them.
        preset: predefined settings of the study, such as "quick".
        config: a TOML file with settings.
        settings: single settings, such as "seed=7"; they come last.
        folder: folder of the run; default: one in ./runs.
        backend: where games run, see `match`.

    Returns:
        The finished run: its folder and its report.

    Raises:
        UnknownName: there is no such study or preset.
        ConfigError: a setting is unknown or invalid.
        FolderError: the folder cannot be used.
    """
    from ludus import lab
    from ludus.lab.config import read_config

    study = lab.find_study(name)
    values = read_config(study, None if config is None else str(config), preset, list(settings))
    return lab.run(study, values, folder, _backend(backend))


def _game(game: str | Game) -> Game:
    return load_game(game) if isinstance(game, str) else game


def _bot(game: Game, bot: str | BotFactory, content: Content, kept_folder: str = "") -> BotFactory:
    if not isinstance(bot, str):
        return bot
    from ludus.arena.external_bot_limits import BotLimits

    return BotLimits(keep=bool(kept_folder)).load_bot(game, bot, content, kept_folder=kept_folder)


def _open_kept_folder(bots: Sequence[str | BotFactory]) -> KeptFolder:
    """The folder with the files of kept bots, in the working folder."""
    from pathlib import Path

    from ludus.arena.kept_bots import KEPT_FOLDER, KeptFolder, check_keep
    from ludus.util.errors import OptionError

    texts = [bot for bot in bots if isinstance(bot, str)]
    if len(texts) < len(bots):
        raise OptionError("keep=True needs all bots as texts: one that is loaded already cannot get a folder")
    check_keep(texts, competition=False)
    return KeptFolder(Path(KEPT_FOLDER))


def _backend(backend: str | Backend, keep: bool = False) -> Backend:
    from ludus.backends import parse_backend

    if keep and backend == "threads":
        backend = "threads:1"  # games one after the other, so that one object or process plays all of them
    return parse_backend(backend) if isinstance(backend, str) else backend


def __getattr__(name: str) -> Any:
    """Load classes such as `ludus.Bot` on first use, so that `import ludus` does not load the compiler."""
    if name in _CLASSES:
        from importlib import import_module

        module, attribute = _CLASSES[name]
        return getattr(import_module(module), attribute)
    if name in _OLD_NAMES:
        raise AttributeError(f"ludus.{name} is called ludus.{_OLD_NAMES[name]} now")
    raise AttributeError(f"module 'ludus' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *_CLASSES]
