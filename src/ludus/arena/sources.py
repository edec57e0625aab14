"""What players outside are made of: a tournament notices when a bot was changed before it goes on."""

from __future__ import annotations

import hashlib
import shlex
import shutil
from collections.abc import Sequence
from pathlib import Path

from ludus.players.find import COMMAND, LINES, PYTHON


def source_digests(texts: Sequence[str]) -> dict[str, str]:
    """For each player that is a Python file or a program, a digest of the files that its text names."""
    found = {}
    for text in texts:
        files = [file for file in _files(text) if file.is_file()]
        if files:
            digest = hashlib.sha256()
            for file in files:
                digest.update(hashlib.sha256(file.read_bytes()).digest())
            found[text] = digest.hexdigest()[:16]
    return found


def _files(text: str) -> list[Path]:
    if text.startswith((COMMAND, LINES)):
        program, *arguments = shlex.split(text.removeprefix(COMMAND).removeprefix(LINES)) or [""]
        return [Path(shutil.which(program) or program), *map(Path, arguments)]
    match = PYTHON.fullmatch(text)
    return [Path(match["file"])] if match else []
