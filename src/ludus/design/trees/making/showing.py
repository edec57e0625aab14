"""Live view of a search: the current population, its ratings, and the layout of its trees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ludus.design.trees.editing.drafts import draft_nodes
from ludus.design.trees.pictures.layout import layout_tree
from ludus.design.trees.rating.ratings import RATINGS
from ludus.design.trees.searching.search import TreeSearch
from ludus.games.delve.tree import SkillTree

if TYPE_CHECKING:
    from ludus.design.trees.making.made import FinishedTree

FRONT_VIEW = "front"  # name of the live view
MAX_VIEW_TREES = 60  # trees


def population_view(search: TreeSearch, generations: int, number: int) -> dict[str, Any]:
    """Return the population of a running search, the front first."""
    members = search.run.members
    ratings = np.array([member.ratings for member in members])
    front = set(search.run.front.genomes)
    rows = [
        _view_entry(member.tree, member.ratings, float(total), member.tree in front, number)
        for member, total in zip(members, search.run.totals(ratings), strict=True)
    ]
    return _view(rows, search.run.generation, generations)


def final_view(done: Sequence[FinishedTree]) -> dict[str, Any]:
    """Return the final fronts after post-processing, and the tuned trees."""
    rows = []
    for number, result in enumerate(done):
        entry = _view_entry(result.tree, result.rated.ratings, result.total, False, number)
        rows.append(entry | {"made": True, "errors": result.rated.errors.tolist()})
        rows += [
            _view_entry(tree, rated.ratings, result.search.total(rated.ratings), True, number)
            | {"errors": rated.errors.tolist()}
            for tree, rated in result.outcome.front
        ]
    return _view(rows, len(done[0].generations), len(done[0].generations))


def _view(rows: list[dict[str, Any]], generation: int, generations: int) -> dict[str, Any]:
    rows.sort(key=lambda row: (not row["made"], not row["front"], -row["total"]))
    return {
        "generation": generation,
        "generations": generations,
        "ratings": list(RATINGS),
        "members": rows[:MAX_VIEW_TREES],
    }


def _view_entry(tree: SkillTree, ratings: np.ndarray, total: float, front: bool, number: int) -> dict[str, Any]:
    return {
        "search": number,
        "made": False,
        "front": front,
        "total": total,
        "ratings": [float(value) for value in ratings],
        "errors": [],
        "nodes": [
            {
                "name": node.name,
                "target": node.target,
                "value": node.value,
                "parents": node.parents,
                "price": node.price,
            }
            for node in draft_nodes(tree)
        ],
        "places": [[place.column, place.row] for place in layout_tree(tree)],
    }
