"""Level design for the platformer: levels are generated from a seed, checked, and played by an agent before release.

    generated = generate_level(3, LevelSpec(rooms=(5, 1)))
    write_level(generated.level)

The generator follows Koens' thesis (chapter 3); gaps in its description are filled.

    generator     mazes of rooms, built from building pieces proven in the physics, and traps along the routes
    level_graph   where a player can stand and hang, the moves between, shortest paths and detours
    verify        checks of a finished level, and an agent that plays it with the traps running
    players       synthetic players, single and in populations
    recordings    recorded key presses of people and synthetic players, their events and traces
    difficulty    challenges, models of their success, difficulty of levels, prediction of failures
    render        levels as SVG and PNG

`make`, `inspect` and `demo_and_speed_benchmarks` answer the commands of these names; `options` reads their options,
`designer` connects them. `spec` and `difficulty_search` find levels of a given difficulty; `make_map_elites` and
`make_campaign` make archives and campaigns. `level_metrics`, `expressive_range`, `map_elites`, `campaign` and
`skill_belief` measure levels, fill archives and plan campaigns. `level_io` serves packages that must not import a game.
`random_stream` draws random numbers in Python.
"""
