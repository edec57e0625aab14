"""A Studio server on a folder of the corpus, and its responses about that folder."""

from __future__ import annotations

import http.client
import json
import os
import signal
from pathlib import Path
from typing import Any, Self

from tools.pins import product
from tools.pins.product import Failed, Product


class Server:
    """A process of `ludus studio` on a folder; it is killed at the end of the `with` block."""

    def __init__(self, ludus: Product, folder: str) -> None:
        self._process = ludus.begin(product.studio(folder))
        assert self._process.stdout is not None
        link = self._process.stdout.readline().split()
        if not link or "token=" not in link[-1]:
            raise Failed("the Studio does not start")
        self._host, self._token = link[-1].split("/")[2], link[-1].partition("token=")[2]
        while "Ctrl-C" not in (line := self._process.stdout.readline()):
            if not line:
                raise Failed("the Studio does not report that it is ready")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self.kill()

    def kill(self) -> None:
        os.kill(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def request(self, path: str, body: Any = None, method: str = "") -> str:
        """Send an HTTP request and return the text of the response; with a `body` the method is POST."""
        headers = {"Authorization": f"Bearer {self._token}", "Origin": f"http://{self._host}"}
        connection = http.client.HTTPConnection(self._host, timeout=120)
        try:
            data = None if body is None else json.dumps(body).encode()
            connection.request(method or ("GET" if body is None else "POST"), path, data, headers)
            response = connection.getresponse()
            text = response.read().decode()
        finally:
            connection.close()
        if response.status != 200:
            raise Failed(f"{path}: {response.status} {text[:200]}")
        return text

    def receive(self, path: str, containing: str = "") -> str:
        """Return the first message of a WebSocket that contains a text."""
        from websockets.sync.client import connect
        from websockets.typing import Origin

        headers = {"Authorization": f"Bearer {self._token}"}
        address, origin = f"ws://{self._host}{path}", Origin(f"http://{self._host}")
        with connect(address, origin=origin, additional_headers=headers) as socket:
            while True:
                message = str(socket.recv(120))
                if containing in message:
                    return message


def studio_responses(server: Server, folder: Path) -> dict[str, str]:
    """Return the responses and WebSocket messages of a server about everything in its folder."""
    own = folder / product.STUDIO
    responses = {path: server.request(path) for path in product.STUDIO_LISTS}
    for session in _names(own / "tables"):
        keys = json.loads((own / "tables" / session / "table.json").read_bytes())["keys"]
        key = next((key for key in keys if key), "")
        responses[f"table {session}"] = server.receive(product.session_socket(session, key))
        if not key:
            responses[f"replay of {session}"] = server.request(product.session_replay(session))
            responses[f"picture of {session}"] = json.dumps(server.request(product.session_picture(session, 3)))
    for job in _names(own / "work"):
        if job.count(".") == 1:
            responses[f"work {job}"] = server.receive(product.job_socket(job.partition(".")[0]))
    for name in _names(own / "tournaments"):
        responses[f"tournament {name}"] = server.request(product.STUDIO_TOURNAMENT + name)
    for level in sorted((own / "levels").iterdir()):
        if any(level.iterdir()):
            responses[f"level {level.name}"] = server.request(product.STUDIO_LEVEL + level.name)
            for run in sorted(level.glob("runs/*.json")):
                responses[f"run of {level.name}"] = server.request(product.level_run(level.name, run.stem))
    for recording in _names(own / "study"):
        responses[f"session {recording}"] = server.request(product.STUDIO_RECORDING + recording)
    return responses


def _names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir()) if folder.is_dir() else []
