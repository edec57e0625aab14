"""One run of a tournament: games of earlier runs first, then the rest, logged as they end.

session = TournamentSession(tournament, log, backend, print)
games = session.play((0, 1), 1000)      the games of a pairing, known or played now
session.check_all_used()                the log has no games of another tournament
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludus.arena import tournament_dir as folders
from ludus.arena.compiled_games import Outcomes
from ludus.arena.episode import StarvedGame
from ludus.arena.pairing import Group, address_text, max_groups, pair_text
from ludus.arena.runner import deal_payoffs, run_in_order
from ludus.arena.standings import PairGames
from ludus.arena.tournament_dir import ReplayStore
from ludus.arena.tournament_games_csv import GameLog
from ludus.backends import Backend
from ludus.stats import SprtMonitor
from ludus.util.files import FolderError

if TYPE_CHECKING:
    from ludus.arena.tournament import Tournament


@dataclass(frozen=True)
class TournamentProgress:
    """Progress of a tournament."""

    group: Group  # that plays now
    pair: int  # its number, from 1
    pairs: int  # at most
    games: int  # so far
    known: int  # of these, played by an earlier run
    max_games: int  # games in total, if no later pair stops early


class TournamentSession:
    """One run of a tournament: plays groups, games of earlier runs first, and reports progress."""

    def __init__(
        self,
        tournament: Tournament,
        log: GameLog | None,
        backend: Backend | None,
        progress: Callable[[TournamentProgress], None] | None,
    ) -> None:
        self.tournament, self.log, self.backend, self.progress = tournament, log, backend, progress
        self.most = max_groups(tournament.kind, len(tournament.names), tournament.seats)
        self.pairs: dict[Group, _PairSession] = {}

    def play(self, group: Group, games: int) -> PairGames:
        """The games of a group: those already known, then the rest played and logged."""
        if group not in self.pairs:
            self.pairs[group] = _PairSession(self.tournament, group, self.log)
        return self.pairs[group].play(games, self.backend, self._report)

    def check_all_used(self) -> None:
        """Raise FolderError if the log has games that this tournament does not play."""
        for group, known in self.log.known.items() if self.log is not None else ():
            assert self.log is not None
            if group not in self.pairs:
                raise FolderError(f"{self.log.path}: {address_text(group, 0)} is no game of this tournament")
            if self.pairs[group].done < len(known):
                raise _more_games_than_planned(self.log, group)

    def _report(self, current: _PairSession) -> None:
        if self.progress is None:
            return
        pairs = self.pairs.values()
        done, known = sum(pair.done for pair in pairs), sum(min(pair.done, pair.known_count) for pair in pairs)
        left = (self.most - len(self.pairs)) * self.tournament.games
        self.progress(
            TournamentProgress(
                current.group, len(self.pairs), self.most, done, known, done + left + current.last - current.done
            )
        )


class _PairSession:
    """The games of one group during one run."""

    def __init__(self, tournament: Tournament, group: Group, log: GameLog | None) -> None:
        self.tournament, self.group, self.log = tournament, group, log
        self.match = tournament.pairing(group)
        self.test = SprtMonitor(tournament.test) if tournament.test else None
        self.parts: list[Outcomes] = []
        self.done = self.last = 0  # games so far, and the end of those that are to be played now
        self.known = log.known.get(group) if log is not None else None
        self.known_count = 0 if self.known is None else len(self.known)
        self.replay_store: ReplayStore | None = None
        if tournament.folder is not None and log is not None and not self.match.reproducible:
            named = any(tournament.given_names[k] for k in group)
            self.replay_store = ReplayStore(tournament.folder, group, self.match.names, named)
            self.match.on_record = self.replay_store
            self.match.on_starved = self._store_starved
        if self.known is not None and log is not None:
            log.check_deals(group, self.match)

    def play(self, games: int, backend: Backend | None, report: Callable[[_PairSession], None]) -> PairGames:
        """The games from the first one to number `games`, or to the verdict of a test."""
        self.last = games
        if self.known is not None and self.done < self.known_count:
            part = self.known.first(games).after(self.done)
            self._add(part)
            report(self)
            if self.done < (min(games, self.known_count) if self.tournament.rating_targets else self.known_count):
                assert self.log is not None
                raise _more_games_than_planned(self.log, self.group)
        if self.done < self.last:
            with closing(run_in_order(self.match, self.done, self.last, backend)) as chunks:
                for part in chunks:
                    first = self.done
                    left = self._add(part)
                    if self.log is not None:
                        self.log.append(self.match, self.group, first, self.parts[-1])
                    report(self)
                    if left == 0:
                        break
        if self.replay_store is not None:
            self.replay_store.remove_from(self.done)
        return PairGames(self.group, Outcomes.joined(self.parts), self.test.verdict if self.test else None)

    def _store_starved(self, game: StarvedGame) -> None:
        """Store that a game was played once more, where the summary and the page find it; called on any thread."""
        assert self.tournament.folder is not None
        name, address = self.match.names[game.player], address_text(self.group, game.number)
        folders.append_event(
            self.tournament.folder, folders.STARVED_EVENT, game=address, bot=name, fault=game.fault, again=game.again
        )

    def _add(self, part: Outcomes) -> int:
        """Take in some games, those after the verdict of a test left out; how many games remain to be played."""
        if self.test is not None:
            verdict = self.test.add(deal_payoffs(self.match, part))
            self.last = self.last if verdict.decision == "running" else verdict.count * self.tournament.seats
        self.parts.append(part.first(self.last - self.done))
        self.done += len(self.parts[-1])
        return self.last - self.done


def _more_games_than_planned(log: GameLog, group: Group) -> FolderError:
    return FolderError(f"{log.path}: pair {pair_text(group)} has more games than this tournament plays")
