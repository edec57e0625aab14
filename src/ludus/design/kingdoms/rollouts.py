"""Whether predicted leaders lead: positions of held-out games are played to the end many times by the same players.

    check = roll_out(found, positions=60, times=100, seed=7)
    check.agreement              how often the leader that was predicted is the one who wins most of the roll-outs

A roll-out begins where a turn ended. What the player to move cannot see is dealt anew, all dice are fresh, and the
players remember what they had in mind. Positions come from all turns alike that have a prediction and an end after
them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludus.arena.sitting import LONGEST
from ludus.core.errors import LudusError
from ludus.core.position import Position
from ludus.core.random import as_int64, derive
from ludus.design.kingdoms.leaders import FIRST, NOBODY, SECOND, Leaders
from ludus.players import Player
from ludus.stats import Estimate, share

POSITIONS, TIMES = 60, 100
CLEAR = 2.0  # standard errors by which a leader must be ahead in the roll-outs to be called clear


@dataclass(frozen=True)
class Rolled:
    """One position: where it is from, who was predicted, and how the roll-outs came out."""

    game: int  # number in the match
    turn: int  # from 1: the position after it
    predicted: int
    counts: tuple[int, int, int]  # roll-outs won by the first seat, by the second, by nobody

    @property
    def leader(self) -> int:
        """Who wins most; of equals the first."""
        return int(np.argmax(self.counts))

    @property
    def clear(self) -> bool:
        """Whether the leader is ahead of the next by more than chance."""
        total = sum(self.counts)
        high, low = sorted(self.counts)[:0:-1]
        spread = high + low - (high - low) ** 2 / total
        return bool(high - low > CLEAR * math.sqrt(max(spread, 1.0)))


@dataclass(frozen=True)
class Check:
    """All positions that were rolled out."""

    rolled: list[Rolled]

    @property
    def agreement(self) -> Estimate:
        """Over all positions."""
        return share(np.array([float(each.predicted == each.leader) for each in self.rolled]))

    @property
    def clear_agreement(self) -> Estimate:
        """Over those in which the roll-outs have a clear leader."""
        return share(np.array([float(each.predicted == each.leader) for each in self.rolled if each.clear]))


def roll_out(found: Leaders, seed: int, positions: int = POSITIONS, times: int = TIMES) -> Check:
    """Roll out positions of the held-out games."""
    rng = np.random.Generator(np.random.PCG64(derive(seed, "positions")))
    rows, turns = np.nonzero((found.leaders >= 0) & (np.arange(found.leaders.shape[1]) < found.turns[:, None] - 1))
    if not len(rows):
        raise LudusError("no turn of a held-out game has a prediction and an end after it: nothing to roll out")
    chosen = np.sort(rng.choice(len(rows), min(positions, len(rows)), replace=False))
    rolled = []
    for k in chosen:
        game, turn = int(rows[k]), int(turns[k])
        dice = derive(seed, "roll-outs", game, turn)
        position, memories = _position_after(found, found.first + game, turn + 1)
        seating = found.match.seating(found.first + game)
        players = [found.match.players[player] for player in seating]
        counts = [0, 0, 0]
        for number in range(times):
            counts[_play_on(position, players, memories, derive(dice, number))] += 1
        rolled.append(Rolled(found.first + game, turn + 1, int(found.leaders[game, turn]), (*counts,)))  # type: ignore[arg-type]
    return Check(rolled)


def _position_after(found: Leaders, number: int, turn: int) -> tuple[Position, list[np.ndarray]]:
    """A game of the match as it stands when both players have had so many turns, and what they remember."""
    match = found.match
    deal, *dice = (int(seed) for seed in match.seeds(range(number, number + 1))[0])
    position = Position.start(match.game, match.content_of(number), deal & (1 << 64) - 1)
    sittings: list[Any] = [
        match.players[k].sit(position, seat, dice[k]) for seat, k in enumerate(match.seating(number))
    ]
    while position.state.players[1].turns < turn:
        position.play(sittings[position.decider].choose(position))
    return position, [sitting.memory.copy() for sitting in sittings]


def _play_on(start: Position, players: list[Any], memories: list[np.ndarray], seed: int) -> int:
    """One roll-out; who won."""
    position = start.redeal(start.decider, derive(seed, "deal"))
    sittings = []
    for seat, (player, memory) in enumerate(zip(players, memories, strict=True)):
        assert isinstance(player, Player)
        sitting: Any = player.sit(position, seat, as_int64(derive(seed, "player", seat)))
        _remember(sitting.memory, memory)
        sittings.append(sitting)
    for _ in range(LONGEST):
        result = position.result
        if result is not None:
            return NOBODY if result.shares[0] == result.shares[1] else FIRST if result.winner == 0 else SECOND
        position.play(sittings[position.decider].choose(position))
    raise LudusError(f"a roll-out does not end after {LONGEST:,} decisions")


def _remember(now: np.ndarray, before: np.ndarray) -> None:
    """All but the dice, which are `stream` in every memory."""
    assert now.dtype.names is not None
    for name in now.dtype.names:
        if name != "stream":
            now[name] = before[name]
