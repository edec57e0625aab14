"""Size of the space of skill trees (thesis, 2.5) and cost of simulating a tree (thesis, chapter 6), as exact numbers.

N nodes without the root, T targets, values 1 to V, so that a node has c = T * V kinds

printed_tree_count(15, 8, 10)       ((V T)^N)^(N - 2), as the thesis prints it: a power where a product belongs
labelled_tree_count(15, 8, 10)      (V T)^N (N + 1)^(N - 1): trees over N numbered nodes and a root (Cayley)
distinct_tree_count(15, 8, 10)      trees that differ in more than the numbers of nodes and the order of children

complete_simulation_count(15, 5, 6, 4)     plays of a complete simulation of one tree with one deck
build_bound(15, 5)                         builds of at most 5 of 15 nodes, if every node is available at once
"""

from __future__ import annotations

from math import comb, factorial

from ludus.games.delve.constants import DECK, HAND, MAX_ENEMIES


def printed_tree_count(nodes: int, targets: int, values: int) -> int:
    """Return the upper bound that the thesis prints."""
    return int(((values * targets) ** nodes) ** max(nodes - 2, 0))


def labelled_tree_count(nodes: int, targets: int, values: int) -> int:
    """Return the number of trees over numbered nodes: Cayley's formula for N + 1 nodes, times the kinds of N nodes."""
    return int((values * targets) ** nodes * (nodes + 1) ** max(nodes - 1, 0))


def distinct_tree_count(nodes: int, targets: int, values: int) -> int:
    """Return the number of different trees: unordered forests of nodes of T * V kinds below a root without effect.

    With f(n) forests and t(n) = c f(n - 1) trees of n nodes, n f(n) = sum over k = 1..n of f(n - k) times the sum over
    the divisors d of k of d t(d).
    """
    kinds = targets * values
    forests, trees, divisor_sums = [1], [0], [0]
    for n in range(1, nodes + 1):
        trees.append(kinds * forests[n - 1])
        divisor_sums.append(sum(d * trees[d] for d in range(1, n + 1) if n % d == 0))
        forests.append(sum(divisor_sums[k] * forests[n - k] for k in range(1, n + 1)) // n)
    return forests[nodes]


def complete_simulation_count(nodes: int, picks: int, encounters: int, turns: int) -> int:
    """Return the plays of a complete simulation: C(N, M) M! E (7^5)^T 15! / (5! 5! 5!).

    Args:
        nodes: N, nodes of the tree.
        picks: M, nodes that a player picks.
        encounters: E.
        turns: T, turns of an encounter; in each, five cards have seven enemies to choose from.
    """
    orders = factorial(DECK) // factorial(HAND) ** (DECK // HAND)
    return int(comb(nodes, picks) * factorial(picks) * encounters * (MAX_ENEMIES**HAND) ** turns * orders)


def build_bound(nodes: int, picks: int) -> int:
    """Return the number of sets of at most M of N nodes: the builds of a tree whose nodes are all available at once."""
    return sum(comb(nodes, k) for k in range(min(nodes, picks) + 1))
