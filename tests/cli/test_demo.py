import csv
import json
import re
import shlex
from xml.etree import ElementTree

import pytest

from ludus.arena.pairing import address_text
from ludus.arena.runner import run_match
from ludus.cli.demo import first_game_sentence, prepare_tournament
from ludus.core.game_registry import load_game
from ludus.core.replay import Replay
from tests.cases import each
from tests.messages import missing


def test_the_demo_writes_one_page_tables_a_replay_and_files_to_change(ludus, tmp_path):
    result = ludus("demo", "--out", tmp_path / "demo", "-n", 6)
    assert result.exit_code == 0, result.output
    assert sorted(file.name for file in (tmp_path / "demo").iterdir()) == [
        "final-position.svg",
        "game.json",
        "index.html",
        "my-cards.csv",
        "my_bot.py",
        "tournament",
    ]
    assert (tmp_path / "demo" / "index.html").as_uri() in result.stdout
    picture = (tmp_path / "demo" / "final-position.svg").read_text(encoding="utf-8")
    ElementTree.fromstring(picture)
    report = (tmp_path / "demo" / "tournament" / "report.html").read_text(encoding="utf-8")
    assert "ludus tournament locm random baseline1 baseline2 greedy coac" in report
    assert picture in report
    index = (tmp_path / "demo" / "index.html").read_text(encoding="utf-8")
    titles = re.findall("<h2[^>]*>([^<]+)", index)
    order = ["Which bot is strongest?", "Who beats whom", "A game that coac won", "What next?", "Files of this demo"]
    assert titles == order
    for link in re.findall('<a href="([^"#]+)"', index):
        assert (tmp_path / "demo" / link).is_file()
    for page in (report, index):  # self-contained: nothing is fetched
        assert not re.search(r"""(src|href)=["']?(https?:)?//|url\(|@import""", page)


def test_the_replayed_game_was_won_by_the_strongest_bot_and_is_in_the_page(ludus, tmp_path):
    assert ludus("demo", "--out", tmp_path, "-n", 6).exit_code == 0
    record = Replay.load(tmp_path / "game.json")
    positions = record.positions()
    winner = positions[-1].result.winner
    with (tmp_path / "tournament" / "players.csv").open(encoding="utf-8") as file:
        standings = list(csv.DictReader(file))
    assert record.players[winner] == max(standings, key=lambda row: float(row["share"]))["player"]
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    data = json.loads(re.search('<script type="application/json">(.*?)</script>', page)[1])
    pictures = ["".join(data["parts"][part] for part in picture) for picture in data["pictures"]]
    assert pictures == [position.svg() for position in positions]
    assert data["moves"] == list(range(len(positions)))


def test_the_counts_of_the_page_agree_with_each_other_and_with_the_table_of_games(ludus, tmp_path):
    assert ludus("demo", "--out", tmp_path, "-n", 7).exit_code == 0  # rounded up to 8: whole deals
    games = len((tmp_path / "tournament" / "games.csv").read_text(encoding="utf-8").splitlines()) - 1
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert games == 80
    assert not missing(page, "5 bots", "80 games", "10 pairs", "8 games")
    assert set(re.findall(r"(?:each of the|tournament of) (\d+) games", page, re.IGNORECASE)) == {"80"}
    assert "over 4 deals" in page


@each("name", ["locm", "magpies", "delve"])
def test_the_first_game_is_the_first_game_of_the_tournament(name):
    tournament = prepare_tournament(load_game(name), 2, 5)
    pairing = tournament.pairing(tuple(range(tournament.seats)))
    sentence = first_game_sentence(pairing, run_match(pairing, 1), 9.4)
    played = tournament.replay(address_text(tuple(range(tournament.seats)), 0))
    result = played.positions()[-1].result
    assert "after 9 s" in sentence
    assert f"{len(played.moves):,} move" in sentence
    if result.winner is not None and tournament.seats > 1:
        assert sentence.index(played.players[result.winner]) < sentence.index("beats")


def test_files_that_the_user_changed_are_kept(ludus, tmp_path):
    assert ludus("demo", "auction", "--out", tmp_path, "-n", 6).exit_code == 0
    (tmp_path / "my_bot.py").write_text("# mine", encoding="utf-8")
    assert ludus("demo", "auction", "--out", tmp_path, "-n", 6).exit_code == 0
    assert (tmp_path / "my_bot.py").read_text(encoding="utf-8") == "# mine"


def test_the_suggested_bot_and_content_files_play(ludus, tmp_path):
    from ludus.cli.demo import OWN_BOT_SOURCE

    (tmp_path / "my_bot.py").write_text(OWN_BOT_SOURCE, encoding="utf-8")
    assert ludus("match", "auction", tmp_path / "my_bot.py:MyBot", "random", "-n", 2).exit_code == 0
    for name in ("locm", "dominion", "tribute", "delve", "platformer"):
        example = load_game(name).demo.example
        copy = tmp_path / name / example.copy_name
        copy.parent.mkdir()
        copy.write_bytes(example.file.read_bytes())
        first, second = (shlex.split(command.format(file=copy, report="out")) for command in example.commands)
        assert (first[0], second[0]) == ("match", "inspect")
        result = ludus(*first, "-n", 2)
        assert result.exit_code == 0, result.output


def test_a_part_that_the_game_does_not_have_is_refused(refused, tmp_path):
    assert "--study" in refused("demo", "auction", "--out", tmp_path, "--study")
    assert "--design" in refused("demo", "auction", "--out", tmp_path, "--design")


def test_a_long_game_has_a_bounded_number_of_pictures():
    from ludus.cli.replay_viewer import MAX_PICTURES, _shown_positions

    for count in (1, 2, 399, 400, 401, 7201):
        shown = _shown_positions(count)
        assert len(shown) <= MAX_PICTURES
        assert (shown[0], shown[-1]) == (0, count - 1)
        assert len(set(shown)) == len(shown)


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
        result = ludus("demo", "--out", tmp_path / "demo", "-n", 2, "--study")
        assert result.exit_code == 0, result.output
    assert "3. A study" in result.stdout
    page = (tmp_path / "demo" / "index.html").read_text(encoding="utf-8")
    assert page.index("A game") < page.index("A study: ") < page.index("What next?")
    assert (tmp_path / "demo" / "study" / "report.html").is_file()


@pytest.mark.slow
def test_the_demo_of_dominion_shows_one_sided_cards_and_commands_for_designers(ludus, tmp_path, monkeypatch):
    from ludus.studies.dominion_all_kingdoms.config import PRESETS

    tiny = {"games": 40, "shortlist": 4, "shortlist_games": 10, "finalists": 2, "final_games": 20, "searches": 0}
    monkeypatch.setitem(PRESETS, "quick", {**PRESETS["quick"], **tiny})
    result = ludus("demo", "dominion", "--out", tmp_path / "demo", "-n", 2, "--study")
    assert result.exit_code == 0, result.output
    page = (tmp_path / "demo" / "index.html").read_text(encoding="utf-8")
    for told in (result.stdout, page):
        assert "Between earl and drew" in told
        assert "make games one-sided" in told
        assert "make dominion --skill" in told
    for link in re.findall('<a href="([^"#]+)"', page):
        assert (tmp_path / "demo" / link).is_file()


@pytest.mark.slow
def test_the_demo_of_tribute_shows_win_rates_winning_cards_and_a_game(ludus, tmp_path, monkeypatch):
    from ludus.studies.tribute_card_statistics.config import PRESETS

    monkeypatch.setitem(PRESETS, "quick", {"players": ("decision-tree", "shopper"), "games": 400, "part": 200})
    result = ludus("demo", "tribute", "--out", tmp_path / "demo", "-n", 2, "--study")
    assert result.exit_code == 0, result.output
    page = (tmp_path / "demo" / "index.html").read_text(encoding="utf-8")
    for told in (result.stdout, page):
        assert "adds most to its taker" in told
        assert "The least is added by" in told
    assert "The most valuable cards" in page
    assert "The least valuable cards" in page
    assert "Who beats whom" in page
    for link in re.findall('<a href="([^"#]+)"', page):
        assert (tmp_path / "demo" / link).is_file()


def test_reports_of_a_designer_are_printed_and_written_to_the_page_and_folders(ludus, tmp_path, monkeypatch):
    from ludus.design.base import designer
    from ludus.report.report_model import Figure, Report
    from ludus.report.table_model import Column, Table

    asked = []

    def make_demo(order):
        asked.append(order)
        table = Table("nodes", [Column.text("node")], [["first"], ["second"]], "Nodes & more")
        figure = Figure("one", "<svg><!-- drawn --></svg>", "A picture.")
        return {"one": Report("What was made", ["It is good.", "Very."], [table, figure])}

    monkeypatch.setattr(designer, "find_demo", lambda name: make_demo)
    folder = tmp_path / "demo"
    for _ in range(2):  # the second time it begins anew
        result = ludus("demo", "auction", "--out", folder, "-n", 6, "--seed", 3)
        assert result.exit_code == 0, result.output
    assert (asked[0].game.name, asked[0].seed, asked[0].folder) == ("auction", 3, str(folder / "design"))
    assert "3. What was made\n- It is good.\n- Very." in result.stdout
    assert "Nodes & more" in result.stdout
    written = sorted(file.name for file in (folder / "design" / "one").iterdir())
    assert written == ["nodes.csv", "one.svg", "report.html"]
    page = (folder / "index.html").read_text(encoding="utf-8")
    assert "<svg><!-- drawn --></svg><figcaption>A picture.</figcaption>" in page
    assert "<h3>Nodes &amp; more</h3>" in page
    assert 'href="design/one/report.html"' in page
    assert page.index("Which bot is strongest?") < page.index("What was made") < page.index("What next?")
    assert ludus("demo", "auction", "--out", tmp_path / "bare", "-n", 6, "--no-design").exit_code == 0
    assert len(asked) == 2


def test_only_games_with_a_designer_suggest_one():
    from ludus.cli.demo import design_steps

    assert [step.partition(" --")[0] for step in design_steps(load_game("dominion"))] == [
        "inspect dominion first-game",
        "make dominion",
    ]
    assert design_steps(load_game("auction")) == []
