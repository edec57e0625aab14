"""The size of the space of trees: formulas against trees that are written out."""

from itertools import product

from ludus.design.delve.variation.space_size import (
    build_bound,
    complete_simulation_count,
    distinct_tree_count,
    labelled_tree_count,
    printed_tree_count,
)


def written_out(nodes, kinds):
    """All trees below a root, without order and numbers: nested sorted tuples of (kind, children)."""

    def shape(parents, colours, node):
        children = sorted(shape(parents, colours, k) for k, parent in enumerate(parents) if parent == node)
        return (colours[node] if node >= 0 else -1, tuple(children))

    labelled, distinct = 0, set()
    for parents in product(range(-1, nodes), repeat=nodes):
        if any(is_on_cycle(parents, node) for node in range(nodes)):
            continue
        for colours in product(range(kinds), repeat=nodes):
            labelled += 1
            distinct.add(shape(parents, colours, -1))
    return labelled, len(distinct)


def is_on_cycle(parents, node):
    seen, at = set(), node
    while at >= 0 and at not in seen:
        seen.add(at)
        at = parents[at]
    return at >= 0


def test_formulas_count_the_trees_that_there_are():
    for nodes, kinds in ((1, 3), (2, 3), (3, 2), (4, 2)):
        assert (labelled_tree_count(nodes, 1, kinds), distinct_tree_count(nodes, 1, kinds)) == written_out(nodes, kinds)


def test_with_one_kind_of_node_there_are_as_many_trees_as_rooted_trees():
    assert [distinct_tree_count(n, 1, 1) for n in range(8)] == [1, 1, 2, 4, 9, 20, 48, 115]


def test_the_printed_bound_is_far_above_the_number_of_trees():
    assert printed_tree_count(15, 8, 10) > labelled_tree_count(15, 8, 10) ** 5 > distinct_tree_count(15, 8, 10)


def test_costs_of_chapter_six():
    assert complete_simulation_count(15, 5, 6, 1) == 360_360 * 6 * 16_807 * 756_756
    assert build_bound(15, 5) == 1 + 15 + 105 + 455 + 1365 + 3003
    assert build_bound(2, 5) == 4
