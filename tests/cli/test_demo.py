import re
from xml.etree import ElementTree

from ludus.core.replay import Replay


def test_the_tour_leaves_a_page_a_picture_and_a_replay(ludus, tmp_path):
    result = ludus("demo", "--out", tmp_path / "tour", "-n", 200)
    assert result.exit_code == 0, result.output
    assert sorted(file.name for file in (tmp_path / "tour").iterdir()) == [
        "final-position.svg",
        "game.json",
        "report.html",
    ]
    for name in ("report.html", "final-position.svg", "game.json"):
        assert f"{name}: " in result.stdout
    assert Replay.load(tmp_path / "tour" / "game.json").positions()[-1].ended
    ElementTree.parse(tmp_path / "tour" / "final-position.svg")
    page = (tmp_path / "tour" / "report.html").read_text(encoding="utf-8")
    assert "ludus match locm random random --seed 1 -n 200" in page
    assert "first seat" in page
    assert page.count("<svg") > 5
    # self-contained: nothing is fetched
    assert not re.search(r"""(src|href)=["']?(https?:)?//|url\(|@import""", page)


def test_the_tour_is_the_same_for_the_same_seed(ludus, tmp_path):
    for name in ("one", "two"):
        ludus("demo", "auction", "--out", tmp_path / name, "-n", 200)
    one, two = ((tmp_path / name / "report.html").read_bytes() for name in ("one", "two"))
    assert one == two


def test_games_without_pictures_and_for_other_numbers_of_players_have_a_tour_too(ludus, tmp_path):
    for game in ("auction", "dash", "magpies"):
        result = ludus("demo", game, "--out", tmp_path / game, "-n", 60)
        assert result.exit_code == 0, result.output
        assert (tmp_path / game / "report.html").exists()


def test_a_place_where_no_folder_can_be_is_told(refused, tmp_path):
    (tmp_path / "file").write_text("")
    assert "no folder can be made" in refused("demo", "--out", tmp_path / "file")
