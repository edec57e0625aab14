"""Measures of the structure of a level: which traps players meet, in which order, with how much rest between them.

    structure = measure_structure(level, seed=3)
    structure.usual.challenges          # what the usual player meets, in order
    structure.met_share                 # share of the traps that 5 % of players or more meet
    structure.flaws()                   # what a designer would correct, in words

Players of these measures differ in caution. A player takes the shortest way, but accepts a detour for every move
through a trap that it saves: a quarter of the players is bold and accepts little, a quarter is careful and accepts
much, the others are as calibrated. So a level has up to three ways that are taken. All lengths are in cells across and
up. The page docs/level-structure.md defines each measure and its bar.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from ludus.core.random import derive
from ludus.design.platformer.difficulty.challenges import NO_TRAP, ChallengeGraph, find_challenges
from ludus.design.platformer.difficulty.failure_model import FailureModel, Passage, usual_passages, usual_path
from ludus.design.platformer.difficulty.rating import Rating, rate_level
from ludus.design.platformer.players.motor_rules import TRAP_DETOUR
from ludus.design.platformer.players.player_kinds import PLANNER
from ludus.design.platformer.players.population import PlayerRun, Population, simulate
from ludus.design.platformer.recordings.events import DEATH_EVENT, MINE_EVENT, NODE_EVENT, TRAP_EVENT
from ludus.design.platformer.spec import CAUTION_DETOURS, MAX_CELLS_PER_CHALLENGE, MAX_STRETCH, MIN_REST
from ludus.games.platformer.game_data_records import MINE, SPIKES, TRAP_KINDS
from ludus.games.platformer.level import Level
from ludus.stats.rank_correlation_and_trend import rank_correlation
from ludus.util.text import plural

STRUCTURE_PLAYERS = 80  # players that meet the traps of a level
PLAYER_CAUTIONS = ("usual", "bold", "usual", "careful")  # caution of players, in turn
MIN_MEETING = 0.05  # share of players that must meet a trap
MIN_MET_SHARE = 0.9  # of the traps of a level
KIND_RANGE = (0.15, 0.5)  # share of the challenges that a kind may have
MIN_REST_SHARE = 0.9  # of the pairs of successive challenges
MIN_LENGTH_DIFFERENCE, MIN_RISK_DIFFERENCE = 2, 0.03  # of two ways: cells, chance to die
FEW_CHALLENGES = 4  # with fewer, shares of kinds say nothing
assert CAUTION_DETOURS["usual"] == TRAP_DETOUR


@dataclass(frozen=True)
class WayChallenge:
    """Challenge on a way, from the last place to wait before it to the first after it."""

    traps: tuple[int, ...]  # numbers in level.traps, without mines, in order of contact
    mines: int
    begin: int  # cells from the start of the level
    end: int
    risk: float  # chance that an average player dies in one attempt, by the failure model

    def is_single(self) -> bool:
        """Whether it is one trap without mines."""
        return len(self.traps) == 1 and self.mines == 0


@dataclass(frozen=True)
class Way:
    """Way of the players of one caution, from the start to the exit."""

    length: int  # cells
    challenges: tuple[WayChallenge, ...]

    @cached_property
    def traps(self) -> frozenset[int]:
        """Traps on the way, without mines."""
        return frozenset(trap for challenge in self.challenges for trap in challenge.traps)

    @cached_property
    def risk(self) -> float:
        """Chance that an average player dies at least once."""
        return 1 - math.prod(1 - challenge.risk for challenge in self.challenges)

    @cached_property
    def rests(self) -> tuple[int, ...]:
        """Cells between successive challenges."""
        return tuple(after.begin - before.end for before, after in pairwise(self.challenges))

    @cached_property
    def longest_stretch(self) -> int:
        """Most cells in a row without a challenge."""
        begins = [*(challenge.begin for challenge in self.challenges), self.length]
        return max(begin - end for begin, end in zip(begins, [0, *(item.end for item in self.challenges)], strict=True))

    @property
    def cells_per_challenge(self) -> float:
        return self.length / len(self.challenges) if self.challenges else math.inf


@dataclass(frozen=True)
class LevelStructure:
    """Measures of one level."""

    level: Level
    ways: dict[str, Way]  # by caution
    meetings: tuple[float, ...]  # by trap, mines included: share of players that meet it
    failures: dict[int, float]  # by trap that was met: share of attempts that failed
    challenge_kinds: Counter[str]  # kinds of traps on the ways of all players, a way counted for each player
    rating: Rating
    easiest_taken: float  # share of players that meet exactly the traps of the easiest path

    @property
    def usual(self) -> Way:
        """Way of the calibrated players."""
        return self.ways["usual"]

    @property
    def met_share(self) -> float:
        """Share of the traps that MIN_MEETING of the players or more meet; 1 without traps."""
        return sum(share >= MIN_MEETING for share in self.meetings) / len(self.meetings) if self.meetings else 1.0

    @property
    def kind_shares(self) -> dict[str, float]:
        """Share of each kind among the challenges that players meet."""
        total = sum(self.challenge_kinds.values())
        return {kind: count / total for kind, count in sorted(self.challenge_kinds.items())}

    @cached_property
    def crowded_first_meetings(self) -> tuple[str, ...]:
        """Kinds whose first challenge on the usual way is not alone: two traps, a mine, or too little rest."""
        crowded, seen = [], set[str]()
        challenges, rests = self.usual.challenges, self.usual.rests
        for number, challenge in enumerate(challenges):
            new = [kind for kind in map(self._kind, challenge.traps) if kind not in seen]
            around = rests[max(number - 1, 0) : number + 1]
            if new and not (challenge.is_single() and min(around, default=MIN_REST) >= MIN_REST):
                crowded += new
            seen |= {*new}
        return tuple(crowded)

    @property
    def rest_share(self) -> float:
        """Share of successive challenges of the usual way with MIN_REST cells or more between them."""
        rests = self.usual.rests
        return sum(rest >= MIN_REST for rest in rests) / len(rests) if rests else 1.0

    @property
    def is_dense_enough(self) -> bool:
        """Whether the usual way has a challenge often enough."""
        way = self.usual
        return way.cells_per_challenge <= MAX_CELLS_PER_CHALLENGE and way.longest_stretch <= MAX_STRETCH

    @cached_property
    def choice(self) -> tuple[Way, Way] | None:
        """A quicker, riskier way and a longer, safer one that players take; None if there is no such pair."""
        ways = sorted(self.ways.values(), key=lambda way: way.length)
        for number, quick in enumerate(ways):
            for safe in ways[number + 1 :]:
                longer, safer = safe.length - quick.length, quick.risk - safe.risk
                if longer >= MIN_LENGTH_DIFFERENCE and safer >= MIN_RISK_DIFFERENCE:
                    return quick, safe
        return None

    @property
    def pacing(self) -> list[float]:
        """Share of attempts that fail at each challenge on the usual way, in order; 0 where nobody tried."""
        return [max(self.failures.get(trap, 0.0) for trap in challenge.traps) for challenge in self.usual.challenges]

    def pacing_agreement(self, curve: Sequence[float]) -> float:
        """Rank correlation of `pacing` with a curve of intensities along the way; nan with too few challenges."""
        way = self.usual
        places = [(challenge.begin + challenge.end) / 2 / way.length for challenge in way.challenges]
        asked = np.interp(places, np.linspace(0, 1, len(curve)), curve)
        return rank_correlation(asked, self.pacing).value

    def flaws(self, kinds: Sequence[str] | None = None) -> list[str]:
        """Flaws in words.

        Args:
            kinds: kinds of traps that were asked for; by default those of the level.
        """
        if not self.usual.challenges and not self.level.traps:
            return []
        flaws = []
        unmet = [self.level.traps[k].name for k, share in enumerate(self.meetings) if share < MIN_MEETING]
        if self.met_share < MIN_MET_SHARE:
            flaws.append(f"{len(unmet)} of {plural(len(self.meetings), 'trap')} are met by hardly any player")
        flaws += self._kind_flaws(kinds)
        if self.crowded_first_meetings:
            flaws.append(f"the first {', the first '.join(self.crowded_first_meetings)} comes with other traps")
        if self.rest_share < MIN_REST_SHARE:
            short = sum(rest < MIN_REST for rest in self.usual.rests)
            flaws.append(f"less than {MIN_REST} cells of rest between {short} pairs of challenges")
        if not self.is_dense_enough:
            count = plural(len(self.usual.challenges), "challenge")
            flaws.append(
                f"long stretches without a challenge: {count} on {self.usual.length} cells, "
                f"{self.usual.longest_stretch} cells without one"
            )
        if self.choice is None:
            flaws.append("no choice between a quick and a safe way")
        if self.easiest_taken < MIN_MEETING:
            flaws.append("the easiest path is one that players do not take")
        return flaws

    def _kind_flaws(self, kinds: Sequence[str] | None) -> list[str]:
        known = {TRAP_KINDS[trap.kind] for trap in self.level.traps if trap.kind not in (MINE, SPIKES)}
        possible = known if kinds is None else {*kinds}
        if len(self.usual.challenges) < FEW_CHALLENGES or len(possible) < 2:
            return []
        flaws = [f"{share:.0%} of the challenges are {kind}" for kind, share in self.kind_shares.items() if share > 0.6]
        if missing := sorted(possible - {*self.challenge_kinds}):
            flaws.append(f"no {', no '.join(missing)} on the ways that players take")
        return flaws

    def _kind(self, trap: int) -> str:
        return TRAP_KINDS[self.level.traps[trap].kind]


def measure_structure(level: Level, seed: int, players: int = STRUCTURE_PLAYERS, kind: str = PLANNER) -> LevelStructure:
    """Measure the structure of a level.

    Args:
        level: the level; there must be a path to its exit.
        seed: seed of the players that meet its traps.
        players: their number.
        kind: their kind, a name of PLAYER_KINDS.

    Raises:
        NoPath: the graph of the level has no path to an exit.
    """
    challenge_graph = find_challenges(level)
    ways = {caution: find_way(challenge_graph, detour) for caution, detour in CAUTION_DETOURS.items()}
    detours = [CAUTION_DETOURS[caution] for caution in PLAYER_CAUTIONS]
    population = simulate(level, players, derive(seed, "structure"), detours=detours, kind=kind)
    met = [_traps_met(run) for run in population.runs]
    rating = rate_level(challenge_graph)
    easiest = {challenge.trap for challenge in rating.path}
    no_mines = [{trap for trap in traps if level.traps[trap].kind != MINE} for traps in met]
    return LevelStructure(
        level,
        ways,
        tuple(sum(trap in traps for traps in met) / len(met) for trap in range(len(level.traps))),
        {trap: share.value for trap, share in population.attempt_failures.items()},
        _count_kinds(population, no_mines),
        rating,
        sum(traps == easiest for traps in no_mines) / len(met),
    )


def find_way(challenge_graph: ChallengeGraph, detour: int) -> Way:
    """Way of players who accept this detour, in half cells, to avoid one move through a trap."""
    nodes, moves = usual_path(challenge_graph, detour)
    passages = usual_passages(challenge_graph, detour)
    chances = FailureModel.load().success_chances(passages)
    trap_graph = challenge_graph.trap_graph
    at, lengths = {nodes[0]: 0}, 0
    for node, after in pairwise(nodes):
        (_, x, y), (_, to_x, to_y) = trap_graph.nodes[node], trap_graph.nodes[after]
        lengths += abs(to_x - x) + abs(to_y - y)
        at[after] = lengths
    move_from = dict(zip(nodes, moves, strict=False))
    challenges = []
    for passage, chance in zip(passages, chances, strict=True):
        if traps := _traps_of_passage(challenge_graph, passage, move_from):
            ends = at[passage.nodes[0]], at[passage.nodes[-1]]
            challenges.append(WayChallenge(traps, passage.mines, *ends, 1 - chance))
    return Way(lengths, tuple(challenges))


def _traps_of_passage(challenge_graph: ChallengeGraph, passage: Passage, move_from: dict[int, int]) -> tuple[int, ...]:
    trap_graph, traps = challenge_graph.trap_graph, dict[int, None]()
    for node, after in pairwise(passage.nodes):
        here = trap_graph.trap_at_node[after]
        crossed = trap_graph.traps_crossed(node, move_from[node])
        for trap in [*([here] if here != NO_TRAP else []), *sorted(crossed)]:
            traps[trap] = None
    return tuple(traps)


def _traps_met(run: PlayerRun) -> set[int]:
    """Traps, mines included, whose cells the player entered, or that killed it."""
    kinds = (NODE_EVENT, TRAP_EVENT, MINE_EVENT, DEATH_EVENT)
    return {event.trap for event in run.result.events if event.kind in kinds and event.trap is not None}


def _count_kinds(population: Population, met: Sequence[set[int]]) -> Counter[str]:
    """Kinds of the traps that players met, each trap once for each player."""
    kinds = Counter[str]()
    for traps in met:
        kinds.update(TRAP_KINDS[population.level.traps[trap].kind] for trap in traps)
    return kinds
