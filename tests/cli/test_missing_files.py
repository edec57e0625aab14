"""Files that are not there: every command says so and names the folder in which paths begin."""

import pytest

from tests.messages import missing

COMMANDS = {
    "a bot": ("match", "auction", "d/bot.py:Bot", "random"),
    "a game": ("match", "d/game.py", "random"),
    "a position": ("match", "auction", "random", "--from", "d/position.json"),
    "a replay": ("replay", "d/game.json"),
    "a card list": ("inspect", "locm", "d/cards.csv"),
    "a kingdom": ("inspect", "dominion", "d/kingdom.txt"),
    "cards of Dominion": ("match", "dominion", "random", "random", "-o", "cards=d/mine.toml"),
    "cards of Tales of Tribute": ("inspect", "tribute", "d/mine.toml"),
    "a skill tree": ("inspect", "delve", "d/tree.toml"),
    "a level": ("inspect", "platformer", "d/x.level"),
    "a Tiled map": ("import", "platformer", "d/x.tmx", "--to", "x.level"),
    "physics": ("match", "platformer", "runner", "-o", "physics=d/x.toml"),
    "a configuration": ("run", "locm-representation", "--config", "d/c.toml"),
    "rules of a contest": ("contest", "d/rules.toml"),
    "a tournament": ("tournament", "--verify", "d/cup"),
    "a run": ("resume", "d/run"),
}


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_a_file_that_is_not_there_is_named_with_the_folder_in_which_its_path_begins(
    refused, tmp_path, monkeypatch, command
):
    monkeypatch.chdir(tmp_path)
    path = next(word for word in command if "d/" in word).rpartition("=")[2].partition(":")[0]
    assert not missing(refused(*command), path, "there is no such", f"paths begin in the current folder, {tmp_path}")
