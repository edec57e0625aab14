"""People play in sessions: whole games, explained illegal moves, opinions of bots, branches, replays."""

import random
from collections import Counter

import pytest
from websockets.exceptions import ConnectionClosed

from ludus.core.replay import Replay
from ludus.studio.sessions import seat_observation
from ludus.studio.sessions.game_session import OPEN_PLAY_MARK
from ludus.studio.sessions.seat_observation import MAX_EVENT_POSITIONS as MOST
from tests.cases import each
from tests.messages import missing

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


def test_a_move_as_verb_piece_and_target_is_explained_like_its_notation(owner):
    province = {"zone": "supply", "seat": None, "id": "Province", "card": "Province"}
    with owner.join(owner.new_session("dominion", seed=3, options={"kingdom": "first-game"})) as connection:
        here = connection.my_turn()["now"]
        parts = {"verb": "buy", "piece": province, "target": None}
        answer = connection.ask("explain", parts=parts)
        assert (answer["type"], answer["text"]) == ("explained", "BUY Province")
        assert answer["words"] == connection.ask("explain", text="BUY Province")["words"] != ""
        for move in here["legal"]:
            answer = connection.ask("explain", parts=move["parts"])
            assert (answer["text"], answer["words"]) == (move["text"], "")
        for wrong in ({**parts, "verb": "steal"}, {**parts, "more": 1}, {"verb": "buy"}, {**parts, "piece": None}):
            assert connection.ask("explain", parts=wrong)["type"] == "refused"


def test_the_owner_gets_back_into_an_own_game_without_its_key_and_a_guest_does_not(open_studio):
    studio = open_studio(share="127.0.0.1")
    made = studio.owner.new_session("dominion", seed=3)
    path = f"/socket/tables/{made['id']}"
    with studio.owner.join(made) as connection:
        here = connection.my_turn()["now"]
        connection.send("play", ply=here["ply"], text=here["legal"][0]["text"])
        ply = connection.until(lambda message: message["now"]["ply"] > here["ply"])["now"]["ply"]
    studio = open_studio(share="127.0.0.1")  # also after a restart
    with studio.owner.socket(path) as connection:
        again = connection.my_turn()
        assert (again["seat"], again["now"]["ply"] >= ply, again["everything"]) == (0, True, False)
        assert connection.ask("play", ply=0, text="nothing")["type"] == "refused"
    assert refused_code(studio.guest, path) == 4403
    rows = {role: client.get("/api/tables?unfinished=true")[1] for role, client in both(studio)}
    assert {role: [row["own"] for row in rows[role]] for role in rows} == {"owner": [True], "guest": [False]}


def test_the_owner_sees_an_own_game_that_is_over_from_its_seat_without_its_key_and_a_guest_watches_it(open_studio):
    studio = open_studio(share="127.0.0.1")
    made = studio.owner.new_session("auction", seed=3)
    path = f"/socket/tables/{made['id']}"
    with studio.owner.join(made) as connection:
        end = connection.play_to_end()
    for restart in (False, True):
        again = open_studio(share="127.0.0.1") if restart else studio
        with again.owner.socket(path) as connection:
            whole = connection.receive()
            assert (whole["seat"], whole["state"], whole["everything"]) == (0, "over", True)
            assert whole["ending"] == end["ending"]
            assert whole["outcome"] == end["outcome"]
            assert connection.ask("play", ply=whole["now"]["ply"], text="bid 1")["type"] == "refused"
        with again.guest.socket(path) as connection:
            assert connection.receive()["seat"] is None
        rows = {role: client.get("/api/tables")[1] for role, client in both(again)}
        assert {role: [row["own"] for row in rows[role]] for role in rows} == {"owner": [True], "guest": [False]}


def test_the_owner_gets_no_seat_that_is_for_somebody_else(open_studio):
    studio = open_studio(share="127.0.0.1")
    owner, guest = studio.owner, studio.guest
    invited = {"game": "auction", "seats": [{"bot": None, "invited": True}, {"bot": "random"}]}
    both_people = {"game": "auction", "seats": [{"bot": None}, {"bot": None}]}
    second = {"game": "auction", "seats": [{"bot": None, "invited": True}, {"bot": None}]}
    of_guest = guest.post("/api/tables", {"game": "auction", "seats": [{"bot": None}, {"bot": "random"}]})[1]
    for order in (invited, both_people):
        assert refused_code(owner, f"/socket/tables/{owner.post('/api/tables', order)[1]['id']}") == 4403
    assert refused_code(owner, f"/socket/tables/{of_guest['id']}") == 4403
    made = owner.post("/api/tables", second)[1]
    with owner.socket(f"/socket/tables/{made['id']}") as own, owner.join(made, 0) as other:
        assert (own.receive()["seat"], other.receive()["seat"]) == (1, 0)


def test_only_games_in_which_people_still_play_are_unfinished(owner):
    made = owner.new_session()
    watched = owner.new_session(people=0, bots=("random", "random"), halted=True)
    ids = [row["id"] for row in owner.get("/api/tables?unfinished=true")[1]]
    assert made["id"] in ids
    assert watched["id"] not in ids
    with owner.join(made) as connection:
        connection.play_to_end()
    assert made["id"] not in [row["id"] for row in owner.get("/api/tables?unfinished=true")[1]]


def both(studio):
    return (("owner", studio.owner), ("guest", studio.guest))


def refused_code(client, path):
    """Code with which a socket is closed before any message."""
    with client.socket(path) as connection, pytest.raises(ConnectionClosed) as closed:
        connection.receive()
    return closed.value.rcvd.code


def test_a_game_without_a_schema_has_moves_without_parts(owner):
    with owner.join(owner.new_session("auction")) as connection:
        here = connection.my_turn()["now"]
        assert {move["parts"] for move in here["legal"]} == {None}
        assert here["question"] is None
        assert connection.ask("explain", parts={"verb": "bid"})["type"] == "refused"


def test_a_click_on_a_card_that_has_no_move_is_explained_without_notation(owner):
    estate = {"zone": "hand", "seat": 0, "id": "Estate", "card": "Estate"}
    with owner.join(owner.new_session("dominion", seed=3, options={"kingdom": "first-game"})) as connection:
        connection.my_turn()
        clicked = connection.ask("explain", parts={"verb": "play", "piece": estate, "target": None})
        typed = connection.ask("explain", text="PLAY Estate")
    assert "STOP" in typed["words"]
    assert "STOP" not in clicked["words"]
    assert not missing(clicked["words"], "Estate", "buy a card")


def test_a_second_take_back_of_the_same_move_says_that_it_is_done(owner):
    made = owner.new_session("delve", (), seed=4)
    with owner.join(made) as connection:
        play = next(move for move in connection.my_turn()["now"]["legal"] if move["parts"]["verb"] == "play")
        assert "no such position" in connection.ask("back", ply=1)["message"]
        connection.send("play", ply=0, text=play["text"])
        connection.until(lambda message: message["now"]["ply"] == 1)
        connection.send("back", ply=1)
        connection.until(lambda message: message["now"]["ply"] == 0)
        refused = connection.ask("back", ply=1)
        assert not missing(refused["message"], "taken back already")
        assert "gone on" not in refused["message"]


def test_a_game_in_real_time_has_no_sessions(owner):
    status, problem = owner.post("/api/tables", {"game": "platformer", "seats": [{"bot": None}]})
    assert status == 400
    assert not missing(problem["message"], "real time", "Levels")


@each("game", ["locm", "tribute"])
def test_every_visible_move_is_one_event_with_the_position_after_it(studio, owner, game):
    made = owner.new_session(game, seed=6, options=SHORT.get(game, {}))
    with owner.join(made) as connection:
        connection.play_to_end(random.Random(2).choice)
    events = [message for message in connection.raw if message["type"] == "moved"]
    session = studio.session_manager._live[made["id"]].session
    visible = [played for played in session.moves if played.visible[0]]
    assert [event["move"]["ply"] for event in events] == [*range(len(visible))]
    assert [event["move"]["text"] for event in events] == [played.text for played in visible]
    assert [event["move"]["parts"] for event in events] == [played.parts for played in visible]
    assert [event["after"]["ply"] for event in events] == [*range(1, len(visible) + 1)]
    assert {sight["seat"] for event in events for sight in event["after"]["sights"]} == {0}


def test_moves_come_together_with_what_has_changed_besides(owner):
    made = owner.new_session("locm", seed=6)
    with owner.join(made) as connection:
        connection.play_to_end(random.Random(2).choice)
    moves = [types for types in connection.frames if "moved" in types]
    assert len(moves) > 5
    assert {types[-1] for types in moves} == {"news", "whole"}


def test_a_long_burst_has_an_event_for_every_move_and_the_last_positions(studio, owner):
    made = owner.new_session("dominion", ("random", "random"), people=0, seed=3, halted=True)
    with owner.join(made) as connection:
        connection.receive()
        session = studio.session_manager._live[made["id"]].session
        for _ in range(60):
            session.make_move(session.position.legal_moves[0])
        events = seat_observation.move_events(session, None, None, 0)
        assert [event.move.ply for event in events] == [*range(60)]
        assert [event.after is None for event in events] == [True] * (60 - MOST) + [False] * MOST


def test_a_move_that_revealed_nothing_is_taken_back(studio, owner):
    made = owner.new_session("delve", (), seed=4)
    with owner.join(made) as connection:
        before = connection.my_turn()["now"]
        plays = [move for move in before["legal"] if move["parts"]["verb"] == "play"]
        connection.send("play", ply=0, text=plays[0]["text"])
        connection.until(lambda message: message["now"]["ply"] == 1)
        connection.send("back", ply=1)
        whole = connection.until("whole")
        assert (whole["moves"], whole["now"]) == ([], before)
        assert (studio.folder / "studio" / "tables" / made["id"] / "moves").read_text() == ""
        connection.send("play", ply=0, text=plays[-1]["text"])
        after = connection.until(lambda message: message["now"]["ply"] == 1)
        assert [move["text"] for move in after["moves"]] == [plays[-1]["text"]]


def test_a_move_that_revealed_hidden_cards_is_not_taken_back(owner):
    with owner.join(owner.new_session("delve", (), seed=4)) as connection:
        end = next(move for move in connection.my_turn()["now"]["legal"] if move["parts"]["verb"] == "end")
        connection.send("play", ply=0, text=end["text"])
        connection.until(lambda message: message["now"]["ply"] == 1)
        assert "taken back" in connection.ask("back", ply=1)["message"]


def test_moves_are_taken_back_against_bots_only_and_before_others_have_moved(owner):
    made = owner.new_session("locm", people=2, bots=())
    with owner.join(made) as connection:
        connection.my_turn()
        assert "other people" in connection.ask("back", ply=0)["message"]
    with owner.join(owner.new_session("auction")) as connection:
        here = connection.my_turn()["now"]
        assert "nothing to take back" in connection.ask("back", ply=0)["message"]
        connection.send("play", ply=0, text=here["legal"][0]["text"])
        here = connection.until(lambda message: message["now"]["legal"] and message["now"]["ply"] > 0)["now"]
        assert "nothing to take back" in connection.ask("back", ply=here["ply"])["message"]
        assert "gone on" in connection.ask("back", ply=0)["message"]


@each("game", CARD_GAMES)
def test_a_take_back_is_offered_exactly_where_it_is_granted(owner, game):
    dice, answers = random.Random(2), Counter()
    options = {"kingdom": "first-game"} if game == "dominion" else {}
    made = owner.new_session(game, () if game == "delve" else ("random",), seed=7, options=options)
    with owner.join(made) as connection:
        while sum(answers.values()) < 60 and (here := connection.my_turn())["state"] == "playing":
            ply = here["now"]["ply"]
            if not is_settled(here["take_back"], ply):
                connection.until(lambda message, at=ply: is_settled(message.get("take_back", {}), at))
            offer = connection.known["take_back"]
            assert offer["possible"] == (not offer["reason"])
            own = bool(offer["possible"] or "shown something new" in offer["reason"])
            answers[own, offer["possible"]] += 1
            request = connection.send("back", ply=ply)
            answer = connection.until(
                lambda message, to=request: message["type"] == "whole" or message.get("request", -1) == to
            )
            if offer["possible"]:
                assert (answer["type"], answer["now"]["ply"]) == ("whole", ply - 1)
            else:
                assert (answer["type"], answer["message"]) == ("refused", offer["reason"])
            for _ in range(2 if offer["possible"] else 1):  # one further than before
                if (here := connection.my_turn())["state"] == "playing":
                    at = here["now"]["ply"]
                    connection.send("play", ply=at, text=lively_choice(dice, here["now"]["legal"])["text"])
                    connection.until(
                        lambda message, at=at: message["type"] == "whole" or message.get("now", {}).get("ply", -1) > at
                    )
    assert answers[False, False], "a turn begins, and there is nothing to take back"
    assert answers[True, True], "a move that has revealed nothing"
    assert answers[True, False] or game == "locm", "a move that has revealed something, such as drawn cards"


def lively_choice(dice, legal):
    """A random move that mostly plays a card if one can be played."""
    plays = [move for move in legal if move["parts"]["verb"] in ("play", "buy", "call")]
    return dice.choice(plays if plays and dice.random() < 0.8 else legal)


def is_settled(offer, ply):
    """Whether an offer is about this position, and more than the note that it is being checked."""
    return offer.get("ply") == ply and not offer["reason"].startswith("wait until it is known")


def test_the_offer_survives_a_restart_of_the_connection(owner):
    made = owner.new_session("delve", (), seed=4)
    with owner.join(made) as connection:
        plays = [move for move in connection.my_turn()["now"]["legal"] if move["parts"]["verb"] == "play"]
        connection.send("play", ply=0, text=plays[0]["text"])
        connection.until(lambda message: message["now"]["ply"] == 1)
    with owner.join(made) as connection:
        assert connection.until(lambda message: is_settled(message["take_back"], 1))["take_back"]["possible"]


def test_bots_join_anew_when_a_move_that_they_saw_is_taken_back(studio, owner):
    made = owner.new_session("tribute", seed=1, options={"patrons": "hlaalu,ansei,pelin,psijic"})
    with owner.join(made) as connection:
        here = connection.my_turn()["now"]
        live = studio.session_manager._live[made["id"]]
        seated = live.seated_bots[1]
        play = next(move for move in here["legal"] if move["parts"]["verb"] == "play")
        connection.send("play", ply=here["ply"], text=play["text"])
        after = connection.until(lambda message: message["now"]["ply"] == here["ply"] + 1)["now"]
        connection.send("back", ply=after["ply"])
        assert connection.until("whole")["now"] == here
        assert live.seated_bots[1] is not seated
        end = connection.play_to_end(lambda legal: legal[-1])
        assert end["state"] == "over"


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
    branch = owner.new_session(origin={"table": made["id"], "ply": 2}, open=True)
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
        connection.until(lambda message: message["now"]["ply"] == 1 and message["halted"])
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
