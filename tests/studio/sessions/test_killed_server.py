"""A game whose end was sent to clients is over after the server was killed at that moment."""

import pytest

from tests.studio.conftest import Killed

FAULTY = """import ludus
class Faulty(ludus.Bot):
    def choose(self, turn):
        return "NONSENSE"
"""


@pytest.fixture
def servers(tmp_path):
    """Kills the server and starts another over the same folder."""
    running = []

    def start():
        for each in running:
            each.kill()
        running[:] = [Killed(tmp_path, "--uploads")]
        return running[0]

    yield start
    for each in running:
        each.kill()


def by_a_bots_fault(owner):
    return owner.new_session("delve", ["@faulty"], people=0, seed=3, halted=True), "go"


def by_breaking_off(owner):
    return owner.new_session("delve", [], seed=4), "stop"


def by_breaking_off_while_a_bot_searches(owner):
    return owner.new_session("locm", ["mcts:iterations=1000000"] * 2, people=0, seed=5), "stop"


def by_its_moves(owner):
    return owner.new_session("locm", ["random", "random"], people=0, seed=6, halted=True), "go"


@pytest.mark.slow
def test_the_end_of_a_game_is_on_disk_before_clients_are_notified(servers):
    owner, known = servers().owner, []
    code = {"name": "faulty", "game": "delve", "kind": "python", "code": FAULTY}
    assert owner.post("/api/bots", code)[0] == 200
    for end in (by_a_bots_fault, by_breaking_off, by_breaking_off_while_a_bot_searches, by_its_moves):
        made, word = end(owner)
        with owner.join(made) as connection:
            assert connection.receive()["state"] == "playing"
            connection.send(word)
            told = connection.until(lambda message: message.get("state", "playing") != "playing")
            owner = servers().owner
        rows = owner.get("/api/tables")[1]
        assert (rows[0]["id"], rows[0]["state"], rows[0]["ending"]) == (made["id"], told["state"], told["ending"])
        assert rows[0]["moves"] == told["now"]["ply"]
        assert rows[1:] == known
        with owner.socket(f"/socket/tables/{made['id']}") as connection:
            again = connection.receive()
        assert (again["state"], again["ending"], again["now"]) == (told["state"], told["ending"], told["now"])
        assert owner.get("/api/tables")[1] == rows
        known = rows
    assert [row["state"] for row in known] == ["over", "broken off", "broken off", "over"]
    assert known[-1]["ending"]["culprit"] == 0
