"""Notation: every legal move there and back, clear words for everything else."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.games.locm.game_data_records import GameData
from ludus.games.locm.instance_id_lookup import hand_ids
from ludus.games.locm.notation import explain_illegal, read_move, write_move
from ludus.games.locm.options import Options
from ludus.games.locm.state import BATTLE, CONSTRUCT, DRAFT, State
from ludus.util.errors import IllegalMove, LudusError, NotationError
from tests.cases import each
from tests.messages import missing

from .positions import WAYS, apply, battle, begin, copy, legal_moves, legal_texts, wander

KNOWN = {way: [(c, copy(a)) for c, a in wander(way, 5)] for way in WAYS}  # some positions of every kind
POSITIONS = [here for positions in KNOWN.values() for here in positions[:: max(len(positions) // 12, 1)]]


def some(way, seed, every=9):
    """A part of the positions of one game."""
    for k, here in enumerate(wander(way, seed)):
        if k % every == seed % every:
            yield here


def read(here, text):
    return read_move(here.content, here.state, text)


def refusal(here, text, kind=IllegalMove):
    with pytest.raises(kind) as error:
        read(here, text)
    return str(error.value)


@settings(max_examples=12, deadline=None)
@given(st.sampled_from(WAYS), st.integers(0, 10**6))
def test_every_legal_move_is_read_back_from_its_text(way, seed):
    for content, array in some(way, seed):
        state = State.over(array)
        moves = legal_moves(content, state)
        texts = [write_move(content, state, move) for move in moves]
        assert len(set(texts)) == len(texts)
        assert [read_move(content, state, text) for text in texts] == moves
        assert not any(explain_illegal(content, state, text) for text in texts)


@settings(max_examples=12, deadline=None)
@given(st.sampled_from(WAYS), st.integers(0, 10**6))
def test_a_move_is_legal_exactly_if_nothing_speaks_against_it(way, seed):
    for content, array in some(way, seed):
        state, data = State.over(array), GameData.over(content.data)
        if state.phase != BATTLE or state.reason:
            continue
        boards = [state.players[side].board[k].id for side in (0, 1) for k in range(state.players[side].board_count)]
        ids = [-1, 250, *boards, *hand_ids(data, state, state.mover)]
        texts = [f"{word} {a} {b}" for word in ("ATTACK", "USE") for a in ids for b in ids]
        texts += [f"SUMMON {a} {lane}" if data.lanes > 1 else f"SUMMON {a}" for a in ids for lane in range(data.lanes)]
        assert {text for text in texts if not explain_illegal(content, state, text)} | {"PASS"} == set(
            legal_texts(content, state)
        )


@given(st.sampled_from(POSITIONS), st.text(max_size=30))
def test_any_text_is_a_move_or_a_clear_error(here, text):
    with contextlib.suppress(NotationError, IllegalMove):
        read_move(here[0], State.over(here[1]), text)


WORD = st.sampled_from(("PASS", "PICK", "CHOOSE", "SUMMON", "ATTACK", "USE", "summon", "PAS"))


@given(st.sampled_from(POSITIONS), WORD, st.lists(st.integers(-3, 260).map(str) | st.text(max_size=4), max_size=3))
def test_any_words_are_a_move_or_a_clear_error(here, word, rest):
    content, state = here[0], State.over(here[1])
    with contextlib.suppress(NotationError, IllegalMove):
        move = read_move(content, state, " ".join((word, *rest)))
        assert read_move(content, state, write_move(content, state, move)) == move


@given(st.sampled_from(POSITIONS), st.integers(-300, 2000) | st.integers())
def test_any_number_has_a_text_or_is_no_move_here(here, number):
    content, state = here[0], State.over(here[1])
    with contextlib.suppress(IllegalMove):
        assert write_move(content, state, number)
    if number in legal_moves(content, state):
        assert read_move(content, state, write_move(content, state, number)) == number


def test_blanks_around_and_remarks_behind_a_move_do_not_matter():
    here = battle(hand="1", mine="2/2")
    assert read(here, "  SUMMON 1 0 for the swarm!  ") == read(here, "SUMMON 1 0")
    assert read(here, "ATTACK 201 -1 take that") == read(here, "ATTACK  201\t-1")
    assert read(here, "PASS gladly") == read(here, "PASS")
    assert read(here, "ATTACK +201 -1") == read(here, "ATTACK 0201 -1")


@each(
    ("text", "says"),
    [
        ("", "a move begins with PASS, PICK"),
        ("summon 1 0", "words are in capitals: SUMMON"),
        ("SUMON 1 0", "did you mean SUMMON?"),
        ("SUMMON", "it is written SUMMON id lane"),
        ("SUMMON 1", "too short"),
        ("SUMMON one 0", "'one' in 'SUMMON one 0' is not a number"),
        ("ATTACK 201 face", "it is written ATTACK id target"),
        ("ATTACK 201 " + "9" * 5000, "is not a number"),
        ("USE 1 1.5", "not a number"),
        ("PASS;PASS", "one action at a time"),
        ("PASS\nPASS", "one action at a time"),
    ],
)
def test_text_that_is_no_move_is_a_notation_error(text, says):
    assert says in refusal(battle(hand="1", mine="2/2"), text, NotationError)


def test_version_1_0_summons_without_a_lane():
    here = battle("1.0", hand="1")
    assert here.moves() == ["PASS", "SUMMON 1"]
    assert read(here, "SUMMON 1 0") == read(here, "SUMMON 1")  # the second number is a remark
    assert "it is written SUMMON id" in refusal(here, "SUMMON", NotationError)


@each(
    ("text", "says"),
    [
        ("PICK 0", "PICK … SUMMON … ATTACK"),
        ("SUMMON 1 2", "there is no lane 2; 0 is the left lane, 1 is the right lane"),
        ("SUMMON 1 -1", "there is no lane -1"),
        ("SUMMON 3 0", "3 is Decimate … red item … USE"),
        ("SUMMON 201 0", "201 is Beavrat on your board"),
        ("SUMMON 77 0", "77 … hand … board"),
        ("SUMMON 2 0", "2 … hand … board"),  # even if the opponent holds it
        ("USE 1 202", "1 … Slimer … SUMMON"),
        ("USE 3 -1", "red item … enemy creature … opponent"),
        ("USE 3 201", "201 is Beavrat … red item … enemy creature"),
        ("USE 5 202", "202 is Beavrat … green item … own creature"),
        ("USE 5 -1", "green item … own creature … opponent"),
        ("USE 7 201", "blue item … enemy creature … -1"),
        ("ATTACK 1 -1", "1 is Slimer … attacks … own creature"),
        ("ATTACK 202 -1", "202 is Beavrat on the opponent's board"),
        ("ATTACK 201 201", "one attacks an enemy creature or -1"),
    ],
)
def test_a_name_that_names_nothing_here_is_an_illegal_move(text, says):
    here = battle(hand="1 151 136 153", mine="2/2", theirs="2/2", their_hand=3)
    assert not missing(refusal(here, text), says)
    assert not missing(explain_illegal(here.content, here.state, text), says)


@each(
    ("text", "says"),
    [
        ("SUMMON 1 0", "no room … left lane … 3 creatures"),
        ("SUMMON 3 1", "Emperor Nightmare … costs 12 … 3 mana"),
        ("USE 5 202", "Decimate costs 5, you have 3 mana"),
        ("ATTACK 203 -1", "Beavrat … summoned … Charge"),
        ("ATTACK 205 202", "Beavrat has attacked this turn"),
        ("ATTACK 201 204", "left lane … guarded … Beavrat (202)"),
        ("ATTACK 201 -1", "left lane is guarded"),
        ("ATTACK 201 206", "Beavrat … left lane … right lane"),
        ("ATTACK 201 202", ""),
        ("SUMMON 1 1", ""),
    ],
)
def test_why_a_move_is_not_legal(text, says):
    here = battle(hand="1 116 151", mana=3, mine="2/2, 1/1 new, 1/1 tired", theirs="2/2 G, 2/2, 2/2 lane1")
    reason = explain_illegal(here.content, here.state, text)
    assert not missing(reason, says)
    assert bool(reason) == (text not in here.moves())


def test_after_the_end_nothing_is_legal():
    here = battle(mine="30/1").play("ATTACK 201 -1")
    assert explain_illegal(here.content, here.state, "PASS") == "the game is over (killed)"


def test_in_the_draft_one_picks_by_place_or_by_card_number():
    content, array = begin(Options(), 2)
    state, data = State.over(array), GameData.over(content.data)
    picks = legal_moves(content, state)
    assert [read_move(content, state, f"PICK {k}") for k in range(3)] == picks
    assert read_move(content, state, "PASS") == picks[0]
    numbers = [data.cards[state.offers[0, k]].number for k in range(3)]
    assert [read_move(content, state, f"CHOOSE {number} please") for number in numbers] == picks
    for text, says in (
        ("PICK 3", "cards 0, 1 and 2, not 3"),
        ("PICK -1", "not -1"),
        ("CHOOSE 999", "no card number 999 in the offer"),
        ("SUMMON 1 0", "no place in the draft"),
    ):
        with pytest.raises(IllegalMove, match=says):
            read_move(content, state, text)


def test_a_constructed_deck_takes_two_copies_of_a_card():
    content, array = begin(Options(version="1.5"), 2)
    state = State.over(array)
    assert len(legal_texts(content, state)) == 121
    for _ in range(2):
        assert not explain_illegal(content, state, "CHOOSE 17")
        apply(GameData.over(content.data), state, read_move(content, state, "CHOOSE 17"))
    assert not missing(explain_illegal(content, state, "CHOOSE 17"), "2 copies", "card 17")
    assert "CHOOSE 17" not in legal_texts(content, state)
    for text in ("CHOOSE 120", "CHOOSE -1", "PICK 1", "ATTACK 1 -1"):
        assert explain_illegal(content, state, text)
    with pytest.raises(NotationError, match="stands alone"):
        read_move(content, state, "PASS for now")


def test_positions_of_all_phases_were_tried():
    assert {State.over(array).phase for _, array in POSITIONS} == {DRAFT, CONSTRUCT, BATTLE}
    assert issubclass(IllegalMove, LudusError)
    assert issubclass(NotationError, LudusError)
