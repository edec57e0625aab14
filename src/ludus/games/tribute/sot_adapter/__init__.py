"""Adapter for bots written for the Python package `scripts-of-tribute`; they run unchanged.

In the process of such a bot the modules of `ludus.games.tribute.sot_api` are importable under the names of that
package. The bot's class is wrapped in a class with the interface of `ludus.Bot`, which presents every decision in the
package's terms and splits its answers: the package chooses several cards in one move, this game one card at a time.
"""

from __future__ import annotations

from ludus.core.external_protocols import ThirdPartyApi
from ludus.games.tribute import sot_api
from ludus.games.tribute.sot_adapter.sot_bot_wrapper import adapt_bot_class
from ludus.games.tribute.sot_adapter.vocabulary import SotVocabulary
from ludus.games.tribute.sot_api import base_ai, board, enums, game, move

PACKAGE, OLD_PACKAGE = "scripts_of_tribute", "ScriptsOfTribute"  # the second name in early releases
MODULES = {"base_ai": base_ai, "board": board, "enums": enums, "game": game, "move": move}

third_party_api = ThirdPartyApi(
    base=f"{PACKAGE}.base_ai.BaseAI",
    modules={
        PACKAGE: sot_api,
        OLD_PACKAGE: sot_api,
        **{f"{package}.{name}": module for package in (PACKAGE, OLD_PACKAGE) for name, module in MODULES.items()},
    },
    adopt=adapt_bot_class,
    fit=SotVocabulary,
)
