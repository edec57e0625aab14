"""What all figures share: colours, one way to begin a drawing and one way to write it as SVG.

Letters are drawn as outlines, so that a figure looks alike on every machine and needs no font. The colours are told
apart by colour-blind readers (after Okabe and Ito), and lines also differ in their dashes and marks.
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
MARKS = ("o", "s", "^", "D", "v", "P", "X", "*")
GRID = "#e4dccd"
WIDTH = 8.0  # inches at 72 points; the page scales it
LARGEST = 1.5  # pixels for a point, at most
LEAST = 480  # pixels on a phone, which scrolls to the rest
ORDINAL = (PAPER, "#b9d6cf", "#5aa49d", "#0d6b6b", "#063b3b")  # from little to much
DIVERGING = ("#5c2459", "#7b3b7a", "#c9a3c6", PAPER, "#9fcac3", "#0d6b6b", "#06494a")  # from losing to winning

SETTINGS: dict[Any, Any] = {
    "svg.fonttype": "path",
    "font.family": "DejaVu Sans",  # comes with matplotlib
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
def canvas(width: float, height: float) -> Iterator[tuple[Drawing, Axes]]:
    """A drawing of so many inches, in the house's style."""
    import matplotlib as mpl
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure as Drawing

    with mpl.rc_context():
        mpl.rcdefaults()  # nobody's own settings
        mpl.rcParams.update(SETTINGS)
        drawing = Drawing(figsize=(width, height))
        FigureCanvasSVG(drawing)
        yield drawing, drawing.add_subplot()


def as_svg(drawing: Drawing, label: str) -> str:
    """The drawing as SVG that can stand in a page beside others: the same bytes for the same drawing."""
    import matplotlib as mpl

    out = io.StringIO()
    with mpl.rc_context({"svg.hashsalt": label}):
        empty = {"Date": None, "Creator": None, "Format": None, "Type": None}
        drawing.savefig(out, format="svg", bbox_inches="tight", pad_inches=0.06, metadata=empty)
    text = out.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>\s*", "", text, flags=re.DOTALL)
    text = re.sub(r"<!--.*?-->\s*", "", text, flags=re.DOTALL)
    # A style inside a picture would be one for the whole page.
    text = re.sub(r"<defs>\s*<style.*?</style>\s*</defs>\s*", "", text, flags=re.DOTALL)
    head, rest = text.split(">", 1)
    size = re.search(r'viewBox="([^"]*)"', head)
    assert size is not None
    name = escape(label, quote=True)
    wide = float(size[1].split()[2]) * LARGEST
    look = f"min-width: {min(wide, LEAST):.0f}px; max-width: {wide:.0f}px"
    return (
        f'<svg viewBox="{size[1]}" style="{look}" role="img" aria-label="{name}" '
        'stroke-linejoin="round" stroke-linecap="butt" xmlns="http://www.w3.org/2000/svg" '
        f'xmlns:xlink="http://www.w3.org/1999/xlink"><title>{name}</title>{_own_names(_rounded(_packed(rest)), label)}'
    ).strip()


def literal(text: str) -> str:
    """A name as it is: between two dollar signs matplotlib would read a formula."""
    return text.replace("$", r"\$")


def legend(axes: Axes, many: int, **more: Any) -> None:
    """The names of what is drawn, below it."""
    if many > 1:
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=min(many, 4), **more)


def percent_axis(axis: Any, percent: bool) -> None:
    """Numbers along an axis in percent, if they are shares."""
    if percent:
        from matplotlib.ticker import FuncFormatter

        show: Callable[[float, int], str] = lambda value, _: f"{100 * value:g} %"  # noqa: E731
        axis.set_major_formatter(FuncFormatter(show))


def _packed(text: str) -> str:
    """The same picture in fewer bytes: the thousands of cells of a heat map become steps on a grid, a path a colour."""
    place = r"(-?[\d.]+) (-?[\d.]+)"
    corners = rf"M {place}\s+L {place}\s+L {place}\s+L {place}\s+L \1 \2\s+"
    rectangle = re.compile(rf'<path d="{corners}"( clip-path="[^"]*")( style="[^"]*")/>\s*')
    cells: dict[str, list[tuple[float, float, float, float, str]]] = {}
    for found in rectangle.finditer(text):
        x, y, right, _, _, bottom, _, _, clip, style = found.groups()
        cells.setdefault(clip, []).append((float(x), float(y), float(right), float(bottom), style))
    first = rectangle.search(text)
    if first is None:
        return text
    grids = "".join(_grid(clip, each) for clip, each in cells.items())
    return text[: first.start()] + grids + rectangle.sub("", text[first.start() :])


def _grid(clip: str, cells: list[tuple[float, float, float, float, str]]) -> str:
    """Cells of one size, by their steps from the first one."""
    left, base, right, top, _ = cells[0]
    wide, tall = right - left, top - base
    looks: dict[str, list[str]] = {}
    for x, y, _, _, style in cells:
        looks.setdefault(style, []).append(f"M{(x - left) / wide:.3g} {(y - base) / tall:.3g}h1v1h-1z")
    paths = "".join(
        f'<path vector-effect="non-scaling-stroke" d="{"".join(shapes)}"{style}/>\n' for style, shapes in looks.items()
    )
    return f'<g{clip}><g transform="translate({left} {base}) scale({wide:.6f} {tall:.6f})">{paths}</g></g>\n'


def _rounded(text: str) -> str:
    """Places in paths to a hundredth of a point, which nobody can see."""
    number = re.compile(r"-?\d+\.\d{3,}")
    return re.sub(r' d="[^"]*"', lambda path: number.sub(lambda found: f"{float(found[0]):.2f}", path[0]), text)


def _own_names(text: str, label: str) -> str:
    """Names of things inside the picture that no other picture has; those that nobody refers to are left out."""
    import hashlib

    used = set(re.findall(r'(?:xlink:href="#|url\(#)([^")]+)', text))
    mark = hashlib.sha256(label.encode()).hexdigest()[:8]

    def rename(match: re.Match[str]) -> str:
        return f' id="{mark}-{match[1]}"' if match[1] in used else ""

    text = re.sub(r' id="([^"]+)"', rename, text)
    return re.sub(r'(xlink:href="#|url\(#)', rf"\g<1>{mark}-", text)
