"""The failure model: share of players that die at least once."""

import numpy as np
import pytest

from ludus.design.platformer.difficulty.failure_model import FEATURE_NAMES, FailureModel, Passage, fit_failure_model
from ludus.design.platformer.generator.generate import generate_level
from ludus.design.platformer.generator.traps import TrapParams
from ludus.design.platformer.spec import LevelSpec
from ludus.util.errors import LudusError

SAW = Passage((0, 1, 2), "saw", 1, 1.6, 0.2, 0.4, 0, 0)


def levels(rng, count):
    """Features of passages of made-up levels."""
    rows = []
    for _ in range(count):
        passages = int(rng.integers(1, 7))
        item = np.zeros((passages, len(FEATURE_NAMES)))
        item[np.arange(passages), rng.integers(0, 3, passages)] = 1
        item[:, 4:7] = rng.uniform(0, 1, (passages, 3)) - (0.4, 0, 0)
        rows.append(item)
    return rows


def test_without_passages_no_player_dies_and_more_passages_kill_more():
    model = FailureModel.load()
    shares = [model.failure_of_passages([SAW] * count) for count in range(6)]
    assert shares[0] == 0
    assert shares == sorted(shares)
    assert 0 < shares[1] < shares[5] < 1


def test_players_who_differ_die_on_fewer_levels_than_equal_ones():
    """Who survives one passage is rather a good player: the product of means is too high."""
    model = FailureModel(tuple(1.0 if name == "saw" else 0.0 for name in FEATURE_NAMES), 1.5)
    alone = 1 - model.failure_of_passages([SAW])
    assert model.failure_of_passages([SAW] * 5) < 1 - alone**5 - 0.05


def test_fitting_recovers_the_true_model():
    rng = np.random.default_rng(4)
    true = FailureModel((1.2, 0.3, 2.0, 0.0, 0.5, -0.8, -0.4, 0.0, 0.0, 0.0), 0.9)
    rows = levels(rng, 500)
    died = rng.binomial(60, [true.failure_of_features(item) for item in rows])
    fitted = fit_failure_model(rows, died, np.full(500, 60.0))
    fresh = levels(rng, 200)
    off = [fitted.failure_of_features(item) - true.failure_of_features(item) for item in fresh]
    assert max(map(abs, off)) < 0.06
    assert fitted.skill == pytest.approx(0.9, abs=0.2)


def test_a_file_is_read_back_and_a_wrong_one_is_refused():
    model = FailureModel.load()
    assert FailureModel.read(model.write()) == model
    with pytest.raises(LudusError, match=r"mine\.toml"):
        FailureModel.read("skill = 1", "mine.toml")
    with pytest.raises(LudusError, match="wall-spikes"):
        FailureModel.read(model.write().replace("wall-spikes", "walls"))


def test_levels_with_more_challenges_fail_more_players():
    model = FailureModel.load()
    few = [
        generate_level(k, LevelSpec((2, 1), setup="thesis", traps=TrapParams(0.1), agent_check=False)).level
        for k in range(6)
    ]
    many = [
        generate_level(
            k, LevelSpec((6, 1), setup="thesis", traps=TrapParams(0.4, challenges=5), agent_check=False)
        ).level
        for k in range(6)
    ]
    assert np.mean([model.failure(level) for level in few]) < np.mean([model.failure(level) for level in many])
    assert sum(model.success_chances([SAW], z) < model.success_chances([SAW], z + 1) for z in range(-2, 2)) == 4
