"""Immediate feedback on an edit: quick answers first, more precise ones after them.

    measurer = Measurer()
    for found in measurer.answer(Question(after=tree, before=old), heard):
        ...                  Simulated at once; then Compared, with few card orders first

`heard` is called with the fights done and their total; an exception in it stops the answer. Recent measurements are
cached, so that an edit costs the fights of one tree, and undoing it costs none.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import numpy as np

from ludus.compute import Place, Threads
from ludus.core.errors import OptionError
from ludus.core.registry import find_game
from ludus.design.contract import Order
from ludus.design.trees.explaining.asks import HELD_OUT, PLAYER, ZONE, Frame, InspectAsks, read_frame
from ludus.design.trees.explaining.looking import Look, look_at
from ludus.design.trees.explaining.what_if import more_won
from ludus.design.trees.picking.ways import Ways, ways
from ludus.design.trees.playing.fights import fights
from ludus.design.trees.playing.power import Band, Given, measure_challenge, power_given
from ludus.design.trees.rating.rater import Goals, Rated, Rater
from ludus.games.delve.scenario import encounters, reference_decks
from ludus.games.delve.tree import Tree
from ludus.stats import Estimate

FEW = 4  # card orders of the first answer, if the last one takes longer
SOON = 20_000  # up to this many fights there is only one answer
MOST_FIGHTS, MOST_BUILDS = 300_000, 30_000  # limits during editing; beyond them use `ludus inspect`
REMEMBERED = 8  # cached measurements
Z = 1.96  # half width of an interval, in standard errors

Heard = Callable[[int, int], None]  # fights done, of how many


@dataclass(frozen=True)
class Setting:
    """What trees are measured with."""

    player: str = PLAYER
    decks: str = HELD_OUT
    orders: int = 20
    seed: int = 1
    zone: str = ZONE
    goals: Goals = field(default_factory=Goals)


@dataclass(frozen=True)
class Question:
    after: Tree
    before: Tree | None = None
    setting: Setting = field(default_factory=Setting)


@dataclass(frozen=True)
class Simulation:
    """Results of the approximating simulation of a tree, with the reference decks."""

    ratings: tuple[Estimate, ...]  # in the order of RATINGS; exact unless builds are sampled
    total: Estimate
    win: Estimate
    sampled: bool
    given: list[Given]  # power by encounter, over the decks of the fights
    builds: int  # of the last encounter


@dataclass(frozen=True)
class Simulated:
    after: Simulation
    before: Simulation | None
    bands: list[Band]  # the flow zone by encounter, in power


@dataclass(frozen=True)
class Compared:
    """Simulated fights with both trees, and the paired difference of wins."""

    after: Look
    before: Look | None
    frame: Frame
    more: Estimate | None
    by_encounter: tuple[Estimate, ...]
    orders: int
    last: bool


class Measurer:
    """Answers questions about edits, and caches its measurements."""

    def __init__(self, place: Place | None = None) -> None:
        self.place = place or Threads()
        self._looks: OrderedDict[tuple[object, ...], Look] = OrderedDict()
        self._bands: dict[tuple[object, ...], list[Band]] = {}

    def answer(self, question: Question, heard: Heard = lambda done, total: None) -> Iterator[Simulated | Compared]:
        """Yield answers of growing precision.

        Raises:
            OptionError: the tree has too many builds to be measured during editing.
        """
        setting, after, before = question.setting, question.after, question.before
        frame = read_frame(_asks(setting), _order(setting))
        trees = [after] if before is None else [after, before]
        build_sets = [ways(tree, len(frame.foes), seed=setting.seed) for tree in trees]
        simulations = [_simulate(way, setting, frame) for way in build_sets]
        yield Simulated(simulations[0], simulations[1] if before is not None else None, self._zone(setting, frame))
        if not len(after):
            return
        stages = _stages(build_sets, setting, frame)
        for orders in stages:
            looks = [
                self._look(way, replace(setting, orders=orders), frame, heard) for way in build_sets if len(way.tree)
            ]
            more, by_encounter = more_won(looks[0].played, looks[1].played) if len(looks) > 1 else (None, ())
            yield Compared(
                *(looks[0], looks[1] if len(looks) > 1 else None, frame, more, by_encounter),
                *(orders, orders == stages[-1]),
            )

    def _look(self, through: Ways, setting: Setting, frame: Frame, heard: Heard) -> Look:
        tree = through.tree
        key = (tree.nodes, setting.player, setting.decks, setting.orders, setting.seed)
        if key not in self._looks:
            self._looks[key] = look_at(tree.name, tree, frame, _order(setting, self.place, heard), through)
        self._looks.move_to_end(key)
        while len(self._looks) > REMEMBERED:
            self._looks.popitem(last=False)
        return self._looks[key]

    def _zone(self, setting: Setting, frame: Frame) -> list[Band]:
        """The flow zone, which does not depend on the tree."""
        key = (setting.player, setting.decks, setting.orders, setting.seed, frame.zone)
        if key not in self._bands:
            orders = max(2, setting.orders // 2)
            challenge = measure_challenge([frame.player], frame.decks, frame.foes, orders, setting.seed, self.place)
            self._bands[key] = challenge.bands(0, frame.zone)
        return self._bands[key]


def _asks(setting: Setting) -> InspectAsks:
    return InspectAsks(players=setting.player, player=setting.player, decks=setting.decks, zone=setting.zone)


def _order(setting: Setting, place: Place | None = None, heard: Heard = lambda done, total: None) -> Order:
    """A request as of `ludus inspect delve`."""

    @contextmanager
    def progress(what: str, count: int, thing: str = "game", /) -> Iterator[Callable[[int], None]]:
        done = 0

        def advance(more: int) -> None:
            nonlocal done
            done += more
            heard(done, count)

        heard(0, count)
        yield advance

    return Order(find_game("delve"), {}, setting.orders, setting.seed, place or Threads(1), None, progress)


def _simulate(through: Ways, setting: Setting, frame: Frame) -> Simulation:
    rater = Rater(reference_decks(), encounters(), setting.goals, seed=setting.seed)
    rated = rater.rate(through.tree)
    ratings = tuple(_estimate(*pair) for pair in zip(rated.ratings, rated.errors, strict=True))
    return Simulation(
        *(ratings, _estimate(rated.total, _most_error(rated, rater)), _estimate(rated.win, rated.error)),
        *(rated.sampled, power_given(through, frame.decks), round(float(rated.builds["builds"][-1]))),
    )


def _estimate(value: float, error: float) -> Estimate:
    return Estimate(float(value), float(value - Z * error), float(value + Z * error), 1)


def _most_error(rated: Rated, rater: Rater) -> float:
    """Error of the total if all ratings err in the same direction: an upper bound."""
    return float(np.average(rated.errors, weights=list(rater.weights.values())))


def _stages(through: list[Ways], setting: Setting, frame: Frame) -> list[int]:
    """Numbers of card orders, one answer after the other."""
    fights_per_order = max(fights(way, 1, frame.decks, 1) for way in through)
    most = min(setting.orders, MOST_FIGHTS // fights_per_order)
    most -= most % 2
    builds = max(sum(map(len, way.builds)) for way in through)
    if most < 2 or builds > MOST_BUILDS:
        raise OptionError(
            f"{builds:,} builds and {2 * fights_per_order:,} fights for two orders of cards; while a tree is edited, "
            f"up to {MOST_BUILDS:,} and {MOST_FIGHTS:,} are tried: inspect it instead"
        )
    return [FEW, most] if most > FEW and most * fights_per_order > SOON else [most]
