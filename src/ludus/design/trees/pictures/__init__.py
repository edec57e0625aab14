"""Trees and what was found about them, as SVG: `tree` with `layout`, the curves of `flow`, the lines of `fronts`."""
