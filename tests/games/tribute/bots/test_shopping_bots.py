"""Bots that buy at random: conformance checks, and equal probability of every available card and patron."""

from collections import Counter

from ludus.arena.match_spec import Match
from ludus.arena.match_with_stats import MatchWithStats
from ludus.arena.runner import replay_game
from ludus.bots import load_bot
from ludus.core.position import Position
from ludus.games.tribute import game
from ludus.testing import conform_player
from tests.cases import each

SHOPPERS = ("shopper", "shopping-decision-tree")


@each("name", SHOPPERS)
def test_shoppers_answer_legally_change_nothing_and_do_not_peek(name):
    conform_player(game, name, games=2)


@each("name", SHOPPERS)
def test_every_place_of_the_row_and_every_patron_to_be_had_is_taken_as_often(name):
    match = Match(game, game.content(), [load_bot(game, name)] * 2, seed=5)
    places, chances = Counter(), Counter()
    for number in range(30):
        position = replay_game(match, number)
        again = Position.start(game, match.content, position.seed)
        for event in position.history:
            word = event.text.partition(" ")[0]
            if word in ("BUY", "CALL"):
                offer = [text for text in again.legal_move_texts() if text.startswith(word)]
                places[word, offer.index(event.text)] += 1
                for k in range(len(offer)):
                    chances[word, k] += 1 / len(offer)
            again.play(event.text)
    for place, expected in chances.items():
        assert abs(places[place] - expected) < 5 * expected**0.5, place


def test_choice_statistics_compare_what_was_taken_with_what_could_have_been():
    match = Match(game, game.content(), [load_bot(game, name) for name in SHOPPERS], seed=2)
    plain = MatchWithStats(match).play(20)
    played = MatchWithStats(match, stats_name="choice_stats").play(20)
    assert played.outcomes.digest() == plain.outcomes.digest()
    for things, room, taken in (("gained", "room", "taken"), ("called", "call_room", "called")):
        assert (played.stats[things].sum(axis=2) == 0).all()  # one is taken, and all probabilities add up to one
        assert (played.stats[room] >= 0).all()
        assert not (played.stats[things] > 0)[plain.stats[taken] == 0].any()


def test_choice_statistics_are_the_same_in_plain_python():
    match = Match(game, game.content(patrons="random"), [load_bot(game, "shopper")] * 2, seed=3)
    slow = Match(game, match.content, [load_bot(game, "shopper", compiled=False)] * 2, 3, compiled=False)
    assert (
        MatchWithStats(slow, compiled=False, stats_name="choice_stats").play(2).stats.tobytes()
        == MatchWithStats(match, stats_name="choice_stats").play(2).stats.tobytes()
    )
