"""Association rules, against counting everything by hand."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.stats.apriori import association_rules, frequent_itemsets, most_associated
from ludus.util.errors import OptionError

BASKETS = st.lists(st.sets(st.integers(0, 8), max_size=5), max_size=30)


@given(BASKETS, st.integers(1, 5), st.integers(1, 4))
def test_all_frequent_sets_are_found_and_no_others(baskets, support, largest):
    counted = {
        frozenset(some): sum(set(some) <= basket for basket in baskets)
        for size in range(1, largest + 1)
        for some in combinations(range(9), size)
    }
    wanted = {some: count for some, count in counted.items() if count >= support} | {frozenset(): len(baskets)}
    assert frequent_itemsets(baskets, support, largest) == wanted


@given(BASKETS, st.floats(0, 1))
def test_rules_have_their_stated_confidence(baskets, confidence):
    for rule in association_rules(frequent_itemsets(baskets, 1), confidence):
        with_given = [basket for basket in baskets if rule.given <= basket]
        both = [basket for basket in with_given if rule.then in basket]
        assert rule.support == len(both)
        assert rule.confidence == len(both) / len(with_given) >= confidence
        alone = sum(rule.then in basket for basket in baskets) / len(baskets)
        assert rule.lift == pytest.approx(rule.confidence / alone)


def test_the_rule_with_the_highest_confidence_comes_first():
    mined = association_rules(frequent_itemsets([{1, 2}, {1, 2}, {1, 3}, {2, 3}, {3}], 1), 0.5)
    assert [rule.confidence for rule in mined] == sorted((rule.confidence for rule in mined), reverse=True)
    assert (set(mined[0].given), mined[0].then) == ({1}, 2)


def test_most_associated_is_the_most_frequent_companion():
    frequent = frequent_itemsets([{1, 2, 3}, {1, 2, 4}, {1, 3, 5}, {2, 4, 5}, {1, 2, 4}], 2)
    assert most_associated(frequent, ()) == 1  # in four baskets, as 2 is, which comes later
    assert most_associated(frequent, {1, 2}) == 4
    assert most_associated(frequent, {1, 2}, among={3, 5}) is None  # neither is there often enough
    assert most_associated(frequent, {1, 2}, confidence=0.9) is None
    assert most_associated(frequent, {3, 5}) is None


def test_the_order_of_baskets_does_not_matter():
    baskets = [{1, 2}, {2, 3}, {1, 2, 3}, {4}]
    assert list(frequent_itemsets(baskets, 1).items()) == list(frequent_itemsets(baskets[::-1], 1).items())


def test_invalid_items_and_supports_are_refused():
    with pytest.raises(OptionError, match="64 is not a valid item number"):
        frequent_itemsets([{64}], 1)
    with pytest.raises(OptionError, match="support=0"):
        frequent_itemsets([{1}], 0)
