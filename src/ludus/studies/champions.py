"""Training of bots against a portfolio of opponents: scoring, notes of generations, example games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec
import numpy as np

from ludus.arena.batch import play_batch
from ludus.arena.match import Match
from ludus.compute import Backend
from ludus.core.contract import Content, Game
from ludus.core.replay import Replay
from ludus.evolve import Opponent, OpponentPool
from ludus.evolve.portfolio import GenerationRecord
from ludus.lab import RunContext
from ludus.players import CompiledBot


class PortfolioSettings(Protocol):
    """Configuration fields that define the portfolio of opponents."""

    @property
    def anchors(self) -> tuple[str, ...]: ...
    @property
    def guests(self) -> tuple[str, ...]: ...
    @property
    def leaves(self) -> float: ...
    @property
    def enters(self) -> int: ...
    @property
    def room(self) -> int: ...


def portfolio_after(settings: PortfolioSettings, notes: Sequence[dict[str, Any]]) -> list[Opponent]:
    """Opponents in the portfolio after the generations with these notes."""
    portfolio = OpponentPool(settings.anchors, settings.guests, settings.leaves, settings.enters, settings.room)
    return portfolio.after([GenerationRecord(note["best_against"], note["centre"]) for note in notes])


def payoff_matrix(
    game: Game,
    content: Content | Sequence[Content],
    players: Sequence[CompiledBot],
    rivals: Sequence[CompiledBot],
    deals: int,
    seed: int,
    context: RunContext,
) -> np.ndarray:
    """Play every player against every rival, all on the same deals from both seats.

    Args:
        game: The game.
        content: Content, or contents that deals take in turn.
        players: Bots to score.
        rivals: Opponents.
        deals: Deals per pair; each is played from both seats.
        seed: Seed of the deals.
        desk: Run context, for backend and progress.

    Returns:
        Mean payoffs by player and rival.
    """
    matches = [Match(game, content, [player, rival], seed) for player in players for rival in rivals]
    outcomes = play_batch(matches, [2 * deals] * len(matches), context.backend, context.advance)
    shares = [match.by_player(outcome)[:, 0].mean() for match, outcome in zip(matches, outcomes, strict=True)]
    return np.array(shares).reshape(len(players), len(rivals))


def mean_of_better_half(genomes: Sequence[np.ndarray], scores: np.ndarray) -> np.ndarray:
    """Mean genome of the better half of a population."""
    better = np.argsort(-scores, kind="stable")[: max(1, len(genomes) // 2)]
    return np.mean(np.array(genomes)[better], axis=0)  # type: ignore[no-any-return]


def opponent_notes(opponents: Sequence[Opponent], shares: np.ndarray, best: int) -> dict[str, Any]:
    """Notes of a generation about its opponents, from the payoffs of every genome against each."""
    return {
        "opponents": [opponent.name for opponent in opponents],
        "best_against": {opponent.name: float(shares[best, j]) for j, opponent in enumerate(opponents)},
        "mean_against": {opponent.name: float(shares[:, j].mean()) for j, opponent in enumerate(opponents)},
    }


def mean_of_last_quarter(notes: Sequence[dict[str, Any]]) -> np.ndarray:
    """Mean centre of the last quarter of an evolution; a mean is stronger than a lucky best."""
    last = notes[-max(1, len(notes) // 4) :]
    return np.mean([note["centre"] for note in last], axis=0)  # type: ignore[no-any-return]


def example_replays(match: Match, name: str, rival: str, games: int, backend: Backend) -> dict[str, Any]:
    """Replays of the first game won and the first game lost, by `won-against-...` and `lost-against-...`."""
    replays, shares = {}, match.by_player(match.play(games, backend))[:, 0]
    for word, value in (("won", 1.0), ("lost", 0.0)):
        for number in np.flatnonzero(shares == value)[:1].tolist():
            seated = [(name, rival)[k] for k in match.seating(number)]
            replays[f"{word}-against-{rival}"] = msgspec.to_builtins(Replay.from_position(match.replay(number), seated))
    return replays
