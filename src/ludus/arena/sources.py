"""Digests of external bots: a tournament notices if a bot changed before it continues."""

from __future__ import annotations

import hashlib
import shlex
import shutil
from collections.abc import Sequence
from pathlib import Path

from ludus.players.find import COMMAND_PREFIX, JSON_LINES_PREFIX, PYTHON_BOT_PATTERN


def source_digests(texts: Sequence[str]) -> dict[str, str]:
    """For each bot that is a Python file or a program, a digest of the files its text names."""
    digests = {}
    for text in texts:
        files = [file for file in _files(text) if file.is_file()]
        if files:
            digest = hashlib.sha256()
            for file in files:
                digest.update(hashlib.sha256(file.read_bytes()).digest())
            digests[text] = digest.hexdigest()[:16]
    return digests


def _files(text: str) -> list[Path]:
    if text.startswith((COMMAND_PREFIX, JSON_LINES_PREFIX)):
        program, *arguments = shlex.split(text.removeprefix(COMMAND_PREFIX).removeprefix(JSON_LINES_PREFIX)) or [""]
        return [Path(shutil.which(program) or program), *map(Path, arguments)]
    match = PYTHON_BOT_PATTERN.fullmatch(text)
    return [Path(match["file"])] if match else []
