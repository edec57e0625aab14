"""The page that the demo ends with: one HTML file that needs nothing else."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from ludus.cli.page_style import FAINT, FIRST, Scale, ending_bars, fact_rows, page, paragraph
from ludus.cli.screen import count, percent, write_file

if TYPE_CHECKING:
    import numpy as np

    from ludus.cli.results import Results
    from ludus.stats import Estimate

BINS = 40
INTERVALS = (
    "A dot is what was measured, the line around it the 95 % interval; the dashed line is an equal share. "
    "All games of one deal count as one observation, so the intervals do not pretend to know more than they do."
)


def write_page(file: Path, results: Results, story: list[str], picture: str, moves: int) -> None:
    """The results of a match as a page; `picture` is the last position of game 0, or empty."""
    match, games = results.match, len(results.outcomes)
    rows = [*zip(results.names, results.shares, strict=True)]
    if match.seats > 1:
        rows += [(f"seat {k}" if k else "first seat", share) for k, share in enumerate(results.seats)]
        rows = rows if match.seats > 2 else rows[:-1]
    length = results.length
    told = f"On average {length.value:.2f} decisions, interval {length.low:.2f} to {length.high:.2f}."
    commands = [results.command(), results.replay_command(0), "ludus replay game.json --svg final-position.svg"]
    source = {
        "game": f"{match.game.name}, rules version {match.game.version}",
        "seed": str(match.seed),
        "content": match.content.digest,
        "results": results.outcomes.digest(),
    }
    body = [
        paragraph(f"{match.game.summary}. Every player here chooses any legal move with equal chance.", "lead"),
        *map(paragraph, story),
        "<h2>Who wins</h2>",
        _shares(rows, 1 / match.seats),
        paragraph(INTERVALS, "lead"),
        "<h2>How games end</h2>",
        ending_bars(results.endings, games),
        "<h2>How long they are</h2>",
        paragraph(told),
        f"<figure>{_histogram(results.outcomes.lengths)}</figure>",
        _board(picture, moves),
        "<h2>Where this comes from</h2>",
        fact_rows(source),
        f"<pre>{escape(chr(10).join(commands))}</pre>",
    ]
    write_file(file, page(f"{match.game.title}: {count(games, 'game')} at random", body))


def _shares(rows: list[tuple[str, Estimate]], fair: float) -> str:
    """A row for each share, drawn on a common axis that shows the differences."""
    ends = [end for _, share in rows for end in (share.low, share.high)]
    scale = Scale([fair, *ends], margin=0.005, least=0.0, most=1.0)
    cells = [
        f'<tr><th>{escape(name)}</th><td class="number">{escape(percent(share))}</td>'
        f'<td class="bar">{scale.whisker(share.value, share.low, share.high, fair, percent(share))}</td></tr>'
        for name, share in rows
    ]
    axis = f'<tr><th></th><td></td><td class="bar">{scale.axis(".1%")}</td></tr>'
    return f"<table>{''.join(cells)}{axis}</table>"


def _histogram(lengths: np.ndarray) -> str:
    """How many games had which length, as bars."""
    import numpy as np

    low, high = int(lengths.min()), int(lengths.max())
    step = max(1, -(-(high - low + 1) // BINS))
    counts = np.bincount((lengths - low) // step)
    wide = 960 / len(counts)
    bars = [
        f'<rect x="{20 + k * wide:.1f}" y="{150 - 140 * number / counts.max():.1f}" width="{max(1.0, wide - 1.5):.1f}" '
        f'height="{140 * number / counts.max():.1f}" fill="{FIRST}"><title>{low + k * step} to '
        f"{low + (k + 1) * step - 1}: {count(int(number), 'game')}</title></rect>"
        for k, number in enumerate(counts)
    ]
    ticks = [
        f'<text x="{20 + (k + 0.5) * wide:.1f}" y="170" text-anchor="middle">{low + k * step}</text>'
        for k in range(0, len(counts), max(1, len(counts) // 8))
    ]
    caption = f"Decisions in a game, {step} to a bar." if step > 1 else "Decisions in a game."
    return (
        f'<svg viewBox="0 0 1000 180" font-size="14" fill="{FAINT}" role="img" aria-label="lengths of the games">'
        f'{"".join(bars)}<line x1="20" x2="980" y1="150.5" y2="150.5" stroke="{FAINT}"/>{"".join(ticks)}</svg>'
        f"<figcaption>{caption}</figcaption>"
    )


def _board(picture: str, moves: int) -> str:
    if not picture:
        return ""
    caption = f"The last position of game 0, after {count(moves, 'move')}."
    return f'<h2>One of the games</h2>\n<figure class="board">{picture}<figcaption>{caption}</figcaption></figure>'
