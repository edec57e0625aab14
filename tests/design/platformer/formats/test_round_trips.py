"""Levels written in every format and read back; damaged files of every format."""

from dataclasses import replace
from random import Random

import pytest

from ludus.design.platformer.formats.level_exchange import FORMATS, load_foreign_level, same_level
from ludus.design.platformer.formats.level_parts import KINDS, property_names, split_level
from ludus.design.platformer.formats.movement_properties import read_movement
from ludus.games.platformer.level import ORNAMENTS
from ludus.util.errors import ContentError
from tests.cases import thorough
from tests.design.platformer.formats.mutations import damage_bytes, damage_json, damage_lines, damage_xml
from tests.design.platformer.formats.samples import SUFFIXES, everything, other_movements, read, sample_levels, written

STRUCTURES = {
    ".tmx": damage_xml,
    ".tmj": damage_json,
    ".ldtk": damage_json,
    ".tscn": damage_lines,
    ".csv": damage_lines,
}


def test_the_level_with_everything_has_every_kind():
    parts = split_level(everything())
    assert {thing.kind for thing in parts.things} == set(KINDS)
    assert {character for row in parts.terrain for character in row} == set("#=o.")
    assert {(thing.kind, thing.properties.get("facing")) for thing in parts.things} >= {
        *(("spikes", facing) for facing in ("left", "right", "up", "down")),
        *(("wall-spikes", facing) for facing in ("left", "right")),
    }


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_every_cell_trap_and_period_comes_back(suffix):
    for name, level in sample_levels().items():
        imported = read(written(level, suffix), suffix)
        assert imported.notes == (), name
        if suffix == ".csv":  # it keeps no order
            assert same_level(imported.level, level), name
        else:
            assert imported.level == level, name


def test_levels_that_differ_in_one_place_are_not_the_same():
    level = everything()
    for suffix in SUFFIXES:
        text = written(level, suffix)
        other = text.replace("3599", "3598")
        assert other != text
        assert not same_level(read(other, suffix).level, level), suffix


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_the_same_level_gives_the_same_bytes(suffix):
    text = written(everything(), suffix)
    assert written(read(text, suffix).level, suffix) == text


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_damaged_file_is_a_level_or_an_error_with_the_name_of_the_file(tmp_path, suffix):
    file = tmp_path / f"damaged{suffix}"
    messages = []
    for level in (everything(), sample_levels()["trap-school"]):
        text = written(level, suffix)
        for case in range(thorough(120, 2000)):
            random = Random(f"{suffix} {level.name} {case}")
            if case % 2:
                file.write_bytes(damage_bytes(random, text.encode()))
            else:
                file.write_bytes(STRUCTURES[suffix](random, text).encode("utf-8", "surrogatepass"))
            try:
                load_foreign_level(file)
            except ContentError as error:
                messages.append(str(error))
    assert len(messages) > 50
    for message in messages:
        assert str(file) in message
        assert len(message) < 700 + len(str(file))
        assert "\n" not in message


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_wrong_value_of_any_property_of_any_trap_is_refused(suffix):
    parts = split_level(everything())
    for k, trap in enumerate(parts.things):
        for name in property_names(trap.kind):
            wrong = "diagonal" if name == "facing" else 987654
            if name == "facing" and suffix != ".csv":
                continue  # writers choose the picture by the facing, so that they write no wrong one
            things = [*parts.things]
            things[k] = replace(trap, properties={**trap.properties, name: wrong})
            text = FORMATS[suffix].write(replace(parts, things=tuple(things)))
            with pytest.raises(ContentError) as caught:
                read(text, suffix)
            assert f"file{suffix}" in str(caught.value)
            assert str(wrong) in str(caught.value)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_physics_and_building_pieces_come_back(suffix):
    for name, level in other_movements().items():
        imported = read(written(level, suffix), suffix)
        assert imported.notes == (), name
        assert imported.level.movement == level.movement, name
        assert imported.level.movement.physics.name == level.movement.physics.name
        assert imported.level.movement.pieces == level.movement.pieces
    assert not other_movements()["double jump"].movement.physics.is_thesis


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_level_of_the_thesis_has_no_properties_of_a_physics(suffix):
    text = written(everything(), suffix)
    assert "physics_" not in text.replace("physics_layer", "")
    assert "piece_" not in text


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_wrong_physics_is_refused_with_file_and_property(suffix):
    text = written(other_movements()["double jump"], suffix)
    for old, new, what in (
        ("physics_air_jumps", "physics_air_jump", "physics_air_jump"),
        ("840", "984000", "physics_air_jump_speed"),
        ("piece_1", "piece_one", "piece_one"),
        ("connect 0 0", "connect 0 1", "piece_"),
    ):
        assert old in text
        with pytest.raises(ContentError) as caught:
            read(text.replace(old, new), suffix)
        assert f"file{suffix}" in str(caught.value)
        assert what in str(caught.value)


def test_a_name_without_numbers_is_no_physics():
    for given in ({"physics": "moon"}, {"physics_gravity": 20}):
        with pytest.raises(ContentError, match="physics"):
            read_movement("x.tmx", "map", given)
    assert read_movement("x.tmx", "map", {"physics": "moon", "physics_gravity": "20"}).physics.gravity == 20
    assert read_movement("x.tmx", "map", {"other": 1}).is_thesis


def test_decoration_and_markers_have_no_properties():
    assert all(property_names(kind) == () for kind in ("start", "exit", "safe", *ORNAMENTS))
