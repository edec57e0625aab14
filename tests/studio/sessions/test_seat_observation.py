"""Hidden information does not leave the server: messages are compared with the whole state and with redeals."""

import json
import random

import msgspec
import pytest

from ludus.studio.sessions import seat_observation
from tests.cases import each

DEALS = 3  # redeals that each message is compared with
SHORT = {"dominion": {"turn_cap": "15"}, "tribute": {"turn_limit": "25"}}  # random players take long to win


@each("game", ["locm", "dominion", "tribute", "delve", "auction", "magpies"])
def test_everything_sent_to_a_seat_is_the_same_in_every_redeal(studio, owner, game):
    rng, others = random.Random(9), {"delve": 0, "magpies": 2}.get(game, 1)
    made = owner.new_session(game, ("random",) * others, seed=77, options=SHORT.get(game, {}))
    with owner.join(made) as connection:
        connection.play_to_end(rng.choice)
    session = studio.session_manager._live[made["id"]].session
    sent = [
        message
        for message in connection.received
        if message["type"] in ("whole", "moved", "news") and message["state"] == "playing"
    ]
    assert len(sent) > 5
    for message in rng.sample(sent, min(len(sent), 25)):
        assert message["seed"] is None
        now = message["now"]
        assert [sight["seat"] for sight in now["sights"]] == [0]
        assert any(_same_in_redeals(session, number, now) for number in _positions_of(session, now["ply"])), now
        assert all(
            session.moves[seat_observation.visible_moves(session, 0)[row["ply"]]].visible[0] for row in message["moves"]
        )


def test_moves_hidden_from_a_seat_are_not_counted_for_it(studio, owner):
    made = owner.new_session("locm", people=2, bots=(), seed=5)
    with owner.join(made, 0) as first, owner.join(made, 1) as second:
        here = first.my_turn()["now"]
        first.send("play", ply=here["ply"], text=here["legal"][0]["text"])
        there = second.my_turn()["now"]
        assert there["ply"] == 0  # the pick of the other player does not count
        assert not any(message["moves"] for message in second.received)
        assert first.ask("look", ply=1)["seen"]["ply"] == 1
        assert "no position 1" in second.ask("look", ply=1)["message"]


def test_fixed_decks_and_seeds_are_hidden_from_players(owner):
    deck = " ".join(str(1 + number) for number in range(30))
    made = owner.new_session("locm", options={"decks": f"{deck} / {deck}"})
    with owner.join(made) as connection:
        whole = connection.receive()
    assert whole["options"] == {}
    assert "decks" not in json.dumps(whole)


def test_descriptions_explanations_and_opinions_are_the_same_in_a_redeal(studio, owner):
    made = owner.new_session("tribute", seed=21, options={"patrons": "random"})
    with owner.join(made) as connection:
        ply = connection.my_turn()["now"]["ply"]
        words = connection.ask("describe", ply=ply)["words"]
        why = connection.ask("explain", text="CALL treasury")["words"]
        opinion = connection.ask("ask", ply=ply, bot="greedy")["text"]
    position = studio.session_manager._live[made["id"]].session.position
    from ludus.bots import load_compiled_bot
    from ludus.bots.bot import advise
    from ludus.studio.sessions.game_session import explain_illegal_move

    for seed in range(DEALS):
        other = position.resample(0, seed)
        assert other.describe(0) == words
        assert explain_illegal_move(other, "CALL treasury") == why
        assert other.write(advise(load_compiled_bot(other.game, "greedy"), other, 0)) == opinion


def test_a_game_in_progress_is_hidden_from_others(owner):
    made = owner.new_session(people=2, bots=(), seed=31337)
    row = owner.get("/api/tables")[1][0]
    assert (row["seed"], row["moves"]) == (None, None)
    assert owner.get(f"/api/tables/{made['id']}/replay")[0] == 400
    for key in ("", "?key=wrong", f"?key={made['keys'][0]}x"):
        with owner.socket(f"/socket/tables/{made['id']}{key}") as connection, pytest.raises(Exception, match="4403"):
            connection.receive()
    assert made["keys"][0] not in json.dumps(owner.get("/api/tables")[1])


def test_open_play_shows_both_hands_and_is_marked(owner):
    made = owner.new_session("locm", seed=3, open=True)
    with owner.join(made) as connection:
        whole = connection.receive()
    assert (whole["open"], whole["everything"]) == (True, True)
    assert [sight["seat"] for sight in whole["now"]["sights"]] == [0, 1]
    assert owner.get("/api/tables")[1][0]["open"] is True


def _positions_of(session, ply):
    """True numbers of the positions that a seat calls `ply`: moves hidden from it may be between them."""
    visible = seat_observation.visible_moves(session, 0)
    first = visible[ply - 1] + 1 if ply else 0
    return range(first, (visible[ply] if ply < len(visible) else len(session.moves)) + 1)


def _same_in_redeals(session, number, now):
    position, turn = session.positions[number], session.turns[number]
    for seed in range(DEALS):
        seen = seat_observation.observe(position.resample(0, seed), 0, now["ply"], turn)
        if json.loads(msgspec.json.encode(seen)) != now:
            return False
    return True
