"""Simulates studies whose truth is known, and counts how often the judge of claims is wrong.

    python -m tools.simulate_judgements --studies 10000 --to benchmarks/judge-simulations.csv
    python -m tools.simulate_judgements --skewed --studies 2000 --to benchmarks/judge-simulations-skewed.csv

Two kinds of rows. Coverage: how often the 95 % interval of an estimate contains the true number, for the intervals and
sample sizes that studies use. Families: how often a family of claims has any false `holds` (true claims: how many are
found), for claims that are true, false, undecidable, decided by construction, and about several numbers. `required` is
what must be so; contrasts, which show what goes wrong otherwise, have none. A share of simulated studies is itself
known only up to chance: it is `met` up to `slack`, three standard errors of the share.

With `--skewed`, values are skewed or pile up at a bound, as shares of fights won do. Each family is judged twice: as
all families are, and by Student's t alone, for contrast. Rows about power say what the correction costs.

| module           | content |
| ---------------- | --- |
| results          | a row of the table |
| samples          | draws of deals, runs and agents |
| coverage         | intervals that contain the truth |
| families         | families of claims about normal values and win rates |
| skewed_families  | families of claims about skewed values |
| candidates       | other intervals for skewed values, for comparison |
"""
