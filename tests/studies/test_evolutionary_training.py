"""What all trainings of champions share."""

import pytest

from ludus.core.random import derive_range
from ludus.studies.dominion_champion_training.config import DominionChampionConfig
from ludus.studies.dominion_champion_training.experiment import StewardTraining
from ludus.studies.locm_champion_training.config import LocmChampionConfig
from ludus.studies.locm_champion_training.experiment import LocmTraining
from ludus.studies.tribute_champion_training.config import TributeChampionConfig
from ludus.studies.tribute_champion_training.experiment import CourtierTraining


@pytest.mark.parametrize(
    ("training", "config"),
    [
        (LocmTraining, LocmChampionConfig),
        (StewardTraining, DominionChampionConfig),
        (CourtierTraining, TributeChampionConfig),
    ],
)
def test_champions_are_measured_on_deals_that_no_generation_played(training, config):
    trained = training(config(), None)
    measured = set(derive_range(trained.validation_seed(), 0, 10_000, "deal").tolist())
    for generation in range(100):
        assert measured.isdisjoint(derive_range(trained.generation_seed(generation), 0, 300, "deal").tolist())
