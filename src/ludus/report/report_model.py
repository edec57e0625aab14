"""Report of a designer or a study: the answer, then text, tables, figures, verdicts, commands and files.

    Report(
        title="Which representation evolves best?",
        answer=["Linear functions beat trees at the same budget."],
        parts=[
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

Studies group their parts into sections. Designers give parts without sections: the terminal, the page and the Studio
show these by type. In commands of studies, {run} is replaced by the run folder. A report contains nothing that depends
on time, backend or folder.

Outputs: `report_html` makes pages, `report_files` files and plain data, `ludus.cli.report_output` prints on the
terminal, `ludus.studio.report_conversion` makes messages for the Studio.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar, get_args

import msgspec

from ludus.report.file_and_column_names import check_name, check_path
from ludus.report.table_model import Column, Table
from ludus.stats import Estimate
from ludus.util.errors import ContractError

# calibration: the number was fitted to the claim; not testable: the set-up decides the answer. Neither is a verdict.
VerdictState = Literal["holds", "fails", "undecided", "calibration", "not testable"]
VERDICT_STATES: tuple[VerdictState, ...] = get_args(VerdictState)
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
    """SVG figure, also written to NAME.svg. `ludus.report.charts` draws the usual ones.

    Raises:
        ContractError: the name is not valid as a file name.
    """

    name: str
    svg: str
    caption: str = ""

    def __post_init__(self) -> None:
        check_name(self.name, "a figure")

    @property
    def file_name(self) -> str:
        """Name of its file."""
        return f"{self.name}.svg"


@dataclass(frozen=True)
class TextDrawing:
    """Drawing made of letters, for a terminal."""

    title: str
    text: str


@dataclass(frozen=True)
class VerdictBasis:
    """Numbers behind a verdict, as columns of the table of verdicts.

    Attributes:
        measured: The number with its 95 % interval, if the claim is about one.
        corrected: The same with the interval that decides, corrected for the claims that are judged together.
        sample_unit: What was drawn independently: base, run, deal.
        size: Number of these units in the sample.
        planned: Number of them that the configuration fixes.
        needed: Number of units for a power of 80 %; None if the publication names no difference.
        family: Name of the claims that are judged together.
        comparisons: Their number.
    """

    measured: Estimate | None
    corrected: Estimate | None
    sample_unit: str
    size: int | None = None
    planned: int | None = None
    needed: int | None = None
    family: str = ""
    comparisons: int = 1


@dataclass(frozen=True)
class Verdict:
    """Verdict on a claim. All verdicts of a report are also a table of it, `claims`.

    Attributes:
        claim: The claim, as a sentence.
        state: Whether it holds, fails, is undecided, is calibration or is not testable.
        reason: The numbers that decide it.
        basis: The numbers as data, if the judge of claims decided it.

    Raises:
        ContractError: there is no such state.
    """

    claim: str
    state: VerdictState
    reason: str
    basis: VerdictBasis | None = None

    def __post_init__(self) -> None:
        if self.state not in VERDICT_STATES:
            raise ContractError(f"a verdict is one of {', '.join(VERDICT_STATES)}; not {self.state!r}")


@dataclass(frozen=True)
class Command:
    """Command that shows or replays something; {run} is the run folder."""

    text: str
    caption: str = ""  # what it shows


@dataclass(frozen=True)
class File:
    """File in the folder of the report, such as an agent, a level or a replay.

    Raises:
        ContractError: the path is not valid, or the lab writes a file of this name.
    """

    path: str  # relative to the folder of the report: agents/best.json, replays/upset.json
    data: Any  # text, bytes, or data that is written as JSON: a Replay, a genome
    caption: str = ""

    def __post_init__(self) -> None:
        check_path(self.path, "a file")
        if self.path.split("/")[0] in RESERVED:
            raise ContractError(f"a report cannot write {self.path}: the name is reserved in run folders")

    def content(self) -> bytes:
        """The bytes of the file."""
        if isinstance(self.data, bytes):
            return self.data
        if isinstance(self.data, str):
            return self.data.encode()
        return msgspec.json.format(msgspec.json.encode(self.data), indent=1) + b"\n"


ReportPart = str | Verdict | Table | Figure | TextDrawing | Command | File  # a text is a paragraph
Part = TypeVar("Part", str, Verdict, Table, Figure, TextDrawing, Command, File)


def command_parts(commands: Mapping[str, str]) -> list[Command]:
    """Commands given by what they show."""
    return [Command(text, caption) for caption, text in commands.items()]


def file_parts(files: Mapping[str, str | bytes]) -> list[File]:
    """Files given by path."""
    return [File(path, data) for path, data in files.items()]


@dataclass(frozen=True)
class Section:
    """Heading and its parts, in order."""

    title: str
    parts: Sequence[ReportPart]


@dataclass(frozen=True)
class Report:
    """Result of a designer or a study.

    Raises:
        ContractError: the answer is one text, or two tables, figures or files have the same name.
    """

    title: str
    answer: Sequence[str]  # sentences, the most important first
    parts: Sequence[Section | ReportPart] = ()
    facts: Mapping[str, str] = field(default_factory=dict)  # where results come from: seeds, players, digests, games

    def __post_init__(self) -> None:
        if isinstance(self.answer, str):
            raise ContractError("the answer of a report is a list of sentences, not one text")
        for kind, names in {
            "table": [table.name for table in self.all(Table)],
            "figure": [figure.name for figure in self.all(Figure)],
            "file": [file.path for file in self.all(File)],
        }.items():
            twice = sorted({name for name in names if names.count(name) > 1})
            if twice:
                raise ContractError(f"the report has two of {kind} {', '.join(twice)}")
        if self.all(Verdict) and CLAIMS_TABLE in [table.name for table in self.all(Table)]:
            raise ContractError(f"the table {CLAIMS_TABLE} is that of the report's verdicts; name yours otherwise")

    @property
    def answer_text(self) -> str:
        """All sentences of the answer as one paragraph."""
        return " ".join(self.answer)

    def all(self, kind: type[Part]) -> list[Part]:
        """All parts of one type, in sections and outside.

        Args:
            kind: Type of the parts, such as `Table`; `str` for paragraphs.
        """
        parts = [part for item in self.parts for part in (item.parts if isinstance(item, Section) else [item])]
        return [part for part in parts if isinstance(part, kind)]

    def commands(self) -> dict[str, str]:
        """Commands by what they show."""
        return {command.caption: command.text for command in self.all(Command)}

    def text_files(self) -> dict[str, str]:
        """Files that hold text, by path."""
        return {file.path: file.data for file in self.all(File) if isinstance(file.data, str)}

    def binary_files(self) -> dict[str, bytes]:
        """Bytes of all other files, such as images, by path."""
        return {file.path: file.content() for file in self.all(File) if not isinstance(file.data, str)}

    def figures(self) -> dict[str, Figure]:
        """Figures by file name."""
        return {figure.file_name: figure for figure in self.all(Figure)}

    def tables(self) -> list[Table]:
        """All tables, including the table of verdicts."""
        tables, verdicts = self.all(Table), self.all(Verdict)
        if verdicts:
            tables.append(_verdicts_table(verdicts))
        return tables


def _verdicts_table(verdicts: Sequence[Verdict]) -> Table:
    """Table of all verdicts; with their numbers, if the judge of claims decided any."""
    columns = [Column.text("claim"), Column.text("verdict"), Column.text("because")]
    rows: list[list[Any]] = [[verdict.claim, verdict.state, verdict.reason] for verdict in verdicts]
    if any(verdict.basis for verdict in verdicts):
        columns += [
            Column.estimate("measured", on_screen=False),
            Column.number("corrected_low", on_screen=False),
            Column.number("corrected_high", on_screen=False),
            Column.text("sample_unit", on_screen=False),
            *(Column.integer(name, on_screen=False) for name in ("size", "planned", "needed")),
            Column.text("family", on_screen=False),
            Column.integer("comparisons", on_screen=False),
        ]
        for row, verdict in zip(rows, verdicts, strict=True):
            row += _basis_cells(verdict.basis)
    return Table(CLAIMS_TABLE, columns, rows)


def _basis_cells(basis: VerdictBasis | None) -> list[Any]:
    if basis is None:
        return [None] * 9
    measured, corrected = basis.measured, basis.corrected
    bounds = (corrected.low, corrected.high) if corrected else (None, None)
    sizes = (basis.size, basis.planned, basis.needed)
    return [measured, *bounds, basis.sample_unit, *sizes, basis.family or None, basis.comparisons]
