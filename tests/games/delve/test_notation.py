"""Notation: every move as text and back, and why a move is not legal."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.games.delve.moves import LARGEST_MOVE
from ludus.games.delve.notation import read_move, write_move
from ludus.util.errors import IllegalMove, LudusError, NotationError
from tests.cases import each
from tests.messages import mentions, missing

from .positions import deck, start, tree, wander

NODES = tree(("Fury", "mana", 1), ("fury 2", "mana", 1), ("Pact", "area", 2, "Fury", 2))
HERE = start(deck(Bolt=7, Fire_Storm=8), [(1, 20), (1, 50)], nodes=NODES, points=1)
FIGHT = start(deck(Bolt=7, Fire_Storm=8), [(1, 5), (1, 50)], nodes=NODES, seed=2)


def test_every_move_of_random_games_is_read_as_it_was_written():
    for seed, options in enumerate(({}, {"deck": "31", "points": 5}, {"deck": "new-3", "tree": "hand-made"})):
        for here in wander(seed, **options):
            for move in here.legal_moves:
                assert read_move(here.content, here.state, write_move(here.content, here.state, move)) == move


def test_numbers_that_are_no_moves_have_no_notation():
    read = []
    for move in range(-2, LARGEST_MOVE + 3):
        try:
            read.append(read_move(HERE.content, HERE.state, write_move(HERE.content, HERE.state, move)) == move)
        except IllegalMove:
            continue
    assert read == [True] * (2 + 7 + 1 + 3)  # END and SAVE, Bolt on seven places, Fire Storm, three nodes


def test_capitals_and_blanks_do_not_matter():
    for text in ("PLAY Bolt 2", "play bolt 2", "  Play   BOLT 2 "):
        assert write_move(HERE.content, HERE.state, read_move(HERE.content, HERE.state, text)) == "PLAY Bolt 2"


def test_a_name_may_end_in_a_number_where_no_enemy_follows():
    assert write_move(HERE.content, HERE.state, read_move(HERE.content, HERE.state, "pick FURY 2")) == "PICK fury 2"


@each(
    ("text", "message"),
    [
        ("", "is not a move"),
        ("PLY Bolt 1", "did you mean PLAY"),
        ("PLAY", "the card is missing"),
        ("PLAY Bold 1", "'Bold' … Bolt"),
        ("PLAY Bolt", "Bolt … number of an enemy … PLAY Bolt 1"),
        ("PLAY Bolt 8", "numbers 1 to 7, not 8"),
        ("PLAY Bolt 0", "numbers 1 to 7, not 0"),
        ("PLAY Fire Storm 1", "Fire Storm hits all enemies"),
        ("END now", "END stands alone"),
        ("PICK", "the node is missing"),
        ("PICK Furry", "'Furry' … Fury"),
    ],
)
def test_a_text_that_is_not_a_move_is_an_error(text, message):
    with pytest.raises(NotationError, match=mentions(message)):
        read_move(HERE.content, HERE.state, text)


@given(st.text(max_size=30))
@settings(deadline=None, max_examples=200)
def test_any_text_is_a_move_or_an_error_of_ours(text):
    try:
        move = read_move(HERE.content, HERE.state, text)
    except LudusError:
        return
    assert read_move(HERE.content, HERE.state, write_move(HERE.content, HERE.state, move)) == move


def test_illegal_moves_are_explained():
    explain = HERE.game.notation.explain_illegal
    assert explain(HERE.content, HERE.state, "PICK Fury") == ""
    assert explain(HERE.content, HERE.state, "PICK Pact") == "Pact comes after Fury"
    assert not missing(explain(HERE.content, HERE.state, "END"), "PICK Fury, PICK fury 2, SAVE")
    here = FIGHT.copy()
    assert not missing(explain(here.content, here.state, "PICK Fury"), "picked", "encounter")
    assert explain(here.content, here.state, "PLAY Bolt 3") == "there are 2 enemies, and no enemy 3"
    here.play("PLAY Bolt 1")
    assert explain(here.content, here.state, "PLAY Bolt 1") in ("enemy 1 is dead", "there is no Bolt in your hand")
    while here.legal_moves != [0]:
        here.play(here.legal_moves[0])
    assert explain(here.content, here.state, "PLAY Fire Storm") in (
        "there is no Fire Storm in your hand",
        f"Fire Storm costs 3 mana, and you have {here.state.mana}",
    )
