"""The training of the courtier, at test size."""

import json

import numpy as np
import pytest

from ludus.backends import Threads
from ludus.bots import load_compiled_bot
from ludus.core.game_registry import load_game
from ludus.games.tribute.bots.courtier import BY_HAND, names, read_weights
from ludus.lab import resume, run
from ludus.studies.tribute_champion_training import study
from ludus.studies.tribute_champion_training.config import PRESETS, TributeChampionConfig, check_config
from ludus.studies.tribute_champion_training.experiment import apply_dials, dial_space, start_dials
from ludus.studies.tribute_champion_training.weight_regression import WEIGHT_PER_LOGIT, fit_weights
from ludus.util.errors import OptionError
from tests.cases import each

TINY = {
    "rounds": 2,
    "own_games": 6,
    "teachers": ("max-prestige",),
    "teacher_games": 4,
    "learning_iterations": 6,
    "generations": 3,
    "population": 4,
    "deals": 1,
    "training_iterations": 6,
    "anchors": ("max-prestige",),
    "guests": (),
    "room": 2,
    "enters": 1,
    "draft_games": 4,
    "validation_games": 4,
    "rivals": ("max-prestige", "random-no-end"),
    "playing_iterations": 8,
}
FILES = ("courtier.json", "tables/rivals.csv", "tables/rounds.csv", "tables/generations.csv", "tables/patrons.csv")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return run(study, TributeChampionConfig(**TINY), tmp_path_factory.mktemp("courtier") / "run", Threads(1)).folder


def test_the_weights_are_a_file_to_play_with_that_says_how_it_was_made(folder):
    file = folder / "courtier.json"
    assert read_weights(file)[0].shape == (len(names()),)
    load_compiled_bot(load_game("tribute"), f"courtier:weights={file}")
    assert json.loads(file.read_text())["made by"].startswith("ludus run tribute-champion --set rounds=2 ")


@pytest.mark.parametrize("fact", ["round", "generation"])
def test_a_resumed_run_ends_with_the_same_weights(folder, tmp_path, fact):
    def interrupt(update):
        if update.facts.get(fact) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(study, TributeChampionConfig(**TINY), tmp_path / "run", Threads(2), listener=interrupt)
    resume(tmp_path / "run", Threads(2))
    for name in FILES:
        assert (tmp_path / "run" / name).read_bytes() == (folder / name).read_bytes()


@each("name", PRESETS)
def test_presets_can_be_played(name):
    check_config(TributeChampionConfig(**PRESETS[name]))


def test_odd_numbers_of_paired_games_are_rejected():
    with pytest.raises(OptionError, match="own_games=3 is odd"):
        TributeChampionConfig(own_games=3)


def test_dials_as_they_begin_change_nothing():
    base = read_weights(BY_HAND)[0]
    assert apply_dials(base, start_dials(base)).tolist() == base.tolist()
    assert dial_space(base).n == len(start_dials(base))


def test_learning_finds_the_weights_that_made_the_outcomes():
    rng = np.random.default_rng(2)
    true = np.array([0.8, -0.4, 0.0]) * WEIGHT_PER_LOGIT
    rows = np.concatenate([rng.normal(size=(20_000, 3)), np.ones((20_000, 1))], axis=1).astype(np.float32)
    won = (rng.random(20_000) < 1 / (1 + np.exp(-(rows[:, :3] @ true / WEIGHT_PER_LOGIT + 0.2)))).astype(float)
    found, loss = fit_weights(rows, won, np.zeros(3), np.full(3, 2000.0))
    assert np.abs(found - true).max() < 0.08 * WEIGHT_PER_LOGIT
    assert loss < np.log(2)


def test_weights_without_data_stay_unchanged():
    rows = np.zeros((100, 3), np.float32)
    rows[:, 2] = 1.0
    found, _ = fit_weights(rows, np.full(100, 0.5), np.array([30.0, -7.0]), np.full(2, 100.0))
    assert np.allclose(found, [30.0, -7.0])
