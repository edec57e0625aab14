"""Statistics of every turn, to find out later who was leading."""

import numpy as np

from ludus.arena.match_spec import Match
from ludus.arena.match_with_stats import MatchWithStats
from ludus.arena.runner import replay_game, run_match
from ludus.bots import load_compiled_bot
from ludus.core.game_registry import load_game
from ludus.core.position import Position
from ludus.games.dominion import turn_stats
from tests.cases import each

# No card here trashes, and cards are gained only by buying.
QUIET = "Adventurer,Cellar,CouncilRoom,Festival,Gardens,Laboratory,Market,Moat,Smithy,Village"
LOUD = "Bureaucrat,Chapel,Feast,Mine,Remodel,Spy,Thief,ThroneRoom,Witch,Workshop"


def a_match(kingdom, *names, seed=1, compiled=True, **options):
    game = load_game("dominion")
    players = [load_compiled_bot(game, name, compiled) for name in names]
    return Match(game, game.content(kingdom=kingdom, **options), players, seed, compiled)


@each("kingdom", [QUIET, LOUD])
def test_watching_changes_no_game(kingdom):
    match = a_match(kingdom, "earl", "drew")
    assert MatchWithStats(match, stats_name="turn_stats").play(100).outcomes.digest() == run_match(match, 100).digest()


@each("kingdom", [QUIET, LOUD])
def test_the_last_turn_shows_the_final_points_and_cards(kingdom):
    match = a_match(kingdom, "earl", "drew", turn_cap=50)
    by_turn, usual = MatchWithStats(match, stats_name="turn_stats").play(100), MatchWithStats(match).play(100)
    stats = by_turn.stats
    assert (stats["turns"] == usual.stats["turns"][:, 0]).all()
    last = stats["seen"][np.arange(100), stats["turns"] - 1]
    assert (last[:, :, turn_stats.POINTS] == by_turn.outcomes.scores).all()
    assert (last[:, :, turn_stats.CARDS] == usual.stats["cards"][:, :2]).all()
    beyond = np.arange(turn_stats.TURNS)[None, :] >= stats["turns"][:, None]
    assert (stats["seen"][beyond] == 0).all()


def test_every_card_bought_is_counted_by_its_type():
    all_stats = MatchWithStats(a_match(QUIET, "earl", "drew"), stats_name="turn_stats").play(60).stats
    for stats in all_stats:
        last = stats["seen"][stats["turns"] - 1]
        gained = stats["seen"][:, :, turn_stats.GAINED_ACTIONS : turn_stats.GAINED_VICTORIES + 1].sum(axis=(0, 2))
        assert (10 + gained == last[:, turn_stats.CARDS]).all()
        assert (gained == stats["seen"][:, :, turn_stats.BOUGHT].sum(axis=0)).all()
    turn_data = all_stats["seen"]
    assert (turn_data[..., turn_stats.BOUGHT] <= turn_data[..., turn_stats.BUYS]).all()
    assert (turn_data[..., turn_stats.PLAYED] <= turn_data[..., turn_stats.ACTIONS]).all()
    assert (turn_data[..., turn_stats.BUYS] > 1).any()
    assert (turn_data[..., turn_stats.ACTIONS] > 1).any()


def test_a_turn_is_over_when_both_have_had_theirs():
    match = a_match(LOUD, "earl", "drew")
    stats = MatchWithStats(match, stats_name="turn_stats").play(1).stats[0]
    course, turn = replay_game(match, 0), 3
    position = Position.start(match.game, match.content_of(0), course.seed)
    for event in course.history:
        if position.state.players[1].turns == turn:
            break
        position.play(event.move)
    table = match.content.read(match.game.data)
    for seat in range(2):
        me, row = position.state.players[seat], stats["seen"][turn - 1, seat]
        coins = sum(me.owned[slot] * table.cards[slot].coins for slot in range(3))
        assert row[turn_stats.POINTS] == me.score
        assert row[turn_stats.CARDS] == me.cards
        assert row[turn_stats.COINS] == coins
        assert row[turn_stats.CURSES] == position.state.players[1 - seat].owned[6]


def test_compiled_and_plain_statistics_agree():
    stats = []
    for compiled in (True, False):
        match = a_match(LOUD, "earl", "drew", compiled=compiled, turn_cap=12)
        stats.append(MatchWithStats(match, compiled, stats_name="turn_stats").play(2).stats)
    for name in ("seen", "turns"):
        assert (stats[0][name] == stats[1][name]).all()
