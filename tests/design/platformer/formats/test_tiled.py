"""Tiled maps: read by pytiled-parser, saved again by Tiled, edited, and broken."""

import base64
import gzip
import json
import os
import shutil
import struct
import subprocess
import zlib

import pytest
import pytiled_parser

from ludus.design.platformer.formats.level_exchange import load_foreign_level
from ludus.design.platformer.formats.level_parts import split_level
from ludus.design.platformer.formats.movement_properties import movement_properties
from ludus.design.platformer.formats.tiled_writer import map_data, write_tmj, write_tmx
from ludus.design.platformer.formats.tileset import TILESET_PNG
from ludus.util.errors import ContentError
from tests.design.platformer.formats.samples import everything, read, sample_levels, written

needs_tiled = pytest.mark.skipif(
    not (shutil.which("tiled") and shutil.which("tmxrasterizer")), reason="needs Tiled (Debian: tiled)"
)


@pytest.fixture
def data():
    """The data of the map of the level with everything, to be changed."""
    return map_data(split_level(everything()))


def read_data(data, folder=None):
    return read(json.dumps(data), ".tmj", *([] if folder is None else [folder]))


def refused(data, *words):
    with pytest.raises(ContentError) as caught:
        read_data(data)
    for word in ("file.tmj", *words):
        assert word in str(caught.value)
    return str(caught.value)


def layer(data, name):
    return next(layer for layer in data["layers"] if layer["name"] == name)


def thing(data, kind):
    return next(item for layer in data["layers"] for item in layer.get("objects", ()) if item["type"] == kind)


def tiled(folder, *words):
    """Run a program of Tiled without a display."""
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder)}
    return subprocess.run(
        [str(word) for word in words], env=environment, cwd=folder, capture_output=True, text=True, timeout=300
    )


@pytest.mark.parametrize("suffix", [".tmx", ".tmj"])
def test_pytiled_parser_reads_every_trap_with_its_timing(tmp_path, suffix):
    (tmp_path / TILESET_PNG.name).write_bytes(TILESET_PNG.read_bytes())
    for level in sample_levels().values():
        file = tmp_path / f"level{suffix}"
        file.write_text(written(level, suffix), encoding="utf-8")
        parsed = pytiled_parser.parse_map(file)
        assert parsed.map_size == (level.width, level.height)
        assert parsed.properties == {"level": level.name, **movement_properties(level.movement)}
        layers = {layer.name: layer for layer in parsed.layers}
        assert [*layers] == ["cells", "markers", "traps", "ornaments"]
        solid = [[gid in (1, 2) for gid in row] for row in layers["cells"].data]
        assert solid == [[character in "#=" for character in row] for row in level.rows]
        traps = [
            (item.class_, item.coordinates.x // 32, level.height - item.coordinates.y // 32, item.properties or {})
            for item in layers["traps"].tiled_objects
        ]
        parts = [item for item in split_level(level).things if item.kind in {kind for kind, *_ in traps}]
        assert traps == [(item.kind, item.x, item.y, dict(item.properties)) for item in parts]


@needs_tiled
def test_what_tiled_saves_again_is_the_same_level(tmp_path):
    (tmp_path / TILESET_PNG.name).write_bytes(TILESET_PNG.read_bytes())
    for name, level in sample_levels().items():
        for suffix in (".tmx", ".tmj"):
            (tmp_path / f"ours{suffix}").write_text(written(level, suffix), encoding="utf-8")
        for source, target in (("ours.tmx", "saved.tmx"), ("ours.tmx", "saved.json"), ("ours.tmj", "saved.tmx")):
            (tmp_path / target).unlink(missing_ok=True)
            result = tiled(tmp_path, "tiled", "--export-map", source, target)
            assert result.returncode == 0, result.stderr
            imported = load_foreign_level(tmp_path / target)
            assert imported.level == level, (name, source, target)
            assert imported.notes == ()


@needs_tiled
def test_tiled_draws_the_map_with_our_tiles(tmp_path):
    matplotlib = pytest.importorskip("matplotlib.image")
    (tmp_path / TILESET_PNG.name).write_bytes(TILESET_PNG.read_bytes())
    level = sample_levels()["trap-school"]
    (tmp_path / "map.tmx").write_text(written(level, ".tmx"), encoding="utf-8")
    result = tiled(tmp_path, "tmxrasterizer", "map.tmx", "map.png")
    assert result.returncode == 0, result.stderr
    picture = matplotlib.imread(tmp_path / "map.png")
    assert picture.shape[:2] == (32 * level.height, 32 * level.width)
    solid = picture[16, 16, :3]
    for row, characters in enumerate(level.rows):
        for column, character in enumerate(characters):
            same = abs(picture[32 * row + 16, 32 * column + 3, :3] - solid).max() < 0.02
            assert same == (character == "#"), (column, row)


# Maps as an editor may save them


@pytest.mark.parametrize("compression", ["", "zlib", "gzip"])
def test_compressed_layers_are_read(data, compression):
    cells = layer(data, "cells")
    raw = struct.pack(f"<{len(cells['data'])}I", *cells["data"])
    packed = {"": raw, "zlib": zlib.compress(raw), "gzip": gzip.compress(raw)}[compression]
    cells |= {"data": base64.b64encode(packed).decode(), "encoding": "base64", "compression": compression}
    assert read_data(data).level == everything()
    cells["data"] = base64.b64encode(packed[:-5]).decode()
    refused(data, "layer 'cells'")


def test_other_compressions_say_what_to_change(data):
    layer(data, "cells").update(data="AAAA", encoding="base64", compression="zstd")
    refused(data, "zstd", "Map Properties")


def test_layers_may_be_in_any_order_and_in_groups(data):
    markers, traps, ornaments = (layer(data, name) for name in ("markers", "traps", "ornaments"))
    group = {"type": "group", "name": "things", "id": 9, "layers": [traps, {**markers, "name": "Object Layer 1"}]}
    data["layers"] = [ornaments, group, layer(data, "cells")]
    assert read_data(data).level == everything()


def test_a_tileset_may_be_in_a_file_of_its_own(tmp_path):
    text = split_tileset(tmp_path)
    assert read(text, ".tmx", tmp_path).level == everything()
    (tmp_path / "own.tsx").unlink()
    with pytest.raises(ContentError, match=r"own\.tsx"):
        read(text, ".tmx", tmp_path)
    data = json.loads(write_tmj(split_level(everything())))
    tileset = data["tilesets"][0]
    data["tilesets"][0] = {"firstgid": 1, "source": "own.tsj"}
    (tmp_path / "own.tsj").write_text(json.dumps({**tileset, "type": "tileset"}))
    assert read_data(data, tmp_path).level == everything()


def test_an_infinite_map_is_cut_to_its_cells(data):
    make_infinite(data)
    imported = read_data(data)
    assert imported.level == everything()
    assert any("infinite" in note for note in imported.notes)


@needs_tiled
def test_tiled_saves_infinite_compressed_and_split_maps_which_are_read(data, tmp_path):
    (tmp_path / TILESET_PNG.name).write_bytes(TILESET_PNG.read_bytes())
    variants = {"infinite": make_infinite, "zlib": make_compressed}
    for name, change in variants.items():
        changed = json.loads(json.dumps(data))
        change(changed)
        (tmp_path / f"{name}.tmj").write_text(json.dumps(changed), encoding="utf-8")
    text = split_tileset(tmp_path)
    (tmp_path / "split.tmx").write_text(text, encoding="utf-8")
    for source, target, sign in (
        ("infinite.tmj", "infinite-saved.tmx", "<chunk "),
        ("zlib.tmj", "zlib-saved.tmx", 'compression="zlib"'),
        ("split.tmx", "split-saved.tmx", 'source="own.tsx"'),
    ):
        result = tiled(tmp_path, "tiled", "--export-map", source, target)
        assert result.returncode == 0, result.stderr
        assert sign in (tmp_path / target).read_text(encoding="utf-8")
        assert load_foreign_level(tmp_path / target).level == everything(), target


def make_infinite(data):
    """Turn a map into an infinite one with chunks, elsewhere on the plane."""
    cells, width, height = layer(data, "cells"), data["width"], data["height"]
    rows = [cells["data"][k * width : (k + 1) * width] for k in range(height)]
    chunks = []
    for left in range(0, width, 16):
        block = [(row[left : left + 16] + [0] * 16)[:16] for row in [*rows, *[[0] * width] * (16 - height)]]
        numbers = [gid for row in block for gid in row]
        chunks.append({"x": left - 32, "y": -16, "width": 16, "height": 16, "data": numbers})
    del cells["data"]
    cells |= {"chunks": chunks, "startx": -32, "starty": -16}
    data["infinite"] = True
    for name in ("markers", "traps", "ornaments"):
        for item in layer(data, name)["objects"]:
            item["x"], item["y"] = item["x"] - 32 * 32, item["y"] - 32 * 16


def make_compressed(data):
    """Compress the cells of a map."""
    cells = layer(data, "cells")
    raw = struct.pack(f"<{len(cells['data'])}I", *cells["data"])
    cells |= {"data": base64.b64encode(zlib.compress(raw)).decode(), "encoding": "base64", "compression": "zlib"}


def split_tileset(folder):
    """The text of a map whose first tileset is in a file of its own, which is written."""
    text = write_tmx(split_level(everything()))
    before, inside = text.split(' <tileset firstgid="1"', 1)
    inside, after = inside.split("</tileset>", 1)
    (folder / "own.tsx").write_text(f"<tileset{inside}</tileset>", encoding="utf-8")
    return f'{before} <tileset firstgid="1" source="own.tsx"/>{after}'


def test_points_and_rectangles_are_things_too(data):
    for item in layer(data, "markers")["objects"]:
        item.pop("gid")
        item["y"] -= 32
    exit_ = thing(data, "exit")
    exit_ |= {"x": exit_["x"] + 13.5, "y": exit_["y"] + 30, "width": 0, "height": 0, "point": True}
    assert read_data(data).level == everything()


def test_a_tile_that_is_placed_as_an_object_is_a_trap_with_default_timing(data):
    saw = thing(data, "saw")
    del saw["properties"]
    saw["type"] = ""
    level = read_data(data).level
    (trap,) = [trap for trap in level.traps if (trap.x, trap.y) == (3, 1)]
    assert (trap.period, trap.phase) == (120, 0)


def test_own_tiles_are_cells_by_their_class(data):
    data["tilesets"].append(
        {"firstgid": 500, "name": "mine", "tilewidth": 32, "tileheight": 32, "tiles": [{"id": 7, "class": "solid"}]}
    )
    cells = layer(data, "cells")["data"]
    where = cells.index(1)
    cells[where] = 507
    assert read_data(data).level == everything()
    cells[where] = 0x80000000 | 507  # flipped
    assert read_data(data).level == everything()
    cells[where] = 508
    refused(data, "'mine'", "no class", f"column {where % data['width']}, row {where // data['width']}")


# Files that are no levels


@pytest.mark.parametrize(
    ("kind", "change", "words"),
    [
        ("saw", {"type": "sawe"}, ["'sawe'", "'saw'"]),
        ("saw", {"rotation": 90}, ["rotat", "90"]),
        ("saw", {"x": 100}, ["grid", "3.12"]),
        ("saw", {"width": 32}, ["96 x 32", "32"]),
        ("saw", {"gid": 0x80000001}, ["flipped"]),
        ("saw", {"ellipse": True}, ["ellipse"]),
        ("saw", {"template": "saw.tx"}, ["template"]),
        ("saw", {"x": 32 * 39}, ["outside", "40"]),
        ("saw", {"y": 32 * 6}, ["solid", "saw 3 0"]),
        ("mine", {"x": 32 * 16}, ["squeeze", "16 1"]),
        ("squeeze", {"x": 32 * 14}, ["solid cell at 14 2"]),
        ("start", {"type": "exit"}, ["no start"]),
        ("coin", {"type": "start"}, ["second start", "1 1"]),
    ],
)
def test_a_wrong_object_is_named_with_its_number(data, kind, change, words):
    item = thing(data, kind)
    item |= change
    message = refused(data, *words)
    assert f"object {item['id']}" in message or "no start" in words


@pytest.mark.parametrize(
    ("properties", "words"),
    [
        ({"period": "fast", "phase": 0}, ["period", "'fast'"]),
        ({"period": 29, "phase": 0}, ["30 to 3600", "29"]),
        ({"period": 96, "phase": 96}, ["phase", "96"]),
        ({"period": 96.5, "phase": 0}, ["period", "96.5"]),
        ({"period": 96, "phase": 0, "perod": 40}, []),
    ],
)
def test_timing_is_checked(data, properties, words):
    saw = thing(data, "saw")
    saw["properties"] = [{"name": name, "value": value} for name, value in properties.items()]
    if words:
        refused(data, f"object {saw['id']}", *words)
    else:
        (note,) = read_data(data).notes
        assert "'perod'" in note
        saw["properties"] = [{"name": "perod", "value": 40}]
        del saw["gid"]
        saw["y"] -= 32
        refused(data, f"object {saw['id']}", "'perod'", "'period'")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"orientation": "isometric"}, ["isometric"]),
        ({"width": 41}, ["layer 'cells'", "41"]),
        ({"width": 4000}, ["128 x 64", "4000"]),
        ({"layers": []}, ["tile layer", "'cells'"]),
        ({"tilesets": []}, ["tileset"]),
        ({"tilewidth": 0}, ["0 x 32"]),
        ({"infinite": True}, ["chunks"]),
    ],
)
def test_a_map_that_is_no_level_says_why(data, change, words):
    data |= change
    refused(data, *words)


def test_a_second_layer_with_cells_is_refused_and_other_tiles_are_noted(data):
    second = {**layer(data, "cells"), "name": "walls", "id": 9}
    data["layers"].append(second)
    refused(data, "layer 'walls'", "'cells'")
    second["data"] = [0] * len(second["data"])
    second["data"][5] = 7  # the tile of a coin
    imported = read_data(data)
    assert imported.level == everything()
    (note,) = imported.notes
    assert "'walls'" in note


def test_what_a_level_does_not_have_is_noted(data):
    data["properties"].append({"name": "music", "value": "calm"})
    data["layers"].append({"type": "imagelayer", "name": "sky", "id": 9})
    thing(data, "gem")["properties"] = [{"name": "worth", "value": 3}]
    imported = read_data(data)
    assert imported.level == everything()
    assert [word in note for word, note in zip(("sky", "worth", "music"), imported.notes, strict=True)] == [True] * 3


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("</map>", "", ["line"]),
        ("<map ", "<!DOCTYPE map []><map ", ["DOCTYPE", "line 2"]),
        ("<objectgroup", "<objects", ["line"]),
        ('encoding="csv"', 'encoding="morse"', ["'morse'", "line"]),
        ("</data>", "<tilex/></data>", ["tilex", "line"]),
        ('<map version="1.8"', '<world version="1.8"', ["line"]),
        ('name="level" value=', 'name="level" valu=', ["valu", "line"]),
    ],
)
def test_broken_xml_names_its_line(old, new, words):
    text = write_tmx(split_level(everything())).replace(old, new, 1)
    with pytest.raises(ContentError) as caught:
        read(text, ".tmx")
    for word in ("file.tmx", *words):
        assert word in str(caught.value)


def test_broken_json_names_its_line():
    text = write_tmj(split_level(everything()))
    for broken in (text[:500], text.replace(":", "", 1), text.replace('"width"', '"height"', 1), "[]", "{}"):
        with pytest.raises(ContentError, match=r"file\.tmj"):
            read(broken, ".tmj")
