import json
from dataclasses import replace

import pytest

from ludus.core.game_registry import registered_game
from ludus.core.reference_check_results import MAX_LISTED_DIFFERENCES, CheckReport, TraceDifference
from ludus.testing.example_games import auction
from ludus.util.errors import ContentError


@pytest.fixture
def checked():
    """The auction with a check that reads the number of differences from each file."""

    def check(files, progress=None):
        report = CheckReport()
        for file in files:
            if not str(file).isdigit():
                raise ContentError("cannot be read: no such file", file)
            report.games += 1
            report.states += 100
            for line in range(int(file)):
                report.add(TraceDifference(str(file), line, "7", "step 3", "prize", 5, 6))
            if progress:
                progress(report.games, None)
        return report

    with registered_game(
        replace(
            auction.game,
            references=replace(auction.game.references, check_traces=check),
        )
    ):
        yield


@pytest.mark.usefixtures("checked")
def test_agreement_is_success(ludus):
    result = ludus("check", "auction", "0", "0")
    assert (result.exit_code, result.stdout) == (0, "2 games, 200 positions compared: all agree\n")


@pytest.mark.usefixtures("checked")
def test_differences_are_printed_and_set_the_exit_code(ludus):
    result = ludus("check", "auction", "2")
    assert result.exit_code == 1
    first, *_, last = result.stdout.splitlines()
    assert first == "2, line 0, game 7, step 3: prize should be 5, got 6"
    assert last == "1 game, 100 positions compared: 2 differences"
    many = ludus("check", "auction", MAX_LISTED_DIFFERENCES + 5).stdout
    assert "... and 5 differences more" in many


@pytest.mark.usefixtures("checked")
def test_json_has_the_counts(ludus):
    result = ludus("check", "auction", "3", "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout) == {"games": 1, "states": 100, "mismatches": 3}


@pytest.mark.usefixtures("checked")
def test_a_file_that_cannot_be_read_is_a_misuse(refused):
    assert "cannot be read" in refused("check", "auction", "missing")


def test_a_game_without_recorded_games_says_so(refused):
    assert "no recorded games" in refused("check", "auction", "file")


# The conformance kit


def test_a_sound_game_passes_the_check(ludus):
    result = ludus("check", "auction", "--only", "moves_round_trip", "-n", 3, "-o", "cards=5")
    assert (result.exit_code, result.stdout.split(" (")[0]) == (
        0,
        "auction passes the check moves_round_trip in 3 random games, seed 1",
    )
    assert json.loads(ludus("check", "auction", "--only", "games_end", "--json").stdout)["passed"] == ["games_end"]


def test_a_broken_law_is_a_sentence_and_exit_code_1(ludus):
    with registered_game(replace(auction.game, end_reasons=("running", "x", "x"))):
        result = ludus("check", "auction")
        assert result.exit_code == 1
        assert "auction breaks the law 'description_is_in_order'" in result.stdout
        assert "The law: " in result.stdout
        assert "Traceback" not in result.output
        data = json.loads(ludus("check", "auction", "--json").stdout)
        assert (data["passed"], data["failed"]["check"]) == ([], "description_is_in_order")


def test_options_of_the_kit_and_files_exclude_each_other(ludus):
    assert ludus("check", "auction", "--only", "no_such_check").exit_code == 2
    assert ludus("check", "auction", "0", "--only", "games_end").exit_code == 2
