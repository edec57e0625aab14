"""A Studio in its own process, and scenarios that use its page in headless Chromium."""

import json
import os
import shutil
import socket
import subprocess
import sys
import threading
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
TIMEOUT = 300  # seconds for a scenario


def missing_dependency():
    """Return why the page cannot be tested on this machine; empty if it can."""
    if not CHROMIUM:
        return "no Chromium found: install Debian's package chromium, or set CHROMIUM to its path"
    if not shutil.which("node"):
        return "no Node found: it controls the browser"
    if (
        not (ROOT / "studio/node_modules/playwright-core").is_dir()
        or not (ROOT / "src/ludus/studio/page/index.html").is_file()
    ):
        return "the page is not built: run make page"
    return ""


class Studio:
    """`ludus studio` in its own process, always on the same port and folder."""

    def __init__(self, folder, *options, share=False):
        # This socket stays open, so that no other program gets the port while no server runs. On Linux, a server may
        # bind the port of a socket that is bound but does not listen.
        self.port_holder = socket.socket()
        self.port_holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.port_holder.bind(("127.0.0.1", 0))
        self.port = self.port_holder.getsockname()[1]
        if sys.platform != "linux":
            self.port_holder.close()
        command = [str(HERE / "shared.py")] if share else ["-m", "ludus", "studio", "--no-browser", *options]
        command += [str(self.port), str(folder)] if share else ["--port", str(self.port), "--folder", str(folder)]
        self.command = [sys.executable, *command]
        self.folder, self.process, self.link, self.guest_link = folder, None, None, None
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, text=True)
        output = []
        while "Ctrl-C" not in (line := self.process.stdout.readline()):
            assert line, f"the Studio stopped before it was ready: {output}"
            output.append(line)
        self.link, *others = (line.split()[-1] for line in output)
        self.guest_link = others[0] if others else None

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def close(self):
        self.kill()
        self.port_holder.close()


def scenario(studio, name, *args, on_line=None, script="scenarios.mjs", timeout=TIMEOUT, link=None):
    """Run a scenario in the browser and return its result, the last line of its output.

    `on_line` is called with each line before the last one; its result is sent to the scenario. A scenario is stopped
    after `timeout` seconds.
    """
    command = ["node", str(HERE / script), name, link or studio.link, *args]
    environment = {**os.environ, "CHROMIUM": CHROMIUM}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=environment) as process:
        timed_out = threading.Event()

        def stop():
            timed_out.set()
            process.kill()

        timer = threading.Timer(timeout, stop)
        timer.start()
        try:
            lines = []
            for line in iter(process.stdout.readline, "") if on_line else ():
                lines.append(line)
                if answer := on_line(line.strip()):
                    process.stdin.write(answer)
                    process.stdin.flush()
            rest, errors = process.communicate()
        finally:
            timer.cancel()
            process.kill()
        output = [*lines, *rest.splitlines()]
        assert not timed_out.is_set(), (
            f"{name} {' '.join(args)}: not finished after {timeout} s; last output: {output[-5:]} {errors}"
        )
        assert process.returncode == 0, errors
        return json.loads(output[-1])
