"""Routes for runs: details, comparison of two runs, reports, files and stored games."""

import json

import msgspec
import pytest

from ludus.report.html import html_page
from ludus.report.report_html import report_body
from ludus.report.report_model import Report
from ludus.studio.protocol.run_details import RunComparison, RunDetail
from ludus.studio.run_routes import describe_study
from tests.studio.conftest import Studio

HEAD = "agent,games,share,share_low,share_high\n"


def write_run(folder_of_runs, name, seed, share):
    """Write the folder of a run, with a report and a table."""
    folder = folder_of_runs / name
    (folder / "tables").mkdir(parents=True)
    (folder / "figures").mkdir()
    plan = {"format": 1, "study": "toy", "config": {"seed": seed, "games": 100}, "versions": {"ludus": "0"}}
    (folder / "versions.json").write_text(json.dumps(plan))
    (folder / "config.toml").write_text(f"seed = {seed}\n")
    low, high = round(share - 0.05, 2), round(share + 0.05, 2)
    (folder / "tables" / "agents.csv").write_text(f"{HEAD}a,100,{share},{low},{high}\n")
    (folder / "figures" / "growth.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    report = Report(f"Is {name} <better>?", [f"Yes: `{name}` wins 5 > 4.", "It is sure."], ["More."])
    body = [*report_body(report, name), '<a href="tables/agents.csv">x</a>']
    (folder / "report.html").write_text(html_page(report.title, body))
    events = [
        {"what": "begun"},
        *(
            {
                "what": "generation",
                "name": "one",
                "generation": k,
                "games": 50,
                "seconds": 0.5,
                "told": {"best": k / 10},
            }
            for k in range(3)
        ),
        {"what": "finished", "done": 150, "planned": 150},
    ]
    (folder / "events.jsonl").write_text("".join(json.dumps(event) + "\n" for event in events))
    return folder


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    folder_of_runs = tmp_path_factory.mktemp("runs")
    write_run(folder_of_runs, "first", 1, 0.5)
    write_run(folder_of_runs, "second", 2, 0.7)
    opened = Studio(folder_of_runs, share="127.0.0.1")
    yield opened
    opened.stop()


def test_a_run_shows_its_settings_curves_speed_and_files(runs):
    detail = runs.owner.get("/api/runs/first")[1]
    msgspec.convert(detail, RunDetail)
    assert (detail["row"]["state"], detail["row"]["done"], detail["report"]) == ("finished", 150, True)
    assert detail["settings"] == {"seed": "1", "games": "100"}
    assert detail["curves"] == [{"name": "one", "fact": "best", "points": [[1, 0.0], [2, 0.1], [3, 0.2]]}]
    assert detail["pace"] == [[50, 100], [100, 100], [150, 100]]
    assert [file["path"] for file in detail["files"]] == ["tables/agents.csv", "figures/growth.svg"]


def test_a_run_begins_with_the_answer_of_its_report_and_if_its_study_is_gone_with_its_title(runs):
    detail = runs.guest.get("/api/runs/first")[1]
    assert detail["row"]["title"] == "Is first <better>?"
    assert detail["answer"] == "Yes: `first` wins 5 > 4. It is sure."
    assert [row["title"] for row in runs.owner.get("/api/runs")[1]] == ["Is first <better>?", "Is second <better>?"]
    whole, inside = (runs.owner.get(f"/api/runs/first/report{query}")[1] for query in ("", "?inside=true"))
    assert len(inside) > len(whole), "a style hides what the page shows already"


def test_a_run_is_titled_by_its_study_before_and_after_its_end():
    title, about, unit = describe_study("delve-trees")
    assert about.startswith(title)
    assert title[0].isupper()
    assert ":" not in title
    assert unit == "step", "its stages count generations, fights and trees"
    assert describe_study("delve-trees", "A report") == (title, about, unit)
    assert describe_study("not-installed") == ("not-installed", "", "game")


def test_two_runs_are_compared_number_by_number(runs):
    found = runs.guest.get("/api/runs/first/against/second")[1]
    msgspec.convert(found, RunComparison)
    assert [(setting["key"], setting["first"], setting["second"]) for setting in found["settings"]] == [
        ("seed", "1", "2")
    ]
    assert (found["decided"], found["differing"]) == (1, 1)
    number = found["tables"][0]["numbers"][0]
    assert (number["row"], number["column"], number["differs"]) == ("a", "share", True)
    assert number["first"] == {"value": 0.5, "low": 0.45, "high": 0.55}
    assert number["change"]["value"] == pytest.approx(0.2)
    assert [len(some) for some in found["curves"]] == [1, 1]


@pytest.mark.parametrize(
    "path",
    [
        "first/against/first",
        "first/against/none",
        "none",
        "studio",
        "first/against/studio",
        "..%2f..%2fetc",
        "first/against/..%2fsecond",
        "a" * 300,
    ],
)
def test_what_is_no_run_is_refused_with_a_message(runs, path):
    status, problem = runs.owner.get(f"/api/runs/{path}")
    assert status in (400, 404)
    assert problem["message"]


def test_a_report_is_sandboxed_and_posts_clicked_file_links(runs):
    status, page = runs.owner.get("/api/runs/first/report")
    assert (status, "postMessage" in page, page.count("<script>")) == (200, True, 1)
    policy = runs.owner.headers["content-security-policy"]
    assert "sandbox allow-scripts" in policy
    assert "allow-same-origin" not in policy
    assert "connect-src" not in policy
    assert "default-src 'none'" in policy


@pytest.mark.parametrize(
    "path",
    ["tables/../versions.json", "tables/..%2fversions.json", "figures/%2e%2e/events.jsonl", "versions.json", "tables"],
)
def test_only_paths_that_resolve_to_tables_and_figures_are_served(runs, path):
    for client in (runs.owner, runs.guest):
        assert client.get(f"/api/runs/first/files/{path}")[0] == 404
        assert client.get("/api/runs/first/files/figures/../tables/agents.csv")[1].startswith(HEAD)


def test_a_symbolic_link_among_tables_is_not_served(runs):
    for name, target in (("inside.csv", "../versions.json"), ("outside.csv", "../../second/tables/agents.csv")):
        link = runs.folder / "first" / "tables" / name
        link.symlink_to(target)
        try:
            assert runs.owner.get(f"/api/runs/first/files/tables/{name}")[0] == 404
        finally:
            link.unlink()


def test_a_saved_replay_with_content_of_the_user_can_be_uploaded_again(open_studio, tmp_path):
    studio = open_studio(share="127.0.0.1")
    tree = 'name = "x"\n[[nodes]]\nname = "Fury"\ntarget = "area"\nvalue = 2\n'
    assert studio.owner.post("/api/content", {"name": "mine.toml", "text": tree})[0] == 200
    made = studio.owner.new_session("delve", ("random",), 0, options={"tree": "@mine.toml"}, seed=5)
    with studio.owner.join(made) as connection:
        connection.until(lambda message: message["state"] == "over")
    replay = studio.owner.get(f"/api/tables/{made['id']}/replay")[1]
    assert replay["options"] == {"tree": "@mine.toml"}
    assert str(tmp_path) not in json.dumps(replay)
    status, again = studio.owner.post("/api/replays", replay)
    assert status == 200, again
    assert again["id"] != made["id"]
    assert studio.guest.get(f"/api/tables/{again['id']}/replay")[1] == replay
    other = tree.replace("2", "3")
    assert studio.owner.post("/api/content", {"name": "mine.toml", "text": other})[0] == 200
    status, problem = studio.owner.post("/api/replays", {**replay, "seed": 6})
    assert (status, "a content file has changed" in problem["message"]) == (400, True)
    missing = {**replay, "options": {"tree": "@gone.toml"}}
    assert studio.owner.post("/api/replays", missing)[0] == 404


def test_a_stored_game_of_a_run_opens_as_a_session(runs):
    made = runs.owner.new_session(people=0, bots=("random", "random"), seed=4)
    with runs.owner.join(made) as connection:
        connection.until(lambda message: message["state"] == "over")
    replay = runs.owner.get(f"/api/tables/{made['id']}/replay")[1]
    place = runs.folder / "first" / "replays"
    place.mkdir(exist_ok=True)
    (place / "upset.json").write_text(json.dumps(replay))
    (place / "link.json").unlink(missing_ok=True)
    (place / "link.json").symlink_to(runs.folder / "studio" / "token")
    status, again = runs.guest.post("/api/runs/first/replays/upset.json", None)
    assert status == 200, again
    assert runs.guest.get(f"/api/tables/{again['id']}/replay")[1]["moves"] == replay["moves"]
    for path in ("link.json", "none.json", "..%2fversions.json", "..%2f..%2fstudio%2ftoken", ""):
        status, problem = runs.guest.post(f"/api/runs/first/replays/{path}", None)
        assert status in (400, 404, 405), path
        assert runs.owner.token not in str(problem)


@pytest.mark.parametrize(
    ("replay", "words"),
    [
        (b"", "not a replay file"),
        (b"\xff\xfe", "not a replay file"),
        (b"[" * 100_000, "not a replay file"),
        (b'{"ludus": 9, "release": "9.9"}', "by Ludus 9.9"),
        (b'{"ludus": 1}', "game"),
        ({"options": {"cards": "/etc/passwd"}}, "could be a path"),
        ({"options": {"cards": "@../token"}}, "takes no file"),
        ({"moves": ["BID 1"] * 150_000}, "100,000"),
        ({"moves": ["BID 77"]}, "move 1"),
        ({"rules": "0"}, "rules version"),
        ({"content": "0"}, "content"),
        ({"game": "chess"}, "chess"),
        ({"game": "dash", "ludus": 2, "moves": ["99999999 right"]}, "too many moves"),
    ],
)
def test_an_invalid_replay_is_refused_with_its_reason_and_stores_nothing(runs, replay, words):
    if isinstance(replay, dict):
        made = runs.owner.new_session(people=0, bots=("random", "random"), seed=4)
        with runs.owner.join(made) as connection:
            connection.until(lambda message: message["state"] == "over")
        replay = {**runs.owner.get(f"/api/tables/{made['id']}/replay")[1], **replay}
    before = len(runs.owner.get("/api/tables")[1])
    status, problem = runs.owner.post("/api/replays", replay)
    assert status in (400, 404)
    assert words in problem["message"]
    assert "/tmp" not in problem["message"]
    assert len(runs.owner.get("/api/tables")[1]) == before


def test_a_replay_that_is_too_large_is_not_read(runs):
    assert runs.owner.post("/api/replays", b"x" * (2 * 1024 * 1024 + 1))[0] == 413
