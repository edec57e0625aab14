"""SVG charts of trees: `tree` with `layout`, curves by encounter, Pareto fronts."""
