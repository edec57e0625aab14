"""Levels of the platformer that were generated: the command in a level file makes the level again."""

import re
from dataclasses import replace

import pytest

from ludus.games.platformer.level_files import load_level
from ludus.games.platformer.options import LEVELS


@pytest.mark.slow
@pytest.mark.parametrize("name", ["easy", "medium", "hard"])
def test_the_command_in_a_level_file_makes_the_level_again(name, ludus, tmp_path):
    kept = LEVELS / f"{name}.level"
    (command,) = re.findall("made by `ludus (.*)`", kept.read_text(encoding="utf-8"))
    result = ludus(*command.split(), "--to", tmp_path / "made")
    assert result.exit_code == 0, result.output
    assert replace(load_level(tmp_path / "made" / "level.level"), name=name.capitalize()) == load_level(kept)
