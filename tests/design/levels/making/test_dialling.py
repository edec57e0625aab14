"""Levels as hard as asked: the dial, the crowds that decide and prove, and what is foretold."""

import math

import numpy as np
import pytest

from ludus.core.errors import LudusError, OptionError
from ludus.design.levels.asks import MakeAsks, read_band, read_cycle, read_size
from ludus.design.levels.difficulty.challenges import map_level
from ludus.design.levels.difficulty.predicting import predict
from ludus.design.levels.levels import LevelOrder, make_level
from ludus.design.levels.making import dialling, made
from ludus.design.levels.making.dialling import dial_level, turned
from ludus.design.levels.making.made import Telling
from ludus.design.levels.making.making import read_fixed, read_order
from ludus.design.levels.making.targets import DEATHS_NEAR, Demand, Fixed, Targets
from ludus.design.levels.people.crowds import GROUPS, send_crowd
from ludus.design.levels.people.play import Stage
from ludus.games.platformer.options import find_level
from ludus.games.platformer.units import CELL

from ..space.orders import an_order

SMALL = LevelOrder(rooms=(2, 1))


@pytest.fixture
def few(monkeypatch):
    """Small crowds."""
    for name, players in (("GLANCE", 20), ("TRIED", 40), ("PROVED", 40)):
        monkeypatch.setattr(dialling, name, players)


@pytest.fixture(scope="module")
def crowd():
    return send_crowd(find_level("trap-school"), 90, seed=5)


def test_a_crowd_is_the_same_again_and_another_with_another_seed(crowd):
    again, other = (send_crowd(crowd.level, 90, seed) for seed in (5, 6))
    assert [visit.played.moves for visit in again.visits] == [visit.played.moves for visit in crowd.visits]
    assert [visit.skill for visit in other.visits] != [visit.skill for visit in crowd.visits]


def test_every_death_has_its_trap_and_its_place(crowd):
    deaths = sum(visit.played.deaths for visit in crowd.visits)
    assert deaths == sum(crowd.deaths_at.values()) == sum(map(len, crowd.places().values())) > 0
    assert crowd.deaths.value == pytest.approx(deaths / 90)
    assert crowd.failure.value == np.mean([visit.played.deaths > 0 for visit in crowd.visits])
    for visit in crowd.visits:
        for trap, x, y in visit.died:
            away = [math.dist((x / CELL, y / CELL), (a + 0.5, b + 0.5)) for a, b in crowd.level.traps[trap].cells]
            assert min(away) < 1.5


def test_the_groups_are_all_players_and_the_poor_die_more(crowd):
    groups = [crowd.of(group) for group in GROUPS]
    assert sum(len(group.visits) for group in groups) == 90
    assert max(visit.skill for visit in groups[0].visits) < min(visit.skill for visit in groups[2].visits)
    assert groups[0].deaths.value > groups[2].deaths.value


def test_shares_of_tries_are_told_for_traps_that_players_met(crowd):
    kinds = [crowd.level.traps[trap].name for trap in crowd.tries]
    assert kinds == ["saw 5 2", "squeeze 12 2", "wall-spikes 25 3"]
    assert crowd.hardest is not None
    assert crowd.hardest[1].value == max(each.value for each in crowd.tries.values())
    assert all(0 <= each.low <= each.value <= each.high <= 1 for each in crowd.tries.values())


def test_harder_orders_have_more_and_faster_traps():
    easy, hard = (turned(LevelOrder(), value).traps for value in (0.0, 1.0))
    assert easy.alpha < hard.alpha
    assert easy.cycle[0] > hard.cycle[1]
    assert (easy.mines, hard.mines) == (0, 2)
    kept = turned(LevelOrder(), 1.0, Fixed(0.2, (90, 90), 3)).traps
    assert (kept.alpha, kept.cycle, kept.challenges) == (0.2, (90, 90), 3)


def test_more_is_foretold_of_harder_levels_and_of_a_restart_at_the_start():
    easy, hard = (map_level(make_level(2, turned(LevelOrder(), value)).level) for value in (0.0, 0.7))
    assert predict(easy).failure < predict(hard).failure
    assert predict(easy).deaths < predict(hard).deaths
    assert predict(hard).deaths < predict(hard, "start").deaths
    nothing = predict(map_level(make_level(2, LevelOrder(traps=None)).level))
    assert (nothing.failure, nothing.deaths, nothing.hardest) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("targets", [Targets(difficulty=0.3), Targets(deaths=0.5), Targets(hardest=0.3)])
def test_a_level_for_a_target_is_the_same_again_and_proved_by_others(few, targets):
    found, again = (dial_level(7, Demand(SMALL, targets)) for _ in range(2))
    assert found.made.level == again.made.level
    assert found.rejected == again.rejected
    assert found.looked <= dialling.ATTEMPTS
    assert len(found.crowd.visits) == 40
    tried = send_crowd(found.made.level, 40, dialling.derive(found.seed, "tried"))
    assert abs(targets.off_in_play(tried)) <= 1
    assert {visit.skill for visit in tried.visits}.isdisjoint(visit.skill for visit in found.crowd.visits)


def test_a_target_that_no_level_comes_near_is_refused_with_the_reasons(few, monkeypatch):
    monkeypatch.setattr(dialling, "ATTEMPTS", 6)
    with pytest.raises(LudusError, match=r"no level came near .* in 6 attempts: .*(traps|easy, by the model) \(\d+\)"):
        dial_level(1, Demand(LevelOrder(rooms=(1, 1)), Targets(difficulty=0.97)))


def test_without_targets_the_first_level_is_taken(few):
    found = dial_level(3, Demand(SMALL))
    assert found.looked == 1
    assert found.made.level == make_level(found.seed, SMALL).level


def test_facts_tell_of_players_that_decide_only_where_there_are_targets(few):
    found, order = dial_level(3, Demand(SMALL)), an_order()
    free = Telling(MakeAsks(rooms="2x1", density=0.1), order, Targets(), [found]).findings().facts
    assert free["players"] == f"synthetic; {made.PROVED} measure how hard a level is; back to life at the checkpoint"
    assert "counts as met" not in free
    assert free["traps"].startswith("saw,wall-spikes,squeeze; density 0.1 (more where a way would have no trap), ")
    aimed = Telling(MakeAsks(rooms="2x1"), order, Targets(difficulty=0.5), [found]).findings().facts
    assert f"; {made.TRIED} decide on a level, {made.PROVED} held-out ones measure it; " in aimed["players"]
    assert aimed["counts as met"].startswith("shares no more than 0.08 off")
    bare = Telling(MakeAsks(traps="none"), order, Targets(), [found]).findings().facts
    assert bare["traps"] == "none"


def test_targets_are_off_by_that_which_is_farthest():
    targets = Targets(difficulty=0.5, deaths=2.0)
    assert targets.off(0.5, 2.0, 0.9) == 0
    assert targets.off(0.54, 2.0, 0.0) == pytest.approx(1)
    assert targets.off(0.54, 1.0, 0.0) == pytest.approx(-1 / (2 * DEATHS_NEAR))
    assert not Targets()


def test_an_order_is_read_from_what_users_ask():
    order = read_order(MakeAsks(rooms="4x3", loops=0.3, branching=0.5, fill="solid", cycle="1.5-2", challenges=3))
    assert (order.rooms, order.loops, order.branching, order.fill) == ((4, 3), 0.3, 0.5, "solid")
    assert (order.traps.cycle, order.traps.challenges) == ((90, 120), 3)
    assert read_order(MakeAsks(traps="none")).traps is None
    assert read_order(MakeAsks(traps="saw, jaws")).traps.kinds == ("saw", "jaws")
    assert read_fixed(MakeAsks(density=0.2)) == Fixed(0.2, None, None)


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (lambda text: read_size(text, "rooms"), "5"),
        (lambda text: read_size(text, "rooms"), "0x3"),
        (lambda text: read_size(text, "rooms"), "5 x 1"),
        (read_cycle, "2-1"),
        (read_cycle, "fast"),
        (read_cycle, "0.1-0.2"),
        (read_band, "0.6-0.4"),
        (read_band, "0.4"),
    ],
)
def test_what_cannot_be_read_is_refused_with_an_example(read, text):
    with pytest.raises(OptionError, match=", as "):
        read(text)


@pytest.mark.slow
def test_levels_are_as_hard_as_asked():
    means = []
    for target in (0.3, 0.5, 0.7, 0.9):
        found = [dial_level(seed, Demand(targets=Targets(difficulty=target))) for seed in range(6)]
        means.append(np.mean([each.crowd.failure.value for each in found]))
        assert abs(means[-1] - target) <= 0.08
    assert means == sorted(means)


def test_decoration_changes_nothing_for_players():
    from ludus.design.levels.building.decoration import decorate

    level = make_level(4, SMALL).level
    one, other = (Stage(each) for each in (level, decorate(level, 4, 1.0)))
    crowd = send_crowd(level, 3, 1)
    assert [visit.played.moves for visit in crowd.visits] == [
        visit.played.moves for visit in send_crowd(other.level, 3, 1).visits
    ]
    assert np.array_equal(one.table, other.table)
