"""Roll-out check of lead prediction: play positions of held-out games to the end many times with the same bots.

    check = roll_out(found, positions=60, times=100, seed=7)
    check.agreement              how often the predicted leader wins most of the roll-outs

A roll-out begins at the end of a turn. Hidden information of the player to move is resampled, all dice are fresh, and
the bots keep their memories. Positions are drawn uniformly from all turns with a prediction that are not the last.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludus.arena.sitting import MAX_DECISIONS
from ludus.core.errors import LudusError
from ludus.core.position import Position
from ludus.core.random import as_int64, derive
from ludus.design.kingdoms.leaders import FIRST, DRAW, SECOND, LeadPredictions
from ludus.players import CompiledBot
from ludus.stats import Estimate, proportion

ROLLOUT_POSITIONS, ROLLOUTS_PER_POSITION = 60, 100
CLEAR_STANDARD_ERRORS = 2.0  # standard errors by which a leader must be ahead to be clear


@dataclass(frozen=True)
class RolledPosition:
    """One position: its origin, the predicted leader, and the results of the roll-outs."""

    game: int  # number in the match
    turn: int  # from 1: the position after it
    predicted: int
    counts: tuple[int, int, int]  # roll-outs won by the first seat, by the second, and drawn

    @property
    def leader(self) -> int:
        """The most frequent winner; the first of equals."""
        return int(np.argmax(self.counts))

    @property
    def clear(self) -> bool:
        """Whether the leader is ahead of the next by more than noise."""
        total = sum(self.counts)
        high, low = sorted(self.counts)[:0:-1]
        spread = high + low - (high - low) ** 2 / total
        return bool(high - low > CLEAR_STANDARD_ERRORS * math.sqrt(max(spread, 1.0)))


@dataclass(frozen=True)
class RolloutCheck:
    """All positions that were rolled out."""

    positions: list[RolledPosition]

    @property
    def agreement(self) -> Estimate:
        """Over all positions."""
        return proportion(np.array([float(position.predicted == position.leader) for position in self.positions]))

    @property
    def clear_agreement(self) -> Estimate:
        """Over the positions with a clear leader."""
        return proportion(
            np.array([float(position.predicted == position.leader) for position in self.positions if position.clear])
        )


def check_by_rollouts(
    predictions: LeadPredictions, seed: int, positions: int = ROLLOUT_POSITIONS, times: int = ROLLOUTS_PER_POSITION
) -> RolloutCheck:
    """Roll out positions of the held-out games.

    Args:
        found: result of `follow_leaders`.
        seed: seed of positions and roll-outs.
        positions: number of positions.
        times: roll-outs per position.

    Raises:
        LudusError: no turn has a prediction and a later turn.
    """
    rng = np.random.Generator(np.random.PCG64(derive(seed, "positions")))
    rows, turns = np.nonzero(
        (predictions.leaders >= 0) & (np.arange(predictions.leaders.shape[1]) < predictions.turns[:, None] - 1)
    )
    if not len(rows):
        raise LudusError("no turn of a held-out game has a prediction and an end after it: nothing to roll out")
    chosen = np.sort(rng.choice(len(rows), min(positions, len(rows)), replace=False))
    rolled = []
    for k in chosen:
        game, turn = int(rows[k]), int(turns[k])
        dice = derive(seed, "roll-outs", game, turn)
        position, memories = _position_after(predictions, predictions.first_held_out + game, turn + 1)
        seating = predictions.match.seating(predictions.first_held_out + game)
        players = [predictions.match.players[player] for player in seating]
        counts = [0, 0, 0]
        for number in range(times):
            counts[_play_on(position, players, memories, derive(dice, number))] += 1
        rolled.append(
            RolledPosition(
                predictions.first_held_out + game, turn + 1, int(predictions.leaders[game, turn]), (*counts,)
            )
        )  # type: ignore[arg-type]
    return RolloutCheck(rolled)


def _position_after(predictions: LeadPredictions, number: int, turn: int) -> tuple[Position, list[np.ndarray]]:
    """A game of the match when both players have had so many turns, and the memories of the bots."""
    match = predictions.match
    deal, *dice = (int(seed) for seed in match.seeds(range(number, number + 1))[0])
    position = Position.start(match.game, match.content_of(number), deal & (1 << 64) - 1)
    bots: list[Any] = [match.players[k].join(position, seat, dice[k]) for seat, k in enumerate(match.seating(number))]
    while position.state.players[1].turns < turn:
        position.play(bots[position.current_player].choose(position))
    return position, [bot.memory.copy() for bot in bots]


def _play_on(start: Position, players: list[Any], memories: list[np.ndarray], seed: int) -> int:
    """Play one roll-out; return the winner."""
    position = start.resample(start.current_player, derive(seed, "deal"))
    bots = []
    for seat, (player, memory) in enumerate(zip(players, memories, strict=True)):
        assert isinstance(player, CompiledBot)
        bot: Any = player.join(position, seat, as_int64(derive(seed, "player", seat)))
        _copy_memory(bot.memory, memory)
        bots.append(bot)
    for _ in range(MAX_DECISIONS):
        result = position.result
        if result is not None:
            return DRAW if result.payoffs[0] == result.payoffs[1] else FIRST if result.winner == 0 else SECOND
        position.play(bots[position.current_player].choose(position))
    raise LudusError(f"a roll-out does not end after {MAX_DECISIONS:,} decisions")


def _copy_memory(now: np.ndarray, before: np.ndarray) -> None:
    """Copy a memory except for the dice, which are `stream` in every memory."""
    assert now.dtype.names is not None
    for name in now.dtype.names:
        if name != "stream":
            now[name] = before[name]
