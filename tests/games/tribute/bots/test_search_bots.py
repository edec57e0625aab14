"""Search bots: conformance checks, compiled and plain, budgets, and the faults of the published bots."""

import pytest

from ludus.arena import Match
from ludus.arena.runner import replay_game, run_match
from ludus.bots import load_bot
from ludus.bots.bot import FAULTS, Fault
from ludus.core.compiled_bot_spec import CRASHED, ILLEGAL_MOVE
from ludus.core.position import Position
from ludus.core.rule import plain
from ludus.games.tribute import game
from ludus.games.tribute.bots import beam_2023, random_simulation_2023
from ludus.games.tribute.bots.turn_simulation import turn_state_hash
from ludus.games.tribute.move_bits import BUY, END_TURN
from ludus.testing import conform_player
from tests.cases import each

from ..positions import Board

INTENDED = ("random-simulation:iterations=12", "mcts:iterations=12", "mcts:iterations=12,redeals=3", "beam:width=3")
PUBLISHED = ("mcts-2023:iterations=12", "beam-2023", "random-simulation-2023:iterations=12")
WAYS = {"drafted": {}, "reference": {"patrons": "random", "compat": "reference"}}


@each("way", WAYS, quick=1)
@each("name", [*INTENDED, *PUBLISHED[:2]])
def test_bots_answer_legally_change_nothing_and_do_not_peek(name, way):
    conform_player(game, name, games=2, options=WAYS[way])


@each("name", ["random-simulation:iterations=4", "mcts:iterations=6", "beam:width=2", *PUBLISHED[::2]])
def test_compiled_and_plain_bots_play_the_same_game(name):
    content = game.content(patrons="random", turn_limit=5)

    def digest(compiled):
        players = [load_bot(game, name, compiled), load_bot(game, "random", compiled)]
        return run_match(Match(game, content, players, seed=3, compiled=compiled), 2).digest()

    assert digest(True) == digest(False)


def test_the_published_beam_is_the_same_in_plain_rules():
    content = game.content(patrons="random", turn_limit=1)

    def digest(compiled):
        players = [load_bot(game, "beam-2023", compiled), load_bot(game, "random", compiled)]
        return run_match(Match(game, content, players, seed=3, compiled=compiled), 1).digest()

    assert digest(True) == digest(False)


def test_all_published_search_bots_use_hidden_cards_and_declare_it():
    cheats = {bot.name for bot in game.bots.compiled() if bot.cheats}
    assert {"mcts-2023", "beam-2023", "random-simulation-2023"} <= cheats
    assert not cheats & {"mcts", "beam", "random-simulation"}


@each("name", ["mcts", "random-simulation", "beam", "mcts-2023", "random-simulation-2023"])
def test_who_goes_by_the_clock_cannot_be_played_again(name):
    assert load_bot(game, name, compiled=False).reproducible
    timed = load_bot(game, f"{name}:seconds=0.001", compiled=False)
    assert not timed.reproducible
    position = Position.start(game, game.content(patrons="random"), 3, compiled=False)
    assert timed.join(position, 0, 1).choose(position) in position.legal_moves


def test_mcts_makes_as_many_tries_as_it_was_given():
    position = Position.start(game, game.content(patrons="random"), 3, compiled=False)
    sitting = load_bot(game, "mcts:iterations=30", compiled=False).join(position, 0, 1)
    sitting.choose(position)
    nodes = sitting._records[2]["nodes"][0]
    child, visits = nodes[0]["first"], 0
    while child:
        visits += nodes[child]["visits"]
        child = nodes[child]["next"]
    assert visits == 30


def test_the_published_mcts_looks_at_as_many_nodes_as_it_was_given():
    position = Position.start(game, game.content(patrons="random"), 3, compiled=False)
    sitting = load_bot(game, "mcts-2023:iterations=30", compiled=False).join(position, 0, 1)
    sitting.choose(position)
    tree = sitting.memory["tree"][0]
    assert 0 < tree["nodes"]["visits"][0] < 30  # subtree of the move that was made
    assert 0 < tree["count"] <= 30


@each("name", ["mcts:iterations=60", "beam", "random-simulation:iterations=60"])
def test_a_turn_that_must_not_be_lost_is_not_lost(name):
    """The rival has 40 prestige: a bot that does not reach it in this turn loses, for any value of the heuristic."""
    board = Board(
        patrons={"duke_of_crows": "none", "treasury": "none", "rajhin": "none"},
        p1={"prestige": 38, "coins": 5, "hand": ["gold"], "cooldown": ["swipe"]},
        p2={"prestige": 41},
        tavern=["prophesy", "conquest"],
    )
    position = board.position
    sitting = load_bot(game, name, compiled=False).join(position, 0, 1)
    while position.current_player == 0 and not position.end_reason:
        position.play(sitting.choose(position))
    assert not position.end_reason


def test_the_hash_of_a_turn_does_not_depend_on_the_order_of_moves():
    def after(*cards):
        board = Board(patrons={"duke_of_crows": "none", "treasury": "none"}, p1={"hand": ["gold#0", "gold#1", "peck"]})
        return plain(turn_state_hash)(board.play(*(f"play {card}" for card in cards)).position.state)

    assert after("gold#0", "peck") == after("peck", "gold#0")
    assert len({after(), after("gold#0"), after("gold#1"), after("peck"), after("gold#0", "gold#1")}) == 5


def test_the_published_random_simulation_fails_when_its_plan_breaks_and_nothing_is_left():
    position = Board(patrons={"ansei": "none", "treasury": "none"}, tavern=["prophesy"]).position
    assert position.legal_moves == [END_TURN]
    sitting = load_bot(game, "random-simulation-2023", compiled=False).join(position, 0, 1)
    memory = sitting.memory[0]
    memory["renew"], memory["turn"], memory["done"], memory["count"] = 0, position.state.turn, 0, 1
    memory["plan"][0] = BUY | position.state.row[0] | random_simulation_2023.NEW
    with pytest.raises(Fault, match="crashed"):
        sitting.choose(position)


def test_a_bot_that_fails_loses_and_such_games_are_counted():
    players = [load_bot(game, name) for name in ("random-simulation-2023:iterations=20", "random-no-end")]
    match = Match(game, game.content(patrons="random"), players, seed=1)
    outcomes = run_match(match, 40)
    crashed = [match.reasons[reason] == "crashed" for reason in outcomes.end_reasons]
    assert 0 < sum(crashed) < 40
    assert all(shares == (0.0, 1.0) for shares in map(tuple, match.by_player(outcomes)[crashed]))
    number = crashed.index(True)
    assert replay_game(match, number).length == outcomes.lengths[number]


def test_answers_that_lose_stand_for_the_faults_that_they_are_counted_as():
    assert (FAULTS[-1 - ILLEGAL_MOVE], FAULTS[-1 - CRASHED]) == ("illegal move", "crashed")


def test_the_published_random_simulation_ends_its_turn_when_its_plan_is_done():
    position = Board(patrons={"ansei": "none", "treasury": "none"}, tavern=["prophesy"]).position
    sitting = load_bot(game, "random-simulation-2023", compiled=False).join(position, 0, 1)
    assert sitting.choose(position) == END_TURN


@each(
    ("less", "length", "share"),
    [(0, 1, 0.25), (1, 1, 0.68), (2, 1, 1.0), (0, 2, 0.5), (1, 2, 1.0), (0, 3, 1.0), (0, 5, 1.0)],
)
def test_the_published_beam_replaces_its_worst_line_by_chance(less, length, share):
    memory = beam_2023.Memory.over(beam_2023.Memory.zeros())
    memory.dice = 12345
    replaced = sum(plain(beam_2023.replaces_worst)(float(less), beam_2023.HEAT // length, memory) for _ in range(2000))
    assert replaced / 2000 == pytest.approx(share, abs=0.05)
