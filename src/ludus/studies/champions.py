"""How champions are made: scores against opponents that enter and leave, and games to show."""

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
    """Settings that say who the opponents are."""

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
    """Who is there after the generations with these notes."""
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
    """The share of every player against every rival, all on the same deals from both seats."""
    matches = [Match(game, content, [player, rival], seed) for player in players for rival in rivals]
    outcomes = play_batch(matches, [2 * deals] * len(matches), desk.place, desk.advance)
    shares = [match.by_player(found)[:, 0].mean() for match, found in zip(matches, outcomes, strict=True)]
    return np.array(shares).reshape(len(players), len(rivals))


def better_half(genomes: Sequence[np.ndarray], scores: np.ndarray) -> np.ndarray:
    """The mean of the better half of a population."""
    better = np.argsort(-scores, kind="stable")[: max(1, len(genomes) // 2)]
    return np.mean(np.array(genomes)[better], axis=0)  # type: ignore[no-any-return]


def fared(opponents: Sequence[Opponent], shares: np.ndarray, best: int) -> dict[str, Any]:
    """What a generation notes of its opponents, by the shares of every genome against each."""
    return {
        "opponents": [one.name for one in opponents],
        "best_against": {one.name: float(shares[best, j]) for j, one in enumerate(opponents)},
        "mean_against": {one.name: float(shares[:, j].mean()) for j, one in enumerate(opponents)},
    }


def last_centre(notes: Sequence[dict[str, Any]]) -> np.ndarray:
    """The centre of the last quarter of an evolution: a mean is stronger than a lucky best."""
    last = notes[-max(1, len(notes) // 4) :]
    return np.mean([note["centre"] for note in last], axis=0)  # type: ignore[no-any-return]


def won_and_lost(match: Match, name: str, rival: str, games: int, place: Place) -> dict[str, Any]:
    """The first game won and the first one lost of so many, as replays by `won-against-...` and `lost-against-...`."""
    found, shares = {}, match.by_player(match.play(games, place))[:, 0]
    for word, value in (("won", 1.0), ("lost", 0.0)):
        for number in np.flatnonzero(shares == value)[:1].tolist():
            seated = [(name, rival)[k] for k in match.seating(number)]
            found[f"{word}-against-{rival}"] = msgspec.to_builtins(Replay.of(match.replay(number), seated))
    return found
