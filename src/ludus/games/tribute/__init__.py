"""Tales of Tribute: a deck-building duel for prestige and the favour of patrons."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ludus.core.check import CheckReport, Progress
from ludus.core.contract import Benchmark, Content, Game
from ludus.games.tribute import rules
from ludus.games.tribute.moves import LARGEST_MOVE, MOST_MOVES
from ludus.games.tribute.options import Options, load
from ludus.games.tribute.state import PHASES, REASONS, State
from ludus.games.tribute.table import Table
from ludus.games.tribute.text import read_move, why_illegal, write_move
from ludus.games.tribute.validate import validate
from ludus.games.tribute.view import tell, view


def _describe(content: Content, state: Any, seat: int | None = None) -> str:
    """A position in words; loaded when somebody reads it."""
    from ludus.games.tribute.words import describe

    return describe(content, state, seat)


def _check(files: Iterable[str | Path], progress: Progress | None = None) -> CheckReport:
    """Recorded games and cases of the reference engine; loaded when they are compared."""
    from ludus.games.tribute.check import check

    return check(files, progress)


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
    validate=validate,
    describe=_describe,
    explain=why_illegal,
    check=_check,
    phases=PHASES,
    benchmarks=(Benchmark("random against random", ("random", "random"), {"patrons": "random"}, bar=15_000),),
)
