"""Uses of Ludus by the pins: commands, addresses of the Studio, and fields of their output.

A change of the command line changes only this module; a change of the Python API changes only `inside.py`.
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


# --- commands, as lists of arguments ---------------------------------------------------------------------------------


def match(
    game: str, bots: Sequence[str], games: int, options: Sequence[str], flags: Sequence[str], replay: str
) -> list[str]:
    """Play a match and save its first game to `replay`; a match from a position has no replay."""
    option_flags = [word for option in options for word in ("-o", option)]
    replay_flags = [] if "--from" in flags else ["--save-replay", replay]
    return ["match", game, *bots, "-n", str(games), *SEED, *ONE_THREAD, "--json", *option_flags, *flags, *replay_flags]


def replay(file: str, *flags: str) -> list[str]:
    return ["replay", file, *flags]


def save_replay(game: str, bots: Sequence[str], options: Sequence[str], number: int, file: str) -> list[str]:
    option_flags = [word for option in options for word in ("-o", option)]
    return ["match", game, *bots, "-n", "0", *SEED, *option_flags, "--save-replay", file, "--game", str(number)]


def make(game: str, flags: Sequence[str], to: str) -> list[str]:
    return ["make", game, *flags, *SEED, *ONE_THREAD, "--to", to]


def inspect(game: str, arguments: Sequence[str]) -> list[str]:
    return ["inspect", game, *arguments, *SEED, *ONE_THREAD, "--json"]


def run_study(study: str, settings: Sequence[str], to: str) -> list[str]:
    setting_flags = [word for setting in settings for word in ("--set", setting)]
    return ["run", study, "--preset", "quick", *setting_flags, "--out", to, *ONE_PLACE]


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
STUDIO_TOURNAMENT, STUDIO_LEVEL, STUDIO_RECORDING = "/api/tournaments/", "/api/levels/", "/api/study/"


# Content of the Studio folder of the corpus: for each game a session of bots and a session that waits for a person;
# jobs; uploads.
STUDIO_SESSIONS = (
    ("locm", [{"bot": "greedy"}, {"bot": "random"}], [{"bot": "baseline1"}, {"bot": None}]),
    ("dominion", [{"bot": "earl"}, {"bot": "drew"}], [{"bot": "big-money"}, {"bot": None}]),
    ("tribute", [{"bot": "decision-tree"}, {"bot": "random"}], [{"bot": "max-prestige"}, {"bot": None}]),
    ("delve", [{"bot": "greedy-card"}], [{"bot": None}]),
)
STUDIO_JOBS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("/api/design/delve/inspect", {"content": ["bad"], "games": 40, "seed": 5}),
    ("/api/design/delve/make", {"asks": {"nodes": "6", "generations": "2", "untuned": "true"}, "games": 40, "seed": 5}),
    ("/api/tournaments", {"game": "locm", "players": ["random", "baseline1", "greedy"], "games": 20, "seed": 3}),
)
STUDIO_UPLOADS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("/api/content", {"name": "web.toml", "file": "corpus/content/web.toml"}),
    ("/api/levels", {"file": "corpus/content/yard.level"}),
    ("/api/levels/replays", {"file": "corpus/replays/platformer.json"}),
    ("/api/bots", {"name": "mine", "game": "locm", "kind": "lines", "code": "python lines.py"}),
    ("/api/study", {"player": "Ann"}),
)


def session_socket(session: str, key: str) -> str:
    return f"/socket/tables/{session}" + (f"?key={key}" if key else "")


def session_replay(session: str) -> str:
    return f"/api/tables/{session}/replay"


def session_picture(session: str, ply: int) -> str:
    return f"/api/tables/{session}/picture?ply={ply}"


def level_run(level: str, run: str) -> str:
    return f"/api/levels/{level}/runs/{run}"


def job_socket(job: str) -> str:
    return f"/socket/work/{job}"


# --- output and files of the commands --------------------------------------------------------------------------------

TABLES = "tables"  # folder of tables in a run folder
NOT_COMPARED = (
    "kept/",
    "checkpoints/",
    "tables/",
    "events.jsonl",
    "report.html",
    "versions.json",
    ".",
)  # in a run folder
PICTURES = (".svg", ".png", ".html")
STUDIO = "studio"  # folder of the Studio next to the runs
TOURNAMENT_PLAN, TOURNAMENT_GAMES = "tournament.json", "games.csv"
RUN_EVENTS, RUN_CHECKPOINTS = "events.jsonl", "checkpoints"
RUN_SOURCES = (
    "kept",
    "config.toml",
    "versions.json",
    "events.jsonl",
)  # of a run; `ludus report` computes the rest from them
UNFINISHED_ORDER = ".unfinished/order.json"  # order in the checkpoint of `ludus make`
RUN_STATES = ("finished", "stopped", "running", "damaged", "unreadable")
NO_RESULT = (
    "events.jsonl",
    "index.sqlite",
    ".html",
    ".png",
    ".lock",
)  # files that contain times or depend on the machine


def match_outcomes(output: str, replay: Path) -> dict[str, Any]:
    """Return digests of the outcomes of a match, of the moves of one game and of the content, and the main results."""
    result = json.loads(output)
    return {
        "moves": digest("\n".join(json.loads(replay.read_bytes())["moves"]).encode()) if replay.exists() else None,
        "outcomes": result["results"],
        "content": result["content"],
        "games": result["games"],
        "shares": [player["share"]["value"] for player in result["players"]],
        "length": result["length"]["value"],
        "endings": {reason: count for reason, count in result["endings"].items() if count},
        "faults": [player["faults"] for player in result["players"]],
    }


def count_moves(replay: Path) -> int:
    """Count the moves in a replay file; in games in real time, a text that begins with a count means equal moves."""
    data = json.loads(replay.read_bytes())
    return len(data["moves"]) if data["ludus"] == 1 else sum(int(text.split(" ")[0]) for text in data["moves"])


def run_states(output: str) -> dict[str, str]:
    """Return the state of each run from the output of `ludus runs`."""
    rows = [line.split() for line in output.splitlines()]
    return {row[0].rpartition("/")[2]: word for row in rows for word in row if word in RUN_STATES}


def run_progress(events: str, evolution: str) -> int:
    """Count the generations of an evolution in the log of a run, or the stored results if `evolution` is empty."""
    entries = [json.loads(line) for line in events.splitlines() if line.endswith("}")]
    if not evolution:
        return sum(event["what"] == "kept" for event in entries)
    return sum(event["what"] == "generation" and event["name"] == evolution for event in entries)


def without_times(output: str) -> Any:
    """Decode the JSON output of a command, without fields that depend on the machine or the release."""
    data = json.loads(output)
    if isinstance(data, dict):
        for name in ("timing", "folder", "ludus", "games_digest"):
            data.pop(name, None)
    return data


# --- run commands ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Answer:
    """Exit code and output of a command."""

    code: int
    out: str
    err: str

    @property
    def error(self) -> str:
        """Exit code and last line of the output of a command that failed."""
        lines = [line for line in (self.err + self.out).splitlines() if line.strip()]
        return f"exit code {self.code}: {lines[-1][:300] if lines else 'no output'}"


class Failed(Exception):
    """A command failed that should succeed."""


@dataclass(frozen=True)
class Product:
    """An installed Ludus. All its commands run in one work folder and use relative paths."""

    ludus: Path
    work: Path
    inside: Path = HERE / "inside.py"

    @property
    def python(self) -> Path:
        return self.ludus.with_name("python")

    def environment(self, **more: str) -> dict[str, str]:
        """Return the environment variables of a command."""
        inherited = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PINS_STREAMS")}
        path = f"{self.ludus.parent}{os.pathsep}{inherited.get('PATH', '')}"
        return inherited | {"PATH": path, "COLUMNS": "200", "PYTHONHASHSEED": "0", "NO_COLOR": "1"} | more

    def call(self, arguments: Sequence[str], **environment: str) -> Answer:
        """Run a command in its own process."""
        result = subprocess.run(
            [self.ludus, *arguments], cwd=self.work, env=self.environment(**environment), capture_output=True, text=True
        )
        return Answer(result.returncode, result.stdout, result.stderr)

    def begin(self, arguments: Sequence[str]) -> subprocess.Popen[str]:
        """Start a command and leave it running."""
        return subprocess.Popen(
            [self.ludus, *arguments],
            cwd=self.work,
            env=self.environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def call_all(self, commands: Sequence[Sequence[str]]) -> Iterator[Answer]:
        """Run commands one after another in one process, which is faster than one process for each."""
        for answer in self.ask("commands", list(commands)):
            yield Answer(answer["code"], answer["out"], answer["err"])

    def ask(self, task: str, requests: Sequence[Any]) -> Iterator[Any]:
        """Run a task of `inside.py` for each request, in the Python of this Ludus, and yield the answers.

        Raises:
            Failed: the process stopped before the last answer.
        """
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
            process.stdin.write(json.dumps(list(requests)))
            process.stdin.close()
            count = 0
            for line in process.stdout:
                yield json.loads(line)
                count += 1
        if process.returncode or count != len(requests):
            raise Failed(
                f"{self.inside} {task}: exited with {process.returncode} after {count} of {len(requests)} answers"
            )
