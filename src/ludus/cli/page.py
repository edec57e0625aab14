"""The page that the demo ends with: one HTML file that needs nothing else."""

from __future__ import annotations

from html import escape
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

from ludus.cli.screen import count, percent, write_file

if TYPE_CHECKING:
    import numpy as np

    from ludus.cli.results import Results
    from ludus.stats import Estimate

INK, FAINT, PAPER, FIRST, SECOND = "#2a2420", "#6f655c", "#fbf8f1", "#0d6b6b", "#7b3b7a"
BINS = 40

STYLE = f"""
:root {{ color-scheme: light; }}
body {{ margin: 0; background: {PAPER}; color: {INK};
  font: 17px/1.55 "Segoe UI", "Noto Sans", "DejaVu Sans", Verdana, sans-serif; }}
main {{ max-width: 60rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }}
h1 {{ font-size: 1.9rem; line-height: 1.2; margin: 0 0 .4rem; }}
h2 {{ font-size: 1.2rem; margin: 2.6rem 0 .6rem; }}
p {{ margin: .5rem 0; max-width: 44rem; }}
.lead {{ color: {FAINT}; }}
table {{ border-collapse: collapse; width: 100%; }}
th, td {{ text-align: left; padding: .35rem .9rem .35rem 0; vertical-align: middle; border-bottom: 1px solid #e4dccd; }}
th {{ font-weight: 600; white-space: nowrap; }}
tr:last-child > * {{ border-bottom: none; }}
td.number {{ white-space: nowrap; font-variant-numeric: tabular-nums; }}
td.bar {{ width: 55%; padding-right: 0; }}
svg {{ display: block; width: 100%; height: auto; }}
figure {{ margin: 1rem 0 0; }}
figure.board svg {{ border-radius: 10px; border: 1px solid #d9cfbd; }}
figcaption {{ color: {FAINT}; font-size: .9rem; margin-top: .4rem; }}
pre {{ background: {INK}; color: #f6f0e4; padding: .9rem 1.1rem; border-radius: 8px; overflow-x: auto;
  font: 15px/1.6 ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }}
code {{ font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: .92em; }}
"""

PAGE = Template("""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title>
<style>$style</style>
</head>
<body><main>
<h1>$title</h1>
<p class="lead">$lead</p>
$story
<h2>Who wins</h2>
$shares
<p class="lead">A dot is what was measured, the line around it the 95 % interval; the dashed line is an equal share.
All games of one deal count as one observation, so the intervals do not pretend to know more than they do.</p>
<h2>How games end</h2>
$endings
<h2>How long they are</h2>
$lengths
$board
<h2>Where this comes from</h2>
$source
<pre>$commands</pre>
</main></body>
</html>
""")


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
    page = PAGE.substitute(
        title=escape(f"{match.game.title}: {count(games, 'game')} at random"),
        style=STYLE,
        lead=escape(f"{match.game.summary}. Every player here chooses any legal move with equal chance."),
        story="\n".join(f"<p>{escape(sentence)}</p>" for sentence in story),
        shares=_shares(rows, 1 / match.seats),
        endings=_endings(results.endings, games),
        lengths=f"<p>{escape(told)}</p>\n<figure>{_histogram(results.outcomes.lengths)}</figure>",
        board=_board(picture, moves),
        source=_facts(source),
        commands=escape("\n".join(commands)),
    )
    write_file(file, page)


def _shares(rows: list[tuple[str, Estimate]], fair: float) -> str:
    """A row for each share, drawn on a common axis that shows the differences."""
    low = min([fair, *(share.low for _, share in rows)])
    high = max([fair, *(share.high for _, share in rows)])
    margin = max(0.25 * (high - low), 0.005)
    low, high = max(0.0, low - margin), min(1.0, high + margin)
    cells = [
        f'<tr><th>{escape(name)}</th><td class="number">{escape(percent(share))}</td>'
        f'<td class="bar">{_whisker(share, fair, low, high)}</td></tr>'
        for name, share in rows
    ]
    axis = f'<tr><th></th><td></td><td class="bar">{_axis(low, high)}</td></tr>'
    return f"<table>{''.join(cells)}{axis}</table>"


def _whisker(share: Estimate, fair: float, low: float, high: float) -> str:
    def x(value: float) -> float:
        return round(10 + 480 * (value - low) / (high - low), 1)

    return (
        f'<svg viewBox="0 0 500 26" role="img" aria-label="{escape(percent(share))}">'
        f'<line x1="{x(fair)}" x2="{x(fair)}" y1="0" y2="26" stroke="{FAINT}" stroke-dasharray="3 3"/>'
        f'<line x1="{x(share.low)}" x2="{x(share.high)}" y1="13" y2="13" stroke="{FIRST}" stroke-width="4" '
        f'stroke-linecap="round"/><circle cx="{x(share.value)}" cy="13" r="6" fill="{FIRST}"/></svg>'
    )


def _axis(low: float, high: float) -> str:
    ends = ((10, "start", low), (490, "end", high))
    words = (f'<text x="{x}" y="14" text-anchor="{anchor}">{value:.1%}</text>' for x, anchor, value in ends)
    return f'<svg viewBox="0 0 500 18" font-size="13" fill="{FAINT}">{"".join(words)}</svg>'


def _endings(endings: dict[str, int], games: int) -> str:
    cells = [
        f'<tr><th>{escape(reason)}</th><td class="number">{number:,} ({number / games:.1%})</td><td class="bar">'
        f'<svg viewBox="0 0 500 20"><rect x="10" y="3" width="{max(1.0, 480 * number / games):.1f}" height="14" rx="3" '
        f'fill="{SECOND}"/></svg></td></tr>'
        for reason, number in sorted(endings.items(), key=lambda item: -item[1])
        if number
    ]
    return f"<table>{''.join(cells)}</table>"


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


def _facts(rows: dict[str, str]) -> str:
    cells = (f"<tr><th>{name}</th><td><code>{escape(value)}</code></td></tr>" for name, value in rows.items())
    return f"<table>{''.join(cells)}</table>"
