"""PNG export of this package's SVG pictures, by matplotlib, which is in the extra `studies`.

Supports only the elements that our pictures use (groups, boxes, circles, polygons, paths and lines of text) and refuses
anything else. The same picture gives the same bytes with the same release of matplotlib.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from importlib.util import find_spec
from typing import Any
from xml.etree import ElementTree

from ludus.report.report_model import Figure, File
from ludus.util.errors import LudusError
from ludus.util.extras import require_extra

DEFAULT_SCALE = 2.0  # pixels per unit of the picture
NO_PNG = "Pictures are written as SVG; for PNG as well, install the extra `studies` of Ludus."
DPI = 72.0  # one point is one pixel
STYLE_NAMES = (
    "fill",
    "fill-opacity",
    "stroke",
    "stroke-width",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-dasharray",
    "font-size",
)
SKIPPED_TAGS = ("title", "desc")
BEZIER_KAPPA = 0.5522847498  # Bezier handle length of a quarter circle
NUMBER_PATTERN = r"-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?"


@dataclass(frozen=True)
class _DrawState:
    """Drawing state: scale, offset, inherited styles and opacity."""

    scale: float = 1.0
    x: float = 0.0
    y: float = 0.0
    opacity: float = 1.0
    styles: tuple[tuple[str, str], ...] = ()

    def into(self, node: ElementTree.Element) -> _DrawState:
        styles = dict(self.styles) | {name: node.attrib[name] for name in STYLE_NAMES if name in node.attrib}
        pen = replace(self, styles=tuple(styles.items()), opacity=self.opacity * float(node.get("opacity", 1)))
        for what, inside in re.findall(r"(\w+)\(([^)]*)\)", node.get("transform", "")):
            values = [float(value) for value in re.findall(NUMBER_PATTERN, inside)]
            if what == "translate":
                pen = replace(pen, x=pen.x + pen.scale * values[0], y=pen.y + pen.scale * values[1])
            elif what == "scale":
                pen = replace(pen, scale=pen.scale * values[0])
            else:
                raise LudusError(f"a picture with {what!r} in it cannot be converted to PNG")
        return pen


def png_parts(figures: Iterable[Figure]) -> list[File | str]:
    """Parts of a report: the figures as PNG files, or without matplotlib a sentence that says why there are none."""
    if find_spec("matplotlib") is None:
        return [NO_PNG]
    return [File(f"{figure.name}.png", svg_to_png(figure.svg)) for figure in figures]


def svg_to_png(svg: str, scale: float = DEFAULT_SCALE) -> bytes:
    """Convert an SVG picture to PNG.

    Args:
        svg: text of the picture.
        scale: pixels per unit of the picture.

    Raises:
        LudusError: the picture has elements that are not supported.
        MissingExtra: matplotlib is not installed.
    """
    require_extra("studies", "a picture as PNG", "matplotlib")
    from matplotlib.backends.backend_agg import RendererAgg
    from matplotlib.image import imsave

    root = ElementTree.fromstring(svg)
    left, top, width, height = (float(value) * scale for value in root.attrib["viewBox"].split())
    canvas = RendererAgg(math.ceil(width), math.ceil(height), dpi=DPI)
    _draw_element(canvas, root, _DrawState(scale, -left, -top))
    buffer = io.BytesIO()
    imsave(buffer, canvas.buffer_rgba(), format="png", metadata={"Software": "Ludus"})
    return buffer.getvalue()


def _draw_element(canvas: Any, node: ElementTree.Element, pen: _DrawState) -> None:
    tag = node.tag.rpartition("}")[2]
    if tag in SKIPPED_TAGS:
        return
    pen = pen.into(node)
    if tag in ("svg", "g"):
        for inside in node:
            _draw_element(canvas, inside, pen)
        return
    get = {name: float(value) for name, value in node.attrib.items() if re.fullmatch(NUMBER_PATTERN, value)}.get
    if tag == "rect":
        path = _rectangle_path(get("x", 0.0), get("y", 0.0), get("width", 0.0), get("height", 0.0), get("rx", 0.0))
    elif tag in ("circle", "ellipse"):
        path = _ellipse_path(get("cx", 0.0), get("cy", 0.0), get("rx", get("r", 0.0)), get("ry", get("r", 0.0)))
    elif tag == "polygon":
        values = [float(value) for value in re.findall(NUMBER_PATTERN, node.attrib["points"])]
        path = "M" + "L".join(f"{x} {y} " for x, y in zip(values[::2], values[1::2], strict=True)) + "Z"
    elif tag == "path":
        path = node.attrib["d"]
    elif tag == "text":
        _draw_text(canvas, node, pen)
        return
    else:
        raise LudusError(f"a picture with {tag!r} in it cannot be converted to PNG")
    _draw_shape(canvas, _read_path(path), pen)


def _draw_shape(canvas: Any, path: Any, pen: _DrawState) -> None:
    from matplotlib.colors import to_rgb
    from matplotlib.transforms import Affine2D

    style = dict(pen.styles)
    fill, stroke = style.get("fill", "#000000"), style.get("stroke", "none")
    context = canvas.new_gc()
    context.set_alpha(pen.opacity * float(style.get("fill-opacity", 1)))
    wide = float(style.get("stroke-width", 1)) * pen.scale if stroke != "none" else 0.0
    context.set_linewidth(wide)
    if wide:
        context.set_foreground(stroke)
        dashes = [float(value) * pen.scale for value in style.get("stroke-dasharray", "").split()]
        context.set_dashes(0, dashes or None)
        context.set_capstyle("round" if style.get("stroke-linecap") == "round" else "butt")
        context.set_joinstyle("round" if style.get("stroke-linejoin") == "round" else "miter")
    transform = Affine2D().scale(pen.scale).translate(pen.x, pen.y).scale(1, -1).translate(0, canvas.height)
    canvas.draw_path(context, path, transform, None if fill == "none" else to_rgb(fill))
    context.restore()


def _draw_text(canvas: Any, node: ElementTree.Element, pen: _DrawState) -> None:
    from matplotlib.font_manager import FontProperties
    from matplotlib.path import Path
    from matplotlib.textpath import TextPath

    bold = node.get("font-weight") == "bold"
    font = FontProperties(family="DejaVu Sans", weight="bold" if bold else "normal")
    size = float(dict(pen.styles)["font-size"])
    shape = TextPath((0, 0), node.text or " ", size=size, prop=font, usetex=False)
    wide = float(shape.get_extents().x1)
    aside = {"middle": wide / 2, "end": wide}.get(node.get("text-anchor", "start"), 0.0)
    placed = shape.vertices * [1, -1] + [float(node.get("x", 0)) - aside, float(node.get("y", 0))]
    _draw_shape(canvas, Path(placed, shape.codes), replace(pen, styles=(*pen.styles, ("stroke", "none"))))


def _rectangle_path(x: float, y: float, width: float, height: float, round_: float) -> str:
    if round_ == 0:
        return f"M{x} {y}H{x + width}V{y + height}H{x}Z"
    r, k = min(round_, width / 2, height / 2), min(round_, width / 2, height / 2) * (1 - BEZIER_KAPPA)
    right, low = x + width, y + height
    return (
        f"M{x + r} {y}H{right - r}C{right - k} {y} {right} {y + k} {right} {y + r}V{low - r}"
        f"C{right} {low - k} {right - k} {low} {right - r} {low}H{x + r}C{x + k} {low} {x} {low - k} {x} {low - r}"
        f"V{y + r}C{x} {y + k} {x + k} {y} {x + r} {y}Z"
    )


def _ellipse_path(x: float, y: float, rx: float, ry: float) -> str:
    a, b = rx * BEZIER_KAPPA, ry * BEZIER_KAPPA
    return (
        f"M{x + rx} {y}C{x + rx} {y + b} {x + a} {y + ry} {x} {y + ry}C{x - a} {y + ry} {x - rx} {y + b} {x - rx} {y}"
        f"C{x - rx} {y - b} {x - a} {y - ry} {x} {y - ry}C{x + a} {y - ry} {x + rx} {y - b} {x + rx} {y}Z"
    )


def _read_path(text: str) -> Any:
    """Parse a path of absolute M, L, H, V, Q, C, A and Z; arcs of circles become polylines."""
    from matplotlib.path import Path

    corners: list[tuple[float, float]] = []
    codes: list[Any] = []
    x = y = begin_x = begin_y = 0.0
    for letter, inside in re.findall(r"([A-Za-z])([^A-Za-z]*)", text):
        values = [float(value) for value in re.findall(NUMBER_PATTERN, inside)]
        if letter == "Z":
            new, code = [(begin_x, begin_y)], Path.CLOSEPOLY
        elif letter in "HV":
            new, code = [(values[0], y) if letter == "H" else (x, values[0])], Path.LINETO
        elif letter == "A":
            new, code = _arc_points((x, y), values), Path.LINETO
        elif letter in "MLQC":
            new = list(zip(values[::2], values[1::2], strict=True))
            code = {"M": Path.MOVETO, "L": Path.LINETO, "Q": Path.CURVE3, "C": Path.CURVE4}[letter]
        else:
            raise LudusError(f"a path with {letter!r} in it cannot be converted to PNG")
        corners += new
        codes += [code] * len(new)
        x, y = new[-1]
        if letter == "M":
            begin_x, begin_y = x, y
    return Path(corners, codes)


def _arc_points(start: tuple[float, float], values: list[float]) -> list[tuple[float, float]]:
    """Points of a circular arc, without its start."""
    radius, _, _, large, sweep, x, y = values
    (x0, y0), half = start, math.dist(start, (x, y)) / 2
    radius = max(radius, half)
    away = math.sqrt(max(0.0, radius * radius - half * half)) * (-1 if large == sweep else 1)
    across, up = ((x - x0) / (2 * half), (y - y0) / (2 * half)) if half else (0.0, 0.0)
    middle = (x0 + x) / 2 - away * up, (y0 + y) / 2 + away * across
    first, last = (math.atan2(b - middle[1], a - middle[0]) for a, b in (start, (x, y)))
    turn = (last - first) % math.tau if sweep else -((first - last) % math.tau)
    steps = 24
    angles = [first + turn * k / steps for k in range(1, steps)]
    return [*((middle[0] + radius * math.cos(a), middle[1] + radius * math.sin(a)) for a in angles), (x, y)]
