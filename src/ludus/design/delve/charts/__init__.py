"""SVG charts of trees, of win rates and power by encounter, and of Pareto fronts."""
