"""Tales of Tribute: a deck-building duel for prestige and the favour of patrons."""

from __future__ import annotations

from ludus.core.contract import Benchmark, Game
from ludus.games.tribute import rules
from ludus.games.tribute.moves import LARGEST_MOVE, MOST_MOVES
from ludus.games.tribute.options import Options, load
from ludus.games.tribute.state import PHASES, REASONS, State
from ludus.games.tribute.table import Table
from ludus.games.tribute.text import read_move, why_illegal, write_move
from ludus.games.tribute.view import tell, view

game = Game(
    name="tribute",
    title="Tales of Tribute",
    summary="A deck-building duel for prestige and the favour of patrons, as the Scripts of Tribute engine plays it",
    version="1",
    seats=(2, 2),
    reasons=REASONS,
    most_moves=MOST_MOVES,
    largest_move=LARGEST_MOVE,
    table=Table,
    state=State,
    rules=rules,
    load=load,
    view=view,
    options=Options,
    write_move=write_move,
    read_move=read_move,
    tell=tell,
    explain=why_illegal,
    phases=PHASES,
    benchmarks=(Benchmark("random against random", ("random", "random"), {"patrons": "random"}, bar=15_000),),
)
