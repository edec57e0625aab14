"""A studio in a process of its own, and somebody who does something with its page in headless Chromium."""

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
PATIENCE = 300  # seconds for a scenario


def what_is_missing():
    """Why the page cannot be tried out here; empty if it can."""
    if not CHROMIUM:
        return "no Chromium found: install Debian's package chromium, or name one in CHROMIUM"
    if not shutil.which("node"):
        return "no Node found: the browser is driven by it"
    if (
        not (ROOT / "studio/node_modules/playwright-core").is_dir()
        or not (ROOT / "src/ludus/studio/page/index.html").is_file()
    ):
        return "the page is not built: run make page"
    return ""


class Studio:
    """`ludus studio` in a process of its own, always on the same port and folder."""

    def __init__(self, folder, *options, share=False):
        # Kept for as long as this is: nobody else gets the port while no server has it. Servers may share it with who
        # only holds it, where the system allows that.
        self.hold = socket.socket()
        self.hold.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.hold.bind(("127.0.0.1", 0))
        self.port = self.hold.getsockname()[1]
        if sys.platform != "linux":
            self.hold.close()
        command = [str(HERE / "shared.py")] if share else ["-m", "ludus", "studio", "--no-browser", *options]
        command += [str(self.port), str(folder)] if share else ["--port", str(self.port), "--folder", str(folder)]
        self.command = [sys.executable, *command]
        self.folder, self.process, self.link, self.guest_link = folder, None, None, None
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, text=True)
        told = []
        while "Ctrl-C" not in (line := self.process.stdout.readline()):
            assert line, f"the studio has ended before it began to serve: {told}"
            told.append(line)
        self.link, *others = (line.split()[-1] for line in told)
        self.guest_link = others[0] if others else None

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def close(self):
        self.kill()
        self.hold.close()


def scenario(studio, name, *words, hear=None, script="scenarios.mjs", patience=PATIENCE, link=None):
    """What somebody found who did this with the page; `hear` answers to lines that come before the last one.

    Whoever takes longer than `patience` is stopped, and what they said so far is told.
    """
    command = ["node", str(HERE / script), name, link or studio.link, *words]
    environment = {**os.environ, "CHROMIUM": CHROMIUM}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=environment) as process:
        late = threading.Event()

        def stop():
            late.set()
            process.kill()

        timer = threading.Timer(patience, stop)
        timer.start()
        try:
            lines = []
            for line in iter(process.stdout.readline, "") if hear else ():
                lines.append(line)
                if answer := hear(line.strip()):
                    process.stdin.write(answer)
                    process.stdin.flush()
            rest, errors = process.communicate()
        finally:
            timer.cancel()
            process.kill()
        told = [*lines, *rest.splitlines()]
        assert not late.is_set(), f"{name} {' '.join(words)}: no end after {patience} s; it said {told[-5:]} {errors}"
        assert process.returncode == 0, errors
        return json.loads(told[-1])
