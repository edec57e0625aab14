"""Move notation, position texts and error messages for wrong moves."""

import pytest

from ludus.core.position import Position
from ludus.games.tribute import game
from ludus.util.errors import IllegalMove, NotationError
from tests.cases import each
from tests.messages import mentions

from .positions import Board, random_game


def board():
    return Board(
        patrons={"ansei": "none", "pelin": "none"},
        p1={"hand": ["gold", "oathman"], "coins": 2},
        tavern=["tithe", "barterer"],
    ).position


def test_moves_are_a_verb_and_a_card_with_its_number_or_a_patron():
    assert board().texts() == ["PLAY gold#0", "PLAY oathman#1", "BUY barterer#3", "END"]
    assert board().read_move("play GOLD#0") == board().moves()[0]


def test_a_card_without_its_number_is_the_first_of_its_name_with_which_the_move_is_legal():
    assert board().read_move("PLAY gold") == board().moves()[0]
    assert board().read_move("BUY barterer") == board().moves()[2]


@each(
    ("text", "said"),
    [
        ("PLEY gold#0", "did you mean PLAY"),
        ("PLAY", "PLAY needs a card"),
        ("BUY gold", "there is no gold to BUY here"),
        ("PLAY golt#0", "did you mean gold"),
        ("PLAY gold#1", "number 1 is oathman#1"),
        ("PLAY gold#77", "no card has the number 77"),
        ("CALL pelim", "did you mean pelin"),
        ("END now", "END stands alone"),
    ],
)
def test_what_is_no_move_is_refused_with_what_would_be_right(text, said):
    with pytest.raises(NotationError, match=said):
        board().play(text)


@each(
    ("text", "said"),
    [
        ("BUY tithe#2", "tithe#2 costs 3, and you have 2"),
        ("CALL ansei", "legal are|you may play"),
        ("STOP", "you may play"),
    ],
)
def test_an_illegal_move_is_explained(text, said):
    with pytest.raises(IllegalMove, match=said):
        board().play(text)


def test_a_call_without_one_left_is_explained():
    here = Board(patrons={"ansei": "none", "pelin": "none"}, p1={"power": 2, "patron_calls": 0}).position
    with pytest.raises(IllegalMove, match="no call of a patron left"):
        here.play("CALL ansei")


@each(
    ("text", "said"),
    [
        ("CALL ansei", "ansei asks for 2 power, and you have 0"),
        ("CALL rajhin", "rajhin asks for 3 coins, and you have 1"),
        ("ATTACK oathman#1", "you have no power to attack with"),
        ("ACTIVATE oathman#0", "oathman#0 … acted"),
    ],
)
def test_messages_say_what_is_missing_for_a_call_an_attack_and_an_agent(text, said):
    here = Board(
        patrons={"ansei": "none", "rajhin": "none", "pelin": "none"},
        p1={"coins": 1, "power": 0, "agents": [{"card": "oathman#0", "activated": True}]},
        p2={"agents": ["oathman#1"]},
    ).position
    with pytest.raises(IllegalMove, match=mentions(said)):
        here.play(text)


def test_every_position_has_words_that_fit_a_terminal():
    for k, position in enumerate(random_game({}, 3)):
        if k % 13 == 0 or position.end_reason:
            for seat in (0, 1, None):
                assert all(len(line) <= 78 for line in position.describe(seat).splitlines())
    assert "The game is over" in position.describe()


def test_words_tell_a_seat_nothing_of_the_rivals_hand():
    position = Position.start(game, game.content(patrons="ansei,pelin,hlaalu,rajhin"), 1)
    assert "5 hidden" in position.describe(0)
    assert "hidden" not in position.describe()
