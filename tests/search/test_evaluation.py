"""What a position is worth, and weights from files."""

import json

import pytest

from ludus.bots import load_bot
from ludus.core import bind_template, plain
from ludus.core.position import Position
from ludus.search.evaluation import evaluation_of, load_genome
from ludus.search.evaluation_genome_packing import read_genome
from ludus.search.templates import position_values_and_playouts, seat_count
from ludus.testing.example_games import auction, magpies, realtime_runner
from ludus.util.errors import ContentError, OptionError
from tests.cases import each
from tests.messages import mentions
from tests.search import savings


def value(game, position, seat, weights=None):
    """The evaluation as plain Python gives it."""
    evaluation = evaluation_of(game)
    params = evaluation.params(bytearray(evaluation.pack(load_genome(game, weights))))
    data = game.data.over(position.content.data)
    return plain(evaluation.evaluate)(data, position.state, seat, params, None)


def write(folder, weights, game="savings"):
    file = folder / "weights.json"
    file.write_text(json.dumps({"game": game, "weights": weights}))
    return str(file)


def savings_position(*moves):
    position = Position.start(savings.game, savings.game.content(), 1)
    for move in moves:
        position.play(move)
    return position


def test_features_are_weighed_and_added_up(tmp_path):
    position = savings_position(savings.SPEND, savings.SAVE)  # 1 to -1, and something saved
    file = write(tmp_path, {"mine": 0.5, "theirs": -2, "saved": 10.25})
    assert value(savings.game, position, 0, file) == 0.5 + 2 + 10.25
    assert value(savings.game, position, 1, file) == -0.5 - 2 + 10.25


def test_a_feature_without_a_weight_has_weight_zero(tmp_path):
    position = savings_position(savings.SPEND, savings.SAVE)
    assert value(savings.game, position, 0, write(tmp_path, {"saved": 3})) == 3


def test_weights_are_rounded_to_sixteen_binary_places(tmp_path):
    file = write(tmp_path, {"mine": 1 / 3, "theirs": -1e-6})
    assert read_genome(file, savings.game).weights == (21845 / 65536, 0.0, 0.0)


def test_without_features_the_score_minus_the_mean_of_the_others_counts():
    position = Position.start(magpies.game, magpies.game.content(seats=3), 1)
    position.state.points[0], position.state.points[1], position.state.points[2] = 5, 2, 1
    assert [value(magpies.game, position, seat) for seat in range(3)] == [3.5, -1.0, -2.5]


def test_a_single_player_is_evaluated_by_its_score():
    position = Position.start(realtime_runner.game, realtime_runner.game.content(), 1)
    position.state.x = 160
    assert value(realtime_runner.game, position, 0) == 10.0


@each(("share", "players", "sign"), [(1.0, 2, 1), (0.5, 2, 0), (0.0, 2, -1), (0.5, 3, 1), (1.0, 1, 1), (0.0, 1, -1)])
def test_a_finished_game_outweighs_every_evaluation(share, players, sign):
    rules = bind_template(
        position_values_and_playouts,
        end_reason=lambda state: 1,
        payoff=lambda state, seat: share,
        seats=lambda data: players,
        evaluate=None,
    )
    worth = plain(rules.worth)(None, None, 0, None, None)
    assert worth == 0 if sign == 0 else worth * sign > 1e17


def test_games_with_and_without_a_fixed_number_of_seats():
    fixed = bind_template(seat_count, SEATS=2).fixed
    assert plain(fixed)(None) == 2
    position = Position.start(magpies.game, magpies.game.content(seats=4), 1)
    from_data = bind_template(seat_count, SEATS=4).from_data
    assert plain(from_data)(magpies.game.data.over(position.content.data)) == 4


# Files


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", r"weights.json, line 1: this is not JSON"),
        ("[]", '"game" … "kind" … linear, binary, tree'),
        ('{"game": "savings", "kind": "forest"}', "kinds are linear, binary, tree"),
        (
            '{"game": "savings"}',
            '\'linear\' … "game" … "weights" … "kind"',
        ),
        ('{"game": "savings", "weights": {}, "weight": {}}', "a file of kind 'linear' is"),
        ('{"game": "savings", "kind": "tree", "state": 1}', '"game" … "state" … "card"'),
        ('{"game": "auction", "weights": {}}', "'game' … 'auction' … 'savings'"),
        (
            '{"game": "savings", "weights": {}, "features": "extendet"}',
            "savings … 'extendet'",
        ),
        ('{"game": "savings", "weights": [1]}', "'weights' … features"),
        (
            '{"game": "savings", "weights": {"mind": 1}}',
            "savings … 'mind' … 'mine' … mine, saved, theirs",
        ),
        ('{"game": "savings", "weights": {"mine": "1"}}', "'mine' … '1'"),
        ('{"game": "savings", "weights": {"mine": true}}', "'mine' … True"),
        ('{"game": "savings", "weights": {"mine": NaN}}', "'mine' … nan"),
        ('{"game": "savings", "weights": {"mine": 1e7}}', "-1,000,000 … 1,000,000 … 10000000.0"),
        ('{"game": "savings", "weights": {"mine": 1, "mine": 2}}', "'mine' is given twice"),
    ],
)
def test_a_wrong_file_is_refused_with_what_is_wrong(tmp_path, text, message):
    file = tmp_path / "weights.json"
    file.write_text(text)
    with pytest.raises(ContentError, match=mentions(message)):
        load_bot(savings.game, f"greedy:weights={file}")


def test_a_missing_file_is_named():
    with pytest.raises(ContentError, match=mentions("nowhere.json:", "evaluation")):
        load_bot(savings.game, "mcts:weights=nowhere.json")


def test_a_file_that_is_not_text_is_refused(tmp_path):
    (tmp_path / "odd.json").write_bytes(b"\xff\xfe\xfa")
    with pytest.raises(ContentError, match="cannot be read"):
        read_genome(tmp_path / "odd.json", savings.game)


def test_a_game_without_features_takes_no_weights():
    with pytest.raises(OptionError, match="auction has no features"):
        load_bot(auction.game, "greedy:weights=any.json")


def test_a_game_with_features_needs_weights():
    with pytest.raises(OptionError, match=mentions("savings", "weights=FILE")):
        load_bot(savings.game, "greedy")


@each(
    ("text", "message"),
    [
        ("mcts:iterations=0", "iterations: … 1"),
        ("mcts:scope=round", "scope: … 'round' … game, turn"),
        ("mcts:redeals=65", "redeals: … 64"),
        ("beam:width=100", "width: … 64"),
        ("flat:weights=x.json", "there is no option named 'weights'"),
    ],
)
def test_an_invalid_option_is_refused(text, message):
    with pytest.raises(OptionError, match=mentions(message)):
        load_bot(auction.game, text)
