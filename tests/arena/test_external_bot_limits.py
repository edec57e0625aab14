"""Limits of external bots."""

from ludus.arena.external_bot_limits import BotLimits
from ludus.arena.tournament import Tournament
from ludus.report.tournament import tournament_command
from ludus.testing.example_games import auction


def test_a_rule_that_is_not_set_leaves_older_plans_as_they_are():
    assert BotLimits().as_dict() == {"in_process": False, "seconds": None, "memory": None}
    assert BotLimits(turn_seconds=2.5).as_dict()["turn_seconds"] == 2.5
    assert BotLimits(**BotLimits(turn_seconds=2.5).as_dict()) == BotLimits(turn_seconds=2.5)


def test_the_rules_reach_players_from_outside():
    player = BotLimits(seconds=3, memory=100, turn_seconds=9).load_bot(auction.game, "lines:cat")
    assert (player.limits.reply, player.limits.memory, player.limits.turn) == (3, 100, 9)


def test_a_tournament_says_how_it_was_started():
    plan = Tournament(
        auction.game, auction.game.content(), ["random", "lines:cat"], 2, 1, limits=BotLimits(turn_seconds=2.5)
    )
    assert "--turn-seconds 2.5" in tournament_command(plan)
