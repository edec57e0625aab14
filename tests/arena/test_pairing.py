import pytest

from ludus.arena.pairing import check_field, max_groups, schedule
from ludus.util.errors import OptionError
from tests.cases import each


def played(kind, players, seats, stronger=lambda one, other: False):
    """All groups of a schedule, and the order it ends with."""
    groups, found = schedule(kind, players, seats), []
    group = next(groups)
    while True:
        found.append(group)
        try:
            group = groups.send(stronger(*group) if kind == "ladder" else False)
        except StopIteration as end:
            return found, end.value


def test_a_round_robin_is_all_groups_that_fit_around_the_table():
    assert played("round robin", 3, 2) == ([(0, 1), (0, 2), (1, 2)], None)
    assert played("round robin", 4, 3)[0] == [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]
    assert played("round robin", 3, 1)[0] == [(0,), (1,), (2,)]


def test_the_first_player_runs_the_gauntlet():
    assert played("gauntlet", 4, 2)[0] == [(0, 1), (0, 2), (0, 3)]
    assert played("gauntlet", 4, 3)[0] == [(0, 1, 2), (0, 1, 3), (0, 2, 3)]


def test_players_climb_the_ladder_as_far_as_they_prove_stronger():
    strength = [3, 1, 4, 2]
    groups, order = played("ladder", 4, 2, lambda one, other: strength[one] > strength[other])
    assert order == [2, 0, 3, 1]
    assert groups == [(1, 0), (2, 1), (2, 0), (3, 1), (3, 0)]


def test_who_proves_nothing_stays_at_the_foot():
    assert played("ladder", 4, 2) == ([(1, 0), (2, 1), (3, 2)], [0, 1, 2, 3])


@each(("kind", "seats"), [("round robin", 2), ("round robin", 3), ("gauntlet", 2), ("gauntlet", 3)])
def test_the_number_of_groups_is_known_beforehand(kind, seats):
    assert len(played(kind, 6, seats)[0]) == max_groups(kind, 6, seats)


def test_a_ladder_has_no_more_meetings_than_pairs():
    assert len(played("ladder", 6, 2, lambda one, other: True)[0]) == max_groups("ladder", 6, 2)


@each(
    ("kind", "players", "seats", "said"),
    [
        ("round robin", 1, 2, "at least 2 bots"),
        ("round robin", 1, 1, "at least 2 bots"),
        ("round robin", 3, 4, "at least 4 bots"),
        ("ladder", 3, 3, "a game of two players"),
        ("gauntlet", 3, 1, "alone"),
    ],
)
def test_fields_that_cannot_be_seated_are_refused(kind, players, seats, said):
    with pytest.raises(OptionError, match=said):
        check_field(kind, players, seats, "chess")
