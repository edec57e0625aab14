"""Pictures of levels in SVG and PNG."""

import struct
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.image import imread

from ludus.design.platformer.generator.decoration import decorate
from ludus.design.platformer.generator.generate import generate_level
from ludus.design.platformer.level_graph.cell_grid import grid_of_level
from ludus.design.platformer.level_graph.graph import build_graph, find_routes
from ludus.design.platformer.render import (
    ShadedChallenge,
    challenges_overlay,
    deaths_overlay,
    draw_level,
    graph_overlay,
    path_overlay,
    routes_overlay,
    svg_to_png,
)
from ludus.design.platformer.spec import LevelSpec
from ludus.games.platformer.options import find_level, level_names
from ludus.util.errors import LudusError
from tests.cases import each


@pytest.fixture(scope="module")
def level():
    return decorate(generate_level(3, LevelSpec(setup="thesis", rooms=(2, 1))).level, 3, 1.0)


@pytest.fixture(scope="module")
def graph(level):
    return build_graph(grid_of_level(level))


def words(svg):
    return [node.text for node in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def test_a_level_has_a_heading_and_every_overlay_its_legend(level, graph):
    routes = find_routes(graph, level.start, level.exits[0])
    overlays = [
        graph_overlay(graph),
        routes_overlay(graph, routes),
        challenges_overlay(graph, [ShadedChallenge(routes[0][3:5], 0.37, "a saw")]),
        path_overlay(graph, routes[0]),
        deaths_overlay({"the good": [(7200, 7200)], "the bad": [(9000, 7200)] * 1200}),
    ]
    svg = draw_level(level, overlays, "All at once", "quiet words")
    message = words(svg)
    assert message[:2] == ["All at once", "quiet words"]
    assert {"to stand", "to hang", "the shortest way", "37", "the easiest path", "the good: 1"} <= set(message)
    assert "the bad: 1,200" in message
    assert svg == draw_level(level, overlays, "All at once", "quiet words")


@each("name", level_names())
def test_levels_of_the_game_are_drawn_with_all_their_traps(name):
    level = find_level(name)
    svg = draw_level(level)
    assert words(svg)[0] == level.name
    assert all(trap.name in svg for trap in level.traps)


def test_png_has_the_size_and_the_colours_of_the_picture(level, graph):
    svg = draw_level(level, [graph_overlay(graph)])
    png = svg_to_png(svg, scale=1.0)
    assert png == svg_to_png(svg, scale=1.0)
    width, height = (float(value) for value in ElementTree.fromstring(svg).attrib["viewBox"].split()[2:])
    assert struct.unpack(">II", png[16:24]) == (int(np.ceil(width)), int(np.ceil(height)))


def test_every_shape_is_drawn_in_its_place(tmp_path):
    shapes = [
        '<rect x="0" y="0" width="40" height="40" fill="#ffffff"/>',
        '<rect x="0" y="0" width="10" height="10" rx="2" fill="#ff0000"/>',
        '<circle cx="25" cy="5" r="5" fill="#00ff00"/>',
        '<g transform="translate(0 20) scale(2)"><polygon points="0,0 5,0 5,5 0,5" fill="#0000ff"/></g>',
        '<path d="M20 30A5 5 0 0 1 30 30Z" fill="#00ffff"/>',
        '<path d="M30 35H40" fill="none" stroke="#ff00ff" stroke-width="4"/>',
    ]
    (tmp_path / "shapes.png").write_bytes(svg_to_png(f'<svg viewBox="0 0 40 40">{"".join(shapes)}</svg>', scale=1.0))
    painted = (imread(tmp_path / "shapes.png")[:, :, :3] * 255).round().astype(int)

    def at(x, y):
        return tuple(painted[y, x].tolist())

    assert at(5, 5) == (255, 0, 0)
    assert at(25, 5) == (0, 255, 0)
    assert at(5, 25) == (0, 0, 255)
    assert at(25, 28) == (0, 255, 255)  # the half above the line, not the one below
    assert at(25, 32) == (255, 255, 255)
    assert at(35, 35) == (255, 0, 255)


def test_unsupported_svg_is_refused():
    for wrong in ('<image href="x"/>', '<path d="M0 0s1 1 2 2"/>', '<g transform="rotate(4)"/>'):
        with pytest.raises(LudusError, match="cannot be converted to PNG"):
            svg_to_png(f'<svg viewBox="0 0 4 4">{wrong}</svg>')
