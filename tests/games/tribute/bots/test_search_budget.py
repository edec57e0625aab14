"""Time budgets per move and per turn, with a clock that the test controls."""

import pytest

from ludus.arena import Match
from ludus.arena.runner import run_match
from ludus.bots import load_bot
from ludus.core import plain
from ludus.core.compile.intrinsics import nanoseconds
from ludus.core.position import Position
from ludus.games.tribute import game
from ludus.games.tribute.bots.courtier.turn_search import CLOCK_INTERVAL
from ludus.games.tribute.bots.search_budget import TIME_DIVISOR, TurnClock, move_time, stop_clock
from ludus.games.tribute.move_bits import END_TURN
from ludus.games.tribute.state import State
from ludus.util.errors import LudusError
from tests.cases import each

SEARCHERS = ("beam", "mcts", "random-simulation", "courtier")
MILLISECOND = 1_000_000


class Clock:
    """Advances by one tick at every read."""

    def __init__(self, tick):
        self.now, self.tick = 0, tick

    def __call__(self):
        self.now += self.tick
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Clock(MILLISECOND)
    monkeypatch.setattr(nanoseconds, "__ludus_plain__", clock)
    return clock


class Thinker:
    """A bot with plain rules, created while the test controls the clock."""

    def __init__(self, name, position):
        player = load_bot(game, name, compiled=False)
        bot, (params, memory, scratch) = player.spec, player.records()
        self.memory = bot.memory.over(memory)
        self.records = bot.params.over(params), self.memory, bot.scratch.over(scratch)
        self.data, self.choose_rule = game.data.over(position.content.data), plain(bot.rules.choose)
        plain(bot.rules.begin)(self.data, position.state, 1, *self.records)

    def choose(self, position):
        return int(self.choose_rule(self.data, position.state, position.current_player, *self.records))


def times(name, clock, turns=2):
    """Time of each move of some turns, by turn."""
    position = Position.start(game, game.content(patrons="pelin,ansei,hlaalu,rajhin"), 7, compiled=False)
    thinker, times_by_turn = Thinker(name, position), []
    for _ in range(turns):
        times_by_turn.append([])
        while position.current_player == 0 and not position.end_reason:
            before = clock.now
            position.play(thinker.choose(position))
            times_by_turn[-1].append(clock.now - before)
        while position.current_player == 1 and not position.end_reason:
            position.play(END_TURN if END_TURN in position.legal_moves else position.legal_moves[0])
    return times_by_turn


def test_every_move_gets_a_share_of_what_is_left_and_every_turn_begins_anew(clock):
    class Params:
        nanoseconds, by_turn = 600 * MILLISECOND, 1

    timed, state = TurnClock.over(TurnClock.zeros()), State.over(State.zeros())
    for turn in (1, 3):
        state.turn, left = turn, Params.nanoseconds
        for taken in (0, 100, 20, 300, 500, 1):
            assert plain(move_time)(Params, timed, state) == max(left // TIME_DIVISOR, 1)
            clock.now += taken * MILLISECOND
            plain(stop_clock)(Params, timed)
            left = max(left - (taken + 1) * MILLISECOND, 0)
    Params.by_turn = 0
    assert [plain(move_time)(Params, timed, state) for _ in range(3)] == [600 * MILLISECOND] * 3


@pytest.mark.parametrize("name", SEARCHERS)
def test_a_turn_takes_no_more_than_its_time_and_a_look_for_each_move(name, clock):
    for taken in times(f"{name}:turn_seconds=0.06", clock):
        looks = sum(4 * MILLISECOND for time in taken if time)
        assert 0 < sum(taken) <= 60 * MILLISECOND + looks
        assert max(taken) <= 14 * MILLISECOND  # a sixth of the time, not all of it


@pytest.mark.parametrize("name", SEARCHERS)
def test_seconds_are_for_each_move(name, clock):
    taken = [time for turn in times(f"{name}:seconds=0.006", clock) for time in turn if time > MILLISECOND]
    assert taken
    assert max(taken) <= 9 * MILLISECOND
    if name in ("mcts", "courtier"):  # the other moves may take less
        assert min(taken) >= 6 * MILLISECOND


def test_the_courtier_tries_lines_for_as_long_as_it_has_time(clock):
    """It reads the clock every 16 iterations, here one millisecond: 3 ms allow 48 iterations."""
    position = Position.start(game, game.content(patrons="pelin,ansei,hlaalu,rajhin"), 7, compiled=False)
    thinker, tried = Thinker("courtier:seconds=0.003", position), set()
    while position.current_player == 0:
        before = int(thinker.memory.iterations)
        position.play(thinker.choose(position))
        tried.add(int(thinker.memory.iterations) - before)
    assert tried == {0, 3 * CLOCK_INTERVAL}  # no time if there is only one move


@each("name", SEARCHERS)
def test_the_time_for_a_turn_is_an_option_that_makes_games_unique(name):
    player = load_bot(game, f"{name}:turn_seconds=0.002")
    assert not player.reproducible
    match = Match(game, game.content(turn_limit=6), [player, load_bot(game, "random")], seed=1)
    assert len(run_match(match, 2)) == 2
    with pytest.raises(LudusError, match="for a move or for a turn, not both"):
        load_bot(game, f"{name}:seconds=1,turn_seconds=1")


def test_bots_as_published_have_a_time_for_each_move_only():
    with pytest.raises(LudusError, match="turn_seconds"):
        load_bot(game, "mcts-2023:turn_seconds=1")
