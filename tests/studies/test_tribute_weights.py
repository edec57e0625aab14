"""The tuning of the classic heuristic, at test size."""

import numpy as np
import pytest

from ludus.backends import Threads
from ludus.bots import load_compiled_bot
from ludus.core.game_registry import load_game
from ludus.games.tribute.bots.heuristic_evaluation import SHARED, WEIGHTS
from ludus.games.tribute.bots.heuristic_evaluation import read_weights as read_heuristic
from ludus.games.tribute.card_file import CONTENT
from ludus.lab import resume, run
from ludus.studies.tribute_weights import study
from ludus.studies.tribute_weights.config import PRESETS, TributeWeightsConfig, check_config
from ludus.studies.tribute_weights.experiment import (
    CHECKPOINT_GAMES,
    COMPARE_STAGE,
    BreedingTraining,
    HeuristicTraining,
)
from ludus.studies.tribute_weights.report import WEIGHT_FILES
from ludus.studies.tribute_weights.tuned_bot import (
    WEIGHT_RANGES,
    bot_with_weights,
    heuristic_space,
    published_bot,
    published_weights,
    round_weights,
    weights_file,
)
from ludus.util.errors import OptionError
from tests.cases import each
from tests.deals import record_deals_by_stage

SEARCH = "random-simulation:iterations=4"
TINY = {
    "search": SEARCH,
    "generations": 5,
    "population": 6,
    "cma_generations": 3,
    "cma_population": 4,
    "cma_deals": 1,
    "opponents": ("max-prestige",),
    "validation_games": 4,
    "rivals": ("max-prestige",),
}
TABLES = ("tables/meetings.csv", "tables/weights.csv", *WEIGHT_FILES.values())


@pytest.fixture(scope="module")
def folder_and_deals(tmp_path_factory):
    """The folder of a run, and the deals that each of its stages played."""
    with record_deals_by_stage() as played:
        done = run(study, TributeWeightsConfig(**TINY), tmp_path_factory.mktemp("weights") / "run", Threads(1))
    return done.folder, played


@pytest.fixture(scope="module")
def folder(folder_and_deals):
    return folder_and_deals[0]


def test_the_weights_are_files_to_play_with(folder):
    for file in WEIGHT_FILES.values():
        load_compiled_bot(load_game("tribute"), f"mcts:weights={folder / file}")


def test_a_resumed_run_ends_with_the_same_weights(folder, tmp_path):
    def interrupt(update):
        if update.facts.get("generation") == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(study, TributeWeightsConfig(**TINY), tmp_path / "run", Threads(2), listener=interrupt)
    resume(tmp_path / "run", Threads(2))
    for name in TABLES:
        assert (tmp_path / "run" / name).read_bytes() == (folder / name).read_bytes()


def test_all_meet_each_other_and_the_rivals(folder):
    rows = [row.split(",")[:2] for row in (folder / "tables" / "meetings.csv").read_text().splitlines()[1:]]
    makers = ("published", "winners breed", "CMA-ES")
    among = [["winners breed", "published"], ["CMA-ES", "published"], ["CMA-ES", "winners breed"]]
    assert rows == [*among, *([maker, "max-prestige"] for maker in makers)]


def test_weights_are_compared_on_deals_that_no_tuning_played(folder_and_deals):
    _, played = folder_and_deals
    breed, cma = BreedingTraining.evolve_stage, HeuristicTraining.evolve_stage
    assert list(played.deals) == [breed, cma, COMPARE_STAGE]
    assert len(played.deals[breed]) == TINY["generations"] * TINY["population"] // 2 + CHECKPOINT_GAMES // 2
    assert len(played.deals[cma]) == TINY["cma_generations"] * TINY["cma_deals"]
    assert len(played.deals[COMPARE_STAGE]) == TINY["validation_games"] // 2
    assert played.shared_by(COMPARE_STAGE, breed, cma) == set()


@each("name", PRESETS)
def test_presets_can_be_played(name):
    check_config(TributeWeightsConfig(**PRESETS[name]))


def test_a_search_without_such_weights_is_rejected():
    with pytest.raises(OptionError, match="no heuristic to tune"):
        check_config(TributeWeightsConfig(search="decision-tree"))


def test_every_weight_of_the_heuristic_is_tuned():
    assert set(WEIGHT_RANGES) == set(WEIGHTS)
    for search in ("mcts", "beam", "random-simulation"):
        inside = published_weights(search)
        assert (heuristic_space().low <= inside).all()
        assert (inside <= heuristic_space().high).all()


def test_published_weights_are_the_bot_itself():
    mine, its = bot_with_weights(SEARCH, published_weights(SEARCH)).params, published_bot(SEARCH).params
    assert mine.tobytes() == its.tobytes()


def test_a_file_gives_the_weights_back(tmp_path):
    file = tmp_path / "some.toml"
    weights = np.random.default_rng(3).uniform(heuristic_space().low, heuristic_space().high)
    file.write_text(weights_file(SEARCH, weights, "a test"))
    found = read_heuristic(file)[SHARED]
    assert [getattr(found, name) for name in WEIGHT_RANGES] == round_weights(weights).tolist()


@each("file", WEIGHT_FILES.values())
def test_tuned_weights_come_with_the_game(file):
    read_heuristic(CONTENT / file)
