"""Options that several designers share: modes, options without effect, ranges of numbers, bands, bots."""

import pytest

from ludus.backends import Threads
from ludus.bots.lookup import find_bot_spec
from ludus.core.game_registry import load_game
from ludus.design.base.designer import DesignOptions, DesignRequest, no_progress, round_up_to_even
from ludus.design.base.option_value_parsers import (
    WinRateBand,
    check_bots,
    check_game_options,
    find_mode,
    no_target,
    parse_number_range,
    read_ladder,
    read_one_or_two_bots,
    read_range,
    read_two_bots,
    refuse_repeats,
    refuse_search_bots,
)
from ludus.util.errors import OptionError, UnknownName
from tests.cases import each
from tests.messages import mentions, missing


class Wishes(DesignOptions, frozen=True):
    size: int = 3
    map: str | None = None
    all_in_one: bool = False
    depth: int = 1


MODES = {"map": ["size"], "all_in_one": ["depth"]}


def test_the_selected_mode_is_found():
    assert find_mode(Wishes(size=4), MODES) is None
    assert find_mode(Wishes(map="a", size=4), MODES) == "map"
    assert find_mode(Wishes(all_in_one=True, depth=2), MODES, mode_only=["depth"]) == "all_in_one"


@each(
    ("wishes", "message"),
    [
        (Wishes(map="a", all_in_one=True), "--map and --all-in-one: say one of them"),
        (Wishes(map="a", depth=2), "--depth … --map"),
        (Wishes(depth=2), "--depth … --all-in-one"),
    ],
)
def test_options_without_effect_are_refused(wishes, message):
    with pytest.raises(OptionError, match=mentions(message)):
        find_mode(wishes, MODES, mode_only=["depth"])


def request_with(options, games=None):
    return DesignRequest(load_game("locm"), options, games, 1, Threads(1), None, no_progress)


def test_options_of_the_game_that_a_command_does_not_take_are_refused():
    check_game_options(request_with({"cards": "a.csv"}), "make locm", ["cards"])
    check_game_options(request_with({}), "make locm")
    with pytest.raises(OptionError, match=mentions("-o seats", "`ludus make locm`", "cards")):
        check_game_options(request_with({"cards": "a.csv", "seats": "2"}), "make locm", ["cards"])
    with pytest.raises(OptionError, match=mentions("-o cards", "`ludus make locm`")):
        check_game_options(request_with({"cards": "a.csv"}), "make locm")


def test_a_command_without_a_target_names_the_options_that_give_one():
    assert not missing(no_target(request_with({}), "--balance"), "--balance", "`ludus make locm`")


def test_a_name_that_is_given_twice_is_refused():
    refuse_repeats(["a", "b"], "level")
    with pytest.raises(OptionError, match="a level is named twice"):
        refuse_repeats(["a", "b", "a"], "level")


def test_numbers_of_games_are_even():
    assert [round_up_to_even(games) for games in (2, 3, 4)] == [2, 4, 4]
    assert [request_with({}, games).game_count(9) for games in (None, 5, 6)] == [10, 6, 6]


def test_a_range_is_two_numbers_with_a_dash_between_them():
    assert parse_number_range("3-5") == (3.0, 5.0)
    assert parse_number_range("0.4-.6") == (0.4, 0.6)


@each("text", ["", "3", "-", "3-", "-3", "a-b", "1-2-3", "nan-1", "1-inf", "1e999-2"])
def test_any_other_text_is_no_range(text):
    assert parse_number_range(text) is None


def test_a_band_of_win_rates_has_fifty_percent_inside():
    assert WinRateBand.parse("47:53") == WinRateBand(0.47, 0.53)
    assert 0.5 in WinRateBand.parse("48.5:51.5")
    for wrong in ("47", "53:47", "51:52", "a:b", "4.7.1:53", "-1:50"):
        with pytest.raises(OptionError, match=mentions("LOW:HIGH", "50")):
            WinRateBand.parse(wrong)


def test_one_bot_plays_both_seats():
    assert read_one_or_two_bots("coac", "players") == ["coac", "coac"]
    assert read_one_or_two_bots("coac greedy", "players") == ["coac", "greedy"]
    with pytest.raises(OptionError, match="--players takes one player or two"):
        read_one_or_two_bots("a b c", "players")


def test_a_ladder_has_two_or_more_different_bots():
    assert read_ladder("random greedy coac") == ["random", "greedy", "coac"]
    for wrong in ("", "random", "random greedy random"):
        with pytest.raises(OptionError, match=mentions("--ladder", "two or more")):
            read_ladder(wrong)


def test_two_bots_are_named_with_an_example():
    assert read_two_bots("earl drew", "players", "earl drew") == ["earl", "drew"]
    with pytest.raises(OptionError, match="as 'earl drew'; not 'earl'"):
        read_two_bots("earl", "players", "earl drew")


def test_a_bot_that_searches_cannot_validate():
    game = load_game("locm")
    refuse_search_bots(game, ["coac"], ["greedy"], "list")
    with pytest.raises(OptionError, match=mentions("coac", "judge")):
        refuse_search_bots(game, ["greedy", "coac"], ["coac"], "list")


def test_a_bot_that_searches_cannot_validate_under_another_name():
    game = load_game("locm")
    width = find_bot_spec(game, "beam").options().width
    refuse_search_bots(game, [f"random+beam:width={width + 1}"], ["random+beam"], "list")
    with pytest.raises(OptionError, match=mentions(f"random+beam:width={width}")):
        refuse_search_bots(game, [f"random+beam:width={width}"], ["random+beam"], "list")


def test_a_range_is_two_numbers_within_limits():
    assert read_range("0.5-0.9", "zone", 0, 1, "0.5-0.9") == (0.5, 0.9)
    assert read_range("3-3", "turns", 1, 50, "3-5", allow_equal=True) == (3.0, 3.0)
    for wrong in ("3-3", "5-3", "0-5", "3-51", "3", "a-b", "nan-5", "1-inf"):
        with pytest.raises(OptionError, match=mentions("--turns", "1 to 50", "3-5")):
            read_range(wrong, "turns", 1, 50, "3-5")


def test_bots_are_checked_before_a_game_is_played():
    game = load_game("locm")
    check_bots(game, ["random", "greedy"])
    with pytest.raises(UnknownName, match="nobody"):
        check_bots(game, ["random", "nobody"])
