"""Skill tree editor: drafts are checked, edits measured, trees played with, hostile messages refused."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from ludus.studio.measuring import process_client
from ludus.studio.protocol import trees as say
from ludus.studio.rate_limits import LARGEST_MESSAGE
from tests.cases import each
from tests.studio.conftest import Studio


def node(name, target="area", value=2, parents=(), price=1):
    return {"name": name, "target": target, "value": value, "parents": list(parents), "price": price}


SMALL = {"name": "small", "nodes": [node("Fury"), node("Aim", "targeted", 3), node("Storm", "area mana", 4, [0])]}


@pytest.fixture
def setting(owner):
    """The default settings with as few fights as possible."""
    return owner.get("/api/trees")[1]["setting"] | {"orders": 2}


def check_draft(owner, nodes, format=".toml", name="a tree"):
    status, checked = owner.post("/api/trees/drawn", {"draft": {"name": name, "nodes": nodes}, "format": format})
    assert status == 200, checked
    return checked


def with_node(draft, place, **more):
    nodes = [node | more if k == place else node for k, node in enumerate(draft["nodes"])]
    return {**draft, "nodes": nodes}


# Drafts


def test_the_forms_offer_every_name_that_the_reader_accepts(owner):
    info = owner.get("/api/trees")[1]
    for target in info["targets"]:
        assert (
            check_draft(owner, [node("N", target["name"], info["most_value"], [], info["most_price"])])["fault"] is None
        )
        assert target["cards"], "every target raises some card of the game"
    assert check_draft(owner, [node("N", "none")])["fault"]["nodes"] == [0]
    assert check_draft(owner, [node("N", value=info["most_value"] + 1)])["fault"]["nodes"] == [0]
    assert check_draft(owner, [node("N", price=info["most_price"] + 1)])["fault"]["nodes"] == [0]
    assert check_draft(owner, [node("N" * (info["longest_name"] + 1))])["fault"]["nodes"] == [0]
    many = [node(f"N{k}") for k in range(info["most_nodes"] + 1)]
    assert "at most" in check_draft(owner, many)["fault"]["message"]


@each("format", (".toml", ".json", ".csv"))
def test_a_fault_of_the_drawing_has_its_line_in_the_text_of_its_format(owner, format):
    checked = check_draft(owner, [node("Fury"), node("Aim", "nowhere")], format)
    assert "nowhere" in checked["text"].splitlines()[checked["fault"]["line"] - 1]
    assert checked["fault"]["nodes"] == [1]


@each(
    ("nodes", "about", "words"),
    [
        ([node("A"), node("a")], [0, 1], "the same name"),
        ([node("A", parents=[1]), node("B", parents=[0]), node("C")], [0, 1], "a cycle"),
        ([node("A"), node("B", parents=[1])], [1], "a cycle"),
        ([node("A"), node("B", value=-1)], [1], "value -1"),
        ([node("A"), node("B  C")], [1], "single spaces"),
        ([node("A"), node("B", parents=[7])], [1], "parent 7"),
        ([node("A"), node("B", parents=[0, 0])], [1], "twice"),
    ],
)
def test_an_error_names_the_nodes_that_it_belongs_to(owner, nodes, about, words):
    checked = check_draft(owner, nodes)
    assert checked["fault"]["nodes"] == about
    assert words in checked["fault"]["message"]
    assert checked["spots"] == []
    assert "/" not in checked["fault"]["message"]


@each("format", [".toml", ".json", ".csv"])
def test_drawing_and_text_convert_into_each_other(owner, format):
    checked = check_draft(owner, SMALL["nodes"], format)
    back = owner.post("/api/trees/written", {"format": format, "text": checked["text"]})[1]
    assert back["draft"]["nodes"] == SMALL["nodes"]
    assert [spot["column"] for spot in back["spots"]] == [0, 0, 1]
    wrong = owner.post("/api/trees/written", {"format": format, "text": checked["text"].replace("area", "arena", 1)})[1]
    assert (wrong["draft"], wrong["fault"]["nodes"]) == (None, [0])
    assert "arena" in wrong["fault"]["message"]


def test_files_of_the_user_and_trees_of_the_game_open_unchanged(studio, owner):
    text = '# mine\nname = "x"\n[[nodes]]\nname = "Fury"\ntarget = "area"\nvalue = 2\n'
    assert owner.post("/api/content", {"name": "mine.toml", "text": text})[0] == 200
    opened = owner.post("/api/trees/open", {"name": "@mine.toml"})[1]
    assert (opened["text"], opened["draft"]["name"], len(opened["spots"])) == (text, "x", 1)
    assert len(owner.post("/api/trees/open", {"name": "delver"})[1]["draft"]["nodes"]) == 15
    assert owner.post("/api/trees/open", {"name": "none"})[1]["draft"]["nodes"] == []
    long = "# " + "x" * say.LONGEST_TREE
    assert owner.post("/api/content", {"name": "long.toml", "text": long})[0] == 200
    for name in ("@long.toml", "@../token", "@none.toml", "/etc/passwd", "x.toml", "../delver", "@mine.txt"):
        status, problem = owner.post("/api/trees/open", {"name": name})
        assert status in (400, 404), (name, problem)


# Measuring


def measure(connection, after, setting, before=None):
    """All answers to a question, up to the last one."""
    number = connection.send("measure", after=after, before=before, setting=setting)
    found = []
    while not found or not (found[-1]["type"] == "refused" or found[-1].get("last")):
        message = connection.receive()
        if message.get("request") == number and message["type"] != "fighting":
            found.append(message)
    return found


def test_an_edit_is_measured_against_the_tree_before_it(owner, setting):
    stronger = with_node(SMALL, 1, value=9)
    with owner.socket("/socket/trees") as connection:
        simulated, fought = measure(connection, stronger, setting, SMALL)
        again, _ = measure(connection, SMALL, setting, stronger)
    names = [rating["name"] for rating in owner.get("/api/trees")[1]["ratings"]]
    assert len(simulated["after"]["ratings"]) == len(names)
    assert len(simulated["more"]) == len(names) + 2
    assert simulated["more"][-1]["value"] > 0, "more builds win with a stronger node"
    assert len(simulated["bands"]) == len(simulated["after"]["given"]) == len(fought["after"]["stages"]) == 6
    assert again["after"] == simulated["before"]
    assert fought["more"]["low"] > 0
    assert fought["more"]["low"] <= fought["more"]["value"] <= fought["more"]["high"]
    for stage in fought["after"]["stages"]:
        assert 0 <= stage["wins"]["low"] <= stage["wins"]["value"] <= stage["wins"]["high"] <= 1
    assert len(fought["after"]["nodes"]) == 3
    assert fought["after"]["sentences"]


def test_a_tree_without_nodes_has_ratings_and_no_fights(owner, setting):
    with owner.socket("/socket/trees") as connection:
        number = connection.send("measure", after={"name": "none", "nodes": []}, before=None, setting=setting)
        found = connection.until("simulated")
    assert (found["request"], found["after"]["builds"]) == (number, 1)


def test_fights_of_a_measurement_can_be_watched(owner, setting):
    with owner.socket("/socket/trees") as connection:
        fought = measure(connection, SMALL, setting)[-1]
    for behind in fought["after"]["behind"][:3] + fought["after"]["behind"][-3:]:
        what = behind["what"]
        fight = {key: behind[key] for key in ("encounter", "deck", "nodes", "number")}
        order = {"draft": SMALL, "player": setting["player"], "seed": setting["seed"], **fight}
        status, made = owner.post("/api/trees/fights", order)
        assert status == 200, made
        with owner.join({**made, "keys": [""]}) as connection:
            whole = connection.receive()
        assert (whole["state"], whole["ending"]["shares"]) == ("over", [1.0 if "win" in what else 0.0])
        assert whole["options"]["tree"].startswith("@small-")
    assert owner.post("/api/trees/fights", {**order, "deck": "../decks.csv"})[0] == 400
    assert owner.post("/api/trees/fights", {**order, "player": "cmd:true"})[0] in (400, 404)
    assert owner.post("/api/trees/fights", {**order, "nodes": ["No Such"]})[0] in (400, 404)


def test_a_newer_question_supersedes_the_one_before_it(owner, setting):
    with owner.socket("/socket/trees") as connection:
        for value in range(1, 30):
            connection.send("measure", after=with_node(SMALL, 0, value=value), before=None, setting=setting)
        last = measure(connection, SMALL, setting)[-1]
    answered = {message["request"] for message in connection.received if message["type"] == "fought"}
    assert last["request"] in answered
    assert len(answered) < 30


def test_sessions_continue_while_a_tree_is_measured(owner, setting):
    large = {"name": "large", "nodes": [node(f"N{k}", value=1 + k % 9) for k in range(60)]}
    with owner.socket("/socket/trees") as connection, owner.join(owner.new_session()) as playing:
        connection.send("measure", after=large, before=None, setting=setting | {"orders": 200})
        connection.until("fighting")
        assert playing.play_to_end()["state"] == "over"
        connection.send("drop")


def test_a_dead_measuring_process_is_started_again(studio, owner, setting):
    with owner.socket("/socket/trees") as connection:
        assert measure(connection, SMALL, setting)[-1]["last"]
        connection.send("measure", after=with_node(SMALL, 0, value=7), before=None, setting=setting | {"orders": 200})
        studio.auth.app.state.measuring._process.kill()
        answer = connection.until(lambda message: message["request"] == 2 and message["type"] in ("refused", "fought"))
        assert answer["type"] == "refused"
        assert measure(connection, SMALL, setting)[-1]["last"]


# Playing with a tree


def test_a_tree_is_stored_under_its_digest_and_can_be_played(owner):
    first = owner.post("/api/trees/keep", SMALL)[1]["name"]
    assert owner.post("/api/trees/keep", SMALL)[1]["name"] == first
    other = owner.post("/api/trees/keep", with_node(SMALL, 0, value=5))[1]["name"]
    assert other != first, "games that were played with the first keep their tree"
    made = owner.new_session("delve", (), options={"tree": f"@{first}"})
    with owner.join(made) as connection:
        assert [node["name"] for node in connection.receive()["facts"]["nodes"]] == ["Fury", "Aim", "Storm"]
    assert owner.post("/api/trees/keep", with_node(SMALL, 0, value=-5))[0] == 400


# Whoever means no good


@each(
    ("path", "body"),
    [
        ("open", {}),
        ("open", {"name": "x" * 500}),
        ("drawn", {"draft": {"name": "x", "nodes": [node(f"N{k}") for k in range(301)]}, "format": ".toml"}),
        ("drawn", {"draft": {"name": "x", "nodes": []}, "format": ".py"}),
        ("drawn", {"draft": {"name": "x", "nodes": [node("A", value=2**60)]}, "format": ".toml"}),
        ("drawn", {"draft": {"name": "x", "nodes": [{**node("A"), "more": 1}]}, "format": ".toml"}),
        ("drawn", {"draft": {"name": "x", "nodes": [node("A", parents=[-1])]}, "format": ".toml"}),
        ("written", {"format": ".toml", "text": "x" * (say.LONGEST_TREE + 1)}),
        ("written", {"format": "../x.toml", "text": ""}),
        ("keep", {"name": "x", "nodes": [node("A", "nothing")]}),
        ("fights", {"draft": SMALL}),
    ],
)
def test_invalid_requests_are_refused_with_a_message_and_store_nothing(owner, path, body):
    before = owner.get("/api/content")[1]
    status, problem = owner.post(f"/api/trees/{path}", body)
    assert (status, bool(problem["message"])) == (400, True)
    assert owner.get("/api/content")[1] == before


@each("text", ["[" * 3000, "name = ", '{"nodes": {}}', "nodes = 3", "\x00", "nodes = [[[[", "a=1e999"])
@each("format", [".toml", ".json", ".csv"])
def test_random_texts_are_refused_with_a_message(owner, format, text):
    status, checked = owner.post("/api/trees/written", {"format": format, "text": text})
    assert status == 200
    if checked["fault"] is None:  # any line is a valid heading of a CSV file without nodes
        assert (format, checked["draft"]["nodes"]) == (".csv", [])
    else:
        assert checked["fault"]["message"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "null",
        "[" * 20_000,
        '{"type": "measure"}',
        json.dumps({"type": "measure", "request": 1, "after": SMALL, "before": None, "setting": {}}),
    ],
)
def test_a_malformed_question_is_refused_and_the_next_one_answered(owner, setting, text):
    with owner.socket("/socket/trees") as connection:
        connection.socket.send(text)
        assert connection.until("refused")["request"] is None
        assert measure(connection, SMALL, setting)[-1]["type"] == "fought"


LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner))
QUESTIONS = st.fixed_dictionaries(
    {"type": st.sampled_from(["measure", "drop", "fought", ""])},
    optional={
        "request": st.integers(-3, 2**70) | VALUES,
        "after": st.just(SMALL) | st.fixed_dictionaries({"name": VALUES, "nodes": VALUES}) | VALUES,
        "before": st.none() | VALUES,
        "setting": VALUES,
    },
)


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(messages=st.lists(QUESTIONS.map(json.dumps) | VALUES.map(json.dumps) | st.binary(max_size=60), max_size=10))
def test_after_random_messages_the_next_question_is_answered(owner, messages):
    usual = owner.get("/api/trees")[1]["setting"] | {"orders": 2}
    with owner.socket("/socket/trees") as connection:
        for message in messages:
            connection.socket.send(message)
        connection.number = 1000
        assert measure(connection, SMALL, usual)[-1]["type"] == "fought"


@pytest.mark.parametrize(
    "more",
    [
        {"player": "cmd:true"},
        {"player": "nobody"},
        {"player": "greedy-card:picks=/etc/passwd"},
        {"decks": "/etc/passwd"},
        {"decks": "decks.csv"},
        {"zone": [0.9, 0.5]},
        {"turns": [9, 2]},
        {"win": 0},
    ],
)
def test_an_invalid_setting_is_refused_and_reads_no_file(owner, setting, more):
    with owner.socket("/socket/trees") as connection:
        last = measure(connection, SMALL, setting | more)[-1]
    assert last["type"] == "refused"
    assert "root:" not in last["message"]


def test_a_question_that_is_too_large_closes_only_its_connection(owner, setting):
    with owner.socket("/socket/trees") as connection:
        connection.socket.send("x" * (LARGEST_MESSAGE + 1))
        with pytest.raises(ConnectionClosed):
            connection.until("never")
    with owner.socket("/socket/trees") as connection:
        assert measure(connection, SMALL, setting)[-1]["type"] == "fought"


def test_the_number_of_editors_is_limited(owner, monkeypatch):
    monkeypatch.setattr(process_client, "MAX_EDITORS", 1)
    with (
        owner.socket("/socket/trees"),
        owner.socket("/socket/trees") as second,
        pytest.raises(ConnectionClosed, match="4403"),
    ):
        second.receive()


def test_guests_can_neither_edit_nor_measure(tmp_path):
    studio = Studio(tmp_path, share="127.0.0.1")
    try:
        assert studio.guest.get("/api/trees")[0] == 400
        assert studio.guest.post("/api/trees/keep", SMALL)[0] == 400
        with studio.guest.socket("/socket/trees") as connection, pytest.raises(ConnectionClosed, match="4403"):
            connection.receive()
    finally:
        studio.stop()


def test_the_measuring_process_ends_with_the_server(tmp_path):
    studio = Studio(tmp_path)
    try:
        usual = studio.owner.get("/api/trees")[1]["setting"] | {"orders": 2}
        with studio.owner.socket("/socket/trees") as connection:
            measure(connection, SMALL, usual)
        measuring = studio.auth.app.state.measuring._process
    finally:
        studio.stop()
    assert measuring.returncode == 0


# Making


@pytest.mark.slow  # compiles, and searches for three generations
def test_a_search_shows_its_front_while_it_runs_and_at_its_end(owner):
    asks = {"nodes": "6", "generations": "3", "untuned": "true"}
    status, started = owner.post("/api/design/delve/make", {"asks": asks, "games": 100, "seed": 5})
    assert status == 200, started
    with owner.socket(f"/socket/work/{started['id']}") as connection:
        last = connection.until(lambda message: message["work"]["state"] != "working")
    assert last["type"] == "result", last
    front = last["shown"]["front"]
    assert (front["generation"], front["generations"]) == (3, 3)
    assert [member["made"] for member in front["members"]].count(True) == 1
    for member in front["members"]:
        assert len(member["ratings"]) == len(front["ratings"])
        assert len(member["places"]) == len(member["nodes"]) <= 6
        checked = check_draft(owner, member["nodes"])
        assert checked["fault"] is None
        assert [[spot["column"], spot["row"]] for spot in checked["spots"]] == member["places"]
    generations = [message["shown"]["front"]["generation"] for message in connection.received if message["shown"]]
    assert generations == sorted(generations)  # how many are shown depends on the speed of the search
    assert generations[-1] == 3
