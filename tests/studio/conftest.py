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
from ludus.studio import websocket_io
from ludus.studio.server import make_server, prepare
from ludus.studio.sessions import session_manager, session_socket
from ludus.testing.example_games import auction, magpies


class Client:
    """HTTP and WebSocket client with the token of the owner or of guests."""

    def __init__(self, studio, token):
        self.studio, self.token = studio, token

    def request(self, method, path, body=None, **headers):
        """Return the status and the JSON or text of the response. Headers that are None are left out."""
        status, received, content = self._exchange(method, path, body, headers)
        kind = received.get("content-type", "")
        return status, json.loads(content) if kind == "application/json" else content.decode(errors="replace")

    def request_bytes(self, method, path, body=None, **headers):
        """Return the status and the bytes of the response, which may be compressed."""
        status, _, content = self._exchange(method, path, body, headers)
        return status, content

    def _exchange(self, method, path, body, headers):
        """Return status, headers and bytes; `headers` of the client are those of the last response, of any thread."""
        host = self.studio.host
        usual = {"Authorization": f"Bearer {self.token}", "Origin": f"http://{host}"}
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        sent = {name: value for name, value in (usual | given).items() if value is not None}
        data = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        connection = http.client.HTTPConnection(host, timeout=60)
        try:
            connection.request(method, path, data, sent)
            answer = connection.getresponse()
            self.headers = answer.headers
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()

    def get(self, path, **headers):
        return self.request("GET", path, **headers)

    def get_bytes(self, path, **headers):
        return self.request_bytes("GET", path, **headers)

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
        """Open a socket."""
        host = self.studio.host
        headers = {"Authorization": f"Bearer {self.token}"}
        with connect(f"ws://{host}{path}", origin=f"http://{host}", additional_headers=headers, **options) as socket:
            yield Connection(socket)

    def join(self, made, seat=0):
        key = made["keys"][seat]
        return self.socket(f"/socket/tables/{made['id']}" + (f"?key={key}" if key else ""))


CHANGES = ("whole", "moved", "news")  # messages about the game itself


class Connection:
    """Client side of a socket, with all messages received so far.

    A message about a change is completed by what was known before: it has the keys of the whole session, and as `moves`
    the new ones. `raw` has the messages as they came.
    """

    def __init__(self, socket):
        self.socket, self.last_request, self.received, self.raw, self.known = socket, 0, [], [], {}
        self.frames = []  # types of messages that came together
        self._waiting = []  # messages that came together with the last one

    def send(self, type, **more):
        self.last_request += 1
        self.socket.send(json.dumps({"type": type, "request": self.last_request, **more}))
        return self.last_request

    def receive(self, timeout=60):
        if not self._waiting:
            content = json.loads(self.socket.recv(timeout))
            self._waiting = content if isinstance(content, list) else [content]
            self.frames.append([message["type"] for message in self._waiting])
        message = self._waiting.pop(0)
        self.raw.append(message)
        if message["type"] in CHANGES and (message["type"] == "whole" or self.known):  # sockets of jobs have others
            message = self._completed(message)
        self.received.append(message)
        return message

    def _completed(self, message):
        if message["type"] == "whole":
            self.known = message
            return message
        if message["type"] == "moved":
            change = {"now": message["after"] or self.known["now"], "moves": [message["move"]]}
        else:
            change = {**message, "now": message["now"] or self.known["now"], "moves": []}
        self.known = {**self.known, **change}
        return {**self.known, "type": message["type"]}

    def until(self, wanted):
        """Wait for a message of a type, or one that fulfils a condition."""
        fits = wanted if callable(wanted) else lambda message: message["type"] == wanted
        while not fits(message := self.receive()):
            pass
        return message

    def ask(self, type, **more):
        """Send a message and wait for its response."""
        number = self.send(type, **more)
        return self.until(lambda message: message.get("request", -1) == number)

    def my_turn(self):
        """Wait until this seat is to move or the game is over; return the last message about the game."""
        if not self.received:
            self.receive()
        while True:
            last = next(message for message in reversed(self.received) if message["type"] in CHANGES)
            if last["state"] != "playing" or last["now"]["legal"]:
                return last
            self.receive()

    def play_to_end(self, choose=lambda legal: legal[0]):
        """Make the moves of this seat until the game is over; return the last message about the whole session."""
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
        server = prepare(str(folder), 0, **options)
        self.folder = folder
        self.host = f"127.0.0.1:{server.listening.getsockname()[1]}"
        self.auth, self.session_manager = server.app, server.app.app.state.session_manager
        self._server = make_server(server)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [server.listening]})
        self._thread.start()
        tokens = server.app.tokens
        self.owner = Client(self, tokens["owner"])
        self.guest = Client(self, tokens.get("guest", ""))

    def wait(self):
        """Wait until finished games are on disk."""
        while any(live._is_storing for live in self.session_manager._live.values()):
            time.sleep(0.01)

    def stop(self):
        self._server.should_exit = True
        self._thread.join()


class KillableStudio:
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


class SlowBot:
    """A bot that searches until `enough` is set."""

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
def example_games():
    """Register the example games by name."""
    with registered_game(auction.game), registered_game(magpies.game):
        yield


@pytest.fixture
def open_studio(tmp_path):
    """Start servers on one empty folder, one after another."""
    opened = []

    def start(**options):
        for server in opened:
            server.stop()
        opened[:] = [Studio(tmp_path, **options)]
        return opened[0]

    yield start
    for server in opened:
        server.stop()


@pytest.fixture(scope="module")
def studio(tmp_path_factory):
    """One server for all tests of a module."""
    opened = Studio(tmp_path_factory.mktemp("studio"))
    yield opened
    opened.stop()


@pytest.fixture
def owner(studio):
    return studio.owner


@pytest.fixture
def low_rate_limits(monkeypatch):
    """Sockets are closed after few messages; the value is a number of messages that is too many."""
    monkeypatch.setattr(websocket_io, "MESSAGES", (0.01, 100.0))
    monkeypatch.setattr(websocket_io, "EXCESS_MESSAGES", (0.01, 10.0))
    return 120


@pytest.fixture
def custom_bots(monkeypatch):
    """Bots of a test, by the name under which a session can use them."""
    known = {}

    def load(game, text, permissions, turn_seconds=None):
        return known[text] if text in known else load_compiled_bot(game, text)

    monkeypatch.setattr(session_manager, "load_permitted_bot", load)
    monkeypatch.setattr(session_socket, "load_permitted_bot", load)
    return known
