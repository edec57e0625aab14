"""Messages of the measuring process: its input and output lines, and its answers as protocol messages.

The server and the process exchange one JSON object per line.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from ludus.design.delve.editing.feedback import FightAnswer, SimulationAnswer, TreeSimulation
from ludus.design.delve.inspection.measure_tree import TreeMeasurement
from ludus.design.delve.inspection.report import answer_sentences, tree_heat, zone_verdict
from ludus.design.delve.inspection.typical_fights import game_number, owned_node_names, typical_fights
from ludus.design.delve.options import InspectionSettings
from ludus.design.delve.playtest.flow_zone import FlowZone
from ludus.stats import Estimate
from ludus.studio.protocol import trees as trees
from ludus.studio.protocol.jobs import ValueWithInterval
from ludus.studio.report_conversion import value_message


class QuestionLine(msgspec.Struct, frozen=True, tag="asked"):
    """A question of a connection; it replaces the previous one."""

    of: int
    question: trees.MeasureEdit


class CancelLine(msgspec.Struct, frozen=True, tag="dropped"):
    of: int


class AnswerLine(msgspec.Struct, frozen=True):
    """A message for a connection, encoded as for its socket."""

    of: int
    word: msgspec.Raw


AnyQuestionLine = QuestionLine | CancelLine


def answer_message(
    answer: SimulationAnswer | FightAnswer, request: int
) -> trees.SimulationResults | trees.TreeFightUpdate:
    """Convert an answer of the measuring process."""
    return _simulated(answer, request) if isinstance(answer, SimulationAnswer) else _fought(answer, request)


def _simulated(answer: SimulationAnswer, request: int) -> trees.SimulationResults:
    return trees.SimulationResults(
        request=request,
        after=_ratings(answer.after),
        before=None if answer.before is None else _ratings(answer.before),
        more=[] if answer.before is None else _rating_differences(answer.after, answer.before),
        bands=[_band(band) for band in answer.bands],
    )


def _ratings(answer: TreeSimulation) -> trees.TreeRatings:
    return trees.TreeRatings(
        ratings=[_value(rating) for rating in answer.ratings],
        total=_value(answer.total),
        win=_value(answer.win),
        sampled=answer.sampled,
        builds=answer.builds,
        given=[trees.PowerDistribution(power.low, power.middle, power.high, power.most) for power in answer.given],
    )


def _value(estimate: Estimate) -> ValueWithInterval:
    return ValueWithInterval(estimate.value, estimate.low, estimate.high)


def _rating_differences(after: TreeSimulation, before: TreeSimulation) -> list[ValueWithInterval]:
    """Differences of all ratings; the samples are independent, so their errors add in quadrature."""
    pairs = zip((*after.ratings, after.total, after.win), (*before.ratings, before.total, before.win), strict=True)
    return [_difference(*pair) for pair in pairs]


def _difference(one: Estimate, other: Estimate) -> ValueWithInterval:
    value, half_width = one.value - other.value, math.hypot(one.high - one.value, other.high - other.value)
    return ValueWithInterval(value, value - half_width, value + half_width)


def _band(band: FlowZone) -> trees.PowerZone:
    low, high = (edge if math.isfinite(edge) else None for edge in (band.low, band.high))
    return trees.PowerZone(low, high)


def _fought(answer: FightAnswer, request: int) -> trees.TreeFightUpdate:
    return trees.TreeFightUpdate(
        request=request,
        orders=answer.orders,
        decks=answer.frame.deck_description,
        last=answer.last,
        after=_wins(answer.after, answer.frame),
        before=None if answer.before is None else _wins(answer.before, answer.frame),
        more=value_message(answer.more),
        by_encounter=_values(answer.by_encounter),
    )


def _values(estimates: Sequence[Estimate]) -> list[ValueWithInterval]:
    return [value for estimate in estimates if (value := value_message(estimate)) is not None]


def _wins(measurement: TreeMeasurement, settings: InspectionSettings) -> trees.TreeFightResults:
    bot_result = measurement.bot_result(settings.main_bot)
    return trees.TreeFightResults(
        wins=value_message(bot_result.wins),
        turns=value_message(bot_result.turns),
        stages=[
            trees.EncounterFights(
                value_message(stage.wins), value_message(stage.turns), zone_verdict(stage.wins.value, settings.zone)
            )
            for stage in bot_result.encounters
        ],
        nodes=[
            trees.NodeFights(
                None if heat.pick is None else float(heat.pick),
                value_message(node.cost) if node.offered else None,
                value_message(node.wins),
                value_message(node.lift),
                heat.note,
            )
            for heat, node in zip(tree_heat(measurement), measurement.explained.nodes, strict=True)
        ],
        sentences=answer_sentences(measurement, settings),
        behind=_typical_fights(measurement, settings),
        whole=measurement.played.builds.is_complete,
    )


def _typical_fights(measurement: TreeMeasurement, settings: InspectionSettings) -> list[trees.ExampleFight]:
    return [
        trees.ExampleFight(
            what,
            encounter,
            settings.deck_names[fight.deck],
            owned_node_names(measurement.played, fight),
            game_number(fight),
        )
        for encounter in range(len(settings.encounters))
        for what, fight in typical_fights(measurement.played, encounter).items()
    ]
