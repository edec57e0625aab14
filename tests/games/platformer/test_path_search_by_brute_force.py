"""The verdicts of the path search against a brute-force walk of every button in every tick, in small rooms."""

import numpy as np
import pytest

from ludus.games.platformer.constants import CELL, GROUND
from ludus.games.platformer.motion_planning import find_path, list_nodes, make_grid, resting_body, simulate
from ludus.games.platformer.movement import Physics
from tests.cases import each

from .brute_force import walk

KINDS = {  # coarse numbers, so that all bodies can be followed
    "one jump": {},
    "double jump": {"air_jumps": 1, "air_jump_speed": 1100},
    "coyote time": {"coyote_ticks": 3},
    "wall jump": {"wall_jump": 1, "wall_jump_speed": 1200, "wall_lock_ticks": 3},
}


def random_physics(rng, kind):
    ranges = {"gravity": (80, 200), "jump_speed": (1000, 2000), "run_speed": (500, 1300)}
    ranges |= {"half_width": (600, 2500), "height": (3000, 7000)}
    return Physics(kind, **{key: int(rng.integers(*ends)) for key, ends in ranges.items()}, **KINDS[kind])


def compare(kind, seeds):
    """How many places the walk reaches, and which of them the search does not.

    A place that only the search reaches must be one: its path is replayed tick by tick.
    """
    reached, missed = 0, []
    for seed in seeds:
        rng = np.random.default_rng(seed)
        physics = random_physics(rng, kind)
        rows = ["#######", *("#" + "".join(row) + "#" for row in rng.choice(list("#oo"), (3, 5))), "#######"]
        grid = make_grid(rows)
        nodes = [node for node in list_nodes(grid) if node.kind == "stand"]
        if not nodes:
            continue
        start = nodes[int(rng.integers(len(nodes)))]
        cells = walk(grid, (start.x, start.y), physics)
        if cells is None:
            continue  # too many bodies
        found = set()
        for node in nodes:
            if (path := find_path(grid, start, node, physics=physics)) is not None:
                found.add((node.x, node.y))
                assert_ends_at(simulate(grid, resting_body(start, physics), path.moves, physics=physics), start, node)
        places = cells & {(node.x, node.y) for node in nodes}
        reached += len(places)
        missed += [(seed, place) for place in sorted(places - found)]
    return reached, missed


def assert_ends_at(bodies, start, node):
    if len(bodies):
        end = bodies[-1]
        assert (end["stance"], end["x"] // CELL, end["y"] // CELL) == (GROUND, node.x, node.y)
    else:
        assert start == node


@each("kind", list(KINDS))
def test_the_path_search_finds_what_a_walk_with_every_button_reaches_and_only_real_paths(kind):
    reached, missed = compare(kind, range(4))
    assert reached > 5
    assert not missed


@pytest.mark.slow
@each("kind", list(KINDS))
def test_the_path_search_misses_less_than_a_twentieth_of_what_a_walk_with_every_button_reaches(kind):
    reached, missed = compare(kind, range(4, 58))
    assert 20 * len(missed) < reached, missed
