"""Parts of the SVG picture of a position."""
