"""Two players, so many games, and what the study keeps of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ludus.arena.census import Census
from ludus.arena.match import Match
from ludus.core.progress import first_use
from ludus.core.random import derive
from ludus.core.registry import find_game
from ludus.design.decks.census import PRESENCE, survey_of
from ludus.design.decks.sums import Sums
from ludus.lab import Desk
from ludus.players import find_compiled
from ludus.studies.tribute_thesis.config import GAME

HALF = 2


@dataclass(frozen=True)
class Meeting:
    """The games of two players in their order; in the even ones the first player has the first seat."""

    players: tuple[str, str]
    halves: np.ndarray  # half points of the first player, by game
    reasons: np.ndarray  # why each game ended
    turns: float  # on average
    patrons: Sums  # their presence in the games
    draws: np.ndarray  # see ludus.design.decks.census

    @property
    def deals(self) -> np.ndarray:
        """The first player's share of each deal."""
        found: np.ndarray = self.halves.reshape(-1, 2).mean(axis=1) / HALF
        return found

    def seat(self, first: bool) -> np.ndarray:
        """The first player's share of each game in which it sat first, or second."""
        found: np.ndarray = self.halves[0 if first else 1 :: 2] / HALF
        return found

    @property
    def seats(self) -> np.ndarray:
        """By deal: how much more either player won in the first seat than in the second."""
        found: np.ndarray = self.seat(True) - self.seat(False)
        return found

    @classmethod
    def read(cls, data: dict[str, Any]) -> Meeting:
        one, other = data["players"]
        sums = Sums(**data["patrons"])
        return cls((one, other), data["halves"], data["reasons"], data["turns"], sums, data["draws"])


def meet(one: str, other: str, games: int, seed: int, desk: Desk) -> dict[str, Any]:
    """Play a meeting; what `Meeting.read` takes."""
    game = find_game(GAME)
    with first_use(game):
        census = Census(Match(game, game.content(), [find_compiled(game, text) for text in (one, other)], seed))
    counted = census.play(games, desk.place, desk.advance)
    survey = survey_of(census.match, (one, other), counted)
    shares = census.match.by_player(counted.outcomes)[:, 0]
    return {
        "players": [one, other],
        "halves": np.rint(HALF * shares).astype(np.uint8),
        "reasons": counted.outcomes.reasons.astype(np.uint8),
        "turns": survey.turns.value,
        "patrons": vars(survey.sums[PRESENCE]),
        "draws": survey.draws,
    }


def seed_of(seed: int, *what: Any) -> int:
    """The seed of a meeting; no two have the same deals, so that they can be taken for independent of each other."""
    return derive(seed, "meeting", *what)


def with_patrons(text: str, patrons: list[str]) -> str:
    """A player that drafts the first of these that is there."""
    return f"{text}{',' if ':' in text else ':'}patrons={'/'.join(patrons)}"
