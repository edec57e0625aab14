"""Bots written for the Python package `scripts-of-tribute`, as they are: adopted.

Inside the process of such a bot the modules of `ludus.games.tribute.scripts` go by the names of that package. Its class
is wrapped in one of ours, which shows it every decision in its own words and takes its answers apart: the package lets
a bot choose several cards in one move, our game asks for one card at a time.
"""

from __future__ import annotations

from ludus.core.contract import Foreign
from ludus.games.tribute import scripts
from ludus.games.tribute.guests.guest import adopt
from ludus.games.tribute.guests.words import Words
from ludus.games.tribute.scripts import base_ai, board, enums, game, move

PACKAGE, OLD = "scripts_of_tribute", "ScriptsOfTribute"  # the second in early releases
MODULES = {"base_ai": base_ai, "board": board, "enums": enums, "game": game, "move": move}

foreign = Foreign(
    base=f"{PACKAGE}.base_ai.BaseAI",
    modules={
        PACKAGE: scripts,
        OLD: scripts,
        **{f"{package}.{name}": module for package in (PACKAGE, OLD) for name, module in MODULES.items()},
    },
    adopt=adopt,
    fit=Words,
)
