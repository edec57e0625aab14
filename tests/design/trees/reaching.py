"""Trees of all kinds that can be read from files, and a slow and simple way to find their builds."""

from functools import lru_cache

from hypothesis import strategies as st

from ludus.games.delve.kinds import TARGETS
from ludus.games.delve.tree import Node, Tree


@st.composite
def trees(draw, most=8, prices=(1,), parents=2):
    """Trees in which nodes have up to so many parents, all of them earlier in the list."""
    nodes = []
    for i in range(draw(st.integers(0, most))):
        above = draw(st.sets(st.integers(0, i - 1), max_size=parents)) if i else set()
        target = draw(st.integers(0, len(TARGETS) - 1))
        price = draw(st.sampled_from(prices))
        nodes.append(Node(f"n{i}", target, draw(st.integers(1, 10)), tuple(sorted(above)), price))
    return Tree("drawn", tuple(nodes))


def slow_builds(tree, encounters, points=0, had=frozenset()):
    """The builds of every encounter, each with those of the encounter before that it can come from."""

    def open_nodes(build):
        return [
            i for i, node in enumerate(tree.nodes)
            if i not in build and (not node.parents or any(parent in build for parent in node.parents))
        ]  # fmt: skip

    @lru_cache(None)
    def ends(build, left):
        """What picks can end in."""
        nodes = open_nodes(build)
        affordable = [i for i in nodes if tree.nodes[i].price <= left]
        found = {build} if not affordable or (tree.priced and len(affordable) < len(nodes)) else set()
        return found.union(*(ends(build | {i}, left - tree.nodes[i].price) for i in affordable))

    levels = [{build: {had} for build in ends(had, points)}]
    for encounter in range(1, encounters):
        found = {}
        for build in levels[-1]:
            paid = sum(tree.nodes[i].price for i in build - had)
            for end in ends(build, points + encounter - paid):
                found.setdefault(end, set()).add(build)
        levels.append(found)
    return levels
