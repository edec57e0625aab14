import re
from xml.etree import ElementTree

import pytest

from ludus.core.replay import Replay


def test_the_demo_writes_tables_a_report_a_picture_and_a_replay(ludus, tmp_path):
    result = ludus("demo", "--out", tmp_path / "demo", "-n", 6, "--no-study")
    assert result.exit_code == 0, result.output
    assert sorted(file.name for file in (tmp_path / "demo").iterdir()) == [
        "final-position.svg",
        "game.html",
        "game.json",
        "index.html",
        "tournament",
    ]
    for name in ("index.html", "report.html", "final-position.svg", "game.json"):
        assert f"{name}: " in result.stdout
    for question in (
        "Which bot is strongest, and how certain is that?",
        "Does the first seat matter?",
        "How do I look at a game?",
    ):
        assert question in result.stdout
    assert Replay.load(tmp_path / "demo" / "game.json").positions()[-1].end_reason
    picture = (tmp_path / "demo" / "final-position.svg").read_text(encoding="utf-8")
    ElementTree.fromstring(picture)
    page = (tmp_path / "demo" / "tournament" / "report.html").read_text(encoding="utf-8")
    assert "ludus tournament locm random baseline1 baseline2 greedy coac" in page
    assert "The first seat takes" in page
    assert picture in page
    # self-contained: nothing is fetched
    steps = (tmp_path / "demo" / "game.html").read_text(encoding="utf-8")
    assert steps.count("<section hidden>") > 10
    assert picture in steps
    index = (tmp_path / "demo" / "index.html").read_text(encoding="utf-8")
    assert 'href="game.html"' in index
    assert "Who beats whom" in index
    for each in (page, steps, index):
        assert not re.search(r"""(src|href)=["']?(https?:)?//|url\(|@import""", each)


def test_the_demo_is_the_same_for_the_same_seed(ludus, tmp_path):
    for name in ("one", "two", "two"):  # the second time in one place it begins anew
        assert ludus("demo", "auction", "--out", tmp_path / name, "-n", 20).exit_code == 0
    one, two = ((tmp_path / name / "tournament" / "games.csv").read_bytes() for name in ("one", "two"))
    assert one == two


def test_games_without_pictures_and_for_other_numbers_of_players_have_a_demo(ludus, tmp_path):
    for game in ("auction", "dash", "magpies"):
        result = ludus("demo", game, "--out", tmp_path / game, "-n", 6)
        assert result.exit_code == 0, result.output
        assert (tmp_path / game / "tournament" / "report.html").exists()


def test_a_folder_that_cannot_be_created_is_refused(refused, tmp_path):
    (tmp_path / "file").write_text("")
    assert "no folder can be made" in refused("demo", "--out", tmp_path / "file")


@pytest.mark.slow
def test_the_demo_of_a_game_with_a_study_has_its_report(ludus, tmp_path, monkeypatch):
    from ludus.studies.locm_representation import PRESETS

    tiny = {"generations": 2, "population": 4, "drafts": 1, "rounds": 1, "heat_games": 2, "tournament_rounds": 2}
    monkeypatch.setitem(PRESETS, "quick", {**PRESETS["quick"], **tiny, "field": ("baseline2",)})
    for _ in range(2):  # the second time it begins anew
        result = ludus("demo", "--out", tmp_path / "demo", "-n", 2)
        assert result.exit_code == 0, result.output
    assert "4. A study" in result.stdout
    assert "study/report.html: " in result.stdout
    assert (tmp_path / "demo" / "study" / "report.html").is_file()


@pytest.mark.slow
def test_the_demo_of_dominion_shows_one_sided_cards_and_commands_for_designers(ludus, tmp_path, monkeypatch):
    from ludus.studies.dominion_all_kingdoms.config import PRESETS

    tiny = {"games": 40, "shortlist": 4, "shortlist_games": 10, "finalists": 2, "final_games": 20, "searches": 0}
    monkeypatch.setitem(PRESETS, "quick", {**PRESETS["quick"], **tiny})
    result = ludus("demo", "dominion", "--out", tmp_path / "demo", "-n", 2)
    assert result.exit_code == 0, result.output
    page = (tmp_path / "demo" / "index.html").read_text(encoding="utf-8")
    for told in (result.stdout, page):
        assert "Between earl and drew" in told
        assert "make games one-sided" in told
        assert "inspect dominion first-game" in told
    assert page.index("one-sided") < page.index("Who plays best?")
    assert (tmp_path / "demo" / "final-position.svg").read_text(encoding="utf-8") in page
    for link in re.findall('<a href="([^"]+)"', page):
        assert (tmp_path / "demo" / link).is_file()


@pytest.mark.slow
def test_the_demo_of_tribute_shows_win_rates_winning_cards_and_a_game(ludus, tmp_path, monkeypatch):
    from ludus.studies.tribute_card_statistics.config import PRESETS

    monkeypatch.setitem(PRESETS, "quick", {"players": ("decision-tree", "shopper"), "games": 400, "part": 200})
    result = ludus("demo", "tribute", "--out", tmp_path / "demo", "-n", 2)
    assert result.exit_code == 0, result.output
    page = (tmp_path / "demo" / "index.html").read_text(encoding="utf-8")
    for told in (result.stdout, page):
        assert "adds most to its taker" in told
        assert "The least is added by" in told
    assert "The most valuable cards" in page
    assert "The least valuable cards" in page
    assert "Who beats whom" in page
    assert (tmp_path / "demo" / "game.html").read_text(encoding="utf-8").count("<section hidden>") > 10
    for link in re.findall('<a href="([^"]+)"', page):
        assert (tmp_path / "demo" / link).is_file()


def test_reports_of_a_designer_are_printed_and_written_to_the_page_and_folders(ludus, tmp_path, monkeypatch):
    from ludus.design.base import designer

    asked = []

    def make_demo(order):
        asked.append(order)
        sheet = designer.ReportTable("nodes", "Nodes & more", [designer.ReportColumn("node")], [["first"], ["second"]])
        drawn = {"one.svg": ("<svg><!-- drawn --></svg>", "A picture.")}
        return {"one": designer.DesignReport("What was made", ["It is good.", "Very."], [sheet], pictures=drawn)}

    monkeypatch.setattr(designer, "find_demo", lambda name: make_demo)
    folder = tmp_path / "demo"
    for _ in range(2):  # the second time it begins anew
        result = ludus("demo", "auction", "--out", folder, "-n", 6, "--seed", 3)
        assert result.exit_code == 0, result.output
    assert (asked[0].game.name, asked[0].seed, asked[0].folder) == ("auction", 3, str(folder / "design"))
    assert "4. What was made\nIt is good.\nVery." in result.stdout
    assert "Nodes & more" in result.stdout
    assert "5. Results" in result.stdout
    written = sorted(file.name for file in (folder / "design" / "one").iterdir())
    assert written == ["nodes.csv", "one.svg", "report.html"]
    page = (folder / "index.html").read_text(encoding="utf-8")
    assert "<svg><!-- drawn --></svg><figcaption>A picture.</figcaption>" in page
    assert "<h3>Nodes &amp; more</h3>" in page
    assert 'href="design/one/report.html"' in page
    assert page.index("What was made") < page.index("Who plays best?")
    assert ludus("demo", "auction", "--out", tmp_path / "bare", "-n", 6, "--no-design").exit_code == 0
    assert len(asked) == 2


def test_only_games_with_a_designer_suggest_one():
    from ludus.cli.demo import design_steps
    from ludus.core.game_registry import load_game

    assert [step.partition(" --")[0] for step in design_steps(load_game("dominion"))] == [
        "inspect dominion first-game",
        "make dominion",
    ]
    assert design_steps(load_game("auction")) == []
