"""SVG rendering of positions."""
