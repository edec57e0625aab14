"""`ludus export` and `ludus import`: levels in files of other tools."""

import pytest

from ludus.games.platformer.level_files import load_level
from ludus.games.platformer.options import find_level


@pytest.mark.parametrize("suffix", [".tmx", ".tmj", ".ldtk", ".tscn"])
def test_a_level_goes_out_and_comes_back(ludus, tmp_path, suffix):
    file, back = tmp_path / f"school{suffix}", tmp_path / "school.level"
    result = ludus("export", "platformer", "trap-school", "--to", file)
    assert result.exit_code == 0, result.output
    assert "5 traps" in result.stdout
    assert f"Written: {file}" in result.stdout
    result = ludus("import", "platformer", file, "--to", back)
    assert result.exit_code == 0, result.output
    assert "Checked" in result.stdout
    assert "Rated" in result.stdout
    assert load_level(back) == find_level("trap-school")
    assert ludus("export", "platformer", back, "--to", tmp_path / "again.csv").exit_code == 0


def test_without_a_target_the_level_is_checked_and_nothing_written(ludus, tmp_path):
    ludus("export", "platformer", "tower", "--to", tmp_path / "tower.csv")
    before = sorted(tmp_path.iterdir())
    result = ludus("import", "platformer", tmp_path / "tower.csv")
    assert "Nothing was written" in result.stdout
    assert sorted(tmp_path.iterdir()) == before


def test_files_are_replaced_only_if_asked(ludus, refused, tmp_path):
    file, level = tmp_path / "tower.tmx", tmp_path / "tower.level"
    file.write_text("mine")
    assert "exists" in refused("export", "platformer", "tower", "--to", file)
    assert file.read_text() == "mine"
    assert ludus("export", "platformer", "tower", "--to", file, "--overwrite").exit_code == 0
    level.write_text("mine")
    assert "exists" in refused("import", "platformer", file, "--to", level)
    assert ludus("import", "platformer", file, "--to", level, "--overwrite").exit_code == 0
    assert load_level(level) == find_level("tower")


def test_wrong_words_are_refused(refused, ludus, tmp_path):
    assert "platformer" in refused("export", "locm", "a", "--to", "b.tmx")
    assert "convert" in refused("import", "delve", "a.graphml")
    assert "export" in refused("convert", "platformer", "tower", "b.tmx")
    assert "--to" in refused("export", "platformer", "tower")
    assert "'.txt'" in refused("export", "platformer", "tower", "--to", tmp_path / "tower.txt")
    assert "'twoer'" in refused("export", "platformer", "twoer", "--to", tmp_path / "tower.tmx")
    assert ".level" in refused("import", "platformer", "x.tmx", "--to", tmp_path / "x.txt")
    assert "no such file" in refused("import", "platformer", tmp_path / "x.tmx")
    ludus("export", "platformer", "tower", "--to", tmp_path / "x.tmx")
    assert "ludus import" in refused("inspect", "platformer", tmp_path / "x.tmx")


def test_the_commands_say_what_they_take(ludus):
    for command in ("export", "import"):
        said = ludus(command, "platformer").stdout
        for suffix in (".tmx", ".tmj", ".ldtk", ".tscn", ".csv"):
            assert suffix in said
        assert f"Example: ludus {command} platformer" in said
