"""Immediate feedback on an edit: quick answers first, more precise ones after them.

    feedback = EditFeedback()
    for answer in feedback.answer(EditQuestion(after=tree, before=old), on_progress):
        ...                  a SimulationAnswer at once; then FightAnswers, with few card orders first

`on_progress` is called with the fights done and their total; an exception in it stops the answer. Recent measurements
are cached, so that an edit costs the fights of one tree, and undoing it costs none.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import numpy as np

from ludus.backends import Backend, Threads
from ludus.core.game_registry import load_game
from ludus.design.base.designer import DesignRequest, ProgressStep
from ludus.design.delve.builds.random_pick_probabilities import BuildProbabilities, build_probabilities
from ludus.design.delve.inspection.measure_tree import TreeMeasurement, measure_tree
from ludus.design.delve.inspection.what_if import paired_win_difference
from ludus.design.delve.options import (
    DEFAULT_ZONE,
    HELD_OUT_DECKS,
    MAIN_BOT,
    DelveInspectOptions,
    InspectionSettings,
    read_inspection_settings,
)
from ludus.design.delve.playtest.fights import count_fights
from ludus.design.delve.playtest.flow_zone import FlowZone, TreePower, measure_challenge, measure_power
from ludus.design.delve.rating.rater import Rater, TreeGoals, TreeRating
from ludus.games.delve.game_data import default_encounters, reference_decks
from ludus.games.delve.skill_tree import SkillTree
from ludus.stats import Estimate
from ludus.util.errors import OptionError

FIRST_ORDERS = 4  # card orders of the first answer, if the last one takes longer
SINGLE_ANSWER_FIGHTS = 20_000  # up to this many fights there is only one answer
MOST_FIGHTS, MOST_BUILDS = 300_000, 30_000  # limits during editing; beyond them use `ludus inspect`
CACHED_MEASUREMENTS = 8  # cached measurements
Z = 1.96  # half width of an interval, in standard errors

ProgressCallback = Callable[[int, int], None]  # fights done, of how many


@dataclass(frozen=True)
class FeedbackSettings:
    """What trees are measured with."""

    player: str = MAIN_BOT
    decks: str = HELD_OUT_DECKS
    orders: int = 20
    seed: int = 1
    zone: str = DEFAULT_ZONE
    goals: TreeGoals = field(default_factory=TreeGoals)


@dataclass(frozen=True)
class EditQuestion:
    after: SkillTree
    before: SkillTree | None = None
    setting: FeedbackSettings = field(default_factory=FeedbackSettings)


@dataclass(frozen=True)
class TreeSimulation:
    """Results of the approximating simulation of a tree, with the reference decks."""

    ratings: tuple[Estimate, ...]  # in the order of RATINGS; exact unless builds are sampled
    total: Estimate
    win: Estimate
    sampled: bool
    given: list[TreePower]  # power by encounter, over the decks of the fights
    builds: int  # of the last encounter


@dataclass(frozen=True)
class SimulationAnswer:
    after: TreeSimulation
    before: TreeSimulation | None
    bands: list[FlowZone]  # the flow zone by encounter, in power


@dataclass(frozen=True)
class FightAnswer:
    """Simulated fights with both trees, and the paired difference of wins."""

    after: TreeMeasurement
    before: TreeMeasurement | None
    frame: InspectionSettings
    more: Estimate | None
    by_encounter: tuple[Estimate, ...]
    orders: int
    last: bool


class EditFeedback:
    """Answers questions about edits, and caches its measurements."""

    def __init__(self, backend: Backend | None = None) -> None:
        self.backend = backend or Threads()
        self._measurements: OrderedDict[tuple[object, ...], TreeMeasurement] = OrderedDict()
        self._bands: dict[tuple[object, ...], list[FlowZone]] = {}

    def answer(
        self, question: EditQuestion, on_progress: ProgressCallback = lambda done, total: None
    ) -> Iterator[SimulationAnswer | FightAnswer]:
        """Yield answers of growing precision.

        Raises:
            OptionError: the tree has too many builds to be measured during editing.
        """
        inputs, after, before = question.setting, question.after, question.before
        settings = read_inspection_settings(_inspect_options(inputs), _inspect_request(inputs))
        trees = [after] if before is None else [after, before]
        build_sets = [build_probabilities(tree, settings.encounters, seed=inputs.seed) for tree in trees]
        simulations = [_simulate(tree_builds, inputs, settings) for tree_builds in build_sets]
        yield SimulationAnswer(
            simulations[0], simulations[1] if before is not None else None, self._zone(inputs, settings)
        )
        if not len(after):
            return
        stages = _answer_orders(build_sets, inputs, settings)
        for orders in stages:
            measurements = [
                self._measure(tree_builds, replace(inputs, orders=orders), settings, on_progress)
                for tree_builds in build_sets
                if len(tree_builds.tree)
            ]
            more, by_encounter = (
                paired_win_difference(measurements[0].played, measurements[1].played)
                if len(measurements) > 1
                else (None, ())
            )
            yield FightAnswer(
                *(measurements[0], measurements[1] if len(measurements) > 1 else None, settings, more, by_encounter),
                *(orders, orders == stages[-1]),
            )

    def _measure(
        self,
        builds: BuildProbabilities,
        settings: FeedbackSettings,
        inspection: InspectionSettings,
        on_progress: ProgressCallback,
    ) -> TreeMeasurement:
        tree = builds.tree
        key = (tree.nodes, settings.player, settings.decks, settings.orders, settings.seed)
        if key not in self._measurements:
            self._measurements[key] = measure_tree(
                tree.name, tree, inspection, _inspect_request(settings, self.backend, on_progress), builds
            )
        self._measurements.move_to_end(key)
        while len(self._measurements) > CACHED_MEASUREMENTS:
            self._measurements.popitem(last=False)
        return self._measurements[key]

    def _zone(self, settings: FeedbackSettings, inspection: InspectionSettings) -> list[FlowZone]:
        """The flow zone, which does not depend on the tree."""
        key = (settings.player, settings.decks, settings.orders, settings.seed, inspection.zone)
        if key not in self._bands:
            orders = max(2, settings.orders // 2)
            challenge = measure_challenge(
                [inspection.main_bot], inspection.decks, inspection.encounters, orders, settings.seed, self.backend
            )
            self._bands[key] = challenge.flow_zones(0, inspection.zone)
        return self._bands[key]


def _inspect_options(settings: FeedbackSettings) -> DelveInspectOptions:
    return DelveInspectOptions(
        players=settings.player, player=settings.player, decks=settings.decks, zone=settings.zone
    )


def _inspect_request(
    settings: FeedbackSettings, backend: Backend | None = None, on_progress: ProgressCallback = lambda done, total: None
) -> DesignRequest:
    """A request as of `ludus inspect delve`."""

    @contextmanager
    def progress(what: str, count: int, thing: str = "game", /) -> Iterator[ProgressStep]:
        done = 0

        def advance(more: int, remark: str = "", /) -> None:
            nonlocal done
            done += more
            on_progress(done, count)

        on_progress(0, count)
        yield advance

    return DesignRequest(load_game("delve"), {}, settings.orders, settings.seed, backend or Threads(1), None, progress)


def _simulate(builds: BuildProbabilities, settings: FeedbackSettings, inspection: InspectionSettings) -> TreeSimulation:
    rater = Rater(reference_decks(), default_encounters(), settings.goals, seed=settings.seed)
    rated = rater.rate(builds.tree)
    ratings = tuple(_estimate(*pair) for pair in zip(rated.ratings, rated.errors, strict=True))
    return TreeSimulation(
        *(ratings, _estimate(rated.total, _total_error_bound(rated, rater)), _estimate(rated.win, rated.error)),
        *(rated.sampled, measure_power(builds, inspection.decks), round(float(rated.builds["builds"][-1]))),
    )


def _estimate(value: float, error: float) -> Estimate:
    return Estimate(float(value), float(value - Z * error), float(value + Z * error), 1)


def _total_error_bound(rated: TreeRating, rater: Rater) -> float:
    """Error of the total if all ratings err in the same direction: an upper bound."""
    return float(np.average(rated.errors, weights=list(rater.weights.values())))


def _answer_orders(
    probabilities: list[BuildProbabilities], settings: FeedbackSettings, inspection: InspectionSettings
) -> list[int]:
    """Numbers of card orders, one answer after the other."""
    fights_per_order = max(count_fights(tree_builds, 1, inspection.decks, 1) for tree_builds in probabilities)
    most = min(settings.orders, MOST_FIGHTS // fights_per_order)
    most -= most % 2
    builds = max(sum(map(len, tree_builds.by_encounter)) for tree_builds in probabilities)
    if most < 2 or builds > MOST_BUILDS:
        raise OptionError(
            f"{builds:,} builds and {2 * fights_per_order:,} encounters to play for two orders of cards; while a tree "
            f"is edited, up to {MOST_BUILDS:,} and {MOST_FIGHTS:,} are tried: inspect it instead"
        )
    return [FIRST_ORDERS, most] if most > FIRST_ORDERS and most * fights_per_order > SINGLE_ANSWER_FIGHTS else [most]
