"""The conformance kit: example games pass every check, and every broken game fails the expected checks."""

from dataclasses import replace
from functools import cache

import pytest

from ludus.testing import BOT_CHECKS, CHECKS, Case, CheckFailed, conform, conform_bot
from ludus.testing.bounds_check import game_import_path, import_game
from ludus.testing.example_games import GAMES, auction
from ludus.util.errors import LudusError
from tests.cases import each, mostly_slow, sized, thorough
from tests.messages import mentions
from tests.testing import broken_games

TOYS = {toy.name: toy for toy in GAMES}


@cache
def case_of(name):
    return Case(TOYS[name])


@pytest.mark.parametrize("toy", TOYS)
def test_an_example_game_passes_every_check_but_that_of_bounds(toy):
    for law, check in CHECKS.items():
        if law != "bounds_hold":
            check(case_of(toy))


# With bounds checks a game is compiled once more, in another process.
@pytest.mark.parametrize("toy", mostly_slow(TOYS, 1))
def test_an_example_game_passes_the_check_of_bounds(toy):
    CHECKS["bounds_hold"](case_of(toy))


OTHER_OPTIONS = [
    ("magpies", {"seats": 4, "thefts": 4}),
    ("dash", {"doors": 12, "seconds": 2}),
    ("magpies", {"seats": 2, "dealt": 3}),
    ("auction", {"cards": 13}),
]


@sized
@pytest.mark.parametrize("variant", mostly_slow(OTHER_OPTIONS, 2), ids=str)
def test_an_example_game_passes_every_check_with_other_options(variant):
    toy, options = variant
    conform(TOYS[toy], games=thorough(4, 8), seed=2, options=options)


@pytest.mark.slow  # each compiles a game of its own
@pytest.mark.parametrize("name", broken_games.BROKEN)
def test_a_broken_game_fails_exactly_the_expected_checks(name):
    assert caught(name) == set(broken_games.BROKEN[name])


def test_every_check_fails_for_some_broken_game():
    assert {law for laws in broken_games.BROKEN.values() for law in laws} == set(CHECKS)


def test_every_check_finds_an_error_that_no_other_check_finds():
    assert {laws[0] for laws in broken_games.BROKEN.values() if len(laws) == 1} == set(CHECKS)


def caught(name):
    game = getattr(broken_games.GAMES, name)
    case = Case(game, games=12, longest=600, import_path=f"{broken_games.__name__}:GAMES.{name}")
    found = set()
    for law, check in CHECKS.items():
        if law == "bounds_hold" and game.rules == TOYS[game.name].rules:
            continue  # the very rules of the healthy toy, which obeys this law
        try:
            check(case)
        except CheckFailed as error:
            found.add(error.check)
    return found


def test_a_failed_check_names_game_check_seed_move_and_difference():
    with pytest.raises(CheckFailed, match=mentions("auction", "'redeals_hide_everything'", "seed", "move")) as caught:
        CHECKS["redeals_hide_everything"](Case(broken_games.GAMES.hide_forgets_the_secret_bid))
    assert "bids[0]: " in caught.value.what
    assert isinstance(caught.value, AssertionError)
    assert isinstance(caught.value, LudusError)


def test_conform_raises_at_the_first_failed_check():
    with pytest.raises(CheckFailed, match="two reasons have one name"):
        conform(broken_games.GAMES.two_reasons_of_one_name)


def test_a_view_that_fails_is_reported_with_its_place():
    def no_view(content, state, seat):
        raise KeyError("prize")

    with pytest.raises(CheckFailed, match=mentions("'data_is_plain'", "move 0", "'prize'")):
        CHECKS["data_is_plain"](Case(replace(auction.game, observation=no_view)))


@each("toy", GAMES)
def test_another_process_finds_a_game_in_its_module(toy):
    assert import_game(game_import_path(toy)) is toy


def test_a_game_in_no_module_needs_a_home():
    with pytest.raises(LudusError, match="import_path='module:attribute'"):
        game_import_path(replace(auction.game, title="Another auction"))


# Bots


def first_move(position):
    return position.legal_moves[0]


def lowest_text(position):
    return min(position.legal_move_texts())


def peeks_at_the_bid(position):
    moves = position.legal_moves
    better = [move for move in moves if move > position.state.bids[0]]
    return min(better or moves)


def bids_too_much(position):
    return 99


def plays_on(position):
    move = position.legal_moves[0]
    position.play(move)
    return move


@each("bot", [first_move, lowest_text])
@each("toy", GAMES)
def test_an_honest_bot_passes_every_check(toy, bot):
    conform_bot(toy, bot)


@each(
    ("bot", "law"),
    [
        (bids_too_much, "bots_answer_legally"),
        (plays_on, "bots_change_nothing"),
        (peeks_at_the_bid, "bots_do_not_peek"),
    ],
)
def test_a_bad_bot_fails_the_expected_check(bot, law):
    case = Case(auction.game)
    for name, check in BOT_CHECKS.items():
        if name == law:
            with pytest.raises(CheckFailed):
                check(case, bot)
        else:
            check(case, bot)


def test_a_declared_cheat_may_peek():
    conform_bot(auction.game, peeks_at_the_bid, cheats=True)
    with pytest.raises(CheckFailed, match="bots_do_not_peek"):
        conform_bot(auction.game, peeks_at_the_bid)


# Messages


def test_a_failure_says_the_law_and_leads_back_to_the_position():
    case = Case(auction.game, options={"cards": 5})
    case.check_name, case.check_meaning, case.location = "some_law", "A law.", (case.seeds(1)[0], 2)
    with pytest.raises(CheckFailed) as caught:
        case.fail("wrong")
    failure = caught.value
    assert (failure.check, failure.meaning, failure.what, failure.move) == ("some_law", "A law.", "wrong", 2)
    assert failure.reproduce == [
        f"The position in Python: ludus.testing.Case(game, options={{'cards': 5}}).position({failure.seed}, 2)"
    ]
    assert case.position(failure.seed, 2).length == 2


def test_an_error_in_a_game_is_a_sentence_with_its_line_and_no_traceback():
    def no_view(content, state, seat):
        raise KeyError("prize")

    with pytest.raises(CheckFailed) as caught:
        CHECKS["data_is_plain"](Case(replace(auction.game, observation=no_view)))
    failure = caught.value
    assert isinstance(failure.cause, KeyError)
    assert (failure.__cause__, failure.__suppress_context__) == (None, True)
    assert failure.what.startswith("KeyError: 'prize' (test_checks.py, line ")
    assert failure.meaning
