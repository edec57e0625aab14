"""Pins: recorded results of Ludus, to check that a change of the code does not change what the program does.

    .venv/bin/python -m tools.pins check                      compare all results with the baseline
    .venv/bin/python -m tools.pins check --only matches,made  compare some parts
    .venv/bin/python -m tools.pins check --ludus /other/.venv/bin/ludus
    .venv/bin/python -m tools.pins check --quick              a short check (30 s), as in tests/pins
    .venv/bin/python -m tools.pins check --only studies,streams --studies delve-players    compare some studies
    .venv/bin/python -m tools.pins check --take-over          also update names and wording in the baseline
    .venv/bin/python -m tools.pins make --only studies        write the baseline again, after an intended change
    .venv/bin/python -m tools.pins record                     write the corpus again, after a change of file formats
    .venv/bin/python -m tools.pins record --only runs,half-runs --runs delve-trees
                                                              write one run again, after a study refuses it on purpose

`check` prints one line for each difference and exits with 1 if there is any. A line with "renamed:" or "wording:" means
that only names or words changed and all values are the same. The baseline is in tests/pins. A full check takes about 12
minutes on one core: matches 25 s, plain 50 s, made 40 s, corpus 6 min, studies and streams 4 min.

| part    | content | checked by tests |
| ------- | -------------- | --- |
| matches | outcomes of matches: every game, version, edition and bot, Python bots and external bots | some |
| plain   | outcomes of some matches with rules that run as plain Python, not compiled | some |
| made    | files of `ludus make`, output of `ludus inspect`, pictures of positions | no |
| corpus  | old files that must still open: replays, positions, agents, runs, tournaments, checkpoints, Studio | (1) |
| studies | all columns of all tables of all studies, with the quick preset | nine, slow |
| streams | label paths of all random streams of these studies, recorded by `hook/sitecustomize.py` | nine, slow |

(1) Without finished runs, `ludus make`, and most of the killed runs and tournaments.

What no test checks can go stale in silence: all of it takes too long for `make test-all`. Whoever changes tables of a
study on purpose looks at the differences and writes its baseline again (`--studies NAME`), and a release needs the
whole check (docs/releasing.md).

All uses of Ludus are in `product.py` (commands and their output) and in `inside.py` (Python). A version of Ludus with
other names in Python needs another `inside.py`: `--inside FILE`.
"""
