"""The search for changes, on cards whose strength is a formula instead of games."""

from dataclasses import replace

import pytest

from ludus.core.game_registry import load_game
from ludus.design.base.option_value_parsers import WinRateBand
from ludus.design.locm.balance_search import balance_list
from ludus.design.locm.card_stats import CardRates
from ludus.games.locm.card_edits import cards_of
from ludus.stats import Estimate

CARDS = cards_of(load_game("locm").content())[:20]
BAND = WinRateBand.parse("47:53")
ERROR = 0.001


def rates(strength, count=1000):
    lift = Estimate(strength - 0.5, strength - 0.5 - 2 * ERROR, strength - 0.5 + 2 * ERROR, count)
    return CardRates((count,) * 3, (lift,) * 3, (lift,) * 3, count)


def formula(**points):
    """Strength 50 %, and so much for every point by which a card differs from the official one."""

    def measure(cards, what):
        result = []
        for card, official in zip(cards, CARDS, strict=True):
            differences = (entry * (getattr(card, name) - getattr(official, name)) for name, entry in points.items())
            result.append(rates(0.5 + sum(differences)))
        return result

    return measure


def run(changes, measure, most=6, rounds=6):
    start = [replace(card, **changes.get(card.number, {})) for card in CARDS]
    return start, balance_list(start, BAND, most, rounds, measure)


def test_nothing_changes_when_nothing_is_outside():
    start, done = run({}, formula(cost=-0.01))
    assert done.cards == start
    assert done.adjustments == []
    assert done.log == [("the list as it is", 0)]


def test_the_smallest_change_that_leads_inside_is_found():
    # 8 attack too much are 8 points of percent; a point of cost is worth two of them
    start, done = run({6: {"attack": 11}}, formula(cost=-0.02, attack=0.01, defense=0.01))
    (patient,) = done.adjustments
    assert patient.change == (("cost", 3),)  # to 52 %; of attack it would take six
    assert sum(one != other for one, other in zip(start, done.cards, strict=True)) == 1


def test_a_weak_card_gets_stronger():
    _, done = run({6: {"attack": 1, "cost": 4}}, formula(cost=-0.02, attack=0.01))
    (patient,) = done.adjustments
    assert patient.strengthen
    assert patient.measured[patient.change].value in BAND


def test_points_that_do_less_together_are_corrected():
    def measure(cards, what):
        """Beyond two points, further ones do a third."""
        result = []
        for card, official in zip(cards, CARDS, strict=True):
            off = 0.02 * (card.attack - official.attack)
            if card.number == 6:
                gone = 11 - card.attack
                off = 0.1 - 0.02 * min(gone, 2) - 0.02 / 3 * max(gone - 2, 0)
            result.append(rates(0.5 + off))
        return result

    _, done = run({6: {"attack": 11}}, measure, most=10)
    (patient,) = done.adjustments
    assert patient.measured[patient.change].value in BAND
    assert len(done.log) > 5  # the first prescription was too small


def test_a_card_that_nothing_helps_is_left_as_it_is():
    start, done = run({6: {"attack": 60}}, lambda cards, what: [rates(0.6 if c.number == 6 else 0.5) for c in cards])
    (patient,) = done.adjustments
    assert (patient.change, patient.effects) == ((), {})
    assert done.cards == start


def test_a_card_so_far_outside_that_no_point_is_felt_is_tried_with_more():
    def measure(cards, what):
        return [rates(0.58 if c.number == 6 and c.attack > 5 else 0.51 if c.number == 6 else 0.5) for c in cards]

    _, done = run({6: {"attack": 8}}, measure, most=4)
    (patient,) = done.adjustments
    assert patient.measured[patient.change].value in BAND
    assert patient.card.attack + dict(patient.change)["attack"] <= 5


def test_a_card_out_of_reach_comes_as_close_as_its_points_allow():
    _, done = run({6: {"attack": 60}}, formula(attack=0.005), most=3)
    (patient,) = done.adjustments
    assert patient.change == (("attack", -3),)
    assert patient.measured[patient.change].value == pytest.approx(0.77)


def test_a_card_that_others_push_outside_is_treated_too():
    def measure(cards, what):
        strong = next(card for card in cards if card.number == 6)
        rest = 0.5 if strong.attack > 6 else 0.56  # its victim rises when it falls
        return [
            rates(
                0.5 + 0.01 * (c.attack - 3) if c.number == 6 else rest - 0.01 * (c.cost - 2) if c.number == 7 else 0.5
            )
            for c in cards
        ]

    _, done = run({6: {"attack": 12}}, measure, most=8)
    assert [patient.card.number for patient in done.adjustments] == [6, 7]
    assert all(patient.measured[patient.change].value in BAND for patient in done.adjustments)
