"""A tournament: every pair of players on the same deals, stored so that it can be stopped at any moment.

    tournament = Tournament(game, game.content(), ["random", "greedy", "mcts"], games=1000, seed=7)
    results = tournament.run(folder, Threads())
    replay = tournament.replay("0-2/17")

A round robin is played by all groups of players that fill the seats: pairs in a two-player game, all triples in a game
for three, and every player alone, on the same deals, in a game for one. In a gauntlet the first player is in every
group. On a ladder, one player after another climbs from the bottom, each pairing ended by a sequential test. A new
player can play until its rating is known, see `rating_target`. A stored tournament can be extended by games or players.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, get_args

import msgspec

from ludus.arena import tournament_dir as folders
from ludus.arena.bot_load import BotLoad
from ludus.arena.compiled_games import compiled_play_loop
from ludus.arena.contest_rules import ContestRules
from ludus.arena.contest_standings import ContestStandings, contest_standings, write_standings
from ludus.arena.external_bot_limits import BotLimits
from ludus.arena.kept_bots import KEPT_FOLDER, KeptFolder, check_keep, keep_texts
from ludus.arena.pairing import (
    Group,
    PairingMatch,
    ScheduleKind,
    check_field,
    read_address,
    schedule,
)
from ludus.arena.player_names import check_name, player_names, read_named_bot
from ludus.arena.rating_target import RatingTarget
from ludus.arena.runner import game_replay
from ludus.arena.standings import PairGames, TournamentResult, compute_standings
from ludus.arena.tournament_dir import replay_file
from ludus.arena.tournament_games_csv import GameLog
from ludus.arena.tournament_plan import (
    EARLIER,
    check_earlier,
    earlier_entry,
    game_file_digest,
    load_planned_game,
    named_files,
    plan_digest,
    plan_digests,
    source_digests,
)
from ludus.arena.tournament_secrets import RULES_EVENT, hide_tournament
from ludus.arena.tournament_session import TournamentProgress, TournamentSession
from ludus.arena.tournament_sqlite_index import build_index, recorded_game
from ludus.arena.tournament_tables_csv import write_tables
from ludus.backends import Backend
from ludus.bots import FAULTS, BotFactory, CompiledBot
from ludus.bots.lookup import is_compiled_bot
from ludus.core.game import Content, Game
from ludus.core.game_engine import get_engine
from ludus.core.replay import Replay
from ludus.stats import Sprt, SprtMonitor
from ludus.util.errors import LudusError, OptionError
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
        *,
        names: Sequence[str | None] | None = None,
        rating_targets: Sequence[RatingTarget] = (),
        contest: ContestRules | None = None,
    ) -> None:
        """Check and store what is played.

        Args:
            game: The game.
            content: Its content.
            players: Texts of the bots; `fast=cmd:./bot` gives one a name.
            games: Games for each pair, rounded up to whole deals; with a `test`, the maximum.
            seed: Seed of all games.
            kind: Round robin, gauntlet or ladder.
            test: Sequential test that ends a pair early.
            competition: Deal as official contests do.
            limits: Limits of bots that are not compiled.
            names: Names of the players, None for those without; then `players` are texts of bots alone.
            rating_targets: Players that play until their rating is known; `games` is then the most of a pair.
            contest: How the official standings are made, and when a bot is disqualified.

        Raises:
            OptionError: these players cannot play such a tournament.
        """
        self.game, self.content, self.seed, self.kind, self.competition = game, content, seed, kind, competition
        self.seats = game.seat_count(content.data)
        if names is None:
            named = [read_named_bot(text) for text in players]
            names, players = [name for name, _ in named], [text for _, text in named]
        self.given_names: list[str | None] = list(names)
        self.texts = list(players)
        self.names = player_names(self.texts, self.given_names)
        self.rating_targets, self.contest = list(rating_targets), contest
        self.standings: ContestStandings | None = None  # by the rules of the contest, when `run` has ended
        self.earlier: list[dict[str, Any]] = []  # what it keeps of plans before it was extended
        self.reasons = (*game.end_reasons, *FAULTS)
        self.folder: Path | None = None
        self.rules_file = ""  # path of the file with the rules of a contest
        if kind not in get_args(ScheduleKind):
            raise OptionError(f"a tournament is a {', a '.join(get_args(ScheduleKind))}; not {kind!r}")
        check_field(kind, len(players), self.seats, game.name)
        if contest is not None:
            contest.check_scheme(kind, self.seats)
        if games < 1:
            raise OptionError(f"a pair needs at least one game, not {games}")
        if len(set(self.names)) < len(self.names) or not all(name.isprintable() for name in self.names):
            raise OptionError(f"bots need different names without line breaks: {', '.join(self.names)}")
        for name in filter(None, self.given_names):
            check_name(name, name)
        if test is not None and self.seats != 2:
            raise OptionError(f"a sequential test is between two bots; {game.name} has {self.seats} here")
        self._check_rating_targets(test)
        self.games = games + -games % self.seats
        self.test = test or (LADDER_TEST if kind == "ladder" else None)
        self.limits, self._players = limits or BotLimits(), dict[int, BotFactory]()
        self.stored_release = ""  # the release that wrote the folder, if it was opened
        self.stored_files: dict[str, str] = {}  # the digests of files in its plan
        self.games_digest = ""  # of the plan and all rows of games.csv, when `run` has written them
        self._extends: Tournament | None = None  # the stored tournament that this one extends
        self._kept: KeptFolder | None = None  # files of kept bots, during `run`
        if self.limits.keep:
            check_keep(self.texts, competition)
            if contest is not None:
                raise OptionError("in a contest every game starts from the folder as submitted: bots cannot be kept")

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
            game = load_planned_game(plan, folder)
            test = Sprt.parse(plan["test"]) if plan["test"] else None
            content = game.content(**plan["options"])
            numbers = plan["games"], plan["seed"]
            limits = BotLimits(**plan["house"])
            check_earlier(plan)
            contest = ContestRules.from_dict(plan["contest"]) if "contest" in plan else None
            tournament = cls(
                game,
                content,
                plan["players"],
                *numbers,
                plan["kind"],
                test,
                plan["competition"],
                limits,
                names=plan.get("names", [None] * len(plan["players"])),
                rating_targets=[RatingTarget(**target) for target in plan.get("rating_targets", [])],
                contest=contest,
            )
            tournament.earlier = plan.get(EARLIER, [])
        except (KeyError, TypeError, ValueError) as error:
            raise FolderError(f"{folder}: {folders.PLAN_FILE} is not complete: {error}") from None
        folders.check_same_plan(
            Path(folder), plan, tournament.plan(), ignore=("versions", "files", "release")
        )  # its games can still be read
        tournament.folder = Path(folder)
        tournament.stored_release, tournament.stored_files = plan["release"], plan["files"]
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
            **({"names": self.given_names} if any(self.given_names) else {}),
            "games": self.games,
            "seed": self.seed,
            "test": self.test.text if self.test else None,
            "competition": self.competition,
            **({"rating_targets": [target.as_dict() for target in self.rating_targets]} if self.rating_targets else {}),
            **({"contest": self.contest.as_dict()} if self.contest else {}),
            **({EARLIER: self.earlier} if self.earlier else {}),
            "files": source_digests(self.texts) | game_file_digest(self.game),
            "house": self.limits.as_dict(),
            "versions": {
                "python": platform.python_version(),
                **{name: version(name) for name in ("numpy", "numba", "openskill")},
            },
        }

    def digest(self) -> str:
        """A digest of the plan."""
        return plan_digest(self.plan())[:8]

    def hide_secrets(self, folder: Path | None) -> None:
        """Hide the seed and all results from bots that are started from now on.

        Args:
            folder: The folder of the tournament; None if there is none.

        Raises:
            OptionError: a rules file has hard links, or belongs to a bot.
        """
        hide_tournament(folder, self.rules_file, self.seed, self.texts)

    def prepare(self) -> None:
        """Load all bots, and compile what is not compiled yet."""
        self.check_files_are_here()
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
            try:
                self._players[number] = self.limits.load_bot(
                    self.game,
                    self.texts[number],
                    self.content,
                    contest=True,
                    kept_folder=self._kept_folder_of(number),
                    restart=self.contest is not None,
                )
            except LudusError as error:
                if self.given_names[number] is None:
                    raise
                raise OptionError(f"player {self.names[number]}: {error}") from error
        return self._players[number]

    def _end_kept_bots(self) -> dict[str, list[str]]:
        """End kept bots, so that their files are stored, and return what became of them."""
        if not self.limits.keep:
            return {}
        self.close()
        return {"kept": keep_texts(self.names, [self.player(number) for number in range(len(self.names))])}

    def _kept_folder_of(self, number: int) -> str:
        if self._kept is None or is_compiled_bot(self.texts[number]):
            return ""
        return self._kept.folder_of(self.names[number], self.game.name, self.texts[number])

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
        return self.match_of([self.names[k] for k in group], players)

    def match_of(self, names: list[str], players: Sequence[BotFactory]) -> PairingMatch:
        """The match of players by their names."""
        texts = [self.texts[self.names.index(name)] for name in names]
        session = 0 if self._kept is None or all(map(is_compiled_bot, texts)) else self._kept.session
        return PairingMatch(
            self.game, self.content, players, self.seed, names, self.competition, self.limits.keep, session
        )

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
            OptionError: a bot cannot be loaded or cannot start, or there is no folder for the files of kept bots.
            UnknownName: there is no such bot.
        """
        if self.limits.keep and folder is None:
            raise OptionError("a tournament with kept bots needs a folder, in which their files are stored")
        self.prepare()
        log = self._open_folder(Path(folder), backend) if folder is not None else None
        try:
            if self.limits.keep and folder is not None:
                self._kept = KeptFolder(Path(folder) / KEPT_FOLDER)
                self._kept.begin_session()
                self.close()
                self._players.clear()  # they are loaded again, with their folders
            session = TournamentSession(self, log, backend, progress)
            played, order = self.play_schedule(session.play)
            session.check_all_used()
            results = compute_standings(self.names, self.reasons, played, order)
            if self.contest is not None:
                self.standings = contest_standings(self.contest, self.names, self.reasons, played, order)
            if self.folder is not None:  # keep the lock until everything is written
                write_tables(self.folder, results)
                if self.standings is not None:
                    write_standings(self.folder, self.standings)
                build_index(self.folder)
                folders.append_event(self.folder, "ended", games=results.games, **self._end_kept_bots())
            if log is not None and log.chained:
                self.games_digest = log.digest
            return results
        finally:
            self.close()
            if self._kept is not None:
                self._kept.close()
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
        most = max(self.games, *(target.most or 0 for target in self.rating_targets), 0)
        if len(set(group)) != self.seats or max(group) >= len(self.names) or number >= most:
            raise OptionError(
                f"there is no game {address}: players are 0 to {len(self.names) - 1}, {self.seats} in a pair, "
                f"games 0 to {most - 1}"
            )
        if self.folder is not None:
            file = replay_file(self.folder, group, number)
            if file.is_file():
                return Replay.load(file)
        pairing = self.pairing(group)
        if not pairing.reproducible:
            raise OptionError(f"game {address} was not stored, and {' or '.join(pairing.names)} cannot play it again")
        record, episode = game_replay(pairing, number, pairing.seat_names(number))
        self._check_same_game(address, record, (episode.reason, len(record.moves), list(episode.position.scores)))
        return record

    @property
    def changed_game_file(self) -> str:
        """The file of the game, if it is not the one that the tournament was begun with; else empty."""
        here = game_file_digest(self.game)
        return next((file for file, digest in here.items() if self.stored_files.get(file, digest) != digest), "")

    def _check_same_game(self, address: str, record: Replay, played: tuple[str, int, list[int]]) -> None:
        """Raise FolderError if a game is not the recorded one, because a bot or the file of the game has changed."""
        other_release = self.stored_release not in ("", record.release)
        if self.folder is None or not (other_release or self.changed_game_file):
            return
        expected = recorded_game(self.folder, address)
        if expected is not None and expected != played:
            texts = [
                f"{game[1]} decisions ({game[0]}; scores {', '.join(map(str, game[2]))})" for game in (expected, played)
            ]
            cause = f"{self.changed_game_file} has changed" if self.changed_game_file else "a bot has changed"
            raise FolderError(
                f"{self.folder}: game {address} was played by Ludus {self.stored_release} and ended after {texts[0]}; "
                f"Ludus {record.release} plays another game there, with {texts[1]}, because {cause}"
            )

    def play_schedule(self, play: Callable[[Group, int], PairGames]) -> tuple[list[PairGames], list[int] | None]:
        """Go through the whole schedule.

        Args:
            play: Called with a group and a number of games; returns its games from the first one on, at most so many.
                A group may come again, with more games.

        Returns:
            The games of every group, and the ranking if the schedule determines it.
        """
        kind, count = self.kind, len(self.names)
        apart = {group for target in self.rating_targets for group in target.pairs(kind, count)}
        played: dict[Group, PairGames] = {}
        groups = schedule(kind, count, self.seats, apart)
        won: bool | None = None  # whether the first of the last group proved stronger
        order: list[int] | None = None
        while True:
            try:
                group = next(groups) if won is None else groups.send(won)
            except StopIteration as end:
                order = end.value
                break
            played[group] = play(group, self.games)
            verdict = played[group].verdict
            won = verdict is not None and verdict.decision == "accept"
        for target in self.rating_targets:
            while (step := target.next_games(kind, count, played, self.games)) is not None:
                played[step[0]] = play(*step)
        in_order = list(played.values())
        return (sorted(in_order, key=lambda pair: pair.group) if apart else in_order), order

    def extended(
        self, games: int | None = None, players: Sequence[str] = (), until_rating: float | None = None
    ) -> Tournament:
        """This stored tournament with more games or players; `run` plays what is new and keeps every row of before.

        Deals and dice do not depend on other players. So each pair plays the same games as in a tournament with all
        games and players from the start, and the tables are the same; only the order of the rows is different.

        Args:
            games: Games for each pair, if more than before.
            players: Texts of new bots; those that play already are left out.
            until_rating: The new player plays until the 95 % interval of its rating is plus or minus so many Elo;
                `games` is then the most of its pairs, and other pairs play no more.

        Returns:
            The extended tournament, or this one if nothing is new.

        Raises:
            OptionError: it cannot be extended in this way.
        """
        if self.folder is None:
            raise OptionError("only a tournament that was opened from its folder can be extended")
        most = self.games if games is None else games + -games % self.seats
        games = self.games if until_rating is not None else most
        if games < self.games:
            raise OptionError(f"each pair has {self.games:,} games there; an extension cannot make them {games:,}")
        if games > self.games and self.kind == "ladder":
            raise OptionError(
                "a ladder cannot be extended by games, because they change who meets; add bots, or begin anew"
            )
        new = [named for named in map(read_named_bot, players) if not self._plays_already(*named)]
        targets = list(self.rating_targets)
        if until_rating is not None and (new or not targets):
            if len(new) != 1 or self.kind != "round robin":
                raise OptionError(
                    "--until-rating goes with one new bot of a round robin: --add-bot BOT --until-rating 15"
                )
            targets.append(RatingTarget(len(self.names), until_rating, most=most))
        if games == self.games and not new:
            return self
        extended = Tournament(
            self.game,
            self.content,
            [*self.texts, *(text for _, text in new)],
            games,
            self.seed,
            self.kind,
            self.test,
            self.competition,
            self.limits,
            names=[*self.given_names, *(name for name, _ in new)],
            rating_targets=targets,
            contest=self.contest,
        )
        extended.earlier, extended.folder, extended._extends = self.earlier, self.folder, self
        return extended

    def open_log(self, folder: Path, read_only: bool = False) -> GameLog:
        """The games of this tournament in its folder.

        Raises:
            FolderError: rows were changed or removed, or another process plays this tournament.
        """
        start, extensions = plan_digests(folders.read_plan(folder) if read_only else self.plan())
        return GameLog(
            folder / folders.GAMES_FILE,
            self.seats,
            self.names,
            self.reasons,
            start,
            read_only,
            extensions,
            bool(self.rating_targets),
            folders.recorded_games(folder),
        )

    def stored_games(self, log: GameLog, group: Group, games: int) -> PairGames:
        """The games of a group from the rows that were read; like `play` of `play_schedule`.

        Raises:
            UnfinishedTournament: not all of them were played.
        """
        known = log.known.get(group)
        if known is None:
            raise UnfinishedTournament
        pair = PairGames(group, known.first(games))
        if self.test is None:
            if len(known) < games:
                raise UnfinishedTournament
            return pair
        verdict = SprtMonitor(self.test).add(pair.by_deal.mean(axis=1)[:, 0])
        if len(known) < games and verdict.decision == "running":
            raise UnfinishedTournament
        return PairGames(group, known.first(games), verdict)

    def _check_rating_targets(self, test: Sprt | None) -> None:
        if not self.rating_targets:
            return
        if self.seats != 2 or self.kind == "ladder" or test is not None:
            raise OptionError(
                "games until a rating is known need two players a game, and no ladder or sequential test: they choose "
                "their pairs and their end themselves"
            )
        for target in self.rating_targets:
            if not 0 <= target.player < len(self.names) or not target.pairs(self.kind, len(self.names)):
                raise OptionError(f"player {target.player} has no opponents to be rated with")

    def _plays_already(self, name: str | None, text: str) -> bool:
        if name is not None and name in self.names and self.texts[self.names.index(name)] != text:
            raise OptionError(f"{name} is {self.texts[self.names.index(name)]} in this tournament; choose another name")
        if name is not None:
            return name in self.names
        return any(text == known and given is None for known, given in zip(self.texts, self.given_names, strict=True))

    def check_files_are_here(self) -> None:
        """Raise FolderError if a file of a bot is not here: a stored tournament may be resumed from another folder."""
        if self.folder is None:
            return
        home, files = folders.begun_in(self.folder)
        for text in self.texts:
            for file in files.get(text, ()):
                if not os.path.isfile(file):
                    name = self.names[self.texts.index(text)]
                    where = f" It was there in {home}: give the command in that folder" if home else " Give the command"
                    raise FolderError(
                        f"{self.folder}: {file}, a file of the bot {name}, is not in {os.getcwd()}.{where}, or copy "
                        "the file"
                    )

    def _open_folder(self, folder: Path, backend: Backend | None) -> GameLog:
        if self._extends is not None:
            log = self._extend_folder(folder, self._extends)
            what = "extended"
        else:
            what = "continued" if folders.open_or_create(folder, self.plan()) else "begun"
            log = self.open_log(folder)
        self.folder = folder
        self.hide_secrets(folder)
        games = sum(map(len, log.known.values()))
        load = BotLoad.of([self.player(number) for number in range(len(self.names))], self.seats, backend, self.limits)
        folders.append_event(
            folder,
            what,
            games=games,
            working_folder=os.getcwd(),
            files=named_files(self.texts),
            **({RULES_EVENT: os.path.realpath(self.rules_file)} if self.rules_file else {}),
            **load.as_dict(),
        )
        return log

    def _extend_folder(self, folder: Path, stored: Tournament) -> GameLog:
        """Write the new plan behind the rows of the stored one. Killed at any moment, either plan holds."""
        folders.check_same_plan(folder, folders.read_plan(folder), stored.plan())
        log = stored.open_log(folder)  # which locks the folder
        try:
            before = folders.read_plan(folder)
            folders.check_same_plan(folder, before, stored.plan())
            if any(target.games is None for target in stored.rating_targets):
                try:
                    stored.play_schedule(lambda group, games: stored.stored_games(log, group, games))
                except UnfinishedTournament:
                    raise FolderError(
                        f"{folder}: a bot there still plays until its rating is known; let it end, with `ludus "
                        f"tournament --resume {folder}`, then extend it"
                    ) from None
            played = {group: len(outcomes) for group, outcomes in log.known.items()}
            ended = [target.fixed(self.kind, len(stored.names), played) for target in stored.rating_targets]
            self.rating_targets[: len(ended)] = ended
            digest = log.digest if log.chained else ""
            self.earlier = [*stored.earlier, earlier_entry(before, self.plan(), log.rows, digest)]
            log.sync()
            folders.write_plan(folder, self.plan())
            log.extend(plan_digest(self.plan()))
            log.names = self.names
            self._extends = None
            return log
        except BaseException:
            log.close()
            raise


class UnfinishedTournament(Exception):
    """Not all games of a tournament were played yet."""
