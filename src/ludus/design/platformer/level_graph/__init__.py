"""Graph of a level: where a player can stand and hang, and the moves between.

`cell_grid` holds levels while they are generated; `moves_from_pieces` has the building pieces as moves. `graph` builds
the graph and finds routes through it: the shortest path and its detours (rules in `graph_construction` and
`route_search`).
"""
