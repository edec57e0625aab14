"""Charts have identical bytes every time, and several of them fit into one page."""

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from ludus.report.charts import COLOURS, Bar, Series, bar_chart, heat_map, heat_map_grid, histogram, line_chart
from ludus.util.errors import ContractError
from tests.cases import each
from tests.messages import mentions

GRID = np.linspace(0, 1, 20).reshape(4, 5)
DRAWINGS = {
    "names": lambda: heat_map("abcd", "vwxyz", GRID, title="Names", centre=0.5, percent=True),
    "numbers": lambda: heat_map([1, 2, 3, 4], [1, 2, 3, 4, 5], GRID, title="Numbers", row_title="of"),
    "grid": lambda: heat_map_grid(
        [[("a", GRID), ("b", GRID.T)], [None, ("c", GRID)]], title="Grid", row_title="of", centre=0.5, low=0, high=1
    ),
    "curves": lambda: line_chart(
        range(3), [Series("a", [1, 2, 3], [0, 1, 2], [2, 3, 4]), Series("b", [3, 2, 1])], title="C"
    ),
    "histogram": lambda: histogram([1, 4, 2], [0.0, 0.1, 0.2, 0.3], title="H", percent=True, marks={"a": 0.15}),
    "bars": lambda: bar_chart(
        [Bar("a", 0.5, 0.4, 0.6, "g", 0.55), Bar("b", 0.3)], title="B", percent=True, reference=0.5
    ),
}


@each("draw", DRAWINGS.values())
def test_a_figure_is_the_same_every_time(draw):
    svg = draw()
    assert svg == draw()
    root = ET.fromstring(svg)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.get("aria-label") == root[0].text
    assert "<style" not in svg
    assert not re.search(r"\d{4}-\d\d-\d\d", svg)
    names = re.findall(r' id="([^"]+)"', svg)
    assert len(names) == len(set(names))
    assert set(re.findall(r'(?:href="#|url\(#)([^")]+)', svg)) == set(names)


def test_groups_keep_their_colours_whichever_of_them_come_up():
    only = bar_chart([Bar("b", 0.3, group="other")], title="B", groups=("attack", "other"))
    assert COLOURS[1] in only
    assert COLOURS[0] not in only


def test_figures_do_not_share_names():
    names = [set(re.findall(r' id="([^"]+)"', draw())) for draw in DRAWINGS.values()]
    assert sum(map(len, names)) == len(set.union(*names))


def test_a_users_own_settings_do_not_reach_a_figure():
    import matplotlib as mpl

    plain = DRAWINGS["curves"]()
    with mpl.rc_context({"lines.linewidth": 9, "font.size": 30, "svg.fonttype": "none"}):
        assert DRAWINGS["curves"]() == plain


def test_thin_lines_have_the_colour_of_their_mean_and_no_entry_in_the_legend():
    mean = Series("mean", [1, 2, 3], look=2)
    parts = [Series(f"part {k}", [k, 2, 3], look=2, is_thin=True) for k in range(2)]
    alone, together = (line_chart(range(3), lines, title="T") for lines in ([mean], [*parts, mean]))
    assert together.count(f"stroke: {COLOURS[2]}") == alone.count(f"stroke: {COLOURS[2]}") + 2
    assert COLOURS[0] not in together
    assert "legend" not in together


def test_a_grid_leaves_places_without_a_map_empty():
    full, gap = (
        heat_map_grid([[("a", GRID), last]], title="G", centre=0.5, low=0, high=1) for last in (("b", GRID), None)
    )
    assert full.count("<clipPath") > gap.count("<clipPath")


def test_unknown_cells_are_blank():
    values = GRID.copy()
    values[1, 1] = np.nan
    known, unknown = (heat_map("abcd", "vwxyz", each, title="Names") for each in (GRID, values))
    assert unknown.count("fill: none") == known.count("fill: none") + 1
    assert heat_map("a", "b", [[np.nan]], title="Nothing")


def test_a_large_map_is_a_small_file():
    values = np.random.default_rng(1).random((50, 50))
    assert len(heat_map(range(50), range(50), values, title="Large", percent=True)) < 200_000


def test_sizes_must_fit():
    with pytest.raises(ContractError, match=mentions("1 rows", "2 columns", "4", "5")):
        heat_map("a", "bc", GRID, title="")
    with pytest.raises(ContractError, match="the line 'a' has 2 values at 3 places"):
        line_chart(range(3), [Series("a", [1, 2])], title="")
    with pytest.raises(ContractError, match="3 counts need 4 edges, not 3"):
        histogram([1, 2, 3], [0, 1, 2], title="")


def test_names_with_dollar_signs_are_names():
    for text in ("agent:genome=$x^$.json", r"a$\frac$"):
        for svg in (
            bar_chart([Bar(text, 0.5)], title="B"),
            line_chart([0, 1], [Series(text, [0, 1]), Series("b", [1, 0])], title="C"),
            heat_map([text], [text], np.array([[0.5]]), title="H"),
        ):
            ET.fromstring(svg)


def test_bands_are_clipped_to_the_value_range():
    band = Series("a", [0.5, 0.5], [-9, -9], [9, 9])
    whole = Series("a", [0.5, 0.5], [0, 0], [1, 1])
    assert line_chart([0, 1], [band], title="C", value_range=(0, 1)) == line_chart([0, 1], [whole], title="C")
    assert line_chart([0, 1], [band], title="C", value_range=(0, 1)) != line_chart([0, 1], [band], title="C")


def test_the_y_axis_ends_where_it_is_asked_to():
    line = [Series("a", [0.5, 0.51])]
    near, whole = (line_chart([0, 1], line, title="C", y_limits=ends) for ends in (None, (0, 1)))
    assert line_height(whole) < 10 < 100 < line_height(near)


def line_height(svg):
    """Height of the drawn line in points; all other lines are level or upright."""
    ends = re.findall(r'd="M ([\d.]+) ([\d.]+) \nL ([\d.]+) ([\d.]+) \n"', svg)
    return max(abs(float(y) - float(end_y)) for x, y, end_x, end_y in ends if x != end_x)
