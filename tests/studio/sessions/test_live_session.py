"""No session waits for the search of another session, and a failing bot loses its game without harm to the server."""

import pytest

from ludus.bots import Fault
from tests.studio.conftest import SlowBot


class Faulty(SlowBot):
    def choose(self, position):
        raise self.error


def test_other_sessions_continue_while_a_bot_searches(owner, custom_bots):
    slow = custom_bots["slow"] = SlowBot()
    with owner.join(owner.new_session(people=0, bots=("slow", "random"))) as waiting:
        assert slow.thinking.wait(60)
        with owner.join(owner.new_session()) as quick:
            assert quick.play_to_end()["state"] == "over"
        slow.enough.set()
        waiting.until(lambda message: message["state"] == "over")


def test_play_continues_while_an_opinion_is_computed(owner, custom_bots):
    slow = custom_bots["slow"] = SlowBot()
    with owner.join(owner.new_session()) as connection:
        connection.my_turn()
        asked = connection.send("ask", ply=0, bot="slow")
        assert slow.thinking.wait(60)
        connection.play_to_end()
        slow.enough.set()
        answer = connection.until(lambda message: message.get("request") == asked)
        assert (answer["type"], answer["ply"]) == ("opinion", 0)
        assert slow.left.is_set()


def test_an_aborted_game_does_not_wait_for_its_bot(owner, custom_bots):
    slow = custom_bots["slow"] = SlowBot()
    with owner.join(owner.new_session(people=0, bots=("slow", "random"))) as connection:
        assert slow.thinking.wait(60)
        connection.send("stop")
        assert connection.until(lambda message: message["state"] != "playing")["now"]["ply"] == 0
        slow.enough.set()
        assert slow.left.wait(60)


@pytest.mark.parametrize("error", [Fault("timeout", "too slow"), ValueError("broken")])
def test_a_faulty_bot_loses_and_the_reason_is_stored(studio, owner, custom_bots, error):
    faulty = custom_bots["faulty"] = Faulty()
    faulty.error = error
    made = owner.new_session(people=0, bots=("faulty", "random"))
    with owner.join(made) as connection:
        end = connection.until(lambda message: message["state"] == "over")
    assert (end["ending"]["culprit"], end["ending"]["winner"], end["ending"]["shares"]) == (0, 1, [0.0, 1.0])
    assert str(error).split()[-1] in end["ending"]["fault"]
    assert owner.get(f"/api/tables/{made['id']}/replay")[1]["fault"]["seat"] == 0
