"""Adapter for bots written for the Python package `scripts-of-tribute`; they run unchanged.

In the process of such a bot the modules of `ludus.games.tribute.sot_api` are importable under the names of that
package. The bot's class is wrapped in a class with the interface of `ludus.Bot`, which presents every decision in the
package's terms and splits its answers: the package chooses several cards in one move, this game one card at a time.
"""

from __future__ import annotations

from ludus.core.external_protocols import ThirdPartyApi
from ludus.games.tribute import sot_api
from ludus.games.tribute.sot_adapter.sot_bot_wrapper import adapt_bot_class, adapt_bot_object
from ludus.games.tribute.sot_adapter.vocabulary import SotVocabulary
from ludus.games.tribute.sot_api import base_ai, board, enums, game, move, runner

PACKAGE, OLD_PACKAGE = "scripts_of_tribute", "ScriptsOfTribute"  # the second name in early releases
MODULES = {"base_ai": base_ai, "board": board, "enums": enums, "game": game, "move": move, "runner": runner}
ENGINE_BOTS = {  # as published, with their faults and with what they see
    "RandomBot": "random-2023",
    "RandomWithoutEndTurnBot": "random-no-end-2023",
    "MaxAgentsBot": "max-agents-2023",
    "PatronFavorsBot": "patron-favors-2023",
    "MaxPrestigeBot": "max-prestige-2023",
    "DecisionTreeBot": "decision-tree-2023",
    "RandomSimulationBot": "random-simulation-2023",
    "MCTSBot": "mcts-2023",
    "BeamSearchBot": "beam-2023",
}

third_party_api = ThirdPartyApi(
    base=f"{PACKAGE}.base_ai.BaseAI",
    modules={
        PACKAGE: sot_api,
        OLD_PACKAGE: sot_api,
        **{f"{package}.{name}": module for package in (PACKAGE, OLD_PACKAGE) for name, module in MODULES.items()},
    },
    adopt=adapt_bot_class,
    fit=SotVocabulary,
    adopt_object=adapt_bot_object,
    bot_names=ENGINE_BOTS,
)
