"""Level generator: rooms in a maze, built from pieces that are proven in the physics, and traps along the routes.

`maze` links rooms and places their exits, `connect_room_exits` solves each room (the search itself is
`room_backtracking`), `fill_unused_cells` fills the cells that no piece needs. `traps` places trap sequences along the
routes; its rules are in `trap_placement_on_route` (which nodes a sequence occupies, which cells it changes),
`trap_placement` (placing along routes and on paths that are still too easy) and `trap_bypass_check` (paths around all
traps). `generate` runs all of it from a seed; `decoration` adds ornaments to a finished level.
"""
