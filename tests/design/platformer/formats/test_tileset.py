"""The picture of tiles that is written beside exported levels."""

import io

import numpy as np
import pytest

from ludus.design.platformer.formats.level_parts import KINDS, TERRAIN, facings
from ludus.design.platformer.formats.tileset import (
    PICTURE_SIZE,
    TILES,
    TILESET_PNG,
    render_tileset,
    terrain_tile,
    tile_of,
)


def test_every_kind_and_facing_has_a_tile_of_its_own():
    tiles = [tile_of(kind, facing) for kind in KINDS for facing in facings(kind) or [None]]
    tiles += [tile for tile in map(terrain_tile, TERRAIN) if tile is not None]
    assert set(tiles) == set(TILES.values())
    pixels = [(left + x, top) for left, top, wide, _ in (tile.rectangle for tile in tiles) for x in range(0, wide, 32)]
    assert len(pixels) == len(set(pixels))
    assert all(left < PICTURE_SIZE[0] and top < PICTURE_SIZE[1] for left, top in pixels)


def test_the_picture_is_what_the_renderer_of_levels_draws():
    """If the renderer changed: write `render_tileset()` to TILESET_PNG."""
    imread = pytest.importorskip("matplotlib.image").imread
    kept, drawn = (imread(io.BytesIO(data)) for data in (TILESET_PNG.read_bytes(), render_tileset()))
    assert kept.shape[1::-1] == PICTURE_SIZE
    assert np.abs(kept - drawn).max() < 0.1
    for tile in TILES.values():
        left, top, wide, high = tile.rectangle
        assert kept[top : top + high, left : left + wide, 3].max() > 0, tile
