"""Layouts of skill trees: where the boxes of nodes and the lines between them are.

    positions = layout_tree(tree)                  per node: column from 0, row from 0 in units of a box
    placed = place_boxes(tree, sizes)              boxes and lines in units of the picture

Three layouts, chosen by size:

    layered    small trees: one column per step from the start, branches below each other
    radial     large trees: one ring per step around the start, so that branches and clusters are sectors
    outline    trees that are too deep or too flat for that: columns of branches, a child below its parent

No two boxes overlap, and no line crosses a box that is not at one of its ends. Radial lines bend around boxes, or find
a way between them on a grid; if there is none, the rings move outwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import pairwise
from math import cos, hypot, pi, sin, tau

import numpy as np

from ludus.games.delve.skill_tree import SkillTree
from ludus.util.svg import path_data

BRANCH_GAP = 0.25  # rows between branches, more than between leaves of one parent
SORT_ROUNDS = 4  # rounds of sorting branches by the position of their other parents
MAX_WIDTH = 1600  # of the boxes of a layout, in units of the picture
LARGE_TREE_NODES = 60  # nodes: from here on trees are radial
COLUMN_GAP, ROW_GAP = 46, 12  # of the layered layout
ROOT_GAP = 34  # distance from the start to the first column
RING_GAP, BOX_GAP = 16, 8  # radial: between rings, and between boxes
FIRST_RADIUS, MAX_RADIUS = 40, MAX_WIDTH / 2
RING_STEP, MAX_WIDENINGS, WIDENING = 6, 5, 1.12  # how a ring moves outwards, and all rings while lines cross boxes
GRID = (np.arange(720) + 0.5) * tau / 720  # angles at which the room on a ring is measured
BENDS = (0, 14, -14, 28, -28, 44, -44, 64, -64, 90, -90)  # how far a radial line may bend
CELL, BORDER, CLEARANCE, CORNER = 5, 6, 3.0, 9.0  # of ways between boxes: grid, cells around all, distance, corners
STEPS = ((0, 1, 10), (1, 0, 10), (0, -1, 10), (-1, 0, 10), (1, 1, 14), (1, -1, 14), (-1, 1, 14), (-1, -1, 14))
LINE_SAMPLES = np.linspace(0.0, 1.0, 41)
INDENT, OUTLINE_GAP, OUTLINE_COLUMN_GAP, BRANCH_SPACE = 22, 7, 36, 14  # of the outline
OUTLINE_ASPECT = 0.9  # height over width that the columns of an outline aim at


@dataclass(frozen=True)
class NodePosition:
    column: int
    row: float


@dataclass(frozen=True)
class Box:
    """Rectangle of a node: the left upper corner and the size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(frozen=True)
class TreeLine:
    """Line from a parent, -1 for the start, to a child: as a path, and as points for measurements."""

    parent: int
    child: int
    path: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class PlacedTree:
    """Boxes, lines and the start; `left` and `top` are the corner of everything."""

    name: str  # of the layout
    boxes: list[Box]
    lines: list[TreeLine]
    start: tuple[float, float] | None
    width: float
    height: float
    left: float = 0.0
    top: float = 0.0


def layout_tree(tree: SkillTree) -> list[NodePosition]:
    """Return the column and the row of every node in the layered layout.

    A node with several parents is to the right of all of them, and attached to the nearest. Branches do not mix: leaves
    take the rows in turn, and every other node is in the middle of its descendants.
    """
    columns = _columns(tree)
    attached = _attached_nodes(tree, columns)
    rows = _rows(len(tree), attached)
    if not tree.is_thesis_tree:
        for _ in range(SORT_ROUNDS):
            wanted = [_neighbour_mean(tree, rows, i) for i in range(len(tree))]
            attached = {parent: sorted(children, key=lambda i: wanted[i]) for parent, children in attached.items()}
            rows = _rows(len(tree), attached)
    return [NodePosition(column, row) for column, row in zip(columns, rows, strict=True)]


def place_boxes(tree: SkillTree, sizes: Sequence[tuple[float, float]]) -> PlacedTree:
    """Place boxes and lines with the layout that fits the tree.

    Args:
        tree: the tree.
        sizes: width and height of every node's box.
    """
    if len(tree) < LARGE_TREE_NODES:
        layered = place_layered(tree, sizes)
        if layered.width <= MAX_WIDTH:
            return layered
    else:
        radial = place_radial(tree, sizes)
        if radial is not None:
            return radial
    return place_outline(tree, sizes)


def crossings(placed: PlacedTree) -> list[tuple[int, int, int]]:
    """Return lines that cross boxes other than those of their ends: parent, child, crossed node."""
    crossed = []
    for line in placed.lines:
        points = np.array(line.points)
        fine = np.concatenate([points[:-1] + (points[1:] - points[:-1]) * part for part in np.linspace(0, 1, 9)])
        for k, box in enumerate(placed.boxes):
            if k not in (line.parent, line.child) and _inside(fine, np.array([_edges(box)])).any():
                crossed.append((line.parent, line.child, k))
    return crossed


# Layered


def place_layered(tree: SkillTree, sizes: Sequence[tuple[float, float]]) -> PlacedTree:
    """Place boxes in columns, one per step from the start."""
    places = layout_tree(tree)
    wide = max((width for width, _ in sizes), default=0)
    tall = max((height for _, height in sizes), default=0)
    step_x, step_y = wide + COLUMN_GAP, tall + ROW_GAP
    rows = 1 + max((place.row for place in places), default=0)
    boxes = [
        Box(ROOT_GAP + place.column * step_x, (place.row + 0.5) * step_y - height / 2, wide, height)
        for place, (_, height) in zip(places, sizes, strict=True)
    ]
    start = (6.0, rows * step_y / 2)
    lines = [_layered_line(start, -1, child, tree, places, boxes, wide) for child in tree.roots]
    for child, node in enumerate(tree.nodes):
        for parent in node.parents:
            box = boxes[parent]
            from_point = (box.x + box.width, box.y + box.height / 2)
            lines.append(_layered_line(from_point, parent, child, tree, places, boxes, wide))
    columns = 1 + max((place.column for place in places), default=0)
    width = ROOT_GAP + columns * step_x - COLUMN_GAP
    return PlacedTree("layered", boxes, lines, start, width, rows * step_y)


def _layered_line(
    begin: tuple[float, float],
    parent: int,
    child: int,
    tree: SkillTree,
    places: Sequence[NodePosition],
    boxes: Sequence[Box],
    wide: float,
) -> TreeLine:
    """Line to the left side of a child. One over several columns takes a corridor that no box of them blocks."""
    end = (boxes[child].x, boxes[child].y + boxes[child].height / 2)
    first = places[parent].column if parent >= 0 else -1
    between = [k for k, place in enumerate(places) if first < place.column < places[child].column]
    if not between:
        return _curve(parent, child, [begin, end])
    corridor = _free_height(
        (begin[1] + end[1]) / 2, [(boxes[k].y - 5, boxes[k].y + boxes[k].height + 5) for k in between]
    )
    left = min(boxes[k].x for k in between) - 4
    right = ROOT_GAP + (places[child].column - 1) * (wide + COLUMN_GAP) + wide + 4
    straight = (begin[0] if parent < 0 else ROOT_GAP + first * (wide + COLUMN_GAP) + wide, begin[1])
    return _curve(parent, child, [begin, straight, (left, corridor), (right, corridor), end])


def _free_height(wanted: float, blocked: list[tuple[float, float]]) -> float:
    """Return the height nearest to the wanted one that is in no blocked interval."""
    edges = [wanted, *(edge for interval in blocked for edge in interval)]
    free = [edge for edge in edges if not any(low < edge < high for low, high in blocked)]
    return min(free, key=lambda edge: abs(edge - wanted))


def _curve(parent: int, child: int, stops: list[tuple[float, float]]) -> TreeLine:
    """Line through stops that is horizontal at each of them."""
    path, points = path_data("M", *stops[0]), [stops[0]]
    for (x, y), (to_x, to_y) in pairwise(stops):
        if y == to_y:
            path += path_data("L", to_x, to_y)
            points.append((to_x, to_y))
            continue
        bend = (to_x - x) / 2
        path += path_data("C", x + bend, y, to_x - bend, to_y, to_x, to_y)
        for t in LINE_SAMPLES[1:]:
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            points.append((a * x + b * (x + bend) + c * (to_x - bend) + d * to_x, (a + b) * y + (c + d) * to_y))
    return TreeLine(parent, child, path, tuple(points))


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


def _attached_nodes(tree: SkillTree, columns: Sequence[int]) -> dict[int, list[int]]:
    """The nodes attached to each node, and to the start, -1."""
    attached: dict[int, list[int]] = {i: [] for i in range(-1, len(tree))}
    for i, node in enumerate(tree.nodes):
        attached[max(node.parents, key=lambda parent: columns[parent], default=-1)].append(i)
    return attached


def _steps(tree: SkillTree) -> list[int]:
    """The lines between the start and each node; gates and unlocked nodes have no lines."""
    steps = [0] * len(tree)
    reached = list(tree.roots)
    for i in reached:
        steps[i] = 1
    for i in reached:  # grows during the loop: breadth first
        for child in tree.children[i]:
            if not steps[child]:
                steps[child] = steps[i] + 1
                reached.append(child)
    return steps


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


# Radial


def place_radial(tree: SkillTree, sizes: Sequence[tuple[float, float]]) -> PlacedTree | None:
    """Place boxes on rings around the start; None if the rings would be too wide, or a line would cross a box."""
    widening = 1.0
    for _ in range(MAX_WIDENINGS):
        boxes = _ring_boxes(tree, sizes, widening)
        if boxes is None:
            return None
        placed = _radial_lines(tree, boxes)
        if placed is not None:
            return placed
        widening *= WIDENING
    return None


def _ring_boxes(tree: SkillTree, sizes: Sequence[tuple[float, float]], widening: float) -> list[Box] | None:
    """Boxes centred on rings, in coordinates around the start; None if a ring is wider than MAX_RADIUS."""
    wanted, depths = _wanted_angles(tree), _steps(tree)
    angles = [0.0] * len(tree)
    placed: list[Box] = []
    boxes: dict[int, Box] = {}
    radius = 0.0
    for depth in range(1, max(depths, default=0) + 1):
        ring = [i for i, steps in enumerate(depths) if steps == depth]
        parents = {i: [parent for parent in tree.nodes[i].parents if depths[parent] < depth] for i in ring}
        aims = {i: _mean_angle([angles[parent] for parent in parents[i]], wanted[i]) for i in ring}
        ring.sort(key=lambda i: (aims[i], i))
        radius += (FIRST_RADIUS if depth == 1 else RING_GAP) * widening
        while True:
            radius += RING_STEP
            if radius > MAX_RADIUS:
                return None
            turned = _spread_on_ring([aims[i] for i in ring], [sizes[i] for i in ring], radius)
            if turned is None:
                continue
            candidates = [_box_at(angle, radius, sizes[i]) for i, angle in zip(ring, turned, strict=True)]
            if not _any_overlap(candidates, placed):
                break
        for i, angle, box in zip(ring, turned, candidates, strict=True):
            angles[i], boxes[i] = angle % tau, box
        placed += candidates
    return [boxes[i] for i in range(len(tree))]


def _wanted_angles(tree: SkillTree) -> list[float]:
    """Angle in the middle of each node's sector; sectors are as wide as the leaves of their subtrees are many."""
    attached = _attached_nodes(tree, [-depth for depth in _steps(tree)])  # to the parent nearest to the start
    leaves = [1.0] * len(tree)
    for i, _ in _post_order(attached):
        if attached[i]:
            leaves[i] = sum(leaves[child] for child in attached[i])
    angles = [0.0] * len(tree)
    whole = sum(leaves[i] for i in attached[-1]) or 1.0
    waiting = [(-1, -pi / 2, tau)]
    while waiting:
        node, begin, width = waiting.pop()
        total = whole if node < 0 else sum(leaves[child] for child in attached[node]) or 1.0
        for child in attached[node]:
            part = width * leaves[child] / total
            angles[child] = begin + part / 2
            waiting.append((child, begin, part))
            begin += part
    return angles


def _mean_angle(angles: list[float], wanted: float) -> float:
    """The wanted angle, or for a node with several parents the direction between them."""
    if len(angles) < 2:
        return wanted % tau
    x, y = sum(map(cos, angles)), sum(map(sin, angles))
    return float(np.arctan2(y, x)) % tau if hypot(x, y) > 1e-6 else wanted % tau


def _spread_on_ring(aims: list[float], sizes: list[tuple[float, float]], radius: float) -> list[float] | None:
    """Angles as near as possible to the wanted ones, in the same order, at which boxes on a ring do not overlap.

    Boxes are wider than tall, so they need a longer arc above and below the start than beside it. `room` counts the
    boxes that fit between angle 0 and an angle. In its units neighbours have to be 1 apart, which is a problem of
    isotonic regression.

    Args:
        aims: wanted angles from 0 to 2 pi, in ascending order.
        sizes: sizes of the boxes.
        radius: radius of the ring.

    Returns:
        The angles, or None if the ring is too small.
    """
    count = len(aims)
    across, upright = (max(size[k] for size in sizes) + BOX_GAP for k in (0, 1))
    arcs = np.minimum(across / np.maximum(np.abs(np.sin(GRID)), 1e-6), upright / np.maximum(np.abs(np.cos(GRID)), 1e-6))
    room = np.concatenate([[0.0], np.cumsum(radius * tau / len(GRID) / arcs)])
    angles = np.linspace(0.0, tau, len(GRID) + 1)
    if room[-1] < count:
        return None
    wanted = np.interp(aims, angles, room)
    gaps = np.diff(np.concatenate([wanted, [wanted[0] + room[-1]]]))
    cut = int(gaps.argmax()) + 1  # the ring is cut open at the widest gap
    turned = np.concatenate([wanted[cut:], wanted[:cut] + room[-1]])
    placed = _isotonic(turned - np.arange(count)) + np.arange(count)
    if placed[-1] - placed[0] > room[-1] - 1:
        placed = turned.mean() + (np.arange(count) - (count - 1) / 2) * room[-1] / count
    back = np.concatenate([placed[count - cut :], placed[: count - cut]]) if cut < count else placed
    return [float(angle) for angle in np.interp(back % room[-1], room, angles)]


def _isotonic(values: np.ndarray) -> np.ndarray:
    """The ascending numbers that are nearest to the values, by pooling neighbours that descend."""
    pools: list[tuple[float, int]] = []  # sum and number of values
    for value in values:
        total, size = float(value), 1
        while pools and pools[-1][0] / pools[-1][1] > total / size:
            before, more = pools.pop()
            total, size = total + before, size + more
        pools.append((total, size))
    return np.concatenate([np.full(size, total / size) for total, size in pools])


def _box_at(angle: float, radius: float, size: tuple[float, float]) -> Box:
    x, y = radius * cos(angle) - size[0] / 2, radius * sin(angle) - size[1] / 2
    return Box(round(x, 1), round(y, 1), *size)


def _any_overlap(boxes: list[Box], others: list[Box]) -> bool:
    if len(boxes) > 1:
        edges = np.array([_edges(box, BOX_GAP / 4) for box in boxes])  # less than they aim at: rings are curved
        hits = _overlaps(edges, edges)
        np.fill_diagonal(hits, False)
        if hits.any():
            return True
    if not others:
        return False
    near, far = (np.array([_edges(box, gap) for box in group]) for group, gap in ((boxes, 6.0), (others, 6.0)))
    return bool(_overlaps(near, far).any())


def _overlaps(one: np.ndarray, two: np.ndarray) -> np.ndarray:
    """Whether rectangles, rows of left, top, right, bottom, overlap: a matrix."""
    a, b = one[:, None, :], two[None, :, :]
    return np.asarray(
        (a[..., 0] < b[..., 2]) & (b[..., 0] < a[..., 2]) & (a[..., 1] < b[..., 3]) & (b[..., 1] < a[..., 3])
    )


def _edges(box: Box, gap: float = 0.0) -> tuple[float, float, float, float]:
    return box.x - gap, box.y - gap, box.x + box.width + gap, box.y + box.height + gap


def _inside(points: np.ndarray, rectangles: np.ndarray) -> np.ndarray:
    """Whether points lie in rectangles: a matrix of points and rectangles."""
    x, y = points[:, :1], points[:, 1:]
    return np.asarray((x > rectangles[:, 0]) & (x < rectangles[:, 2]) & (y > rectangles[:, 1]) & (y < rectangles[:, 3]))


def _radial_lines(tree: SkillTree, boxes: list[Box]) -> PlacedTree | None:
    """Move the boxes so that the corner is at 0, 0, and draw lines around other boxes; None if that is impossible."""
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    moved = [Box(box.x - left, box.y - top, box.width, box.height) for box in boxes]
    start = (-left, -top)
    rectangles = np.array([_edges(box, 3.0) for box in moved])
    ends = [(-1, child) for child in tree.roots]
    ends += [(parent, child) for child, node in enumerate(tree.nodes) for parent in node.parents]
    lines, router = [], None
    for parent, child in ends:
        begin = start if parent < 0 else moved[parent].centre
        others = np.delete(rectangles, [k for k in (parent, child) if k >= 0], axis=0)
        line = _bent_line(parent, child, begin, moved[child].centre, others)
        if line is None:
            router = router or _Router(moved)
            line = router.line(parent, child, begin, moved[child].centre)
            if line is None:
                return None
        lines.append(line)
    drawn = np.array([point for line in lines for point in line.points])
    low = np.minimum(drawn.min(0), 0.0)
    high = np.maximum(drawn.max(0), rectangles[:, 2:].max(0) - 3.0)
    return PlacedTree("radial", moved, lines, start, *map(float, high - low), *map(float, low))


def _bent_line(
    parent: int, child: int, begin: tuple[float, float], end: tuple[float, float], others: np.ndarray
) -> TreeLine | None:
    """The line with the smallest bend that crosses no other box; None if every bend does."""
    across = (end[1] - begin[1], begin[0] - end[0])
    length = hypot(*across) or 1.0
    t = LINE_SAMPLES[:, None]
    for bend in BENDS:
        x, y = (
            (begin[0] + end[0]) / 2 + across[0] / length * bend,
            (begin[1] + end[1]) / 2 + across[1] / length * bend,
        )
        points = (1 - t) ** 2 * np.array(begin) + 2 * t * (1 - t) * np.array([x, y]) + t**2 * np.array(end)
        if not len(others) or not _inside(points, others).any():
            path = path_data("M", *begin, "L", *end) if bend == 0 else path_data("M", *begin, "Q", x, y, *end)
            return TreeLine(parent, child, path, tuple((float(x), float(y)) for x, y in points))
    return None


class _Router:
    """Finds ways between boxes on a grid, for lines that cannot simply bend."""

    def __init__(self, boxes: Sequence[Box]) -> None:
        self.boxes = boxes
        right, bottom = (max(edge) for edge in zip(*(_edges(box)[2:] for box in boxes), strict=True))
        self.shape = int(bottom // CELL) + 1 + 2 * BORDER, int(right // CELL) + 1 + 2 * BORDER
        self.blocked = np.zeros(self.shape, np.int32)  # how many boxes are at each cell
        for box in boxes:
            self.blocked[self._cells(box)] += 1

    def line(self, parent: int, child: int, begin: tuple[float, float], end: tuple[float, float]) -> TreeLine | None:
        """The shortest way that crosses no box but those of its ends; None if there is none."""
        blocked = self.blocked.copy()
        for k in (parent, child):
            if k >= 0:
                blocked[self._cells(self.boxes[k])] -= 1
        cells = _shortest_way(blocked, self._cell(begin), self._cell(end))
        if cells is None:
            return None
        ways = [begin, *(self._point(cell) for cell in cells[1:-1]), end]
        others = np.array([_edges(box, 2.0) for k, box in enumerate(self.boxes) if k not in (parent, child)])
        stops = _straighten(ways, others)
        return TreeLine(parent, child, _rounded(stops), tuple(stops))

    def _cells(self, box: Box) -> tuple[slice, slice]:
        left, top, right, bottom = _edges(box, CLEARANCE)
        columns = slice(max(int(np.ceil(left / CELL)) + BORDER, 0), int(right // CELL) + BORDER + 1)
        rows = slice(max(int(np.ceil(top / CELL)) + BORDER, 0), int(bottom // CELL) + BORDER + 1)
        return rows, columns

    def _cell(self, point: tuple[float, float]) -> tuple[int, int]:
        return round(point[1] / CELL) + BORDER, round(point[0] / CELL) + BORDER

    def _point(self, cell: tuple[int, int]) -> tuple[float, float]:
        return float((cell[1] - BORDER) * CELL), float((cell[0] - BORDER) * CELL)


def _shortest_way(blocked: np.ndarray, begin: tuple[int, int], end: tuple[int, int]) -> list[tuple[int, int]] | None:
    """Search a way over free cells with A*; costs are whole numbers, so that ties are the same everywhere."""
    rows, columns = blocked.shape
    free = (blocked == 0).tolist()
    costs = {begin: 0}
    before: dict[tuple[int, int], tuple[int, int]] = {}
    queue = [(0, begin)]
    while queue:
        _, cell = heappop(queue)
        if cell == end:
            way = [cell]
            while way[-1] != begin:
                way.append(before[way[-1]])
            return way[::-1]
        for down, across, cost in STEPS:
            row, column = cell[0] + down, cell[1] + across
            if not (0 <= row < rows and 0 <= column < columns and free[row][column]):
                continue
            total = costs[cell] + cost
            if total < costs.get((row, column), 1 << 60):
                costs[row, column], before[row, column] = total, cell
                far, near = max(abs(row - end[0]), abs(column - end[1])), min(abs(row - end[0]), abs(column - end[1]))
                heappush(queue, (total + 10 * (far - near) + 14 * near, (row, column)))
    return None


def _straighten(way: list[tuple[float, float]], others: np.ndarray) -> list[tuple[float, float]]:
    """Leave out the points of a way between which a straight line crosses no box."""
    stops, at = [way[0]], 0
    while at < len(way) - 1:
        reach = next(k for k in range(len(way) - 1, at, -1) if k == at + 1 or not _blocked(way[at], way[k], others))
        stops.append(way[reach])
        at = reach
    return stops


def _blocked(begin: tuple[float, float], end: tuple[float, float], others: np.ndarray) -> bool:
    count = max(2, int(hypot(end[0] - begin[0], end[1] - begin[1]) // 3))
    points = np.linspace(begin, end, count)
    return bool(_inside(points, others).any())


def _rounded(stops: list[tuple[float, float]]) -> str:
    """Path through stops with small round corners."""
    path = path_data("M", *stops[0])
    for (x, y), (at_x, at_y), (to_x, to_y) in zip(stops, stops[1:], stops[2:], strict=False):
        into, out = hypot(at_x - x, at_y - y), hypot(to_x - at_x, to_y - at_y)
        a, b = min(CORNER, into / 2) / (into or 1), min(CORNER, out / 2) / (out or 1)
        path += path_data("L", at_x + (x - at_x) * a, at_y + (y - at_y) * a)
        path += path_data("Q", at_x, at_y, at_x + (to_x - at_x) * b, at_y + (to_y - at_y) * b)
    return path + path_data("L", *stops[-1])


# Outline


def place_outline(tree: SkillTree, sizes: Sequence[tuple[float, float]]) -> PlacedTree:
    """Place boxes below each other, children after their parent, branches in columns.

    The largest subtree of a node is not indented, so that a tree of n nodes is indented at most log2(n) times. Lines to
    further parents are left out: the drawing names them in the box.
    """
    attached = _attached_nodes(tree, [-depth for depth in _steps(tree)])
    weights = [1] * len(tree)
    for i, _ in _post_order(attached):
        weights[i] += sum(weights[child] for child in attached[i])
    branches = [_outline_branch(root, attached, weights, sizes) for root in attached[-1]]
    columns = _fill_columns(branches)
    boxes: dict[int, Box] = {}
    x = 0.0
    for column in columns:
        y, wide = 0.0, 0.0
        for branch in column:
            for i, (indent, offset) in branch.offsets.items():
                boxes[i] = Box(x + indent, y + offset, *sizes[i])
            y += branch.height + BRANCH_SPACE
            wide = max(wide, branch.width)
        x += wide + OUTLINE_COLUMN_GAP
    placed = [boxes[i] for i in range(len(tree))]
    lines = [_elbow(parent, child, placed) for parent in range(len(tree)) for child in attached[parent]]
    height = max((box.y + box.height for box in placed), default=0.0)
    return PlacedTree("outline", placed, lines, None, max(x - OUTLINE_COLUMN_GAP, 0.0), height)


@dataclass(frozen=True)
class _OutlineBranch:
    offsets: dict[int, tuple[float, float]]  # of every node: indentation and distance from the top
    width: float
    height: float


def _outline_branch(
    root: int, attached: dict[int, list[int]], weights: Sequence[int], sizes: Sequence[tuple[float, float]]
) -> _OutlineBranch:
    offsets: dict[int, tuple[float, float]] = {}
    y, wide = 0.0, 0.0
    waiting = [(root, 0.0)]
    while waiting:
        i, indent = waiting.pop()
        offsets[i] = (indent, y)
        wide = max(wide, indent + sizes[i][0])
        y += sizes[i][1] + OUTLINE_GAP
        children = sorted(attached[i], key=lambda child: weights[child])
        waiting += [(child, indent if k == 0 else indent + INDENT) for k, child in enumerate(reversed(children))]
    return _OutlineBranch(offsets, wide, y - OUTLINE_GAP)


def _fill_columns(branches: list[_OutlineBranch]) -> list[list[_OutlineBranch]]:
    """Fill columns with branches in order: the number of columns whose shape is nearest to OUTLINE_ASPECT."""
    if not branches:
        return []
    wide = max(branch.width for branch in branches) + OUTLINE_COLUMN_GAP
    whole = sum(branch.height + BRANCH_SPACE for branch in branches)
    most = max(1, int((MAX_WIDTH + OUTLINE_COLUMN_GAP) // wide))
    count = min(range(1, most + 1), key=lambda k: abs(whole / k - OUTLINE_ASPECT * k * wide))
    columns: list[list[_OutlineBranch]] = [[]]
    filled = 0.0
    for branch in branches:
        if columns[-1] and filled + branch.height / 2 > whole / count and len(columns) < count:
            columns.append([])
            filled = 0.0
        columns[-1].append(branch)
        filled += branch.height + BRANCH_SPACE
    return columns


def _elbow(parent: int, child: int, boxes: Sequence[Box]) -> TreeLine:
    """Line down from a parent and, if the child is indented, to its left side."""
    above, below = boxes[parent], boxes[child]
    x, top = above.x + 9, above.y + above.height
    stops = [(x, top), (x, below.y)]
    if below.x > above.x:
        side = below.y + below.height / 2
        stops = [(x, top), (x, side), (below.x, side)]
    path = path_data("M", *stops[0], *(part for stop in stops[1:] for part in ("L", *stop)))
    return TreeLine(parent, child, path, tuple(stops))
