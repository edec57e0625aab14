"""What `ludus demo delve` shows of trees, in small."""

from contextlib import nullcontext

import pytest

from ludus.backends import Threads
from ludus.core.registry import load_game
from ludus.design.base.designer import DesignRequest, find_demo
from ludus.design.delve import demo
from ludus.design.delve.inspection import suggest_fixes
from ludus.design.delve.options import DelveMakeOptions
from ludus.games.delve.content_files import read_tree


@pytest.fixture(scope="module")
def chapters():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(demo, "DEMO_OPTIONS", DelveMakeOptions(nodes=5, generations=2, survivors=4, untuned=True))
        patch.setattr(demo, "CARD_ORDERS", 2)
        patch.setattr(suggest_fixes, "MAX_CANDIDATES", 6)
        shown = find_demo("delve")
        quiet = lambda what, count, thing="game": nullcontext(lambda n: None)  # noqa: E731
        yield shown(DesignRequest(load_game("delve"), {}, None, 1, Threads(1), "design", quiet))


def test_a_tree_is_made_and_pictured_with_heat_and_with_what_each_player_wins(chapters):
    made = chapters["tree"]
    assert "the target: greedy-card wins" in made.answer[0]
    assert set(made.pictures) == {"tree.svg", "heat.svg", "players.svg"}
    rows = made.tables[0].rows
    assert [row[0] for row in rows] == demo.DEMO_BOTS.split()
    assert all(row[1].low <= row[1].value <= row[1].high for row in rows)


def test_a_bad_tree_is_told_with_what_to_change(chapters):
    bad = chapters["bad-tree"]
    assert "have flaws" in bad.answer[0]
    assert bad.answer[1].startswith("What to change: Almighty from 9 to ")
    sheets = {sheet.name: sheet for sheet in bad.tables}
    assert sheets["changes"].rows[0][0] == "Almighty"
    assert {row[1] for row in sheets["remedies"].rows} >= {"out of reach", "dominated", "obvious"}
    assert set(bad.pictures) == {"before.svg", "after.svg"}


def test_both_trees_are_files_of_the_game(chapters, tmp_path):
    for name, found in chapters.items():
        file = tmp_path / f"{name}.toml"
        file.write_text(found.files["tree.toml"])
        assert len(read_tree(file)) > 0
