"""What follows from an edit: quick answers first, as `ludus inspect` gives them, and no work for who has left."""

from dataclasses import replace

import pytest

from ludus.design.delve.editing import feedback
from ludus.design.delve.editing.feedback import (
    EditFeedback,
    EditQuestion,
    FeedbackSettings,
    FightAnswer,
    SimulationAnswer,
)
from ludus.design.delve.playtest.bot_win_rates import bot_win_rate
from ludus.games.delve.constants import MAX_NODES
from ludus.games.delve.options import find_tree
from ludus.games.delve.skill_tree import SkillNode, SkillTree
from ludus.util.errors import OptionError

QUICK = FeedbackSettings(orders=2)
SMALL = SkillTree("small", (SkillNode("Fury", 0, 2), SkillNode("Aim", 1, 3), SkillNode("Storm", 4, 4, (0,))))
STRONGER = SkillTree("small", (SkillNode("Fury", 0, 2), SkillNode("Aim", 1, 9), SkillNode("Storm", 4, 4, (0,))))


@pytest.fixture(scope="module")
def measurer():
    return EditFeedback()


def test_the_simulation_comes_first_and_the_fights_are_those_of_inspect(measurer):
    simulated, compared = measurer.answer(EditQuestion(STRONGER, SMALL, QUICK))
    assert isinstance(simulated, SimulationAnswer)
    assert simulated.after.win.value > simulated.before.win.value
    assert isinstance(compared, FightAnswer)
    assert compared.last
    assert compared.after.bot_result(QUICK.player).wins == bot_win_rate(STRONGER, orders=2)
    assert compared.more.value == pytest.approx(
        bot_win_rate(STRONGER, orders=2).value - bot_win_rate(SMALL, orders=2).value, abs=1e-12
    )


def test_fights_of_the_same_tree_differ_in_nothing(measurer):
    *_, compared = measurer.answer(EditQuestion(SMALL, SMALL, QUICK))
    assert compared.more.value == 0
    assert all(entry.value == 0 for entry in compared.by_encounter)


def test_a_long_answer_is_given_twice_first_of_few_orders(measurer):
    tree = find_tree("delver")
    result = list(measurer.answer(EditQuestion(tree, None, replace(QUICK, orders=12))))
    assert [entry.orders for entry in result[1:]] == [feedback.FIRST_ORDERS, 12]
    assert [entry.last for entry in result[1:]] == [False, True]


def test_what_was_measured_is_not_fought_again(measurer):
    fought = []
    list(measurer.answer(EditQuestion(SMALL, STRONGER, QUICK), lambda done, total: fought.append(done)))
    list(measurer.answer(EditQuestion(STRONGER, SMALL, QUICK), lambda done, total: fought.append(done)))
    before = len(fought)
    list(measurer.answer(EditQuestion(SMALL, STRONGER, QUICK), lambda done, total: fought.append(done)))
    assert len(fought) == before


def test_an_exception_of_the_progress_callback_stops_the_answer(measurer):
    class Enough(Exception):
        pass

    def heard(done, total):
        raise Enough

    answer = measurer.answer(EditQuestion(SMALL, None, replace(QUICK, seed=77)), heard)
    assert isinstance(next(answer), SimulationAnswer)
    with pytest.raises(Enough):
        next(answer)


def test_a_tree_with_too_many_builds_is_left_to_inspect(measurer, monkeypatch):
    monkeypatch.setattr(feedback, "MOST_FIGHTS", 100)
    answer = measurer.answer(EditQuestion(SMALL, None, QUICK))
    next(answer)
    with pytest.raises(OptionError, match="inspect it instead"):
        next(answer)


def test_ratings_of_a_sample_have_an_interval_and_others_have_none(measurer):
    wide = SkillTree("wide", tuple(SkillNode(f"N{k}", k % 8, 1 + k % 9) for k in range(MAX_NODES)))
    simulated = next(measurer.answer(EditQuestion(wide, SMALL, QUICK)))
    assert simulated.after.sampled
    assert simulated.after.win.low < simulated.after.win.value < simulated.after.win.high
    assert simulated.after.total.low < simulated.after.total.high
    assert simulated.before.win.low == simulated.before.win.high
