"""Use of cards of Tribute, against a count by hand in replayed games."""

import numpy as np

from ludus.arena.match_spec import Match
from ludus.arena.match_with_stats import MatchWithStats
from ludus.arena.runner import replay_game
from ludus.bots import load_compiled_bot
from ludus.design.tribute.card_use import USE_STATS
from ludus.games.tribute.card_and_patron_lookups import card_names

GAMES = 8


def test_taken_and_played_cards_are_those_of_the_moves(game):
    content = game.content()
    match = Match(game, content, [load_compiled_bot(game, "shopper")] * 2, 3)
    stats = MatchWithStats(match, stats_name=USE_STATS).play(GAMES).stats
    names = list(card_names(content))
    total = 0
    for number in range(GAMES):
        bought, played = np.zeros((2, 2, len(names)), int)
        for event in replay_game(match, number).history:
            verb, _, thing = event.text.partition(" ")
            card = thing.partition("#")[0]
            if verb in ("BUY", "PLAY") and card in names:
                (bought if verb == "BUY" else played)[event.seat, names.index(card)] += 1
        assert (stats["played"][number, :, : len(names)] == played).all()
        assert (stats["taken"][number, :, : len(names)] >= bought).all()
        total += played.sum()
    assert total > 100
