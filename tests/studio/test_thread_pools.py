"""Searches, creation of sessions and short reads have their own threads, and their queues are limited."""

import threading
import time
from contextlib import contextmanager

import pytest

from ludus.studio import kingdom_routes, request_and_response_helpers
from ludus.studio.thread_pools import PoolFull, ThreadPool
from tests.messages import missing
from tests.studio.conftest import SlowBot

MANY = 70  # more than the machine has cores
GAME = {"kingdom": ["Cellar"] * 10, "edition": "first", "players": ["earl", "drew"], "seed": 1, "number": 0}


class HeldWork:
    """Work that starts, and ends only when `enough` is set."""

    def __init__(self):
        self.enough, self.begun = threading.Event(), threading.Semaphore(0)

    def __call__(self, *args):
        self.begun.release()
        assert self.enough.wait(120)
        raise PoolFull("it was held back")

    def wait(self, count):
        for _ in range(count):
            assert self.begun.acquire(timeout=120)


class ManySearches(SlowBot):
    """A slow bot of many sessions."""

    def __init__(self):
        super().__init__()
        self.held = HeldWork()

    def choose(self, position):
        self.held.begun.release()
        return super().choose(position)


class SlowToStart(SlowBot):
    def join(self, position, seat, seed):
        self.thinking.set()
        assert self.enough.wait(120)
        return self


@contextmanager
def concurrent_requests(count, ask):
    """Send `count` requests at the same time; the responses are complete at the end of the block."""
    found = []
    askers = [threading.Thread(target=lambda: found.append(ask()), daemon=True) for _ in range(count)]
    for thread in askers:
        thread.start()
    yield found
    for thread in askers:
        thread.join(120)


def wait_until(condition):
    while not condition():
        time.sleep(0.01)


def test_sessions_are_created_opened_and_played_while_many_bots_search(studio, owner, custom_bots):
    many = custom_bots["many"] = ManySearches()
    try:
        for _ in range(MANY):
            owner.new_session(people=0, bots=("many", "random"))
        many.held.wait(MANY)
        made = owner.new_session()
        with owner.join(made) as connection:
            end = connection.play_to_end()
        assert end["state"] == "over"
        with owner.join(owner.new_session()) as connection:
            connection.my_turn()
            assert connection.ask("ask", ply=0, bot="random")["type"] == "opinion"
        again = owner.post("/api/replays", owner.get(f"/api/tables/{made['id']}/replay")[1])
        assert again[0] == 200, again
    finally:
        many.enough.set()


def test_reads_do_not_wait_for_replays(studio, owner, monkeypatch):
    held = HeldWork()
    monkeypatch.setattr(kingdom_routes, "replay_measured_game", held)
    threads = request_and_response_helpers.GAME_THREADS["owner"]
    with concurrent_requests(threads.most + 4, lambda: owner.post("/api/kingdoms/games", GAME)):
        try:
            held.wait(threads.most)
            for path in ("/api/hello", "/api/runs", "/api/tables", "/api/levels"):
                assert owner.get(path)[0] == 200
            assert owner.new_session()["id"]
        finally:
            held.enough.set()


def test_work_beyond_the_queue_is_refused_with_a_message(studio, owner, monkeypatch):
    held, threads = HeldWork(), ThreadPool("game", 2, 1)
    monkeypatch.setattr(kingdom_routes, "replay_measured_game", held)
    monkeypatch.setitem(request_and_response_helpers.GAME_THREADS, "owner", threads)
    with concurrent_requests(3, lambda: owner.post("/api/kingdoms/games", GAME)) as answered:
        try:
            held.wait(2)
            wait_until(lambda: len(threads._jobs) == 1)
            status, answer = owner.post("/api/kingdoms/games", GAME)
            assert (status, missing(answer["message"], "too many", "try again")) == (503, [])
            assert answered == []
        finally:
            held.enough.set()
    assert [problem["message"] for _, problem in answered] == ["it was held back"] * 3


def test_guests_do_not_use_the_threads_of_the_owner(open_studio, custom_bots):
    studio = open_studio(share="127.0.0.1")
    slow = custom_bots["slow"] = SlowToStart()
    studio.session_manager.creating["guest"] = ThreadPool("table", 1, 0)
    order = {"game": "auction", "seats": [{}, {"bot": "slow"}]}
    with concurrent_requests(1, lambda: studio.guest.post("/api/tables", order)) as answered:
        try:
            assert slow.thinking.wait(120)
            quick = {"game": "auction", "seats": [{}, {"bot": "random"}]}
            status, problem = studio.guest.post("/api/tables", quick)
            assert (status, "too many are waiting" in problem["message"]) == (503, True)
            assert studio.owner.post("/api/tables", quick)[0] == 200
            assert answered == []
        finally:
            slow.enough.set()
    assert answered[0][0] == 200


def test_opinions_are_queued_and_beyond_that_refused(studio, owner, custom_bots, monkeypatch):
    slow = custom_bots["slow"] = SlowBot()
    monkeypatch.setitem(studio.session_manager.advising, "owner", ThreadPool("opinion", 1, 0))
    with owner.join(owner.new_session()) as connection:
        connection.my_turn()
        concurrent_requests = connection.send("ask", ply=0, bot="slow")
        try:
            assert slow.thinking.wait(60)
            refused = connection.ask("ask", ply=0, bot="random")
            assert (refused["type"], "too many are waiting" in refused["message"]) == ("refused", True)
        finally:
            slow.enough.set()
        assert connection.until(lambda message: message.get("request") == concurrent_requests)["type"] == "opinion"


def test_a_pool_runs_tasks_in_order():
    threads, gate, done = ThreadPool("test", 1), threading.Event(), []
    first = threads.submit(gate.wait, 120)
    rest = [threads.submit(done.append, number) for number in range(5)]
    fault = threads.submit(lambda: 1 // 0)
    gate.set()
    assert first.result(120) is True
    for future in rest:
        future.result(120)
    assert done == [0, 1, 2, 3, 4]
    with pytest.raises(ZeroDivisionError):
        fault.result(120)
    assert threads.submit(lambda: "again").result(120) == "again"


def test_cancelled_tasks_leave_the_queue():
    threads, gate, done = ThreadPool("test", 1, 2), threading.Event(), []
    held = threads.submit(gate.wait, 120)
    left, stays = threads.submit(done.append, "left"), threads.submit(done.append, "stays")
    with pytest.raises(PoolFull):
        threads.submit(done.append, "refused")
    assert left.cancel()
    late = threads.submit(done.append, "late")
    gate.set()
    for future in (held, stays, late):
        future.result(120)
    assert done == ["stays", "late"]
