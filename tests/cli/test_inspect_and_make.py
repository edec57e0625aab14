"""`ludus inspect` and `ludus make`."""

import csv
import json

import pytest

from tests.messages import missing

FAST = ("--players", "random+greedy", "--choosers", "weighted", "-n", 400, "--threads", 1)
DECK = " ".join(["7", "48", "68"] * 10)


def test_without_content_or_targets_a_designer_says_what_there_is(ludus):
    told = ludus("inspect", "locm").stdout
    assert "CONTENT is a card list" in told
    assert "--change" in told
    told = ludus("make", "locm").stdout
    assert "--balance" in told
    assert "--hold-out-games" in told


def test_inspecting_a_list_writes_a_page_a_table_and_a_picture(ludus, tmp_path):
    result = ludus("inspect", "locm", "official", *FAST, "--to", tmp_path / "out")
    assert result.exit_code == 0, result.output
    assert "Of 160 cards: " in result.stdout
    assert result.stdout.splitlines()[1] == "- No card is surely too strong or too weak."  # so few games decide nothing
    assert result.stdout.index("How often each card is taken and played") < result.stdout.index("the strongest first")
    rows = list(csv.DictReader((tmp_path / "out" / "cards.csv").read_text().splitlines()))
    assert len(rows) == 160
    strengths = [float(row["strength"]) for row in rows]
    assert strengths == sorted(strengths, reverse=True)
    for row in rows:
        assert float(row["strength_low"]) <= float(row["strength"]) <= float(row["strength_high"])
        assert int(row["decks_played"]) <= int(row["decks_drawn"]) <= int(row["decks_drafted"])
    page, picture = ((tmp_path / "out" / name).read_text() for name in ("report.html", "cards.svg"))
    assert picture in page
    assert picture.count("<circle") == 160 + 4  # and the legend
    assert "src=" not in page


def test_the_printed_command_gives_the_same_game(ludus, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    told = json.loads(ludus("inspect", "locm", "Giant Squid", *FAST, "--json").stdout)
    command = told["commands"]["Giant Squid is played and wins"]
    words = [word.strip("'") for word in command.split()]
    assert words[0] == "ludus"
    assert ludus(*words[1:]).exit_code == 0
    shown = ludus("replay", "game.json").stdout
    assert "Giant Squid" in shown


def test_json_depends_on_the_seed_alone(ludus):
    words = ("inspect", "locm", "7,48", "--players", "random+greedy", "-n", 300, "--json")
    one, two, other = (
        json.loads(ludus(*words, *more).stdout) for more in (("--threads", 1), ("--place", "threads:2"), ("--seed", 2))
    )
    for found in (one, two, other):
        found.pop("timing")
    assert one == two
    assert one["facts"]["results"] != other["facts"]["results"]


def test_a_change_is_reported_with_differences_and_competing_cards(ludus, tmp_path):
    result = ludus("inspect", "locm", "48", "--change", "48.cost=9", *FAST, "--to", tmp_path)
    assert result.exit_code == 0, result.output
    assert "- Whether Venom Hedgehog is stronger or weaker than before is undecided: " in result.stdout
    rows = list(csv.DictReader((tmp_path / "changed_table.csv").read_text().splitlines()))
    assert [row["what"] for row in rows] == [
        *("picked by weighted when offered", "won when drawn first"),
        *("won when drafted", "won when drawn", "won when played"),
    ]
    use = list(csv.DictReader((tmp_path / "use.csv").read_text().splitlines()))
    assert [row["what"] for row in use] == ["picked by weighted when offered", "played when drawn"]
    assert 0 < float(use[1]["after"]) < float(use[1]["before"]) <= 1  # nine mana come late
    picked = rows[0]
    assert float(picked["difference_high"]) < 0
    assert float(picked["after"]) - float(picked["before"]) == pytest.approx(float(picked["difference"]), abs=1e-5)
    rivals = list(csv.DictReader((tmp_path / "rivals.csv").read_text().splitlines()))
    for row in [*rows, *rivals]:
        assert -1 <= float(row["difference_low"]) < float(row["difference_high"]) <= 1
    assert all(float(row["difference"]) >= 0 for row in rivals)  # competing cards gain
    changed = (tmp_path / "changed.csv").read_text()
    assert "\n48,Venom Hedgehog,creature,9," in changed
    assert ludus("match", "locm", "random", "-n", 2, "-o", f"cards={tmp_path / 'changed.csv'}").exit_code == 0


def test_a_deck_is_reported_with_curve_types_and_strength(ludus, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = ludus("inspect", "locm", DECK, "--players", "random+greedy", "-n", 200, "--json")
    told = json.loads(result.stdout)
    assert told["answer"][0].startswith("It wins ")
    assert not missing(told["answer"][1], "Aggro:", "cost 3.00", "0", "30 cards")
    assert {row["what"]: row["cards"] for row in told["tables"]["made_of"]}["creatures with Lethal"] == 10
    (what, command), *_ = told["commands"].items()
    assert "decks=" in command
    import shlex

    result = ludus(*shlex.split(command)[1:])
    seat = int(what[-1])
    assert f"seat {seat} (random+greedy) won" in result.stdout if "wins" in what else "won" in result.stdout


def test_making_a_balanced_list_writes_it(ludus, tmp_path):
    words = ("make", "locm", "--balance", "--band", "40:60", "--players", "random+greedy", "--hold-out=random")
    result = ludus(*words, "-n", 200, "--threads", 1, "--to", tmp_path)
    assert result.exit_code == 0, result.output
    assert "Nothing to change" in result.stdout
    assert ludus("match", "locm", "random", "-n", 2, "-o", f"cards={tmp_path / 'cards.csv'}").exit_code == 0
    assert (tmp_path / "report.html").is_file()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("inspect", "auction", "x"), "auction … inspected"),
        (
            ("inspect", "locm", "official", "--bnad", "1"),
            "locm … '--bnad' … '--band'",
        ),
        (("inspect", "locm", "official", "-x"), "no option of inspect locm named '-x'"),
        (("inspect", "locm", "official", "--band"), "--band needs a value after it"),
        (("inspect", "locm", "official", "--band", "1:2", "--band", "1:2"), "--band is given twice"),
        (("inspect", "locm", "official", "--players", "rndom", "-n", 2), "no bot of locm named 'rndom'"),
        (("inspect", "locm", "official", "--place", "moon"), "there is no backend named 'moon'"),
        (("inspect", "locm", "official", "--place", "processes:2", "--threads", 2), "exclude each other"),
        (
            ("inspect", "locm", DECK, "--change", "48.cost=3"),
            "--change … card list … deck",
        ),
        (("inspect", "locm", "official", "--against", "coac"), "this is no deck"),
        (("inspect", "locm", "oficial"), "did you mean 'official'?"),
        (
            ("inspect", "locm", "48", "--change", "49.cost=3"),
            "card 48 … --change … card 49",
        ),
        (("inspect", "locm", "7,48", "--change", "48.cost=3"), "cards 7 … 48 … --change … card 48"),
        (("inspect", "locm", "official", "--place", "cuda"), "choose threads, processes or ray"),
        (("make", "locm", "--balance", "--place", "cuda", "--to", "x"), "do not run on a GPU"),
        (("make", "locm", "balance"), "'balance' … --balance"),
        (("make", "locm", "--balance=yes", "--to", "x"), "--balance takes no value"),
        (("make", "locm", "--band", "48:52", "--to", "here"), "say what to aim at: --balance"),
        (("make", "tribute", "--to", "here"), "say what to aim at: --balance"),
        (("make", "tribute", "-o", "patch=2023-02"), "say what to aim at: --balance"),
        (("make", "tribute", "--seed", "5"), "say what to aim at: --balance"),
        (
            ("make", "tribute", "--balance", "--most", "0", "--to", "x"),
            "option most: … above 50 … '0'",
        ),
        (("make", "locm", "--balance", "--steps", "x", "--to", "x"), "option steps: … number"),
        (
            ("make", "locm", "--balance", "--steps", "99", "--to", "x"),
            "option steps: … 12",
        ),
    ],
)
def test_wrong_words_are_refused_in_one_line(refused, words, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert not missing(refused(*words), said)


def test_results_of_two_commands_do_not_mix_in_a_folder(ludus, refused, tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    (out / ".hidden").write_text("")  # such as programs that show folders leave there
    assert ludus("inspect", "locm", "7", *FAST, "--to", out).exit_code == 0
    before = {file.name: file.read_bytes() for file in out.iterdir()}
    said = (
        "the folder holds the results of an earlier command (report.html and 3 more); name a new one, or empty it first"
    )
    assert said in refused("inspect", "locm", "7", *FAST, "--to", out)  # the same command
    assert said in refused("make", "locm", "--balance", "--to", out)
    assert said in refused("inspect", "locm", "48", "--change", "48.cost=3", "--to", out)
    assert {file.name: file.read_bytes() for file in out.iterdir()} == before


def test_the_verdict_on_cards_comes_before_the_cards_without_one(ludus):
    answer = [line for line in ludus("inspect", "locm", "7,48", *FAST).stdout.splitlines() if line.startswith("- ")]
    assert len(answer) > 1
    assert not any(line.startswith("- No judgement") for line in answer[:-1])


def test_players_that_draft_at_random_are_not_advised_to_those_who_have_them(ludus):
    few = ("inspect", "locm", "7,48", "-n", 20)
    assert "Use more games (-n)." in ludus(*few).stdout
    assert "players that draft at random" in ludus(*few, "--players", "greedy").stdout


def test_a_card_list_is_not_written_over(refused, tmp_path):
    (tmp_path / "cards.csv").write_text("mine")
    words = ("make", "locm", "--balance", "-o", f"cards={tmp_path / 'cards.csv'}", "--to", tmp_path)
    assert not missing(refused(*words), "folder", "cards.csv")
    assert (tmp_path / "cards.csv").read_text() == "mine"


def test_a_folder_that_cannot_be_created_is_refused_before_any_game(refused, tmp_path):
    (tmp_path / "file").write_text("")
    assert "no folder can be made there" in refused("inspect", "locm", "official", "--to", tmp_path / "file" / "out")


def test_a_kingdom_of_dominion_is_inspected_and_its_games_can_be_watched(ludus, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    few = ("--ladder", "random earl", "-n", 40, "--threads", 1)
    result = ludus("inspect", "dominion", "first-game", *few, "--to", tmp_path / "out", "--json")
    assert result.exit_code == 0, result.output
    written = {file.name for file in (tmp_path / "out").iterdir()}
    assert written == {
        *("report.html", "measures.csv", "length.csv", "swaps.csv", "ladder.csv", "leaders.csv"),
        *("use.csv", "judgement.csv", "alone.csv", "swaps.svg", "leaders.svg"),
    }
    told = json.loads(result.stdout)
    assert len(told["tables"]["swaps"]) == 10
    command = told["commands"]["a game that drew wins"].split()
    assert "(drew) won" in ludus(*command[1:]).stdout


def test_kingdoms_are_made_and_played(ludus, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    few = ("--population", 8, "--generations", 2, "--search-games", 10, "--kingdoms", 1, "-n", 20, "--threads", 1)
    result = ludus("make", "dominion", "--length", "20", *few, "--to", "out")
    assert result.exit_code == 0, result.output
    assert ludus("match", "dominion", "earl", "drew", "-o", "kingdom=out/kingdom.txt", "-n", 2).exit_code == 0
    assert "say what to aim at" in ludus("make", "dominion", "--keep", "Moat", "--to", "other").output
