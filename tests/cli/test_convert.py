"""`ludus convert`: skill trees in other formats, in both directions."""

import pytest

from ludus.games.delve.content_files import read_tree
from ludus.games.delve.options import Options, choose_tree, find_tree, read_options


@pytest.mark.parametrize("suffix", [".graphml", ".dot", ".gv", ".json", ".csv", ".toml"])
def test_a_tree_is_written_in_every_format_and_back(ludus, tmp_path, suffix):
    file = tmp_path / f"wheel{suffix}"
    result = ludus("convert", "delve", "wheel", file)
    assert result.exit_code == 0, result.output
    assert "100 nodes" in result.stdout
    assert read_tree(file) == find_tree("wheel")
    assert ludus("convert", "delve", file, tmp_path / "back.toml").exit_code == 0
    assert read_tree(tmp_path / "back.toml") == find_tree("wheel")


@pytest.mark.parametrize("suffix", [".graphml", ".dot", ".csv"])
def test_a_tree_that_adds_cards_is_converted_with_the_rules_that_have_them(ludus, refused, tmp_path, suffix):
    file, rules = tmp_path / f"guardian{suffix}", ("-o", "rules=guardian")
    result = ludus("convert", "delve", "rules", file, *rules)
    assert result.exit_code == 0, result.output
    assert "Shield Bash" in result.stdout
    assert ludus("convert", "delve", file, tmp_path / "back.toml", *rules).exit_code == 0
    scenario = read_options(Options(rules="guardian"))
    assert read_tree(tmp_path / "back.toml", scenario.cards) == choose_tree(Options(rules="guardian"), scenario)
    assert "Shield Bash" in refused("convert", "delve", file, tmp_path / "other.toml")
    assert ludus("convert", "delve", file, tmp_path / "guardian.svg", *rules).exit_code == 0


def test_what_a_format_does_not_keep_is_said(ludus, tmp_path):
    assert "named 'other'" in ludus("convert", "delve", "wheel", tmp_path / "other.csv").stdout
    result = ludus("convert", "delve", "wheel", tmp_path / "wheel.svg")
    assert "cannot be read back" in result.stdout
    assert (tmp_path / "wheel.svg").read_text().startswith("<svg")


def test_files_are_replaced_only_if_asked(ludus, refused, tmp_path):
    (tmp_path / "tree.dot").write_text("mine")
    assert "tree.dot exists" in refused("convert", "delve", "bad", tmp_path / "tree.dot")
    assert (tmp_path / "tree.dot").read_text() == "mine"
    assert ludus("convert", "delve", "bad", tmp_path / "tree.dot", "--overwrite").exit_code == 0
    assert len(read_tree(tmp_path / "tree.dot")) == 15


def test_wrong_words_are_refused(refused, ludus, tmp_path):
    assert "delve" in refused("convert", "locm", "a", "b")
    assert "name the file" in refused("convert", "delve", "bad")
    assert "'.txt'" in refused("convert", "delve", "bad", tmp_path / "tree.txt")
    assert "cannot be read" in refused("convert", "delve", tmp_path / "no.dot", tmp_path / "tree.toml")
    assert ".graphml" in ludus("convert", "delve").stdout
