"""Trees of all kinds that can be read from files; their builds, found in a slow and simple way and by the game."""

from functools import lru_cache

from hypothesis import strategies as st

from ludus.games.delve.constants import TARGETS
from ludus.games.delve.skill_tree import SkillNode, SkillTree
from tests.games.delve.positions import deck, start


@st.composite
def trees(draw, most=8, prices=(1,), parents=2):
    """Trees in which nodes have up to so many parents, all of them earlier in the list."""
    nodes = []
    for i in range(draw(st.integers(0, most))):
        above = draw(st.sets(st.integers(0, i - 1), max_size=parents)) if i else set()
        target = draw(st.integers(0, len(TARGETS) - 1))
        price = draw(st.sampled_from(prices))
        nodes.append(SkillNode(f"n{i}", target, draw(st.integers(1, 10)), tuple(sorted(above)), price))
    return SkillTree("drawn", tuple(nodes))


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
        result = {build} if not affordable or tree.priced else set()
        return result.union(*(ends(build | {i}, left - tree.nodes[i].price) for i in affordable))

    levels = [{build: {had} for build in ends(had, points)}]
    for encounter in range(1, encounters):
        result = {}
        for build in levels[-1]:
            paid = sum(tree.nodes[i].price for i in build - had)
            for end in ends(build, points + encounter - paid):
                result.setdefault(end, set()).add(build)
        levels.append(result)
    return levels


def played_builds(tree, encounters, points=0):
    """The builds of every encounter, each with the chance that random picks lead to it, by the rules of the game: every
    enemy falls to the first card, so that only the picks differ."""
    game = start(deck(Bolt=15), *[[(1, 1)]] * encounters, nodes=tree, points=points)
    levels = [{} for _ in range(encounters)]
    here = [(game, 1.0)]
    for level in levels:
        fighting = {}
        while here:
            position, chance = here.pop()
            if position.observation(0)["asked"] != "pick":
                had, left = _had(position), position.observation(0)["points"]
                before = fighting.get((had, left), (position, 0.0))
                fighting[had, left] = (before[0], before[1] + chance)
                continue
            for move in position.legal_moves:
                here.append((_after(position, move), chance / len(position.legal_moves)))
        for (had, _), (position, chance) in fighting.items():
            level[had] = level.get(had, 0.0) + chance
            here.append((_after(position, "PLAY Bolt 1"), chance))
    return levels


def _after(position, move):
    result = position.copy()
    result.play(move)
    return result


def _had(position):
    words = [int(word) for word in position.state.had]
    return frozenset(64 * w + k for w, word in enumerate(words) for k in range(64) if word >> k & 1)
