"""index.html of a tour: the answers on one page, a game to look at, and where to read on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from ludus.cli.findings import PAGE_STYLE, figures, sheet_parts
from ludus.cli.screen import write_file
from ludus.lab.page_style import FIRST, page, paragraph
from ludus.lab.tournament_page import MATRIX

if TYPE_CHECKING:
    from ludus.design.contract import Findings
    from ludus.lab import Report

PAGE = "index.html"
MOST_FIGURES = 2
STYLE = f"""
a {{ color: {FIRST}; }} pre {{ margin: .6rem 0; }} figure {{ max-width: 52rem; }}
h3 {{ font-size: 1rem; margin: 1.6rem 0 .2rem; }}
table.sheet td.text {{ white-space: normal; }} table.sheet td:first-child {{ white-space: nowrap; }}
"""


@dataclass(frozen=True)
class Tour:
    """What came out of a tour."""

    title: str  # of the game
    study: Report | None
    designs: Sequence[Findings]  # what the game's designer has to show
    players: dict[str, str]  # who met, and how each plays
    strongest: str  # who is, and how sure that is
    seats: str  # whether the first one matters; empty for one player
    matrix: Sequence[str]  # who beats whom, as HTML; for games of two
    game: str  # which one was played again, and how it ended
    picture: str  # of its last position, as SVG
    replay: str  # the command that shows it
    steps_page: str  # where to step through it in a browser; empty for a game without pictures
    files: dict[str, str]  # paths in the folder, and what each is
    steps: Sequence[str]  # commands to go on with


def write_tour(folder: Path, tour: Tour) -> None:
    """The page, in the folder of the tour; it needs the other files for its links only."""
    body = [*_study(tour), *_designs(tour), *_players(tour), *_game(tour), *_files(tour), *_steps(tour)]
    write_file(folder / PAGE, page(f"A tour of {tour.title}", body, MATRIX + PAGE_STYLE + STYLE))


def _study(tour: Tour) -> list[str]:
    """The answer of the study, and its first pictures."""
    if tour.study is None:
        return []
    from ludus.lab.report import Figure

    sections = [[part for part in each.parts if isinstance(part, Figure)] for each in tour.study.sections]
    figures = next((some for some in sections if some), [])[:MOST_FIGURES]
    return [
        f"<h2>{escape(tour.study.title)}</h2>",
        paragraph(tour.study.lead, "answer"),
        *(f"<figure>{each.svg}<figcaption>{escape(each.caption)}</figcaption></figure>" for each in figures),
    ]


def _designs(tour: Tour) -> list[str]:
    """Each chapter with its sentences, pictures and tables."""
    parts = []
    for found in tour.designs:
        parts += [f"<h2>{escape(found.title)}</h2>", paragraph(found.answer[0], "answer")]
        parts += [paragraph(sentence) for sentence in found.answer[1:]]
        parts += [*figures(found), *(part for sheet in found.sheets for part in sheet_parts(sheet, level=3))]
    return parts


def _players(tour: Tour) -> list[str]:
    rows = "".join(f"<tr><th>{escape(name)}</th><td>{escape(told)}</td></tr>" for name, told in tour.players.items())
    return [
        "<h2>Who plays best?</h2>",
        paragraph(tour.strongest),
        paragraph(tour.seats) if tour.seats else "",
        f"<table>{rows}</table>",
        *tour.matrix,
    ]


def _game(tour: Tour) -> list[str]:
    board = f'<figure class="board">{tour.picture}<figcaption>Its last position.</figcaption></figure>'
    link = f'<p><a href="{escape(tour.steps_page)}">Step through it, turn by turn</a>, or move by move:</p>'
    return [
        "<h2>A game</h2>",
        paragraph(tour.game if tour.steps_page else f"{tour.game} Enter goes on by a move, b goes back:"),
        link if tour.steps_page else "",
        f"<pre>{escape(tour.replay)}</pre>",
        board if tour.picture else "",
    ]


def _files(tour: Tour) -> list[str]:
    rows = "".join(
        f'<tr><th><a href="{escape(path)}">{escape(path)}</a></th><td>{escape(told)}</td></tr>'
        for path, told in tour.files.items()
    )
    return ["<h2>Read on</h2>", f"<table>{rows}</table>"]


def _steps(tour: Tour) -> list[str]:
    return ["<h2>What to try next</h2>", f"<pre>{escape(chr(10).join(tour.steps))}</pre>"]
