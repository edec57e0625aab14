"""Combined moves: indices in the move list of the reference engine."""

import random

from ludus.core.rule import plain
from ludus.games.tribute.bots import multi_card_choices
from ludus.games.tribute.game_data_records import GameData
from ludus.games.tribute.moves import MAX_MOVES
from ludus.games.tribute.sot_states_and_moves import count_legal
from tests.cases import each

from ..positions import random_game

list_whole, list_parts, play_whole = map(
    plain,
    (
        multi_card_choices.count_combined_moves,
        multi_card_choices.split_combined_move,
        multi_card_choices.play_combined_move,
    ),
)


@each("seed", range(3), quick=1)
def test_lists_are_as_long_as_the_reference_engines_and_every_move_of_them_is_legal_part_by_part(seed):
    dice, buffer = random.Random(seed), [0] * MAX_MOVES
    for position in random_game({"patrons": "random"}, seed, compiled=False):
        if position.end_reason or position.state.picked:
            continue
        table, state = GameData.over(position.content.data), position.state
        count = list_whole(table, state, buffer)
        assert count == count_legal(position)
        for number in {0, count - 1, dice.randrange(count)}:
            parts, ours = [0] * multi_card_choices.MAX_PARTS, position.copy()
            list_whole(table, state, buffer)
            for part in parts[: list_parts(table, state, buffer, number, parts)]:
                ours.play(part)
            theirs = position.copy()
            list_whole(table, state, buffer)
            play_whole(table, theirs.state, buffer, number)
            assert theirs.bytes() == ours.bytes()
            assert ours.end_reason or ours.state.picked == 0


def test_all_moves_of_a_list_differ():
    buffer, lists = [0] * MAX_MOVES, 0
    for position in random_game({"patrons": "random"}, 5, compiled=False):
        table, state = GameData.over(position.content.data), position.state
        if position.end_reason or state.picked:
            continue
        count = list_whole(table, state, buffer)
        if count > 300:
            continue
        results = set()
        for number in range(count):
            parts = [0] * multi_card_choices.MAX_PARTS
            n = list_parts(table, state, buffer, number, parts)
            results.add(tuple(parts[:n]))
            list_whole(table, state, buffer)
        assert len(results) == count
        lists += count > 1
    assert lists > 20
