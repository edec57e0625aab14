"""Guests join by a shared link: they play and watch, but start no jobs and run no programs."""

import pytest


@pytest.fixture
def shared(open_studio):
    return open_studio(share="127.0.0.1")  # needs no network


def test_a_guest_has_its_own_token_and_plays_with_the_key_of_a_seat(shared):
    owner, guest = shared.owner, shared.guest
    assert owner.token != guest.token
    hello = guest.get("/api/hello")[1]
    assert (hello["guest"], hello["shared"]) == (True, "")
    assert owner.get("/api/hello")[1]["shared"].endswith(f"?token={guest.token}")
    made = owner.new_session(people=2, bots=())
    with owner.join(made, 0) as first, guest.join(made, 1) as second:
        first.send("play", ply=0, text=first.my_turn()["now"]["legal"][0]["text"])
        there = second.my_turn()
        assert [seat["here"] for seat in there["seats"]] == [1, 1]
        assert guest.get("/api/tables")[1][0]["moves"] is None


@pytest.mark.parametrize(
    ("address", "order"),
    [
        ("/api/runs", {"study": "dominion-cards"}),
        ("/api/runs/x/resume", {}),
        ("/api/tournaments", {"game": "locm", "players": ["random", "baseline1"]}),
        ("/api/tournaments/x/resume", {}),
        ("/api/design/delve/inspect", {"content": ["bad"]}),
        ("/api/design/delve/make", {}),
        ("/api/content", {"name": "x.toml", "text": ""}),
        ("/api/replays", {}),
        ("/api/work/x/stop", {}),
    ],
)
def test_guests_start_no_jobs_and_upload_no_files(shared, address, order):
    status, problem = shared.guest.post(address, order)
    assert (status, "shared link" in problem["message"]) == (400, True)


def test_guests_play_against_weights_that_they_cannot_download(shared):
    weights = '{"game": "locm", "weights": {"my_health": 1}}'
    assert shared.owner.post("/api/content", {"name": "mine.json", "text": weights})[0] == 200
    shared.guest.new_session("locm", ("greedy:weights=@mine.json",))
    assert shared.guest.get("/api/content/mine.json")[0] == 400
    assert shared.guest.get("/api/content")[0] == 400


def test_guests_cannot_use_programs_or_long_searches(shared):
    for bot in ("cmd:true", "bots.py:Rusher", "mcts:iterations=50000"):
        assert shared.guest.post("/api/tables", {"game": "auction", "seats": [{}, {"bot": bot}]})[0] == 400


def test_guests_play_against_the_owners_program_but_cannot_seat_it(open_studio, tmp_path):
    shared = open_studio(share="127.0.0.1", uploads=True)
    assert shared.owner.get("/api/hello")[1]["uploads"] is True
    bot = write_bot(tmp_path)
    made = shared.owner.new_session(bots=(bot,))
    with shared.guest.join(made) as connection:
        assert connection.play_to_end()["ending"]["fault"] == ""
        shared.wait()
        assert connection.ask("logs")["logs"] == ["", ""], "a log may quote the code"
    with shared.owner.join(made) as connection:
        assert "the last one" in connection.ask("logs")["logs"][1]
    assert shared.guest.post("/api/tables", {"game": "auction", "seats": [{}, {"bot": bot}]})[0] == 400


def test_guests_halt_and_abort_only_games_of_guests(open_studio):
    shared = open_studio(share="127.0.0.1")
    bots = {"people": 0, "bots": ("random", "random"), "halted": True}
    made = {"owner": shared.owner.new_session(**bots), "guest": shared.guest.new_session(**bots)}
    seat = shared.owner.new_session(people=2, bots=())
    with shared.guest.join(seat, 1) as connection:
        assert "guests set up" in connection.ask("stop")["message"]
    shared = open_studio(share="127.0.0.1")  # who created a session is known after a restart too
    with shared.guest.join(made["owner"]) as connection:
        connection.receive()
        for word in ("stop", "halt", "go"):
            assert "guests set up" in connection.ask(word)["message"]
        assert connection.ask("look", ply=0)["type"] == "looked"
    for client in (shared.owner, shared.guest):
        with client.join(made["guest"]) as connection:
            connection.receive()
            connection.send("go", moves=1)
            connection.until(lambda message: message["now"]["ply"] > 0)
            connection.send("halt")
    with shared.guest.join(made["guest"]) as connection:
        connection.receive()
        connection.send("stop")
        connection.until(lambda message: message["state"] == "broken off")
    assert {row["id"]: row["state"] for row in shared.owner.get("/api/tables")[1]} == {
        made["guest"]["id"]: "broken off",
        made["owner"]["id"]: "playing",
        seat["id"]: "playing",
    }


def test_a_guest_token_is_invalid_without_sharing(open_studio):
    token = open_studio(share="127.0.0.1").guest.token
    alone = open_studio()
    alone.guest.token = token
    assert alone.guest.get("/api/hello")[0] == 401


def write_bot(folder):
    """Write a bot file and return its bot text."""
    file = folder / "mine.py"
    file.write_text(
        "import ludus\n\n\nclass Last(ludus.Bot):\n    def choose(self, turn):\n"
        "        self.log('the last one')\n        return turn.moves[-1]\n"
    )
    return f"{file}:Last"


def test_hands_are_face_up_only_in_games_of_one_person_set_up_by_the_owner(shared):
    owner, guest = shared.owner, shared.guest
    two = {"game": "auction", "seats": [{}, {}], "open": True}
    status, problem = owner.post("/api/tables", two)
    assert (status, "face down" in problem["message"]) == (400, True)
    one = {"game": "auction", "seats": [{}, {"bot": "random"}], "open": True}
    status, problem = guest.post("/api/tables", one)
    assert (status, "owner" in problem["message"]) == (400, True)
    assert owner.post("/api/tables", one)[0] == 200


def test_a_guest_may_learn_a_game_but_not_measure_its_bots(shared):
    guest = shared.guest
    assert guest.get("/api/games/delve/primer")[0] == 200
    assert [level["level"] for level in guest.get("/api/games/locm/levels")[1]["levels"]] == ["easy", "medium", "hard"]
    status, made = guest.post("/api/games/delve/guide", None)
    assert (status, len(made["keys"])) == (200, 1)
    assert guest.post("/api/games/auction/levels", None)[0] == 400
