"""Chart of a skill tree as SVG: boxes from left to right, badges coloured by target and sized by value.

    svg = tree_chart(tree, "Bruiser")
    svg = tree_chart(tree, "Bruiser", heat=[NodeHeat(0.3, 0.62), NodeHeat(0.1, 0.4, "never useful"), ...])
    positions = layout_tree(tree)        per node: column from 0, row from 0 in units of a node's height

With heat, a bar in each box shows how often the node is picked, and the colour of the box the win rate of builds with
it; both are written, too. Large trees have smaller boxes; text that does not fit is in the tooltip.

The layout has one column per step from the root. A node with several parents is to the right of all of them, and
attached to the nearest. Branches do not mix: leaves take the rows in turn, and every other node is in the middle of its
descendants.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt

from ludus.games.delve.constants import DAMAGE_NODE, TARGETS
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
)
from ludus.util.svg import title_tooltip as tooltip

BRANCH_GAP = 0.25  # rows between branches, more than between leaves of one parent
SORT_ROUNDS = 4  # rounds of sorting branches by the position of their other parents
COLOURS = ("#e8ad45", "#e0795a", "#6f9fe0", "#7dba63", "#a995dc", "#c2bd4e", "#d68bc6", "#57b8b0")  # by target
OTHER_COLOUR = "#b7b2a8"  # nodes that do not raise damage
LOW_WINS, MEDIUM_WINS, HIGH_WINS = (246, 184, 148), (255, 253, 248), (150, 210, 212)  # boxes, from few wins to many
FLAW_COLOUR, BAR_COLOUR = "#b3261e", "#6b6258"
TOP, LEGEND = 48, 60  # space above and below the boxes
MIN_WIDTH = 730  # smallest width: the legend needs it
SCALE_STEPS = 40  # steps of the scale
ROOT_GAP = 34  # distance from the root to the first column
LARGE_TREE_NODES = 60  # nodes: from here on boxes are small
FULL_BADGE_VALUE = 10  # a badge of this value fills its box; in trees with stronger nodes, the strongest does


@dataclass(frozen=True)
class NodePosition:
    column: int
    row: float


def layout_tree(tree: SkillTree) -> list[NodePosition]:
    """Return the position of every node."""
    columns = _columns(tree)
    attached = _attached_nodes(tree, columns)
    rows = _rows(len(tree), attached)
    if not tree.is_thesis_tree:
        for _ in range(SORT_ROUNDS):
            wanted = [_neighbour_mean(tree, rows, i) for i in range(len(tree))]
            attached = {parent: sorted(children, key=lambda i: wanted[i]) for parent, children in attached.items()}
            rows = _rows(len(tree), attached)
    return [NodePosition(column, row) for column, row in zip(columns, rows, strict=True)]


@dataclass(frozen=True)
class NodeHeat:
    """Statistics of a node: how often it is picked, and the win rate of builds with it, from 0 to 1."""

    pick: float | None = None
    win: float | None = None
    note: str = ""  # flaw


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
    drawing = _TreeDrawing(tree, list(heat) if heat is not None else [NodeHeat()] * len(tree))
    heading = title or tree.name
    parts = [
        tooltip(heading),
        element("rect", width=drawing.width, height=drawing.height, fill=PAPER),
        text_line(MARGIN, 30, heading, 18, bold=True, max_width=drawing.width - 2 * MARGIN),
        *drawing.lines(),
        *(drawing.node(i) for i in range(len(tree))),
        *drawing.legend(),
    ]
    size = f"0 0 {format_number(drawing.width)} {format_number(drawing.height)}"
    return element("svg", *parts, xmlns="http://www.w3.org/2000/svg", viewBox=size, role="img", font_family=FONT)


def _columns(tree: SkillTree) -> list[int]:
    """Length of the longest path to each node, so that all lines lead to the right."""
    columns = [0] * len(tree)
    waiting = [len(node.parents) for node in tree.nodes]
    ready = list(tree.roots)
    for i in ready:  # grows while it is read
        for child in tree.children[i]:
            columns[child] = max(columns[child], columns[i] + 1)
            waiting[child] -= 1
            if not waiting[child]:
                ready.append(child)
    return columns


def _attached_nodes(tree: SkillTree, columns: list[int]) -> dict[int, list[int]]:
    """The nodes attached to each node, and to the root, -1."""
    attached: dict[int, list[int]] = {i: [] for i in range(-1, len(tree))}
    for i, node in enumerate(tree.nodes):
        attached[max(node.parents, key=lambda parent: columns[parent], default=-1)].append(i)
    return attached


def _rows(nodes: int, hung: dict[int, list[int]]) -> list[float]:
    rows = [0.0] * nodes
    following, before = 0.0, -1  # the next row, and the parent of the leaf before
    for i, parent in _post_order(hung):
        if hung[i]:
            rows[i] = (rows[hung[i][0]] + rows[hung[i][-1]]) / 2
            continue
        if following and parent != before:
            following += BRANCH_GAP
        rows[i], before = following, parent
        following += 1
    return rows


def _post_order(hung: dict[int, list[int]]) -> Iterator[tuple[int, int]]:
    """Yield every node after its descendants, with its parent. No recursion: a path can have 256 nodes."""
    waiting = [(i, -1, False) for i in reversed(hung[-1])]
    while waiting:
        i, parent, done = waiting.pop()
        if done:
            yield i, parent
            continue
        waiting.append((i, parent, True))
        waiting += [(child, i, False) for child in reversed(hung[i])]


def _neighbour_mean(tree: SkillTree, rows: list[float], i: int) -> float:
    around = [rows[other] for other in (*tree.nodes[i].parents, *tree.children[i])]
    return sum(around) / len(around) if around else rows[i]


class _TreeDrawing:
    """One drawing: the sizes and the parts."""

    def __init__(self, tree: SkillTree, heat: list[NodeHeat]) -> None:
        self.tree, self.heat = tree, heat
        self.large = len(tree) >= LARGE_TREE_NODES
        self.texts = [self._lines_of(node, entry) for node, entry in zip(tree.nodes, heat, strict=True)]
        lines = max(map(len, self.texts), default=1)
        self.size = 9.5 if self.large else 12
        self.tall = (12 if self.large else 15) * lines + 14
        self.badge = min(self.tall / 2 - 2, 20)
        room = max((text_width(line, self.size, bold=True) for texts in self.texts for line in texts), default=0)
        self.wide = min(max(room, 60), 150) + 2 * self.badge + 18
        self.step = self.wide + (34 if self.large else 48), self.tall + (5 if self.large else 12)
        self.places: list[NodePosition] = layout_tree(tree)
        columns = 1 + max((position.column for position in self.places), default=0)
        self.rows = 1 + max((position.row for position in self.places), default=0)
        self.width = max(2 * MARGIN + ROOT_GAP + columns * self.step[0] - self.step[0] + self.wide, MIN_WIDTH)
        self.bottom = TOP + self.rows * self.step[1]
        self.strongest = max((FULL_BADGE_VALUE, *(node.value for node in tree.nodes)))
        wins = [entry.win for entry in heat if entry.win is not None]
        self.wins = (min(wins), max(wins)) if wins else None
        self.height = self.bottom + LEGEND + (22 if wins else 0)

    def lines(self) -> list[str]:
        """Lines from the root and from every node to its children."""
        x, y = MARGIN + 6, TOP + (self.rows * self.step[1]) / 2
        parts = [self._line(x, y, i) for i in self.tree.roots]
        for i, children in enumerate(self.tree.children):
            left, top = self._corner(i)
            parts += [self._line(left + self.wide, top + self.tall / 2, child) for child in children]
        root = element("circle", tooltip("the beginning"), cx=x, cy=y, r=6, fill=INK)
        return [*parts, root]

    def node(self, i: int) -> str:
        """A box with its badge, its texts and its bar."""
        node, heat = self.tree.nodes[i], self.heat[i]
        x, y = self._corner(i)
        middle, radius = y + self.tall / 2, self._radius(node.value)
        stroke = FLAW_COLOUR if heat.note else EDGE
        parts = [
            tooltip(self._told(node, heat)),
            rect(x, y, self.wide, self.tall, self._fill(heat), stroke, rx=7, stroke_width=2.2 if heat.note else 1.2),
            element(
                "circle",
                cx=x + self.badge + 5,
                cy=middle,
                r=radius,
                fill=_colour(node),
                stroke=INK,
                stroke_width=0.8,
            ),
            self._number(x + self.badge + 5, middle, node.value),
        ]
        left, room = x + 2 * self.badge + 11, self.wide - 2 * self.badge - 16
        texts = self.texts[i]
        step = 12 if self.large else 15
        first = middle - step * (len(texts) - 1) / 2 + self.size * 0.36
        for k, text in enumerate(texts):
            colour = FLAW_COLOUR if text == heat.note else INK if k == 0 or heat.win is not None else FAINT
            parts.append(text_line(left, first + k * step, text, self.size, colour, bold=k == 0, max_width=room))
        if heat.pick is not None:
            for length, colour in ((1.0, PAPER), (min(max(heat.pick, 0.0), 1.0), BAR_COLOUR)):
                parts.append(rect(left, y + self.tall - 4.5, room * length, 3, colour, rx=1.5))
        return element("g", *parts)

    def legend(self) -> list[str]:
        """Legend of colours, sizes and bars, as far as they are used."""
        y = self.bottom + 22
        parts, x = [], float(MARGIN)
        entries = [
            (COLOURS[target], TARGETS[target])
            for target in sorted({node.target for node in self.tree.nodes if node.effect == DAMAGE_NODE})
        ]
        if any(node.effect != DAMAGE_NODE for node in self.tree.nodes):
            entries.append((OTHER_COLOUR, "other effects"))
        for colour, text in entries:
            parts.append(element("circle", cx=x + 6, cy=y - 4, r=6, fill=colour, stroke=INK, stroke_width=0.6))
            parts.append(text_line(x + 16, y, text, 11, FAINT))
            x += 30 + text_width(text, 11)
        parts.append(text_line(MARGIN, y + 24, self._words(), 11, FAINT, max_width=self.width - 2 * MARGIN))
        if self.wins is not None:
            parts += self._scale(y + 46, *self.wins)
        return parts

    def _lines_of(self, node: SkillNode, heat: NodeHeat) -> list[str]:
        more = [] if node.what.lower() in node.name.lower() else [node.what]
        if node.price != 1:
            more.append(_points(node.price))
        texts = [node.name]
        if self.large:
            return texts
        if more:
            texts.append(", ".join(more))
        if heat.pick is not None or heat.win is not None:
            texts.append(_rates(heat))
        return [*texts, heat.note] if heat.note else texts

    def _corner(self, i: int) -> tuple[float, float]:
        position = self.places[i]
        return MARGIN + ROOT_GAP + position.column * self.step[0], TOP + (position.row + 0.5) * self.step[
            1
        ] - self.tall / 2

    def _line(self, x: float, y: float, child: int) -> str:
        left, top = self._corner(child)
        end, half = top + self.tall / 2, (left - x) / 2
        bend = min(half, 60)
        points = [(x, y), (x + bend, y), (left - bend, end), (left, end)]
        d = "M{} {} C{} {} {} {} {} {}".format(*(format_number(coordinate) for point in points for coordinate in point))
        return element("path", d=d, fill="none", stroke=EDGE, stroke_width=1.6 if self.large else 2.2)

    def _radius(self, value: int) -> float:
        """Radius by area; the weakest still has room for its number."""
        least = self.badge * (0.8 if self.large else 0.55)
        return least + (self.badge - least) * sqrt(value / self.strongest)

    def _number(self, x: float, y: float, value: int) -> str:
        size = self.size - 1.5 if self.large else self.size
        return text_line(x, y + size * 0.36, f"+{value}", size, anchor="middle", bold=True)

    def _fill(self, heat: NodeHeat) -> str:
        if heat.win is None or self.wins is None or self.wins[0] == self.wins[1]:
            return FACE
        return _shade((heat.win - self.wins[0]) / (self.wins[1] - self.wins[0]))

    def _told(self, node: SkillNode, heat: NodeHeat) -> str:
        parents = " or ".join(self.tree.nodes[parent].name for parent in node.parents)
        effect = f"+{node.value} to the damage of {TARGETS[node.target]} cards"
        parts = [f"{node.name}: {effect if node.effect == DAMAGE_NODE else node_text(self.tree, node)}"]
        parts += [f"after {parents}"] if parents else []
        parts += [_points(node.price)] if node.price != 1 else []
        parts += [rates] if (rates := _rates(heat)) else []
        return "; ".join(parts + ([heat.note] if heat.note else []))

    def _words(self) -> str:
        words = "numbers and sizes: what a node adds to the damage of each card it targets"
        return words + "; bars: how often it is picked" * any(entry.pick is not None for entry in self.heat)

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


def _shade(at: float) -> str:
    """Colour from POOR over EVEN to RICH."""
    one, two, share = (LOW_WINS, MEDIUM_WINS, 2 * at) if at < 0.5 else (MEDIUM_WINS, HIGH_WINS, 2 * at - 1)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(one, two, strict=True))


def _rates(heat: NodeHeat) -> str:
    parts = [f"picked {_percent(heat.pick)}"] if heat.pick is not None else []
    return ", ".join(parts + ([f"won {_percent(heat.win)}"] if heat.win is not None else []))


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _colour(node: SkillNode) -> str:
    return COLOURS[node.target] if node.effect == DAMAGE_NODE else OTHER_COLOUR


def _points(price: int) -> str:
    return f"{price} point{'' if price == 1 else 's'}"
