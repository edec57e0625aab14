"""A Studio server over a folder, asked what it finds there."""

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
    """`ludus studio` over a folder, until the end of a `with` block."""

    def __init__(self, ludus: Product, folder: str) -> None:
        self._process = ludus.begin(product.studio(folder))
        assert self._process.stdout is not None
        link = self._process.stdout.readline().split()
        if not link or "token=" not in link[-1]:
            raise Failed("the Studio does not start")
        self._host, self._token = link[-1].split("/")[2], link[-1].partition("token=")[2]
        while "Ctrl-C" not in (line := self._process.stdout.readline()):
            if not line:
                raise Failed("the Studio does not say that it is ready")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self.kill()

    def kill(self) -> None:
        os.kill(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def ask(self, path: str, body: Any = None, method: str = "") -> str:
        """The text of an answer; a `body` is posted."""
        headers = {"Authorization": f"Bearer {self._token}", "Origin": f"http://{self._host}"}
        connection = http.client.HTTPConnection(self._host, timeout=120)
        try:
            data = None if body is None else json.dumps(body).encode()
            connection.request(method or ("GET" if body is None else "POST"), path, data, headers)
            answer = connection.getresponse()
            text = answer.read().decode()
        finally:
            connection.close()
        if answer.status != 200:
            raise Failed(f"{path}: {answer.status} {text[:200]}")
        return text

    def hear(self, path: str, ends: str = "") -> str:
        """The first message on a socket; or the first that has the word `ends` in it."""
        from websockets.sync.client import connect
        from websockets.typing import Origin

        headers = {"Authorization": f"Bearer {self._token}"}
        address, origin = f"ws://{self._host}{path}", Origin(f"http://{self._host}")
        with connect(address, origin=origin, additional_headers=headers) as socket:
            while True:
                message = str(socket.recv(120))
                if ends in message:
                    return message


def studio_facts(server: Server, folder: Path) -> dict[str, str]:
    """What a server tells of everything in its folder, by where it tells it; messages of sockets included."""
    own = folder / product.STUDIO
    found = {path: server.ask(path) for path in product.STUDIO_LISTS}
    for table in _names(own / "tables"):
        key = next((key for key in json.loads((own / "tables" / table / "table.json").read_bytes())["keys"] if key), "")
        found[f"table {table}"] = server.hear(product.table_socket(table, key))
        if not key:
            found[f"replay of {table}"] = server.ask(product.table_replay(table))
            found[f"picture of {table}"] = json.dumps(server.ask(product.table_picture(table, 3)))
    for work in _names(own / "work"):
        if work.count(".") == 1:
            found[f"work {work}"] = server.hear(product.work_socket(work.partition(".")[0]))
    for name in _names(own / "tournaments"):
        found[f"tournament {name}"] = server.ask(product.STUDIO_TOURNAMENT + name)
    for folder in sorted((own / "levels").iterdir()):
        if any(folder.iterdir()):
            found[f"level {folder.name}"] = server.ask(product.STUDIO_LEVEL + folder.name)
            for run in sorted(folder.glob("runs/*.json")):
                found[f"run of {folder.name}"] = server.ask(product.level_run(folder.name, run.stem))
    for session in _names(own / "study"):
        found[f"session {session}"] = server.ask(product.STUDIO_SESSION + session)
    return found


def _names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir()) if folder.is_dir() else []
