"""The house rules for players from outside."""

from ludus.arena.house import House
from ludus.arena.tournament import Tournament
from ludus.lab.tournament_words import command
from ludus.testing.toys import auction


def test_a_rule_that_is_not_set_leaves_older_plans_as_they_are():
    assert House().as_dict() == {"in_process": False, "seconds": None, "memory": None}
    assert House(turn_seconds=2.5).as_dict()["turn_seconds"] == 2.5
    assert House(**House(turn_seconds=2.5).as_dict()) == House(turn_seconds=2.5)


def test_the_rules_reach_players_from_outside():
    player = House(seconds=3, memory=100, turn_seconds=9).find(auction.game, "lines:cat")
    assert (player.limits.reply, player.limits.memory, player.limits.turn) == (3, 100, 9)


def test_a_tournament_says_how_it_was_started():
    plan = Tournament(
        auction.game, auction.game.content(), ["random", "lines:cat"], 2, 1, house=House(turn_seconds=2.5)
    )
    assert "--turn-seconds 2.5" in command(plan)
