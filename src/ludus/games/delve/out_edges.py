"""Import of skill trees of other games: files that list the outgoing edges of every node, as exports of passive
trees do.

    {"nodes": {"root": {"out": ["11"]},
               "11": {"name": "Fury", "stats": ["+3 area damage"], "out": ["12"]},
               "12": {"name": "Rage", "target": "area mana", "value": 5, "price": 2, "out": []}}}

Edges of such trees have no direction. Here they point away from the root: from the node nearer to the root, and among
equally near nodes from the one listed first. Children of the root are available from the beginning; in a file without
a root, the nodes without incoming edges are. The effect of a node is its `target` and `value`, or the first of its
`stats` that names a target and a number; a node with neither has value 0.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from ludus.core.errors import ContentError
from ludus.games.delve.kinds import MAX_NODES, TARGETS
from ludus.games.delve.rows import parse_data, read_text_file
from ludus.games.delve.tree import SkillNode, SkillTree

ROOT = "root"


def has_edge_lists(data: Any) -> bool:
    """Return whether the data is a tree with outgoing edges."""
    return isinstance(data, dict) and isinstance(data.get("nodes"), dict)


def read_edge_list_tree(file: str | Path, reach: int | None = None) -> SkillTree:
    """Read the tree of a file, or only the nodes at most `reach` steps from its root.

    Raises:
        ContentError: the file is invalid, has too many nodes or nodes that cannot be reached.
    """
    data = parse_data(read_text_file(file), file)
    if not has_edge_lists(data):
        raise ContentError("the file has no mapping of nodes", file, field="nodes")
    entries = {str(key): node for key, node in data["nodes"].items()}
    neighbours = _neighbours(entries, file)
    depths = _depths(entries, neighbours, file)
    names = [key for key in entries if key in depths and key != ROOT and (reach is None or depths[key] <= reach)]
    if len(names) > MAX_NODES:
        raise ContentError(
            f"{len(names)} nodes; at most {MAX_NODES} fit: read_out_edges(file, reach=n) takes those near the root",
            file,
        )
    if unreachable := [key for key in entries if key not in depths and key != ROOT]:
        raise ContentError(f"node {unreachable[0]!r} cannot be reached from any root", file, field=unreachable[0])
    names.sort(key=lambda key: depths[key])  # stable: parents first, else as in the file
    numbers = {key: k for k, key in enumerate(names)}
    nodes = []
    titles: set[str] = set()
    for key in names:
        title = str(entries[key].get("name") or key)
        title = title if title.casefold() not in titles else f"{title} {key}"
        titles.add(title.casefold())
        parents = sorted(numbers[near] for near in neighbours[key] if near in numbers and numbers[near] < numbers[key])
        target, value = _effect(entries[key], key, file)
        price = entries[key].get("price", 1)
        if not isinstance(price, int):
            raise ContentError(f"node {key!r}: the price {price!r} is not a whole number", file, field="price")
        nodes.append(SkillNode(title, target, value, () if depths[key] == 1 else tuple(parents), price))
    try:
        return SkillTree(Path(file).stem, tuple(nodes))
    except ContentError as error:
        raise ContentError(error.what, file) from None


def _neighbours(entries: dict[str, Any], file: str | Path) -> dict[str, list[str]]:
    """Return the neighbours of every node."""
    neighbours: dict[str, list[str]] = {key: [] for key in entries}
    for key, node in entries.items():
        out = node.get("out", []) if isinstance(node, dict) else None
        if not isinstance(out, list):
            raise ContentError(f"node {key!r}: `out` must be a list of nodes", file, field=key)
        for other in map(str, out):
            if other not in entries:
                raise ContentError(f"node {key!r} leads to {other!r}, which does not exist", file, field=key)
            if other == key:
                raise ContentError(f"node {key!r} leads to itself", file, field=key)
            for source, target in ((key, other), (other, key)):
                if target not in neighbours[source]:
                    neighbours[source].append(target)
    return neighbours


def _depths(entries: dict[str, Any], neighbours: dict[str, list[str]], file: str | Path) -> dict[str, int]:
    """Return the distance of every node from the root."""
    with_parent = {str(other) for node in entries.values() for other in node.get("out", [])}
    roots = neighbours[ROOT] if ROOT in entries else [key for key in entries if key not in with_parent]
    if not roots:
        raise ContentError("every node has an incoming edge, so there is no root", file, field="nodes")
    depths = {ROOT: 0, **dict.fromkeys(roots, 1)} if ROOT in entries else dict.fromkeys(roots, 1)
    reached = list(roots)
    for key in reached:
        for other in neighbours[key]:
            if other not in depths:
                depths[other] = depths[key] + 1
                reached.append(other)
    return depths


def _effect(node: dict[str, Any], key: str, file: str | Path) -> tuple[int, int]:
    if "target" in node or "value" in node:
        target, value = node.get("target"), node.get("value")
        if target not in TARGETS or not isinstance(value, int):
            raise ContentError(
                f"node {key!r}: target {target!r}, value {value!r}; needed: one of {', '.join(TARGETS)}, and a number",
                file,
                field=key,
            )
        return TARGETS.index(target), value
    for line in node.get("stats", []):
        number = re.search(r"\d+", str(line))
        words = set(re.findall(r"[a-z]+", str(line).lower()))
        targets = [k for k, target in enumerate(TARGETS) if set(target.split()) <= words]
        if number and targets:
            return max(targets, key=lambda k: len(TARGETS[k].split())), int(number[0])
    return 0, 0
