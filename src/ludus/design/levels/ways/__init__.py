"""Ways through a level: where a body can stand and hang, and how it gets about.

`sheets` are levels while they are being made, cell by cell; `moves` are the building pieces as compiled rules use them.
`graph` is where one can stand or hang and the moves between (its rules are in `network`), `flood` whom one gets to in
it, `routes` the shortest way and its detours (rules in `detours`).
"""
