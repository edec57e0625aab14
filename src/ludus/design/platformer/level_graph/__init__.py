"""Graph of a level: where a player can stand and hang, and the moves between.

`cell_grid` holds levels while they are generated; `piece_move_table` has the building pieces as moves. `graph` builds
the graph and finds routes through it: the shortest path and its detours (rules in `graph_construction` and
`route_search`).
"""
