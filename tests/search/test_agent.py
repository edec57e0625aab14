"""Evaluations by trees in every search, and the agent that drafts by them."""

import json

import pytest

from ludus.arena import Match
from ludus.arena.runner import replay_game
from ludus.bots import load_bot
from ludus.bots.lookup import find_bot_spec
from ludus.core import plain
from ludus.core.position import Position
from ludus.search import searches
from ludus.search.bots import evaluating_bot
from ludus.search.evaluation import evaluation_of
from ludus.search.evaluation_genome_packing import read_genome
from ludus.search.templates.expression_vm import Memo
from ludus.testing import conform_player
from ludus.testing.example_games import auction, stalls
from ludus.util.errors import ContentError, OptionError
from tests.cases import mostly_slow
from tests.messages import mentions
from tests.search import savings

LINEAR = {"game": "stalls", "weights": {"size": 2, "blue": 0.5, "my_coins": 1}}
TREE = {
    "game": "stalls",
    "kind": "tree",
    "state": ["add", "my_coins", ["neg", ["max", "opp_coins", ["mul", 0.5, "turns_left"]]]],
    "card": ["max", ["mul", 2, "size"], ["mul", "blue", 3], 1],
}
BINARY = {"game": "stalls", "kind": "binary", "state": ["sub", "my_coins", "opp_coins"], "card": ["mul", "size", -1]}
SEARCHES = ("greedy", "two-ply:redeals=2", "turn:iterations=5", "beam:width=3,depth=4", "mcts:iterations=9,depth=2")


@pytest.fixture
def file(tmp_path):
    def write(data):
        (tmp_path / "genome.json").write_text(json.dumps(data))
        return str(tmp_path / "genome.json")

    return write


def given(text, option, file):
    name, _, rest = text.partition(":")
    return f"{name}:{rest + ',' if rest else ''}{option}={file}"


@pytest.mark.parametrize("data", [LINEAR, TREE, BINARY], ids=["linear", "tree", "binary"])
@pytest.mark.parametrize("text", mostly_slow(SEARCHES, 2))
def test_every_search_takes_every_kind_of_evaluation(file, text, data):
    conform_player(stalls.game, given(text, "weights", file(data)), games=3)


@pytest.mark.parametrize("data", [LINEAR, TREE, BINARY], ids=["linear", "tree", "binary"])
def test_the_agent_passes_the_checks_for_bots(file, data):
    conform_player(stalls.game, f"agent:genome={file(data)}", games=8)


@pytest.mark.parametrize("text", ["agent", *SEARCHES])
def test_a_search_by_trees_is_the_same_compiled_and_plain(file, text):
    text = given(text, "genome" if text == "agent" else "weights", file(TREE))
    content = stalls.game.content()
    fast, slow = (
        replay_game(Match(stalls.game, content, [load_bot(stalls.game, text, on)] * 2, seed=4, compiled=on), 0)
        for on in (True, False)
    )
    assert [event.move for event in fast.history] == [event.move for event in slow.history]


def market(*offer):
    position = Position.start(stalls.game, stalls.game.content(), 1)
    for k, fruit in enumerate(offer):
        position.state.offer[k] = fruit
    return position


def answer(text, position):
    return load_bot(stalls.game, text).join(position, position.current_player, 1).choose(position)


def test_the_agent_takes_what_it_values_most_and_of_equals_the_first(file):
    text = f"agent:genome={file(LINEAR)}"
    assert answer(text, market(1, 3, 2)) == 1  # all of size 1, the second is blue
    assert answer(text, market(7, 3, 8)) == 0  # two of size 3
    assert answer(f"agent:genome={file(BINARY)}", market(7, 3, 8)) == 1  # it dislikes size


def test_the_agent_sells_like_greedy(file):
    position = market(1, 2, 3)
    for _ in range(6):
        position.play("take 0")
    for data in (LINEAR, TREE, BINARY):
        assert answer(f"agent:genome={file(data)}", position) == answer(f"greedy:weights={file(data)}", position)


def test_without_a_file_the_agent_has_the_games_own_weights():
    assert answer("agent", market(1, 1, 9)) == 2


def test_in_a_game_without_prospects_the_agent_is_greedy(file):
    data = {"game": "savings", "kind": "tree", "state": ["add", "mine", ["neg", "theirs"]], "card": 0}
    players = [load_bot(savings.game, text + file(data)) for text in ("agent:genome=", "greedy:weights=")]
    position = Position.start(savings.game, savings.game.content(), 1)
    while not position.end_reason:
        moves = {player.join(position, position.current_player, 1).choose(position) for player in players}
        assert moves == {savings.CASH if position.state.saved else savings.SPEND}
        position.play(moves.pop())


def test_a_game_without_features_has_no_agent_and_takes_no_trees(file):
    with pytest.raises(OptionError, match="has no features"):
        load_bot(auction.game, f"greedy:weights={file(TREE)}")
    assert "agent" not in {bot.name for bot in searches(auction.game)}


def test_a_tree_over_features_of_the_wrong_kind_is_refused(file):
    with pytest.raises(ContentError, match=mentions("'state'", "'size'")):
        load_bot(stalls.game, f"agent:genome={file(TREE | {'state': 'size'})}")
    with pytest.raises(ContentError, match=mentions("'card'", "'my_coins'", "blue")):
        load_bot(stalls.game, f"agent:genome={file(TREE | {'card': 'my_coins'})}")


def test_options_choose_the_version_and_versions_are_made_once(file):
    tree, weights = load_bot(stalls.game, f"agent:genome={file(TREE)}"), load_bot(stalls.game, "agent")
    assert (tree.spec.name, tree.spec.version) == ("agent", "program/standard")
    assert (weights.spec.name, weights.spec.version) == ("agent", "linear/standard")
    assert tree.spec is find_bot_spec(stalls.game, "agent", "program/standard")
    assert weights.spec is find_bot_spec(stalls.game, "agent")
    assert tree.spec is evaluating_bot(stalls.game, "agent", "program/standard")


def test_a_memo_of_other_programs_is_forgotten(file):
    """Scratch space means nothing between calls: whatever another evaluation left there does no harm."""
    evaluation = evaluation_of(stalls.game, "program")
    memo = type("Scratch", (), {"memo": Memo.over(Memo.zeros(1))})
    judge = plain(evaluation.judge)
    params = [
        evaluation.params(bytearray(evaluation.pack(read_genome(file(data), stalls.game))))
        for data in (TREE, TREE | {"card": "size"})
    ]
    for _ in range(2):
        assert [judge(9, each, memo) for each in params] == [6.0, 3.0]
