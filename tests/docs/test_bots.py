"""The bots of docs/bots are those that the page shows, and they play."""

import shlex
import sys
from pathlib import Path

from ludus.arena import Match
from ludus.arena.runner import run_match
from ludus.bots import load_bot
from ludus.core.game_registry import load_game
from tests.cases import each

DOCS = Path(__file__).parents[2] / "docs"
COMMANDS = {"prudent.py": [sys.executable, "-I"], "last-move.sh": ["sh"]}


def player(name, game):
    return load_bot(game, f"lines:{shlex.join([*COMMANDS[name], str(DOCS / 'bots' / name)])}")


@each("name", COMMANDS)
def test_the_page_shows_the_bot_as_it_is(name):
    assert (DOCS / "bots" / name).read_text() in (DOCS / "tribute-bots.md").read_text()


@each("game", ["tribute", "locm"])
def test_the_bot_in_shell_plays_every_game(game):
    game = load_game(game)
    match = Match(game, game.content(), [player("last-move.sh", game), load_bot(game, "random")], 3)
    try:
        outcomes = run_match(match, 2)
    finally:
        match.players[0].close()
    assert {match.reasons[k] for k in outcomes.end_reasons} <= set(game.end_reasons)


def test_the_bot_in_python_beats_the_one_that_plays_its_last_move():
    game = load_game("tribute")
    match = Match(game, game.content(), [player("prudent.py", game), player("last-move.sh", game)], 3)
    try:
        outcomes = run_match(match, 4)
    finally:
        for one in match.players:
            one.close()
    assert match.by_player(outcomes)[:, 0].sum() >= 3
    assert [one.started for one in match.players] == [2, 2]
