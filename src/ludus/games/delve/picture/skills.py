"""SVG of the skill tree: owned, available and locked nodes."""

from __future__ import annotations

from typing import Any

from ludus.core.svg import (
    EDGE,
    FACE,
    FAINT,
    INK,
    MARGIN,
    PAPER,
    WIDTH,
    rect,
    element,
    text_line,
    text_width,
    title_tooltip,
)
from ludus.games.delve.kinds import TARGETS
from ludus.games.delve.picture.ink import CHOICE_COLOUR, TARGET_TEXT, TARGET_FILL
from ludus.games.delve.words import plural

LAYER_HEIGHT = 74  # distance between layers
MAX_LABELLED_LEAVES = 9  # up to this many leaves in a row, nodes are labelled with their names
MAX_NODE_RADIUS, MIN_NODE_RADIUS = 17, 5  # radius of a node


def draw_skill_tree(observation: dict[str, Any], y: float) -> tuple[str, float]:
    """Draw the tree, roots at the top, with all edges; owned nodes are dark, available ones have a bright edge."""
    nodes = {node["name"]: node for node in observation["nodes"]}
    if not nodes:
        return text_line(MARGIN, y + 12, "No skill tree", 12, FAINT), y + 20
    columns, depths = _columns(nodes), _layers(nodes)
    room = (WIDTH - 2 * MARGIN) / (1 + max(columns.values()))
    places = {name: (MARGIN + room * (columns[name] + 0.5), y + 44 + depths[name] * LAYER_HEIGHT) for name in nodes}
    parts = [text_line(MARGIN, y + 12, "Skill tree", 12, FAINT)]
    for name, node in nodes.items():
        for parent in node["parents"]:
            (x1, y1), (x2, y2) = places[parent], places[name]
            owned = nodes[parent]["had"] and node["had"]
            parts.append(
                element("path", d=f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}", stroke=INK if owned else EDGE,
                        stroke_width=2.5 if owned else 1.2, fill="none")
            )  # fmt: skip
    parts += [_draw_node(node, *places[name], room) for name, node in nodes.items()]
    return "".join(parts), y + 44 + (1 + max(depths.values())) * LAYER_HEIGHT - 20


def _columns(nodes: dict[str, dict[str, Any]]) -> dict[str, float]:
    """Return the column of every node: leaves in a row, every other node centred above its children (counting only
    children whose first parent it is)."""
    under: dict[str, list[str]] = {name: [] for name in nodes}
    for name, node in nodes.items():
        if node["parents"]:
            under[node["parents"][0]].append(name)
    columns: dict[str, float] = {}
    leaves = 0
    waiting = [name for name, node in reversed(nodes.items()) if not node["parents"]]
    while waiting:  # depth first; a node is placed after all nodes below it
        name = waiting[-1]
        below = [child for child in under[name] if child not in columns]
        if below:
            waiting += reversed(below)
            continue
        waiting.pop()
        children = [columns[child] for child in under[name]]
        columns[name] = (min(children) + max(children)) / 2 if children else leaves
        leaves += not children
    return columns


def _layers(nodes: dict[str, dict[str, Any]]) -> dict[str, int]:
    """Return the layer of every node: its longest distance from a root, so that all edges point down."""
    depths: dict[str, int] = {}
    waiting = list(nodes)
    while waiting:
        ready = [name for name in waiting if all(parent in depths for parent in nodes[name]["parents"])]
        for name in ready:
            depths[name] = max((depths[parent] + 1 for parent in nodes[name]["parents"]), default=0)
        waiting = [name for name in waiting if name not in depths]
    return depths


def _draw_node(node: dict[str, Any], x: float, y: float, room: float) -> str:
    target = TARGETS.index(node["target"])
    radius = min(MAX_NODE_RADIUS, max(MIN_NODE_RADIUS, room / 2 - 2))
    state = "had" if node["had"] else "can be picked" if node["affordable"] else "open" if node["open"] else "closed"
    price = f" for {plural(node['price'], 'skill point')}" if node["price"] != 1 else ""
    fill = TARGET_TEXT[target] if node["had"] else TARGET_FILL[target]
    parts = [
        title_tooltip(f"{node['name']}: +{node['value']} {node['target']}{price}, {state}"),
        element("circle", cx=x, cy=y, r=radius, fill=fill, stroke=CHOICE_COLOUR if node["affordable"] else TARGET_TEXT[target],
                stroke_width=4 if node["affordable"] else 1),
    ]  # fmt: skip
    if radius >= MAX_NODE_RADIUS:
        parts.append(text_line(x, y + 5, f"+{node['value']}", 13, FACE if node["had"] else INK, "middle", bold=True))
    if room >= (WIDTH - 2 * MARGIN) / MAX_LABELLED_LEAVES:
        bold = node["had"]
        wide = min(room - 6, max(text_width(node["name"], 11, bold), text_width(_node_label(node, room), 9.5)))
        parts.append(rect(x - wide / 2, y + radius + 3, wide, 25, PAPER))
        parts.append(text_line(x, y + radius + 13, node["name"], 11, INK, "middle", bold, max_width=room - 6))
        parts.append(text_line(x, y + radius + 25, _node_label(node, room), 9.5, TARGET_TEXT[target], "middle"))
    return element("g", *parts)


def _node_label(node: dict[str, Any], room: float) -> str:
    """Return the target, and the price if it is not one point, as far as there is room."""
    priced = f"{node['target']}, {plural(node['price'], 'point')}"
    labels = [node["target"]] if node["price"] == 1 else [priced, f"{node['price']}"]
    return next((text for text in labels if text_width(text, 9.5) <= room - 4), "")
