"""`ludus studio` from the command line."""

import socket
import subprocess
import sys

from tests.messages import missing


def test_a_port_that_is_taken_is_named(refused, tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = refused("studio", "--no-browser", "--port", port, "--folder", tmp_path)
        assert not missing(said, f"port {port} cannot be used", "a Studio is running already", "--port")


def test_it_prints_its_link_and_ends_when_it_is_stopped(tmp_path):
    command = [sys.executable, "-m", "ludus", "studio", "--no-browser", "--port", "0", "--folder", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        link = process.stdout.readline()
        process.terminate()
        process.wait(60)
    token = (tmp_path / "studio" / "token").read_text()
    assert link.startswith("Ludus Studio: http://127.0.0.1:")
    assert link.endswith(f"/?token={token}\n")
