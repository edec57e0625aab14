"""SVG constants and header that all pictures of designers share."""

from __future__ import annotations

from html import escape

INK, FAINT, GRID = "#2a2420", "#6f655c", "#cfc6b6"
WIDTH = 900


def svg_opening(height: int, title: str) -> str:
    """Start of an SVG picture: the svg tag with its size, and a title."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" font-family="sans-serif" '
        f'font-size="13" fill="{INK}"><title>{escape(title)}</title>'
    )
