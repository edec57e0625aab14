"""Kingdoms that evolve: the paper's form, the good form, and the best of every kind."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.backends import Threads
from ludus.design.dominion.evolution import (
    CardConstraints,
    CardGenes,
    KingdomEvolution,
    PaperGenetic,
    RescoredGenetic,
    measure_on_fresh_seeds,
)
from ludus.design.dominion.kingdom_map import kingdom_descriptors, run_map_elites
from ludus.design.dominion.objectives import KingdomEvaluator, MaximiseMeasure, MeetTargets, MinimiseMeasure
from ludus.util.errors import OptionError
from tests.messages import mentions

GENES = CardGenes(10, 0, 24)
genomes = st.lists(st.integers(0, 24), min_size=10, max_size=10).map(tuple)


@given(genomes, st.integers(0, 2**32), st.floats(0, 1))
def test_mutated_genes_are_cards_of_the_list(genome, seed, rate):
    result = GENES.mutate(genome, np.random.default_rng(seed), rate)
    assert GENES.from_data(GENES.to_data(result)) == result
    assert GENES.mutate(genome, np.random.default_rng(seed), 0.0) == genome


@given(genomes, genomes, st.integers(0, 2**32))
def test_children_of_a_crossover_have_all_genes_of_their_parents(a, b, seed):
    one, other = GENES.swap(a, b, np.random.default_rng(seed))
    for x, y, p, q in zip(one, other, a, b, strict=True):
        assert sorted((x, y)) == sorted((p, q))


def test_the_papers_population_keeps_the_best_and_its_maximum_never_falls():
    rng = np.random.default_rng(1)
    run = PaperGenetic(GENES, seed=3, population=20)
    best = []
    for _ in range(8):
        asked = run.ask()
        run.tell([sum(genome) + rng.normal(0, 5) for genome in asked])  # a noisy score, measured once
        assert len(run.members) == 20
        best.append(run.scores.max())
    assert best == sorted(best)
    assert len(asked) >= 2 * 7  # both children of 7 crossovers, and mutants


def test_a_score_that_is_measured_again_replaces_the_lucky_one():
    def scores(algorithm):
        run = algorithm(GENES, seed=3, population=12)
        first = run.ask()
        run.tell([100.0 if k == 5 else 1.0 for k in range(len(first))])  # luck of one genome
        asked = run.ask()
        run.tell([2.0] * len(asked))
        return first[5], asked, run.scores

    lucky, asked, kept = scores(PaperGenetic)
    assert kept.max() == 100
    lucky, asked, measured_again = scores(RescoredGenetic)
    assert lucky in asked[:12]  # all members are asked for again, before their children
    assert set(measured_again) == {2.0}


def test_a_rescored_population_is_that_of_the_last_scores():
    run = RescoredGenetic(GENES, seed=3, population=20)
    for generation in range(5):
        asked = run.ask()
        scores = [float(sum(genome)) + generation for genome in asked]
        run.tell(scores)
        assert run.scores.max() == max(scores)
        assert run.scores.tolist() == [sum(genome) + generation for genome in run.members]
        assert len(run.members) == 20


@pytest.mark.parametrize("algorithm", [PaperGenetic, RescoredGenetic])
def test_a_dumped_run_can_be_resumed(algorithm):
    def runs(cut):
        run = algorithm(GENES, seed=3, population=12)
        for step in range(6):
            if step == cut:
                run = algorithm.load(run.dump(), GENES)
            run.tell([sum(genome) for genome in run.ask()])
        return run.members, run.scores.tolist()

    assert runs(None) == runs(3)


@pytest.mark.parametrize("form", ["set", "paper", "rescored"])
def test_evolution_finds_kingdoms_that_tell_players_apart(pool, form):
    run = KingdomEvolution(
        KingdomEvaluator(pool, games=20), MaximiseMeasure("skill-computed"), seed=1, form=form, population=30
    )
    generations = [run.step(Threads(1)) for _ in range(5)]
    assert [entry.number for entry in generations] == [1, 2, 3, 4, 5]
    assert generations[-1].mean > generations[0].mean
    pool.check_kingdoms([generations[-1].kingdom])
    if form == "set":
        assert all(entry.valid == 30 for entry in generations)
    else:
        assert generations[0].valid < 30  # most random genomes hold a card twice
        assert generations[0].asked == generations[0].valid


def test_a_run_is_the_same_on_any_number_of_threads_and_after_a_stop(pool):
    def course(threads, stop=None, fresh=True):
        table, messages = KingdomEvaluator(pool, games=10), []
        run = KingdomEvolution(table, MinimiseMeasure("turns"), seed=4, population=8, fresh_seeds=fresh)
        for step in range(4):
            if step == stop:
                state = run.optimiser.dump()
                run = KingdomEvolution(
                    table, MinimiseMeasure("turns"), seed=4, population=8, fresh_seeds=fresh, state=state
                )
            messages.append(run.step(Threads(threads)))
        return [(entry.best, entry.mean, entry.kingdom) for entry in messages]

    assert course(1) == course(2) == course(1, stop=2)
    assert course(1, fresh=False) == course(1, stop=2, fresh=False)


def test_without_fresh_seeds_no_kingdom_is_played_twice(pool):
    run = KingdomEvolution(
        KingdomEvaluator(pool, games=4), MaximiseMeasure("turns"), seed=4, population=10, fresh_seeds=False
    )
    played = [run.step().asked for _ in range(6)]
    assert played[0] == 10
    assert sum(played) == len(run._known)


def test_kept_cards_are_in_every_kingdom_and_banned_ones_in_none(pool):
    moat, witch = pool.names.index("Moat"), pool.names.index("Witch")
    run = KingdomEvolution(
        KingdomEvaluator(pool, games=2), MaximiseMeasure("turns"), seed=1, population=10, keep=[moat], ban=[witch]
    )
    run.step()
    assert all(moat in kingdom and witch not in kingdom for kingdom in run.last_scores)
    with pytest.raises(OptionError, match=mentions("Moat", "--keep", "--ban")):
        CardConstraints(pool, [moat], [moat])
    with pytest.raises(OptionError, match="nothing to choose"):
        CardConstraints(pool, range(10))
    with pytest.raises(OptionError, match="nothing to choose"):
        CardConstraints(pool, (), range(15))


def test_an_objective_scores_what_it_says():
    result = {"skill": (np.array([0.1, 0.4]), np.zeros(2)), "turns": (np.array([20.0, 30.0]), np.zeros(2))}
    assert MaximiseMeasure("skill").score(result).tolist() == [0.1, 0.4]
    assert MinimiseMeasure("skill").score(result).tolist() == [0.9, 0.6]
    assert MinimiseMeasure("turns").score(result).tolist() == [-20, -30]
    assert MeetTargets({"turns": 20, "skill": 0.1}).score(result)[0] == 0
    assert MeetTargets({"turns": 30, "skill": 0.4}).score(result).argmax() == 1
    with pytest.raises(OptionError, match="no target"):
        MeetTargets({})


def test_all_measures_can_be_had_for_any_pair_and_ladder(pool):
    table = KingdomEvaluator(pool, ["chuck", "big-money"], 10, ladder=["random", "chuck", "earl"], led_games=60)
    names = ["skill", "lead", "spread"]
    result = table.measure([pool.unrank(7), pool.unrank(9)], names, 1)
    assert list(result) == names
    assert all(len(values) == len(errors) == 2 for values, errors in result.values())
    assert table.games_needed(names) == 10 + 2 * 60 + 3 * 10


def test_what_was_found_is_measured_again_on_other_games(pool):
    table = KingdomEvaluator(pool, games=20)
    kingdom = pool.unrank(1000)
    before = table.measure([kingdom], ["turns"], 1)["turns"][0]
    assert measure_on_fresh_seeds(table, [kingdom], ["turns"], 1)["turns"][0] != before


def test_every_cell_of_the_atlas_holds_a_kingdom_of_its_kind(pool):
    elites = run_map_elites(KingdomEvaluator(pool, games=4), MaximiseMeasure("turns"), seed=1, batches=3, batch=20)
    assert len({elite.cell for elite in elites}) == len(elites) > 5
    for elite in elites:
        attacks, cost = kingdom_descriptors(pool, elite.genome)
        assert elite.measures == (attacks, pytest.approx(cost))
        assert elite.cell[0] == attacks


def test_traits_count_attacks_and_costs(pool):
    attacks, cost = kingdom_descriptors(pool, pool.read("interaction"))  # Bureaucrat, Militia, Spy, Thief
    assert attacks == 4
    assert 2 <= cost <= 6
