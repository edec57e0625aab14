"""The bots of the thesis fight as it says: legally, fairly but for the declared cheat, and each by its own rule."""

from collections import Counter

import pytest

from ludus.arena import Match
from ludus.arena.runner import replay_game, run_match
from ludus.backends import Threads
from ludus.bots import load_bot, load_compiled_bot
from ludus.core.position import Position
from ludus.games.delve import game
from ludus.games.delve.bots import bots
from ludus.games.delve.moves import END
from ludus.testing import conform_player
from ludus.util.errors import OptionError
from tests.cases import each

from ..positions import deck, start, wander
from .helpers import bot_move, bot_turn, seat_bot, set_enemies, set_hand

NAMES = [bot.name for bot in bots()]
FEW = {"strategist": "strategist:ways=3,redeals=2"}
MIXED = deck(Bolt=3, Strike=3, Heavy_Blow=3, Sweep=3, Fire_Storm=3)


@each("name", NAMES)
def test_bots_obey_the_laws_for_bots(name):
    conform_player(game, FEW.get(name, name), games=6)


@each("name", NAMES)
def test_a_match_has_the_same_result_compiled_and_plain_and_on_any_threads(name):
    player = load_compiled_bot(game, FEW.get(name, name))
    match = Match(game, game.content(), [player], seed=3)
    played = run_match(match, 24, Threads(1))
    assert played.digest() == run_match(match, 24, Threads(2)).digest()
    bare = load_compiled_bot(game, FEW.get(name, name), compiled=False)
    again = [replay_game(Match(game, game.content(), [bare], 3, compiled=False), k) for k in range(2)]
    assert [each.result.scores[0] for each in again] == played.scores[:2, 0].tolist()
    assert [each.length for each in again] == played.lengths[:2].tolist()


def test_only_lucky_is_a_cheat():
    assert [bot.name for bot in bots() if bot.cheats] == ["lucky"]


def test_the_random_bot_ends_its_turn_only_when_fewer_than_three_cards_can_be_played():
    here = start(MIXED, [(1, 50), (1, 50)])
    set_hand(here, Bolt=2, Strike=1)
    assert "END" not in {bot_move(here, "thesis-random", seed) for seed in range(100)}
    set_hand(here, Bolt=1, Strike=1)
    said = Counter(bot_move(here, "thesis-random", seed) for seed in range(300))
    assert said.keys() == {"PLAY Bolt 1", "PLAY Bolt 2", "PLAY Strike 1", "PLAY Strike 2", "END"}
    assert 60 < said["END"] < 140  # one of three choices


def test_the_greedy_bot_plays_the_card_that_kills_most_then_damages_most():
    here = set_enemies(set_hand(start(MIXED, [(1, 50), (1, 50)]), Heavy_Blow=1, Sweep=1), 2, 2)
    assert bot_move(here, "greedy-card") == "PLAY Sweep"  # two kills
    set_enemies(here, 30, 20)
    assert bot_move(here, "greedy-card").startswith("PLAY Heavy Blow")  # nine hit points, not four
    set_enemies(here, 3, 1)
    set_hand(here, Bolt=1, Heavy_Blow=1)
    assert bot_move(here, "greedy-card") == "PLAY Bolt 1"  # as much of it as counts, for less


def test_damage_beyond_the_hit_points_of_an_enemy_does_not_count():
    here = set_enemies(set_hand(start(MIXED, [(9, 50), (1, 50)]), Heavy_Blow=1), 3, 8)
    assert bot_move(here, "greedy-card") == "PLAY Heavy Blow 2"  # both die of it, and the second had more to lose


def test_among_equal_enemies_a_bot_shoots_the_most_urgent_or_the_first_in_line():
    here = set_hand(start(MIXED, [(2, 40), (5, 50), (5, 60)]), Bolt=1)
    for name in ("greedy-card", "roulette", "best-turn", "lucky"):
        assert bot_move(here, name) == "PLAY Bolt 2"
        assert bot_move(here, f"{name}:aim=first") == "PLAY Bolt 1"


def test_the_roulette_bot_plays_each_worse_card_half_as_often():
    here = set_hand(start(MIXED, [(1, 90)]), Heavy_Blow=1, Strike=1, Bolt=1, Fire_Storm=1, Sweep=1)
    said = Counter(bot_move(here, "roulette", seed) for seed in range(1600))
    ranked = ["PLAY Heavy Blow 1", "PLAY Strike 1", "PLAY Bolt 1", "PLAY Fire Storm", "PLAY Sweep"]
    for text, expected in zip(ranked, (800, 400, 200, 100, 100), strict=True):
        assert abs(said[text] - expected) < 4 * expected**0.5
    set_hand(here, Strike=1, Bolt=1)
    said = Counter(bot_move(here, "roulette", seed) for seed in range(200))
    assert 70 < said["PLAY Bolt 1"] < 130


def test_the_best_turn_kills_two_where_the_greedy_bot_kills_one():
    here = set_enemies(set_hand(start(MIXED, [(1, 50), (1, 50)]), Heavy_Blow=1, Bolt=1), 9, 5)
    said, after = bot_turn(here, "best-turn")
    assert after.result is not None
    assert said == ["PLAY Heavy Blow 1", "PLAY Bolt 2"]
    here = set_enemies(set_hand(start(MIXED, [(1, 50), (1, 50)]), Heavy_Blow=1, Strike=1, Sweep=1), 11, 8)
    greedy, left = bot_turn(here, "greedy-card")
    best, after = bot_turn(here, "best-turn")
    assert greedy == ["PLAY Heavy Blow 2", "PLAY Strike 1", "PLAY Sweep", "END"]
    assert left.state.enemies[0] == 3
    assert best == ["PLAY Sweep", "PLAY Heavy Blow 1", "PLAY Strike 2"]
    assert after.end_reason


def test_lucky_leaves_to_the_next_hand_what_its_best_card_kills():
    """Both enemies can be brought to nine; the next hand has a Heavy Blow for one of them, or it has none."""
    here = set_enemies(set_hand(start(MIXED, [(3, 50), (3, 50)]), Bolt=1), 30, 14)
    state, kinds = here.state, [card.name for card in here.content.labels.cards]
    blow = kinds.index("Heavy Blow")
    for place in range(state.pile_size):  # the last is drawn first
        if state.pile[place] == blow:
            last = state.pile_size - 1
            state.pile[place], state.pile[last] = state.pile[last], blow
            break
    assert bot_move(here, "lucky:aim=first") == "PLAY Bolt 2"
    assert bot_move(here, "best-turn:aim=first") == "PLAY Bolt 1"


def test_lucky_knows_the_cards_of_the_next_shuffle_too():
    """With an empty pile the next hand comes from a shuffle that has not happened yet."""
    position = Position.start(game, game.content(deck="14", last=1), 5, compiled=False)
    bot = seat_bot(position, "lucky")
    while not position.end_reason:
        position.play(bot.choose(position))
    assert position.state.turn > 3


def test_a_plan_is_dropped_where_the_fight_is_not_what_it_was_made_for():
    asked = 0
    for position in wander(4, last=1):
        bot = seat_bot(position, "best-turn") if not position.end_reason else None
        move = bot.choose(position) if bot else END
        others = [each for each in position.legal_moves if each not in (move, END)]
        if move != END and others:
            other = position.copy()
            other.play(others[-1])
            if not other.end_reason:
                assert bot.choose(other) in other.legal_moves
                asked += 1
    assert asked > 3


def test_an_aim_that_is_none_is_refused():
    with pytest.raises(OptionError, match="aim"):
        load_bot(game, "greedy-card:aim=left")
