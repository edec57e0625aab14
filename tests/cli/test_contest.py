"""Contests by a rules file, their static pages, extended tournaments, and the check of a bot."""

import json
import re

import pytest

from ludus.arena import bot_load
from ludus.bots.external import sandbox_server_client, surroundings
from ludus.bots.external.protection_report import can_hide_files
from tests.messages import missing

RULES = """
title = "Small <cup>"
game = "auction"
games = 8
seed = 3
[[bot]]
name = "first"
bot = "bots.py:First"
[[bot]]
name = "broken"
bot = "bots.py:Broken"
[[bot]]
bot = "random"
[limits]
seconds = 30
in-process = true
[disqualification]
percent = 20
"""
BOTS = """
import ludus


class First(ludus.Bot):
    def choose(self, turn):
        self.log("thinking")
        return turn.moves[0]


class Broken(ludus.Bot):
    def choose(self, turn):
        self.log("about to fail")
        raise RuntimeError("no idea")


class Illegal(ludus.Bot):
    def choose(self, turn):
        return 10_000
"""


@pytest.fixture(autouse=True)
def contest_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rules.toml").write_text(RULES)
    (tmp_path / "bots.py").write_text(BOTS)


def test_a_contest_is_played_by_its_rules_and_published(ludus, tmp_path):
    result = ludus("contest", "rules.toml", "--out", "cup", "--threads", 1)
    assert result.exit_code == 0, result.output
    assert not missing(result.stdout, "first", "disqualified", "annulled")
    found = json.loads(ludus("contest", "rules.toml", "--out", "cup", "--threads", 1, "--json").stdout)
    assert [row["name"] for row in found["standings"] if row["rank"] is None] == ["broken"]
    assert found["contest"]["max_fault_percent"] == 20
    assert (tmp_path / "cup" / "standings.csv").is_file()
    digest = found["games_digest"]
    assert ludus("tournament", "--verify", "cup", digest).exit_code == 0
    published = json.loads(ludus("publish", "cup", "--to", "site", "--json").stdout)
    page = (tmp_path / "site" / "index.html").read_text()
    assert not missing(page, "Small &lt;cup&gt;", "Standings", "Rules", digest, "disqualified", "Faults", "games.html")
    assert "<cup>" not in page
    for html in (tmp_path / "site").rglob("*.html"):
        text = html.read_text()
        assert not re.search(r"https?://(?!www\.w3\.org)|<link|@import", text), html
        for link in re.findall(r'href="([^"]+)"', text):
            assert (html.parent / link).is_file(), (html, link)
    assert any(file.startswith("watch/") for file in published["pages"])
    assert (tmp_path / "site" / "games" / "0-1" / "0.json").is_file()
    assert not (tmp_path / "site" / "logs").exists()
    assert not (tmp_path / "site" / "events.jsonl").exists()
    assert ludus("publish", "cup", "--to", "site", "--logs").exit_code == 0
    assert (tmp_path / "site" / "logs" / "0-1" / "0.txt").is_file()


def test_pages_are_not_written_over_other_files_or_from_an_unfinished_tournament(ludus, refused, tmp_path):
    ludus("tournament", "auction", "random", "random", "-n", 4, "--out", "cup")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.tex").write_text("")
    assert "thesis.tex" in refused("publish", "cup", "--to", "mine")
    assert "inside" in refused("publish", "cup", "--to", "cup/site")
    games = tmp_path / "cup" / "games.csv"
    games.write_bytes(b"".join(games.read_bytes().splitlines(keepends=True)[:3]))
    (tmp_path / "cup" / "events.jsonl").unlink()  # it counts more games
    assert "--resume cup" in refused("publish", "cup")
    assert "no tournament" in refused("publish", "mine")


def test_rules_can_be_checked_and_an_example_is_printed(ludus, refused, tmp_path):
    result = ludus("contest", "rules.toml", "--check")
    assert result.exit_code == 0
    assert not missing(result.stdout, "first", "broken", "20 %")
    assert not (tmp_path / "cup").exists()
    (tmp_path / "example.toml").write_text(ludus("contest", "--example").stdout)
    assert ludus("contest", "example.toml", "--check").exit_code == 0
    assert "--out" in refused("contest", "rules.toml")
    assert "rules file" in refused("contest")
    (tmp_path / "rules.toml").write_text(RULES.replace("percent", "procent"))
    assert not missing(refused("contest", "rules.toml", "--out", "cup"), "rules.toml", "line 18", "procent")
    (tmp_path / "rules.toml").write_text(RULES.replace('"random"', '"randm"'))
    assert "random" in refused("contest", "rules.toml", "--out", "cup")


def test_a_tournament_is_extended_by_games_and_bots(ludus, refused, tmp_path):
    ludus("tournament", "auction", "a=random", "b=random", "-n", 6, "--out", "cup")
    before = (tmp_path / "cup" / "games.csv").read_bytes()
    more = json.loads(ludus("tournament", "--resume", "cup", "-n", 10, "--add-bot", "c=greedy", "--json").stdout)
    assert [pair["games"] for pair in more["pairs"]] == [10, 10, 10]
    assert (tmp_path / "cup" / "games.csv").read_bytes().startswith(before)
    page = (tmp_path / "cup" / "report.html").read_text()
    assert not missing(page, "digest of the first 6 games", more["games_digest"])
    assert ludus("tournament", "--verify", "cup", more["games_digest"]).exit_code == 0
    assert "--resume" in refused("tournament", "auction", "random", "random", "--add-bot", "greedy")
    assert "10" in refused("tournament", "--resume", "cup", "-n", 4)


def test_a_bot_plays_until_its_rating_is_known(ludus):
    words = ("tournament", "auction", "random", "greedy", "new=random", "-n", 400, "--until-rating", 60, "--out", "cup")
    text = ludus(*words).stdout
    assert not missing(text, "The rating of new is known", "60 Elo", "early stopping")


def test_more_bots_than_cores_give_a_warning_in_the_output_and_on_the_page(ludus, tmp_path, monkeypatch):
    monkeypatch.setattr(bot_load, "available_cores", lambda: 1)
    words = (
        "tournament",
        "auction",
        "bots.py:First",
        "random",
        "-n",
        4,
        "--in-process",
        "--threads",
        2,
        "--out",
        "cup",
    )
    result = ludus(*words)
    assert not missing(result.stderr, "2 bots run at once on 1 core", "--threads 1")
    assert not missing(result.stdout, "2 bots run at once on 1 core")
    assert "2 bots run at once on 1 core" in (tmp_path / "cup" / "report.html").read_text()
    assert "run at once" not in ludus("tournament", "auction", "random", "greedy", "-n", 4, "--threads", 2).stderr


def test_a_bot_that_works_is_ready(ludus):
    result = ludus("check-bot", "auction", "mine=bots.py:First", "-n", 3, "--seconds", 60, "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert (found["ready"], found["bot"], found["games"], found["faults"]) == (True, "mine", 4, [])
    assert found["games_by_seat"] == {"0": 2, "1": 2}
    assert found["reply_limit_seconds"] == 60
    for name in ("start_seconds", "first_reply_seconds", "reply_seconds"):
        assert 0 < found[name]["median"] <= found[name]["p95"] <= found[name]["max"]
    assert found["output_bytes"] > 0
    assert found["memory_limit_bytes"] > 0


ONE_GAME = """
import json, sys

games = 0
for line in sys.stdin:
    message = json.loads(line)
    games += message["type"] == "begin"
    if "moves" in message:
        print(message["moves"][0] if games == 1 else "another game?", flush=True)
"""


@pytest.mark.slow
def test_a_check_starts_a_program_for_every_game_as_a_contest_does(ludus, tmp_path):
    (tmp_path / "once.py").write_text(ONE_GAME)
    words = ("check-bot", "auction", "lines:python3 -I -S once.py", "-n", 4, "--seconds", 60, "--json")
    assert json.loads(ludus(*words).stdout)["ready"]


def test_a_check_shows_how_far_it_is(ludus, monkeypatch):
    monkeypatch.setattr("ludus.cli.console.FIRST_LINE_SECONDS", 0.0)
    monkeypatch.setattr("ludus.cli.console.seconds_between_lines", lambda spent: 0.0)
    result = ludus("check-bot", "auction", "bots.py:Broken", "-n", 3)
    assert not missing(result.stderr, "bots.py:Broken", "0 of 4, no faults so far", "4 of 4, 4 faults so far")


def test_sizes_in_a_check_have_the_units_of_the_limit_and_say_what_they_count(ludus):
    text = ludus("check-bot", "auction", "bots.py:Illegal", "-n", 2, "--memory", 1500).stdout
    assert "of 1,500 MB" in text or "not measured" in text
    assert "replies, and" not in text  # a Python bot prints no replies


def test_a_bot_with_faults_is_not_ready_and_its_log_is_shown(ludus):
    result = ludus("check-bot", "auction", "bots.py:Broken", "-n", 2)
    assert result.exit_code == 1
    assert not missing(result.stdout, "not ready", "crashed 2", "no idea", "about to fail")
    found = json.loads(ludus("check-bot", "auction", "bots.py:Illegal", "-n", 2, "--json").stdout)
    assert (found["ready"], found["illegal_moves"]) == (False, 2)


def test_a_check_takes_the_limits_of_the_rules(ludus, refused, tmp_path):
    (tmp_path / "rules.toml").write_text(RULES.replace("in-process = true", "memory = 300"))
    found = json.loads(
        ludus("check-bot", "auction", "bots.py:First", "-n", 2, "--rules", "rules.toml", "--json").stdout
    )
    assert (found["reply_limit_seconds"], found["memory_limit_bytes"]) == (30, 300 << 20)
    assert "--rules" in refused("check-bot", "auction", "bots.py:First", "--rules", "rules.toml", "--seconds", 1)


def test_a_contest_is_extended_with_its_rules(ludus, tmp_path):
    ludus("contest", "rules.toml", "--out", "cup", "--threads", 1)
    found = json.loads(
        ludus("tournament", "--resume", "cup", "--add-bot", "late=random", "--threads", 1, "--json").stdout
    )
    assert {row["name"]: row["games"] for row in found["standings"]} == {
        "first": 16,
        "random": 16,
        "late": 16,
        "broken": 0,
    }
    assert ludus("tournament", "--verify", "cup", found["games_digest"]).exit_code == 0


def test_names_are_for_matches_too(ludus):
    found = json.loads(ludus("match", "auction", "fast=random", "greedy", "-n", 4, "--json").stdout)
    assert [(player["bot"], player.get("name")) for player in found["players"]] == [
        ("random", "fast"),
        ("greedy", None),
    ]
    plain = json.loads(ludus("match", "auction", "random", "greedy", "-n", 4, "--json").stdout)
    assert plain["results"] == found["results"]
    assert "name" not in plain["players"][0]
    text = ludus("match", "auction", "fast=random", "slow=greedy", "-n", 4).stdout
    assert not missing(text, "fast", "slow")


SPY = """
import json, sys

for name in ("rules.toml", "old.toml", "rules.toml~", "organiser/.rules.toml.swp"):
    try:
        with open(name) as file:
            print(name, "seed 98765" if "98765" in file.read() else "nothing", file=sys.stderr, flush=True)
    except OSError:
        print(name, "refused", file=sys.stderr, flush=True)
if "crash" in sys.argv:
    sys.exit(1)
for line in sys.stdin:
    print(json.loads(line)["moves"][0], flush=True)
"""
SPIED_RULES = """
game = "auction"
games = 2
seed = 98765
[[bot]]
name = "spy"
bot = "cmd:python3 -I -S spy.py"
[[bot]]
bot = "random"
"""


@pytest.mark.slow
def test_bots_of_a_contest_cannot_read_its_rules_nor_copies_of_them(ludus, tmp_path, monkeypatch):
    if not can_hide_files():
        pytest.skip("nothing can be hidden here")
    rules = tmp_path / "organiser" / "rules.toml"
    rules.parent.mkdir()
    for file in (rules, tmp_path / "old.toml", tmp_path / "rules.toml~", rules.with_name(".rules.toml.swp")):
        file.write_text(SPIED_RULES)
    (tmp_path / "rules.toml").unlink()
    (tmp_path / "rules.toml").symlink_to(rules)
    (tmp_path / "spy.py").write_text(SPY)
    assert "seed 98765" in ludus("check-bot", "auction", "cmd:python3 -I -S spy.py crash", "-n", 2).stdout
    checked = ludus("check-bot", "auction", "cmd:python3 -I -S spy.py crash", "-n", 2, "--rules", "rules.toml").stdout
    assert "rules.toml" in checked
    assert "seed 98765" not in checked
    commands = [
        ("contest", "rules.toml", "--out", "cup"),
        ("tournament", "--resume", "cup", "-n", 4),
        ("tournament", "--resume", "cup", "--add-bot", "second=cmd:python3 -I -S spy.py"),
    ]
    for words in commands:
        monkeypatch.setattr(surroundings, "HIDDEN_PATHS", hidden := set())  # as in a new process
        monkeypatch.setattr(sandbox_server_client, "HIDDEN_PATHS", hidden)
        result = ludus(*words, "--threads", 1)
        assert result.exit_code == 0, result.output
        logs = [file.read_text() for file in (tmp_path / "cup" / "logs").rglob("*.txt")]
        assert all(all(f"{name} " in log for name in ("rules.toml", "rules.toml~", ".swp")) for log in logs)
        assert not any("seed 98765" in log for log in logs), words


def test_a_machine_that_can_hide_nothing_is_named(ludus, tmp_path, monkeypatch):
    monkeypatch.setattr("ludus.bots.external.protection_report.can_hide_files", lambda: False)
    (tmp_path / "rules.toml").write_text(RULES.replace("in-process = true", "").replace("games = 8", "games = 2"))
    result = ludus("contest", "rules.toml", "--out", "cup", "--threads", 1)
    assert not missing(result.stderr, "warning", "hidden", "ludus doctor")
