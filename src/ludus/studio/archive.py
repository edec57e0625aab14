"""Work on disk, so that a restart loses neither what was found nor what was ordered.

work/ID.json         what was ordered, how it stands, how far it came
work/ID.found.json   what it found, and results on the way
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec

from ludus.studio.labour.orders import AnyOrder
from ludus.studio.protocol.work import Found, Step, Told, WorkRow
from ludus.util.errors import LudusError
from ludus.util.files import atomic_write, file_errors

FORMAT = 1
ID = re.compile("[0-9a-f]{12}")
FACTS, FOUND = ".json", ".found.json"


class KeptWork(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What ID.json holds."""

    studio: int  # the format
    row: WorkRow
    order: AnyOrder
    steps: list[Step]
    lines: list[str]
    told: list[Told]
    seconds: float


class Findings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What ID.found.json holds."""

    found: Found | None = None
    shown: dict[str, Any] = {}  # results on the way


class Archive:
    """The folder of all work."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def keep(self, kept: KeptWork, findings: Findings) -> None:
        """What was found is on the disk before anything says that it is."""
        id = kept.row.id
        if findings != Findings():
            atomic_write(self.folder / f"{id}{FOUND}", msgspec.json.encode(findings))
        atomic_write(self.folder / f"{id}{FACTS}", msgspec.json.encode(kept))

    def listed(self) -> list[KeptWork]:
        """All work that can be read, the oldest first."""
        found = []
        with file_errors(self.folder, "read"):
            files = [file for file in self.folder.iterdir() if ID.fullmatch(file.name.removesuffix(FACTS))]
        for file in files:
            try:
                with file_errors(file, "read"):
                    found.append(msgspec.json.decode(file.read_bytes(), type=KeptWork))
            except (LudusError, msgspec.DecodeError):
                continue  # of another release, or not ours
        return sorted(found, key=lambda kept: (kept.row.began, kept.row.id))

    def findings(self, id: str) -> Findings:
        """What work found; nothing where there was nothing to find."""
        path = self.folder / f"{id}{FOUND}"
        with file_errors(path, "read"):
            if not path.is_file():
                return Findings()
            data = path.read_bytes()
        try:
            return msgspec.json.decode(data, type=Findings)
        except msgspec.DecodeError as error:
            raise LudusError(f"{path.name}: cannot be read: {error}") from None

    def forget(self, id: str) -> None:
        for end in (FACTS, FOUND):
            path = self.folder / f"{id}{end}"
            with file_errors(path, "removed"):
                path.unlink(missing_ok=True)
