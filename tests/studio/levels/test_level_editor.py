"""Level editor: drafts are checked and rated step by step, files of other tools go in and out, guests cannot edit."""

import re

import pytest
from websockets.exceptions import ConnectionClosed

from ludus.design.platformer.formats.level_exchange import FORMATS, same_level
from ludus.games.platformer.level import write_level
from ludus.games.platformer.level_files import read_level
from ludus.games.platformer.options import find_level
from ludus.studio.levels import draft_checks
from tests.cases import each

SCHOOL = write_level(find_level("trap-school"))
WALLED = "level Wall\ncells\n#######\n#oo#oo#\n#oo#oo#\n#######\n\nstart 1 1\nexit 5 1\n"
SETTING = {"players": 80, "seed": 1, "respawn": "checkpoint"}


@pytest.fixture(scope="module")
def editing(studio):
    with studio.owner.socket("/socket/levels") as connection:
        yield connection


def check(connection, text, **setting):
    """Send a draft and return the messages of its answer, without progress, up to the last one."""
    number = connection.send("check", text=text, setting=SETTING | setting)
    messages = []
    while not messages or not is_last(messages[-1]):
        message = connection.until(lambda message: message.get("request", -1) == number and message["type"] != "rating")
        messages.append(message)
    return messages


def is_last(message):
    kind = message["type"]
    return (
        kind == "refused"
        or (kind == "checked" and message["scene"] is None)
        or (kind == "walked" and message["fault"] is not None)
        or (kind == "rated" and message["last"])
    )


def test_a_draft_is_checked_then_walked_then_rated_by_few_players_and_by_all(editing):
    checked, walked, first, last = check(editing, SCHOOL)
    assert (checked["faults"], checked["text"]) == ([], SCHOOL)
    assert [trap["kind"] for trap in checked["scene"]["traps"]] == ["saw", "mine", "squeeze", "spikes", "wall-spikes"]
    assert walked["ticks"] > 0
    assert 0 < walked["predicted"] < 1
    assert [(message["players"], message["last"]) for message in (first, last)] == [
        (draft_checks.FIRST_PLAYERS, False),
        (80, True),
    ]
    assert last["failure"]["low"] < last["failure"]["value"] < last["failure"]["high"]
    assert [trap["trap"] for trap in last["traps"]] == [trap.name for trap in find_level("trap-school").traps]


def test_a_draft_without_deaths_has_an_upper_bound_of_deaths_above_zero(editing):
    *_, last = check(editing, write_level(find_level("first-steps")))
    assert (last["deaths"]["value"], last["deaths"]["low"]) == (0, 0)
    assert last["deaths"]["high"] == pytest.approx(3.69 / 80, abs=1e-3)


def test_all_faults_of_a_draft_are_named_with_their_cells(editing):
    text = SCHOOL.replace("start 1 2", "start 1 4").replace("exit 33 2", "exit 33 8")
    (checked,) = check(editing, text)
    assert [fault["cells"] for fault in checked["faults"]] == [[[1, 4]], [[33, 8]]]
    assert checked["faults"][0]["message"].startswith("the start in column 1, row 4: a body cannot stand here")
    assert checked["text"] == text
    assert checked["scene"] is None


def test_places_of_the_map_are_in_words(editing):
    cells = SCHOOL.splitlines()
    saw = next(line for line in cells if line.startswith("saw "))
    x, y = (int(word) for word in saw.split()[1:3])
    row = next(k for k, line in enumerate(cells) if line.strip() == "cells") + 1
    below = row + SCHOOL.split("cells\n")[1].split("\n\n")[0].count("\n") - (y - 1)
    cells[below] = cells[below][:x] + "o" + cells[below][x + 1 :]
    (checked,) = check(editing, "\n".join(cells))
    said = f"the saw in column {x}, row {y} needs a solid cell at column {x}, row {y - 1}"
    assert said in [fault["message"] for fault in checked["faults"]]


def test_a_text_that_is_no_level_is_reported_with_its_line(editing):
    (checked,) = check(editing, SCHOOL.replace("saw ", "sew "))
    (fault,) = checked["faults"]
    assert SCHOOL.splitlines()[fault["line"] - 1].startswith("saw ")
    assert checked["text"] == ""


def test_a_level_that_cannot_be_finished_can_be_played_but_says_where_it_is_blocked(editing):
    checked, walked = check(editing, WALLED)
    assert checked["scene"] is not None
    assert walked["fault"]["cells"] == [[5, 1], [2, 1]]
    assert walked["fault"]["message"].startswith("the exit in column 5, row 1 cannot be reached")


def test_notes_name_places_as_the_editor_counts_them(editing):
    _, walked, *_ = check(editing, WALLED.replace("#oo#oo#", "#ooooo#"))
    assert any("from the start at column 1, row 1 to the exit at column 5, row 1" in note for note in walked["notes"])


def test_a_level_of_another_physics_is_a_fault(editing):
    text = SCHOOL.replace("start ", "physics name Moon\nphysics gravity 20\nstart ")
    (checked,) = check(editing, text)
    assert "Moon" in checked["faults"][0]["message"]


def test_a_newer_draft_replaces_the_older_one_and_a_request_can_be_cancelled(editing):
    old = editing.send("check", text=SCHOOL, setting=SETTING | {"players": 5000})
    assert [message["type"] for message in check(editing, WALLED)] == ["checked", "walked"]
    assert not any(message.get("request") == old and message.get("last") for message in editing.received)
    editing.send("check", text=SCHOOL, setting=SETTING | {"players": 5000})
    editing.send("drop")
    assert check(editing, WALLED)[-1]["type"] == "walked"


@each("suffix", FORMATS)
def test_a_draft_goes_out_in_every_format_and_comes_back(owner, suffix):
    status, text = owner.post("/api/levels/export", {"text": SCHOOL, "suffix": suffix})
    assert status == 200, text
    status, imported = owner.post("/api/levels/import", {"name": f"school{suffix}", "text": text})
    assert status == 200, imported
    assert same_level(read_level(imported["text"]), find_level("trap-school"))


def test_a_wrong_level_file_is_opened_as_a_draft_and_other_files_are_refused_with_the_place(owner):
    wrong = SCHOOL.replace("exit 33 2", "exit 33 8")
    assert owner.post("/api/levels/import", {"name": "a.level", "text": wrong}) == (200, {"text": wrong, "notes": []})
    for name, text, words in (
        ("a.level", "level A\n\ncells\n#?#\n", "line 4"),
        ("a.csv", "level,A\nsize,1,1\ncells\nsew\n", "a.csv"),
        ("a.png", "", "'.png'"),
        ("../a.bmp", "", "'.bmp'"),
    ):
        status, problem = owner.post("/api/levels/import", {"name": name, "text": text})
        assert (status, words in problem["message"]) == (400, True), problem


def test_an_uploaded_map_reads_no_other_file(owner, tmp_path):
    (tmp_path / "tiles.tsx").write_text("<tileset name='tiles' tilewidth='32' tileheight='32'/>")
    exported = owner.post("/api/levels/export", {"text": SCHOOL, "suffix": ".tmx"})[1]
    source = f'<tileset firstgid="1" source="{tmp_path}/tiles.tsx"/>'
    text = re.sub("<tileset .*</tileset>", source, exported, flags=re.DOTALL)
    status, problem = owner.post("/api/levels/import", {"name": "a.tmx", "text": text})
    assert status == 400
    assert "file of its own" in problem["message"]


def test_a_draft_with_a_fault_cannot_be_exported(owner):
    status, problem = owner.post("/api/levels/export", {"text": WALLED.replace("exit 5 1", ""), "suffix": ".tmx"})
    assert (status, "exit" in problem["message"]) == (400, True)
    assert owner.post("/api/levels/export", {"text": WALLED, "suffix": ".exe"})[0] == 400


def test_the_forms_of_the_editor_know_all_formats(owner):
    info = owner.get("/api/levels/editor")[1]
    assert [form["suffix"] for form in info["formats"] if form["writes"]] == [".level", *FORMATS, ".png"]
    assert owner.get("/api/levels/tiles")[0] == 200


def test_guests_cannot_edit_levels(open_studio):
    guest = open_studio(share="127.0.0.1").guest
    for path, body in (
        ("import", {"name": "a.level", "text": SCHOOL}),
        ("export", {"text": SCHOOL, "suffix": ".csv"}),
    ):
        status, problem = guest.post(f"/api/levels/{path}", body)
        assert (status, "shared link" in problem["message"]) == (400, True)
    for path in ("editor", "tiles"):
        assert guest.get(f"/api/levels/{path}")[0] == 400
    with pytest.raises(ConnectionClosed) as closed, guest.socket("/socket/levels") as connection:
        connection.receive()
    assert "shared link" in closed.value.rcvd.reason
