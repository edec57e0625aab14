"""Checks the numbers of pages against their kept tables, and writes them anew."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tools.doc_numbers.kept_tables import CellError, read_table
from tools.doc_numbers.kinds import Kinds
from tools.doc_numbers.pages import Number, Page, Reference, read_page
from tools.doc_numbers.table_blocks import render_table

ROOT = Path(__file__).parents[2]
FRACTION_MARGIN = 0.05  # between a fraction in words and its cell


@dataclass(frozen=True)
class Finding:
    """Something wrong with a number: the page, the line, what is shown, and what the table has."""

    page: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}: {self.message}"


def all_pages(root: Path = ROOT) -> list[Path]:
    """Return the pages whose numbers are checked: docs/, README.md, CHANGELOG.md and benchmarks/README.md."""
    others = (root / "README.md", root / "CHANGELOG.md", root / "benchmarks" / "README.md")
    return [*sorted((root / "docs").rglob("*.md")), *others]


def page_name(path: Path, root: Path = ROOT) -> str:
    """Return the name of a page in the file of kinds: its path from the root of the repository."""
    return path.relative_to(root).as_posix()


def check_page(path: Path, kinds: Kinds, root: Path = ROOT, text: str | None = None) -> list[Finding]:
    """Return what is wrong with the numbers of a page.

    Args:
        path: The page.
        kinds: Kinds of numbers that are no results.
        root: The root of the repository.
        text: The text of the page, if it is not to be read from the file.
    """
    name = page_name(path, root)
    page = read_page(path, text)
    found = []
    for reference in page.references:
        found += [Finding(name, reference.line, message) for message in _check_reference(reference, path.parent)]
    for block in page.blocks:
        try:
            expected = render_table(block.source, path.parent)
        except CellError as error:
            found.append(Finding(name, block.line, str(error)))
            continue
        found += [Finding(name, block.line + line, message) for line, message in _different(block.body, expected)]
    if name not in kinds.not_converted:
        message = "{} has no source: make it a reference to a kept table, or give it a kind in kinds.toml"
        found += [Finding(name, number.line, message.format(number.text)) for number in kinds.unexplained(name, page)]
        found += [Finding(name, 1, f"kinds.toml: {message}") for message in kinds.stale(name, page)]
    return sorted(found, key=lambda finding: finding.line)


def write_page(path: Path) -> bool:
    """Write the numbers of kept tables into the references and table blocks of a page.

    Returns:
        Whether the page changed.

    Raises:
        CellError: If a reference names something that is not there.
    """
    page = read_page(path)
    edits: list[tuple[int, int, str]] = []
    for reference in page.references:
        values = read_table((path.parent / reference.target).resolve()).numbers(reference.title)
        if len(values) != len(reference.numbers):
            raise CellError(_count_message(reference, values))
        edits += [
            (number.begin, number.end, _shown(value, number))
            for value, number in zip(values, reference.numbers, strict=True)
            if not _agrees(value, number)
        ]
    edits += [(block.begin, block.end, render_table(block.source, path.parent)) for block in page.blocks]
    text = page.text
    for begin, end, new in sorted(edits, reverse=True):
        text = text[:begin] + new + text[end:]
    if text == page.text:
        return False
    path.write_text(text, encoding="utf-8")
    return True


def results_of(page: Page) -> Iterable[Number]:
    """Return the results of a page: the numbers of its references and of its table blocks."""
    for reference in page.references:
        yield from reference.numbers
    for block in page.blocks:
        yield from block.numbers


def _check_reference(reference: Reference, folder: Path) -> list[str]:
    try:
        values = read_table((folder / reference.target).resolve()).numbers(reference.title)
    except CellError as error:
        return [f"{reference.text}: {error}"]
    if len(values) != len(reference.numbers):
        return [_count_message(reference, values)]
    where = f"{Path(reference.target).name}, {' '.join(reference.title.split())}"
    return [
        f"shown {number.text}, kept {_shown(value, number)} ({value:g} in {where})"
        for value, number in zip(values, reference.numbers, strict=True)
        if not _agrees(value, number)
    ]


def _count_message(reference: Reference, values: list[float]) -> str:
    kept = ", ".join(f"{value:g}" for value in values)
    return f"{reference.text!r} has {len(reference.numbers)} numbers, its title names {len(values)}: {kept}"


def _agrees(value: float, number: Number) -> bool:
    """Whether a number is a cell rounded to the digits shown; one just between two is rounded as `--write` does."""
    if not math.isfinite(value):
        return False
    value /= number.scale
    if not number.value.is_integer() and not number.decimals:
        return abs(value - number.value) < FRACTION_MARGIN  # a fraction in words: half, a third
    return abs(float(f"{value:.{number.decimals}f}") - number.value) < 0.5 * 10.0**-number.decimals


def _shown(value: float, number: Number) -> str:
    """A cell as the number on the page is written: digits, thousands separators, sign."""
    if not math.isfinite(value):
        return f"{value:g}"
    value /= number.scale
    text = f"{abs(value):,.{number.decimals}f}"
    if "," not in number.text and len(number.text.partition(".")[0].lstrip("+-−")) > 3:
        text = text.replace(",", "")
    if value < 0 and any(digit in "123456789" for digit in text):
        return ("−" if "−" in number.text else "-") + text
    return f"+{text}" if number.text.startswith("+") else text


def _different(body: str, expected: str) -> list[tuple[int, str]]:
    shown, kept = body.split("\n"), expected.split("\n")
    if len(shown) != len(kept):
        return [(1, f"the table has {len(shown) - 1} lines, its source gives {len(kept) - 1}: run with --write")]
    return [
        (line, f"the table shows {ours!r}, its source gives {theirs!r}")
        for line, (ours, theirs) in enumerate(zip(shown, kept, strict=True), 1)
        if ours != theirs
    ]
