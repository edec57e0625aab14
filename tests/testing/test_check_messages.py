"""Messages of failed checks: what differs, for which seat, and the possible causes."""

import re
from dataclasses import replace

import pytest

from ludus.core import rule
from ludus.testing import CHECKS, Case, CheckFailed
from ludus.testing.bounds_check import play_with_bounds_checks
from ludus.testing.example_games import auction
from ludus.testing.game_under_test import call_with_limit, difference_text
from ludus.util.errors import ContractError
from tests.testing import broken_games


def test_a_view_that_differs_names_the_path_both_values_both_causes_and_the_seat():
    def longer(content, state, seat):
        return {"text": "x" * 300} | auction.observation(content, state, seat) | {"bids": list(state.bids)}

    with pytest.raises(CheckFailed) as caught:
        CHECKS["views_conceal"](Case(replace(auction.game, observation=longer)))
    assert re.search(r"seat (\d) \((\d) in Python\).*bids\[\d\]: -?\d+ against -?\d+", caught.value.what)
    assert "resample_hidden is wrong" in caught.value.what
    assert "the observation is wrong" in caught.value.what


def test_of_long_texts_the_part_around_the_difference_is_shown():
    text = difference_text("a" * 500 + "left" + "b" * 500, "a" * 500 + "right" + "b" * 500)
    assert "left" in text
    assert "right" in text
    assert len(text) < 300
    assert difference_text({"hand": [1, 2]}, {"hand": [1, 3]}) == "hand[1]: 2 against 3"


def with_rules(**rules):
    return Case(replace(auction.game, rules=replace(auction.game.rules, **rules)))


def broken(name, **options):
    return Case(getattr(broken_games.GAMES, name), import_path=f"{broken_games.__name__}:GAMES.{name}", **options)


def test_a_wrong_index_is_found_before_compiled_play_and_names_seed_move_rule_and_line():
    assert list(CHECKS).index("bounds_hold") < list(CHECKS).index("legal_moves_apply")
    case = broken("apply_with_a_wrong_index", games=1)
    with pytest.raises(CheckFailed) as caught:
        CHECKS["bounds_hold"](case)
    assert (caught.value.seed, caught.value.move) == (case.seeds(1)[0], 0)
    assert re.search(r"IndexError.*apply_with_a_wrong_index \(broken_games.py, line \d+\)", caught.value.what)
    assert "compiled=False" in caught.value.reproduce[-1]
    assert case.position(caught.value.seed, 0, compiled=False).length == 0


def test_a_rule_that_does_not_end_is_stopped_and_named():
    case = broken("apply_without_end", games=1)
    failure = play_with_bounds_checks(case, move_seconds=1.0)
    assert failure is not None
    assert (failure.seed, failure.move) == (case.seeds(1)[0], 0)
    assert "apply_without_end (broken_games.py, line " in failure.what


def test_a_call_that_does_not_end_is_stopped():
    def endless():
        while True:
            pass

    with pytest.raises(ContractError, match="endless"):
        call_with_limit(endless, 0.2)
    with pytest.raises(KeyError):
        call_with_limit({}.popitem, 10)


def test_a_rule_that_makes_a_list_is_named_with_its_own_line_and_the_remedy():
    @rule
    def score_with_a_list(state, seat):
        counts = [0] * 10
        return counts[seat]

    with pytest.raises(CheckFailed) as caught:
        CHECKS["bounds_hold"](with_rules(score=score_with_a_list))
    assert re.search(r"test_check_messages.py, line \d+, in the rule score_with_a_list: ", caught.value.what)
    assert "local_ints" in caught.value.what
    assert "NRT" not in caught.value.what
    assert "functools" not in caught.value.what


def test_a_rule_that_does_not_compile_breaks_no_law_and_is_named_in_the_file_of_the_game():
    @rule
    def misspelt(data, state, move):
        state.length += moove  # noqa: F821

    with pytest.raises(CheckFailed) as caught:
        CHECKS["bounds_hold"](with_rules(apply=misspelt))
    assert "law" not in str(caught.value)
    assert re.search(
        r"test_check_messages.py, line \d+, in the rule misspelt: this does not compile: .*'moove'", caught.value.what
    )


def test_a_forgotten_rule_is_named_with_its_own_line():
    def forgotten(state, seat):
        return state.points[seat]

    with pytest.raises(CheckFailed) as caught:
        CHECKS["bounds_hold"](with_rules(score=forgotten))
    assert re.search(r"write @rule above it \(.*test_check_messages.py, line \d+\)", caught.value.what)
    assert "functools" not in caught.value.what


def test_a_score_that_is_a_float_is_refused():
    with pytest.raises(CheckFailed, match=r"score.*a float"):
        CHECKS["shares_add_up"](Case(broken_games.GAMES.score_of_half_points))
