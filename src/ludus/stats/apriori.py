"""Association rule mining with the Apriori algorithm: frequent itemsets and rules.

    frequent = frequent_itemsets(baskets, support=4)    number of baskets that contain each frequent itemset
    association_rules(frequent, confidence=0.3)         rules given -> then with at least this confidence
    most_associated(frequent, {2, 5})                   the item that most often occurs with these, or None

Agrawal and Srikant, "Fast algorithms for mining association rules": an itemset can only be frequent if all its subsets
are, so itemsets grow one item at a time, only from frequent ones. Internally an itemset is a bit mask.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import combinations

from ludus.util.errors import OptionError

MAX_ITEMS = 64  # items: more than any game here has, and the bits of a machine word

ItemsetCounts = dict[frozenset[int], int]


@dataclass(frozen=True)
class AssociationRule:
    """Rule given -> then: of all baskets with `given`, the fraction `confidence` also contains `then`.

    `support` is the number of baskets that contain both.
    """

    given: frozenset[int]
    then: int
    support: int
    confidence: float
    lift: float  # confidence divided by the frequency of `then` in all baskets


def frequent_itemsets(baskets: Iterable[Collection[int]], support: int, largest: int = 4) -> ItemsetCounts:
    """Count the baskets that contain each frequent itemset.

    Args:
        baskets: collections of item numbers.
        support: smallest number of baskets of a frequent itemset.
        largest: largest size of an itemset.

    Returns:
        Counts by itemset, ordered by size, then by items. The empty set, which every basket contains, comes first.

    Raises:
        OptionError: support is below 1, or an item number is out of range.
    """
    if support < 1:
        raise OptionError(f"support={support}: the support must be 1 or more")
    counts: dict[int, int] = {}
    for basket in baskets:
        bits = _bits(basket)
        counts[bits] = counts.get(bits, 0) + 1
    frequent: dict[int, int] = {0: sum(counts.values())}
    level = sorted({bit for bits in counts for bit in _single_bits(bits)})
    for _ in range(largest):
        level = [bits for bits in level if _count(counts, bits) >= support]
        frequent |= {bits: _count(counts, bits) for bits in level}
        level = _larger_candidates(level)
    return {frozenset(_items(bits)): count for bits, count in frequent.items()}


def association_rules(frequent: ItemsetCounts, confidence: float) -> list[AssociationRule]:
    """Return all rules with a single consequent, ordered by confidence, then support (highest first).

    Args:
        frequent: result of `frequent_itemsets`.
        confidence: smallest confidence of a rule, 0..1.
    """
    total, mined = frequent.get(frozenset(), 0), []
    for whole, count in frequent.items():
        for then in sorted(whole):
            antecedent = whole - {then}
            ratio = count / frequent[antecedent]
            if ratio >= confidence:
                mined.append(
                    AssociationRule(antecedent, then, count, ratio, ratio * total / frequent[frozenset({then})])
                )
    return sorted(mined, key=lambda rule: (-rule.confidence, -rule.support, sorted(rule.given), rule.then))


def most_associated(
    frequent: ItemsetCounts, items: Collection[int], confidence: float = 0.0, among: Collection[int] = ()
) -> int | None:
    """Return the item that most often occurs with all of `items`, or None.

    Args:
        frequent: result of `frequent_itemsets`.
        items: items that are already chosen.
        confidence: smallest confidence of the association.
        among: candidates; empty: all items.
    """
    start = frozenset(items)
    best, most = None, max(confidence * frequent.get(start, 0), 1)
    for whole, count in frequent.items():
        if len(whole) == len(start) + 1 and start < whole:
            (then,) = whole - start
            if (not among or then in among) and (count > most or (count == most and best is None)):
                best, most = then, count
    return best


def _count(counts: dict[int, int], bits: int) -> int:
    return sum(number for basket, number in counts.items() if basket & bits == bits)


def _larger_candidates(level: list[int]) -> list[int]:
    """Return the itemsets with one more item whose subsets of the present size are all frequent."""
    known, grown = set(level), set()
    for one, other in combinations(level, 2):
        whole = one | other
        if whole.bit_count() == one.bit_count() + 1 and all(whole & ~bit in known for bit in _single_bits(whole)):
            grown.add(whole)
    return sorted(grown, key=_items)


def _bits(things: Collection[int]) -> int:
    bits = 0
    for thing in things:
        if not 0 <= thing < MAX_ITEMS:
            raise OptionError(f"{thing} is not a valid item number; items are numbered 0 to {MAX_ITEMS - 1}")
        bits |= 1 << thing
    return bits


def _items(bits: int) -> list[int]:
    return [thing for thing in range(MAX_ITEMS) if bits >> thing & 1]


def _single_bits(bits: int) -> list[int]:
    return [1 << thing for thing in _items(bits)]
