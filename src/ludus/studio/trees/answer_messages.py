"""Convert measurements of trees into protocol messages."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ludus.design.delve.editing.feedback import FightAnswer, SimulationAnswer, TreeSimulation
from ludus.design.delve.inspection.measurement import TreeMeasurement, game_number, owned_node_names, typical_fights
from ludus.design.delve.inspection.report import answer_sentences, tree_heat, zone_verdict
from ludus.design.delve.options import InspectionSettings
from ludus.design.delve.playtest.flow_zone import FlowZone
from ludus.stats import Estimate
from ludus.studio.protocol import trees as say
from ludus.studio.protocol.jobs import Value
from ludus.studio.worker.report_messages import value_message


def answer_message(found: SimulationAnswer | FightAnswer, request: int) -> say.TreeSimulated | say.TreeFought:
    """Convert an answer of the measuring process."""
    return _simulated(found, request) if isinstance(found, SimulationAnswer) else _fought(found, request)


def _simulated(found: SimulationAnswer, request: int) -> say.TreeSimulated:
    return say.TreeSimulated(
        request=request,
        after=_ratings(found.after),
        before=None if found.before is None else _ratings(found.before),
        more=[] if found.before is None else _rating_differences(found.after, found.before),
        bands=[_band(band) for band in found.bands],
    )


def _ratings(found: TreeSimulation) -> say.TreeRatings:
    return say.TreeRatings(
        ratings=[_value(rating) for rating in found.ratings],
        total=_value(found.total),
        win=_value(found.win),
        sampled=found.sampled,
        builds=found.builds,
        given=[say.PowerGiven(power.low, power.middle, power.high, power.most) for power in found.given],
    )


def _value(estimate: Estimate) -> Value:
    return Value(estimate.value, estimate.low, estimate.high)


def _rating_differences(after: TreeSimulation, before: TreeSimulation) -> list[Value]:
    """Differences of all ratings; the samples are independent, so their errors add in quadrature."""
    pairs = zip((*after.ratings, after.total, after.win), (*before.ratings, before.total, before.win), strict=True)
    return [_difference(*pair) for pair in pairs]


def _difference(one: Estimate, other: Estimate) -> Value:
    value, half_width = one.value - other.value, math.hypot(one.high - one.value, other.high - other.value)
    return Value(value, value - half_width, value + half_width)


def _band(band: FlowZone) -> say.PowerBand:
    low, high = (edge if math.isfinite(edge) else None for edge in (band.low, band.high))
    return say.PowerBand(low, high)


def _fought(found: FightAnswer, request: int) -> say.TreeFought:
    return say.TreeFought(
        request=request,
        orders=found.orders,
        decks=found.frame.deck_description,
        last=found.last,
        after=_wins(found.after, found.frame),
        before=None if found.before is None else _wins(found.before, found.frame),
        more=value_message(found.more),
        by_encounter=_values(found.by_encounter),
    )


def _values(estimates: Sequence[Estimate]) -> list[Value]:
    return [value for estimate in estimates if (value := value_message(estimate)) is not None]


def _wins(look: TreeMeasurement, frame: InspectionSettings) -> say.TreeWins:
    bot_result = look.bot_result(frame.main_bot)
    return say.TreeWins(
        wins=value_message(bot_result.wins),
        turns=value_message(bot_result.turns),
        stages=[
            say.StageFought(
                value_message(stage.wins), value_message(stage.turns), zone_verdict(stage.wins.value, frame.zone)
            )
            for stage in bot_result.encounters
        ],
        nodes=[
            say.NodeFought(
                None if heat.pick is None else float(heat.pick),
                value_message(story.cost) if story.offered else None,
                value_message(story.wins),
                value_message(story.lift),
                heat.note,
            )
            for heat, story in zip(tree_heat(look), look.explained.nodes, strict=True)
        ],
        sentences=answer_sentences(look, frame),
        behind=_typical_fights(look, frame),
        whole=look.played.builds.is_complete,
    )


def _typical_fights(look: TreeMeasurement, frame: InspectionSettings) -> list[say.FightBehind]:
    return [
        say.FightBehind(
            what, encounter, frame.deck_names[fight.deck], owned_node_names(look.played, fight), game_number(fight)
        )
        for encounter in range(len(frame.encounters))
        for what, fight in typical_fights(look.played, encounter).items()
    ]
