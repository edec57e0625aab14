"""`ludus make platformer`: levels of a given difficulty, measured on held-out players."""
