"""The HTML page of a demo: what was played, who won, a game to step through, and what to do next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from ludus.cli.console import write_file
from ludus.cli.replay_viewer import VIEWER_STYLE, viewer_html
from ludus.report.html import ACCENT, FAINT, INK, html_page, paragraph
from ludus.report.report_html import GROUPED_STYLE, figures_html, plain_table_html
from ludus.report.report_model import Figure, Section
from ludus.report.tournament import MATRIX_STYLE, format_percent, payoff_matrix

if TYPE_CHECKING:
    from ludus.arena import TournamentResult
    from ludus.core.replay import Replay
    from ludus.report.report_model import Report


DEMO_PAGE = "index.html"
MAX_FIGURES = 2
DEMO_STYLE = f"""
a {{ color: {ACCENT}; }}
pre {{ white-space: pre-wrap; overflow-wrap: anywhere; }}
main {{ max-width: 68rem; }}
h2 {{ font-size: 1.35rem; margin-top: 3rem; }}
h3 {{ font-size: 1rem; margin: 1.6rem 0 .2rem; }}
.intro {{ font-size: 1.12rem; max-width: 46rem; }}
.intro + nav {{ margin: 1.2rem 0 0; }} .intro + nav a {{ margin-right: 1.4rem; }}
.fine, details p {{ font-size: .9rem; max-width: 50rem; }}
.fine, summary {{ color: {FAINT}; }}
summary {{ cursor: pointer; margin-top: 1rem; font-size: .95rem; }}
figure {{ max-width: 60rem; }}
table.bots th.rank {{ color: {FAINT}; width: 1.4rem; padding-right: .7rem; }}
table.bots td.number {{ width: 11.5rem; }}
table.bots td.bar {{ width: 28%; min-width: 9rem; }}
.rate {{ position: relative; height: .95rem; border-radius: 4px; background: #eee6d6; }}
.rate i, .rate u {{ position: absolute; top: 0; bottom: 0; border-radius: 4px; }}
.rate i {{ left: 0; background: {ACCENT}; }}
.rate u {{ background: {INK}; opacity: .45; border-radius: 0; }}
table.files th {{ width: 20rem; font-weight: 400; }}
table.matrix td {{ min-width: 5.4rem; }}
.steps {{ display: grid; grid-template-columns: repeat(auto-fit, minmax(24rem, 1fr)); gap: 1rem; margin-top: 1rem; }}
.steps section {{ background: #fffdf8; border: 1px solid #e4dccd; border-radius: 10px; padding: .9rem 1.1rem 1rem;
  min-width: 0; }}
.steps h3 {{ margin: 0 0 .2rem; font-size: 1.05rem; }}
.steps p {{ font-size: .95rem; }}
.steps pre {{ margin: .5rem 0 0; padding: .5rem .8rem; font-size: 13.5px; user-select: all; }}
table.sheet td.text {{ white-space: normal; }} table.sheet td:first-child {{ white-space: nowrap; }}
@media (max-width: 50rem) {{ .steps {{ grid-template-columns: minmax(0, 1fr); }} main {{ padding-top: 1.2rem; }}
  table.bots td.bar {{ display: none; }} }}
"""


@dataclass(frozen=True)
class Suggestion:
    """Something to do after the demo: a title, a sentence, and commands."""

    title: str
    text: str
    commands: Sequence[str]


@dataclass(frozen=True)
class DemoSummary:
    """The results of a demo."""

    title: str  # of the game
    introduction: Sequence[str]  # what Ludus is, and what was played
    strongest: str  # which bot is strongest, and how certain that is
    seat_advantage: str  # whether the first seat matters; empty for one player
    results: TournamentResult
    bots: dict[str, str]  # by name, with a sentence on how each plays
    provenance: dict[str, str]  # sentences on where the numbers come from, each with a command that gives them again
    game_title: str
    game_caption: str  # which game was replayed, and how it ended
    game_command: str  # shows it in the terminal
    record: Replay | None  # that game; None if the game has no pictures
    designs: Sequence[Report]  # reports of the game's designer
    study: Report | None
    suggestions: Sequence[Suggestion]
    files: dict[str, str]  # paths in the folder, and what each is


def write_demo_page(folder: Path, summary: DemoSummary) -> None:
    """Write the page into the demo's folder; it needs the other files for its links only."""
    body = [
        *(paragraph(sentence, "intro") for sentence in summary.introduction),
        '<nav><a href="#game">A game to step through</a><a href="#next">What to do next</a></nav>',
        *_tournament(summary),
        *_game(summary),
        *_designs(summary),
        *_study(summary),
        *_suggestions(summary),
        *_files(summary),
    ]
    style = MATRIX_STYLE + GROUPED_STYLE + DEMO_STYLE + VIEWER_STYLE
    write_file(folder / DEMO_PAGE, html_page(f"Ludus plays {summary.title}", body, style))


def _tournament(summary: DemoSummary) -> list[str]:
    results = summary.results
    return [
        "<h2>Which bot is strongest?</h2>",
        paragraph(summary.strongest, "answer"),
        _bot_table(summary),
        *(payoff_matrix(results) if results.seats == 2 else []),
        paragraph(summary.seat_advantage) if summary.seat_advantage else "",
        "<details><summary>Where these numbers come from, and how to get them again</summary>",
        *(f"{paragraph(text)}<pre>{escape(command)}</pre>" for text, command in summary.provenance.items()),
        "</details>",
    ]


def _bot_table(summary: DemoSummary) -> str:
    """A row for each bot, the best first: how it plays, and its win rate with an interval."""
    rows = []
    for rank, row in enumerate(summary.results.players, 1):
        value, low, high = (100 * end for end in (row.share.value, row.share.low, row.share.high))
        label = format_percent(row.share, 1)
        bar = (
            f'<div class="rate" title="{escape(f"{row.name}: {label}")}"><i style="width: {value:.1f}%"></i>'
            f'<u style="left: {low:.1f}%; width: {max(high - low, 0.4):.1f}%"></u></div>'
        )
        rows.append(
            f'<tr><th class="rank">{rank}</th><th>{escape(row.name)}</th><td>{escape(summary.bots[row.name])}</td>'
            f'<td class="number">{escape(label)}</td><td class="bar">{bar}</td></tr>'
        )
    head = (
        '<tr><th class="rank"></th><th>bot</th><th>how it plays</th><th>win rate [95 % interval]</th>'
        '<td class="bar"></td></tr>'
    )
    return f'<div class="scroll"><table class="bots">{head}{"".join(rows)}</table></div>'


def _game(summary: DemoSummary) -> list[str]:
    keys = "Use the buttons, the arrow keys, or click a move." if summary.record is not None else ""
    return [
        f'<h2 id="game">{escape(summary.game_title)}</h2>',
        paragraph(f"{summary.game_caption} {keys}".strip()),
        viewer_html(summary.record) if summary.record is not None else "",
        paragraph("The same game in a terminal; Enter is the next move, b goes back:", "fine"),
        f"<pre>{escape(summary.game_command)}</pre>",
    ]


def _designs(summary: DemoSummary) -> list[str]:
    """Each report of the designer with its sentences, pictures and tables."""
    parts = []
    for report in summary.designs:
        parts += [f"<h2>{escape(report.title)}</h2>", paragraph(report.answer[0], "answer")]
        parts += [paragraph(sentence) for sentence in report.answer[1:]]
        parts += [
            *figures_html(report.figures().values()),
            *(part for table in report.tables() for part in plain_table_html(table, level=3)),
        ]
    return parts


def _study(summary: DemoSummary) -> list[str]:
    """The answer of the study, and its first figures."""
    if summary.study is None:
        return []
    sections = [section for section in summary.study.parts if isinstance(section, Section)]
    groups = [[part for part in section.parts if isinstance(part, Figure)] for section in sections]
    figures = next((group for group in groups if group), [])[:MAX_FIGURES]
    return [
        f"<h2>A study: {escape(summary.study.title)}</h2>",
        paragraph(summary.study.answer_text, "answer"),
        *figures_html(figures),
    ]


def _suggestions(summary: DemoSummary) -> list[str]:
    cards = "".join(
        f"<section><h3>{escape(one.title)}</h3>{paragraph(one.text)}"
        f"{''.join(f'<pre>{escape(command)}</pre>' for command in one.commands)}</section>"
        for one in summary.suggestions
    )
    return [
        '<h2 id="next">What next?</h2>',
        paragraph("Type these commands in the folder in which you started the demo."),
        f'<div class="steps">{cards}</div>',
    ]


def _files(summary: DemoSummary) -> list[str]:
    rows = "".join(
        f'<tr><th><a href="{escape(path)}">{escape(path)}</a></th><td>{escape(description)}</td></tr>'
        for path, description in summary.files.items()
    )
    return ["<h2>Files of this demo</h2>", f'<table class="files">{rows}</table>']
