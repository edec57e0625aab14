"""Reachability: the nodes that can be reached from a node."""

# mypy: ignore-errors

from ludus.core import Record, rule, uint8, uint16
from ludus.design.levels.ways.network import MAX_NODES


class ReachRecord(Record):
    seen: uint8[MAX_NODES]
    todo: uint16[MAX_NODES]


@rule
def mark_reachable(graph, found, start, trap_free):
    """Mark all nodes reachable from a node; returns their number. With `trap_free`, trapped edges are ignored."""
    for node in range(graph.count):
        found.seen[node] = 0
    if start < 0:
        return 0
    found.seen[start] = 1
    found.todo[0] = start
    done, count = 0, 1
    while done < count:
        node = found.todo[done]
        done += 1
        for edge in range(graph.first[node], graph.first[node + 1]):
            there = graph.end[edge]
            if found.seen[there] == 0 and not (trap_free and graph.trapped[edge]):
                found.seen[there] = 1
                found.todo[count] = there
                count += 1
    return count
