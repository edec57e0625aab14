"""The networks that predict the leader learn existing relations, and nothing else."""

import subprocess
import sys

import numpy as np
import pytest

from ludus.core import plain
from ludus.games.dominion import turn_stats
from ludus.games.dominion import winner_prediction_networks as networks


def games(count, seed, turns=3, tell=True):
    """Games in which points determine the winner, or nothing does."""
    rng = np.random.default_rng(seed)
    stats, results = turn_stats.DominionTurnStats.zeros(count), rng.integers(0, 2, count)
    stats["turns"] = turns
    stats["seen"][:, :turns] = rng.integers(0, 5, (count, turns, 2, turn_stats.COLUMNS))
    if tell:
        for seat in range(2):
            won = (results == seat)[:, None]
            stats["seen"][:, :turns, seat, turn_stats.POINTS] = rng.integers(3, 9, (count, turns)) + 4 * won
    return stats, results


def right(tell, epochs=30):
    training, results = games(600, 1, tell=tell)
    tested, outcomes = games(600, 2, tell=tell)
    leaders = networks.predict_outcomes(training, results, tested, networks.initial_weights(1), epochs, 50)
    assert (leaders[:, 3:] == -1).all()
    return (leaders[:, :3] == outcomes[:, None]).mean()


def test_what_decides_a_game_is_found():
    assert right(tell=True) > 0.9


def test_where_nothing_decides_nothing_is_found():
    assert right(tell=False) == pytest.approx(0.5, abs=0.06)


def test_turns_that_few_games_reach_have_no_network():
    training, results = games(100, 1)
    training["turns"][20:] = 1
    leaders = networks.predict_outcomes(training, results, games(50, 2)[0], networks.initial_weights(1), 5, 50)
    assert (leaders[:, 0] >= 0).all()
    assert (leaders[:, 1:] == -1).all()


def test_twenty_inputs_a_player_add_up_over_five_turns():
    stats, _ = games(2, 3, turns=8, tell=False)
    room, rows = np.zeros((2, networks.WEIGHTS)), np.zeros(2, np.int64)
    turn_data = stats["seen"].astype(np.int64)
    take = plain(networks.take_inputs)
    assert take(turn_data, np.array([8, 6]), 6, room, rows) == 1  # the other is too short
    for seat in range(2):
        inputs, now = room[0, 20 * seat : 20 * seat + 20], turn_data[0, 6, seat]
        before = turn_data[0, 2:7, seat].sum(axis=0)
        assert inputs[:3].tolist() == now[:3].tolist()
        assert inputs[3:6].tolist() == before[:3].tolist()
        assert inputs[6:10].tolist() == now[3:7].tolist()
        assert inputs[10:14].tolist() == before[3:7].tolist()
        assert inputs[14] == now[turn_stats.CURSES]
        assert inputs[15] == pytest.approx(now[turn_stats.COINS] / max(1, now[turn_stats.CARDS]))
        assert inputs[16:].tolist() == now[turn_stats.OWN_ACTIONS :].tolist()


def test_the_logistic_function_is_right_to_three_digits():
    for x in np.linspace(-12, 12, 97):
        assert plain(networks.logistic)(float(x)) == pytest.approx(1 / (1 + np.exp(-x)), abs=5e-4)


def test_slopes_are_those_of_the_cross_entropy():
    rng, count = np.random.default_rng(4), networks.BLOCK + 6  # more than one block, the last one not full
    inputs, results = rng.random((count, networks.INPUTS)), rng.integers(0, 3, count)
    room = np.concatenate([inputs, np.ones((count, 1))], axis=1)
    across, values = (np.zeros((2, rows_count, networks.BLOCK)) for rows_count in (networks.INPUTS, networks.UNITS))
    weights, slopes = networks.initial_weights(2), np.zeros((networks.UNITS, networks.WEIGHTS))
    plain(networks.transpose_blocks)(room, count, across)
    plain(networks.forward)(across, count, weights, values)
    plain(networks.find_slopes)(room, np.arange(count), results, count, weights, slopes, values)

    def loss(w):
        hidden = 1 / (1 + np.exp(-(room @ w[:10].T)))
        out = 1 / (1 + np.exp(-(hidden @ w[10:, :10].T + w[10:, 10])))
        goal = np.eye(3)[results]
        return -(goal * np.log(out) + (1 - goal) * np.log(1 - out)).sum()

    for unit, weight in [(0, 0), (9, 39), (3, 40), (10, 0), (12, 9), (11, 10)]:
        up, down = weights.copy(), weights.copy()
        up[unit, weight] += 1e-4
        down[unit, weight] -= 1e-4
        assert slopes[unit, weight] == pytest.approx((loss(up) - loss(down)) / 2e-4, rel=0.02, abs=2e-3)
    assert (slopes[10:, 11:] == 0).all()  # the outputs have fewer weights


def test_training_plain_and_compiled_give_the_same_leaders(monkeypatch):
    training, results = games(networks.BLOCK + 6, 1)
    tested, _ = games(10, 2)
    arguments = (training, results, tested, networks.initial_weights(1), 2, networks.BLOCK)
    fast = networks.predict_outcomes(*arguments)
    monkeypatch.setattr(networks, "_entry", lambda: plain(networks.train_and_predict))
    assert (fast == networks.predict_outcomes(*arguments)).all()
    assert (fast >= 0).any()


def test_threads_that_ask_for_the_networks_at_once_all_get_them():
    code = (
        "from concurrent.futures import ThreadPoolExecutor; from threading import Barrier; "
        "from ludus.games.dominion import winner_prediction_networks as networks; together = Barrier(2); "
        "ask = lambda _: (together.wait(), networks._entry())[1]; "
        "one, other = ThreadPoolExecutor(2).map(ask, range(2)); assert one is other"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
