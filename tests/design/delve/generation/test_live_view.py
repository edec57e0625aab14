"""A search while it goes on, as those who watch see it."""

import json

from ludus.design.delve.generation.make import population_view
from ludus.design.delve.rating.tree_ratings import RATINGS
from ludus.design.delve.search.skill_tree_evolution_run import TreeSearch
from tests.design.delve.small import NODES, rater, space


def test_the_trees_that_live_are_shown_with_ratings_and_places_those_of_the_front_first():
    search = TreeSearch(rater(), space(), "nsga2", seed=3, survivors=6)
    for _ in range(2):
        search.step()
    chapters_of = json.loads(json.dumps(population_view(search, 10, 0)))
    assert (chapters_of["generation"], chapters_of["generations"], chapters_of["ratings"]) == (2, 10, list(RATINGS))
    assert len(chapters_of["members"]) == len(search.run.members)
    fronts = [member["front"] for member in chapters_of["members"]]
    assert fronts == sorted(fronts, reverse=True)
    assert sum(fronts) == len(search.run.front.genomes)
    for member in chapters_of["members"]:
        assert len(member["ratings"]) == len(RATINGS)
        assert len(member["places"]) == len(member["nodes"]) <= NODES
