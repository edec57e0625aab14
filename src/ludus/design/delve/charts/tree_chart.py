"""Chart of a skill tree as SVG: a box for every node, with an icon of its target in a badge that is sized by its value.
Nodes that do something else than raise damage have an icon of that in a grey badge.

    svg = tree_chart(tree, "Bruiser")
    svg = tree_chart(tree, "Bruiser", heat=[NodeHeat(0.3, 0.62), NodeHeat(0.1, 0.4, "never useful"), ...])

With heat, a bar in each box shows how often the node is picked, and the colour of the box the win rate of builds with
it; both are written, too. Names are broken into lines, never cut. Large trees have smaller boxes, in which the icon
alone says what a node targets. tree_layouts.py places boxes and lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from ludus.design.delve.charts.node_icons import node_icon
from ludus.design.delve.charts.tree_layouts import (
    LARGE_TREE_NODES,
    NodePosition,
    PlacedTree,
    layout_tree,
    place_boxes,
    place_outline,
)
from ludus.games.delve.constants import DAMAGE_NODE, NODE_EFFECTS, TARGETS, UNLOCK_NODE
from ludus.games.delve.skill_tree import SkillNode, SkillTree, node_text
from ludus.util.errors import OptionError
from ludus.util.svg import (
    EDGE,
    FACE,
    FAINT,
    FONT,
    INK,
    MARGIN,
    PAPER,
    element,
    format_number,
    rect,
    text_line,
    text_width,
    wrap_text,
)
from ludus.util.svg import title_tooltip as tooltip

__all__ = ["COLOURS", "NodeHeat", "NodePosition", "layout_tree", "tree_chart"]

COLOURS = ("#e8ad45", "#e0795a", "#6f9fe0", "#7dba63", "#a995dc", "#c2bd4e", "#d68bc6", "#57b8b0")  # by target
OTHER_COLOUR = "#b7b2a8"  # nodes that do not raise damage
LOW_WINS, MEDIUM_WINS, HIGH_WINS = (246, 184, 148), (255, 253, 248), (150, 210, 212)  # boxes, from few wins to many
FLAW_COLOUR, BAR_COLOUR, LINE_COLOUR = "#b3261e", "#6b6258", "#9c8d73"
TOP = 48  # space above the boxes
MIN_WIDTH = 730  # smallest width: the legend needs it
SCALE_STEPS = 40  # steps of the scale
FULL_BADGE_VALUE = 10  # a badge of this value fills its box; in trees with stronger nodes, the strongest does
LEGEND_LINE = 20  # distance of rows of the legend
MAX_NAMED_PARENTS = 3  # further parents that a box of an outline names


@dataclass(frozen=True)
class NodeHeat:
    """Statistics of a node: how often it is picked, and the win rate of builds with it, from 0 to 1."""

    pick: float | None = None
    win: float | None = None
    note: str = ""  # flaw


@dataclass(frozen=True)
class BoxStyle:
    """Sizes of boxes."""

    font: float
    line: float  # distance of lines
    badge: float  # largest radius of a badge
    text: float  # width of text, at most
    words: bool  # whether the target is written


NORMAL_STYLE = BoxStyle(font=12, line=15, badge=15, text=150, words=True)
SMALL_STYLE = BoxStyle(font=9.5, line=11.5, badge=9.5, text=80, words=False)


def tree_chart(tree: SkillTree, title: str = "", heat: Sequence[NodeHeat] | None = None) -> str:
    """Draw a tree.

    Args:
        tree: the tree.
        title: title of the chart; the tree's name by default.
        heat: statistics, one entry per node.

    Raises:
        OptionError: `heat` has another length than the tree.
    """
    if heat is not None and len(heat) != len(tree):
        raise OptionError(f"{len(heat)} entries of heat for the {len(tree)} nodes of tree {tree.name!r}")
    drawing = _TreeDrawing(tree, list(heat) if heat is not None else [NodeHeat()] * len(tree), title or tree.name)
    parts = [
        tooltip(drawing.heading),
        element("rect", width=drawing.width, height=drawing.height, fill=PAPER),
        *drawing.title_lines(),
        *drawing.lines(),
        *(drawing.node(i) for i in range(len(tree))),
        drawing.legend(),
    ]
    size = f"0 0 {format_number(drawing.width)} {format_number(drawing.height)}"
    return element("svg", *parts, xmlns="http://www.w3.org/2000/svg", viewBox=size, role="img", font_family=FONT)


@dataclass(frozen=True)
class _NodeText:
    """Texts of a box."""

    name: list[str]  # lines
    effect: str  # what its value adds
    details: str  # target and price, after the effect
    more: list[str]  # further lines
    note: list[str]  # flaw, in lines

    @property
    def lines(self) -> int:
        return len(self.name) + 1 + len(self.more) + len(self.note)


class _TreeDrawing:
    """One drawing: the sizes and the parts."""

    def __init__(self, tree: SkillTree, heat: list[NodeHeat], heading: str) -> None:
        self.tree, self.heat, self.heading = tree, heat, heading
        self.style = SMALL_STYLE if len(tree) >= LARGE_TREE_NODES else NORMAL_STYLE
        self.has_bars = any(entry.pick is not None for entry in heat)
        self.texts = [self._text(i, ()) for i in range(len(tree))]
        self.placed: PlacedTree = place_boxes(tree, self._sizes())
        if self.placed.start is None:  # an outline, which has lines to one parent only
            self.texts = [self._text(i, self._other_parents(i)) for i in range(len(tree))]
            self.placed = place_outline(tree, self._sizes())
        self.width = max(self.placed.width + 2 * MARGIN, MIN_WIDTH)
        self.left = (
            (self.width - self.placed.width) / 2 if self.placed.name == "radial" else MARGIN
        ) - self.placed.left
        self.headings = _wrap(heading, 18, self.width - 2 * MARGIN)
        self.top = TOP + 22 * (len(self.headings) - 1) - self.placed.top
        self.has_effects = any(node.effect != DAMAGE_NODE for node in tree.nodes)
        self.strongest = max((FULL_BADGE_VALUE, *(node.value for node in tree.nodes if node.effect == DAMAGE_NODE)))
        wins = [entry.win for entry in heat if entry.win is not None]
        self.wins = (min(wins), max(wins)) if wins else None
        self.bottom = self.top + self.placed.top + self.placed.height
        self.legend_rows = self._legend_rows()
        self.height = self.bottom + 60 + LEGEND_LINE * (len(self.legend_rows) - 1) + (22 if wins else 0)

    def title_lines(self) -> list[str]:
        return [text_line(MARGIN, 30 + 22 * k, line, 18, bold=True) for k, line in enumerate(self.headings)]

    def lines(self) -> list[str]:
        """Lines from the start and from every node to its children."""
        width = 1.5 if self.style is SMALL_STYLE else 2.2
        move = f"translate({format_number(self.left)} {format_number(self.top)})"
        drawn = [
            element("path", d=line.path, fill="none", stroke=LINE_COLOUR, stroke_width=width, transform=move)
            for line in self.placed.lines
        ]
        if self.placed.start is None:
            return drawn
        x, y = self.placed.start
        return [*drawn, element("circle", tooltip("the start"), cx=x + self.left, cy=y + self.top, r=6, fill=INK)]

    def node(self, i: int) -> str:
        """A box with its badge, its texts and its bar."""
        node, heat, text, style = self.tree.nodes[i], self.heat[i], self.texts[i], self.style
        box = self.placed.boxes[i]
        x, y = box.x + self.left, box.y + self.top
        badge_x, badge_y, radius = x + style.badge + 4, y + box.height / 2, self._radius(node)
        stroke = FLAW_COLOUR if heat.note else EDGE
        parts = [
            tooltip(self._description(i)),
            rect(x, y, box.width, box.height, self._fill(heat), stroke, rx=6, stroke_width=2.2 if heat.note else 1.2),
            element(
                "circle",
                cx=badge_x,
                cy=badge_y,
                r=radius,
                fill=_colour(node.effect, node.target),
                stroke=INK,
                stroke_width=0.8,
            ),
            node_icon(node.effect, node.target, badge_x, badge_y, 1.55 * radius, INK),
        ]
        left, line = x + 2 * style.badge + 9, y + style.line * 0.82 + 3
        for name in text.name:
            parts.append(text_line(left, line, name, style.font, bold=True))
            line += style.line
        parts.append(text_line(left, line, text.effect, style.font, bold=True))
        if text.details:
            after = left + text_width(f"{text.effect} ", style.font, bold=True)
            parts.append(text_line(after, line, text.details, style.font, FAINT))
        for more in text.more:
            line += style.line
            parts.append(text_line(left, line, more, style.font, INK if heat.win is not None else FAINT))
        for note in text.note:
            line += style.line
            parts.append(text_line(left, line, note, style.font, FLAW_COLOUR))
        if heat.pick is not None:
            room = x + box.width - 6 - left
            for length, colour in ((1.0, PAPER), (min(max(heat.pick, 0.0), 1.0), BAR_COLOUR)):
                parts.append(rect(left, y + box.height - 5.5, room * length, 3, colour, rx=1.5))
        return element("g", *parts, data_node=i)

    def legend(self) -> str:
        """Legend of icons, sizes and bars, as far as they are used."""
        parts = []
        for row, entries in enumerate(self.legend_rows):
            y = self.bottom + 22 + LEGEND_LINE * row
            for x, effect, target in entries:
                colour = _colour(effect, target)
                parts.append(element("circle", cx=x + 7, cy=y - 4, r=7.5, fill=colour, stroke=INK, stroke_width=0.6))
                parts.append(node_icon(effect, target, x + 7, y - 4, 11.5, INK))
                parts.append(text_line(x + 18, y, _legend_text(effect, target), 11, FAINT))
        y = self.bottom + 22 + LEGEND_LINE * (len(self.legend_rows) - 1)
        words = "numbers and sizes of badges: what a node adds to the damage of each card it targets"
        if self.has_effects:
            words = "numbers: what a node adds; sizes of coloured badges: damage of each card it targets"
        parts.append(text_line(MARGIN, y + 24, words + "; bars: how often it is picked" * self.has_bars, 11, FAINT))
        if self.wins is not None:
            parts += self._scale(y + 46, *self.wins)
        return element("g", *parts, data_legend="1")

    def _legend_rows(self) -> list[list[tuple[float, int, int]]]:
        """Rows of the legend: position, effect and target of every kind of node in the tree."""
        rows: list[list[tuple[float, int, int]]] = [[]]
        x = float(MARGIN)
        for effect, target in sorted({(node.effect, node.target) for node in self.tree.nodes}):
            width = 32 + text_width(_legend_text(effect, target), 11)
            if rows[-1] and x + width - 14 > self.width - MARGIN:
                rows.append([])
                x = float(MARGIN)
            rows[-1].append((x, effect, target))
            x += width
        return rows

    def _text(self, i: int, others: Sequence[str]) -> _NodeText:
        node, heat, style = self.tree.nodes[i], self.heat[i], self.style
        effect, what, more = f"+{node.value}", node.what, list[str]()
        unlocks = ", ".join(self.tree.nodes[k].name for k in node.unlocks)
        if node.effect == UNLOCK_NODE:
            effect, what, unlocks = "unlocks", unlocks, ""
            details = [what]
        else:
            is_named = node.effect == DAMAGE_NODE and what.lower() in node.name.lower()
            details = [] if is_named or not style.words else [what]
        if node.price != 1:
            details.append(_points(node.price))
        rates = [_rates(heat, short=not style.words)] if heat.pick is not None or heat.win is not None else []
        if unlocks:
            more += _wrap(f"unlocks {unlocks}", style.font, style.text)
        if node.gate:
            more += _wrap(_gate(node.gate), style.font, style.text)
        more += [line for part in rates for line in _wrap(part, style.font, style.text)]
        if others:
            named = ", ".join(others[:MAX_NAMED_PARENTS]) + ", ..." * (len(others) > MAX_NAMED_PARENTS)
            more += _wrap(f"or after {named}", style.font, style.text)
        note = _wrap(heat.note, style.font, style.text) if heat.note else []
        rest = list[str]()  # what does not fit behind the effect; targets are short
        while node.effect != DAMAGE_NODE and details and self._effect_width(effect, ", ".join(details)) > style.text:
            rest = [*_wrap(details.pop(), style.font, style.text), *rest]
        line, more = ", ".join(details), [*rest, *more]
        return _NodeText(_wrap(node.name, style.font, style.text, bold=True), effect, line, more, note)

    def _sizes(self) -> list[tuple[float, float]]:
        """Width and height of every box: what its texts need."""
        sizes, style = [], self.style
        for text in self.texts:
            effect_width = self._effect_width(text.effect, text.details)
            widths = [effect_width, *(text_width(line, style.font, bold=True) for line in text.name)]
            widths += [text_width(line, style.font) for line in (*text.more, *text.note)]
            height = max(style.line * text.lines + 8 + (4 if self.has_bars else 0), 2 * style.badge + 4)
            sizes.append((round(max(widths) + 2 * style.badge + 15, 1), round(height, 1)))
        return sizes

    def _effect_width(self, effect: str, details: str) -> float:
        return text_width(f"{effect} ", self.style.font, bold=True) + text_width(details, self.style.font)

    def _other_parents(self, i: int) -> list[str]:
        """Names of the parents to which an outline has no line."""
        parents = self.tree.nodes[i].parents
        drawn = {line.parent for line in self.placed.lines if line.child == i}
        return [self.tree.nodes[parent].name for parent in parents if parent not in drawn]

    def _radius(self, node: SkillNode) -> float:
        """Radius by area; the weakest still has room for its icon. Values of other effects cannot be compared."""
        if node.effect != DAMAGE_NODE:
            return self.style.badge
        least = self.style.badge * 0.6
        return least + (self.style.badge - least) * sqrt(node.value / self.strongest)

    def _fill(self, heat: NodeHeat) -> str:
        if heat.win is None or self.wins is None or self.wins[0] == self.wins[1]:
            return FACE
        return _shade((heat.win - self.wins[0]) / (self.wins[1] - self.wins[0]))

    def _description(self, i: int) -> str:
        node, heat = self.tree.nodes[i], self.heat[i]
        parents = " or ".join(self.tree.nodes[parent].name for parent in node.parents)
        parts = [f"{node.name}: {describe_effect(self.tree, node)}"]
        parts += [f"after {parents}"] if parents else []
        parts += [_gate(node.gate)] if node.gate else []
        parts += [_points(node.price)] if node.price != 1 else []
        parts += [rates] if (rates := _rates(heat)) else []
        return "; ".join(parts + ([heat.note] if heat.note else []))

    def _scale(self, y: float, low: float, high: float) -> list[str]:
        """Colour scale of boxes, from the lowest win rate to the highest."""
        words = f"boxes: how often those who have it win, {_percent(low)}"
        x = MARGIN + text_width(words, 11) + 8
        shades = [
            element("rect", x=x + 4 * k, y=y - 9, width=4.2, height=10, fill=_shade(k / (SCALE_STEPS - 1)))
            for k in range(SCALE_STEPS)
        ]
        return [
            text_line(MARGIN, y, words, 11, FAINT),
            *shades,
            text_line(x + 4 * SCALE_STEPS + 8, y, _percent(high), 11, FAINT),
        ]


def describe_effect(tree: SkillTree, node: SkillNode) -> str:
    """Return what a node does, as the end of a sentence."""
    if node.effect != DAMAGE_NODE or node.unlocks:
        return node_text(tree, node)
    return f"+{node.value} to the damage of {TARGETS[node.target]} cards"


def _wrap(text: str, size: float, max_width: float, bold: bool = False) -> list[str]:
    """Break a text into lines between words, and words that are too wide between letters; nothing is cut."""
    lines = []
    for line in wrap_text(text, size, max_width, bold):
        while text_width(line, size, bold) > max_width:
            end = next(k for k in range(len(line), 0, -1) if k == 1 or text_width(line[:k], size, bold) <= max_width)
            lines.append(line[:end])
            line = line[end:]
        lines.append(line)
    return lines or [""]


def _shade(at: float) -> str:
    """Colour from LOW_WINS over MEDIUM_WINS to HIGH_WINS."""
    one, two, share = (LOW_WINS, MEDIUM_WINS, 2 * at) if at < 0.5 else (MEDIUM_WINS, HIGH_WINS, 2 * at - 1)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(one, two, strict=True))


def _rates(heat: NodeHeat, short: bool = False) -> str:
    parts = [f"picked {_percent(heat.pick)}"] if heat.pick is not None and not short else []
    return ", ".join(parts + ([f"won {_percent(heat.win)}"] if heat.win is not None else []))


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _colour(effect: int, target: int) -> str:
    return COLOURS[target] if effect == DAMAGE_NODE else OTHER_COLOUR


def _legend_text(effect: int, target: int) -> str:
    return TARGETS[target] if effect == DAMAGE_NODE else NODE_EFFECTS[effect].replace("_", " ")


def _gate(count: int) -> str:
    return f"needs {count} owned node{'' if count == 1 else 's'}"


def _points(price: int) -> str:
    return f"{price} point{'' if price == 1 else 's'}"
