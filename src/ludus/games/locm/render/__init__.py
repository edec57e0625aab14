"""SVG rendering of positions.

Pictures contain no ids, styles or scripts, so any number of them can be embedded in one page.
"""
