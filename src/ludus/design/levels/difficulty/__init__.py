"""How hard a level is: its challenges, models of who gets through them, and the easiest way (Koens' thesis, chapter 4).

    mapped = map_level(level)               the challenges of a level: from where, into which trap, with what parameters
    rate_level(level, LINEAR)               1 - the success on the easiest way, expected deaths, the hardest challenge

A challenge begins where one can wait and ends at the first node of a trap that is not a mine (`challenges`). Three
numbers describe it: t_cycle, the period of the trap; t_timing, the time from the last safe node to the trap (`times`);
j, the jumps on that way. A model says how likely they are to be survived: `histogram` counts what players did, `models`
has linear, exponential and logistic ones, `fitting` finds their constants and `fitted` says how well they are known.
`rating` puts challenges together to a level, and `shortcuts` does so for many models in no time.

`dial` predicts what share of all players die at least once, on the way that they usually take (`passages`); it learns
from synthetic players (`practice`), and `predicting` asks it about one level. `records` holds what players did in whole
sessions, and `partitions`, `verifying`, `needed` and `bootstrap` ask how far a model is true of players that it was not
fitted to.
"""
