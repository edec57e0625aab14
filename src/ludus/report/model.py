"""Report model: sections with text, tables, figures, verdicts, commands and files.

    Report(
        title="Which representation evolves best?",
        lead="Linear functions beat trees at the same budget.",
        sections=[
            Section(
                "The tournament",
                [
                    "All pairs of agents played the same deals.",
                    Verdict("Linear beats trees", "holds", "54.9 against 45.8, and the intervals do not overlap"),
                    Table(...),
                    Figure("heat", svg, "Best of each generation against best of each other."),
                    File("agents/linear-1.json", data, "the best agent"),
                    Command("ludus match locm agent:genome={run}/agents/linear-1.json coac -n 1000"),
                ],
            )
        ],
    )

In commands, {run} is replaced by the run folder. A report contains nothing that depends on time, backend or folder.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from ludus.report.slugs import check_name, check_path
from ludus.report.typed_tables import Column, Table
from ludus.util.errors import ContractError

VerdictState = Literal["holds", "fails", "undecided"]
CLAIMS_TABLE = "claims"  # the table of all verdicts
# Files and folders that the lab writes into the folder of a run.
RESERVED = (
    "config.toml",
    "versions.json",
    "events.jsonl",
    "report.html",
    "kept",
    "checkpoints",
    "tables",
    "figures",
)


@dataclass(frozen=True)
class Figure:
    """SVG figure, also written to figures/NAME.svg. `ludus.report.charts` draws the usual ones."""

    name: str
    svg: str
    caption: str

    def __post_init__(self) -> None:
        check_name(self.name, "a figure")


@dataclass(frozen=True)
class Verdict:
    """Verdict on a claim. All verdicts of a report are also written to tables/claims.csv."""

    claim: str
    state: VerdictState
    reason: str

    def __post_init__(self) -> None:
        if self.state not in ("holds", "fails", "undecided"):
            raise ContractError(f"a claim holds, fails or is undecided; not {self.state!r}")


@dataclass(frozen=True)
class Command:
    """Command that shows or replays something; {run} is the run folder."""

    text: str
    caption: str = ""


@dataclass(frozen=True)
class File:
    """File in the run folder that the report links to, such as an agent or a replay."""

    path: str  # relative to the run folder: agents/best.json, replays/upset.json
    data: Any  # text, bytes, or data that is written as JSON: a Replay, a genome
    caption: str = ""

    def __post_init__(self) -> None:
        check_path(self.path, "a file")
        if self.path.split("/")[0] in RESERVED:
            raise ContractError(f"a report cannot write {self.path}: the name is reserved in run folders")

    def content(self) -> bytes:
        if isinstance(self.data, bytes):
            return self.data
        if isinstance(self.data, str):
            return self.data.encode()
        return msgspec.json.format(msgspec.json.encode(self.data), indent=1) + b"\n"


ReportPart = str | Verdict | Table | Figure | Command | File  # a text is a paragraph


@dataclass(frozen=True)
class Section:
    """Heading and its parts, in order."""

    title: str
    parts: Sequence[ReportPart]


@dataclass(frozen=True)
class Report:
    """Complete report of a run.

    Raises:
        ContractError: two tables, figures or files have the same name.
    """

    title: str
    lead: str  # the answer, in a sentence or two
    sections: Sequence[Section]

    def __post_init__(self) -> None:
        for kind in (Table, Figure, File):
            names = [getattr(part, "path" if kind is File else "name") for part in self.parts(kind)]
            twice = sorted({name for name in names if names.count(name) > 1})
            if twice:
                raise ContractError(f"the report has two of {kind.__name__.lower()} {', '.join(twice)}")
        if self.parts(Verdict) and CLAIMS_TABLE in [table.name for table in self.parts(Table)]:
            raise ContractError(f"the table {CLAIMS_TABLE} is that of the report's verdicts; name yours otherwise")

    def parts(self, kind: type[Any]) -> list[Any]:
        """All parts of one type."""
        return [part for section in self.sections for part in section.parts if isinstance(part, kind)]

    def tables(self) -> Iterator[Table]:
        """All tables, including the table of verdicts."""
        yield from self.parts(Table)
        verdicts = self.parts(Verdict)
        if verdicts:
            columns = [Column.text("claim"), Column.text("verdict"), Column.text("because")]
            yield Table(CLAIMS_TABLE, columns, [[verdict.claim, verdict.state, verdict.reason] for verdict in verdicts])
