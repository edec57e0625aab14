"""Files of the user: which page edits them, told by their text, also if it has errors."""

from pathlib import Path

import pytest

from ludus.design.base.designer import card_games, find_card_format
from ludus.design.delve.editing.draft_conversion import draft_nodes, draft_text, find_tree
from ludus.studio.skill_trees.editor_choices import trees_info

THICKET = Path(__file__).parents[2] / "docs/games/delve-thicket"


@pytest.fixture
def editor(owner):
    """editor("mine.toml", text) stores a file and returns the address of the page that edits it."""

    def store(name, text):
        status, row = owner.post("/api/content", {"name": name, "text": text})
        assert status == 200
        listed = {each["name"]: each["editor"] for each in owner.get("/api/content")[1]}
        assert listed[name] == row["editor"]
        return row["editor"]

    return store


def test_trees_are_edited_by_the_tree_editor_in_every_format(editor):
    tree = find_tree("delver")
    for suffix in trees_info().formats:
        text = draft_text(tree.name, draft_nodes(tree), suffix)
        assert editor(f"tree{suffix}", text) == "/trees"
        assert editor(f"broken{suffix}", text[: len(text) // 2]) == "/trees"


def test_card_files_are_edited_by_the_page_of_their_game_and_never_by_the_tree_editor(editor):
    for game in card_games():
        card_format = find_card_format(game)
        text = card_format.base_text
        assert editor(f"{game}{card_format.suffix}", text) == f"/cards/{game}"
        assert editor(f"{game}-broken{card_format.suffix}", text[: len(text) // 2] + '["') == f"/cards/{game}"


def test_other_files_of_delve_are_no_trees(editor):
    for name in ("cards.csv", "decks.csv", "encounters.csv", "rules.toml"):
        assert editor(f"other-{name}", (THICKET / name).read_text()) == ""
    assert editor("tree.toml", (THICKET / "tree.toml").read_text()) == "/trees"


def test_a_file_that_is_overwritten_gets_the_editor_of_its_new_text(editor):
    assert editor("mine.toml", "# nothing yet\n") == ""
    assert editor("mine.toml", draft_text("t", draft_nodes(find_tree("delver")))) == "/trees"
    assert editor("mine.toml", find_card_format("dominion").base_text) == "/cards/dominion"
