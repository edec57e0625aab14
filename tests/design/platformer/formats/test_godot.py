"""Scenes of Godot: read by godot-parser, edited, and broken. The bytes of cells follow Godot's description of them."""

import base64
import struct

import godot_parser
import pytest

from ludus.design.platformer.formats.godot_text import Call, parse_scene
from ludus.design.platformer.formats.level_parts import split_level
from ludus.util.errors import ContentError
from tests.design.platformer.formats.samples import everything, read, sample_levels, written

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of godot-parser's use of pyparsing


@pytest.fixture
def text():
    """The scene of the level with everything, to be changed."""
    return written(everything(), ".tscn")


def refused(text, *words):
    with pytest.raises(ContentError) as caught:
        read(text, ".tscn")
    for word in ("file.tscn", "line", *words):
        assert word in str(caught.value)


def test_godot_parser_reads_every_trap_with_its_timing():
    for level in sample_levels().values():
        scene = godot_parser.parse(written(level, ".tscn"))
        with scene.use_tree() as tree:
            assert (tree.root.type, tree.root["metadata/level"]) == ("Node2D", level.name)
            things = [
                (node["metadata/kind"], node["position"].x // 32, level.height - 1 - node["position"].y // 32, node)
                for group in ("Markers", "Traps", "Ornaments")
                for node in tree.get_node(group).get_children()
            ]
            parts = split_level(level).things
            assert [thing[:3] for thing in things] == [(item.kind, item.x, item.y) for item in parts]
            for (*_, node), item in zip(things, parts, strict=True):
                assert {name: node[f"metadata/{name}"] for name in item.properties} == dict(item.properties)
            assert tree.get_node("Cells").type == "TileMapLayer"
        resources = {resource.id for resource in scene.get_sub_resources()}
        assert resources == {"atlas", "tile_set"}


def test_cells_are_twelve_bytes_each_after_a_version(text):
    level = everything()
    (cells,) = [section for section in parse_scene(text, "x") if section.fields.get("name") == "Cells"]
    data = base64.b64decode(cells.properties["tile_map_data"].arguments[0])
    assert data[:2] == b"\0\0"
    solid = {
        (x, y)
        for x, y, source, column, row, other in struct.iter_unpack("<hhHHHH", data[2:])
        if (column, row) in {(0, 0), (1, 0)}
    }
    assert solid == {(x, y) for y, row in enumerate(level.rows) for x, character in enumerate(row) if character in "#="}


def test_what_godot_writes_otherwise_is_read_too(text):
    sections = text.split("\n\n")
    (cells,) = [section for section in sections if "tile_map_data" in section]
    encoded = cells.partition('PackedByteArray("')[2].partition('"')[0]
    numbers = ", ".join(str(byte) for byte in base64.b64decode(encoded))
    assert read(text.replace(f'"{encoded}"', numbers), ".tscn").level == everything()
    raw = base64.b64decode(encoded)[2:]
    words = ", ".join(str(number) for (number,) in struct.iter_unpack("<i", raw))
    older = text.replace('type="TileMapLayer"', 'type="TileMap"').replace(
        f'tile_map_data = PackedByteArray("{encoded}")', f"format = 2\nlayer_0/tile_data = PackedInt32Array({words})"
    )
    assert read(older, ".tscn").level == everything()


def test_sprites_may_be_centred_and_groups_moved(text):
    moved = text.replace(
        '[node name="Traps" type="Node2D" parent="."]',
        '[node name="Traps" type="Node2D" parent="."]\nposition = Vector2(16, -32)',
    )
    with pytest.raises(ContentError, match="grid"):
        read(moved, ".tscn")
    saw = 'position = Vector2(96, 128)\ntexture = ExtResource("tiles")\ncentered = false'
    assert text.count(saw) == 1
    centred = text.replace(saw, 'position = Vector2(144, 144)\ntexture = ExtResource("tiles")')
    assert read(centred, ".tscn").level == everything()
    marker = text.replace('type="Sprite2D" parent="Markers"', 'type="Marker2D" parent="Markers"')
    imported = read(marker, ".tscn")
    assert imported.level == everything()


def test_other_nodes_are_noted_and_a_scene_without_size_is_cut(text):
    imported = read(text + '\n[node name="Camera" type="Camera2D" parent="."]\n', ".tscn")
    assert imported.level == everything()
    assert ["Camera" in note for note in imported.notes] == [True]
    imported = read(text.replace("metadata/size = Vector2i(40, 6)\n", ""), ".tscn")
    assert imported.level == everything()
    assert any("size" in note for note in imported.notes)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('kind = "saw"', 'kind = "sawe"', ["Traps/saw_3_1", "'sawe'", "'saw'"]),
        ("metadata/period = 96", 'metadata/period = "fast"', ["Traps/saw_3_1", "period", "fast"]),
        ("metadata/period = 96\n", "", ["Traps/saw_3_1", "'period'"]),
        ('metadata/kind = "saw"', 'flip_h = true\nmetadata/kind = "saw"', ["Traps/saw_3_1", "flip_h"]),
        ('metadata/kind = "saw"', 'rotation = 1.5\nmetadata/kind = "saw"', ["Traps/saw_3_1", "rotation"]),
        ("Vector2(96, 128)", "Vector2(100, 128)", ["Traps/saw_3_1", "3.12"]),
        ("Vector2(96, 128)", "Vector2(true, 128)", ["Traps/saw_3_1", "position"]),
        ("Vector2i(40, 6)", "Vector2i(40, 5)", ["column", "row 5", "40 x 5"]),
        ('custom_data_0 = "solid"', 'custom_data_0 = "stone"', ["Cells", "'stone'", "solid"]),
        ('tile_set = SubResource("tile_set")', 'tile_set = ExtResource("x")', ["Cells", "tile_set"]),
        ('PackedByteArray("AA', 'PackedByteArray("BA', ["Cells", "version"]),
        ('PackedByteArray("', 'PackedByteArray("!', ["Cells", "base64"]),
        ('parent="Traps"', 'parent="Nowhere"', ["Nowhere"]),
        ("metadata/phase = 95", "metadata/phase = [95", []),
        ('name="Traps"', 'name="Markers"', ["twice"]),
        ("[gd_scene", "[gd_resource", ["gd_scene"]),
    ],
)
def test_a_broken_scene_names_node_and_line(text, old, new, words):
    assert old in text
    refused(text.replace(old, new, 1), *words)


def test_values_of_scenes():
    (section,) = parse_scene(
        '[node name="A b" groups=["x"]]\n; comment\na/b = -1.5e2\n'
        '"q r" = {"k": [1, true, null], &"s": Vector2(1, .5)}\n'
        't = "two\nlines \\"quoted\\""\n',
        "x",
    )
    assert section.fields == {"name": "A b", "groups": ["x"]}
    assert section.properties == {
        "a/b": -150.0,
        "q r": [("k", [1, True, None]), ("s", Call("Vector2", (1, 0.5)))],
        "t": 'two\nlines "quoted"',
    }
    assert section.lines == {"a/b": 3, "q r": 4, "t": 5}
    for wrong in (
        "[node",
        "[node]\na = ",
        "[node]\na = x",
        "[node]\na = [1 2]",
        "[node]\na = 1\na = 2",
        "a = 1",
        "[" * 99,
    ):
        with pytest.raises(ContentError, match="line"):
            parse_scene(wrong, "x")
