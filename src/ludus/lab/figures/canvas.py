"""Shared drawing code of charts: colours, figure set-up, conversion to SVG.

Text is drawn as outlines, so that a figure looks the same on every machine and needs no font. The colours can be
distinguished by colour-blind readers (after Okabe and Ito); lines also differ in dashes and markers.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from typing import TYPE_CHECKING, Any

from ludus.lab.page_style import FAINT, INK, PAPER

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Drawing

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


@contextmanager
def new_figure(width: float, height: float) -> Iterator[tuple[Drawing, Axes]]:
    """Create a matplotlib figure of the given size in inches, in the style of the reports."""
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
    """Convert a figure to SVG that can be embedded in a page with others; deterministic."""
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
    return (
        f'<svg viewBox="{size[1]}" style="{look}" role="img" aria-label="{name}" '
        'stroke-linejoin="round" stroke-linecap="butt" xmlns="http://www.w3.org/2000/svg" '
        f'xmlns:xlink="http://www.w3.org/1999/xlink"><title>{name}</title>{_unique_ids(_round_coordinates(_pack_cells(rest)), label)}'
    ).strip()


def escape_dollars(text: str) -> str:
    """Escape dollar signs, which matplotlib would read as a formula."""
    return text.replace("$", r"\$")


def add_legend(axes: Axes, many: int, **more: Any) -> None:
    """Add a legend below the chart."""
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
