"""The conformance kit: checks that every game must pass, for your own tests.

    from ludus.testing import conform

    def test_my_game_passes_every_check():
        conform(my_game, options={"seats": 3})

or one test per check:

    from ludus.testing import CHECKS, Case

    case = Case(my_game)

    @pytest.mark.parametrize("check", CHECKS)
    def test_my_game(check):
        CHECKS[check](case)

A failed check raises `CheckFailed`, which names the check, the seed, the move and what differs. The checks look at
random games; `games` says at how many. `ludus.testing.example_games` has four small example games.
"""

from __future__ import annotations

from typing import Any

from ludus.bots import load_compiled_bot
from ludus.core.game import Game
from ludus.testing.bot_checks import BOT_CHECKS, ChooseFunction, memories_keep_no_secrets, stateless
from ludus.testing.checks import CHECKS
from ludus.testing.game_under_test import Case, CheckFailed

__all__ = ["BOT_CHECKS", "CHECKS", "Case", "CheckFailed", "conform", "conform_bot", "conform_player"]


def conform(
    game: Game,
    games: int = 20,
    seed: int = 1,
    options: dict[str, Any] | None = None,
    longest: int = 10_000,
    import_path: str | None = None,
) -> None:
    """Run every check on a game. The first failed one raises CheckFailed.

    Args:
        game: The game.
        games: Number of random games.
        seed: Seed of the random games.
        options: Options of the game.
        longest: Maximum number of random moves in a game.
        import_path: "module:attribute", where another process finds the game; needed only if the game is neither
            installed
            nor a variable of a module.
    """
    case = Case(game, games, seed, options, longest, import_path)
    for law in CHECKS.values():
        law(case)


def conform_bot(
    game: Game,
    choose: ChooseFunction,
    games: int = 20,
    seed: int = 1,
    options: dict[str, Any] | None = None,
    cheats: bool = False,
) -> None:
    """Run the bot checks on a bot given as a function of a position; a declared cheat may use hidden information."""
    case = Case(game, games, seed, options)
    for name, law in BOT_CHECKS.items():
        if not (cheats and name == "bots_do_not_peek"):
            law(case, choose)


def conform_player(
    game: Game, text: str, games: int = 20, seed: int = 1, options: dict[str, Any] | None = None
) -> None:
    """Run the bot checks on a compiled bot, named as in a match; a declared cheat may use hidden information."""
    player = load_compiled_bot(game, text)
    conform_bot(game, stateless(player, seed), games, seed, options, player.cheats)
    if not player.cheats:
        memories_keep_no_secrets(Case(game, games, seed, options), player)
