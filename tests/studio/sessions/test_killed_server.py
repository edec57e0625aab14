"""A game whose end was sent to clients is over after the server was killed at that moment."""

import pytest

from tests.studio.conftest import KillableStudio

FAULTY = """import ludus
class Faulty(ludus.Bot):
    def choose(self, turn):
        return "NONSENSE"
"""


@pytest.fixture
def servers(tmp_path):
    """Kill the server and start another one on the same folder."""
    running = []

    def start():
        for server in running:
            server.kill()
        running[:] = [KillableStudio(tmp_path, "--uploads")]
        return running[0]

    yield start
    for server in running:
        server.kill()


def end_by_fault(owner):
    return owner.new_session("delve", ["@faulty"], people=0, seed=3, halted=True), "go"


def end_by_abort(owner):
    return owner.new_session("delve", [], seed=4), "stop"


def end_by_abort_during_search(owner):
    return owner.new_session("locm", ["mcts:iterations=1000000"] * 2, people=0, seed=5), "stop"


def end_by_moves(owner):
    return owner.new_session("locm", ["random", "random"], people=0, seed=6, halted=True), "go"


@pytest.mark.slow
def test_the_end_of_a_game_is_on_disk_before_clients_are_notified(servers):
    owner, known = servers().owner, []
    code = {"name": "faulty", "game": "delve", "kind": "python", "code": FAULTY}
    assert owner.post("/api/bots", code)[0] == 200
    for end in (end_by_fault, end_by_abort, end_by_abort_during_search, end_by_moves):
        made, word = end(owner)
        with owner.join(made) as connection:
            assert connection.receive()["state"] == "playing"
            connection.send(word)
            last = connection.until(lambda message: message.get("state", "playing") != "playing")
            owner = servers().owner
        rows = owner.get("/api/tables")[1]
        assert (rows[0]["id"], rows[0]["state"], rows[0]["ending"]) == (made["id"], last["state"], last["ending"])
        assert rows[0]["moves"] == last["now"]["ply"]
        assert rows[1:] == known
        with owner.socket(f"/socket/tables/{made['id']}") as connection:
            again = connection.receive()
        assert (again["state"], again["ending"], again["now"]) == (last["state"], last["ending"], last["now"])
        assert owner.get("/api/tables")[1] == rows
        known = rows
    assert [row["state"] for row in known] == ["over", "broken off", "broken off", "over"]
    assert known[-1]["ending"]["culprit"] == 0
