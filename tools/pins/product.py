"""What the pins use of Ludus: its commands, and the fields of what they print.

A change of the command line is followed here and nowhere else; a change of the Python interface in `inside.py`.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.pins.compare import digest

HERE = Path(__file__).parent
SEED, ONE_THREAD, ONE_PLACE = ("--seed", "7"), ("--threads", "1"), ("--place", "threads:1")


# --- commands, as lists of words -------------------------------------------------------------------------------------


def match(
    game: str, bots: Sequence[str], games: int, options: Sequence[str], flags: Sequence[str], replay: str
) -> list[str]:
    """The first game is also kept move by move, in the file `replay`; a match from a position has no replays."""
    given = [word for option in options for word in ("-o", option)]
    saved = [] if "--from" in flags else ["--save-replay", replay]
    return ["match", game, *bots, "-n", str(games), *SEED, *ONE_THREAD, "--json", *given, *flags, *saved]


def replay(file: str, *flags: str) -> list[str]:
    return ["replay", file, *flags]


def save_replay(game: str, bots: Sequence[str], options: Sequence[str], number: int, file: str) -> list[str]:
    given = [word for option in options for word in ("-o", option)]
    return ["match", game, *bots, "-n", "0", *SEED, *given, "--save-replay", file, "--game", str(number)]


def make(game: str, words: Sequence[str], to: str) -> list[str]:
    return ["make", game, *words, *SEED, *ONE_THREAD, "--to", to]


def inspect(game: str, words: Sequence[str]) -> list[str]:
    return ["inspect", game, *words, *SEED, *ONE_THREAD, "--json"]


def run_study(study: str, settings: Sequence[str], to: str) -> list[str]:
    given = [word for setting in settings for word in ("--set", setting)]
    return ["run", study, "--preset", "quick", *given, "--out", to, *ONE_PLACE]


def resume(run: str) -> list[str]:
    return ["resume", run, "--anyway", *ONE_PLACE]


def report(run: str) -> list[str]:
    return ["report", run]


def list_runs(folder: str) -> list[str]:
    return ["runs", folder]


def tournament(game: str, bots: Sequence[str], games: int, flags: Sequence[str], to: str) -> list[str]:
    return ["tournament", game, *bots, "-n", str(games), *SEED, *ONE_THREAD, *flags, "--out", to, "--json"]


def resume_tournament(folder: str) -> list[str]:
    return ["tournament", "--resume", folder, *ONE_THREAD, "--json"]


def studio(folder: str) -> list[str]:
    return ["studio", "--no-browser", "--uploads", "--port", "0", "--folder", folder]


# --- addresses of the Studio -----------------------------------------------------------------------------------------

STUDIO_LISTS = tuple(f"/api/{name}" for name in "tables work tournaments runs content levels bots study".split())
STUDIO_TOURNAMENT, STUDIO_LEVEL, STUDIO_SESSION = "/api/tournaments/", "/api/levels/", "/api/study/"


# What a Studio folder of the corpus holds: for each game a table of bots and one that waits for a person; work; posts.
STUDIO_TABLES = (
    ("locm", [{"bot": "greedy"}, {"bot": "random"}], [{"bot": "baseline1"}, {"bot": None}]),
    ("dominion", [{"bot": "earl"}, {"bot": "drew"}], [{"bot": "big-money"}, {"bot": None}]),
    ("tribute", [{"bot": "decision-tree"}, {"bot": "random"}], [{"bot": "max-prestige"}, {"bot": None}]),
    ("delve", [{"bot": "greedy-card"}], [{"bot": None}]),
)
STUDIO_ORDERS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("/api/design/delve/inspect", {"content": ["bad"], "games": 40, "seed": 5}),
    ("/api/design/delve/make", {"asks": {"nodes": "6", "generations": "2", "untuned": "true"}, "games": 40, "seed": 5}),
    ("/api/tournaments", {"game": "locm", "players": ["random", "baseline1", "greedy"], "games": 20, "seed": 3}),
)
STUDIO_POSTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("/api/content", {"name": "web.toml", "file": "corpus/content/web.toml"}),
    ("/api/levels", {"file": "corpus/content/yard.level"}),
    ("/api/levels/replays", {"file": "corpus/replays/platformer.json"}),
    ("/api/bots", {"name": "mine", "game": "locm", "kind": "lines", "code": "python lines.py"}),
    ("/api/study", {"player": "Ann"}),
)


def table_socket(table: str, key: str) -> str:
    return f"/socket/tables/{table}" + (f"?key={key}" if key else "")


def table_replay(table: str) -> str:
    return f"/api/tables/{table}/replay"


def table_picture(table: str, ply: int) -> str:
    return f"/api/tables/{table}/picture?ply={ply}"


def level_run(level: str, run: str) -> str:
    return f"/api/levels/{level}/runs/{run}"


def work_socket(work: str) -> str:
    return f"/socket/work/{work}"


# --- what they print and write ---------------------------------------------------------------------------------------

TABLES = "tables"  # the folder of a run with its tables
NOT_COMPARED = ("kept/", "checkpoints/", "tables/", "events.jsonl", "report.html", "versions.json", ".")  # of a run
PICTURES = (".svg", ".png", ".html")
STUDIO = "studio"  # the Studio's own folder among the runs
TOURNAMENT_PLAN, TOURNAMENT_GAMES = "tournament.json", "games.csv"
RUN_EVENTS, RUN_CHECKPOINTS = "events.jsonl", "checkpoints"
RUN_SOURCES = ("kept", "config.toml", "versions.json", "events.jsonl")  # of a run, from which all else follows
UNFINISHED_ORDER = ".unfinished/order.json"  # what `ludus make` keeps of work under way
RUN_STATES = ("finished", "stopped", "running", "damaged", "unreadable")
NO_RESULT = ("events.jsonl", "index.sqlite", ".html", ".png", ".lock")  # files with times or the machine in them


def match_facts(printed: str, replay: Path) -> dict[str, Any]:
    """Of a match: the digests of its outcomes, of the moves of one game and of the content, and what they say."""
    found = json.loads(printed)
    return {
        "moves": digest("\n".join(json.loads(replay.read_bytes())["moves"]).encode()) if replay.exists() else None,
        "outcomes": found["results"],
        "content": found["content"],
        "games": found["games"],
        "shares": [player["share"]["value"] for player in found["players"]],
        "length": found["length"]["value"],
        "endings": {reason: count for reason, count in found["endings"].items() if count},
        "faults": [player["faults"] for player in found["players"]],
    }


def count_moves(replay: Path) -> int:
    """Of the game in a replay file; in real time equal moves are one text that begins with how many they are."""
    found = json.loads(replay.read_bytes())
    return len(found["moves"]) if found["ludus"] == 1 else sum(int(text.split(" ")[0]) for text in found["moves"])


def run_states(printed: str) -> dict[str, str]:
    """The state of each run in what `ludus runs` prints."""
    rows = [line.split() for line in printed.splitlines()]
    return {row[0].rpartition("/")[2]: word for row in rows for word in row if word in RUN_STATES}


def run_progress(events: str, evolution: str) -> int:
    """From the log of a run: generations of an evolution so far, or pieces kept so far if it has no name."""
    found = [json.loads(line) for line in events.splitlines() if line.endswith("}")]
    if not evolution:
        return sum(event["what"] == "kept" for event in found)
    return sum(event["what"] == "generation" and event["name"] == evolution for event in found)


def without_times(printed: str) -> Any:
    """The JSON of a command without what depends on the machine."""
    found = json.loads(printed)
    if isinstance(found, dict):
        for name in ("timing", "folder", "ludus"):
            found.pop(name, None)
    return found


# --- calling it ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Answer:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def trouble(self) -> str:
        """The last line of what it said, for one that failed."""
        lines = [line for line in (self.err + self.out).splitlines() if line.strip()]
        return f"exit code {self.code}: {lines[-1][:300] if lines else 'no word'}"


class Failed(Exception):
    """A command that should have worked."""


@dataclass(frozen=True)
class Product:
    """An installed Ludus. Everything it does happens in one folder, named by relative paths."""

    ludus: Path
    work: Path
    inside: Path = HERE / "inside.py"

    @property
    def python(self) -> Path:
        return self.ludus.with_name("python")

    def environment(self, **more: str) -> dict[str, str]:
        own = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PINS_STREAMS")}
        path = f"{self.ludus.parent}{os.pathsep}{own.get('PATH', '')}"
        return own | {"PATH": path, "COLUMNS": "200", "PYTHONHASHSEED": "0", "NO_COLOR": "1"} | more

    def call(self, words: Sequence[str], **environment: str) -> Answer:
        """Run a command in a process of its own."""
        done = subprocess.run(
            [self.ludus, *words], cwd=self.work, env=self.environment(**environment), capture_output=True, text=True
        )
        return Answer(done.returncode, done.stdout, done.stderr)

    def begin(self, words: Sequence[str]) -> subprocess.Popen[str]:
        """Start a command and leave it running."""
        return subprocess.Popen(
            [self.ludus, *words],
            cwd=self.work,
            env=self.environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def call_all(self, commands: Sequence[Sequence[str]]) -> Iterator[Answer]:
        """Run commands one after another in one process, which saves the start of each."""
        for found in self.ask("commands", list(commands)):
            yield Answer(found["code"], found["out"], found["err"])

    def ask(self, task: str, orders: Sequence[Any]) -> Iterator[Any]:
        """Let `inside.py` do a task for each order, in the Python of this Ludus; an answer each."""
        process = subprocess.Popen(
            [self.python, self.inside, task],
            cwd=self.work,
            env=self.environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        with process:
            process.stdin.write(json.dumps(list(orders)))
            process.stdin.close()
            count = 0
            for line in process.stdout:
                yield json.loads(line)
                count += 1
        if process.returncode or count != len(orders):
            raise Failed(f"{self.inside} {task}: ended with {process.returncode} after {count} of {len(orders)}")
