"""Tales of Tribute: a deck-building duel for prestige and the favour of patrons.

Four patrons are drafted, each with a deck of cards for the tavern; the Treasury is always there. A turn is any number
of cards played, agents activated or attacked, cards bought and patrons called. Coins are lost at its end, power becomes
prestige. Who has 40 prestige that the rival does not match in its next turn, 80 at the end of a turn, or the favour of
all patrons, wins. The rules are those of the Scripts of Tribute engine of October 2025, "the reference engine" here.

    ludus.start("tribute", seed=7)                                            with a draft
    ludus.start("tribute", seed=7, patrons="ansei,pelin,hlaalu,rajhin")       with given patrons
    ludus.start("tribute", seed=7, patrons="random", compat="reference")      dealt as the reference engine deals

See options.py for all options, text.py for the notation of moves, layout.py for that of positions, cards.py for card
files, phrases.py for what cards may do, view.py for what a seat sees, check.py for recordings of the reference engine.

With `compat=reference` set-up, shuffles, the order of every zone and of every list are the reference engine's, bit for
bit. The default differs from it in chance. Under either option choices are checked and made card by card, players know
what attentive people can know, simulated moves see no hidden card, and there is room for so many cards only.
docs/games/tribute.md lists all of that with its tests, and what is as in the reference engine although one may wonder.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from pathlib import Path
from typing import Any

import numpy as np

from ludus.core.bot import Bot
from ludus.core.check import CheckReport, Progress
from ludus.core.contract import Benchmark, Content, Foreign, Game, Outlook
from ludus.games.tribute import rules
from ludus.games.tribute.features import FEATURES
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


def _phrase(content: Content, state: Any, move: int) -> str:
    from ludus.games.tribute.words import phrase

    return phrase(content, state, move)


def _draw(content: Content, state: Any, seat: int | None) -> str:
    """A position as SVG; the drawing is loaded when it is asked for, so that playing starts sooner."""
    from ludus.games.tribute.draw import draw

    return draw(content, state, seat)


def _write_position(content: Content, state: Any) -> Any:
    """A position as plain data in the words of the game; loaded when one is written or read."""
    from ludus.games.tribute.layout import write_position

    return write_position(content, state)


def _read_position(content: Content, data: Any) -> np.ndarray:
    from ludus.games.tribute.layout_read import read_position

    return read_position(content, data)


def _check(files: Iterable[str | Path], progress: Progress | None = None) -> CheckReport:
    """Recorded games and cases of the reference engine; loaded when they are compared."""
    from ludus.games.tribute.check import check

    return check(files, progress)


def _offers() -> dict[str, list[str]]:
    """Names that can be picked; loaded when somebody picks."""
    from ludus.games.tribute.offers import offers

    return offers()


def _bots() -> tuple[Bot, ...]:
    from ludus.games.tribute.bots import bots

    return bots()


def _fit(content: Content | None, bot: Bot, options: Any, params: Any) -> None:
    from ludus.games.tribute.bots.drafting import fit_drafting

    fit_drafting(content, bot, options, params)


def _facts(content: Content) -> dict[str, Any]:
    from ludus.games.tribute.facts import facts

    return facts(content)


def _foreign() -> Foreign:
    """Bots for the package scripts-of-tribute; loaded when a Python bot is."""
    from ludus.games.tribute.guests import foreign

    return foreign


def _design() -> Any:
    """The census of games; loaded when a designer is at work."""
    from ludus.games.tribute import design

    return design


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
    write_position=_write_position,
    read_position=_read_position,
    validate=validate,
    draw=_draw,
    describe=_describe,
    phrase=_phrase,
    explain=why_illegal,
    check=_check,
    phases=PHASES,
    features=FEATURES,
    outlook=Outlook(weights=Path(__file__).parent / "content" / "weights.json"),
    offers=_offers,
    bots=_bots,
    fit=_fit,
    showcase=(
        "random-no-end",
        "max-agents",
        "max-prestige",
        "decision-tree",
        "mcts:iterations=50",
        "beam",
        "courtier:iterations=100",
    ),
    study="tribute-cards",
    facts=_facts,
    foreign=_foreign,
    turn_of=attrgetter("turn"),
    turn_seconds=30.0,
    design=_design,
    benchmarks=(Benchmark("random against random", ("random", "random"), {"patrons": "random"}, bar=15_000),),
    redeal_bar=300_000,
)
