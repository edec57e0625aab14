"""Texts for people: numbers with nouns, suggestions, time stamps."""

from datetime import datetime, timedelta, timezone

from ludus.util.text import closest_match, did_you_mean, option_words, plural, utc_timestamp
from tests.cases import each


@each(("number", "text"), [(0, "0 games"), (1, "1 game"), (2, "2 games"), (20_000, "20,000 games"), (-1, "-1 games")])
def test_a_number_has_the_right_form_of_its_noun(number, text):
    assert plural(number, "game") == text


def test_the_most_similar_name_is_suggested():
    assert closest_match("gredy", ["random", "greedy", "grey"]) == "greedy"
    assert did_you_mean("gredy", ("random", "greedy")) == "; did you mean 'greedy'?"


def test_without_a_similar_name_nothing_is_suggested():
    assert closest_match("chess", ["locm", "dominion"]) is None
    assert did_you_mean("chess", ["locm"]) == ""
    assert did_you_mean("chess", ["locm"], "; there is only locm") == "; there is only locm"


def test_a_time_stamp_is_utc_with_milliseconds():
    text = utc_timestamp()
    assert text.endswith("Z")
    assert len(text) == len("2026-11-16T23:14:58.000Z")
    moment = datetime.fromisoformat(text)
    assert abs(datetime.now(timezone(timedelta(hours=5))) - moment) < timedelta(minutes=1)


def test_options_of_a_game_are_words_of_a_command():
    assert option_words({"seats": 2, "kingdom": "first-game"}) == ["-o", "seats=2", "-o", "kingdom=first-game"]
    assert option_words({}) == []
