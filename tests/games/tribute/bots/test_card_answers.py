"""Choices of several cards: numbered in the order of the reference engine's list, and answered card by card."""

import itertools

from ludus.core.rule import plain
from ludus.games.tribute.bots.multi_card_choices import (
    MAX_COMBINATIONS,
    combinations,
    count_combinations,
    list_offered_cards,
    next_answer_move,
    set_answer,
)
from ludus.games.tribute.bots.sot_bot_options_and_random import Memory, Scratch
from ludus.games.tribute.game_data_records import GameData
from ludus.games.tribute.moves import MAX_MOVES
from ludus.games.tribute.sot_states_and_moves import count_legal
from ludus.games.tribute.state import DISCARD, REPLACE
from tests.cases import each

from ..positions import Board, random_game

WAYS = {
    "discard": ({"hand": ["gold#0", "gold#1", "peck", "swipe"]}, None),
    "destroy": ({"hand": ["briarheart_ritual", "gold#0", "gold#1", "peck"]}, "play briarheart_ritual"),
    "recall": (
        {"hand": ["hel_shira_herald"], "cooldown": ["peck", "swipe", "gold#0", "gold#1"]},
        "play hel_shira_herald",
    ),
}


def listed(board):
    """All answers to the open question in the order of our numbering, as text of the reference engine."""
    position = board.position
    table, state = GameData.over(position.content.data), position.state
    scratch, answer = Scratch.over(Scratch.zeros()), Memory.over(Memory.zeros()).answer
    n = plain(list_offered_cards)(table, state, scratch)
    for index in range(plain(count_combinations)(state, n)):
        plain(set_answer)(state, scratch, n, index, answer)
        cards = [answer.cards[k] for k in range(answer.size)]
        yield cards, " ".join(("choose", *(board.given.name(card) for card in cards)))


def asked(way):
    mine, deed = WAYS[way]
    board = Board(patrons={"red_eagle": "none", "ansei": "none"}, p1=mine)
    if deed:
        return board.play(deed)
    state = board.position.state
    state.asked, state.least, state.most = DISCARD, 2, 2
    return board


@each("way", WAYS)
def test_answers_are_numbered_in_the_order_of_the_reference_engines_list(way):
    board = asked(way)
    assert [text for _, text in listed(board)] == board.moves


@each("way", WAYS)
def test_every_answer_can_be_given_card_by_card(way):
    for cards, _ in listed(asked(way)):
        position = asked(way).position
        table, buffer = GameData.over(position.content.data), [0] * MAX_MOVES
        answer = Memory.over(Memory.zeros()).answer
        answer.size = len(cards)
        for k, card in enumerate(cards):
            answer.cards[k] = card
        before = {zone: len(cards) for zone, cards in own_zones(position).items()}
        while position.state.asked:
            position.play(plain(next_answer_move)(table, position.state, answer, buffer))
        moved = sum(abs(before[zone] - len(cards)) for zone, cards in own_zones(position).items())
        assert moved in (len(cards), 2 * len(cards))


def own_zones(position):
    player = position.state.players[0]
    return {
        "hand": range(player.hand_size),
        "pile": range(player.pile_size),
        "cooldown": range(player.cooldown_size),
        "played": range(position.state.played_size),
    }


def test_all_answers_of_random_games_are_counted_as_the_reference_engine_counts_them():
    questions = set()
    for seed in range(3):
        for position in random_game({"patrons": "random"}, seed):
            state = position.state
            if state.asked >= REPLACE and state.picked == 0:
                questions.add(state.asked)
                scratch = Scratch.over(Scratch.zeros())
                n = plain(list_offered_cards)(GameData.over(position.content.data), state, scratch)
                assert plain(count_combinations)(state, n) == count_legal(position)
    assert len(questions) > 5


def test_combinations_are_counted_up_to_a_number_that_no_generator_reaches():
    count = plain(combinations)
    for n, size in itertools.product(range(8), range(9)):
        assert count(n, size) == len([*itertools.combinations(range(n), size)])
    assert count(88, 44) == MAX_COMBINATIONS
