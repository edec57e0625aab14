"""The plan of a tournament: its digest, the files of its bots, its game, and the plans before it was extended.

A tournament that was extended by games or bots keeps under `earlier`, for every plan before the present one:

    rows           rows of games.csv that were played by it
    games_digest   the digest of the last of them, which was published then
    plan_digest    the digest of that plan
    was            the values that were different then
    new            names of values that the plan did not have then
"""

from __future__ import annotations

import hashlib
import json
import os
import shlex
import shutil
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from ludus.bots.lookup import COMMAND_PREFIX, JSON_LINES_PREFIX, PYTHON_BOT_PATTERN
from ludus.core.game import Game
from ludus.core.game_files import game_file
from ludus.core.game_registry import game_names, load_game_by_name
from ludus.util.files import FolderError, file_errors

EARLIER, NOT_IN_DIGEST = "earlier", "versions"


def plan_digest(plan: dict[str, Any]) -> str:
    """A digest of a plan, apart from versions, on which the results should not depend."""
    fixed = {name: value for name, value in plan.items() if name != NOT_IN_DIGEST}
    return hashlib.sha256(json.dumps(fixed, sort_keys=True).encode()).hexdigest()


def plan_digests(plan: dict[str, Any]) -> tuple[str, list[tuple[int, str]]]:
    """Where the chain of digests begins, and for each later plan the number of rows before it and its digest."""
    earlier = plan.get(EARLIER, [])
    digests = [*(entry["plan_digest"] for entry in earlier), plan_digest(plan)]
    return digests[0], [(entry["rows"], digest) for entry, digest in zip(earlier, digests[1:], strict=True)]


def earlier_entry(before: dict[str, Any], after: dict[str, Any], rows: int, games_digest: str) -> dict[str, Any]:
    """What an extended tournament keeps of the plan before.

    Args:
        before: The plan so far.
        after: The new plan; its list of earlier plans may be incomplete.
        rows: Rows of games.csv so far.
        games_digest: Digest of the last of them.
    """
    skipped = (EARLIER, NOT_IN_DIGEST)
    return {
        "rows": rows,
        "games_digest": games_digest,
        "plan_digest": plan_digest(before),
        "was": {name: value for name, value in before.items() if name not in skipped and after.get(name, ...) != value},
        "new": sorted(name for name in after if name not in before and name not in skipped),
    }


def earlier_plans(plan: dict[str, Any]) -> list[dict[str, Any]]:
    """The plans before each extension, the first one first; their digests show whether they are complete.

    Raises:
        FolderError: the list of earlier plans is malformed.
    """
    check_earlier(plan)
    plans, later = list[dict[str, Any]](), plan
    for number in reversed(range(len(plan.get(EARLIER, [])))):
        entry = plan[EARLIER][number]
        later = {name: value for name, value in later.items() if name not in (*entry["new"], EARLIER)} | entry["was"]
        later |= {EARLIER: plan[EARLIER][:number]} if number else {}
        plans.insert(0, later)
    return plans


def check_earlier(plan: dict[str, Any]) -> None:
    """Raise FolderError if the list of earlier plans is malformed."""
    kinds = {"rows": int, "games_digest": str, "plan_digest": str, "was": dict, "new": list}
    entries = plan.get(EARLIER, [])
    good = isinstance(entries, list) and all(
        isinstance(entry, dict) and all(isinstance(entry.get(name), kind) for name, kind in kinds.items())
        for entry in entries
    )
    if not good or any(one["rows"] > other["rows"] for one, other in pairwise(entries)):
        raise FolderError("the list of plans before it was extended is damaged")


def source_digests(texts: Sequence[str]) -> dict[str, str]:
    """For each bot that is a Python file or a program, a digest of the files its text names.

    Args:
        texts: Texts of the bots.
    """
    digests = {}
    for text in texts:
        files = [file for file in _files(text) if os.path.isfile(file)]
        if files:
            digest = hashlib.sha256()
            for file in files:
                with file_errors(file, "read"):
                    digest.update(hashlib.sha256(file.read_bytes()).digest())
            digests[text] = digest.hexdigest()[:16]
    return digests


def named_files(texts: Sequence[str]) -> dict[str, list[str]]:
    """For each bot that is a Python file or a program, the files its text names, as it names them."""
    files = {text: [str(file) for file in _files(text) if os.path.isfile(file)] for text in texts}
    return {text: names for text, names in files.items() if names}


def game_file_digest(game: Game) -> dict[str, str]:
    """The file of a game that comes from a file, with the digest of its source."""
    origin = game_file(game)
    return {} if origin is None else {f"{origin.path.name}:{origin.variable}": origin.digest}


def load_planned_game(plan: dict[str, Any], folder: str | Path) -> Game:
    """The game of a stored plan. A plan never makes Ludus run a file: the user loads a game from a file first."""
    files = [file for file in plan.get("files", {}) if file not in plan["players"]]
    if files and plan["game"] not in game_names():
        raise FolderError(
            f"{folder}: the game {plan['game']!r} comes from a file, {files[0]}; name this file, too: "
            f"`ludus tournament {files[0]} --resume {folder}` or `--verify {folder}`, `ludus replay {folder} "
            f"--game-file {files[0]}`, `ludus publish {folder} --game-file {files[0]}`, or in Python "
            f"ludus.load_game({files[0]!r})"
        )
    return load_game_by_name(plan["game"])


def _files(text: str) -> list[Path]:
    if text.startswith((COMMAND_PREFIX, JSON_LINES_PREFIX)):
        program, *arguments = shlex.split(text.removeprefix(COMMAND_PREFIX).removeprefix(JSON_LINES_PREFIX)) or [""]
        return [Path(shutil.which(program) or program), *map(Path, arguments)]
    match = PYTHON_BOT_PATTERN.fullmatch(text)
    return [Path(match["file"])] if match else []
