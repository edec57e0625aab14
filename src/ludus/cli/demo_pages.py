"""HTML pages of a demo: index.html with the answers, and a replay to step through, one picture per turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from ludus.cli.console import write_file
from ludus.cli.game_text import MoveText, group_repeats, visible_move
from ludus.report.html import ACCENT, FAINT, SECOND_ACCENT, html_page, paragraph
from ludus.report.report_html import DESIGN_STYLE, design_figures_html, design_table_html
from ludus.report.tournament import MATRIX_STYLE

if TYPE_CHECKING:
    from ludus.core.position import Position
    from ludus.core.replay import Replay
    from ludus.design.base.designer import DesignReport
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


def write_demo_page(folder: Path, summary: DemoSummary) -> None:
    """Write the page into the demo's folder; it needs the other files for its links only."""
    body = [
        *_study(summary),
        *_designs(summary),
        *_players(summary),
        *_game(summary),
        *_files(summary),
        *_steps(summary),
    ]
    write_file(
        folder / DEMO_PAGE, html_page(f"A demo of {summary.title}", body, MATRIX_STYLE + DESIGN_STYLE + DEMO_STYLE)
    )


def _study(summary: DemoSummary) -> list[str]:
    """The answer of the study, and its first figures."""
    if summary.study is None:
        return []
    from ludus.report.model import Figure

    sections = [[part for part in section.parts if isinstance(part, Figure)] for section in summary.study.sections]
    figures = next((group for group in sections if group), [])[:MAX_FIGURES]
    return [
        f"<h2>{escape(summary.study.title)}</h2>",
        paragraph(summary.study.lead, "answer"),
        *(f"<figure>{section.svg}<figcaption>{escape(section.caption)}</figcaption></figure>" for section in figures),
    ]


def _designs(summary: DemoSummary) -> list[str]:
    """Each report of the designer with its sentences, pictures and tables."""
    parts = []
    for report in summary.designs:
        parts += [f"<h2>{escape(report.title)}</h2>", paragraph(report.answer[0], "answer")]
        parts += [paragraph(sentence) for sentence in report.answer[1:]]
        parts += [
            *design_figures_html(report),
            *(part for sheet in report.tables for part in design_table_html(sheet, level=3)),
        ]
    return parts


def _players(summary: DemoSummary) -> list[str]:
    rows = "".join(
        f"<tr><th>{escape(name)}</th><td>{escape(summary)}</td></tr>" for name, summary in summary.players.items()
    )
    return [
        "<h2>Who plays best?</h2>",
        paragraph(summary.strongest),
        paragraph(summary.seats) if summary.seats else "",
        f"<table>{rows}</table>",
        *summary.matrix,
    ]


def _game(summary: DemoSummary) -> list[str]:
    board = f'<figure class="board">{summary.picture}<figcaption>Its last position.</figcaption></figure>'
    link = f'<p><a href="{escape(summary.steps_page)}">Step through it, turn by turn</a>, or move by move:</p>'
    return [
        "<h2>A game</h2>",
        paragraph(summary.game if summary.steps_page else f"{summary.game} Enter goes on by a move, b goes back:"),
        link if summary.steps_page else "",
        f"<pre>{escape(summary.replay)}</pre>",
        board if summary.picture else "",
    ]


def _files(summary: DemoSummary) -> list[str]:
    rows = "".join(
        f'<tr><th><a href="{escape(path)}">{escape(path)}</a></th><td>{escape(description)}</td></tr>'
        for path, description in summary.files.items()
    )
    return ["<h2>Read on</h2>", f"<table>{rows}</table>"]


def _steps(summary: DemoSummary) -> list[str]:
    return ["<h2>What to try next</h2>", f"<pre>{escape(chr(10).join(summary.steps))}</pre>"]


REPLAY_STYLE = f"""
main {{ max-width: 72rem; padding-top: 1.2rem; }}
nav {{ display: flex; gap: .5rem; align-items: center; margin: .6rem 0; position: sticky; top: 0; }}
nav button {{ font: inherit; padding: .2rem .9rem; border-radius: 6px; border: 1px solid {FAINT};
  background: #fffdf8; }}
nav input {{ flex: 1; accent-color: {ACCENT}; }}
nav output {{ min-width: 9rem; text-align: right; font-variant-numeric: tabular-nums; }}
section {{ display: grid; grid-template-columns: minmax(0, 3fr) minmax(14rem, 1fr); gap: 1rem; }}
section[hidden] {{ display: none; }}
section ol {{ margin: 0; padding-left: 1.6rem; font-size: .85rem; line-height: 1.35; max-height: 40rem;
  overflow-y: auto; }}
section ol small {{ display: block; color: {FAINT}; }}
section h2 {{ margin: 0 0 .3rem; font-size: 1rem; }}
.seat0 {{ color: {ACCENT}; }} .seat1 {{ color: {SECOND_ACCENT}; }}
"""
REPLAY_SCRIPT = """
const steps = [...document.querySelectorAll("section")], bar = document.querySelector("nav input");
const told = document.querySelector("nav output");
function show(k) {
  k = Math.max(0, Math.min(steps.length - 1, k));
  steps.forEach((step, n) => { step.hidden = n !== k; });
  bar.value = k;
  told.textContent = `${k + 1} of ${steps.length}`;
}
const by = (n) => show(Number(bar.value) + n);
bar.max = steps.length - 1;
bar.oninput = () => show(Number(bar.value));
document.querySelector("#back").onclick = () => by(-1);
document.querySelector("#next").onclick = () => by(1);
document.onkeydown = (event) => {
  const far = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -1e9, End: 1e9 }[event.key];
  if (far) { by(far); event.preventDefault(); }
};
show(0);
"""


@dataclass(frozen=True)
class ReplayStep:
    """A position, and the moves since the previous step."""

    position: Position
    moves: list[MoveText]


def write_replay_page(file: Path, record: Replay, caption: str) -> None:
    """Write the page of a game that has pictures; `caption` says which game it is."""
    steps = replay_steps(record.positions())
    body = [
        paragraph(caption, "lead"),
        '<nav><button id="back">back</button><button id="next">next</button>'
        '<input type="range" min="0" value="0" aria-label="turn"><output></output></nav>',
        *(_step_section(step, record.players) for step in steps),
        f"<script>{REPLAY_SCRIPT}</script>",
    ]
    write_file(
        file, html_page(f"{steps[0].position.game.title}: {' against '.join(record.players)}", body, REPLAY_STYLE)
    )


def replay_steps(positions: list[Position]) -> list[ReplayStep]:
    """A step for each position in which another player decides than before, and for the last one."""
    steps, moves = [ReplayStep(positions[0], [])], []
    for before, after, event in zip(positions, positions[1:], positions[-1].history, strict=False):
        move = visible_move(before, event.move, None)
        assert move is not None  # seat None sees every move
        moves.append(move)
        if after.end_reason or after.current_player != before.current_player:
            steps.append(ReplayStep(after, moves))
            moves = []
    return steps


def _step_section(step: ReplayStep, players: list[str]) -> str:
    rows = "".join(
        f"<li>{escape(move.text)}{f' x {n}' if n > 1 else ''}<small>{escape(move.phrase)}</small></li>"
        for n, move in group_repeats(step.moves)
    )
    head = "The beginning"
    if step.moves:
        seat = step.moves[0].seat
        head = f'<span class="seat{seat}">{escape(players[seat])} (seat {seat})</span>'
    return (
        f'<section hidden><figure class="board">{step.position.svg()}</figure>'
        f"<div><h2>{head}</h2><ol>{rows}</ol></div></section>"
    )
