"""What a study found, for readers: sections of text, tables, figures, verdicts, commands and files.

    Report(
        title="Which representation evolves best?",
        lead="Linear functions beat trees at the same budget.",
        sections=[
            Section(
                "The tournament",
                [
                    "Every two agents met on the same deals.",
                    Verdict("Linear beats trees", "holds", "54.9 against 45.8, and the intervals do not meet"),
                    Table(...),
                    Figure("heat", svg, "Best of each generation against best of each other."),
                    File("agents/linear-1.json", data, "the best agent"),
                    Command("ludus match locm agent:genome={run}/agents/linear-1.json coac -n 1000"),
                ],
            )
        ],
    )

In commands, {run} stands for the folder of the run. A report holds nothing that depends on time, place or folder.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from ludus.core.errors import ContractError
from ludus.lab.folder import OURS
from ludus.lab.names import check_name, check_path
from ludus.lab.table import Column, Table

State = Literal["holds", "fails", "undecided"]
CLAIMS = "claims"  # the table of all verdicts


@dataclass(frozen=True)
class Figure:
    """A picture as SVG; `ludus.lab.figures` draws the usual ones. Also the file figures/NAME.svg."""

    name: str
    svg: str
    caption: str

    def __post_init__(self) -> None:
        check_name(self.name, "a figure")


@dataclass(frozen=True)
class Verdict:
    """What became of a claim. All verdicts of a report are also in tables/claims.csv."""

    claim: str
    state: State
    because: str

    def __post_init__(self) -> None:
        if self.state not in ("holds", "fails", "undecided"):
            raise ContractError(f"a claim holds, fails or is undecided; not {self.state!r}")


@dataclass(frozen=True)
class Command:
    """A command that shows or plays something again; {run} is the folder of the run."""

    text: str
    caption: str = ""


@dataclass(frozen=True)
class File:
    """A file in the folder of the run that the report links to: an agent, a replay."""

    path: str  # in the folder of the run: agents/best.json, replays/upset.json
    data: Any  # text, bytes, or data that is written as JSON: a Replay, a genome
    caption: str = ""

    def __post_init__(self) -> None:
        check_path(self.path, "a file")
        if self.path.split("/")[0] in OURS:
            raise ContractError(f"a report cannot write {self.path}: that name is taken in the folder of a run")

    def content(self) -> bytes:
        if isinstance(self.data, bytes):
            return self.data
        if isinstance(self.data, str):
            return self.data.encode()
        return msgspec.json.format(msgspec.json.encode(self.data), indent=1) + b"\n"


Part = str | Verdict | Table | Figure | Command | File  # a text is a paragraph


@dataclass(frozen=True)
class Section:
    """A heading and what stands under it, in order."""

    title: str
    parts: Sequence[Part]


@dataclass(frozen=True)
class Report:
    """All that a study tells of a run."""

    title: str
    lead: str  # the answer, in a sentence or two
    sections: Sequence[Section]

    def __post_init__(self) -> None:
        for kind in (Table, Figure, File):
            names = [getattr(part, "path" if kind is File else "name") for part in self.parts(kind)]
            twice = sorted({name for name in names if names.count(name) > 1})
            if twice:
                raise ContractError(f"the report has two of {kind.__name__.lower()} {', '.join(twice)}")
        if self.parts(Verdict) and CLAIMS in [table.name for table in self.parts(Table)]:
            raise ContractError(f"the table {CLAIMS} is that of the report's verdicts; name yours otherwise")

    def parts(self, kind: type[Any]) -> list[Any]:
        """All parts of one kind."""
        return [part for section in self.sections for part in section.parts if isinstance(part, kind)]

    def tables(self) -> Iterator[Table]:
        """All tables, that of the verdicts too."""
        yield from self.parts(Table)
        verdicts = self.parts(Verdict)
        if verdicts:
            columns = [Column.text("claim"), Column.text("verdict"), Column.text("because")]
            yield Table(CLAIMS, columns, [[each.claim, each.state, each.because] for each in verdicts])
