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

A failed check raises `CheckFailed`, which names the check, the seed, the move and what differs, and says how to see it
again. `ludus check GAME` runs the same checks. The checks look at random games; `games` says at how many.
`ludus.testing.example_games` has small example games.
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
    """Run every check on a game.

    Args:
        game: The game.
        games: Number of random games.
        seed: Seed of the random games.
        options: Options of the game.
        longest: Maximum number of random moves in a game.
        import_path: "module:attribute", where another process finds the game; needed only if the game is neither
            installed nor a variable of a module.

    Raises:
        CheckFailed: the first check that fails; the message says what is wrong.
    """
    __tracebackhide__ = True  # pytest shows the message of a failed check without the lines of this package
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
    """Run the bot checks on a bot that is a function of a position.

    Args:
        game: The game.
        choose: The bot: a function of a position that returns a move, as a number or in notation.
        games: Number of games.
        seed: Seed of the games.
        options: Options of the game.
        cheats: Whether the bot is a declared cheat, which may use hidden information.

    Raises:
        CheckFailed: the first check that fails; the message says what is wrong.
    """
    __tracebackhide__ = True
    case = Case(game, games, seed, options)
    for name, law in BOT_CHECKS.items():
        if not (cheats and name == "bots_do_not_peek"):
            law(case, choose)


def conform_player(
    game: Game, text: str, games: int = 20, seed: int = 1, options: dict[str, Any] | None = None
) -> None:
    """Run the bot checks on a compiled bot; a declared cheat may use hidden information.

    Args:
        game: The game.
        text: The bot, as in a match.
        games: Number of games.
        seed: Seed of the games.
        options: Options of the game.

    Raises:
        CheckFailed: the first check that fails; the message says what is wrong.
        UnknownName: there is no such bot.
    """
    player = load_compiled_bot(game, text)
    conform_bot(game, stateless(player, seed), games, seed, options, player.cheats)
    if not player.cheats:
        memories_keep_no_secrets(Case(game, games, seed, options), player)
