"""Lead prediction: lead changes and decisiveness of a kingdom, as Mahlmann, Togelius and Yannakakis measure them
(section III B of "Evolving card sets towards balancing Dominion").

    leads = predict_leaders(pool, kingdom, ["earl", "earl"], seed=7)
    leads.fitness, leads.decisiveness, leads.changes     estimates with intervals, over the held-out games
    leads.accuracy()                                     by turn: accuracy of the predicted leader, and the baseline
    rows = measure_lead_changes(pool, kingdoms, ["earl", "earl"], seed=7)     one row per kingdom

One network per turn is trained on `games` games to predict the winner, and gives the leader of every turn of as many
held-out games; `ludus.games.dominion.winner_prediction_networks` implements it. A turn is a round: both players have
had their t-th turn, or the game is over. T counts rounds that were begun, as vDom counts turns. In a game, L is how
often the leader differs from that of the turn before (a predicted draw is a leader, too), t_l the last turn in which it
does, 0 if none does; then f_d = t_l / T and f = (f_d + L / T) / 2. Where a turn has no network, because few training
games reached it, the leader stays. Turns beyond the 60th are ignored; they count in T.

What a network learns is partly chance, and all held-out games are judged by the same networks: f of one kingdom varies
two or three times as much from one training to the next as these games suggest. So with `trainings` above 1, more
networks are trained on games of their own and judge the same held-out games; their variance is added to the intervals.

EPOCHS matters a lot: networks that are trained longer overfit the training games, so the predicted leader flickers, and
f grows while the accuracy falls. Held-out accuracy is best at about thirty epochs; docs/balance-kingdoms.md has the
numbers.

The prediction can be checked by roll-outs, which play positions of held-out games to the end many times:

    check = check_by_rollouts(leads, positions=60, times=100, seed=7)
    check.agreement              how often the predicted leader wins most of the roll-outs

A roll-out begins at the end of a turn. Hidden information of the player to move is resampled, all dice are fresh, and
the bots keep their memories. Positions are drawn uniformly from all turns with a prediction that are not the last.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ludus.arena.episode import MAX_DECISIONS
from ludus.arena.match_spec import Match
from ludus.arena.match_with_stats import GamesWithStats, MatchWithStats
from ludus.backends import Backend, Threads
from ludus.backends.backend import split_range
from ludus.bots import CompiledBot, load_compiled_bot
from ludus.core.position import Position
from ludus.core.random import as_int64, derive
from ludus.design.dominion.batch_play import first_game_number
from ludus.design.dominion.kingdom_numbering import VDOM_RULES, KingdomPool
from ludus.games.dominion.winner_prediction_networks import initial_weights, predict_outcomes
from ludus.stats import Estimate, proportion
from ludus.stats.distributions import student_t_quantile
from ludus.stats.intervals import CONFIDENCE, normal_estimate, ratio_proportion
from ludus.util.errors import LudusError, OptionError

TRAINING_GAMES = 1000  # to learn from, and as many to measure on
EPOCHS = 30
MIN_TRAINING_GAMES = 50  # training games that a turn needs for a network
TRAININGS = 5  # where intervals include the variance between trainings
LEAD_STATS = "turn_stats"
GAMES_PER_UNIT = 500  # games
FIRST, SECOND, DRAW = range(3)
LeadRow = np.dtype(
    [
        ("games", np.int64),  # held out
        *((name, np.float64) for name in ("fitness", "decisiveness", "changes", "accuracy", "baseline", "turns")),
        *((f"{name}_error", np.float64) for name in ("fitness", "decisiveness", "changes")),  # standard errors
    ]
)
ROLLOUT_POSITIONS, ROLLOUTS_PER_POSITION = 60, 100
CLEAR_STANDARD_ERRORS = 2.0  # standard errors by which a leader must be ahead to be clear


@dataclass(frozen=True)
class TurnAccuracy:
    """Accuracy of the leader predicted after one turn, over the held-out games that have this turn."""

    turn: int  # from 1
    games: int
    accuracy: Estimate
    baseline: Estimate  # the most frequent outcome of the training games that have this turn


@dataclass(frozen=True)
class LeadPredictions:
    """The held-out games of one kingdom and their predicted leaders."""

    match: Match
    first_held_out: int  # number of the first held-out game in the match
    turns: np.ndarray  # T of every game
    outcomes: np.ndarray  # winner: FIRST seat, SECOND seat or NOBODY
    leaders: np.ndarray  # by game and turn; -1 where there is no prediction
    training_turns: np.ndarray
    training_outcomes: np.ndarray
    others: tuple[np.ndarray, ...] = ()  # leaders by networks trained on other games

    @cached_property
    def lead_changed(self) -> np.ndarray:
        """By game and turn (from the second on): whether the leader changed."""
        return _changes(self.leaders)

    @cached_property
    def by_game(self) -> dict[str, np.ndarray]:
        """L / T, f_d and f of every game."""
        return _by_game(self.lead_changed, self.turns)

    @property
    def changes(self) -> Estimate:
        """L / T."""
        return self._mean("changes")

    @property
    def decisiveness(self) -> Estimate:
        """f_d."""
        return self._mean("decisiveness")

    @property
    def fitness(self) -> Estimate:
        """f."""
        return self._mean("fitness")

    def accuracy(self) -> list[TurnAccuracy]:
        """Return the accuracy by turn, as long as there are predictions."""
        turns = []
        for turn in range(self.leaders.shape[1]):
            predicted = self.leaders[:, turn] >= 0
            if not predicted.any():
                break
            usual = self._most_frequent(turn)
            turns.append(
                TurnAccuracy(
                    turn + 1,
                    int(predicted.sum()),
                    self._share(predicted & (self.leaders[:, turn] == self.outcomes), predicted),
                    self._share(predicted & (self.outcomes == usual), predicted),
                )
            )
        return turns

    def overall_accuracy(self) -> tuple[float, float]:
        """Return accuracy and baseline over all turns of all games."""
        predicted = self.leaders >= 0
        usual = np.array([self._most_frequent(turn) for turn in range(predicted.shape[1])])
        right = predicted & (self.leaders == self.outcomes[:, None])
        return float(right.sum() / predicted.sum()), float(
            (predicted & (usual == self.outcomes[:, None])).sum() / predicted.sum()
        )

    def _most_frequent(self, turn: int) -> int:
        return int(np.bincount(self.training_outcomes[self.training_turns > turn], minlength=3).argmax())

    def standard_error(self, name: str) -> float:
        """Return the standard error of a mean over games: from the deals, and from the variance between trainings."""
        return math.sqrt(sum(variance for variance, _ in self._variances(name)))

    def _variances(self, name: str) -> list[tuple[float, int]]:
        """Variances of a mean over games, from the deals and between trainings, and their degrees of freedom."""
        deals = self.match.by_deal(self.by_game[name])
        variances = [(deals.var(ddof=1) / len(deals) if len(deals) > 1 else math.inf, len(deals) - 1)]
        if self.others:
            means = [_by_game(_changes(leaders), self.turns)[name].mean() for leaders in (self.leaders, *self.others)]
            variances.append((float(np.var(means, ddof=1)), len(means) - 1))
        return variances

    def _mean(self, name: str) -> Estimate:
        """Mean with an interval by Student's t: a few trainings tell their variance badly (Welch and Satterthwaite)."""
        deals, variances = self.match.by_deal(self.by_game[name]), self._variances(name)
        variance = sum(part for part, _ in variances)
        if not self.others or not 0 < variance < math.inf:
            return normal_estimate(deals.mean(), variance, len(deals))
        freedom = variance**2 / sum(part**2 / degrees for part, degrees in variances)
        half = student_t_quantile(freedom, 0.5 + CONFIDENCE / 2) * math.sqrt(variance)
        value = float(deals.mean())
        return Estimate(value, value - half, value + half, len(deals), freedom)

    def _share(self, right: np.ndarray, predicted: np.ndarray) -> Estimate:
        """Ratio over deals, which are the independent units."""
        x, d = (2 * self.match.by_deal(series.astype(float)) for series in (right, predicted))
        return ratio_proportion(int(np.count_nonzero(d)), x.sum(), d.sum(), x @ x, x @ d, d @ d)


def predict_leaders(
    pool: KingdomPool,
    kingdom: Sequence[int],
    players: Sequence[str | CompiledBot],
    seed: int,
    games: int = TRAINING_GAMES,
    backend: Backend | None = None,
    progress: Callable[[int], None] | None = None,
    options: Mapping[str, Any] = VDOM_RULES,
    epochs: int = EPOCHS,
    fewest: int = MIN_TRAINING_GAMES,
    trainings: int = 1,
) -> LeadPredictions:
    """Train on the first games that `play_kingdoms` would play, and predict leaders in as many games after these.

    Args:
        pool: pool of cards.
        kingdom: ten cards.
        players: two bots.
        seed: seed of the match.
        games: training games, and as many held-out ones.
        backend: backend; one thread by default.
        progress: called with the number of games played.
        options: options of the game.
        epochs: training epochs.
        fewest: training games that a turn needs for a network.
        trainings: independent trainings; further ones use the games after the held-out ones.

    Raises:
        OptionError: an odd number of games, no training, or a game with other than two seats.
    """
    if games < 2 or games % 2 or trainings < 1:
        raise OptionError(
            f"games={games}, trainings={trainings}: an even number of games, so that each player has each seat as "
            "often, and one training or more"
        )
    bots = [load_compiled_bot(pool.game, bot) if isinstance(bot, str) else bot for bot in players]
    match, first = Match(pool.game, pool.content(kingdom, **options), bots, seed), first_game_number(pool, kingdom)
    if match.seats != 2:
        raise OptionError(f"leaders are predicted in games for two, not {match.seats}")
    parts = []
    last = first + (1 + trainings) * games
    for part in (backend or Threads(1)).run(
        MatchWithStats(match, stats_name=LEAD_STATS).play_range, split_range(last, GAMES_PER_UNIT, first)
    ):
        parts.append(part)
        if progress:
            progress(len(part.outcomes))
    counted = GamesWithStats.joined(parts)
    stats, payoffs = counted.stats, counted.outcomes.payoffs
    outcomes = np.where(payoffs[:, 0] > payoffs[:, 1], FIRST, np.where(payoffs[:, 0] < payoffs[:, 1], SECOND, DRAW))
    held, turns = slice(games, 2 * games), stats["turns"].astype(np.int64)
    leaders = []
    for k in range(trainings):
        own = slice((k + 1) * games, (k + 2) * games) if k else slice(games)
        start = initial_weights(derive(seed, "networks", k) if k else derive(seed, "networks"))
        leaders.append(predict_outcomes(stats[own], outcomes[own], stats[held], start, epochs, fewest))
    return LeadPredictions(
        *(match, first + games, turns[held], outcomes[held], leaders[0], turns[:games], outcomes[:games]),
        tuple(leaders[1:]),
    )


def measure_lead_changes(
    pool: KingdomPool,
    kingdoms: Sequence[Sequence[int]] | np.ndarray,
    players: Sequence[str | CompiledBot],
    seed: int,
    games: int = TRAINING_GAMES,
    backend: Backend | None = None,
    progress: Callable[[int], None] | None = None,
    options: Mapping[str, Any] = VDOM_RULES,
    epochs: int = EPOCHS,
    fewest: int = MIN_TRAINING_GAMES,
    trainings: int = 1,
) -> np.ndarray:
    """Predict leaders on many kingdoms in parallel; return an array of `LeadRow`, one row per kingdom.

    The arguments are those of `predict_leaders`.
    """
    backend, rows = backend or Threads(1), pool.check_kingdoms(kingdoms)
    work = _LeadPredictionWork(pool, rows, players, seed, games, options, epochs, fewest, trainings)
    parts = []
    for part in backend.run(work, split_range(len(rows), 1)):
        parts.append(part)
        if progress:
            progress((1 + trainings) * games)
    return np.concatenate(parts) if parts else np.zeros(0, LeadRow)


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
        predictions: result of `predict_leaders`.
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
                predictions.first_held_out + game,
                turn + 1,
                int(predictions.leaders[game, turn]),
                (counts[FIRST], counts[SECOND], counts[DRAW]),
            )
        )
    return RolloutCheck(rolled)


def _changes(leaders: np.ndarray) -> np.ndarray:
    before, after = leaders[:, :-1], leaders[:, 1:]
    changed: np.ndarray = (before >= 0) & (after >= 0) & (before != after)
    return changed


def _by_game(changed: np.ndarray, turns: np.ndarray) -> dict[str, np.ndarray]:
    last = np.where(changed.any(axis=1), changed.shape[1] + 1 - changed[:, ::-1].argmax(axis=1), 0)
    changes, decided = changed.sum(axis=1) / turns, last / turns
    return {"changes": changes, "decisiveness": decided, "fitness": (changes + decided) / 2}


@dataclass(frozen=True)
class _LeadPredictionWork:
    """Work unit of the backend: lead prediction on a range of kingdoms."""

    pool: KingdomPool
    kingdoms: np.ndarray
    players: Sequence[str | CompiledBot]
    seed: int
    games: int
    options: Mapping[str, Any]
    epochs: int
    fewest: int
    trainings: int

    def __call__(self, part: range) -> np.ndarray:
        rows = np.zeros(len(part), LeadRow)
        for row, k in zip(rows, part, strict=True):
            led = predict_leaders(
                *(self.pool, self.kingdoms[k], self.players, self.seed, self.games),
                options=self.options,
                epochs=self.epochs,
                fewest=self.fewest,
                trainings=self.trainings,
            )
            row["games"], row["turns"] = len(led.turns), led.turns.mean()
            row["accuracy"], row["baseline"] = led.overall_accuracy()
            for name, values in led.by_game.items():
                row[name], row[f"{name}_error"] = values.mean(), led.standard_error(name)
        return rows


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
