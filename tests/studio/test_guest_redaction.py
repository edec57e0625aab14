"""Guests see neither commands and paths of the owner nor the output of bots, on any route and socket."""

import itertools
import json
import re
import time

import pytest

from ludus.studio import guest_redaction
from ludus.studio.file_paths import StudioPaths
from ludus.studio.guest_redaction import Redactor
from ludus.studio.rate_limits import TokenBucket
from tests.cases import each
from tests.studio.conftest import Studio
from tests.studio.test_run_routes import write_run

LOGGED, RAISED, QUOTED, KEY, CODE = "amber-log", "beryl-fault", "citrine-node", "--key=drachma", "emerald-code"
CRASHING = f"""import ludus

IDEA = "{CODE}"


class Crash(ludus.Bot):
    def choose(self, turn):
        self.log("{LOGGED}")
        raise ValueError("beryl" + "-fault")
"""
PLAYING = CRASHING.replace('raise ValueError("beryl" + "-fault")', "return turn.moves[0]").replace("Crash", "Good")
BROKEN = f'name = "x"\n[[nodes]]\nname = "{QUOTED}"\ntarget = "{QUOTED}"\nvalue = 2\n'
TREE = 'name = "x"\n[[nodes]]\nname = "Fury"\ntarget = "area"\nvalue = 2\n'
BOTS = ("@crash", "@program:x=1", "greedy:weights=@broken.toml", "random")
COMMAND = f"cmd:sleep 100 {KEY}"


class SharedStudio:
    """A shared Studio whose owner has used every feature."""

    def __init__(self, folder):
        write_run(folder, "first", 1, 0.5)
        write_run(folder, "second", 2, 0.7)
        (folder / "first" / "report.html").write_text(f"<!doctype html><body>{folder}/first, {KEY[:2]}</body>")
        (folder / "first" / "tables" / "agents.csv").write_text(f"file\n{folder}/first\n")
        plan = json.loads((folder / "second" / "versions.json").read_text())
        plan["config"] |= {"sessions": str(folder / "studio" / "study" / "x"), "player": COMMAND}
        (folder / "second" / "versions.json").write_text(json.dumps(plan))
        self.studio = Studio(folder, share="127.0.0.1", uploads=True)
        for role in self.studio.auth.tokens:
            self.studio.auth._buckets[role] = TokenBucket(1e9, 1e9)
        self.folder, self.owner, self.guest = folder, self.studio.owner, self.studio.guest
        self.own_content_and_bots()
        self.tables = self.own_tables()
        self.contest = self.own_tournament()
        self.works = [row["id"] for row in self.owner.get("/api/work")[1]]
        self.run_of_level = self.owner_posts(
            "/api/levels/runs",
            {
                "level": "first-steps",
                "arrived": False,
                "respawn": "start",
                "presses": "5 left",
                "ticks": 5,
                "deaths": 0,
            },
        )["id"]
        self.study = self.owner_posts("/api/study", {"player": "Ben"})["id"]

    def owner_posts(self, path, body):
        status, answer = self.owner.post(path, body)
        assert status == 200, answer
        return answer

    def own_content_and_bots(self):
        for name, text in (("plan.toml", TREE), ("broken.toml", BROKEN)):
            self.owner_posts("/api/content", {"name": name, "text": text})
        for name, code in (("crash", CRASHING), ("good", PLAYING)):
            bot = {"name": name, "game": "delve", "kind": "python", "code": code, "offered": True}
            self.owner_posts("/api/bots", bot)
        bot = {"name": "program", "game": "delve", "kind": "command", "code": COMMAND.removeprefix("cmd:")}
        self.owner_posts("/api/bots", bot | {"offered": True})
        (self.folder / "elsewhere.py").write_text(CRASHING)

    def own_tables(self):
        """Sessions with uploaded bots, finished and aborted, and with content of the owner."""
        elsewhere = f"{self.folder}/elsewhere.py:Crash"
        tree = {"tree": "@plan.toml"}
        made = [
            self.owner.new_session("delve", ("@crash",), 0, seed=1),
            self.owner.new_session("delve", ("@good",), 0, seed=1, options=tree),
            self.owner.new_session("delve", (elsewhere,), 0, seed=2),
            self.owner.new_session("delve", (COMMAND,), 0, seed=3),
            self.owner.new_session("locm", (COMMAND, "random"), 0, seed=3),
            self.owner.new_session("delve", (), 1, seed=4, options=tree),
        ]
        for session in (made[0], made[1], made[2]):
            with self.owner.join(session) as connection:
                connection.until(lambda message: message["state"] == "over")
        with self.owner.join(made[5]) as connection:
            connection.ask("look", ply=0)
            connection.send("stop")
            connection.until(lambda message: message.get("state") == "broken off")
        self.studio.wait()
        return made

    def own_tournament(self):
        order = {"game": "delve", "players": ["@crash", "@good", "random"], "games": 2, "seed": 3}
        started = self.owner_posts("/api/tournaments", order | {"options": {"tree": "@plan.toml"}})
        wrong = self.owner_posts("/api/design/delve/inspect", {"content": ["@broken.toml"], "games": 10})
        for job in (started, wrong):
            with self.owner.socket(f"/socket/work/{job['id']}") as connection:
                connection.until(lambda message: message["work"]["state"] != "working")
        return started["target"]

    def paths(self):
        """All paths of GET routes, with all existing names."""
        routers = [getattr(route, "original_router", None) for route in self.studio.auth.app.routes]
        every = [*self.studio.auth.app.routes, *(route for router in routers if router for route in router.routes)]
        tables = [row["id"] for row in self.owner.get("/api/tables")[1]]
        there = {
            "id": [*tables, *self.works, "first-steps", self.study, "none"],
            "name": ["first", "second", self.contest, "crash", "plan.toml", "broken.toml", "delve", "none"],
            "game": ["delve", "none"],
            "other": ["first", "second"],
            "pair": ["0", "1", "2"],
            "run": [self.run_of_level],
            "path": ["tables/agents.csv", "figures/growth.svg", "tables/../versions.json", "versions.json"],
        }
        for route in every:
            if "GET" in getattr(route, "methods", ()):
                names = re.findall(r"{(\w+)(?::path)?}", route.path)
                for given in itertools.product(*(there[name] for name in names)):
                    path = route.path
                    for name, value in zip(names, given, strict=True):
                        path = re.sub(rf"{{{name}(:path)?}}", value, path)
                    yield path + ("?ply=0" if path.endswith("/picture") else "")

    def all_texts(self, client):
        """All texts that a client can get, with their source."""
        for path in self.paths():
            yield path, str(client.get(path)[1]) + str(client.headers)
        for pair in "012":
            path = f"/api/tournaments/{self.contest}/games/{pair}/0"
            yield path, str(client.post(path, None)[1])
        for bot, tree in itertools.product(("@crash", "@program", None), ("@plan.toml", "@broken.toml", "@none.toml")):
            order = {"game": "delve", "seats": [{"bot": bot}], "seed": 5, "options": {"tree": tree}}
            yield str(order), str(client.post("/api/tables", order)[1])
        time.sleep(0.5)  # until crashed bots have lost
        for path in self.paths():
            if path.startswith("/api/tables"):
                yield path, str(client.get(path)[1])
        for row in client.get("/api/tables")[1]:
            yield f"/socket/tables/{row['id']}", self.session_texts(client, row["id"])
        for id in (*self.works, "none"):
            with client.socket(f"/socket/work/{id}") as connection:
                yield f"/socket/work/{id}", conversation(connection, lambda connection: connection.receive())
        with client.socket("/socket/trees") as connection:
            yield (
                "/socket/trees",
                conversation(connection, lambda connection: (connection.send("nonsense"), connection.receive())),
            )

    def session_texts(self, client, id):
        def talk_to(connection):
            connection.receive()
            for word in ("look", "describe"):
                connection.ask(word, ply=0)
            for bot in BOTS if id == self.tables[0]["id"] else ():  # starts processes, so only once
                connection.ask("ask", ply=0, bot=bot)
            connection.ask("logs")
            connection.send("again")
            connection.until("whole")

        with client.socket(f"/socket/tables/{id}") as connection:
            return conversation(connection, talk_to)


def conversation(connection, talk):
    """All messages of a connection as one text, with the reason why it was closed."""
    try:
        talk(connection)
    except Exception as error:  # closed by the server
        return json.dumps(connection.received) + str(error)
    return json.dumps(connection.received)


@pytest.fixture(scope="module")
def shared_studio(tmp_path_factory):
    texts = SharedStudio(tmp_path_factory.mktemp("owner"))
    yield texts
    texts.studio.stop()


def test_no_route_or_socket_shows_private_texts_to_a_guest(shared_studio):
    secrets = (str(shared_studio.folder), LOGGED, RAISED, QUOTED, KEY, "sleep 100", "elsewhere.py", CODE)
    for where, text in shared_studio.all_texts(shared_studio.guest):
        for secret in secrets:
            assert secret not in text, (where, secret, text[:2000])


def test_the_owner_sees_all_these_texts_except_code(shared_studio):
    texts = "\n".join(text for _, text in shared_studio.all_texts(shared_studio.owner))
    for word in (str(shared_studio.folder), LOGGED, RAISED, QUOTED, KEY, "sleep 100", "elsewhere.py"):
        assert word in texts, word
    assert CODE not in texts


def test_guests_see_the_owners_bots_by_name(shared_studio):
    made = shared_studio.guest.post(f"/api/tournaments/{shared_studio.contest}/games/0/0", None)[1]
    replay = shared_studio.guest.get(f"/api/tables/{made['id']}/replay")[1]
    assert (replay["players"], replay["options"]) == (["@crash"], {"tree": "@plan.toml"})
    assert (replay["fault"]["reason"], replay["fault"]["what"]) == ("crashed", "")
    rows = {row["id"]: row for row in shared_studio.guest.get("/api/tables")[1]}
    crashed, _, elsewhere, command = (rows[session["id"]] for session in shared_studio.tables[:4])
    assert [row["players"] for row in (crashed, elsewhere, command)] == [
        ["@crash"],
        [guest_redaction.SCRIPT],
        [guest_redaction.COMMAND],
    ]
    assert (crashed["ending"]["reason"], crashed["ending"]["culprit"]) == ("crashed", 0)


def test_range_requests_are_redacted_too(shared_studio):
    path = "/api/runs/first/files/tables/agents.csv"
    status, text = shared_studio.guest.get(path, Range="bytes=0-8")
    assert (status, text) == (200, "file\nfirst\n")
    assert shared_studio.owner.get(path, Range="bytes=0-8") == (206, f"file\n{shared_studio.folder}"[:9])


@each(
    "path",
    [
        *(f"/api/games/{name}" for name in ("delve", "dominion", "locm", "tribute", "auction")),
        *(f"/api/design/{name}" for name in ("delve", "dominion", "locm", "tribute", "platformer")),
        *("/api/studies", "/api/kingdoms", "/api/levels", "/api/levels/first-steps", "/api/levels/first-steps/file"),
        *("/api/runs", "/api/runs/first", "/api/tournaments"),
    ],
)
def test_redaction_changes_nothing_else(shared_studio, path):
    status, answer = shared_studio.guest.get(path)
    assert (status, answer) == shared_studio.owner.get(path)
    assert status == 200


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ('"{0}/studio/bots/a-b/a-b.py:Mine:depth=5"', '"@a-b:depth=5"'),
        ('"greedy:weights={0}/studio/content/w.json"', '"greedy:weights=@w.json"'),
        ('"{0}/studio/tables/x/table.json: cannot be read"', '"studio/tables/x/table.json: cannot be read"'),
        ('"in {0}."', '"in ...."'),
        ('["lines:./mine \\"--key\\" x","random"]', '["a command","random"]'),
        ('"no cmd:./mine here"', '"no a command"'),
        ('"mine.py:Last"', '"a Python bot"'),
        ('"../bots/mine.py:Last:depth=5"', '"a Python bot"'),
        ('"in /home/ann/notes.txt, and\\n/etc/hosts"', '"in notes.txt, and\\nhosts"'),
        ('{{"fault": "words \\"of\\" it", "reason": "crashed"}}', '{{"fault": "", "reason": "crashed"}}'),
        ('"3 4 / 5 6, 0/3/5, 3/2, and/or, a/b/c"', '"3 4 / 5 6, 0/3/5, 3/2, and/or, a/b/c"'),
    ],
)
def test_texts_are_redacted_where_they_name_paths_or_commands(tmp_path, text, masked):
    home = StudioPaths(tmp_path / 'a "folder" of mine')
    inside = json.dumps(str(home.runs))[1:-1]
    assert Redactor(home).json(text.format(inside)) == masked.format(inside)


def test_in_reports_only_the_owners_folders_are_redacted(tmp_path, monkeypatch):
    home = StudioPaths(tmp_path / "a & b")
    page = f"<p>{home.runs}/x {tmp_path}/a &amp; b/y /home/ann/z</p> 3 / 4"
    monkeypatch.setenv("HOME", "/home/ann")
    assert Redactor(home).plain(page) == "<p>x y ~/z</p> 3 / 4"
    monkeypatch.setenv("HOME", "/")
    assert Redactor(home).plain(page) == "<p>x y /home/ann/z</p> 3 / 4"


def test_redaction_of_a_long_text_is_fast(tmp_path):
    mask, began = Redactor(StudioPaths(tmp_path)), time.perf_counter()
    for text in ("a" * 10**6, "/a" * 10**6, "a./" * 10**6, ".py:" * 10**5, '\\"cmd' * 10**5):
        mask.json(f'"{text}.py')
    assert time.perf_counter() - began < 20
