"""Belief about the skill of one player, updated by what they do.

    belief = SkillBelief.unknown()
    belief.success(level)               # chance to reach the exit without dying
    belief = belief.updated(level, deaths=3)
    belief.predict(level)               # the same chance with an interval for the unknown skill
    updates = update_from_recordings(recordings_of_player(load_recordings("mine.jsonl"), "ann"))

Skill is that of the failure model: normally distributed over all players, in standard deviations. Every level played
narrows the belief, by Bayes' rule: after a death, the player tries the same passage again with the same chance. Between
two levels the belief widens a little, since people learn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ludus.design.platformer.difficulty.challenges import ChallengeGraph, find_challenges
from ludus.design.platformer.difficulty.failure_model import FailureModel, passage_features, usual_passages
from ludus.design.platformer.difficulty.rating import NoPath
from ludus.design.platformer.recordings import Recording, Respawn
from ludus.design.platformer.recordings.events import DEATH_EVENT, EXIT_EVENT, events_of
from ludus.games.platformer.level import Level
from ludus.stats import Estimate
from ludus.util.errors import LudusError, OptionError, UnknownName

MIN_SKILL, MAX_SKILL, SKILL_POINTS = -4.0, 4.0, 81  # grid of skills
MAX_COUNTED_DEATHS = 60  # deaths that are counted, at most
MIN_LIKELIHOOD = 1e-12  # least likelihood, in case the model is wrong about a player
TAILS = (0.025, 0.975)
SKILL_DRIFT = 0.1  # standard deviation of the change of skill between levels
SKILL_GRID = np.linspace(MIN_SKILL, MAX_SKILL, SKILL_POINTS)


@dataclass(frozen=True)
class SkillBelief:
    """Probability of each skill."""

    belief: tuple[float, ...]
    model: FailureModel
    observed: int = 0  # plays seen so far

    @classmethod
    def unknown(cls, model: FailureModel | None = None) -> SkillBelief:
        """Belief about an unknown player."""
        return cls.of_skill(0.0, 1.0, model)

    @classmethod
    def of_skill(cls, skill: float, spread: float = 0.2, model: FailureModel | None = None) -> SkillBelief:
        """Belief about a player of roughly known skill: 0 is average, 1 is better than five in six.

        Raises:
            LudusError: the skill or its spread is out of range.
        """
        if not (MIN_SKILL < skill < MAX_SKILL and spread > 0):
            raise LudusError(
                f"a skill is from {MIN_SKILL:g} to {MAX_SKILL:g}, known to some spread above 0; not {skill}, {spread}"
            )
        return cls(
            _normalized(np.exp(-(((SKILL_GRID - skill) / spread) ** 2) / 2)),
            FailureModel.load() if model is None else model,
        )

    @property
    def skill(self) -> float:
        """Expected skill."""
        return float(np.dot(self.belief, SKILL_GRID))

    @cached_property
    def spread(self) -> float:
        """Standard deviation of the skill."""
        return float(np.sqrt(np.dot(self.belief, (SKILL_GRID - self.skill) ** 2)))

    def success(self, level: Level | ChallengeGraph) -> float:
        """Chance to reach the exit without dying."""
        return float(np.dot(self.belief, self._chances(level).prod(axis=0)))

    def predict(self, level: Level | ChallengeGraph) -> Estimate:
        """Success chance with its range over 95 % of the possible skills; the count is the number of plays."""
        chances, before = self._chances(level).prod(axis=0), np.cumsum(self.belief)
        low, high = (int(np.searchsorted(before, tail)) for tail in TAILS)  # chances grow with skill
        return Estimate(float(np.dot(self.belief, chances)), float(chances[low]), float(chances[high]), self.observed)

    def updated(
        self, level: Level | ChallengeGraph, deaths: int, finished: bool = True, respawn: Respawn = "checkpoint"
    ) -> SkillBelief:
        """Belief after a level was played.

        Args:
            level: the level.
            deaths: deaths of the player.
            finished: whether the player reached the exit; otherwise they gave up.
            respawn: where the player respawned.

        Raises:
            LudusError: deaths are negative, or the play is impossible by the model.
        """
        if deaths < 0:
            raise LudusError(f"deaths must not be negative, not {deaths}")
        counted, chances = min(deaths, MAX_COUNTED_DEATHS), self._chances(level)
        if respawn == "start":  # every attempt is at the whole level
            chances = chances.prod(axis=0, keepdims=True)
        by_deaths = death_count_likelihoods(chances, counted)
        # A player who gave up would have died at least this often.
        likelihood = by_deaths[counted] if finished else 1 - by_deaths[:counted].sum(axis=0)
        belief = _drift_kernel() @ np.array(
            _normalized(np.array(self.belief) * np.clip(likelihood, MIN_LIKELIHOOD, None))
        )
        return SkillBelief(_normalized(belief), self.model, self.observed + 1)

    def _chances(self, level: Level | ChallengeGraph) -> np.ndarray:
        """Success chance at each passage of the usual path, for each skill."""
        challenge_graph = level if isinstance(level, ChallengeGraph) else find_challenges(level)
        index = passage_features(usual_passages(challenge_graph)) @ np.array(self.model.constants)
        chances: np.ndarray = 1 / (1 + np.exp(-(index[:, None] + self.model.skill * SKILL_GRID[None, :])))
        return chances


def death_count_likelihoods(chances: np.ndarray, deaths: int) -> np.ndarray:
    """Likelihood of 0 to `deaths` deaths in total, for each skill: each passage is tried until it succeeds."""
    counts = np.zeros((deaths + 1, chances.shape[1]))
    counts[0] = 1
    for chance in chances:
        counts[0] *= chance
        for number in range(1, deaths + 1):
            counts[number] = chance * counts[number] + (1 - chance) * counts[number - 1]
    return counts


def _drift_kernel() -> np.ndarray:
    """Transition matrix of the belief from level to level."""
    weights = np.exp(-(((SKILL_GRID[:, None] - SKILL_GRID[None, :]) / SKILL_DRIFT) ** 2) / 2)
    kernel: np.ndarray = weights / weights.sum(axis=0, keepdims=True)
    return kernel


def _normalized(weights: np.ndarray) -> tuple[float, ...]:
    total = float(weights.sum())
    if not total > 0:
        raise LudusError("this play is impossible by the model")
    return tuple((weights / total).tolist())


@dataclass(frozen=True)
class BeliefUpdate:
    """One recording, with the prediction before it and the belief after it."""

    recording: Recording
    prediction: Estimate  # success chance predicted before
    deaths: int
    arrived: bool
    belief: SkillBelief  # belief after


def recordings_of_player(recordings: Sequence[Recording], name: str | None = None) -> list[Recording]:
    """Recordings of one player, in the order of play.

    Raises:
        OptionError: no name is given and there are several players.
        UnknownName: there is no such player.
    """
    counts = Counter(play.player for play in recordings)
    if name is None and len(counts) > 1:
        examples = ", ".join(f"{player} ({count})" for player, count in sorted(counts.items())[:10])
        raise OptionError(f"{len(counts)} players are in these sessions: {examples}; say which with --player NAME")
    if name is not None and name not in counts:
        raise UnknownName("player in these sessions", name, list(counts))
    chosen = [play for play in recordings if name is None or play.player == name]
    return sorted(chosen, key=lambda play: (play.session, play.order))


def update_from_recordings(recordings: Sequence[Recording], prior: SkillBelief | None = None) -> list[BeliefUpdate]:
    """Update a belief recording by recording, by Bayes' rule.

    Raises:
        LudusError: a level of the recordings has no path to an exit.
    """
    belief, updates = prior or SkillBelief.unknown(), []
    for play in recordings:
        kinds = [event.kind for event in events_of(play)]
        deaths, arrived, challenge_graph = kinds.count(DEATH_EVENT), EXIT_EVENT in kinds, find_challenges(play.level)
        try:
            prediction, belief = (
                belief.predict(challenge_graph),
                belief.updated(challenge_graph, deaths, arrived, play.respawn),
            )
        except NoPath as error:
            where = f"play {play.order} of session {play.session}, level {play.level.name!r}"
            raise LudusError(f"{where} cannot be used: {error}; remove this line") from None
        updates.append(BeliefUpdate(play, prediction, deaths, arrived, belief))
    return updates
