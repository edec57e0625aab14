"""Card lists: the official one, everything a designer can get wrong, and the way back to text."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.games.locm.card_list import (
    COLUMNS,
    OFFICIAL_CARDS,
    RANGES,
    STRENGTHS,
    CardDefinition,
    parse_cards,
    read_cards,
    write_cards,
)
from ludus.games.locm.state import BLUE, CHARGE, CREATURE, GREEN, LETHAL, RED
from ludus.util.errors import ContentError
from tests.cases import each
from tests.messages import missing

HEADER = ",".join(COLUMNS)
SLIMER = "1,Slimer,creature,1,2,1,------,1,0,0,target"


def changed(**cells):
    row = dict(zip(COLUMNS, SLIMER.split(","), strict=True)) | cells
    return ",".join(row.values())


def refusal(*lines, **more):
    """The error for a list with these lines under the header."""
    with pytest.raises(ContentError) as error:
        parse_cards("\n".join((HEADER, *lines)), "my.csv", **more)
    return error.value


def test_the_official_list_has_160_cards_numbered_from_1():
    cards = read_cards(OFFICIAL_CARDS, areas=False, min_cards=60)
    assert [card.number for card in cards] == list(range(1, 161))
    assert [sum(card.kind == kind for card in cards) for kind in (CREATURE, GREEN, RED, BLUE)] == [116, 24, 12, 8]
    assert cards[150] == CardDefinition(151, "Decimate", RED, 5, 0, -99, 63, 0, 0, 0, 0)


def test_the_official_file_is_what_the_writer_writes():
    assert write_cards(read_cards(OFFICIAL_CARDS)) == OFFICIAL_CARDS.read_text(encoding="utf-8")


def test_columns_may_stand_in_any_order_and_cells_may_have_blanks():
    header = "name, number ,kind,cost,attack,defense,keywords,draw,area,my_health,opp_health"
    assert parse_cards(f"{header}\nFoo, 7,red,1,-1,-2,-C--L-,0,target,+3,-4") == [
        CardDefinition(7, "Foo", RED, 1, -1, -2, CHARGE | LETHAL, 3, -4, 0, 0)
    ]


def test_comments_blank_lines_quotes_and_windows_line_ends_are_fine(tmp_path):
    path = tmp_path / "cards.csv"
    lines = (
        '# my, "cards',
        "",
        HEADER,
        "  # more",
        '1,"Slimer, the ""Great""",creature,1,2,1,------,1,0,0,target',
        "   ",
    )
    path.write_bytes("\r\n".join(lines).encode("utf-8-sig"))
    assert [card.name for card in read_cards(path)] == ['Slimer, the "Great"']


def test_lines_are_counted_with_comments_and_blank_lines():
    error = refusal("# a comment", "", SLIMER, "\t", changed(number="2", cost="x"))
    assert (error.line, error.field) == (6, "cost")
    assert not missing(error, "my.csv", "line 6", "'cost'", "'x'")


@each(
    ("cells", "field", "says"),
    [
        ({"number": "-1"}, "number", "0 to 32767"),
        ({"number": "99999"}, "number", "0 to 32767"),
        ({"number": "one"}, "number", "'one' is not a whole number"),
        ({"number": "9" * 5000}, "number", "is not a whole number"),
        ({"number": "１"}, "number", "is not a whole number"),
        ({"name": ""}, "name", "needs a name"),
        ({"name": "x" * 61}, "name", "at most 60"),
        ({"name": "a\x07b"}, "name", "ordinary characters"),
        ({"kind": "Creature"}, "kind", "not one of creature, green, red, blue"),
        ({"kind": "itemGreen"}, "kind", "not one of"),
        ({"cost": ""}, "cost", "'' is not a whole number"),
        ({"cost": "1.5"}, "cost", "is not a whole number"),
        ({"cost": "-1"}, "cost", "0 to 13"),
        ({"cost": "14"}, "cost", "a player never has more than 13 mana"),
        ({"attack": "-1"}, "attack", "0 to 99 for a creature card"),
        ({"defense": "0"}, "defense", "it must live"),
        ({"defense": "100"}, "defense", "1 to 99"),
        ({"kind": "green", "defense": "-1"}, "defense", "cannot hurt its own creature"),
        ({"kind": "red", "attack": "1", "defense": "-1"}, "attack", "-99 to 0 for a red card"),
        ({"kind": "red", "attack": "0", "defense": "1"}, "defense", "only weakens"),
        ({"kind": "blue", "attack": "2", "defense": "-1"}, "attack", "only weakens"),
        ({"kind": "blue", "attack": "0", "defense": "3"}, "defense", "only weakens"),
        ({"my_health": "100"}, "my_health", "-99 to 99"),
        ({"opp_health": "-100"}, "opp_health", "-99 to 99"),
        ({"draw": "-1"}, "draw", "0 to 8: a hand holds 8 cards"),
        ({"draw": "9"}, "draw", "0 to 8"),
        ({"keywords": ""}, "keywords", "six characters"),
        ({"keywords": "-----"}, "keywords", "six characters"),
        ({"keywords": "-------"}, "keywords", "six characters"),
        ({"keywords": "C-----"}, "keywords", "did you mean '-C----'?"),
        ({"keywords": "gw"}, "keywords", "did you mean '---G-W'?"),
        ({"keywords": "b-----"}, "keywords", "did you mean 'B-----'?"),
        ({"keywords": "X-----"}, "keywords", "each letter of BCDGLW in its place"),
        ({"area": "lane1"}, "area", "'lane1' … target"),
    ],
)
def test_a_wrong_cell_is_named_by_file_line_and_field(cells, field, says):
    error = refusal(changed(**cells))
    assert (error.file, error.line, error.field) == ("my.csv", 2, field)
    assert not missing(error, says)


def test_areas_belong_to_version_1_5():
    parse_cards(f"{HEADER}\n{changed(area='lane')}", areas=True)
    error = refusal(changed(area="both"), areas=False)
    assert "only version 1.5 has areas" in str(error)


def test_every_card_needs_its_own_number():
    error = refusal(SLIMER, changed(name="Other"))
    assert not missing(str(error), "Slimer (line 2)", "Other (line 3)", "number 1")
    assert (error.line, error.other_lines) == (3, (2,))


def test_the_number_of_cells_must_fit():
    assert "10 cells, but the first line names 11" in str(refusal(SLIMER.rsplit(",", 1)[0]))
    assert "needs quotes" in str(refusal(SLIMER + ",a text"))


def test_a_list_can_be_too_short_and_too_long():
    cards = [changed(number=str(number)) for number in range(1, 252)]
    assert len(parse_cards("\n".join((HEADER, *cards[:250])))) == 250
    assert refusal(*cards).line == 252
    assert not missing(refusal(*cards[:59], min_cards=60, purpose="a draft"), "59 cards", "60")


@each(
    ("header", "says"),
    [
        ("", "the card list is empty"),
        ("# nothing\n\n", "the card list is empty"),
        (HEADER.replace("cost", "costs"), "'costs' … 'cost'"),
        (HEADER + ",text", "unknown column 'text'"),
        (HEADER + ",draw", "the column 'draw' appears twice"),
        (HEADER.replace("draw,", ""), "the column 'draw' is missing"),
        (HEADER.replace(",", ";"), "separated by commas"),
        (HEADER.replace(",", "\t"), "separated by commas"),
    ],
)
def test_the_first_line_names_the_columns(header, says):
    with pytest.raises(ContentError) as error:
        parse_cards(header, "my.csv")
    assert not missing(error.value, says)


def test_an_open_quote_is_an_error_in_its_own_line():
    error = refusal(SLIMER, '2,"Open,creature,1,2,1,------,1,0,0,target', changed(number="3"))
    assert error.line == 3
    assert "not a line of CSV" in str(error)


def test_files_that_cannot_be_read_say_so(tmp_path):
    for path in (tmp_path / "none.csv", tmp_path, "\0", tmp_path / ("x" * 300)):
        with pytest.raises(ContentError):
            read_cards(path)
    latin = tmp_path / "latin.csv"
    latin.write_bytes(f"{HEADER}\n{changed(name='Größe')}".encode("latin-1"))
    with pytest.raises(ContentError, match="line 2: not UTF-8"):
        read_cards(latin)


LETTERS = st.characters(categories=("L", "N", "P", "S"), include_characters=" ")


def numbers(bounds):
    return st.integers(bounds[0], bounds[1])


@st.composite
def facts(draw):
    kind = draw(st.sampled_from((CREATURE, GREEN, RED, BLUE)))
    name = draw(st.text(LETTERS, min_size=1, max_size=60).map(str.strip).filter(bool))
    bounds = RANGES | STRENGTHS[kind]
    return CardDefinition(
        name=name,
        kind=kind,
        keywords=draw(st.integers(0, 63)),
        area=draw(st.integers(0, 2)),
        **{field: draw(numbers(bounds[field])) for field in bounds},
    )


@given(st.lists(facts(), max_size=20, unique_by=lambda card: card.number))
def test_cards_come_back_from_their_text(cards):
    assert parse_cards(write_cards(cards), min_cards=0) == cards


@given(st.text())
def test_any_text_is_a_card_list_or_a_content_error(text):
    for attempt in (text, f"{HEADER}\n{text}", f"{HEADER}\n{SLIMER[:-1]}{text}"):
        with contextlib.suppress(ContentError):
            parse_cards(attempt)


@given(st.sampled_from(range(len(COLUMNS))), st.text(max_size=12))
def test_any_cell_is_right_or_a_content_error(column, cell):
    cells = SLIMER.split(",")
    cells[column] = cell
    with contextlib.suppress(ContentError):
        parse_cards(f"{HEADER}\n{','.join(cells)}")
