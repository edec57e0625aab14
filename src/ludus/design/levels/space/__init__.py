"""The space of levels: what they are like, how far they are apart, the best of every kind, and campaigns of them.

    measure(made.level)                         linearity, leniency, length of the way, vertical share, trap density
    spread_of(levels)                           how much of that the generator reaches, and how often it repeats itself
    Atlas(kind_of_map("linearity-difficulty"), RecipeSpace(), seed=7)        MAP-Elites: the best level of every kind
    make_campaign([0.2, 0.4, 0.6], seed=7)      levels one after another, as hard as a curve says
    keep_in_band(Player.unknown(), (0.4, 0.6), 10, seed=7, plays=...)        levels for one player

`measures` and `distances` look at levels, `spread` at many of them. `genomes` evolve, `quality` says which is better,
`kinds` what a map is drawn by, and `atlas` draws it. `curves`, `player` and `campaign` put levels in a row; `record` is
what the sessions of a player tell of them. `mapping`, `campaigning`, `banding` and `pictures` tell of all that for
`ludus make`.
"""
