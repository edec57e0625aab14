"""What bots written for the Python package `scripts-of-tribute` import: the same names, on our engine.

    from scripts_of_tribute.base_ai import BaseAI
    from scripts_of_tribute.board import GameState, UniqueCard
    from scripts_of_tribute.enums import MoveEnum, PatronId
    from scripts_of_tribute.move import BasicMove

In the process of a bot the modules here go by those names, whether that package is installed or not; see
`ludus.games.tribute.guests`. Nothing here talks to another process: what a bot tries out is computed where it runs.
"""
