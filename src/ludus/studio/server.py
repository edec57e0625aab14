"""Web server of the Studio: the application behind its authentication, on a port of this machine."""

from __future__ import annotations

import errno
import logging
import socket
from dataclasses import dataclass
from typing import Any

import uvicorn

from ludus.studio.app import make_app
from ludus.studio.auth import AuthMiddleware, Role
from ludus.studio.file_paths import StudioPaths
from ludus.studio.rate_limits import LARGEST_MESSAGE
from ludus.util.errors import OptionError

LOOPBACK = "127.0.0.1"
SHUTDOWN_SECONDS = 3  # for open connections at shutdown


@dataclass(frozen=True)
class BoundServer:
    """Listening socket of the server, and the links that lead to it."""

    listening: socket.socket
    hosts: list[str]
    links: dict[Role, str]
    app: Any


def prepare(folder: str, port: int, share: str | None = None, uploads: bool = False) -> BoundServer:
    """Bind the port without serving yet.

    Args:
        folder: The folder of the Studio.
        port: The port; 0 for any free one.
        share: Address under which guests reach this machine; None: listen on the loopback interface only.
        uploads: Whether uploaded bots and commands may play.

    Raises:
        OptionError: If the port cannot be used.
    """
    paths = StudioPaths(folder)
    listening = _listen("0.0.0.0" if share is not None else LOOPBACK, port)
    port = listening.getsockname()[1]
    hosts = [f"{LOOPBACK}:{port}", f"localhost:{port}"]
    tokens: dict[Role, str] = {"owner": paths.token()}
    links: dict[Role, str] = {"owner": f"http://{LOOPBACK}:{port}/?token={tokens['owner']}"}
    shared = ""
    if share is not None:
        hosts.append(f"{share}:{port}")
        tokens["guest"] = paths.token("guest-token")
        shared = links["guest"] = f"http://{share}:{port}/?token={tokens['guest']}"
    app = make_app(paths, uploads, shared)
    return BoundServer(listening, hosts, links, AuthMiddleware(app, hosts, tokens, f"ludus-studio-{port}"))


def serve(server: BoundServer) -> None:
    """Serve until the process is interrupted."""
    make_server(server).run(sockets=[server.listening])


def make_server(server: BoundServer) -> uvicorn.Server:
    """Create the server without running it, for callers that stop it themselves."""
    config = uvicorn.Config(
        server.app,
        log_level="warning",
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=LARGEST_MESSAGE,
        ws_ping_interval=20.0,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        server_header=False,
        date_header=False,
    )
    logging.getLogger("uvicorn.error").addFilter(_is_server_error)
    return uvicorn.Server(config)


def reachable_address() -> str:
    """Address of this machine in the local network. Nothing is sent to determine it.

    Raises OptionError if the machine is in no network.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a reserved test address that belongs to no machine
            return str(probe.getsockname()[0])
        except OSError:
            raise OptionError("this machine is in no network, so no guest could join; leave out --share") from None


def _is_server_error(record: logging.LogRecord) -> bool:
    """Log filter: drops errors of clients that send invalid UTF-8, which would fill the log."""
    return record.exc_info is None or not isinstance(record.exc_info[1], UnicodeDecodeError)


def _listen(address: str, port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((address, port))
    except OSError as error:
        listening.close()
        taken = "; perhaps a Studio is running already: use its page" if error.errno == errno.EADDRINUSE else ""
        other = ", or choose another port" if taken else "; choose another one"
        raise OptionError(f"port {port} cannot be used ({error.strerror}){taken}{other} with --port") from None
    listening.listen(128)
    return listening
