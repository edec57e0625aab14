"""Match-ups of two bots, and what the study stores of them."""

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
    """Games of two bots in order; in even games the first bot has the first seat."""

    players: tuple[str, str]
    halves: np.ndarray  # half points of the first player, by game
    reasons: np.ndarray  # why each game ended
    turns: float  # mean number of turns
    patrons: Sums  # presence of patrons in the games
    draws: np.ndarray  # see ludus.design.decks.census

    @property
    def deals(self) -> np.ndarray:
        """Payoff of the first bot, by deal."""
        payoffs: np.ndarray = self.halves.reshape(-1, 2).mean(axis=1) / HALF
        return payoffs

    def seat(self, first: bool) -> np.ndarray:
        """Payoffs of the first bot in the games in which it sat first, or second."""
        payoffs: np.ndarray = self.halves[0 if first else 1 :: 2] / HALF
        return payoffs

    @property
    def seats(self) -> np.ndarray:
        """By deal: payoff in the first seat minus that in the second."""
        differences: np.ndarray = self.seat(True) - self.seat(False)
        return differences

    @classmethod
    def read(cls, data: dict[str, Any]) -> Meeting:
        one, other = data["players"]
        sums = Sums(**data["patrons"])
        return cls((one, other), data["halves"], data["reasons"], data["turns"], sums, data["draws"])


def meet(one: str, other: str, games: int, seed: int, desk: Desk) -> dict[str, Any]:
    """Play a match-up; returns the data of `MatchupRecord.read`."""
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
    """Seed of a match-up; no two share deals, so they can be treated as independent."""
    return derive(seed, "meeting", *what)


def with_patrons(text: str, patrons: list[str]) -> str:
    """Bot that drafts the first available of these patrons."""
    return f"{text}{',' if ':' in text else ':'}patrons={'/'.join(patrons)}"
