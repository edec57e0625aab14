"""The approximating simulation, by fights that can be followed on paper."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.design.delve.rating.approximate_simulation import damage_pools, encounter_arrays, simulate
from ludus.design.delve.rating.rater import Rater
from ludus.games.delve.constants import AREA, DECK, ENERGY, FULL_ENERGY, FULL_MANA, HAND, MANA, TARGETED
from ludus.games.delve.decks_and_encounters import CardEffects, GameRules
from ludus.games.delve.game_data import CardType, Deck, Encounter, default_encounters, reference_decks
from ludus.games.delve.skill_tree import SkillNode, SkillTree
from ludus.util.errors import OptionError
from tests.messages import mentions


def deck_of(*cards):
    """A deck of (category, resource, cost, damage, copies) rows."""
    named = ((CardType("abc"[i], *facts), copies) for i, (*facts, copies) in enumerate(cards))
    return Deck("drawn", tuple(named))


SWORDS = deck_of((TARGETED, ENERGY, 4, 6, 15))  # 5 cards cost all 20 energy: 30 damage a turn
STORMS = deck_of((AREA, MANA, 4, 6, 15))  # 5 cards cost 20 mana, there are 10: half of 30

cards = st.tuples(
    st.sampled_from((AREA, TARGETED)), st.sampled_from((MANA, ENERGY)), st.integers(0, 9), st.integers(0, 20)
)
decks = st.lists(cards, min_size=3, max_size=3).map(lambda rows: deck_of(*((*row, 5) for row in rows)))
foes = st.lists(st.tuples(st.integers(0, 12), st.integers(1, 90)), min_size=1, max_size=7).map(tuple).map(Encounter)
bonuses = st.lists(st.integers(0, 12), min_size=4, max_size=4)


def slow_fight(deck, encounter, bonus, carry_over):
    """The same in fractions, as the text of the thesis tells it."""
    pools = [Fraction(0), Fraction(0)]
    for card, copies in deck.cards:
        used = sum(Fraction(HAND * n * other.cost, DECK) for other, n in deck.cards if other.resource == card.resource)
        full = FULL_MANA if card.resource == MANA else FULL_ENERGY
        scale = min(Fraction(1), full / used) if used else Fraction(1)
        pools[card.category] += Fraction(HAND * copies, DECK) * (card.damage + bonus[card.group]) * scale
    left, player = [Fraction(health) for _, health in encounter.enemies], 50
    for turn in range(1, 51):
        left = [max(Fraction(0), health - pools[AREA]) for health in left]
        damage = pools[TARGETED]
        while damage > 0 and any(left):
            living = [i for i, health in enumerate(left) if health]
            struck = max(living, key=lambda i: (encounter.enemies[i][0] / left[i], -i))
            dealt = min(damage, left[struck])
            left[struck] -= dealt
            damage = damage - dealt if carry_over else 0
        if not any(left):
            return turn
        player -= sum(attack for (attack, _), health in zip(encounter.enemies, left, strict=True) if health)
        if player <= 0:
            break
    return -float(sum(left))


def test_five_average_cards_are_played_in_a_turn():
    assert simulate(SWORDS, Encounter(((5, 90),))) == 3
    assert simulate(SWORDS, Encounter(((5, 91),))) == 4


def test_what_cannot_be_paid_is_taken_from_all_cards_of_the_resource():
    assert simulate(STORMS, Encounter(((5, 45), (5, 30)))) == 3
    both = deck_of((AREA, MANA, 4, 6, 9), (TARGETED, ENERGY, 4, 6, 6))  # 12 mana of 10: 3 cards of 6, scaled by 5/6
    pools = damage_pools([both])
    assert (pools.base[0] / pools.parts[0]).tolist() == [15.0, 12.0]


def test_targeted_damage_goes_to_the_most_attack_for_its_hit_points_and_no_further():
    enemies = Encounter(((1, 20), (9, 20), (2, 20)))
    assert simulate(SWORDS, enemies) == 3  # one a turn, ten points too many each time
    assert simulate(SWORDS, enemies, carry_over=True) == 2


def test_a_loss_gives_the_hit_points_that_are_left():
    assert simulate(SWORDS, Encounter(((50, 31), (1, 40)))) == -41.0
    assert simulate(SWORDS, Encounter(((0, 9999),))) == -(9999 - 50 * 30)  # nobody dies: the turns run out


def test_nodes_raise_the_cards_of_their_classes_only():
    assert simulate(SWORDS, Encounter(((5, 90),)), bonus=(9, 9, 9, 0)) == 3
    assert simulate(SWORDS, Encounter(((5, 90),)), bonus=(0, 0, 0, 3)) == 2


@settings(max_examples=200, deadline=None)
@given(decks, foes, bonuses, st.booleans())
def test_whole_numbers_come_to_the_same_as_fractions(deck, encounter, bonus, carry_over):
    expected = slow_fight(deck, encounter, bonus, carry_over)
    assert simulate(deck, encounter, bonus, carry_over) == pytest.approx(expected, rel=1e-12)


def test_the_reference_decks_win_the_first_encounter_about_as_often_as_it_was_made_for():
    won = [simulate(deck, default_encounters()[0]) > 0 for deck in reference_decks()]
    assert 0.6 < np.mean(won) < 0.8


def test_no_pool_of_a_legal_deck_is_too_large_for_a_whole_number():
    dear = deck_of((AREA, MANA, 99, 999, 8), (TARGETED, ENERGY, 98, 999, 7))
    pools, enemies = damage_pools([dear]), encounter_arrays([Encounter(((999, 9999),) * 7)])
    assert int(pools.parts[0]) * int(enemies.health.max()) * int(enemies.attack.max()) < 2**62
    assert simulate(dear, Encounter(((999, 9999),) * 7)) < 0


def test_block_and_healing_are_what_an_average_turn_has_of_them():
    hit = CardType("Hit", 1, 1, 1, 4)
    idle, guard = CardType("Idle", 1, 1, 1, 0), CardType("Guard", 2, 1, 1, 0, CardEffects(block=3))
    salve = CardType("Salve", 2, 1, 1, 0, CardEffects(heal=3))
    alone, guarded, healed = (Deck("d", ((hit, 9), (card, 6))) for card in (idle, guard, salve))
    encounter = Encounter(((9, 60),))  # 60 hit points: a hand has three hits, so five turns
    assert simulate(alone, encounter) == 5  # 36 of 50 hit points lost in four strikes
    strong = Encounter(((14, 60),))
    assert simulate(alone, strong) < 0
    assert simulate(guarded, strong) == simulate(healed, strong) == 5  # two such cards a turn: 8 a strike


def test_rules_of_other_numbers_change_the_simulation():
    deck = Deck("d", ((CardType("Hit", 1, 1, 4, 6), 20),), 20)
    quick = damage_pools([deck], GameRules(deck_size=20, hand=8, energy=40))
    slow = damage_pools([deck], GameRules(deck_size=20, energy=20))
    assert quick.base[0, 1] / quick.parts[0] == 48
    assert slow.base[0, 1] / slow.parts[0] == 30


def test_what_the_simulation_does_not_know_is_refused_by_name():
    venom = Deck("d", ((CardType("Venom", 1, 0, 1, 0, CardEffects(poison=3)), 15),))
    with pytest.raises(OptionError, match=mentions("card 'Venom' … not poison … ludus inspect delve")):
        damage_pools([venom])
    tree = SkillTree("t", (SkillNode("Iron", 0, 2, effect=1),))
    rater = Rater(reference_decks(), default_encounters())
    with pytest.raises(OptionError, match=mentions("node 'Iron' … not block … ludus inspect delve")):
        rater.rate(tree)
