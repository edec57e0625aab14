"""Formulas at random, for property tests."""

from hypothesis import strategies as st

from ludus.search.expression import BINARY, Constant, Feature, Operation, round_constant, size
from ludus.search.templates.expression_vm import MOST_NODES

NAMES = ("a", "b", "c")

constants = st.floats(-1e6, 1e6).map(round_constant).map(Constant)
leaves = constants | st.sampled_from(NAMES).map(Feature)


def _binary(parts):
    return st.builds(Operation, st.sampled_from(sorted(BINARY)), st.tuples(parts, parts))


def _nary(parts):
    many = st.lists(parts, min_size=1, max_size=4).map(tuple)
    negative = st.tuples(parts).map(lambda part: Operation("neg", part))
    return negative | st.builds(Operation, st.sampled_from(["add", "mul", "max", "min"]), many)


binary_trees = st.recursive(leaves, _binary, max_leaves=30).filter(lambda tree: size(tree) <= MOST_NODES)
nary_trees = st.recursive(leaves, _nary, max_leaves=30).filter(lambda tree: size(tree) <= MOST_NODES)
formulas = binary_trees | nary_trees


def _rich(parts):
    quotient = st.tuples(parts, parts).map(lambda pair: Operation("div", pair))
    return quotient | st.tuples(parts, parts, parts, parts).map(lambda four: Operation("less", four)) | _nary(parts)


rich_trees = st.recursive(leaves, _rich, max_leaves=30).filter(lambda tree: size(tree) <= MOST_NODES)
