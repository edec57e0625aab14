"""A Studio server on its own port, and a client that talks to it over HTTP and WebSockets."""

import http.client
import json
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager

import pytest
from websockets.sync.client import connect

from ludus.bots import load_compiled_bot
from ludus.core.game_registry import registered_game
from ludus.studio.server import make_server, prepare
from ludus.studio.sessions import session_manager, session_socket
from ludus.testing.example_games import auction, magpies


class Client:
    """Somebody with a token."""

    def __init__(self, studio, token):
        self.studio, self.token = studio, token

    def request(self, method, path, body=None, **headers):
        """Status and JSON, or text. Headers given as None are left out."""
        host = self.studio.host
        usual = {"Authorization": f"Bearer {self.token}", "Origin": f"http://{host}"}
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        sent = {name: value for name, value in (usual | given).items() if value is not None}
        data = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        connection = http.client.HTTPConnection(host, timeout=60)
        try:
            connection.request(method, path, data, sent)
            answer = connection.getresponse()
            text = answer.read()
            self.headers = answer.headers
            kind = answer.headers.get("content-type", "")
            return answer.status, json.loads(text) if kind == "application/json" else text.decode()
        finally:
            connection.close()

    def get(self, path, **headers):
        return self.request("GET", path, **headers)

    def post(self, path, body, **headers):
        return self.request("POST", path, body, **headers)

    def new_session(self, game="auction", bots=("random",), people=1, **order):
        """Create a session with people in the first seats."""
        seats = [{"bot": None}] * people + [{"bot": bot} for bot in bots]
        status, made = self.post("/api/tables", {"game": game, "seats": seats, **order})
        assert status == 200, made
        return made

    @contextmanager
    def socket(self, path, **options):
        """A socket, as a Talk."""
        host = self.studio.host
        headers = {"Authorization": f"Bearer {self.token}"}
        with connect(f"ws://{host}{path}", origin=f"http://{host}", additional_headers=headers, **options) as socket:
            yield Connection(socket)

    def join(self, made, seat=0):
        key = made["keys"][seat]
        return self.socket(f"/socket/tables/{made['id']}" + (f"?key={key}" if key else ""))


class Connection:
    """What is said on a socket."""

    def __init__(self, socket):
        self.socket, self.number, self.received = socket, 0, []

    def send(self, type, **more):
        self.number += 1
        self.socket.send(json.dumps({"type": type, "request": self.number, **more}))
        return self.number

    def receive(self, timeout=60):
        message = json.loads(self.socket.recv(timeout))
        self.received.append(message)
        return message

    def until(self, wanted):
        """The next message that fits: a type, or a test."""
        fits = wanted if callable(wanted) else lambda message: message["type"] == wanted
        while not fits(message := self.receive()):
            pass
        return message

    def ask(self, type, **more):
        """The answer to a message."""
        number = self.send(type, **more)
        return self.until(lambda message: message.get("request", -1) == number)

    def my_turn(self):
        """The position in which there is something to decide; the last message at the end of the game."""
        if not self.received:
            self.receive()
        while True:
            last = next(each for each in reversed(self.received) if each["type"] in ("whole", "news"))
            if last["state"] != "playing" or last["now"]["legal"]:
                return last
            self.receive()

    def play_to_end(self, choose=lambda legal: legal[0]):
        """Make the moves of this seat; the whole table at the end."""
        while (last := self.my_turn())["state"] == "playing":
            self.send("play", ply=last["now"]["ply"], text=choose(last["now"]["legal"])["text"])
            self.until(
                lambda message, at=last: (
                    message["type"] in ("whole", "refused") or message["now"]["ply"] > at["now"]["ply"]
                )
            )
        return self.until("whole") if last["type"] != "whole" else last


class Studio:
    """A server that runs until `stop`."""

    def __init__(self, folder, **options):
        place = prepare(str(folder), 0, **options)
        self.folder = folder
        self.host = f"127.0.0.1:{place.listening.getsockname()[1]}"
        self.auth, self.session_manager = place.app, place.app.app.state.session_manager
        self._server = make_server(place)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [place.listening]})
        self._thread.start()
        tokens = place.app.tokens
        self.owner = Client(self, tokens["owner"])
        self.guest = Client(self, tokens.get("guest", ""))

    def wait(self):
        """Until what is over is on the disk."""
        while any(live._is_storing for live in self.session_manager._live.values()):
            time.sleep(0.01)

    def stop(self):
        self._server.should_exit = True
        self._thread.join()


class Killed:
    """`ludus studio` in a process that can be killed."""

    def __init__(self, folder, *more):
        command = [sys.executable, "-m", "ludus", "studio", "--no-browser", "--port", "0", "--folder", str(folder)]
        self.process = subprocess.Popen([*command, *more], stdout=subprocess.PIPE, text=True)
        link = self.process.stdout.readline().split()[-1]
        self.host = link.split("/")[2]
        self.owner = Client(self, link.partition("token=")[2])
        while "Ctrl-C" not in self.process.stdout.readline():
            pass

    def kill(self):
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()


class Slow:
    """A bot that thinks until it is told to stop."""

    name, reproducible, log = "slow", False, ""

    def __init__(self):
        self.enough, self.thinking, self.left = threading.Event(), threading.Event(), threading.Event()

    def join(self, position, seat, seed):
        return self

    def watch(self, position, move):
        pass

    def choose(self, position):
        self.thinking.set()
        assert self.enough.wait(60)
        return position.moves()[0]

    def end(self, result):
        pass

    def close(self):
        self.left.set()


@pytest.fixture(scope="session", autouse=True)
def toys():
    """The toy games, known by name."""
    with registered_game(auction.game), registered_game(magpies.game):
        yield


@pytest.fixture
def open_studio(tmp_path):
    """Starts servers over one folder, one after another, for tests that begin with nothing."""
    opened = []

    def start(**options):
        for each in opened:
            each.stop()
        opened[:] = [Studio(tmp_path, **options)]
        return opened[0]

    yield start
    for each in opened:
        each.stop()


@pytest.fixture(scope="module")
def studio(tmp_path_factory):
    """One server for all tests of a file."""
    opened = Studio(tmp_path_factory.mktemp("studio"))
    yield opened
    opened.stop()


@pytest.fixture
def owner(studio):
    return studio.owner


@pytest.fixture
def invited(monkeypatch):
    """Lets bots of a test be invited by their names."""
    known = {}

    def invite(game, text, rules):
        return known[text] if text in known else load_compiled_bot(game, text)

    monkeypatch.setattr(session_manager, "load_permitted_bot", invite)
    monkeypatch.setattr(session_socket, "load_permitted_bot", invite)
    return known
