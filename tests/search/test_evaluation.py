"""What a position is worth, and weights from files."""

import json

import pytest

from ludus.bots import load_bot
from ludus.core import bind_template, plain
from ludus.core.position import Position
from ludus.search.evaluation import evaluation_of, load_genome
from ludus.search.evaluation_genome_packing import read_genome
from ludus.search.templates import search_building_blocks, seat_count
from ludus.testing.example_games import auction, magpies, realtime_runner
from ludus.util.errors import ContentError, OptionError
from tests.cases import each
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
        search_building_blocks,
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
        ("[]", r'an evaluation is \{"game": ..., "kind": ..., ...\}; kinds are linear, binary, tree'),
        ('{"game": "savings", "kind": "forest"}', "kinds are linear, binary, tree"),
        (
            '{"game": "savings"}',
            r'a file of kind \'linear\' is \{"game": ..., "weights": ...\}, and may have "kind" and',
        ),
        ('{"game": "savings", "weights": {}, "weight": {}}', "a file of kind 'linear' is"),
        ('{"game": "savings", "kind": "tree", "state": 1}', r'is \{"game": ..., "state": ..., "card": ...\}'),
        ('{"game": "auction", "weights": {}}', "field 'game': this is an evaluation for 'auction', not for 'savings'"),
        (
            '{"game": "savings", "weights": {}, "features": "extendet"}',
            "there is no set of features of savings named 'extendet'",
        ),
        ('{"game": "savings", "weights": [1]}', "field 'weights': this must be names of features"),
        (
            '{"game": "savings", "weights": {"mind": 1}}',
            r"there is no feature of savings named 'mind'; did you mean 'mine'\? \(known: mine, saved, theirs\)",
        ),
        ('{"game": "savings", "weights": {"mine": "1"}}', "field 'mine': a weight is a number, not '1'"),
        ('{"game": "savings", "weights": {"mine": true}}', "field 'mine': a weight is a number, not True"),
        ('{"game": "savings", "weights": {"mine": NaN}}', "field 'mine': a weight is a number, not nan"),
        ('{"game": "savings", "weights": {"mine": 1e7}}', "a weight is between -1,000,000 and 1,000,000, not 10000000"),
        ('{"game": "savings", "weights": {"mine": 1, "mine": 2}}', "'mine' is given twice"),
    ],
)
def test_a_wrong_file_is_refused_with_what_is_wrong(tmp_path, text, message):
    file = tmp_path / "weights.json"
    file.write_text(text)
    with pytest.raises(ContentError, match=message):
        load_bot(savings.game, f"greedy:weights={file}")


def test_a_missing_file_is_named():
    with pytest.raises(ContentError, match=r"nowhere\.json: there is no such file with an evaluation"):
        load_bot(savings.game, "mcts:weights=nowhere.json")


def test_a_file_that_is_not_text_is_refused(tmp_path):
    (tmp_path / "odd.json").write_bytes(b"\xff\xfe\xfa")
    with pytest.raises(ContentError, match="cannot be read"):
        read_genome(tmp_path / "odd.json", savings.game)


def test_a_game_without_features_takes_no_weights():
    with pytest.raises(OptionError, match="auction has no features"):
        load_bot(auction.game, "greedy:weights=any.json")


def test_a_game_with_features_needs_weights():
    with pytest.raises(OptionError, match="savings has no weights of its own: give some with weights=FILE"):
        load_bot(savings.game, "greedy")


@each(
    ("text", "message"),
    [
        ("mcts:iterations=0", "iterations: this must be a whole number, at least 1"),
        ("mcts:scope=round", "scope: there is no 'round'; choose from game, turn"),
        ("mcts:redeals=65", "redeals: this must be a whole number, at most 64"),
        ("beam:width=100", "width: this must be a whole number, at most 64"),
        ("flat:weights=x.json", "there is no option named 'weights'"),
    ],
)
def test_an_invalid_option_is_refused(text, message):
    with pytest.raises(OptionError, match=message):
        load_bot(auction.game, text)
