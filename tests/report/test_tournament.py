"""Sentences of the report on a tournament."""

from __future__ import annotations

import dataclasses

from ludus.arena import Tournament
from ludus.core.game_registry import load_game
from ludus.report.tournament import caveats, strongest_player
from ludus.stats import Estimate


def test_groups_of_players_that_did_not_meet_are_not_said_to_have_lost_nothing():
    game = load_game("dominion")
    tournament = Tournament(game, game.content(), ["random", "earl", "drew"], games=6, seed=3, kind="gauntlet")
    sentences = [text for text in caveats(tournament, tournament.run()) if "ratings cannot be measured" in text]
    assert len(sentences) == 2
    assert "did not meet" in sentences[0]
    assert all(name in sentences[0] for name in ("earl", "drew"))
    assert "lost nothing to random" in sentences[1]


def test_the_top_of_a_ladder_can_be_weaker_by_the_ratings():
    game = load_game("dominion")
    results = Tournament(game, game.content(), ["random", "earl"], games=20, seed=3).run()
    top, second = sorted(results.players, key=lambda row: row.name != "random")
    behind = dataclasses.replace(top, ahead=Estimate(-497.0, -900.0, -94.0, 20), chance=0.01)
    text = strongest_player(dataclasses.replace(results, players=[behind, second]), "ladder")
    assert "497 Elo weaker" in text
    assert "94 to 900" in text
