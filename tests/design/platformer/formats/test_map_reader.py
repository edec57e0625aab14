"""Checks that the readers of maps with layers share."""

import pytest

from ludus.design.platformer.formats.map_reader import MapReader, two_numbers
from ludus.util.errors import ContentError
from tests.cases import each


@pytest.fixture
def reader():
    return MapReader("file.x")


def test_the_cell_layer_is_the_only_one_or_the_one_with_the_name(reader):
    assert reader.choose_cell_layer("map", "layer", [1], ["other"], "cells") == 1
    assert reader.choose_cell_layer("map", "layer", [1, 2], ["other", "cells"], "cells") == 2
    for layers, names in (([], []), ([1, 2], ["a", "b"]), ([1, 2], ["cells", "cells"])):
        with pytest.raises(ContentError, match="'cells'"):
            reader.choose_cell_layer("map", "layer", layers, names, "cells")


def test_values_other_than_the_name_are_noted(reader):
    assert reader.level_name("map", "property", {"level": "Hall", "music": 3, "size": 1}, "file", ["size"]) == "Hall"
    assert len(reader.notes) == 1
    assert "'music'" in reader.notes[0]
    assert reader.level_name("map", "property", {}, "file") == "file"
    assert "'file'" in reader.notes[1]
    with pytest.raises(ContentError, match=r"map: property 'level'.*'3'"):
        reader.level_name("map", "property", {"level": 3}, "file")


def test_a_map_without_a_size_is_cut_to_its_cells(reader):
    assert reader.make_terrain("map", {(-3, 2): "#", (-1, 3): "="}, None, "no size") == ("#oo", "oo=")
    assert "columns -3 to -1 and rows 2 to 3" in reader.notes[0]
    assert reader.make_thing("there", "coin", (-2, 3), {}).name == "coin 1 0"
    for cells in ({}, {(0, 0): "#", (500, 0): "#"}):
        with pytest.raises(ContentError, match="map"):
            reader.make_terrain("map", cells, None, "no size")


def test_a_cell_outside_of_the_size_is_named(reader):
    with pytest.raises(ContentError, match="column 2, row 1 is outside of 2 x 2"):
        reader.make_terrain("map", {(2, 1): "#"}, (2, 2))


def test_things_are_half_a_pixel_off_the_grid_at_most(reader):
    assert reader.snap("there", "coin", 32.4, 63.6, (32, 32), "move it") == (1, 2)
    with pytest.raises(ContentError, match=r"there: .*column 1\.03, row 2\.00; move it"):
        reader.snap("there", "coin", 33, 64, (32, 32), "move it")
    reader.check_pixels("there", "saw", 96, 32, (32, 32))
    with pytest.raises(ContentError, match="96 x 32 pixels"):
        reader.check_pixels("there", "saw", 32, 32, (32, 32))


@each("values", [[1], [1, "2"], [1, True], [1, 1e9], [1, float("nan")]])
def test_two_numbers_are_no_other_values(values):
    assert two_numbers(values) is None
    assert two_numbers([1, 2.5]) == (1, 2.5)
