"""MAP-Elites fills its grid with the best of every kind."""

from ludus.evolve import MapElites
from tests.cases import each
from tests.evolve.problems import CARDS, CASES, UNIT, Case, shape, step


@each(("name", "coverage"), [("map", 1.0), ("map-iso-line", 0.95), ("map-set", 0.6)])
def test_the_archive_fills_and_its_elites_get_better(name, coverage):
    one = CASES[name]
    optimiser = one.make(1)
    assert optimiser.elites == []
    step(optimiser, one, 3)
    early, covered = {elite.cell: elite.score for elite in optimiser.elites}, optimiser.coverage
    step(optimiser, one, 120)
    late = {elite.cell: elite.score for elite in optimiser.elites}
    assert optimiser.coverage >= coverage > covered
    assert all(late[cell] >= score for cell, score in early.items())
    assert sum(late[cell] for cell in early) > sum(early.values())
    assert optimiser.best.score == max(late.values())


@each("name", ["map", "map-set"])
def test_an_elite_has_score_measures_and_cell(name):
    one = CASES[name]
    optimiser = one.make(2)
    step(optimiser, one, 5)
    cells = [elite.cell for elite in optimiser.elites]
    assert cells == sorted(set(cells))
    for elite in optimiser.elites:
        assert one.score(elite.genome) == [elite.score, *elite.measures]
        for cell, cells_along, (low, high), measure in zip(
            elite.cell, optimiser.cells, optimiser.ranges, elite.measures, strict=True
        ):
            inside = min(max(measure, low), high - 1e-9)
            assert cell == int((inside - low) / (high - low) * cells_along + 1e-6)


def test_ties_leave_the_first_elite_in_its_cell():
    optimiser = MapElites(CARDS, cells=[2], ranges=[(0, 2)], batch=4, seed=1)
    first = optimiser.ask()
    optimiser.tell([(5, 0.5), (5, 0.5), (4, 1.5), (4, 1.5)])
    assert [elite.genome for elite in optimiser.elites] == [first[0], first[2]]
    second = optimiser.ask()
    optimiser.tell([(5, 0.5), (6, 0.5), (4, 1.5), (3, 1.5)])
    assert [elite.genome for elite in optimiser.elites] == [second[1], first[2]]


def test_a_large_archive_is_restored():
    optimiser = MapElites(UNIT, cells=(40, 40), ranges=((0, 1), (0, 1)), batch=300, seed=1)
    one = Case(UNIT, None, shape)
    step(optimiser, one, 6)
    again = MapElites.load(optimiser.dump(), UNIT)
    assert again._archive.data()["index"].tolist() == optimiser._archive.data()["index"].tolist()
    assert len(again.elites) == len(optimiser.elites) > 500
    assert step(again, one, 2) == step(optimiser, one, 2)
