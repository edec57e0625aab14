"""Pins: what Ludus does, written down, so that a change of the code that should change nothing can be checked.

    .venv/bin/python -m tools.pins check                      compare everything with the baseline
    .venv/bin/python -m tools.pins check --only matches,made  parts of it
    .venv/bin/python -m tools.pins check --ludus /other/.venv/bin/ludus
    .venv/bin/python -m tools.pins check --quick              half a minute, as the test does
    .venv/bin/python -m tools.pins check --take-over          write new names and words into the baseline
    .venv/bin/python -m tools.pins make --only studies        write the baseline anew, after a change that is meant
    .venv/bin/python -m tools.pins record                     write the corpus anew, after a change of file formats

The exit code of `check` is 1 if anything differs; each difference is one line. Lines with "renamed:" or "wording:" tell
of new names or words alone: all values are the same. The baseline is in tests/pins. All of it takes about 12 minutes on
one core: matches 25 s, plain 50 s, made 40 s, corpus 6 min, studies and streams 4 min.

| part    | what is pinned |
| ------- | -------------- |
| matches | the outcomes of matches: every game, version, edition and bot, Python bots and programs |
| plain   | the same of some matches, with the rules run as plain Python |
| made    | files that `ludus make` and `ludus inspect` write, and pictures of positions |
| corpus  | old files still open: replays, positions, agents, runs, tournaments, checkpoints, a Studio folder |
| studies | every column of every table of every study's quick preset |
| streams | the label paths of all random streams of these studies, written down by `hook/sitecustomize.py` |

What it calls in Ludus is in `product.py` (commands and what they print) and in `inside.py` (Python). A Ludus that has
other names in Python needs another `inside.py`: `--inside FILE`.
"""
