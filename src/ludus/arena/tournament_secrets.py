"""Hiding the seed and the results of a tournament from its bots: its folder, and the rules files that hold the seed.

The rules of a contest usually lie in the working folder, beside the bots. They are hidden for the whole contest, and
again when it is continued or extended: the event log says where they were. Copies of them are found by their content in
the folders that an organiser works in, and copies that an editor makes by their names; others are not looked for.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from ludus.arena.contest_rules import MAX_RULES_BYTES
from ludus.arena.tournament_dir import read_events
from ludus.bots.external.sandbox_server_client import hide_file, hide_folder
from ludus.bots.lookup import is_compiled_bot

RULES_EVENT = "rules"  # the field of an event with the path of the rules file
MAX_SEARCHED = 500  # TOML files of a folder that are read


def hide_tournament(folder: Path | None, rules: str, seed: int, texts: Sequence[str]) -> None:
    """Hide a tournament from all programs started from now on.

    Args:
        folder: The folder of the tournament; None if there is none yet.
        rules: Path of its rules file; empty if there is none.
        seed: Its seed.
        texts: The texts of its bots.

    Raises:
        OptionError: a rules file has hard links, or belongs to a bot.
    """
    external = [text for text in texts if not is_compiled_bot(text)]
    if not external:
        return
    files = {Path(rules)} if rules else set()
    places = {Path.cwd(), *(file.resolve().parent for file in files)}
    if folder is not None:
        hide_folder(folder)
        files |= {Path(event[RULES_EVENT]) for event in read_events(folder) if isinstance(event.get(RULES_EVENT), str)}
        places.add(folder.resolve().parent)
    files |= _rules_with_seed(places, seed)
    for file in sorted(files.union(*map(_copies_beside, files))):
        hide_file(file, external, "rules file")


def _copies_beside(file: Path) -> set[Path]:
    """Files beside a file, or the link to it, with names as editors make them: `rules.toml~`, `.rules.toml.swp`."""
    found: set[Path] = set()
    for path in (file.absolute(), file.resolve()):
        with suppress(OSError):
            found |= {Path(entry.path) for entry in os.scandir(path.parent) if path.name in entry.name}
    return found


def _rules_with_seed(places: Iterable[Path], seed: int) -> set[Path]:
    """Rules files with this seed in some folders."""
    found: set[Path] = set()
    for place in places:
        with suppress(OSError):
            paths = sorted(entry.path for entry in os.scandir(place) if entry.name.endswith(".toml"))
            for path in paths[:MAX_SEARCHED]:
                with suppress(OSError, ValueError), open(path, "rb") as file:
                    data = tomllib.loads(file.read(MAX_RULES_BYTES).decode())
                    if data.get("seed") == seed and "bot" in data:
                        found.add(Path(path))
    return found
