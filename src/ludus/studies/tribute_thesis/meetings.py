"""Match-ups of two bots, and what the study stores of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ludus.arena.census import MatchWithStats
from ludus.arena.match import Match
from ludus.core.progress import report_compilation
from ludus.core.random import derive
from ludus.core.registry import load_game
from ludus.design.decks.census import PRESENCE_MEASURE, compute_survey
from ludus.design.decks.sums import DealSums
from ludus.lab import RunContext
from ludus.players import load_compiled_bot
from ludus.studies.tribute_thesis.config import GAME

HALF_POINTS = 2


@dataclass(frozen=True)
class MatchupRecord:
    """Games of two bots in order; in even games the first bot has the first seat."""

    players: tuple[str, str]
    half_points: np.ndarray  # half points of the first player, by game
    reasons: np.ndarray  # why each game ended
    turns: float  # mean number of turns
    patrons: DealSums  # presence of patrons in the games
    draws: np.ndarray  # see ludus.design.decks.census

    @property
    def payoffs_by_deal(self) -> np.ndarray:
        """Payoff of the first bot, by deal."""
        payoffs: np.ndarray = self.half_points.reshape(-1, 2).mean(axis=1) / HALF_POINTS
        return payoffs

    def payoffs_in_seat(self, first: bool) -> np.ndarray:
        """Payoffs of the first bot in the games in which it sat first, or second."""
        payoffs: np.ndarray = self.half_points[0 if first else 1 :: 2] / HALF_POINTS
        return payoffs

    @property
    def seat_differences(self) -> np.ndarray:
        """By deal: payoff in the first seat minus that in the second."""
        differences: np.ndarray = self.payoffs_in_seat(True) - self.payoffs_in_seat(False)
        return differences

    @classmethod
    def read(cls, data: dict[str, Any]) -> MatchupRecord:
        one, other = data["players"]
        sums = DealSums(**data["patrons"])
        return cls((one, other), data["halves"], data["reasons"], data["turns"], sums, data["draws"])


def play_matchup(one: str, other: str, games: int, seed: int, context: RunContext) -> dict[str, Any]:
    """Play a match-up; returns the data of `MatchupRecord.read`."""
    game = load_game(GAME)
    with report_compilation(game):
        census = MatchWithStats(
            Match(game, game.content(), [load_compiled_bot(game, text) for text in (one, other)], seed)
        )
    counted = census.play(games, context.backend, context.advance)
    survey = compute_survey(census.match, (one, other), counted)
    shares = census.match.by_player(counted.outcomes)[:, 0]
    return {
        "players": [one, other],
        "halves": np.rint(HALF_POINTS * shares).astype(np.uint8),
        "reasons": counted.outcomes.reasons.astype(np.uint8),
        "turns": survey.turns.value,
        "patrons": vars(survey.sums[PRESENCE_MEASURE]),
        "draws": survey.patron_sets,
    }


def matchup_seed(seed: int, *what: Any) -> int:
    """Seed of a match-up; no two share deals, so they can be treated as independent."""
    return derive(seed, "meeting", *what)


def bot_with_patrons(text: str, patrons: list[str]) -> str:
    """Bot that drafts the first available of these patrons."""
    return f"{text}{',' if ':' in text else ':'}patrons={'/'.join(patrons)}"
