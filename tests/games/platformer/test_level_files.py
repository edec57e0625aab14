"""Level files: read as they are written, and refused with file and line."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.games.platformer import game
from ludus.games.platformer import game_data_records as t
from ludus.games.platformer.level import CELL_CHARACTERS, Level, LevelTrap, write_level
from ludus.games.platformer.level_files import LevelError, check_level, find_faults, read_level
from ludus.games.platformer.options import find_level, level_names
from ludus.util.errors import ContentError, LudusError, OptionError
from tests.cases import each
from tests.messages import mentions

GOOD = """level Test

; a remark
cells
##########
#oooooooo#
#oo#ooooo#
#oooo=ooo#
#ottt.odo#
##########

start 1 1
exit 8 1
saw 2 1 period 96 phase 10
"""


@each("name", level_names())
def test_levels_of_the_game_read_back_as_they_are_written(name):
    level = find_level(name)
    assert read_level(write_level(level)) == level


def test_a_level_is_what_its_file_says():
    level = read_level(GOOD)
    assert (level.name, level.width, level.height, level.start, level.exits) == ("Test", 10, 6, (1, 1), ((8, 1),))
    assert level.traps == (LevelTrap(t.SAW, 2, 1, t.POINT_UP, 96, 10), LevelTrap(t.SPIKES, 7, 1))
    assert level.cell(0, 0) == "#"
    assert level.cell(-1, 3) == "="
    assert (5, 3) in level.safe_cells
    assert not {(2, 1), (7, 1), (5, 4)} & {*level.safe_cells}


@each(
    ("old", "new", "line", "said"),
    [
        ("exit 8 1\n", "", None, "there is no exit"),
        ("level Test", "level Te\x1b[31mst", 1, "unprintable characters"),
        ("exit 8 1", "exit 80 1", 13, "exit 80 1 … 10 x 6"),
        ("exit 8 1", "exit 9 1", 13, "exit 9 1 is in a solid cell"),
        ("exit 8 1", "exit 2 1", 13, "exit 2 1 is in a trap"),
        ("exit 8 1", "exit 1 1", 13, "the start is an exit"),
        ("exit 8 1", "exit 8", 13, "write 'exit X Y'"),
        ("exit 8 1", "exit 8 -1", 13, "a whole number from 0 to 63, not '-1'"),
        ("start 1 1", "start 1 3", 12, "a body cannot stand here"),
        ("start 1 1\n", "", None, "there are 0 starts"),
        ("start 1 1", "start 1 1\nstart 2 1", None, "there are 2 starts"),
        ("#oo#ooooo#", "#oo?ooooo#", 7, "there is no cell '?' (column 3)"),
        ("#oo#ooooo#", "#oo#oooo#", 7, "this row has 9 cells, those above it 10"),
        ("cells\n", "", 4, "no line of a level begins with '##########'; the words are level"),
        ("level Test\n", "", None, "the level has no name"),
        ("saw 2 1 period 96 phase 10\n", "", 9, "cell 2 1 is t … trap"),
        ("saw 2 1", "saw 3 1", 14, "saw 3 1: cell 5 1 must be t, not ."),
        ("saw 2 1", "saw 8 1", 14, "must be t, not o"),
        ("saw 2 1", "saw 2 5", 14, "must be t"),
        ("saw 2 1", "saw 9 1", 14, "must be t"),
        ("period 96", "period 7", 14, "a period has 30 to 3600 ticks, not 7"),
        ("phase 10", "phase 96", 14, "a phase must be below the period (96)"),
        ("phase 10", "", 14, "write 'saw X Y period P phase F'"),
        ("saw 2 1", "sow 2 1", 14, "no line of a level begins with 'sow'; did you mean 'saw'?"),
        ("phase 10", "phase 10\nmine 3 1", 15, "mine 3 1 … saw 2 1 … cell 3 1"),
        ("phase 10", "phase 10\nspikes 7 1 left", 15, "spikes 7 1 needs a solid cell at 8 1"),
        ("phase 10", "phase 10\nspikes 7 1 inwards", 15, "write 'spikes X Y left|right|up|down'"),
        ("phase 10", "phase 10\nsafe 4 4", 15, "safe 4 4: a body cannot stand here"),
        ("phase 10", "phase 10\nsafe 1 1\nsafe 1 1", 16, "safe 1 1 occurs twice"),
    ],
)
def test_an_error_names_its_line(old, new, line, said):
    assert old in GOOD
    with pytest.raises(ContentError, match=mentions(said)) as error:
        read_level(GOOD.replace(old, new), "my.level")
    assert (error.value.file, error.value.line) == ("my.level", line)


def test_a_trap_outside_the_level_is_refused():
    with pytest.raises(ContentError, match="saw 8 1 is outside, in cell 10 1"):
        read_level(GOOD.replace("#ottt.odo#", "#oooo.odtt").replace("saw 2 1", "saw 8 1").replace("exit 8", "exit 3"))


@each(
    ("kind", "facing", "missing"),
    [
        (t.WALL_SPIKES, t.POINT_LEFT, "4 2"),
        (t.WALL_SPIKES, t.POINT_RIGHT, "2 2"),
        (t.SQUEEZE, t.POINT_UP, "3 1"),
        (t.MINE, t.POINT_UP, "3 1"),
        (t.JAWS, t.POINT_UP, "2 2"),
    ],
)
def test_traps_need_what_holds_them(kind, facing, missing):
    rows = ("#######", "#ooooo#", "#ootoo#", "#ooooo#", "#######")
    period = 0 if kind in t.TRAPS_WITHOUT_PERIOD else 60
    level = Level("held", rows, (1, 1), ((5, 1),), (LevelTrap(kind, 3, 2, facing, period),))
    with pytest.raises(ContentError, match=f"needs a solid cell at {missing}"):
        check_level(level)


def test_levels_are_found_by_name_or_path(tmp_path):
    file = tmp_path / "mine.level"
    file.write_text(GOOD)
    assert game.content(level=str(file)).labels == read_level(GOOD)
    with pytest.raises(LudusError, match="did you mean 'tower'"):
        game.content(level="towel")
    with pytest.raises(ContentError, match="there is no such level file"):
        game.content(level="nowhere.level")
    with pytest.raises(OptionError, match="respawn"):
        game.content(respawn="never")


def test_the_largest_level_fits_and_a_larger_one_is_refused():
    rows = ["#" * 128, *["#" + "o" * 126 + "#"] * 62, "#" * 128]
    lines = ["level Large", "cells", *rows, "", "start 1 1", "exit 126 1"]
    assert game.content(level="tower").data.dtype == game.data.dtype
    assert read_level("\n".join(lines)).height == 64
    with pytest.raises(ContentError, match="at most 128 x 64 cells"):
        read_level("\n".join([*lines[:2], rows[0], *lines[2:]]))
    with pytest.raises(ContentError, match="too long for a level"):
        read_level("o" * 200_000)


@settings(max_examples=60)
@given(
    st.lists(st.text(CELL_CHARACTERS + "x \n;", max_size=12), max_size=8),
    st.lists(st.sampled_from(GOOD.split()), max_size=12),
)
def test_any_text_is_a_level_or_a_clear_error(rows, words):
    text = "\n".join(["level L", "cells", *rows, "", "start 1 1", "exit 2 1", " ".join(words)])
    try:
        level = read_level(text)
    except ContentError:
        return
    assert read_level(write_level(level)) == level


def test_all_faults_of_a_text_are_found_with_their_cells():
    text = "level Two\ncells\n######\n#oooo#\n#ootd#\n######\n\nstart 1 2\nexit 4 9\nsqueeze 3 1 period 90 phase 0\n"
    level, faults = find_faults(text)
    assert level is not None
    assert [fault.cells for fault in faults] == [((1, 2),), ((4, 9),), ((3, 1),)]
    with pytest.raises(LevelError) as first:
        read_level(text)
    assert str(first.value) == str(faults[0])


def test_a_text_that_cannot_be_parsed_has_one_fault():
    level, (fault,) = find_faults("level Two\ncells\n###\n#?#\n\nstart 1 1\n")
    assert (level, fault.line) == (None, 4)
