"""Charts for reports: inline SVG drawn by matplotlib, with identical bytes for identical input.

    heat_map(rows, columns, values, ...)     a number for each pair, shown by colour
    heat_map_grid(maps, ...)                 many small heat maps in rows and columns, with the same colours
    line_chart(x, series, ...)               lines with interval bands
    bar_chart(items, ...)                    numbers with intervals, one below the other
    histogram(counts, edges, ...)            a distribution, with marks

Each function returns SVG text for `report_model.Figure`. Text is drawn as outlines, so that a figure looks the
same on every machine and needs no font. The colours can be distinguished by colour-blind readers (after Okabe and
Ito); lines also differ in dashes and markers. The items of a bar chart are drawn as dots: position matters, length
does not.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ludus.report.html import FAINT, INK, PAPER
from ludus.stats import Estimate
from ludus.util.errors import ContractError
from ludus.util.extras import require_extra

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Drawing

__all__ = [
    "Bar",
    "Series",
    "bar_chart",
    "heat_map",
    "heat_map_grid",
    "histogram",
    "line_chart",
]


COLOURS = ("#0d6b6b", "#c4602a", "#7b3b7a", "#3b79b8", "#8a7a1f", "#b03a5b", "#4f4a45", "#5aa37c")
DASHES = ("-", "--", "-.", ":")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
GRID = "#e4dccd"
CHART_WIDTH = 8.0  # inches at 72 points; the page scales the figure
MAX_SCALE = 1.5  # maximum pixels per point
MIN_WIDTH = 480  # minimum width in pixels; phones scroll
SEQUENTIAL_COLOURS = (PAPER, "#b9d6cf", "#5aa49d", "#0d6b6b", "#063b3b")  # from low to high
DIVERGING_COLOURS = ("#5c2459", "#7b3b7a", "#c9a3c6", PAPER, "#9fcac3", "#0d6b6b", "#06494a")  # from losing to winning

MATPLOTLIB_SETTINGS: dict[Any, Any] = {
    "svg.fonttype": "path",
    "font.family": "DejaVu Sans",  # included in matplotlib
    "font.size": 10.5,
    "text.color": INK,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "axes.facecolor": "none",
    "figure.facecolor": "none",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": False,
    "grid.color": GRID,
    "xtick.color": FAINT,
    "ytick.color": FAINT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "legend.frameon": False,
    "legend.fontsize": 10,
    "svg.image_inline": True,
}
ROW_HEIGHT = 0.34  # inches per row
MAX_MARKERS = 12  # markers along a line
THIN_WIDTH, THIN_OPACITY = 0.9, 0.45  # of thin lines, in points
GRID_MAP_SIZE = 2.2  # inches, a heat map of a grid
MAX_NUMBERED_CELLS = 16  # largest number of rows or columns with values in the cells
MAX_TICK_LABELS = 60  # labels along an axis
SHADES = 101  # one per percent; cells of one shade share a path


@contextmanager
def new_figure(width: float, height: float) -> Iterator[tuple[Drawing, Axes]]:
    """Create a matplotlib figure in the style of the reports.

    Args:
        width: Width in inches.
        height: Height in inches.

    Yields:
        The figure and its axes.
    """
    require_extra("studies", "a chart of a report", "matplotlib")
    import matplotlib as mpl
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure as Drawing

    with mpl.rc_context():
        mpl.rcdefaults()  # ignore the user's settings
        mpl.rcParams.update(MATPLOTLIB_SETTINGS)
        drawing = Drawing(figsize=(width, height))
        FigureCanvasSVG(drawing)
        yield drawing, drawing.add_subplot()


def figure_svg(drawing: Drawing, label: str) -> str:
    """Convert a figure to SVG that can be embedded in a page with others; deterministic.

    Args:
        drawing: The figure.
        label: Text for screen readers; figures of one page need different labels.
    """
    import matplotlib as mpl

    out = io.StringIO()
    with mpl.rc_context({"svg.hashsalt": label}):
        empty = {"Date": None, "Creator": None, "Format": None, "Type": None}
        drawing.savefig(out, format="svg", bbox_inches="tight", pad_inches=0.06, metadata=empty)
    text = out.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>\s*", "", text, flags=re.DOTALL)
    text = re.sub(r"<!--.*?-->\s*", "", text, flags=re.DOTALL)
    # A style element inside a figure would apply to the whole page.
    text = re.sub(r"<defs>\s*<style.*?</style>\s*</defs>\s*", "", text, flags=re.DOTALL)
    head, rest = text.split(">", 1)
    size = re.search(r'viewBox="([^"]*)"', head)
    assert size is not None
    name = escape(label, quote=True)
    wide = float(size[1].split()[2]) * MAX_SCALE
    look = f"min-width: {min(wide, MIN_WIDTH):.0f}px; max-width: {wide:.0f}px"
    body = _unique_ids(_round_coordinates(_pack_cells(rest)), label)
    return (
        f'<svg viewBox="{size[1]}" style="{look}" role="img" aria-label="{name}" '
        'stroke-linejoin="round" stroke-linecap="butt" xmlns="http://www.w3.org/2000/svg" '
        f'xmlns:xlink="http://www.w3.org/1999/xlink"><title>{name}</title>{body}'
    ).strip()


def escape_dollars(text: str) -> str:
    """Escape dollar signs, which matplotlib would read as a formula."""
    return text.replace("$", r"\$")


def add_legend(axes: Axes, many: int, **more: Any) -> None:
    """Add a legend below the chart.

    Args:
        axes: The axes.
        many: Number of entries; a single one needs no legend.
        more: Further arguments for matplotlib.
    """
    if many > 1:
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=min(many, 4), **more)


def format_percent_axis(axis: Any, percent: bool) -> None:
    """Format the numbers of an axis as percent, if they are shares."""
    if percent:
        from matplotlib.ticker import FuncFormatter

        show: Callable[[float, int], str] = lambda value, _: f"{100 * value:g} %"  # noqa: E731
        axis.set_major_formatter(FuncFormatter(show))


def _pack_cells(text: str) -> str:
    """Shrink the SVG: cells of a heat map become steps on a grid, one path per colour."""
    place = r"(-?[\d.]+) (-?[\d.]+)"
    corners = rf"M {place}\s+L {place}\s+L {place}\s+L {place}\s+L \1 \2\s+"
    rectangle = re.compile(rf'<path d="{corners}"( clip-path="[^"]*")( style="[^"]*")/>\s*')
    cells: dict[str, list[tuple[float, float, float, float, str]]] = {}
    for match in rectangle.finditer(text):
        x, y, right, _, _, bottom, _, _, clip, style = match.groups()
        cells.setdefault(clip, []).append((float(x), float(y), float(right), float(bottom), style))
    first = rectangle.search(text)
    if first is None:
        return text
    grids = "".join(_cell_grid(clip, members) for clip, members in cells.items())
    return text[: first.start()] + grids + rectangle.sub("", text[first.start() :])


def _cell_grid(clip: str, cells: list[tuple[float, float, float, float, str]]) -> str:
    """Draw cells of one size by their steps from the first cell."""
    left, base, right, top, _ = cells[0]
    wide, tall = right - left, top - base
    looks: dict[str, list[str]] = {}
    for x, y, _, _, style in cells:
        looks.setdefault(style, []).append(f"M{(x - left) / wide:.3g} {(y - base) / tall:.3g}h1v1h-1z")
    paths = "".join(
        f'<path vector-effect="non-scaling-stroke" d="{"".join(shapes)}"{style}/>\n' for style, shapes in looks.items()
    )
    return f'<g{clip}><g transform="translate({left} {base}) scale({wide:.6f} {tall:.6f})">{paths}</g></g>\n'


def _round_coordinates(text: str) -> str:
    """Round coordinates in paths to a hundredth of a point."""
    number = re.compile(r"-?\d+\.\d{3,}")
    return re.sub(r' d="[^"]*"', lambda path: number.sub(lambda match: f"{float(match[0]):.2f}", path[0]), text)


def _unique_ids(text: str, label: str) -> str:
    """Make ids unique to this figure; drop ids without references."""
    import hashlib

    used = set(re.findall(r'(?:xlink:href="#|url\(#)([^")]+)', text))
    mark = hashlib.sha256(label.encode()).hexdigest()[:8]

    def rename(match: re.Match[str]) -> str:
        return f' id="{mark}-{match[1]}"' if match[1] in used else ""

    text = re.sub(r' id="([^"]+)"', rename, text)
    return re.sub(r'(xlink:href="#|url\(#)', rf"\g<1>{mark}-", text)


@dataclass(frozen=True)
class Bar:
    """One measured number; `expected` is drawn as a tick for comparison. Items of one `group` share a colour."""

    name: str
    value: float
    low: float = math.nan
    high: float = math.nan
    group: str = ""
    expected: float | None = None

    @classmethod
    def of(cls, name: str, estimate: Estimate, group: str = "", expected: float | None = None) -> Bar:
        """Bar of an estimate with its interval."""
        return cls(name, estimate.value, estimate.low, estimate.high, group, expected)


def bar_chart(
    items: Sequence[Bar],
    *,
    title: str,
    x_title: str = "",
    percent: bool = False,
    reference: float | None = None,
    expected_title: str = "expected",
    groups: Sequence[str] = (),
) -> str:
    """Draw numbers with intervals, the first at the top.

    Args:
        items: The numbers.
        title: Title for screen readers.
        x_title: Title of the axis.
        percent: Show values as percent.
        reference: Value of a dashed reference line.
        expected_title: Legend entry of the `expected` ticks.
        groups: Order in which groups get their colours, so that several figures agree; default: order of appearance.

    Returns:
        The chart as SVG text.
    """
    groups = list(dict.fromkeys([*groups, *(item.group for item in items)]))
    with new_figure(CHART_WIDTH * 0.8, ROW_HEIGHT * len(items) + 0.6) as (drawing, axes):
        for k, item in enumerate(items):
            axes.axhline(k, color=GRID, linewidth=0.8, zorder=0)
            at = groups.index(item.group)
            colour, sign = COLOURS[at % len(COLOURS)], MARKERS[at % len(MARKERS)]
            if math.isfinite(item.low) and math.isfinite(item.high):
                axes.plot([item.low, item.high], [k, k], color=colour, linewidth=3.4, solid_capstyle="round")
            first = all(earlier.group != item.group for earlier in items[:k])
            label = item.group if first and item.group else None
            axes.plot(item.value, k, marker=sign, color=colour, markersize=7, linestyle="none", label=label)
            if item.expected is not None:
                once = expected_title if all(earlier.expected is None for earlier in items[:k]) else None
                axes.plot(
                    item.expected,
                    k,
                    marker="|",
                    color=INK,
                    markersize=13,
                    markeredgewidth=1.6,
                    linestyle="none",
                    label=once,
                )
        if reference is not None:
            axes.axvline(reference, color=FAINT, linewidth=1, linestyle=(0, (3, 3)))
        axes.set_yticks(range(len(items)), [escape_dollars(item.name) for item in items])
        axes.set_ylim(len(items) - 0.4, -0.6)
        axes.tick_params(axis="y", length=0)
        axes.spines["left"].set_visible(False)
        axes.set_xlabel(x_title)
        format_percent_axis(axes.xaxis, percent)
        names = sum(bool(group) for group in {item.group for item in items}) + any(
            item.expected is not None for item in items
        )
        if names:
            below = -0.55 / (ROW_HEIGHT * len(items) + 0.1)
            axes.legend(loc="upper center", bbox_to_anchor=(0.5, below), ncols=4)
        return figure_svg(drawing, title)


@dataclass(frozen=True)
class Series:
    """One line; `low` and `high` are the bounds of its band, NaN leaves a gap.

    Lines take colours in order; `look` is the colour index, for the same colour in several figures. A thin line is a
    part of what another line averages: semi-transparent, without markers and legend.
    """

    name: str
    values: ArrayLike
    low: ArrayLike | None = None
    high: ArrayLike | None = None
    look: int | None = None
    is_thin: bool = False

    @classmethod
    def of(cls, name: str, estimates: Sequence[Estimate], look: int | None = None) -> Series:
        """Line with its interval band; gaps where an interval is infinite.

        Args:
            name: Name of the line.
            estimates: One for each x value.
            look: Index of the colour; default: the next one.
        """
        bounds = np.array([[estimate.low, estimate.high] for estimate in estimates])
        bounds[~np.isfinite(bounds)] = np.nan
        return cls(name, [estimate.value for estimate in estimates], bounds[:, 0], bounds[:, 1], look)


def line_chart(
    x: ArrayLike,
    series: Sequence[Series],
    *,
    title: str,
    x_title: str = "",
    y_title: str = "",
    percent: bool = False,
    reference: float | None = None,
    log_x: bool = False,
    value_range: tuple[float | None, float | None] = (None, None),
    y_limits: tuple[float, float] | None = None,
) -> str:
    """Draw lines over common x values.

    Args:
        x: Common x values.
        series: The lines.
        title: Title for screen readers.
        x_title: Title of the x axis.
        y_title: Title of the y axis.
        percent: Show y values as percent.
        reference: y value of a dashed reference line.
        log_x: Use a logarithmic x axis.
        value_range: Range to which bands are clipped; a share is between 0 and 1 even if its interval is wider.
        y_limits: Ends of the y axis, so that small differences look small; by default as the values need.

    Returns:
        The chart as SVG text.
    """
    from matplotlib.ticker import MaxNLocator

    places = np.asarray(x, dtype=float)
    with new_figure(CHART_WIDTH, CHART_WIDTH * 0.5) as (drawing, axes):
        axes.grid(axis="y", linewidth=0.8)
        axes.set_axisbelow(True)
        for number, line in enumerate(series):
            k = number if line.look is None else line.look
            colour = COLOURS[k % len(COLOURS)]
            values = _checked_values(line.values, places, line.name)
            if line.low is not None and line.high is not None:
                low, high = _checked_values(line.low, places, line.name), _checked_values(line.high, places, line.name)
                if value_range != (None, None):
                    low, high = np.clip(low, *value_range), np.clip(high, *value_range)
                axes.fill_between(places, low, high, color=colour, alpha=0.16, linewidth=0)
            if line.is_thin:
                axes.plot(places, values, color=colour, linewidth=THIN_WIDTH, alpha=THIN_OPACITY)
                continue
            axes.plot(
                places,
                values,
                color=colour,
                linestyle=DASHES[k // len(COLOURS) % len(DASHES)],
                marker=MARKERS[k % len(MARKERS)],
                markevery=max(1, len(places) // MAX_MARKERS),
                markersize=4.5,
                linewidth=1.8,
                label=escape_dollars(line.name),
            )
        if reference is not None:
            axes.axhline(reference, color=FAINT, linewidth=1, linestyle=(0, (3, 3)))
        if log_x:
            axes.set_xscale("log")
            if len(places) <= MAX_MARKERS:  # few x values are labelled themselves, instead of powers of ten
                axes.set_xticks(places, [f"{place:g}" for place in places])
                axes.set_xticks([], minor=True)
        axes.set_xlabel(x_title)
        axes.set_ylabel(y_title)
        axes.margins(x=0.02)
        if y_limits is not None:
            axes.set_ylim(*y_limits)
        if not log_x and np.array_equal(places, places.round()):
            axes.xaxis.set_major_locator(MaxNLocator("auto", integer=True))  # integer ticks only
        format_percent_axis(axes.yaxis, percent)
        add_legend(axes, sum(not line.is_thin for line in series))
        return figure_svg(drawing, title)


def _checked_values(values: ArrayLike, places: np.ndarray, name: str) -> np.ndarray:
    array = np.asarray(values, dtype=float)
    if array.shape != places.shape:
        raise ContractError(f"the line {name!r} has {array.size} values at {places.size} places")
    return array


def heat_map(
    rows: Sequence[Any],
    columns: Sequence[Any],
    values: ArrayLike,
    *,
    title: str,
    row_title: str = "",
    column_title: str = "",
    centre: float | None = None,
    low: float | None = None,
    high: float | None = None,
    percent: bool = False,
    digits: int | None = None,
) -> str:
    """Draw values by row and column; NaN is left blank.

    Args:
        rows: Row labels. Integers give a numeric axis that counts upwards; otherwise the first row is at the top.
        columns: Column labels.
        values: Values by row and column.
        title: Title for screen readers.
        row_title: Title of the rows.
        column_title: Title of the columns.
        centre: Value at which the colours diverge, such as 0.5 for payoffs.
        low: Lower limit of the colours.
        high: Upper limit of the colours.
        percent: Show values as percent.
        digits: Decimals of the values in small maps, which show them.

    Returns:
        The chart as SVG text.
    """
    from matplotlib.colors import LinearSegmentedColormap

    data = np.asarray(values, dtype=float)
    if data.shape != (len(rows), len(columns)):
        raise ContractError(f"{len(rows)} rows and {len(columns)} columns do not go with values of shape {data.shape}")
    colours = LinearSegmentedColormap.from_list(
        "ludus", SEQUENTIAL_COLOURS if centre is None else DIVERGING_COLOURS, SHADES
    )
    least, most = _colour_limits(data, centre, low, high)
    wide, tall = len(columns), len(rows)
    numbered = all(isinstance(label, int) for label in (*rows, *columns))
    cell = min(0.75, max(0.11, (CHART_WIDTH - 2.6) / wide))
    with new_figure(max(cell * wide, 2.6) + 1.0, max(cell * tall * 0.8, 1.2) + 0.4) as (drawing, axes):
        edges_x, edges_y = np.arange(wide + 1) - 0.5, np.arange(tall + 1) - 0.5
        # Vector shapes instead of an image: sharp, and deterministic on every machine.
        mesh = axes.pcolormesh(edges_x, edges_y, data, cmap=colours, vmin=least, vmax=most, linewidth=0.15)
        mesh.set_edgecolor("face")
        _set_tick_labels(axes.xaxis, columns, numbered)
        _set_tick_labels(axes.yaxis, rows, numbered)
        if not numbered:
            axes.invert_yaxis()
            long = max(len(str(label)) for label in columns) > 3 * cell / 0.35
            axes.tick_params(axis="x", labelrotation=90 if long else 0)
        axes.set_xlabel(column_title)
        axes.set_ylabel(row_title)
        axes.tick_params(length=0 if not numbered else 3)
        for spine in axes.spines.values():
            spine.set_visible(False)
        if max(wide, tall) <= MAX_NUMBERED_CELLS:
            _write_cell_values(axes, data, least, most, centre, percent, digits)
        bar = drawing.colorbar(mesh, ax=axes, fraction=0.05, pad=0.03, aspect=24)
        bar.outline.set_visible(False)
        bar.ax.tick_params(length=2, color=FAINT)
        format_percent_axis(bar.ax.yaxis, percent)
        return figure_svg(drawing, title)


def heat_map_grid(
    maps: Sequence[Sequence[tuple[str, ArrayLike] | None]],
    *,
    title: str,
    row_title: str = "",
    column_title: str = "",
    centre: float,
    low: float,
    high: float,
    percent: bool = False,
) -> str:
    """Draw small heat maps in rows and columns; their rows are numbered downwards from 0, their columns to the right.

    Args:
        maps: The maps by row and column of the grid, each with its name; None leaves a place empty.
        title: Title for screen readers.
        row_title: Title of the rows of a map.
        column_title: Title of the columns of a map.
        centre: Value at which the colours diverge, such as 0.5 for payoffs.
        low: Lower limit of the colours.
        high: Upper limit of the colours.
        percent: Show values as percent.

    Returns:
        The chart as SVG text.
    """
    from matplotlib.colors import LinearSegmentedColormap

    colours = LinearSegmentedColormap.from_list("ludus", DIVERGING_COLOURS, SHADES)
    least, most = _colour_limits(np.empty(0), centre, low, high)
    tall, wide = len(maps), max(len(row) for row in maps)
    width, height = GRID_MAP_SIZE * wide + 0.8, GRID_MAP_SIZE * tall + 0.4
    with new_figure(width, height) as (drawing, whole):
        whole.remove()
        places: Any = drawing.subplots(tall, wide, squeeze=False, gridspec_kw={"hspace": 0.28, "wspace": 0.18})
        mesh = None
        for y, x in np.ndindex(tall, wide):
            axes, item = places[y, x], maps[y][x] if x < len(maps[y]) else None
            if item is None:
                axes.set_visible(False)
                continue
            data = np.asarray(item[1], dtype=float)
            edges = [np.arange(count + 1) - 0.5 for count in data.shape]
            mesh = axes.pcolormesh(edges[1], edges[0], data, cmap=colours, vmin=least, vmax=most, linewidth=0.15)
            mesh.set_edgecolor("face")
            axes.invert_yaxis()
            axes.set_title(escape_dollars(item[0]), fontsize=9)
            axes.tick_params(length=2, labelsize=7.5)
            for axis, count in ((axes.xaxis, data.shape[1]), (axes.yaxis, data.shape[0])):
                _set_tick_labels(axis, range(count), numbered=True)
            for spine in axes.spines.values():
                spine.set_visible(False)
        # Titles are beside the tick labels, at a fixed distance in inches from where the first map begins.
        left, bottom = (getattr(places[-1, 0].get_position(), side) for side in ("x0", "y0"))
        drawing.supxlabel(column_title, y=bottom - 0.45 / height, fontsize=10.5)
        drawing.supylabel(row_title, x=left - 0.55 / width, fontsize=10.5)
        if mesh is not None:
            bar = drawing.colorbar(mesh, ax=places, fraction=0.025, pad=0.025, aspect=40)
            bar.outline.set_visible(False)
            bar.ax.tick_params(length=2, color=FAINT)
            format_percent_axis(bar.ax.yaxis, percent)
        return figure_svg(drawing, title)


def _colour_limits(
    data: np.ndarray, centre: float | None, low: float | None, high: float | None
) -> tuple[float, float]:
    finite = data[np.isfinite(data)]
    least = low if low is not None else (float(finite.min()) if finite.size else 0.0)
    most = high if high is not None else (float(finite.max()) if finite.size else 1.0)
    if centre is not None:  # symmetric limits: equal distance has equal colour
        reach = max(centre - least, most - centre) or 1.0
        least, most = centre - reach, centre + reach
    return (least, most) if least < most else (least - 0.5, most + 0.5)


def _set_tick_labels(axis: Any, names: Sequence[Any], numbered: bool) -> None:
    if numbered:
        step = max(1, 10 ** int(math.log10(max(len(names), 1))) // 2)
        chosen = [k for k, number in enumerate(names) if number % step == 0] or list(range(len(names)))
    else:
        chosen = list(range(0, len(names), 1 + (len(names) - 1) // MAX_TICK_LABELS))
    axis.set_ticks(chosen, [escape_dollars(str(names[k])) for k in chosen])


def _write_cell_values(
    axes: Any, data: np.ndarray, least: float, most: float, centre: float | None, percent: bool, digits: int | None
) -> None:
    places = digits if digits is not None else (0 if percent else 2)
    middle = (least + most) / 2
    for (row, column), value in np.ndenumerate(data):
        if math.isfinite(value):
            far = abs(value - middle) / (most - least) if centre is not None else (value - least) / (most - least) - 0.2
            text = f"{100 * value if percent else value:.{places}f}"
            axes.text(column, row, text, ha="center", va="center", fontsize=8.5, color="white" if far > 0.3 else INK)


def histogram(
    counts: ArrayLike,
    edges: ArrayLike,
    *,
    title: str,
    x_title: str = "",
    y_title: str = "",
    percent: bool = False,
    marks: Mapping[str, float] | None = None,
) -> str:
    """Draw counts between edges; there is one edge more than counts.

    Args:
        counts: Height of each bar.
        edges: Edges of the bars.
        title: Title for screen readers.
        x_title: Title of the x axis.
        y_title: Title of the y axis.
        percent: Show x values as percent.
        marks: Values by name, marked on the axis.

    Returns:
        The chart as SVG text.

    Raises:
        ContractError: the number of edges is wrong.
    """
    high, ends = np.asarray(counts, dtype=float), np.asarray(edges, dtype=float)
    if ends.size != high.size + 1:
        raise ContractError(f"{high.size} counts need {high.size + 1} edges, not {ends.size}")
    marks = marks or {}
    with new_figure(CHART_WIDTH, CHART_WIDTH * 0.42) as (drawing, axes):
        axes.grid(axis="y", linewidth=0.8)
        axes.set_axisbelow(True)
        axes.stairs(high, ends, fill=True, color=COLOURS[0], alpha=0.35, linewidth=0)
        axes.stairs(high, ends, color=COLOURS[0], linewidth=1.2)
        top = high.max(initial=1.0)
        for k, (name, value) in enumerate(marks.items()):
            colour = COLOURS[(k + 1) % len(COLOURS)]
            axes.plot([value, value], [0, top * 0.12], color=colour, linewidth=1.2)
            axes.plot(
                value,
                top * 0.12,
                marker=MARKERS[(k + k // len(MARKERS)) % len(MARKERS)],  # 64 distinct combinations
                color=colour,
                markersize=6.5,
                linestyle="none",
                label=escape_dollars(name),
            )
        axes.set_ylim(0, top * 1.06)
        axes.set_xlabel(x_title)
        axes.set_ylabel(y_title)
        axes.yaxis.set_major_formatter("{x:,.0f}" if top >= 10 else "{x:g}")
        format_percent_axis(axes.xaxis, percent)
        add_legend(axes, len(marks) + 1 if marks else 0)
        return figure_svg(drawing, title)
