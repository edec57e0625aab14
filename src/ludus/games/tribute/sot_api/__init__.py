"""Modules that bots written for the Python package `scripts-of-tribute` import: the same names, on our engine.

    from scripts_of_tribute.base_ai import BaseAI
    from scripts_of_tribute.board import GameState, UniqueCard
    from scripts_of_tribute.enums import MoveEnum, PatronId
    from scripts_of_tribute.move import BasicMove

In the process of a bot these modules are importable under those names, whether or not that package is installed; see
`ludus.games.tribute.sot_adapter`. Simulated moves are computed in the bot's own process.
"""
