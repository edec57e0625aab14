"""The pieces that searches are made of: logarithms, trees, equal records, plans."""

import math

import pytest

from ludus.bots import load_bot
from ludus.core import export_rule, float64, int64, plain, rule
from ludus.core.compile.intrinsics import same_bytes
from ludus.core.position import Position
from ludus.core.random import derive
from ludus.search import mcts_tree
from ludus.search.bots import _record
from ludus.search.portable_math import ln
from ludus.testing.example_games import magpies
from ludus.testing.example_games.magpies.state_and_options import MAGPIE
from tests.cases import each
from tests.search import savings


@each("n", [1, 2, 3, 7, 10, 400, 65_535, 10_000_000])
def test_the_logarithm_is_right_to_seven_digits(n):
    assert plain(ln)(n) == pytest.approx(math.log(n), rel=1e-7, abs=1e-7)


def test_the_logarithm_is_the_same_compiled_and_plain():
    compiled = export_rule(ln)
    assert [compiled(n) for n in range(1, 3000, 7)] == [plain(ln)(n) for n in range(1, 3000, 7)]


# Trees


class Pool:
    """A tree of at most 16 nodes, by hand."""

    def __init__(self):
        kind = _record(found=int64[8], path=int64[8], count=int64, rewards=float64[2], nodes=mcts_tree.SearchNode[16])
        self.scratch = kind.over(kind.zeros(1))
        plain(mcts_tree.plant)(self.scratch)

    def pass_by(self, parent, *moves):
        return plain(mcts_tree.look_up)(self.scratch, parent, moves, len(moves))

    def grow(self, parent, move, seat=0):
        return plain(mcts_tree.grow)(self.scratch, parent, move, seat)

    def learn(self, *path, rewards=(1.0, 0.0), keep_best=0):
        for k, node in enumerate((mcts_tree.ROOT, *path)):
            self.scratch.path[k] = node
        self.scratch.rewards[0], self.scratch.rewards[1] = rewards
        plain(mcts_tree.learn)(self.scratch, len(path) + 1, keep_best)

    def node(self, place):
        return self.scratch.nodes[place]


def test_children_are_found_by_their_moves_in_any_order():
    pool = Pool()
    first, second = pool.grow(mcts_tree.ROOT, 30), pool.grow(mcts_tree.ROOT, 10)
    assert pool.pass_by(mcts_tree.ROOT, 10, 20, 30) == 1
    assert list(pool.scratch.found[:3]) == [second, mcts_tree.NONE, first]


def test_a_node_counts_how_often_it_could_have_been_chosen():
    pool = Pool()
    always, sometimes = pool.grow(mcts_tree.ROOT, 1), pool.grow(mcts_tree.ROOT, 2)
    for moves in ((1, 2), (1,), (1,)):
        pool.pass_by(mcts_tree.ROOT, *moves)
    assert (pool.node(always).available, pool.node(sometimes).available) == (4, 2)  # and once when they grew


def test_each_seat_learns_its_own_reward():
    pool = Pool()
    mine = pool.grow(mcts_tree.ROOT, 1, seat=0)
    theirs = pool.grow(mine, 2, seat=1)
    pool.learn(mine, theirs, rewards=(0.25, 0.75))
    pool.learn(mine, rewards=(0.5, 0.5))
    assert (pool.node(mine).visits, pool.node(mine).value) == (2, 0.75)
    assert (pool.node(theirs).visits, pool.node(theirs).value) == (1, 0.75)


def test_the_greatest_reward_can_be_kept_instead_of_the_sum():
    pool = Pool()
    child = pool.grow(mcts_tree.ROOT, 1)
    for reward in (-0.5, 0.25, 0.125):
        pool.learn(child, rewards=(reward, 0.0), keep_best=1)
    assert (pool.node(child).visits, pool.node(child).value) == (3, 0.25)


def test_the_confidence_bound_weighs_reward_and_visits():
    pool = Pool()
    good, neglected = pool.grow(mcts_tree.ROOT, 1), pool.grow(mcts_tree.ROOT, 2)
    for _ in range(20):
        pool.learn(good, rewards=(0.6, 0.0))
        pool.pass_by(mcts_tree.ROOT, 1, 2)
    pool.learn(neglected, rewards=(0.5, 0.0))
    pool.pass_by(mcts_tree.ROOT, 1, 2)
    assert plain(mcts_tree.most_promising)(pool.scratch, 2, 0.0, 0) == 0
    assert plain(mcts_tree.most_promising)(pool.scratch, 2, 1.0, 0) == 1


def test_the_answer_is_the_move_visited_most_or_the_one_with_the_greatest_reward():
    pool = Pool()
    steady, lucky = pool.grow(mcts_tree.ROOT, 1), pool.grow(mcts_tree.ROOT, 2)
    for _ in range(3):
        pool.learn(steady, rewards=(0.5, 0.0))
    pool.learn(lucky, rewards=(1.0, 0.0))
    assert plain(mcts_tree.best_move)(pool.scratch, 0) == 1
    lucky_pool = Pool()
    for move, rewards in ((1, (0.5, 0.5, 0.5)), (2, (1.0,))):
        child = lucky_pool.grow(mcts_tree.ROOT, move)
        for reward in rewards:
            lucky_pool.learn(child, rewards=(reward, 0.0), keep_best=1)
    assert plain(mcts_tree.best_move)(lucky_pool.scratch, 1) == 2


# Equal records


@rule(export=True)
def compare(records):
    return same_bytes(records[0], records[1])


def test_records_are_the_same_only_if_every_byte_is():
    states = savings.State.zeros(2)
    assert compare(states)
    for place in range(savings.State.nbytes):
        states.view("u1")[place] = 1
        assert not compare(states)
        assert not plain(same_bytes)(savings.State.over(states, 0), savings.State.over(states, 1))
        states.view("u1")[savings.State.nbytes + place] = 1
        assert compare(states)
        assert plain(same_bytes)(savings.State.over(states, 0), savings.State.over(states, 1))


# Plans


def sit_down(text, seed):
    """The first player, with a hand full of magpies: its turn goes on as long as there is something to steal."""
    game = magpies.game
    position = Position.start(game, game.content(seats=2, dealt=6, thefts=3), seed)
    for place in range(6):
        position.state.hands[0].cards[place] = MAGPIE
    return position, load_bot(game, text).join(position, position.current_player, 5)


def dice(sitting):
    return int(sitting.memory["stream"][0])


@each("text", ["turn:iterations=30", "beam:width=8,depth=16"])
def test_a_plan_is_executed_without_a_new_search_unless_something_unexpected_happens(text):
    """A player that follows its plan throws no dice; one that has to think again does."""
    followed = again = 0
    for seed in range(30):
        position, sitting = sit_down(text, seed)
        before, first, seat = dice(sitting), True, position.current_player
        while not position.end_reason and position.current_player == seat:
            move = sitting.choose(position)
            thrown, before = dice(sitting) != before, dice(sitting)
            assert move in position.legal_moves
            followed, again = followed + (not thrown), again + (thrown and not first)
            first = False
            position.play(move)
    assert followed > 0
    assert again > 0  # a card taken unseen was not the one of the redeal


@each("text", ["turn:iterations=30", "beam:width=8,depth=16"])
def test_a_plan_does_not_depend_on_hidden_cards(text):
    for seed in range(10):
        position, sitting = sit_down(text, seed)
        other = position.resample(position.current_player, derive(seed, "other"))
        twin = load_bot(magpies.game, text).join(other, other.current_player, 5)
        assert sitting.choose(position) == twin.choose(other)
