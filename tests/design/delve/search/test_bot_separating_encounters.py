"""Encounters as genomes, and the search for those that tell players apart."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.design.delve.playtest.trials import BotTrial
from ludus.design.delve.search.bot_separating_encounters import (
    RANGES,
    EncounterSearch,
    Foes,
    encounter_of,
    genome_of,
    separation,
)
from ludus.evolve import GenomeError
from ludus.games.delve.constants import MAX_ENEMIES
from ludus.games.delve.game_data import default_encounters
from ludus.games.delve.skill_tree import SkillTree
from tests.cases import each
from tests.design.delve.small import DECKS, FOES

space = Foes()
genomes = st.tuples(*(st.integers(low, high) for low, high in RANGES))
seeds = st.integers(0, 2**32)


@given(genomes, genomes, seeds, st.floats(0, 1))
def test_variation_gives_encounters_and_leaves_its_input_unchanged(a, b, seed, rate):
    rng = np.random.default_rng(seed)
    for genome in (space.draw(rng), space.mutate(a, rng, rate), space.cross(a, b, rng)):
        assert space.from_data(space.to_data(genome)) == genome
        assert len(encounter_of(genome).enemies) <= MAX_ENEMIES
    assert space.mutate(a, rng, 0.0) == a


@given(genomes)
def test_an_encounter_of_a_genome_leads_back_to_it(genome):
    assert genome_of(encounter_of(genome)) == genome


def test_encounters_of_the_game_are_genomes():
    for encounter in default_encounters():
        assert encounter_of(genome_of(encounter)) == encounter


@each("data", [None, [1, 2], [9, 1, 10, 1, 10], [1, 1, 10, 1, True], [1, 1.0, 10, 1, 10]])
def test_other_data_are_refused(data):
    with pytest.raises(GenomeError):
        space.from_data(data)


def test_even_steps_from_never_to_always_tell_players_apart_best():
    assert separation(np.array([0.0, 0.5, 1.0])) == pytest.approx(1.0)
    assert separation(np.array([0.0, 0.05, 1.0])) < separation(np.array([0.1, 0.5, 0.9]))
    assert separation(np.array([0.5, 0.5, 0.5])) == 0.0
    assert separation(np.array([0.9, 0.5, 0.1])) < 0.0


def test_a_search_improves_and_can_be_resumed():
    ladder = [BotTrial(name, DECKS, FOES, orders=4, seed=3) for name in ("thesis-random", "greedy-card")]
    tree = SkillTree("nothing", ())

    def begin(state=None):
        return EncounterSearch(ladder, tree, 0, 0.5, (3, 5), seed=5, population=6, state=state)

    whole = begin()
    scores = [whole.step() for _ in range(4)]
    assert scores == sorted(scores)
    again = begin()
    again.step()
    again = begin(again.run.dump())
    assert [again.step() for _ in range(3)] == scores[1:]
    assert again.run.dump() == whole.run.dump()
    assert whole.best == again.best
