"""Association rules: which things are found together, and what to expect of those who have some of them already.

    frequent = frequent_sets(baskets, support=4)        how many baskets hold each set, if so many do
    rules(frequent, confidence=0.3)                     of those with `given`, at least so many have `then`, too
    expected(frequent, {2, 5})                          what goes best with these, or None if they are not frequent

After Agrawal and Srikant, "Fast algorithms for mining association rules": a set can only be frequent if all its parts
are, so sets are built up one thing at a time, and only from frequent ones. Inside, a set is the bits of a whole number.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import combinations

from ludus.core.errors import OptionError

MOST = 64  # things: more than any game here has, and as many as fit into a machine's number

Sets = dict[frozenset[int], int]


@dataclass(frozen=True)
class Rule:
    """Of all baskets that hold `given`, the part `confidence` holds `then` as well; `support` baskets do."""

    given: frozenset[int]
    then: int
    support: int
    confidence: float
    lift: float  # how many times more often than in all baskets


def frequent_sets(baskets: Iterable[Collection[int]], support: int, largest: int = 4) -> Sets:
    """How many baskets hold each set of up to `largest` things, for all sets that `support` baskets or more hold.

    Sets come in the order of their size, then of the things in them. The empty set, in every basket, is the first.
    """
    if support < 1:
        raise OptionError(f"support={support}: sets that no basket holds are not frequent; take 1 or more")
    counts: dict[int, int] = {}
    for basket in baskets:
        bits = _bits(basket)
        counts[bits] = counts.get(bits, 0) + 1
    found: dict[int, int] = {0: sum(counts.values())}
    level = sorted({bit for bits in counts for bit in _single(bits)})
    for _ in range(largest):
        level = [bits for bits in level if _count(counts, bits) >= support]
        found |= {bits: _count(counts, bits) for bits in level}
        level = _grown(level)
    return {frozenset(_things(bits)): count for bits, count in found.items()}


def rules(frequent: Sets, confidence: float) -> list[Rule]:
    """All rules with one thing to follow, the surest first; among equals the better supported."""
    total, made = frequent.get(frozenset(), 0), []
    for whole, count in frequent.items():
        for then in sorted(whole):
            given = whole - {then}
            sure = count / frequent[given]
            if sure >= confidence:
                made.append(Rule(given, then, count, sure, sure * total / frequent[frozenset({then})]))
    return sorted(made, key=lambda rule: (-rule.confidence, -rule.support, sorted(rule.given), rule.then))


def expected(
    frequent: Sets, given: Collection[int], confidence: float = 0.0, among: Collection[int] = ()
) -> int | None:
    """What is most often found with all of `given`, `among` some things or all; None if nothing is sure enough."""
    start = frozenset(given)
    best, most = None, max(confidence * frequent.get(start, 0), 1)
    for whole, count in frequent.items():
        if len(whole) == len(start) + 1 and start < whole:
            (then,) = whole - start
            if (not among or then in among) and (count > most or (count == most and best is None)):
                best, most = then, count
    return best


def _count(counts: dict[int, int], bits: int) -> int:
    return sum(number for basket, number in counts.items() if basket & bits == bits)


def _grown(level: list[int]) -> list[int]:
    """Sets with one thing more, all of whose parts of this size are frequent."""
    known, grown = set(level), set()
    for one, other in combinations(level, 2):
        whole = one | other
        if whole.bit_count() == one.bit_count() + 1 and all(whole & ~bit in known for bit in _single(whole)):
            grown.add(whole)
    return sorted(grown, key=_things)


def _bits(things: Collection[int]) -> int:
    bits = 0
    for thing in things:
        if not 0 <= thing < MOST:
            raise OptionError(f"{thing} is no thing that can be counted; they are numbered 0 to {MOST - 1}")
        bits |= 1 << thing
    return bits


def _things(bits: int) -> list[int]:
    return [thing for thing in range(MOST) if bits >> thing & 1]


def _single(bits: int) -> list[int]:
    return [1 << thing for thing in _things(bits)]
