"""Sets of small changes as genomes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.design.tribute.edit_space import Changes, Gene
from ludus.evolve import GenomeError
from tests.cases import each

A, B, C = ("cards", 3), ("cards", 8), ("patrons", 0)
SPACE = Changes([Gene(A, "a.cost", 1, 2), Gene(A, "a.play", -1, 1), Gene(B, "b.cost", 1, 3), Gene(C, "c.price", 1, 1)])
genomes = st.tuples(*(st.integers(0, gene.max_steps) for gene in SPACE.genes))
seeds = st.integers(0, 2**32)


@given(genomes)
def test_genomes_are_written_and_read_back(genome):
    assert SPACE.from_data(SPACE.to_data(genome)) == genome


@given(genomes)
def test_a_genome_lists_the_steps_of_its_items(genome):
    assert SPACE.join_items({thing: SPACE.item_steps(genome, thing) for thing in SPACE.items}) == genome


@given(genomes, seeds, st.floats(0, 1))
def test_mutants_stay_within_the_steps_allowed(genome, seed, rate):
    child = SPACE.mutate(genome, np.random.default_rng(seed), rate)
    assert all(0 <= steps <= gene.max_steps for steps, gene in zip(child, SPACE.genes, strict=True))
    assert SPACE.mutate(genome, np.random.default_rng(seed), 0.0) == genome


@given(genomes, genomes, seeds)
def test_a_child_has_all_changes_of_an_item_from_one_parent(a, b, seed):
    child = SPACE.cross(a, b, np.random.default_rng(seed))
    for thing in SPACE.items:
        assert SPACE.item_steps(child, thing) in (SPACE.item_steps(a, thing), SPACE.item_steps(b, thing))


@given(seeds)
def test_random_genomes_move_at_most_one_number_of_an_item(seed):
    drawn = SPACE.draw(np.random.default_rng(seed))
    assert all(sum(SPACE.item_steps(drawn, thing)) <= 1 for thing in SPACE.items)


@each(
    ("data", "said"),
    [([1], "a dict of numbers and steps"), ({"z": 1}, "none of the numbers"), ({"a.cost": 3}, "1 to 2 steps, not 3")],
)
def test_other_data_is_refused(data, said):
    with pytest.raises(GenomeError, match=said):
        SPACE.from_data(data)


def test_genomes_are_described():
    assert SPACE.describe((2, 0, 0, 1)) == "a.cost 2 weaker, c.price 1 weaker"
    assert SPACE.describe(SPACE.no_change) == "no change"
