"""Lead changes and decisiveness, from predicted leaders."""

import math
from dataclasses import replace

import numpy as np
import pytest

from ludus.backends import Threads
from ludus.design.dominion import predicted_lead_changes
from ludus.design.dominion.batch_play import first_game_number
from ludus.design.dominion.predicted_lead_changes import (
    LeadPredictions,
    RolledPosition,
    check_by_rollouts,
    measure_lead_changes,
    predict_leaders,
)
from ludus.stats.distributions import student_t_quantile
from ludus.util.errors import OptionError

SET = "first-game"


@pytest.fixture(scope="module")
def result(pool):
    return predict_leaders(pool, pool.read(SET), ["drew", "drew"], seed=3, games=300)


def a_course(result, *rows):
    """Held-out games with these leaders, turn by turn."""
    leaders = np.full((len(rows), result.leaders.shape[1]), -1)
    for game, row in enumerate(rows):
        leaders[game, : len(row)] = row
    turns = np.array([len(row) for row in rows])
    return LeadPredictions(result.match, 0, turns, np.zeros(len(rows), int), leaders, turns, np.zeros(len(rows), int))


def test_changes_and_the_last_of_them_are_counted_as_the_paper_says(result):
    course = a_course(result, [0, 0, 1, 1, 0, 0, 0, 0], [1, 1, 1, 1], [0, 1, 0, 2], [0, 0, 0, 0])
    games = course.by_game
    assert games["changes"].tolist() == [2 / 8, 0, 3 / 4, 0]
    assert games["decisiveness"].tolist() == [5 / 8, 0, 1, 0]
    assert games["fitness"].tolist() == [(2 / 8 + 5 / 8) / 2, 0, 7 / 8, 0]
    assert course.fitness.value == pytest.approx(np.mean(games["fitness"]))


def test_predictions_get_better_towards_the_end_and_beat_the_baseline(result):
    accuracy = result.accuracy()
    assert [turn.turn for turn in accuracy] == list(range(1, len(accuracy) + 1))
    assert accuracy[0].games == 300
    late = [turn for turn in accuracy if turn.games >= 200][-1]
    assert late.accuracy.value > accuracy[0].accuracy.value + 0.1
    assert late.accuracy.low > late.baseline.value
    whole, baseline = result.overall_accuracy()
    assert whole > baseline


def test_the_same_seed_gives_the_same_leaders_wherever_they_are_followed(pool, result):
    again = predict_leaders(pool, pool.read(SET), ["drew", "drew"], seed=3, games=300, backend=Threads(3))
    assert (again.leaders == result.leaders).all()
    kingdoms = [pool.read(SET), pool.read("interaction"), pool.unrank(5)]
    rows = [measure_lead_changes(pool, kingdoms, ["drew", "drew"], 3, 60, Threads(n)) for n in (1, 2)]
    assert rows[0].tobytes() == rows[1].tobytes()
    alone = measure_lead_changes(pool, kingdoms[1:2], ["drew", "drew"], 3, 60)
    assert alone.tobytes() == rows[0][1:2].tobytes()


def test_the_row_of_a_kingdom_is_what_following_it_gives(pool, result):
    row = measure_lead_changes(pool, [pool.read(SET)], ["drew", "drew"], 3, 300)[0]
    for name in ("fitness", "decisiveness", "changes"):
        messages = getattr(result, name)
        assert row[name] == pytest.approx(messages.value)
        assert 1.96 * row[f"{name}_error"] == pytest.approx((messages.high - messages.low) / 2, rel=0.01)


def test_turns_beyond_the_last_that_is_looked_at_count_in_the_length(result):
    course = a_course(result, [0, 1] * 30, [0] * 59 + [1])
    course.turns[:] = 120
    assert course.by_game["changes"].tolist() == [59 / 120, 1 / 120]
    assert course.by_game["decisiveness"].tolist() == [0.5, 0.5]


def test_an_odd_number_of_games_is_refused(pool):
    with pytest.raises(OptionError, match="an even number"):
        predict_leaders(pool, pool.read(SET), ["drew", "drew"], 1, games=11)


def test_three_players_have_no_leader_here(pool):
    with pytest.raises(OptionError, match="3 bots"):
        predict_leaders(pool, pool.read(SET), ["drew", "drew"], 1, options={"seats": 3})


def test_roll_outs_agree_with_leaders_more_than_chance_would(result):
    check = check_by_rollouts(result, seed=1, positions=40, times=30)
    assert len(check.positions) == 40
    assert all(sum(entry.counts) == 30 for entry in check.positions)
    assert check.agreement.value > 0.4
    assert (
        check_by_rollouts(result, seed=1, positions=3, times=5).positions
        == check_by_rollouts(result, seed=1, positions=3, times=5).positions
    )


def test_a_lead_in_roll_outs_is_clear_if_chance_does_not_explain_it():
    assert RolledPosition(0, 1, 0, (90, 8, 2)).clear
    assert not RolledPosition(0, 1, 0, (52, 46, 2)).clear
    assert RolledPosition(0, 1, 0, (10, 90, 0)).leader == 1


def test_several_trainings_widen_the_intervals_by_their_variance(pool, result):
    more = predict_leaders(pool, pool.read(SET), ["drew", "drew"], seed=3, games=300, trainings=3)
    assert (more.leaders == result.leaders).all()
    assert len(more.others) == 2
    means = [a_look(more, leaders) for leaders in (more.leaders, *more.others)]
    assert len(set(means)) == 3
    assert more.fitness.value == result.fitness.value
    assert more.standard_error("fitness") ** 2 == pytest.approx(
        result.standard_error("fitness") ** 2 + np.var(means, ddof=1)
    )
    fitness, error = more.fitness, more.standard_error("fitness")
    assert 2 <= fitness.freedom < len(more.outcomes)
    assert fitness.high - fitness.value == pytest.approx(student_t_quantile(fitness.freedom, 0.975) * error)
    assert result.fitness.freedom == math.inf
    row = measure_lead_changes(pool, [pool.read(SET)], ["drew", "drew"], 3, 300, trainings=3)[0]
    assert row["fitness_error"] == more.standard_error("fitness")
    with pytest.raises(OptionError, match="trainings=0"):
        predict_leaders(pool, pool.read(SET), ["drew", "drew"], seed=3, games=300, trainings=0)


def a_look(result, leaders):
    return replace(result, leaders=leaders, others=()).fitness.value


@pytest.mark.slow
def test_intervals_of_leaders_cover_what_another_training_on_other_games_finds(pool):
    looks = [
        predict_leaders(pool, pool.read(SET), ["earl", "drew"], seed, games=400, trainings=5) for seed in range(24)
    ]
    for name in ("fitness", "decisiveness", "changes"):
        values = [measured_tree.by_game[name].mean() for measured_tree in looks]
        assert np.std(values, ddof=1) < 1.5 * np.sqrt(
            np.mean([measured_tree.standard_error(name) ** 2 for measured_tree in looks])
        ), name


def test_networks_learn_from_no_deal_that_they_judge(pool, monkeypatch):
    asked, predict = [], predicted_lead_changes.predict_outcomes

    def listen(learned, outcomes, held_out, *rest):
        asked.append((learned, held_out))
        return predict(learned, outcomes, held_out, *rest)

    monkeypatch.setattr(predicted_lead_changes, "predict_outcomes", listen)
    result = predict_leaders(pool, pool.unrank(5), ["drew", "drew"], 3, 60, trainings=3)
    assert len(asked) == 3
    assert not any(np.shares_memory(learned, held_out) for learned, held_out in asked)
    first = first_game_number(pool, pool.unrank(5))
    deals = result.match.seeds(range(first, first + 240))[:, 0].reshape(4, 60)
    assert set(deals[1]).isdisjoint(deals[[0, 2, 3]].ravel().tolist())
