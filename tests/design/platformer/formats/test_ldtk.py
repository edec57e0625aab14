"""LDtk projects: read by ldtkpy, valid by LDtk's schema, edited, and broken."""

import json
import os
from pathlib import Path

import jsonschema
import pytest
from ldtkpy.api import ldtk_json_from_dict

from ludus.design.platformer.formats.level_parts import split_level
from ludus.design.platformer.formats.movement_properties import movement_properties
from ludus.util.errors import ContentError
from tests.design.platformer.formats.samples import everything, read, sample_levels, written

SCHEMA = os.environ.get("LDTK_SCHEMA", "")  # the file with the JSON schema that LDtk publishes


@pytest.fixture
def data():
    """The project with the level with everything, to be changed."""
    return json.loads(written(everything(), ".ldtk"))


def layers(data):
    return {layer["__identifier"]: layer for layer in data["levels"][0]["layerInstances"]}


def entity(data, kind):
    return next(
        item for layer in layers(data).values() for item in layer["entityInstances"] if item["__identifier"] == kind
    )


def refused(data, *words):
    with pytest.raises(ContentError) as caught:
        read(json.dumps(data), ".ldtk")
    for word in ("file.ldtk", *words):
        assert word in str(caught.value)


def test_ldtkpy_reads_every_trap_with_its_timing():
    for level in sample_levels().values():
        project = ldtk_json_from_dict(json.loads(written(level, ".ldtk")))
        (parsed,) = project.levels
        assert (parsed.px_wid, parsed.px_hei) == (32 * level.width, 32 * level.height)
        fields = {"level": level.name, **movement_properties(level.movement)}
        assert {field.identifier: field.value for field in parsed.field_instances} == fields
        uids = [definition.uid for definition in project.defs.level_fields]
        assert [field.def_uid for field in parsed.field_instances] == uids
        assert len(set(uids)) == len(uids)
        things = [
            (
                item.identifier.replace("_", "-"),
                item.grid[0],
                level.height - 1 - item.grid[1],
                {field.identifier: field.value for field in item.field_instances},
            )
            for layer in parsed.layer_instances
            for item in layer.entity_instances
        ]
        parts = split_level(level).things
        assert things == [(item.kind, item.x, item.y, dict(item.properties)) for item in parts]
        uids = {definition.uid for definition in project.defs.entities}
        assert {item.def_uid for layer in parsed.layer_instances for item in layer.entity_instances} <= uids


@pytest.mark.skipif(not SCHEMA, reason="needs LDtk's JSON schema, as the file that LDTK_SCHEMA names")
def test_projects_are_valid_by_the_schema_of_ldtk():
    validator = jsonschema.Draft7Validator(json.loads(Path(SCHEMA).read_text(encoding="utf-8")))
    for level in sample_levels().values():
        project = json.loads(written(level, ".ldtk"))
        assert [error.message for error in validator.iter_errors(project)] == []
        del project["levels"][0]["pxWid"]
        assert [error.message for error in validator.iter_errors(project)]


def test_numbers_in_a_project_are_unique():
    data = json.loads(written(everything(), ".ldtk"))
    definitions = [item for group in ("layers", "entities", "tilesets", "enums") for item in data["defs"][group]]
    fields = [item for entity in data["defs"]["entities"] for item in entity["fieldDefs"]]
    uids = [item["uid"] for item in (*definitions, *fields, *data["defs"]["levelFields"], *data["levels"])]
    assert len(uids) == len(set(uids))
    assert max(uids) < data["nextUid"]
    iids = [item["iid"] for layer in layers(data).values() for item in (layer, *layer["entityInstances"])]
    assert len(iids) == len(set(iids))


def test_layers_may_have_another_order_and_entities_another_pivot(data):
    level = data["levels"][0]
    level["layerInstances"] = level["layerInstances"][::-1]
    saw = entity(data, "saw")
    saw["__pivot"], saw["px"] = [0.5, 1], [saw["px"][0] + 48, saw["px"][1] + 32]
    entity(data, "wall_spikes")["__identifier"] = "Wall_spikes"
    assert read(json.dumps(data), ".ldtk").level == everything()


def test_tiles_and_fields_that_a_level_does_not_have_are_noted(data):
    layers(data)["cells"]["autoLayerTiles"] = [{"px": [0, 0]}]
    entity(data, "gem")["fieldInstances"] = [{"__identifier": "worth", "__value": 3}]
    imported = read(json.dumps(data), ".ldtk")
    assert imported.level == everything()
    assert ["cells" in imported.notes[0], "worth" in imported.notes[1], len(imported.notes)] == [True, True, 2]


def test_a_level_without_a_name_field_has_its_identifier(data):
    data["levels"][0]["fieldInstances"] = []
    imported = read(json.dumps(data), ".ldtk")
    assert imported.level.name == "level"
    assert imported.notes


@pytest.mark.parametrize(
    ("kind", "change", "words"),
    [
        ("saw", {"__identifier": "sawe"}, ["'sawe'", "'saw'"]),
        ("saw", {"px": [100, 128]}, ["grid", "3.12"]),
        ("saw", {"px": [100]}, ["px"]),
        ("saw", {"width": 32}, ["96 x 32"]),
        ("saw", {"fieldInstances": []}, ["'period'"]),
        ("saw", {"px": [1280, 128]}, ["outside"]),
        ("mine", {"px": [512, 128]}, ["squeeze", "16 1"]),
    ],
)
def test_a_wrong_entity_is_named_with_layer_and_number(data, kind, change, words):
    entity(data, kind).update(change)
    refused(data, "layer 'traps', entity", *words)


def test_cells_are_checked(data):
    cells = layers(data)["cells"]
    cells["intGridCsv"][45] = 9
    refused(data, "layer 'cells'", "column 5, row 1", "9")
    cells["intGridCsv"] = [0]
    refused(data, "layer 'cells'", "40 x 6")
    cells["__type"] = "Tiles"
    refused(data, "IntGrid")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"jsonVersion": "0.9.3"}, ["0.9.3", "1.5"]),
        ({"externalLevels": True}, ["separate files"]),
        ({"worlds": [{}]}, ["worlds"]),
        ({"levels": []}, ["0 levels"]),
        ({"defs": 3}, ["defs"]),
    ],
)
def test_a_project_that_is_no_level_says_why(data, change, words):
    data |= change
    refused(data, *words)


def test_several_levels_are_named(data):
    data["levels"].append({**data["levels"][0], "identifier": "Second"})
    refused(data, "2 levels", "Second")
