"""Training of bots against a portfolio of opponents: scoring, notes of generations, example games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec
import numpy as np

from ludus.arena.batch import play_batch
from ludus.arena.match import Match
from ludus.compute import Place
from ludus.core.contract import Content, Game
from ludus.core.replay import Replay
from ludus.evolve import Opponent, Portfolio
from ludus.evolve.portfolio import Record
from ludus.lab import Desk
from ludus.players import Player


class Opposed(Protocol):
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


def opponents_after(settings: Opposed, notes: Sequence[dict[str, Any]]) -> list[Opponent]:
    """Opponents in the portfolio after the generations with these notes."""
    portfolio = Portfolio(settings.anchors, settings.guests, settings.leaves, settings.enters, settings.room)
    return portfolio.after([Record(note["best_against"], note["centre"]) for note in notes])


def meet(
    game: Game,
    content: Content | Sequence[Content],
    players: Sequence[Player],
    rivals: Sequence[Player],
    deals: int,
    seed: int,
    desk: Desk,
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
    outcomes = play_batch(matches, [2 * deals] * len(matches), desk.place, desk.advance)
    shares = [match.by_player(outcome)[:, 0].mean() for match, outcome in zip(matches, outcomes, strict=True)]
    return np.array(shares).reshape(len(players), len(rivals))


def better_half(genomes: Sequence[np.ndarray], scores: np.ndarray) -> np.ndarray:
    """Mean genome of the better half of a population."""
    better = np.argsort(-scores, kind="stable")[: max(1, len(genomes) // 2)]
    return np.mean(np.array(genomes)[better], axis=0)  # type: ignore[no-any-return]


def fared(opponents: Sequence[Opponent], shares: np.ndarray, best: int) -> dict[str, Any]:
    """Notes of a generation about its opponents, from the payoffs of every genome against each."""
    return {
        "opponents": [opponent.name for opponent in opponents],
        "best_against": {opponent.name: float(shares[best, j]) for j, opponent in enumerate(opponents)},
        "mean_against": {opponent.name: float(shares[:, j].mean()) for j, opponent in enumerate(opponents)},
    }


def last_centre(notes: Sequence[dict[str, Any]]) -> np.ndarray:
    """Mean centre of the last quarter of an evolution; a mean is stronger than a lucky best."""
    last = notes[-max(1, len(notes) // 4) :]
    return np.mean([note["centre"] for note in last], axis=0)  # type: ignore[no-any-return]


def won_and_lost(match: Match, name: str, rival: str, games: int, place: Place) -> dict[str, Any]:
    """Replays of the first game won and the first game lost, by `won-against-...` and `lost-against-...`."""
    replays, shares = {}, match.by_player(match.play(games, place))[:, 0]
    for word, value in (("won", 1.0), ("lost", 0.0)):
        for number in np.flatnonzero(shares == value)[:1].tolist():
            seated = [(name, rival)[k] for k in match.seating(number)]
            replays[f"{word}-against-{rival}"] = msgspec.to_builtins(Replay.of(match.replay(number), seated))
    return replays
