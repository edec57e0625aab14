"""The study with people: step by step, stored across restarts, in the format of the difficulty study."""

import pytest

from ludus.design.platformer.recordings.challenge_traces import traces_of
from ludus.design.platformer.recordings.files import load_recordings
from ludus.design.platformer.recordings.thesis_study_levels import period_range
from ludus.design.platformer.verify.agent import walk_level
from ludus.games.platformer.level_files import read_level
from ludus.games.platformer.move_notation import write_presses
from ludus.studies.platformer_difficulty.config import DifficultyConfig, check_config


def begin(client, player="Ann"):
    status, row = client.post("/api/study", {"player": player})
    assert status == 200, row
    return client.get(f"/api/study/{row['id']}")[1]


def play(client, state, skipped=False):
    """Play the next level to its exit, or skip it."""
    moves = walk_level(read_level(state["scene"]["text"])).moves[: 60 if skipped else None]
    body = {"presses": write_presses(moves), "ticks": len(moves), "deaths": 0, "skipped": skipped}
    status, after = client.post("/api/study/plays", body | {"study": state["row"]["id"], "step": state["row"]["step"]})
    assert status == 200, after
    return after


def rate(client, state, rating=3):
    body = {"study": state["row"]["id"], "step": state["row"]["step"] - 1, "rating": rating}
    status, after = client.post("/api/study/ratings", body)
    assert status == 200, after
    return after


@pytest.mark.slow
def test_twelve_scheduled_levels_can_be_used_by_the_difficulty_study(open_studio, tmp_path):
    studio = open_studio()
    state = begin(studio.owner)
    names = []
    while state["waits"] == "play":
        step = state["row"]["step"]
        names.append(state["scene"]["row"]["name"])
        if step >= 2:
            low, high = period_range(step - 2)
            periods = [trap["period"] for trap in state["scene"]["traps"] if trap["period"]]
            assert periods
            assert all(low <= period <= high for period in periods)
        state = play(studio.owner, state, skipped=step == 5)
        assert state["waits"] == "rating"
        if step == 3:
            studio = open_studio()  # the server is stopped and started again
            assert studio.owner.get(f"/api/study/{state['row']['id']}")[1] == state
        state = rate(studio.owner, state, 1 + step % 5)
    assert names == ["First steps", "Trap school", *(f"Level {k}" for k in range(1, 11))]
    assert state["waits"] == "nothing"
    assert [play["skipped"] for play in state["played"]] == [k == 5 for k in range(12)]
    file = tmp_path / "studio" / "study" / "sessions.jsonl"
    assert state["command"].endswith(f"--set sessions={file}")
    check_config(DifficultyConfig(sessions=str(file), recorded="refine"))
    plays = load_recordings(file)
    assert [play.order for play in plays] == list(range(10))
    assert {(play.kind, play.player, play.session) for play in plays} == {("person", "Ann", 0)}
    assert [play.rating for play in plays] == [1 + step % 5 for step in range(2, 12)]
    assert sum(trace.success for trace in traces_of(plays[0])) >= 5  # the easiest way has five challenges
    own = studio.owner.get(f"/api/study/{state['row']['id']}/sessions")[1]
    assert own == file.read_text() == studio.owner.get("/api/study/sessions")[1]


def test_steps_out_of_order_are_refused(open_studio):
    owner = open_studio().owner
    state = begin(owner)
    id = state["row"]["id"]
    moves = walk_level(read_level(state["scene"]["text"])).moves
    right = {
        "study": id,
        "step": 0,
        "presses": write_presses(moves),
        "ticks": len(moves),
        "deaths": 0,
        "skipped": False,
    }
    for wrong, words in (
        ({"step": 1}, "0 of 12 have been played"),
        ({"step": 12}, "0 of 12 have been played"),
        ({"deaths": 2}, "by the rules of the server"),
        ({"skipped": True}, "by the rules of the server"),  # a run that reached the exit is not skipped
        ({"presses": "3 left", "ticks": 3}, "by the rules of the server"),
        ({"study": "0" * 12}, "there is no participant named"),
    ):
        status, problem = owner.post("/api/study/plays", right | wrong)
        assert status in (400, 404)
        assert words in problem["message"]
    assert owner.post("/api/study/ratings", {"study": id, "step": 0, "rating": 3})[0] == 400
    assert owner.get(f"/api/study/{id}")[1] == state
    after = owner.post("/api/study/plays", right)[1]
    assert after["waits"] == "rating"
    assert owner.post("/api/study/plays", right | {"step": 1})[0] == 400  # a rating is missing
    assert owner.post("/api/study/ratings", {"study": id, "step": 1, "rating": 3})[0] == 400
    rated = rate(owner, after, 5)
    assert rated["played"][0]["rating"] == 5
    assert owner.post("/api/study/ratings", {"study": id, "step": 0, "rating": 1})[0] == 400
    assert owner.get(f"/api/study/{id}")[1]["played"] == rated["played"]


def test_guests_take_part_and_cannot_see_sessions_of_others(open_studio):
    studio = open_studio(share="127.0.0.1")
    one, other = begin(studio.guest, "Bo"), begin(studio.owner, "Cy")
    assert [one["row"]["session"], other["row"]["session"]] == [0, 1]
    assert one["command"] == ""
    assert studio.guest.get("/api/study")[0] == 400
    assert studio.guest.get("/api/study/sessions")[0] == 400
    assert play(studio.guest, one)["waits"] == "rating"
    assert [row["player"] for row in studio.owner.get("/api/study")[1]["rows"]] == ["Bo", "Cy"]
