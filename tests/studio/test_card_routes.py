"""Card editor: check and edit card files, play with them, measure changed cards; refuse guests and hostile input."""

import json
from types import SimpleNamespace

import pytest

from ludus.design.base.designer import find_card_format
from ludus.studio.card_routes import measure_order
from ludus.studio.file_paths import StudioPaths
from ludus.studio.jobs.job_manager import JobManager
from ludus.studio.protocol.base import LARGEST_CONTENT
from ludus.studio.protocol.cards import CardMeasureRequest
from ludus.util.errors import LudusError
from tests.cases import each
from tests.messages import missing

GAMES = ("dominion", "locm", "tribute")
LOCM = find_card_format("locm").base_text


def file(game="locm", text=LOCM, name="mine.csv", **more):
    return {"game": game, "name": name, "text": text, **more}


def test_every_game_with_card_files_has_a_form(owner):
    assert [row["game"] for row in owner.get("/api/cards")[1]] == list(GAMES)
    for game in GAMES:
        status, info = owner.get(f"/api/cards/{game}")
        assert status == 200
        assert info["file"].endswith(info["suffix"])
        assert all(field["meaning"] or field["kind"] for kind in info["kinds"] for field in kind["fields"])
        status, checked = owner.post("/api/cards/check", file(game, info["text"], info["file"]))
        assert (status, checked["problem"], checked["removed"]) == (200, None, [])
        assert {entry["state"] for entry in checked["entries"]} == {"same"}
        assert all(entry["key"] in checked["facts"][f"{entry['kind']}s"] for entry in checked["entries"])
    assert owner.get("/api/cards/delve")[0] == 400
    assert owner.get("/api/cards/nothing")[0] == 404


def test_an_edit_answers_with_the_text_the_state_and_the_error(owner):
    order = file(action="set", line=8, field="cost", value=3)
    checked = owner.post("/api/cards/edit", order)[1]
    entry = next(entry for entry in checked["entries"] if entry["line"] == checked["line"] == 8)
    assert (entry["state"], entry["values"]["cost"], checked["problem"]) == ("changed", 3, None)
    checked = owner.post("/api/cards/edit", file(text=checked["text"], action="set", line=8, field="cost", value=99))[1]
    assert (checked["problem"]["line"], checked["problem"]["field"]) == (8, "cost")
    assert len(checked["entries"]) == 160
    assert checked["facts"] is None, "a file with an error has no cards to draw"
    back = owner.post("/api/cards/edit", file(text=checked["text"], action="reset", line=8))[1]
    assert back["text"] == LOCM
    added = owner.post("/api/cards/edit", file(action="add", kind="card"))[1]
    assert (added["line"], added["entries"][-1]["state"]) == (162, "new")
    removed = owner.post("/api/cards/edit", file(action="remove", line=2))[1]
    assert removed["removed"] == ["Slimer"]


@each(
    "edit",
    (
        {"action": "set", "line": 9999, "field": "cost", "value": 1},
        {"action": "set", "line": 1, "field": "cost", "value": 1},
        {"action": "set", "line": 2, "field": "__class__", "value": 1},
        {"action": "set", "field": "cost", "value": 1},
        {"action": "add", "kind": "dragon"},
        {"action": "explode", "line": 2},
        {"action": "set", "line": -1, "field": "cost", "value": 1},
        {"action": "set", "line": 2, "field": "cost", "value": {"a": 1}},
        {"action": "set", "line": 2, "field": "name", "value": "x" * 5000},
    ),
)
def test_edits_of_nothing_are_refused(owner, edit):
    status, problem = owner.post("/api/cards/edit", file(**edit))
    assert status == 400
    assert problem["message"]


def test_a_number_given_twice_is_a_fault_of_both_cards(owner):
    """Card 1 of the list gets the number of card 48, which stands in another line: neither is blamed alone."""
    status, checked = owner.post("/api/cards/edit", file(action="set", line=2, field="number", value=48))
    assert status == 200
    problem = checked["problem"]
    assert not missing(problem["message"], "Slimer (line 2)", "(line 49)", "48")
    assert sorted([problem["line"], *problem["also"]]) == [2, 49]


@each("game", ("dominion", "tribute"))
def test_a_table_given_twice_names_both_lines(owner, game):
    text = find_card_format(game).base_text
    header = next(line for line in text.splitlines() if line.startswith("[" if game == "dominion" else "[cards."))
    first, last = text.splitlines().index(header) + 1, text.count("\n") + 1
    checked = owner.post("/api/cards/check", file(game, text + f"{header}\ncost = 3\n"))[1]
    assert (checked["problem"]["line"], checked["problem"]["also"]) == (last, [first])
    assert not missing(checked["problem"]["message"], str(first), str(last), header)


def test_huge_files_are_refused(owner):
    assert owner.post("/api/cards/check", file(text="x" * (LARGEST_CONTENT + 1)))[0] == 400
    assert owner.post("/api/cards/check", file(text="x" * (3 * LARGEST_CONTENT)))[0] == 413
    wide = "#" + "\u00e9" * (LARGEST_CONTENT - 10)  # more bytes than characters
    checked = owner.post("/api/cards/check", json.dumps(file(text=wide), ensure_ascii=False).encode())
    assert checked[0] == 413 or checked[1]["problem"]["line"] is None
    many = LOCM + "".join(f"{n},Card,creature,1,1,1,------,0,0,0,target\n" for n in range(1000, 3000))
    status, checked = owner.post("/api/cards/check", file(text=many))
    assert (status, checked["entries"]) == (200, [])
    assert checked["problem"]["line"] is not None


@each(
    ("game", "text"),
    [
        *(
            ("dominion", text)
            for text in ("[" * 9000, "a = " + "9" * 5000, "a = [" * 3000, "\x00", "[Market]\ncost = 1e999")
        ),
        *(
            ("tribute", text)
            for text in ("[cards.x]\ncost = 99999999999999999999999", "version = 1979-05-27", "cards = 1")
        ),
        *(("locm", text) for text in ("", "\ufeff", '"', "number\n" * 5, "\r\r\r", "\u2028" * 9)),
    ],
)
def test_hostile_texts_get_an_error_as_answer(owner, game, text):
    status, checked = owner.post("/api/cards/check", file(game, text))
    assert status == 200
    assert checked["problem"]["message"]
    assert len(checked["problem"]["message"]) < 1000


@each("name", ("../../../etc/passwd", "/etc/passwd", "..", "a/b.csv", "~", "\x00.csv", "", "....csv"))
def test_a_stored_file_stays_in_the_folder_of_the_studio(owner, studio, name):
    status, stored = owner.post("/api/cards/keep", file(name=name))
    assert status == 200
    path = studio.session_manager.paths.content_file(stored["name"])
    assert path.resolve().parent == studio.session_manager.paths.content.resolve()
    assert owner.post("/api/content", {"name": name, "text": LOCM})[0] == 400


def test_a_file_with_an_error_is_neither_kept_nor_measured(owner, studio):
    before = sorted(studio.session_manager.paths.content.iterdir())
    broken = LOCM.replace("creature", "creatur", 1)
    for path in ("keep", "measure"):
        status, problem = owner.post(f"/api/cards/{path}", file(text=broken))
        assert status == 400
        assert "line 2" in problem["message"]
    assert sorted(studio.session_manager.paths.content.iterdir()) == before


@pytest.mark.parametrize("game", GAMES)
def test_a_table_with_edited_cards_starts(owner, game):
    card_format = find_card_format(game)
    entry = next(entry for entry in card_format.entries(card_format.base_text) if entry.kind == "card")
    text = card_format.set_value(card_format.base_text, entry.line, "cost", 1)
    stored = owner.post("/api/cards/keep", file(game, text, "my cards"))[1]
    assert stored["options"]["cards"] == f"@{stored['name']}"
    made = owner.new_session(game, ("random",), options=stored["options"])
    with owner.join(made) as connection:
        assert connection.until("whole")["game"] == game


def test_guests_neither_see_nor_change_cards(open_studio):
    guest = open_studio(share="127.0.0.1").guest  # needs no network
    for path in ("/api/cards", "/api/cards/locm"):
        assert guest.get(path)[0] == 400
    edit = file(action="set", line=8, field="cost", value=3)
    for path, order in (("check", file()), ("edit", edit), ("keep", file()), ("measure", file())):
        assert guest.post(f"/api/cards/{path}", order)[0] == 400
        assert guest.post(f"/api/cards/{path}", order, Authorization="Bearer wrong")[0] == 401


def test_a_measurement_names_no_file_but_the_stored_one(tmp_path):
    paths = StudioPaths(tmp_path)
    order = CardMeasureRequest("locm", "../x", LOCM.replace("\n8,", "\n508,"), games=100)
    job, cards, _ = measure_order(paths, order, [])
    assert job.options["cards"].startswith(str(paths.content))
    assert (job.content, job.games, len(cards)) == (["508"], 100, 1)


def test_copies_that_the_studio_stores_are_not_listed_among_the_files_of_the_user(owner, studio, monkeypatch):
    monkeypatch.setattr(JobManager, "start", lambda *order: SimpleNamespace(id="1"))
    text = LOCM.replace("\n8,", "\n508,")
    assert owner.post("/api/content", {"name": "mine.csv", "text": text})[0] == 200
    for path in ("measure", "keep"):
        assert owner.post(f"/api/cards/{path}", file(text=text))[0] == 200
    stored = [each.name for each in studio.session_manager.paths.content.glob("mine-*.csv")]
    assert len(stored) == 1
    assert [row["name"] for row in owner.get("/api/content")[1]] == ["mine.csv"]
    assert owner.get(f"/api/content/{stored[0]}")[0] == 200, "games and jobs still find it"
    changed = {"name": stored[0], "text": text + "# changed by hand\n"}
    assert owner.post("/api/content", changed)[0] == 200
    assert len(owner.get("/api/content")[1]) == 2, "a file that the user has written is listed"


def test_changed_cards_are_judged_by_the_band_of_their_list_where_the_game_has_one(tmp_path, owner):
    changed = LOCM.replace("1,Slimer,creature,1,2,", "1,Slimer,creature,1,9,")
    assert changed != LOCM
    job, cards, summary = measure_order(StudioPaths(tmp_path), CardMeasureRequest("locm", "x.csv", changed), [])
    assert (job.content, "change" in job.asks) == (["official"], True), summary
    order = CardMeasureRequest("locm", "x.csv", changed, band=True)
    job, cards, summary = measure_order(StudioPaths(tmp_path), order, [])
    assert (job.content, cards, list(job.options)) == (["1"], ["Slimer"], ["cards"])
    assert [owner.get(f"/api/cards/{game}")[1]["has_band"] for game in GAMES] == [False, True, False]
    dominion = find_card_format("dominion")
    text = dominion.set_value(dominion.base_text, dominion.entries(dominion.base_text)[0].line, "cost", 1)
    status, problem = owner.post("/api/cards/measure", file("dominion", text, band=True))
    assert (status, not missing(problem["message"], "dominion", "no band")) == (400, True)


def test_a_measurement_that_does_not_start_leaves_no_file(studio, owner, monkeypatch):
    def refuse(*order):
        raise LudusError("there are too many jobs")

    monkeypatch.setattr(JobManager, "start", refuse)
    before = sorted(studio.folder.rglob("*"))
    status, answer = owner.post("/api/cards/measure", file(text=LOCM.replace("\n8,", "\n508,"), games=10))
    assert (status, answer["message"]) == (400, "there are too many jobs")
    assert sorted(studio.folder.rglob("*")) == before


def test_an_address_of_no_game_names_the_games_with_card_files(owner):
    status, problem = owner.get("/api/cards/zzz")
    assert status == 404
    assert problem["message"].endswith("games with card files are dominion, locm, tribute")
