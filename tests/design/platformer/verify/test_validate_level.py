"""Levels made by hand that cannot be finished are refused with file and line."""

from dataclasses import replace

import pytest

from ludus.design.platformer.inspect import inspect
from ludus.design.platformer.options import InspectOptions
from ludus.design.platformer.verify.agent import walk_level
from ludus.design.platformer.verify.validate_level import check_playable, dead_ends, read_playable
from ludus.games.platformer.level_files import read_level
from ludus.games.platformer.options import find_level
from ludus.util.errors import ContentError
from tests.messages import mentions, missing

from ..requests import make_request

HALL = ("############", "#oooooooooo#", "#oooooooooo#", "#oooooooooo#", "############")
WALL = ("############", "#ooooo#oooo#", "#ooooo#oooo#", "#ooooo#oooo#", "############")
DROP = ("############", "#oooooooooo#", "#oooooooooo#", "#####oooooo#", "#####oooooo#", "#####oooooo#", "############")
SPIKED = ("############", "############", "#oooddddooo#", "############")
PIT = ("########", "#oooooo#", "#oooooo#", "#oooooo#", "##o##d##", "##o##=##", "##o##=##", "##o##=##", "########")
SAWN = ("############", "############", "#oootttoooo#", "############")


def write(tmp_path, rows, *lines):
    file = tmp_path / "my.level"
    file.write_text("\n".join(["level Mine", "", "cells", *rows, "", "start 1 1", "exit 10 1", *lines, ""]))
    return str(file)


def test_a_level_that_can_be_played_is_proven_by_a_run(tmp_path):
    level, run = read_playable(write(tmp_path, HALL))
    assert level.name == "Mine"
    assert 0 < len(run.moves) < 200
    assert read_playable("trap-school")[1].moves


@pytest.mark.parametrize(
    ("rows", "lines", "line", "message"),
    [
        (WALL, [], 11, "exit 10 1 … 1 1 … 5 1"),
        (HALL, ["exit 9 2"], 12, "exit 9 2: a player cannot stand here"),
        (SPIKED, [], 6, "traps block … 3 1 … spikes 4 1"),
        (SAWN, ["saw 4 1 period 90 phase 0"], 11, "saw 4 1 blocks every path"),
    ],
)
def test_the_blocking_trap_or_exit_is_named_with_its_line(tmp_path, rows, lines, line, message):
    file = write(tmp_path, rows, *lines)
    with pytest.raises(ContentError, match=mentions(message)) as error:
        read_playable(file)
    assert (str(error.value.file), error.value.line) == (file, line)


def test_a_level_with_a_one_way_fall_can_be_played_but_not_rated(tmp_path):
    file = tmp_path / "drop.level"
    file.write_text("\n".join(["level Drop", "cells", *DROP, "", "start 1 4", "exit 10 1", ""]))
    with pytest.raises(ContentError, match=mentions("fall", "5 3", "5 1", "steps")):
        read_playable(str(file))
    stairs = file.read_text().replace("#####oooooo#\n#####oooooo#\n####", "#####oooooo#\n######ooooo#\n####")
    file.write_text(stairs)
    assert read_playable(str(file))[1].moves


def test_every_exit_is_walked_to_not_only_the_first(tmp_path):
    rows = ["#" * 19, "#" + "o" * 9 + "#" * 9, "#" + "o" * 9 + "#" * 9, "#oooooooooddddddoo#", "#" * 19]
    file = tmp_path / "two.level"
    file.write_text("\n".join(["level Two", "cells", *rows, "", "start 3 1", "exit 1 1", "exit 17 1", ""]))
    with pytest.raises(ContentError, match=mentions("exit 17 1", "9 1")) as error:
        read_playable(str(file))
    assert error.value.line == 6
    file.write_text(file.read_text().replace("exit 17 1\n", "exit 5 1\n"))
    level, run = read_playable(str(file))
    assert run == walk_level(level, (1, 1))


def test_dead_ends_are_found():
    text = "\n".join(["level Pit", "cells", *PIT, "", "start 1 5", "exit 6 5"])
    assert dead_ends(read_level(text)) == [(2, 1)]
    assert dead_ends(read_level(text + "\nexit 2 1")) == []
    assert dead_ends(find_level("tower")) == []


def test_inspect_reports_dead_ends(tmp_path):
    file = tmp_path / "pit.level"
    file.write_text("\n".join(["level Pit", "cells", *PIT, "", "start 1 5", "exit 6 5", ""]))
    spec = replace(make_request(), games=3)
    assert not missing(inspect([str(file)], InspectOptions(), spec).answer, "From 2 1", "no exit")
    assert not any(
        "no exit can be reached" in words for words in inspect(["first-steps"], InspectOptions(), spec).answer
    )


def test_without_a_file_the_cell_is_named():
    with pytest.raises(ContentError, match="exit 10 1 cannot be reached"):
        check_playable(read_level("\n".join(["level X", "cells", *WALL, "", "start 1 1", "exit 10 1"])))
