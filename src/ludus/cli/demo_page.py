"""index.html of a demo: the answers on one page, a game to look at, and links."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from ludus.cli.findings import REPORT_STYLE, figures_html, table_html
from ludus.cli.screen import write_file
from ludus.lab.page_style import ACCENT, html_page, paragraph
from ludus.lab.tournament_page import MATRIX_STYLE

if TYPE_CHECKING:
    from ludus.design.contract import DesignReport
    from ludus.lab import Report

DEMO_PAGE = "index.html"
MAX_FIGURES = 2
DEMO_STYLE = f"""
a {{ color: {ACCENT}; }} pre {{ margin: .6rem 0; }} figure {{ max-width: 52rem; }}
h3 {{ font-size: 1rem; margin: 1.6rem 0 .2rem; }}
table.sheet td.text {{ white-space: normal; }} table.sheet td:first-child {{ white-space: nowrap; }}
"""


@dataclass(frozen=True)
class DemoSummary:
    """The results of a demo."""

    title: str  # of the game
    study: Report | None
    designs: Sequence[DesignReport]  # reports of the game's designer
    players: dict[str, str]  # the bots, and how each plays
    strongest: str  # which bot is strongest, and how certain that is
    seats: str  # whether the first seat matters; empty for one player
    matrix: Sequence[str]  # who beats whom, as HTML; for games of two
    game: str  # which game was replayed, and how it ended
    picture: str  # of its last position, as SVG
    replay: str  # the command that shows it
    steps_page: str  # page to step through it; empty for a game without pictures
    files: dict[str, str]  # paths in the folder, and what each is
    steps: Sequence[str]  # commands to try next


def write_demo_page(folder: Path, tour: DemoSummary) -> None:
    """Write the page into the demo's folder; it needs the other files for its links only."""
    body = [*_study(tour), *_designs(tour), *_players(tour), *_game(tour), *_files(tour), *_steps(tour)]
    write_file(folder / DEMO_PAGE, html_page(f"A demo of {tour.title}", body, MATRIX_STYLE + REPORT_STYLE + DEMO_STYLE))


def _study(tour: DemoSummary) -> list[str]:
    """The answer of the study, and its first figures."""
    if tour.study is None:
        return []
    from ludus.lab.report import Figure

    sections = [[part for part in section.parts if isinstance(part, Figure)] for section in tour.study.sections]
    figures = next((group for group in sections if group), [])[:MAX_FIGURES]
    return [
        f"<h2>{escape(tour.study.title)}</h2>",
        paragraph(tour.study.lead, "answer"),
        *(f"<figure>{section.svg}<figcaption>{escape(section.caption)}</figcaption></figure>" for section in figures),
    ]


def _designs(tour: DemoSummary) -> list[str]:
    """Each report of the designer with its sentences, pictures and tables."""
    parts = []
    for report in tour.designs:
        parts += [f"<h2>{escape(report.title)}</h2>", paragraph(report.answer[0], "answer")]
        parts += [paragraph(sentence) for sentence in report.answer[1:]]
        parts += [*figures_html(report), *(part for sheet in report.tables for part in table_html(sheet, level=3))]
    return parts


def _players(tour: DemoSummary) -> list[str]:
    rows = "".join(
        f"<tr><th>{escape(name)}</th><td>{escape(summary)}</td></tr>" for name, summary in tour.players.items()
    )
    return [
        "<h2>Who plays best?</h2>",
        paragraph(tour.strongest),
        paragraph(tour.seats) if tour.seats else "",
        f"<table>{rows}</table>",
        *tour.matrix,
    ]


def _game(tour: DemoSummary) -> list[str]:
    board = f'<figure class="board">{tour.picture}<figcaption>Its last position.</figcaption></figure>'
    link = f'<p><a href="{escape(tour.steps_page)}">Step through it, turn by turn</a>, or move by move:</p>'
    return [
        "<h2>A game</h2>",
        paragraph(tour.game if tour.steps_page else f"{tour.game} Enter goes on by a move, b goes back:"),
        link if tour.steps_page else "",
        f"<pre>{escape(tour.replay)}</pre>",
        board if tour.picture else "",
    ]


def _files(tour: DemoSummary) -> list[str]:
    rows = "".join(
        f'<tr><th><a href="{escape(path)}">{escape(path)}</a></th><td>{escape(description)}</td></tr>'
        for path, description in tour.files.items()
    )
    return ["<h2>Read on</h2>", f"<table>{rows}</table>"]


def _steps(tour: DemoSummary) -> list[str]:
    return ["<h2>What to try next</h2>", f"<pre>{escape(chr(10).join(tour.steps))}</pre>"]
