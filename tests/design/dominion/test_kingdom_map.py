"""`ludus make dominion --map`: the best kingdom of every kind, on a small scale."""

import pytest

from ludus.design.dominion.kingdom_map import DESCRIPTOR_AXES, descriptor_cell, kingdom_descriptors
from ludus.design.dominion.make import make
from ludus.design.dominion.options import DominionMakeOptions
from ludus.util.errors import LudusError

FAST = {"population": 30, "generations": 4, "search_games": 10}


def test_a_map_has_one_kingdom_of_every_kind_that_was_met(design_request, pool):
    result = make(DominionMakeOptions(map="turns", **FAST), design_request(20))
    (table,) = result.tables()
    kinds = []
    for attacks, cost, turns, cards in table.rows:
        assert kingdom_descriptors(pool, pool.read(cards)) == (attacks, cost)
        assert turns.low <= turns.value <= turns.high
        kinds.append(descriptor_cell(attacks, cost))
    assert len(set(kinds)) == len(kinds) > 10
    values = [row[2].value for row in table.rows]
    assert values != sorted(values, reverse=True)  # the order is that of the search: held-out numbers choose nothing
    picture = result.figures()["map.svg"].svg
    assert picture.count("<rect") == len(kinds)


def test_a_map_is_the_same_for_the_same_seed(design_request):
    first, second = (make(DominionMakeOptions(map="wins", **FAST), design_request(20)) for _ in range(2))
    assert first.tables()[0].rows == second.tables()[0].rows


def test_costs_on_a_border_belong_to_the_upper_cell():
    costs = DESCRIPTOR_AXES[1]
    lows = [round(costs.low + costs.width * step, 1) for step in range(costs.steps)]
    assert [descriptor_cell(2, low)[1] for low in lows] == list(range(costs.steps))
    assert descriptor_cell(0, 1.0) == (0, 0)
    assert descriptor_cell(5, 9.0) == (5, costs.steps - 1)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"map": "skil"}, "skill"),
        ({"map": "turns", "length": 20.0}, "with a target"),
        ({"map": "turns", "ban": "Witch"}, "--ban"),
    ],
)
def test_what_does_not_go_with_a_map_is_refused(design_request, asked, words):
    with pytest.raises(LudusError, match=words):
        make(DominionMakeOptions(**asked, **FAST), design_request(20))
