import pytest

from ludus.cli.compile import compile_in_processes, empty_cache
from ludus.util.errors import LudusError, OptionError

RULE = f"{'0123456789abcdef' * 2}.rule"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("LUDUS_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def put(folder, *names, data=b"12345"):
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


def test_clear_removes_compiled_rules_only(ludus, folder):
    put(folder, f"ab/{RULE}", f"0f/{RULE}", "0f/tmpabcd_123")
    result = ludus("compile", "--clear")
    assert result.exit_code == 0
    assert "Removed 2 compiled rules (10 bytes)" in result.stdout
    assert [file.name for file in folder.rglob("*") if file.is_file()] == ["tmpabcd_123"]


@pytest.mark.parametrize("odd", ["thesis.txt", "ab/thesis.txt", f"papers/{RULE}", f"ab/more/{RULE}", "ab/short.rule"])
def test_a_folder_that_holds_anything_else_is_left_alone(refused, folder, odd):
    put(folder, f"ab/{RULE}", odd)
    assert "nothing was removed" in refused("compile", "--clear")
    assert (folder / f"ab/{RULE}").exists()
    assert (folder / odd).exists()


def test_links_are_not_followed(folder, tmp_path):
    put(tmp_path / "elsewhere", RULE)
    folder.mkdir()
    (folder / "ab").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OptionError, match="nothing was removed"):
        empty_cache(folder)
    assert (tmp_path / "elsewhere" / RULE).exists()


def test_an_empty_or_missing_cache_is_cleared_without_fuss(ludus, folder):
    assert "Removed 0 compiled rules" in ludus("compile", "--clear").stdout
    assert not folder.exists()


def test_clear_takes_no_games(refused):
    assert "leave out the games" in refused("compile", "auction", "--clear")


def test_what_is_compiled_is_there_the_second_time(ludus):
    assert ludus("compile", "auction").exit_code == 0
    text = ludus("compile", "auction").stdout
    assert "auction: nothing to compile" in text
    assert "The cache holds" in text


def test_several_games_are_compiled_side_by_side(ludus):
    lines = ludus("compile", "--rules", "locm", "dominion").stdout.splitlines()
    assert [line.partition(":")[0] for line in lines[:2]] == ["locm", "dominion"]


def test_a_game_that_does_not_compile_is_named():
    with pytest.raises(LudusError, match="chess does not compile"):
        list(compile_in_processes(["chess", "chess"], rules=True))
