"""Parts of reports that the designers share."""

from ludus.design.base.report_parts import against, head_and_tail, ladder_table, name_some, won_and_lost_games
from ludus.stats import Estimate


def test_equal_bots_are_named_once():
    assert against(["earl", "drew"]) == "earl against drew"
    assert against(["earl", "earl"]) == "earl"


def test_long_lists_of_names_are_cut():
    assert name_some(["a", "b"], 2) == "a, b"
    assert name_some(["a", "b", "c", "d"], 2) == "a, b and 2 more"


def test_the_screen_shows_the_head_and_the_tail_of_long_tables():
    assert head_and_tail(4, 4) is None
    assert head_and_tail(9, 4) == [0, 1, 7, 8]


def test_a_ladder_table_has_a_row_per_bot_and_nothing_against_itself():
    rate = Estimate(0.5, 0.4, 0.6, 10)
    table = ladder_table(["weak", "strong"], lambda bot: rate, lambda bot, other: None if bot == other else rate)
    assert [column.name for column in table.columns] == ["player", "wins", "against_weak", "against_strong"]
    assert table.rows == [["weak", rate, None, rate], ["strong", rate, rate, None]]


def test_replay_commands_leave_out_games_that_do_not_exist():
    games = {("Wolf", True): 3, ("Wolf", False): 5, ("Ward", False): 7}
    commands = won_and_lost_games(
        ["Wolf", "Ward"], lambda card: f"{card} is played", lambda card, won: games.get((card, won)), str
    )
    assert commands == {
        "Wolf is played and wins": "3",
        "Wolf is played and loses": "5",
        "Ward is played and loses": "7",
    }
