"""HTML of reports in two layouts: section by section for studies, grouped by type of part for designers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape, unescape
from typing import Any

from ludus.report.html import ACCENT, FAINT, facts_table, html_page, paragraph
from ludus.report.report_model import Command, Figure, File, Report, ReportPart, Section, TextDrawing, Verdict
from ludus.report.table_model import Column, Table
from ludus.util.text import plural

VERDICT_SYMBOLS = {"holds": "✓", "fails": "✗", "undecided": "?", "calibration": "=", "not testable": "–"}
VERDICT_VERBS = {
    "holds": ("holds", "hold"),
    "fails": ("fails", "fail"),
    "undecided": ("is undecided", "are undecided"),
    "not testable": ("is not testable", "are not testable"),
}
MAX_LINE = 28  # characters of a cell of a designer's table that is not broken into lines
MAX_OPEN_ROWS = 24  # of a designer's table, if it does not say how many; further ones are folded
MAX_INLINE_ESTIMATES = 4  # with more estimates in a row, intervals are shown below the numbers
FAILS_COLOUR, UNDECIDED_COLOUR = "#a8321f", "#6f655c"

REPORT_STYLE = f"""
h3 {{ font-size: 1rem; margin: 1.4rem 0 .3rem; }}
.verdict {{ border-left: .3rem solid {UNDECIDED_COLOUR}; padding: .15rem 0 .15rem .8rem; margin: .8rem 0; max-width:
46rem; }}
.verdict.holds {{ border-color: {ACCENT}; }}
.verdict.fails {{ border-color: {FAILS_COLOUR}; }}
.verdict.calibration, .verdict.not-testable {{ border-left-style: dotted; }}
.mark {{ font-weight: 600; color: {UNDECIDED_COLOUR}; white-space: nowrap; margin-right: .5rem; }}
.holds .mark {{ color: {ACCENT}; }}
.fails .mark {{ color: {FAILS_COLOUR}; }}
main {{ max-width: 84rem; }} /* for wide tables; text and figures keep the width that reads well */
figure {{ max-width: 60rem; }}
.data {{ margin: 1rem 0 0; }}
.data table {{ width: auto; min-width: min(100%, 30rem); font-size: .95rem; }}
.data th {{ vertical-align: bottom; white-space: normal; }}
.data td:first-child {{ white-space: nowrap; }}
.data .tight td.number small {{ display: block; }}
.path {{ color: {FAINT}; margin-left: .5rem; }}
.data td + td, .data th + th {{ padding-left: .9rem; }}
.data td.number, .data th.number {{ text-align: right; }}
.data td.number small {{ color: {FAINT}; font-size: .82rem; }}
.note {{ color: {FAINT}; font-size: .9rem; margin: .4rem 0 0; }}
details {{ margin: .4rem 0 0; max-width: 100%; }}
summary {{ color: {FAINT}; cursor: pointer; font-size: .9rem; }}
.data details td {{ padding: .2rem .9rem .2rem 0; white-space: normal; overflow-wrap: anywhere; }}
.warning {{ background: #f6e3d3; border-radius: 8px; padding: .6rem .9rem; }}
a {{ color: {ACCENT}; }}
pre {{ margin: .6rem 0; }}
@media (max-width: 40rem) {{ main {{ padding-top: 1.2rem; }} h1 {{ font-size: 1.5rem; }} pre {{ font-size: 13px; }} }}
@media print {{ pre {{ white-space: pre-wrap; }} .scroll {{ overflow: visible; }} }}
"""

GROUPED_STYLE = """
main { max-width: 76rem; } /* for wide tables; text and figures keep the width that reads well */
figure { max-width: 60rem; }
ul.answer { font-size: 1.05rem; padding-left: 1.2rem; }
ul.answer li { margin: .25rem 0; }
ul.answer li:first-child { font-size: 1.25rem; }
td.text { white-space: nowrap; }
td.long { white-space: normal; min-width: 10rem; }
table.sheet td.number { white-space: normal; } /* in a wide table, intervals stand below their numbers */
.interval { white-space: nowrap; }
table.sheet { font-size: .92rem; }
table.sheet th, table.sheet td { padding-right: .8rem; }
table.sheet thead th { white-space: normal; vertical-align: bottom; }
details { margin: .4rem 0 0; }
summary { cursor: pointer; font-size: .9rem; }
@media (max-width: 40rem) { /* on a phone, each row is a list of its cells with their headings */
table.sheet thead { display: none; }
table.sheet tr { display: block; padding: .5rem 0; border-bottom: 1px solid #d9cfbd; }
table.sheet td { display: flex; justify-content: space-between; gap: 1rem; padding: .1rem 0; border: none;
white-space: normal; text-align: right; }
table.sheet td::before { content: attr(data-heading); color: #6f655c; text-align: left; }
table.sheet td:first-child { font-weight: 600; }
table.sheet td:empty { display: none; } }
"""


def report_body(report: Report, folder: str) -> Iterator[str]:
    """HTML of a report section by section, without its provenance.

    Args:
        report: The report.
        folder: Run folder as it is written in commands.
    """
    yield f'<p class="answer">{_inline_html(report.answer_text)}</p>'
    yield from verdict_summary(report)
    for item in report.parts:
        yield from _section_html(item, folder) if isinstance(item, Section) else _part_html(item, folder)


def read_title_and_answer(page: str) -> tuple[str, str]:
    """Title and answer of a page that `report_body` wrote, as plain text with `code`; empty if they are missing."""
    found = (re.search(rf"<{tag}>(.*?)</{tag.split()[0]}>", page, re.DOTALL) for tag in ("h1", 'p class="answer"'))
    title, answer = (unescape(re.sub("</?code>", "`", match[1])) if match else "" for match in found)
    return title, answer


def grouped_page(report: Report, table_files: list[str]) -> str:
    """Page of a report grouped by type: answer, tables, figures, drawings, notes, commands, facts, names of files.

    Args:
        report: The report.
        table_files: Names of the files that hold its tables.
    """
    body = [_answer_list(report.answer)]
    body += [part for table in report.tables() for part in plain_table_html(table)]
    body += figures_html(report.figures().values())
    body += [
        f"<h2>{escape(drawing.title)}</h2><pre>{escape(drawing.text)}</pre>" for drawing in report.all(TextDrawing)
    ]
    body += [paragraph(note, "lead") for note in report.all(str)]
    if commands := report.commands():
        body += ["<h2>See the games</h2>", facts_table(commands)]
    body += ["<h2>Where this comes from</h2>", facts_table(report.facts)]
    files = [*table_files, *report.text_files(), *report.binary_files()]
    body.append(paragraph(f"Other files in this folder: {', '.join(files)}.", "lead"))
    return html_page(report.title, body, GROUPED_STYLE)


def figures_html(figures: Iterable[Figure]) -> list[str]:
    """Figures with their captions as plain text."""
    return [f"<figure>{item.svg}<figcaption>{escape(item.caption)}</figcaption></figure>" for item in figures]


def plain_table_html(table: Table, level: int = 2) -> list[str]:
    """All rows of a table, with its caption as heading; empty if it has no rows.

    Of a long table the first rows are shown; the other ones open by a click.
    """
    if not table.rows:
        return []
    columns, rows = table.on_screen()
    head = "".join(f"<th>{escape(column.heading)}</th>" for column in columns)
    lines = [
        "<tr>" + "".join(_plain_cell(column, cell) for column, cell in zip(columns, row, strict=True)) + "</tr>"
        for row in rows
    ]

    def part(shown: Sequence[str]) -> str:
        body = f"<thead><tr>{head}</tr></thead><tbody>{''.join(shown)}</tbody>"
        return f'<div class="scroll"><table class="sheet">{body}</table></div>'

    open_rows = max(MAX_OPEN_ROWS, table.min_open_rows)
    html = [f"<h{level}>{escape(table.caption)}</h{level}>", part(lines[:open_rows])]
    if rest := lines[open_rows:]:
        html.append(f"<details><summary>{plural(len(rest), 'more row')}</summary>{part(rest)}</details>")
    return html


def verdict_summary(report: Report) -> Iterator[str]:
    """Summary of all verdicts in one paragraph; each verdict is shown with its reason in its section."""
    if sentence := verdict_summary_text(report):
        yield paragraph(sentence, "lead")


def verdict_summary_text(report: Report) -> str:
    """Summary of all verdicts in one sentence; empty if the answer begins its own: `Of 12 claims 7 hold, ...`."""
    states = [verdict.state for verdict in report.all(Verdict)]
    fitted = states.count("calibration")
    claims = len(states) - fitted
    if not states or f"Of {claims} claims " in report.answer_text:
        return ""
    counts = {state: states.count(state) for state in VERDICT_VERBS}  # type: ignore[arg-type]
    parts = [f"{number} {VERDICT_VERBS[state][number > 1]}" for state, number in counts.items() if number]
    summary = f": {', '.join(parts)}" if parts else ""
    rest = f" {fitted} {'number is' if fitted == 1 else 'numbers are'} calibration." if fitted else ""
    return f"{claims} {'claim was' if claims == 1 else 'claims were'} tested{summary}.{rest}"


def _answer_list(sentences: Sequence[str]) -> str:
    """The answer as a short list; a single sentence is a paragraph."""
    if len(sentences) == 1:
        return paragraph(sentences[0], "answer")
    return f'<ul class="answer">{"".join(f"<li>{escape(sentence)}</li>" for sentence in sentences)}</ul>'


def _section_html(section: Section, folder: str) -> Iterator[str]:
    yield f"<section><h2>{escape(section.title)}</h2>"
    for part in section.parts:
        yield from _part_html(part, folder)
    yield "</section>"


def _part_html(part: ReportPart, folder: str) -> Iterator[str]:
    match part:
        case str():
            yield f"<p>{_inline_html(part)}</p>"
        case Verdict():
            yield (
                f'<p class="verdict {part.state.replace(" ", "-")}">'
                f'<span class="mark">{VERDICT_SYMBOLS[part.state]} {part.state}</span>'
                f"<strong>{_inline_html(part.claim)}</strong><br>{_inline_html(part.reason)}</p>"
            )
        case Table():
            yield from _table_html(part, folder)
        case Figure():
            yield (
                "<figure><div "
                f'class="scroll">{part.svg}</div><figcaption>{_inline_html(part.caption)}</figcaption></figure>'
            )
        case TextDrawing():
            yield f"<h3>{escape(part.title)}</h3><pre>{escape(part.text)}</pre>"
        case Command():
            yield f'<p class="note">{_inline_html(part.caption)}</p>' if part.caption else ""
            yield f"<pre>{escape(part.text.replace('{run}', folder))}</pre>"
        case File():
            words = _inline_html(part.caption) or escape(part.path)
            where = f' <small class="path">{escape(part.path)}</small>' if part.caption else ""
            yield f'<p><a href="{escape(part.path)}">{words}</a>{where}</p>'
            if part.path.startswith("replays/"):
                yield f"<pre>{escape(f'ludus replay {folder}/{part.path}')}</pre>"


def _table_html(table: Table, folder: str) -> Iterator[str]:
    columns, cells = table.on_screen()
    head = "".join(f"<th{_cell_class(column)}>{_heading_html(column)}</th>" for column in columns)
    rows = [
        "".join(
            f"<td{_cell_class(column)}>{_cell_html(column, cell)}</td>"
            for column, cell in zip(columns, row, strict=True)
        )
        for row in cells[: table.max_shown_rows]
    ]
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    estimates = sum(column.has_interval for column in columns)
    tight = ' class="tight"' if estimates > MAX_INLINE_ESTIMATES else ""
    yield f'<div class="data"><div class="scroll"><table{tight}><thead><tr>{head}</tr></thead><tbody>{body}</tbody>'
    yield "</table></div>"
    left = len(table.rows) - len(rows)
    more = f" {left:,} more rows are in the file." if left > 0 else ""
    around = " In brackets: the 95 % interval." if estimates else ""
    file = f"tables/{table.name}.csv"
    yield f'<p class="note">{_inline_html(table.caption)}{around}{more} <a href="{file}">{file}</a></p>'
    if table.rerun_commands:
        commands = "".join(
            f"<tr><th>{escape(table.columns[0].format(row[0]))}</th>"
            f"<td><code>{escape(command.replace('{run}', folder))}</code></td></tr>"
            for row, command in zip(table.rows[: table.max_shown_rows], table.rerun_commands, strict=False)
        )
        yield f'<details><summary>Play these games again</summary><div class="scroll"><table>{commands}</table></div>'
        yield "</details>"
    yield "</div>"


def _cell_class(column: Column) -> str:
    return ' class="number"' if column.is_numeric else ""


def _heading_html(column: Column) -> str:
    """Column heading; its unit stays with the last word."""
    return escape(column.heading).replace(", %", ",&nbsp;%")


def _cell_html(column: Column, cell: Any) -> str:
    """Table cell; the interval is smaller than the number."""
    value, bracket, interval = column.format(cell).partition(" [")
    if column.has_interval and bracket:
        return f"{escape(value)} <small>[{escape(interval)}</small>"
    return escape(column.format(cell))


def _inline_html(text: str) -> str:
    """Render text with `code`."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text, quote=False))


def _plain_cell(column: Column, cell: Any) -> str:
    shown = column.format(cell)
    kind = "number" if column.is_numeric else "text long" if len(shown) > MAX_LINE else "text"
    value, bracket, interval = shown.partition(" [") if column.has_interval else (shown, "", "")
    inside = f'{escape(value)} <span class="interval">[{escape(interval)}</span>' if bracket else escape(shown)
    return f'<td class="{kind}" data-heading="{escape(column.heading)}">{inside}</td>'
