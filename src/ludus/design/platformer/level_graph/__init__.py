"""Graph of a level: where a player can stand and hang, and the moves between.

`grid` holds levels while they are generated; `moves` are the building pieces as moves. `graph` builds the graph and
finds routes through it: the shortest path and its detours (rules in `graph_rules` and `route_rules`).
"""
