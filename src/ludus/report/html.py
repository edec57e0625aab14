"""HTML building blocks and style shared by all pages: self-contained files with inline SVG."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from string import Template

INK, FAINT, PAPER, ACCENT, SECOND_ACCENT = "#2a2420", "#6f655c", "#fbf8f1", "#0d6b6b", "#7b3b7a"

BASE_STYLE = f"""
:root {{ color-scheme: light; }}
body {{ margin: 0; background: {PAPER}; color: {INK};
  font: 17px/1.55 "Segoe UI", "Noto Sans", "DejaVu Sans", Verdana, sans-serif; }}
main {{ max-width: 60rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; overflow-wrap: anywhere; }}
h1 {{ font-size: 1.9rem; line-height: 1.2; margin: 0 0 .4rem; }}
h2 {{ font-size: 1.2rem; margin: 2.6rem 0 .6rem; }}
p {{ margin: .5rem 0; max-width: 44rem; }}
.lead {{ color: {FAINT}; }}
.answer {{ font-size: 1.25rem; line-height: 1.45; max-width: 50rem; margin: .2rem 0 1rem; }}
.scroll {{ overflow-x: auto; overflow-wrap: normal; }}
table {{ border-collapse: collapse; width: 100%; }}
th, td {{ text-align: left; padding: .35rem .9rem .35rem 0; vertical-align: middle; border-bottom: 1px solid #e4dccd; }}
th {{ font-weight: 600; white-space: nowrap; }}
tr:last-child > * {{ border-bottom: none; }}
td.number {{ white-space: nowrap; font-variant-numeric: tabular-nums; }}
td.bar {{ width: 55%; min-width: 9rem; padding-right: 0; }}
table.facts th {{ vertical-align: top; white-space: normal; min-width: 6rem; }}
svg {{ display: block; width: 100%; height: auto; }}
figure {{ margin: 1rem 0 0; }}
figure.board svg {{ border-radius: 10px; border: 1px solid #d9cfbd; }}
figcaption {{ color: {FAINT}; font-size: .9rem; margin-top: .4rem; }}
pre {{ background: {INK}; color: #f6f0e4; padding: .9rem 1.1rem; border-radius: 8px; overflow-x: auto;
  font: 15px/1.6 ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }}
code {{ font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: .92em; }}
"""

_PAGE_TEMPLATE = Template("""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title>
<style>$style</style>
</head>
<body><main>
<h1>$title</h1>
$body
</main></body>
</html>
""")


def html_page(title: str, body: Iterable[str], style: str = "") -> str:
    """Render a complete page.

    Args:
        title: Page title and main heading.
        body: HTML fragments; empty ones are skipped.
        style: CSS that follows the common style.
    """
    return _PAGE_TEMPLATE.substitute(
        title=escape(title), style=BASE_STYLE + style, body="\n".join(part for part in body if part)
    )


def paragraph(text: str, kind: str = "") -> str:
    return f'<p class="{kind}">{escape(text)}</p>' if kind else f"<p>{escape(text)}</p>"


def facts_table(rows: Mapping[str, str]) -> str:
    """Table of names and values; long values are wrapped."""
    cells = (f"<tr><th>{escape(name)}</th><td><code>{escape(value)}</code></td></tr>" for name, value in rows.items())
    return f'<table class="facts">{"".join(cells)}</table>'


def end_reason_bars(endings: dict[str, int], games: int) -> str:
    """Bar for each end reason."""
    cells = [
        f'<tr><th>{escape(reason)}</th><td class="number">{number:,} ({number / games:.1%})</td><td class="bar">'
        f'<svg viewBox="0 0 500 20"><rect x="10" y="3" width="{max(1.0, 480 * number / games):.1f}" height="14" rx="3" '
        f'fill="{SECOND_ACCENT}"/></svg></td></tr>'
        for reason, number in sorted(endings.items(), key=lambda item: -item[1])
        if number
    ]
    return scrolling_table("".join(cells))


def scrolling_table(rows: str) -> str:
    """Table that scrolls if it is wider than the window."""
    return f'<div class="scroll"><table>{rows}</table></div>'


class IntervalAxis:
    """Common horizontal axis for dots with intervals, wide enough for all values."""

    def __init__(self, values: Iterable[float], margin: float, least: float, most: float) -> None:
        shown_values = list(values)
        room = max(0.1 * (max(shown_values) - min(shown_values)), margin)
        self.low, self.high = max(least, min(shown_values) - room), min(most, max(shown_values) + room)

    def position(self, value: float) -> float:
        inside = min(self.high, max(self.low, value))  # an interval may be infinite
        return round(10 + 480 * (inside - self.low) / (self.high - self.low), 1)

    def whisker(self, value: float, low: float, high: float, mark: float, label: str, colour: str = ACCENT) -> str:
        """Dot with an interval line, and a dashed reference mark."""
        return (
            f'<svg viewBox="0 0 500 26" role="img" aria-label="{escape(label)}"><title>{escape(label)}</title>'
            f'<line x1="{self.position(mark)}" x2="{self.position(mark)}" y1="0" y2="26" stroke="{FAINT}" '
            'stroke-dasharray="3 3"/>'
            f'<line x1="{self.position(low)}" x2="{self.position(high)}" y1="13" y2="13" stroke="{colour}" '
            'stroke-width="4" '
            f'stroke-linecap="round"/><circle cx="{self.position(value)}" cy="13" r="6" fill="{colour}"/></svg>'
        )

    def axis(self, form: str) -> str:
        """Labels of both ends of the axis, in the given number format."""
        ends = ((10, "start", self.low), (490, "end", self.high))
        words = (f'<text x="{x}" y="14" text-anchor="{anchor}">{value:{form}}</text>' for x, anchor, value in ends)
        return f'<svg viewBox="0 0 500 18" font-size="13" fill="{FAINT}">{"".join(words)}</svg>'
