"""Which cards and patrons carry wins: games of Tales of Tribute, counted, and what they tell with intervals.

    survey = count_games(game, content, ["decision-tree", "decision-tree"], games=2000, seed=7, place=Threads(1))
    survey.rate("taken", 17).power             what players who took card 17 win, as between equals: 0.5 is no help
    survey.rate("taken", 17).lift              how much more often players with it win than players without it
    survey.rate("called", 3).power             the same of those who called patron 3 at least once
    survey.rate("drafted", 3, player=0).won    what the first player won when it had picked patron 3
    survey.presence(3).turns                   how many turns longer games with patron 3 last
    survey.worths()[17]                        what a copy of card 17 adds to who takes it, other purchases being equal
    survey.share, survey.first_seat, survey.turns, survey.digest

Numbers of cards and patrons are their places in `game.design().names_of_cards(content)` and `names_of_patrons`. Cards
are `taken` (bought or acquired, once or more) or `owned` (at the end); patrons are `drafted`, `called` or `favoured`
(at the end). Of a card, only games with its patron in play count; of a patron called or favoured, only games with that
patron; of a drafted one, all games that had a draft. All this is what players *who chose a thing* win: who is ahead can
afford more, so power is no proof of a cause; worths are nearer to one. `rate_over` is about several meetings together.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludus.arena.census import Census, Counted
from ludus.arena.match import Match
from ludus.compute import Place, Threads
from ludus.core.contract import Content, Game
from ludus.core.progress import first_use
from ludus.design.decks.sums import (
    FIRST,
    HALF,
    MINE,
    OF_PLAYER,
    PRESENT,
    SEATS,
    TURNS,
    WITH,
    WITHOUT,
    Part,
    Presence,
    Rates,
    Sums,
    overall,
    presence,
    rate,
    suitability,
)
from ludus.design.decks.worth import Moments, worths
from ludus.players import find_compiled
from ludus.stats import Estimate

CARDS = ("taken", "owned")
PATRONS = ("drafted", "called", "favoured")
PRESENCE = "present"
DRAWS = ("player", "patrons", "games", "wins")  # patrons as bits, the Treasury among them


@dataclass(frozen=True)
class Survey:
    """Counted games of one meeting. Surveys of the same two players on other deals can be added to it."""

    players: tuple[str, str]
    games: int
    sums: dict[str, Sums]  # by measure: CARDS and PATRONS, and PRESENCE of patrons
    moments: Moments  # for what cards are worth, see worth.py
    draws: np.ndarray  # a row for each player and set of patrons that were in a game: see DRAWS
    digest: str  # of the outcomes

    def rate(self, measure: str, number: int, player: int | None = None) -> Rates:
        """What is known of a card or patron, for both players or for one."""
        return rate([(self.sums[measure], player)], number)

    def presence(self, number: int) -> Presence:
        """What changes when this patron is in the game."""
        return presence(self.sums[PRESENCE], number)

    def worths(self) -> list[Estimate]:
        """How much a player's share of wins grows with each copy taken, other purchases being equal; by card."""
        return worths([self.moments])

    @property
    def share(self) -> Estimate:
        """What the first player wins."""
        return overall(self.sums[PRESENCE], MINE)

    @property
    def first_seat(self) -> Estimate:
        return overall(self.sums[PRESENCE], FIRST)

    @property
    def turns(self) -> Estimate:
        """Of both players together."""
        return overall(self.sums[PRESENCE], TURNS)

    def __add__(self, other: Survey) -> Survey:
        assert self.players == other.players
        return Survey(
            self.players,
            self.games + other.games,
            {name: sums + other.sums[name] for name, sums in self.sums.items()},
            self.moments + other.moments,
            _added(np.concatenate([self.draws, other.draws])),
            hashlib.sha256(f"{self.digest} {other.digest}".encode()).hexdigest()[:16],
        )

    def as_data(self) -> dict[str, Any]:
        """Numbers and arrays, to be kept; `Survey.read` takes them back."""
        return {
            "players": list(self.players),
            "games": self.games,
            "sums": {name: vars(each) for name, each in self.sums.items()},
            "moments": vars(self.moments),
            "draws": self.draws,
            "digest": self.digest,
        }

    @classmethod
    def read(cls, data: dict[str, Any]) -> Survey:
        one, other = data["players"]
        sums = {name: Sums(**each) for name, each in data["sums"].items()}
        return cls((one, other), data["games"], sums, Moments(**data["moments"]), data["draws"], data["digest"])


def count_games(
    game: Game,
    content: Content,
    players: Sequence[str],
    games: int,
    seed: int,
    place: Place | None = None,
    progress: Callable[[int], None] | None = None,
) -> Survey:
    """Play and count games between two compiled players, who change seats from game to game."""
    with first_use(game):
        census = Census(Match(game, content, [find_compiled(game, text) for text in players], seed))
    return survey_of(census.match, players, census.play(games, place or Threads(1), progress))


def survey_of(match: Match, players: Sequence[str], counted: Counted) -> Survey:
    """What counted games tell; an odd game at the end is left out."""
    whole = len(counted.outcomes) // SEATS * SEATS
    tallies, outcomes = counted.tallies[:whole], counted.outcomes
    assert match.game.design is not None
    decks = np.array(match.game.design().decks_of(match.content))
    halves = np.rint(HALF * outcomes.shares[:whole]).astype(np.int64)
    present = tallies["present"] != 0
    drafted = (tallies["drafted"] != 0).any(axis=(1, 2))
    sums = {name: _sums(tallies[name][:, :, : len(decks)] != 0, present[:, decks], halves) for name in CARDS}
    for name in PATRONS:
        counts = np.broadcast_to(drafted[:, None], present.shape) if name == "drafted" else present
        sums[name] = _sums(tallies[name] != 0, counts, halves)
    sums[PRESENCE] = _presences(present, tallies["turns"].astype(np.int64), halves)
    moments = Moments.of(tallies["taken"][:, :, : len(decks)], halves)
    return Survey((players[0], players[1]), whole, sums, moments, _draws(present, halves), outcomes.digest())


def rate_over(surveys: Iterable[Survey], measure: str, number: int, player: str | None = None) -> Rates:
    """One card or patron over several meetings: of everybody, or of the player with this name."""
    parts: list[Part] = []
    for survey in surveys:
        if player is None:
            parts.append((survey.sums[measure], None))
        else:
            parts += [(survey.sums[measure], k) for k, name in enumerate(survey.players) if name == player]
    return rate(parts, number)


def suits(surveys: Iterable[Survey], patron: int, player: str) -> Estimate:
    """How much more a player wins against others when a patron is in the game."""
    there = [each for each in surveys if player in each.players and each.players[0] != each.players[1]]
    return suitability([(each.sums[PRESENCE], each.players.index(player)) for each in there], patron)


def _sums(had: np.ndarray, counts: np.ndarray, halves: np.ndarray) -> Sums:
    """`had` is by game, seat and thing; `counts`, by game and thing, says which games count."""
    found = np.zeros((len(counts) // SEATS, counts.shape[1], SEATS * OF_PLAYER), np.int64)
    for turn in range(SEATS):  # in the second game of a deal the players have changed seats
        here = slice(turn, None, SEATS)
        for seat in range(SEATS):
            at, points = OF_PLAYER * (seat ^ turn), halves[here, seat, None]
            for k, games in ((WITH, had[here, seat]), (WITHOUT, ~had[here, seat])):
                found[:, :, at + k] += games & counts[here]
                found[:, :, at + k + 1] += (games & counts[here]) * points
    return Sums.of(found)


def _presences(present: np.ndarray, turns: np.ndarray, halves: np.ndarray) -> Sums:
    found = np.zeros((len(present) // SEATS, present.shape[1], 2 * OF_PLAYER), np.int64)
    for turn in range(SEATS):
        here = slice(turn, None, SEATS)
        for at, games in ((0, present[here]), (OF_PLAYER, ~present[here])):
            found[:, :, at + PRESENT] += games
            found[:, :, at + TURNS] += games * turns[here, None]
            found[:, :, at + FIRST] += games * halves[here, 0, None]
            found[:, :, at + MINE] += games * halves[here, turn, None]  # player 0 sits in seat 0, then in seat 1
    return Sums.of(found)


def _draws(present: np.ndarray, halves: np.ndarray) -> np.ndarray:
    """Which patrons were in the games, and who won with them."""
    bits = (present.astype(np.int64) << np.arange(present.shape[1])).sum(axis=1)
    rows = np.arange(len(halves))
    found = []
    for player in range(SEATS):
        won = halves[rows, (player + rows) % SEATS] == HALF
        found.append(np.stack([np.full(len(bits), player), bits, np.ones_like(bits), won], axis=1))
    return _added(np.concatenate(found))


def _added(rows: np.ndarray) -> np.ndarray:
    """One row for each player and set of patrons."""
    keys, at = np.unique(rows[:, :2], axis=0, return_inverse=True)
    numbers = np.zeros((len(keys), 2), np.int64)
    np.add.at(numbers, at.ravel(), rows[:, 2:].astype(np.int64))
    return np.concatenate([keys, numbers], axis=1)
