"""A search while it goes on, for who watches: the trees that live, their ratings, and where their nodes stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ludus.design.trees.editing.drafts import nodes_of
from ludus.design.trees.pictures.layout import layout
from ludus.design.trees.rating.ratings import RATINGS
from ludus.design.trees.searching.search import Search
from ludus.games.delve.tree import Tree

if TYPE_CHECKING:
    from ludus.design.trees.making.made import Finished

FRONT = "front"  # the name under which it is shown
MOST = 60  # trees


def living(search: Search, generations: int, number: int) -> dict[str, Any]:
    """The trees of a search that live, those of the front first."""
    members = search.run.members
    ratings = np.array([member.ratings for member in members])
    front = set(search.run.front.genomes)
    rows = [
        _member(member.tree, member.ratings, float(total), member.tree in front, number)
        for member, total in zip(members, search.run.totals(ratings), strict=True)
    ]
    return _told(rows, search.run.generation, generations)


def finished(done: Sequence[Finished]) -> dict[str, Any]:
    """The fronts as they ended, after post-processing, and the trees that were made of them by tuning."""
    rows = []
    for number, each in enumerate(done):
        made = _member(each.tree, each.rated.ratings, each.total, False, number)
        rows.append(made | {"made": True, "errors": each.rated.errors.tolist()})
        rows += [
            _member(tree, rated.ratings, each.run.total(rated.ratings), True, number)
            | {"errors": rated.errors.tolist()}
            for tree, rated in each.made.front
        ]
    return _told(rows, len(done[0].growth), len(done[0].growth))


def _told(rows: list[dict[str, Any]], generation: int, generations: int) -> dict[str, Any]:
    rows.sort(key=lambda row: (not row["made"], not row["front"], -row["total"]))
    return {"generation": generation, "generations": generations, "ratings": list(RATINGS), "members": rows[:MOST]}


def _member(tree: Tree, ratings: np.ndarray, total: float, front: bool, number: int) -> dict[str, Any]:
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
            for node in nodes_of(tree)
        ],
        "places": [[place.column, place.row] for place in layout(tree)],
    }
