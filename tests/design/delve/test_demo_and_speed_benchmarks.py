"""What `ludus demo delve` shows of trees, in small."""

from contextlib import nullcontext

import pytest

from ludus.backends import Threads
from ludus.core.game_registry import load_game
from ludus.design.base.designer import DesignRequest, find_demo
from ludus.design.delve import demo_and_speed_benchmarks
from ludus.design.delve.inspection import suggest_fixes
from ludus.design.delve.options import DelveMakeOptions
from ludus.games.delve.content_files import read_tree


@pytest.fixture(scope="module")
def chapters():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            demo_and_speed_benchmarks,
            "DEMO_OPTIONS",
            DelveMakeOptions(nodes=5, generations=2, survivors=4, untuned=True),
        )
        patch.setattr(demo_and_speed_benchmarks, "CARD_ORDERS", 2)
        patch.setattr(demo_and_speed_benchmarks, "DEMO_CHANGES", 1)
        patch.setattr(suggest_fixes, "ORDERS", 2)
        chapters_of = find_demo("delve")
        no_progress = lambda what, count, thing="game": nullcontext(lambda n: None)  # noqa: E731
        yield chapters_of(DesignRequest(load_game("delve"), {}, None, 1, Threads(1), "design", no_progress))


def test_a_tree_is_made_and_pictured_with_heat_and_with_what_each_player_wins(chapters):
    made_report = chapters["tree"]
    assert "greedy-card wins" in made_report.answer[0]
    assert set(made_report.figures()) == {"tree.svg", "heat.svg", "players.svg"}
    rows = made_report.tables()[0].rows
    assert [row[0] for row in rows] == demo_and_speed_benchmarks.DEMO_BOTS.split()
    assert all(row[1].low <= row[1].value <= row[1].high for row in rows)


def test_a_bad_tree_is_reported_with_suggested_changes(chapters):
    bad = chapters["bad-tree"]
    assert "have flaws" in bad.answer[0]
    sheets = {table.name: table for table in bad.tables()}
    assert len(sheets["changes"].rows) == 1
    assert sheets["changes"].rows[0][1] in bad.answer[1]
    assert {row[1] for row in sheets["remedies"].rows} >= {"out of reach", "dominated", "obvious"}
    assert set(bad.figures()) == {"before.svg", "after.svg"}


def test_both_trees_are_files_of_the_game(chapters, tmp_path):
    for name, result in chapters.items():
        file = tmp_path / f"{name}.toml"
        file.write_text(result.text_files()["tree.toml"])
        assert len(read_tree(file)) > 0
