"""Bots for tests of --keep: what they remember, and what they try."""

import json
import os
import socket
import time

import ludus


def read(name, default):
    if not os.path.exists(name):
        return default
    with open(name) as file:
        return json.load(file)


class Counting(ludus.Bot):
    """Counts its objects, games and hooks, and says what it finds."""

    def __init__(self):
        self.games = self.ends = 0
        self.first_seat = self.seat

    def begin(self):
        self.games += 1

    def choose(self, turn):
        if self.options.get("crash") == self.games:
            raise RuntimeError("I crash")
        if self.options.get("hang") == self.games:
            time.sleep(1000)
        return turn.moves[0]

    def end(self, result):
        self.ends += 1
        stored = read("memory.json", 0)
        with open("memory.json", "w") as file:
            json.dump(stored + 1, file)
        facts = {"games": self.games, "ends": self.ends, "stored": stored, "seat": self.seat, "last": self.last.seat}
        self.log(json.dumps(facts))
        if self.options.get("bad_end"):
            raise RuntimeError("not at the end")


class Remembers(ludus.Bot):
    """Knows a deal again if it sees one twice, by all that it saw of it."""

    def begin(self):
        self.seen = read("deals.json", [])
        self.new = True

    def choose(self, turn):
        key = json.dumps(turn.view.get("offer", turn.view))  # the cards of a draft
        if self.new and key in self.seen:
            self.log("SEEN BEFORE")
        self.new = False
        self.seen.append(key)
        with open("deals.json", "w") as file:
            json.dump(self.seen, file)
        return turn.moves[0]


class Fills(ludus.Bot):
    """Fills its folder until nothing more fits."""

    def begin(self):
        try:
            for number in range(1000):
                with open(f"block-{number}", "wb") as file:
                    file.write(bytes(1 << 20))
        except OSError as error:
            self.log(f"full: {error.strerror}")

    def choose(self, turn):
        return turn.moves[0]


class Links(ludus.Bot):
    """Leaves links that lead out of its folder."""

    def begin(self):
        home = os.path.expanduser("~")
        for name, target in (("passwd", "/etc/passwd"), ("etc", "/etc"), ("up", "../../..")):
            if not os.path.lexists(f"{home}/{name}"):
                os.symlink(target, f"{home}/{name}")
        with open(f"{home}/plain.txt", "w") as file:
            file.write("plain")

    def choose(self, turn):
        return turn.moves[0]


class Parent(ludus.Bot):
    """Has a child that lives on between games and tells it how old it is."""

    child = 0

    def begin(self):
        if not self.child:
            self.end_of_line, other = os.pipe()
            self.child = os.fork()
            if self.child == 0:
                while True:
                    os.write(other, b".")
                    time.sleep(0.01)
        time.sleep(0.1)
        self.log(json.dumps({"alive": len(os.read(self.end_of_line, 4096)) > 0, "child": self.child}))

    def choose(self, turn):
        return turn.moves[0]


class Talks(ludus.Bot):
    """Answers before it is asked, to get out of step."""

    def end(self, result):
        socket.socket(fileno=os.dup(3)).sendall(b"\x05\x00\x00\x00hello")

    def choose(self, turn):
        return turn.moves[0]
