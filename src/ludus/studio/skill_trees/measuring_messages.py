"""Answers of the measuring process as protocol messages."""

from __future__ import annotations

import math

from ludus.design.delve.editing.feedback import FightAnswer, SimulationAnswer, TreeSimulation
from ludus.design.delve.inspection.flow_judgement import FlowJudgement
from ludus.design.delve.inspection.measure_tree import TreeMeasurement
from ludus.design.delve.inspection.report import answer_sentences, tree_heat
from ludus.design.delve.inspection.typical_fights import game_number, owned_node_names, typical_fights
from ludus.design.delve.options import InspectionSettings
from ludus.design.delve.playtest.flow_zone import FlowZone
from ludus.stats import Estimate
from ludus.stats.judgement import exactly, side_of
from ludus.studio.protocol import trees as trees
from ludus.studio.protocol.jobs import ValueWithInterval
from ludus.studio.report_conversion import value_message


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


def _rating_differences(after: TreeSimulation, before: TreeSimulation) -> list[trees.JudgedDifference]:
    """Differences of all ratings, a family; the samples are independent, so their errors add in quadrature."""
    pairs = zip((*after.ratings, after.total, after.win), (*before.ratings, before.total, before.win), strict=True)
    differences = [_difference(*pair) for pair in pairs]
    return [judged_difference(difference, len(differences)) for difference in differences]


def _difference(one: Estimate, other: Estimate) -> Estimate:
    value, half_width = one.value - other.value, math.hypot(one.high - one.value, other.high - other.value)
    return Estimate(value, value - half_width, value + half_width, 1)


def judged_difference(difference: Estimate, comparisons: int) -> trees.JudgedDifference:
    """A difference with its verdict; one without an interval has nothing random in it.

    Args:
        difference: the difference with its 95 % interval.
        comparisons: number of verdicts that are given together.
    """
    side = side_of(difference, exactly(0.0), comparisons)
    value = value_message(difference)
    assert value is not None
    return trees.JudgedDifference(value.value, value.low, value.high, "undecided" if side == "inside" else side)


def _band(band: FlowZone) -> trees.PowerZone:
    low, high = (edge if math.isfinite(edge) else None for edge in (band.low, band.high))
    return trees.PowerZone(low, high)


def _fought(answer: FightAnswer, request: int) -> trees.TreeFightUpdate:
    differences = [] if answer.more is None else [answer.more, *answer.by_encounter]
    flow = FlowJudgement(answer.after.players, answer.frame, further=len(differences))
    judged = [judged_difference(difference, flow.comparisons) for difference in differences]
    return trees.TreeFightUpdate(
        request=request,
        orders=answer.orders,
        decks=answer.frame.deck_description,
        last=answer.last,
        after=_wins(answer.after, answer.frame, flow),
        before=None
        if answer.before is None
        else _wins(answer.before, answer.frame, FlowJudgement(answer.before.players, answer.frame, len(differences))),
        more=judged[0] if judged else None,
        by_encounter=judged[1:],
        comparisons=flow.comparisons,
    )


def _wins(measurement: TreeMeasurement, settings: InspectionSettings, flow: FlowJudgement) -> trees.TreeFightResults:
    bot_result = measurement.bot_result(settings.main_bot)
    return trees.TreeFightResults(
        wins=value_message(bot_result.wins),
        turns=value_message(bot_result.turns),
        stages=[
            trees.EncounterFights(
                value_message(stage.wins), value_message(stage.turns), flow.zone(settings.main_bot, encounter)
            )
            for encounter, stage in enumerate(bot_result.encounters)
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
        sentences=answer_sentences(measurement, settings, flow),
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
