"""Trees of other games: files that list for every node the nodes it leads to, as exports of passive trees do.

    {"nodes": {"root": {"out": ["11"]},
               "11": {"name": "Fury", "stats": ["+3 area damage"], "out": ["12"]},
               "12": {"name": "Rage", "target": "area mana", "value": 5, "price": 2, "out": []}}}

Ways of such trees can be walked both ways. Here they lead away from the root: from the node that is nearer to it, and
among equally near ones from the one that comes first. Nodes that the root leads to can be had from the beginning; a
file without a root has those for roots that no other leads to. What a node does is its `target` and `value`, or the
first of its `stats` that names a target and a number; a node without either is a step on the way, of value 0.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from ludus.core.errors import ContentError
from ludus.games.delve.kinds import NODES, TARGETS
from ludus.games.delve.rows import parse, read_text
from ludus.games.delve.tree import Node, Tree

ROOT = "root"


def has_out_edges(data: Any) -> bool:
    """Whether this is a tree of that form."""
    return isinstance(data, dict) and isinstance(data.get("nodes"), dict)


def read_out_edges(file: str | Path, reach: int | None = None) -> Tree:
    """The tree of a file, or what is at most `reach` steps from its roots."""
    data = parse(read_text(file), file)
    if not has_out_edges(data):
        raise ContentError("no nodes by their numbers in it", file, field="nodes")
    given = {str(key): node for key, node in data["nodes"].items()}
    ways = _ways(given, file)
    depths = _depths(given, ways, file)
    names = [key for key in given if key in depths and key != ROOT and (reach is None or depths[key] <= reach)]
    if len(names) > NODES:
        raise ContentError(
            f"{len(names)} nodes; there is room for {NODES}: read_out_edges(file, reach=n) takes those near the root",
            file,
        )
    if lost := [key for key in given if key not in depths and key != ROOT]:
        raise ContentError(f"node {lost[0]!r} cannot be reached from any root", file, field=lost[0])
    names.sort(key=lambda key: depths[key])  # stable: parents first, else as in the file
    numbers = {key: k for k, key in enumerate(names)}
    nodes = []
    titles: set[str] = set()
    for key in names:
        title = str(given[key].get("name") or key)
        title = title if title.casefold() not in titles else f"{title} {key}"
        titles.add(title.casefold())
        parents = sorted(numbers[other] for other in ways[key] if other in numbers and numbers[other] < numbers[key])
        target, value = _effect(given[key], key, file)
        price = given[key].get("price", 1)
        if not isinstance(price, int):
            raise ContentError(f"node {key!r}: the price {price!r} is no whole number", file, field="price")
        nodes.append(Node(title, target, value, () if depths[key] == 1 else tuple(parents), price))
    try:
        return Tree(Path(file).stem, tuple(nodes))
    except ContentError as error:
        raise ContentError(error.what, file) from None


def _ways(given: dict[str, Any], file: str | Path) -> dict[str, list[str]]:
    """The neighbours of every node."""
    ways: dict[str, list[str]] = {key: [] for key in given}
    for key, node in given.items():
        out = node.get("out", []) if isinstance(node, dict) else None
        if not isinstance(out, list):
            raise ContentError(f"node {key!r}: `out` is the list of nodes it leads to", file, field=key)
        for other in map(str, out):
            if other not in given:
                raise ContentError(f"node {key!r} leads to {other!r}, which is not there", file, field=key)
            if other == key:
                raise ContentError(f"node {key!r} leads to itself", file, field=key)
            for one, another in ((key, other), (other, key)):
                if another not in ways[one]:
                    ways[one].append(another)
    return ways


def _depths(given: dict[str, Any], ways: dict[str, list[str]], file: str | Path) -> dict[str, int]:
    """How many steps every node is from the root."""
    led_to = {str(other) for node in given.values() for other in node.get("out", [])}
    roots = ways[ROOT] if ROOT in given else [key for key in given if key not in led_to]
    if not roots:
        raise ContentError("every node is led to by another, so there is no root", file, field="nodes")
    depths = {ROOT: 0, **dict.fromkeys(roots, 1)} if ROOT in given else dict.fromkeys(roots, 1)
    reached = list(roots)
    for key in reached:
        for other in ways[key]:
            if other not in depths:
                depths[other] = depths[key] + 1
                reached.append(other)
    return depths


def _effect(node: dict[str, Any], key: str, file: str | Path) -> tuple[int, int]:
    if "target" in node or "value" in node:
        target, value = node.get("target"), node.get("value")
        if target not in TARGETS or not isinstance(value, int):
            raise ContentError(
                f"node {key!r}: target {target!r}, value {value!r}; they are one of {', '.join(TARGETS)} and a number",
                file,
                field=key,
            )
        return TARGETS.index(target), value
    for line in node.get("stats", []):
        number = re.search(r"\d+", str(line))
        words = set(re.findall(r"[a-z]+", str(line).lower()))
        named = [k for k, target in enumerate(TARGETS) if set(target.split()) <= words]
        if number and named:
            return max(named, key=lambda k: len(TARGETS[k].split())), int(number[0])
    return 0, 0
