"""People play in sessions: whole games, explained illegal moves, opinions of bots, branches, replays."""

import random

from ludus.core.replay import Replay
from ludus.studio.sessions.game_session import OPEN_PLAY_MARK
from tests.cases import each

CARD_GAMES = ("locm", "dominion", "tribute", "delve")
SHORT = {"dominion": {"turn_cap": "12"}, "tribute": {"turn_limit": "25"}}  # random players take long to win


@each("game", CARD_GAMES)
def test_a_whole_game_of_each_card_game_is_played_and_stored_as_a_replay(studio, owner, game):
    dice = random.Random(5)
    made = owner.new_session(game, () if game == "delve" else ("random",), seed=11, options=SHORT.get(game, {}))
    with owner.join(made) as connection:
        end = connection.play_to_end(dice.choice)
    assert end["state"] == "over"
    assert end["everything"]
    assert end["seed"] == "11"
    status, replay = owner.get(f"/api/tables/{made['id']}/replay")
    assert (status, len(replay["moves"])) == (200, len(end["moves"]))
    assert [row["text"] for row in end["moves"]] == replay["moves"]
    studio.wait()
    kept = Replay.load(studio.folder / "studio" / "tables" / made["id"] / "replay.json")
    assert list(kept.positions()[-1].result.payoffs) == end["ending"]["shares"]


def test_an_illegal_move_is_refused_with_its_reason_and_changes_nothing(owner):
    with owner.join(owner.new_session("dominion", seed=3, options={"kingdom": "first-game"})) as connection:
        here = connection.my_turn()["now"]
        refused = connection.ask("play", ply=here["ply"], text="BUY Province")
        assert refused["type"] == "refused"
        assert refused["message"] == connection.ask("explain", text="BUY Province")["words"] != ""
        assert connection.ask("explain", text="no such thing")["words"]
        assert connection.ask("explain", text=here["legal"][0]["text"])["words"] == ""
        assert connection.ask("look", ply=here["ply"])["seen"] == here


def test_a_move_for_an_old_position_is_refused(owner):
    with owner.join(owner.new_session()) as connection:
        text = connection.my_turn()["now"]["legal"][0]["text"]
        connection.send("play", ply=0, text=text)
        connection.until(lambda message: message["now"]["ply"] > 0)
        assert "gone on" in connection.ask("play", ply=0, text=text)["message"]


def test_two_people_play_with_their_own_keys_and_cannot_move_for_each_other(owner):
    made = owner.new_session(people=2, bots=())
    with owner.join(made, 0) as first, owner.join(made, 1) as second:
        text = first.my_turn()["now"]["legal"][0]["text"]
        assert second.receive()["now"]["legal"] == []
        assert "not your turn" in second.ask("play", ply=0, text=text)["message"]
        first.send("play", ply=0, text=text)
        assert second.my_turn()["moves"] == []  # the first bid is secret
        other = second.my_turn()["now"]
        second.send("play", ply=other["ply"], text=other["legal"][0]["text"])
        assert [row["seat"] for row in second.until(lambda message: message["moves"])["moves"]] == [1]
        assert len(first.until(lambda message: len(message["moves"]) > 0)["moves"]) >= 1


def test_a_bot_gives_its_opinion_while_the_game_waits(owner):
    with owner.join(owner.new_session("locm", seed=4)) as connection:
        legal = [move["text"] for move in connection.my_turn()["now"]["legal"]]
        first = connection.ask("ask", ply=0, bot="weighted")
        assert first["type"] == "opinion"
        assert first["text"] in legal
        assert connection.ask("ask", ply=0, bot="weighted")["text"] == first["text"]
        assert "no bot" in connection.ask("ask", ply=0, bot="nobody")["message"]


def test_every_position_of_a_finished_game_can_be_seen_and_branched_from(owner):
    made = owner.new_session(seed=8)
    with owner.join(made) as connection:
        end = connection.play_to_end()
        early = connection.ask("look", ply=2)["seen"]
        assert [sight["seat"] for sight in early["sights"]] == [0, 1]
    branch = owner.new_session(people=2, bots=(), origin={"table": made["id"], "ply": 2}, open=True)
    with owner.join(branch) as connection:
        whole = connection.receive()
        assert whole["origin"] == {"table": made["id"], "ply": 2}
        assert whole["moves"] == end["moves"][:2]
        assert whole["now"] == early
        assert (whole["open"], whole["seed"]) == (True, "8")
    status, replay = owner.get(f"/api/tables/{branch['id']}/replay")
    assert (status, replay["marks"]) == (200, [OPEN_PLAY_MARK])


def test_a_game_in_progress_cannot_be_branched(owner):
    made = owner.new_session()
    order = {"game": "auction", "seats": [{}, {}], "origin": {"table": made["id"], "ply": 0}}
    status, problem = owner.post("/api/tables", order)
    assert (status, "still played" in problem["message"]) == (400, True)


def test_watched_bots_make_one_move_at_a_time_or_all(owner):
    made = owner.new_session(people=0, bots=("random", "random"), halted=True, seed=2)
    with owner.join(made) as connection:
        whole = connection.receive()
        assert (whole["halted"], whole["everything"], whole["moves"]) == (True, True, [])
        connection.send("go", moves=1)
        assert connection.until(lambda message: message["moves"] and message["halted"])["now"]["ply"] == 1
        connection.send("go")
        end = connection.until(lambda message: message["state"] == "over")
        assert end["now"]["ply"] == 12
        assert connection.ask("logs")["logs"] == ["", ""]
    row = owner.get("/api/tables")[1][0]
    assert (row["id"], row["moves"], row["seed"], row["state"]) == (made["id"], 12, "2", "over")


def test_the_same_seed_and_bots_give_the_same_game(owner):
    games = []
    for _ in range(2):
        made = owner.new_session("magpies", people=0, bots=("random",) * 3, seed=6)
        with owner.join(made) as connection:
            connection.until(lambda message: message["state"] == "over")
        games.append(owner.get(f"/api/tables/{made['id']}/replay")[1]["moves"])
    assert games[0] == games[1]


def test_a_player_can_abort_the_game(owner):
    made = owner.new_session()
    with owner.join(made) as connection:
        connection.receive()
        connection.send("stop")
        assert connection.until("whole")["state"] == "broken off"
        assert "over" in connection.ask("stop")["message"]


def test_a_seat_that_may_see_a_position_gets_its_picture_and_description(owner):
    made = owner.new_session("dominion", seed=1)
    address = f"/api/tables/{made['id']}/picture?ply=0"
    assert owner.get(f"{address}&seat=0&key={made['keys'][0]}")[1].startswith("<svg")
    assert owner.get(f"{address}&seat=1&key={made['keys'][0]}")[0] == 400
    assert owner.get(address)[0] == 400
    with owner.join(made) as connection:
        connection.receive()
        assert "player 1 (you)" in connection.ask("describe", ply=0)["words"]


def test_games_list_their_options_and_bots(owner):
    status, hello = owner.get("/api/hello")
    assert status == 200
    assert set(CARD_GAMES) < {game["name"] for game in hello["games"]}
    info = owner.get("/api/games/dominion")[1]
    assert {"kingdom", "edition", "seats"} < {option["key"] for option in info["options"]}
    assert [option["file"] for option in info["options"] if option["key"] == "cards"] == [True]
    assert "mcts" in {bot["name"] for bot in info["bots"]}
    assert owner.get("/api/games/chess")[0] == 404
