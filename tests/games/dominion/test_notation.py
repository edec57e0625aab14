"""Move notation: every legal move is written and read back; error messages for everything else."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.games.dominion import moves as m
from ludus.games.dominion import state as s
from ludus.games.dominion.notation import VERBS, explain_illegal, read_move, write_move
from ludus.util.errors import IllegalMove, NotationError
from tests.cases import each
from tests.messages import missing

from .positions import Seat, legal_moves, position
from .question_positions import QUESTIONS, every_question, question_position, some_positions

HERE = every_question()


def read(here, text):
    return read_move(here.content, here.state, text)


def refusal(here, text):
    with pytest.raises(NotationError) as error:
        read(here, text)
    return str(error.value)


def why(here, text):
    return explain_illegal(here.content, here.state, text)


def test_every_legal_move_is_read_back_from_its_text():
    for here in some_positions(every=5):
        moves, texts = legal_moves(here.content, here.state), here.moves()
        assert len(set(texts)) == len(texts)
        assert [read(here, text) for text in texts] == moves
        assert here.state.reason or not any(why(here, text) for text in texts)


@each("question", QUESTIONS)
def test_a_move_is_legal_exactly_if_nothing_speaks_against_it(question):
    here = question_position(question)
    names = [here.name(slot) for slot in range(s.SLOTS)]
    texts = ["STOP", "YES", *(f"{verb} {name}" for verb in VERBS for name in names)]
    assert {text for text in texts if not why(here, text)} == set(here.moves())


@given(st.sampled_from(HERE), st.text(max_size=30))
def test_any_text_is_a_move_or_a_clear_error(here, text):
    with contextlib.suppress(NotationError):
        read(here, text)


@given(
    st.sampled_from(HERE), st.sampled_from([*VERBS, "STOP", "yes", "by"]), st.text("GolduchyCprThneRm '", max_size=12)
)
def test_any_words_are_a_move_or_a_clear_error(here, verb, name):
    with contextlib.suppress(NotationError):
        move = read(here, f"{verb} {name}")
        assert read(here, write_move(here.content, here.state, move)) == move
        assert isinstance(why(here, f"{verb} {name}"), str)


@given(st.sampled_from(HERE), st.integers(-40, 700) | st.integers())
def test_any_number_has_a_text_or_is_no_move(here, number):
    with contextlib.suppress(IllegalMove):
        assert read(here, write_move(here.content, here.state, number)) == number


def test_capitals_blanks_and_apostrophes_do_not_matter():
    here = position(Seat("Throne Room, Village"), kingdom="Council Room")
    assert read(here, "PLAY Throne Room") == read(here, "  play   throneroom ") == read(here, "Play\tTHRONE  ROOM")
    assert read(here, "BUY Council Room") == read(here, "buy council'room") == m.BUY | here.slot("Council Room")
    assert (read(here, "stop"), read(here, " Yes ")) == (m.STOP, m.YES)


@each(
    ("text", "says"),
    [
        (
            "",
            "PLAY … BUY … DISCARD … KEEP … STOP",
        ),
        ("BYU Gold", "'BYU Gold' … PLAY … BUY"),
        ("BYU Gold", "; did you mean BUY?"),
        ("STOPP", "; did you mean STOP?"),
        ("Gold", "'Gold' is not a move"),
        ("BUY", "BUY needs a card"),
        ("BUY Glod", "'Glod' … Gold"),
        ("BUY Vilage", "'Vilage' … Village"),
        ("BUY Witch", "there is no 'Witch' in this kingdom"),
        ("BUY 7", "there is no '7' in this kingdom"),
        ("STOP it", "STOP stands alone, without 'it'"),
        ("YES please", "YES stands alone, without 'please'"),
    ],
)
def test_text_that_is_no_move_is_a_notation_error(text, says):
    assert not missing(refusal(position(Seat("Village")), text), says)


@each("number", [-1, 17, m.PLAY | 17, m.YES + 1, 11 << m.VERB, 10**9])
def test_a_number_that_is_no_move_has_no_text(number):
    here = position(Seat("Village"))
    with pytest.raises(IllegalMove, match=f"^{number} is not a move of this game$"):
        write_move(here.content, here.state, number)


ORDER = "cards are chosen in order: Copper, Silver, Gold, Estate, Duchy, Province, Curse, then the kingdom's; "


@each(
    ("question", "text", "says"),
    [
        (s.PLAY_ACTION, "PLAY Smithy", "there is no Smithy in your hand"),
        (s.PLAY_ACTION, "PLAY Copper", "Copper is not an Action"),
        (s.PLAY_ACTION, "BUY Copper", "play an Action … STOP, PLAY Village"),
        (s.BUY_CARD, "BUY Gold", "Gold costs 6, and you have 5"),
        (s.BUY_CARD, "GAIN Silver", "buy a card … STOP, BUY Copper, "),
        (s.GAIN_CARD, "STOP", "Workshop … gain … no way around it"),
        (s.GAIN_CARD, "GAIN Gold", "Gold costs 6, and it may cost 4"),
        (s.DISCARD_HAND, "STOP", "Militia … discard … no way around it"),
        (s.DISCARD_HAND, "DISCARD Gold", "there is no Gold in your hand"),
        (s.DISCARD_HAND, "TRASH Copper", "Militia … discard … DISCARD Copper, "),
        (s.DISCARD_HAND, "DISCARD Duchy", f"{ORDER}from Duchy on you have less than 2"),
        (s.TRASH_HAND, "TRASH Gold", "there is no Gold in your hand"),
        (s.PUT_HAND, "PUT Gold", "there is no Gold in your hand"),
        (s.PUT_HAND, "PUT Copper", "on your deck … PUT Estate, PUT Duchy"),
        (
            s.REVEAL_CARD,
            "REVEAL Copper",
            "attack … STOP, REVEAL Moat",
        ),
        (s.DOUBLE_ACTION, "PLAY Throne Room", "there is no Throne Room in your hand"),
        (
            s.DOUBLE_ACTION,
            "STOP",
            "several times … no way around",
        ),
        (s.JUDGE_CARD, "DISCARD Copper", "discard … keep … KEEP Estate, DISCARD "),
        (s.TRASH_ASIDE, "TRASH Curse", "revealed … TRASH Silver, TRASH Gold"),
        (s.TAKE_LOOT, "GAIN Silver", "Thief … gain … STOP, GAIN Gold"),
        (
            s.SET_ASIDE,
            "ASIDE Copper",
            "aside … KEEP Village, ASIDE Village",
        ),
        (
            s.MAY_DISCARD_DECK,
            "DISCARD Copper",
            "YES … discard pile … STOP: ",
        ),
        (s.MAY_PLAY_CARD, "YES", "Vassal … STOP, PLAY Village"),
        (
            s.RECALL_CARD,
            "PUT Copper",
            "discard pile … STOP, PUT Gold, PUT Estate",
        ),
        (
            s.SORT_CARD,
            "KEEP Gold",
            "Sentry … TRASH Estate, DISCARD Estate, ",
        ),
        (s.ORDER_CARDS, "PUT Copper", "first … PUT Gold, PUT Estate"),
    ],
)
def test_why_a_move_is_not_legal(question, text, says):
    assert not missing(why(question_position(question), text), says)


def test_an_empty_pile_gives_nothing():
    assert why(position(Seat("4 Copper"), supply="0 Silver"), "BUY Silver") == "the pile of Silver is empty"
    here = position(Seat("Workshop"), supply="0 Silver").play("PLAY Workshop")
    assert why(here, "GAIN Silver") == "the pile of Silver is empty"


def test_a_card_that_wants_a_kind_takes_no_other():
    here = position(Seat("Mine, Copper, Silver, Estate")).play("PLAY Mine")
    assert not missing(why(here, "TRASH Estate"), "Mine", "TRASH Copper", "TRASH Silver")
    assert not missing(why(here.play("TRASH Copper"), "GAIN Estate"), "Estate", "gained")


def test_sets_are_chosen_in_order():
    here = question_position(s.DISCARD_HAND).play("DISCARD Silver")
    assert why(here, "DISCARD Copper") == f"{ORDER}Copper comes before Silver"


def test_after_the_end_nothing_is_legal():
    here = position(Seat(), supply="0 Province").play("STOP")
    assert why(here, "BUY Gold") == "the game is over (provinces)"


def test_what_is_no_move_cannot_be_explained():
    with pytest.raises(NotationError, match="needs a card"):
        why(position(Seat("Village")), "PLAY")
