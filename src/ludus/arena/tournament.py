"""A tournament: every pair of players on the same deals, stored so that it can be stopped at any moment.

    tournament = Tournament(game, game.content(), ["random", "greedy", "mcts"], games=1000, seed=7)
    results = tournament.run(folder, Threads())
    replay = tournament.replay("0-2/17")

A round robin is played by all groups of players that fill the seats: pairs in a two-player game, all triples in a game
for three, and every player alone, on the same deals, in a game for one. In a gauntlet the first player is in every
group. On a ladder, one player after another climbs from the bottom, each pairing ended by a sequential test.
"""

from __future__ import annotations

import hashlib
import json
import platform
import shlex
import shutil
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any, get_args

import msgspec

from ludus.arena import tournament_dir as folders
from ludus.arena.compiled_games import Outcomes, compiled_play_loop
from ludus.arena.external_bot_limits import BotLimits
from ludus.arena.pairing import (
    Group,
    PairingMatch,
    ScheduleKind,
    address_text,
    check_field,
    max_groups,
    pair_text,
    read_address,
    schedule,
    unique_names,
)
from ludus.arena.runner import deal_payoffs, game_replay, run_in_order
from ludus.arena.standings import PairGames, TournamentResult, compute_standings
from ludus.arena.tournament_dir import ReplayStore, replay_file
from ludus.arena.tournament_games_csv import GameLog
from ludus.arena.tournament_sqlite_index import build_index, recorded_game
from ludus.arena.tournament_tables_csv import write_tables
from ludus.backends import Backend
from ludus.bots import FAULTS, BotFactory, CompiledBot
from ludus.bots.external.sandbox_server_client import hide_folder
from ludus.bots.lookup import COMMAND_PREFIX, JSON_LINES_PREFIX, PYTHON_BOT_PATTERN
from ludus.core.game import Content, Game
from ludus.core.game_engine import get_engine
from ludus.core.game_files import game_file
from ludus.core.game_registry import game_names, load_game_by_name
from ludus.core.replay import Replay
from ludus.stats import Sprt, SprtMonitor
from ludus.util.errors import OptionError
from ludus.util.files import FolderError

FORMAT = 1
LADDER_TEST = Sprt(0, 50)  # a challenger climbs if it is clearly stronger


class Tournament:
    """Players of one game by their texts, a kind of schedule and a seed; the results follow from these."""

    def __init__(
        self,
        game: Game,
        content: Content,
        players: Sequence[str],
        games: int = 1000,
        seed: int = 1,
        kind: ScheduleKind = "round robin",
        test: Sprt | None = None,
        competition: bool = False,
        limits: BotLimits | None = None,
    ) -> None:
        """Check and store what is played.

        Args:
            game: The game.
            content: Its content.
            players: Texts of the bots.
            games: Games for each pair, rounded up to whole deals; with a `test`, the maximum.
            seed: Seed of all games.
            kind: Round robin, gauntlet or ladder.
            test: Sequential test that ends a pair early.
            competition: Deal as official contests do.
            limits: Limits of bots that are not compiled.

        Raises:
            OptionError: these players cannot play such a tournament.
        """
        self.game, self.content, self.seed, self.kind, self.competition = game, content, seed, kind, competition
        self.seats = game.seat_count(content.data)
        self.texts, self.names = list(players), unique_names(list(players))
        self.reasons = (*game.end_reasons, *FAULTS)
        self.folder: Path | None = None
        if kind not in get_args(ScheduleKind):
            raise OptionError(f"a tournament is a {', a '.join(get_args(ScheduleKind))}; not {kind!r}")
        check_field(kind, len(players), self.seats, game.name)
        if games < 1:
            raise OptionError(f"a pair needs at least one game, not {games}")
        if len(set(self.names)) < len(self.names) or not all(name.isprintable() for name in self.names):
            raise OptionError(f"bots need different names without line breaks: {', '.join(self.names)}")
        if test is not None and self.seats != 2:
            raise OptionError(f"a sequential test is between two bots; {game.name} has {self.seats} here")
        self.games = games + -games % self.seats
        self.test = test or (LADDER_TEST if kind == "ladder" else None)
        self.limits, self._players = limits or BotLimits(), dict[int, BotFactory]()
        self.stored_release = ""  # the release that wrote the folder, if it was opened
        self.games_digest = ""  # of the plan and all rows of games.csv, when `run` has written them

    @classmethod
    def open(cls, folder: str | Path) -> Tournament:
        """Open the tournament in a folder, to look at its games or to continue it.

        Args:
            folder: The folder that `run` wrote.

        Raises:
            FolderError: the folder holds no tournament that this release can read.
            UnknownName: its game is not installed.
        """
        plan = folders.read_plan(Path(folder))
        if plan.get("ludus") != FORMAT:
            origin = f"written in format {plan.get('ludus')!r} by Ludus {plan.get('release', 'of unknown release')}"
            raise FolderError(f"{folder}: {origin}; this release reads format {FORMAT}")
        try:
            game = _load_planned_game(plan, folder)
            test = Sprt.parse(plan["test"]) if plan["test"] else None
            content = game.content(**plan["options"])
            numbers = plan["games"], plan["seed"]
            limits = BotLimits(**plan["house"])
            tournament = cls(game, content, plan["players"], *numbers, plan["kind"], test, plan["competition"], limits)
        except (KeyError, TypeError) as error:
            raise FolderError(f"{folder}: {folders.PLAN_FILE} is not complete: {error}") from None
        folders.check_same_plan(
            Path(folder), plan, tournament.plan(), ignore=("versions", "files", "release")
        )  # its games can still be read
        tournament.folder = Path(folder)
        tournament.stored_release = plan["release"]
        return tournament

    def plan(self) -> dict[str, Any]:
        """Everything the results depend on, and under `versions` what they should not depend on."""
        from ludus import __version__

        options = msgspec.to_builtins(self.content.options)
        defaults = msgspec.to_builtins(type(self.content.options)())
        return {
            "ludus": FORMAT,
            "release": __version__,
            "game": self.game.name,
            "rules": self.game.version,
            "options": {name: value for name, value in options.items() if value != defaults[name]},
            "content": self.content.digest,
            "kind": self.kind,
            "players": self.texts,
            "games": self.games,
            "seed": self.seed,
            "test": self.test.text if self.test else None,
            "competition": self.competition,
            "files": source_digests(self.texts) | _game_file_digest(self.game),
            "house": self.limits.as_dict(),
            "versions": {
                "python": platform.python_version(),
                **{name: version(name) for name in ("numpy", "numba", "openskill")},
            },
        }

    def digest(self) -> str:
        """A digest of the plan."""
        return plan_digest(self.plan())[:8]

    def prepare(self) -> None:
        """Load all bots, and compile what is not compiled yet."""
        for number in range(len(self.names)):
            self.player(number)
        compiled = [player for player in self._players.values() if isinstance(player, CompiledBot)]
        if len(compiled) >= self.seats:
            compiled_play_loop(self.game, True)
        if len(compiled) < len(self.names):
            get_engine(self.game)
        self.pairing(tuple(range(self.seats)))

    def player(self, number: int) -> BotFactory:
        """The bot of a player; it is loaded on the first call.

        Args:
            number: Number of the player.

        Raises:
            UnknownName: there is no such bot.
            OptionError: its text is malformed, or a file or program is missing.
        """
        if number not in self._players:
            self._players[number] = self.limits.load_bot(
                    self.game, self.texts[number], self.content, contest=True
                )
        return self._players[number]

    @property
    def irreproducible_players(self) -> list[str]:
        """The names of players whose games cannot be reproduced."""
        return [name for number, name in enumerate(self.names) if not self.player(number).reproducible]

    def pairing(self, group: Group) -> PairingMatch:
        """The match of one group.

        Args:
            group: Numbers of the players, one per seat.
        """
        players = [self.player(k) for k in group]
        names = [self.names[k] for k in group]
        return PairingMatch(self.game, self.content, players, self.seed, names, self.competition)

    def close(self) -> None:
        """No more games: close all bots."""
        for player in self._players.values():
            player.close()

    def run(
        self,
        folder: str | Path | None = None,
        backend: Backend | None = None,
        progress: Callable[[TournamentProgress], None] | None = None,
    ) -> TournamentResult:
        """Play all games, or those not in the folder yet, and write the tables.

        If it is killed at any moment and run again, the tables are the same.

        Args:
            folder: Where to store everything; nothing is stored if None.
            backend: Where games run; one thread if None.
            progress: Called after every chunk of games.

        Returns:
            The results.

        Raises:
            FolderError: the folder cannot be used, or holds another tournament.
            OptionError: a bot cannot be loaded or cannot start.
            UnknownName: there is no such bot.
        """
        self.prepare()
        log = self._open_folder(Path(folder)) if folder is not None else None
        played: list[PairGames] = []
        try:
            order = self._play_all(played, log, backend, progress)
            results = compute_standings(self.names, self.reasons, played, order)
            if self.folder is not None:  # keep the lock until everything is written
                write_tables(self.folder, results)
                build_index(self.folder)
                folders.append_event(self.folder, "ended", games=results.games)
            if log is not None and log.chained:
                self.games_digest = log.digest
            return results
        finally:
            self.close()
            if log is not None:
                log.close()

    def replay(self, address: str) -> Replay:
        """One game by its address: loaded if it was stored, otherwise played again.

        Args:
            address: Players and number of the game, such as `0-2/17`.

        Raises:
            OptionError: there is no such game, or it cannot be reproduced.
        """
        group, number = read_address(address)
        if len(set(group)) != self.seats or max(group) >= len(self.names) or number >= self.games:
            raise OptionError(
                f"there is no game {address}: players are 0 to {len(self.names) - 1}, {self.seats} in a pair, "
                f"games 0 to {self.games - 1}"
            )
        if self.folder is not None:
            file = replay_file(self.folder, group, number)
            if file.is_file():
                return Replay.load(file)
        pairing = self.pairing(group)
        if not pairing.reproducible:
            raise OptionError(f"game {address} was not stored, and {' or '.join(pairing.names)} cannot play it again")
        record, episode = game_replay(pairing, number, pairing.seat_names(number))
        self._check_same_game(address, record, episode.reason)
        return record

    def _check_same_game(self, address: str, record: Replay, reason: str) -> None:
        """Raise FolderError if a bot of this release plays another game than the one that an older release recorded."""
        if self.folder is None or self.stored_release in ("", record.release):
            return
        expected = recorded_game(self.folder, address)
        if expected is not None and expected != (reason, len(record.moves)):
            raise FolderError(
                f"{self.folder}: game {address} was played by Ludus {self.stored_release} and ended after "
                f"{expected[1]} decisions ({expected[0]}); Ludus {record.release} plays another game there, with "
                f"{len(record.moves)} decisions ({reason}), because a bot has changed"
            )

    def _open_folder(self, folder: Path) -> GameLog:
        known = folders.open_or_create(folder, self.plan())
        path = folder / folders.GAMES_FILE
        log = GameLog(path, self.seats, self.names, self.reasons, plan_digest(self.plan()))
        self.folder = folder
        hide_folder(folder)
        games = sum(map(len, log.known.values()))
        folders.append_event(folder, "continued" if known else "begun", games=games)
        return log

    def _play_all(
        self,
        played: list[PairGames],
        log: GameLog | None,
        backend: Backend | None,
        progress: Callable[[TournamentProgress], None] | None,
    ) -> list[int] | None:
        """Play the schedule to its end into `played`; returns the ranking if the schedule determines it."""
        groups = schedule(self.kind, len(self.names), self.seats)
        most = max_groups(self.kind, len(self.names), self.seats)
        group = next(groups)
        while True:
            before = sum(len(pair.outcomes) for pair in played)
            known = sum(len(log.known.get(pair.group, ())) for pair in played) if log is not None else 0
            stage = TournamentProgress(
                group, len(played) + 1, most, before, known, before + (most - len(played)) * self.games
            )
            played.append(self._play_group(group, log, backend, stage, progress))
            verdict = played[-1].verdict
            try:
                group = groups.send(verdict is not None and verdict.decision == "accept")
            except StopIteration as end:
                self._check_all_used(log, played)
                order: list[int] | None = end.value
                return order

    def _play_group(
        self,
        group: Group,
        log: GameLog | None,
        backend: Backend | None,
        stage: TournamentProgress,
        progress: Callable[[TournamentProgress], None] | None,
    ) -> PairGames:
        """The games of one group: those already known, then the rest played and logged."""
        match, sequential_test = self.pairing(group), SprtMonitor(self.test) if self.test else None
        replay_store = None
        if self.folder is not None and log is not None and not match.reproducible:
            replay_store = match.on_record = ReplayStore(self.folder, group, match.names)
        parts: list[Outcomes] = []
        done, last = 0, self.games
        known = log.known.get(group) if log is not None else None
        if known is not None and log is not None:
            log.check_deals(group, match)
        restored = stage.known + (0 if known is None else len(known))

        def add(part: Outcomes) -> int:
            """Take in some games, those after the verdict of a test left out; how many games remain to be played."""
            nonlocal done, last
            if sequential_test is not None:
                verdict = sequential_test.add(deal_payoffs(match, part))
                last = last if verdict.decision == "running" else verdict.count * self.seats
            parts.append(part.first(last - done))
            done += len(parts[-1])
            if progress:
                progress(replace(stage, games=stage.games + done, known=restored))
            return last - done

        if known is not None and (add(known) < 0 or done < len(known)):
            assert log is not None
            raise FolderError(f"{log.path}: pair {pair_text(group)} has more games than this tournament plays")
        with closing(run_in_order(match, done, last, backend)) as chunks:
            for part in chunks if done < last else ():
                first = done
                left = add(part)
                if log is not None:
                    log.append(match, group, first, parts[-1])
                if left == 0:
                    break
        if replay_store is not None:
            replay_store.remove_from(done)
        return PairGames(group, Outcomes.joined(parts), sequential_test.verdict if sequential_test else None)

    def _check_all_used(self, log: GameLog | None, played: list[PairGames]) -> None:
        unused = set(log.known) - {pair.group for pair in played} if log is not None else set()
        if unused:
            assert log is not None
            raise FolderError(f"{log.path}: {address_text(min(unused), 0)} is no game of this tournament")


@dataclass(frozen=True)
class TournamentProgress:
    """Progress of a tournament."""

    group: Group  # that plays now
    pair: int  # its number, from 1
    pairs: int  # at most
    games: int  # so far
    known: int  # of these, played by an earlier run
    max_games: int  # games in total, if no later pair stops early


def plan_digest(plan: dict[str, Any]) -> str:
    """A digest of a plan, apart from versions, on which the results should not depend."""
    fixed = {name: value for name, value in plan.items() if name != "versions"}
    return hashlib.sha256(json.dumps(fixed, sort_keys=True).encode()).hexdigest()


def source_digests(texts: Sequence[str]) -> dict[str, str]:
    """For each bot that is a Python file or a program, a digest of the files its text names.

    Args:
        texts: Texts of the bots.
    """
    digests = {}
    for text in texts:
        files = [file for file in _files(text) if file.is_file()]
        if files:
            digest = hashlib.sha256()
            for file in files:
                digest.update(hashlib.sha256(file.read_bytes()).digest())
            digests[text] = digest.hexdigest()[:16]
    return digests


def _game_file_digest(game: Game) -> dict[str, str]:
    """The file of a game that comes from a file, with the digest of its source."""
    origin = game_file(game)
    return {} if origin is None else {f"{origin.path.name}:{origin.variable}": origin.digest}


def _load_planned_game(plan: dict[str, Any], folder: str | Path) -> Game:
    """The game of a stored plan. A plan never makes Ludus run a file: the user loads a game from a file first."""
    files = [file for file in plan.get("files", {}) if file not in plan["players"]]
    if files and plan["game"] not in game_names():
        raise FolderError(
            f"{folder}: the game {plan['game']!r} comes from a file, {files[0]}; name this file, too: "
            f"`ludus tournament {files[0]} --resume {folder}`, `ludus replay {folder} --game-file {files[0]}`, or in "
            f"Python ludus.load_game({files[0]!r})"
        )
    return load_game_by_name(plan["game"])


def _files(text: str) -> list[Path]:
    if text.startswith((COMMAND_PREFIX, JSON_LINES_PREFIX)):
        program, *arguments = shlex.split(text.removeprefix(COMMAND_PREFIX).removeprefix(JSON_LINES_PREFIX)) or [""]
        return [Path(shutil.which(program) or program), *map(Path, arguments)]
    match = PYTHON_BOT_PATTERN.fullmatch(text)
    return [Path(match["file"])] if match else []
